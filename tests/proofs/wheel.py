"""The wheel holds everything: built, installed without this folder, and run.

python -m tests.proofs.wheel
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("companion", "vision", "calibration")
DATA = ("models", "mobile_web")


def main() -> None:
    """Build the wheel, compare it with the tree, install it and play a game."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", folder, ROOT], check=True
        )
        wheel = next(Path(folder).glob("*.whl"))
        missing = expected_files() - set(zipfile.ZipFile(wheel).namelist())
        if missing:
            raise SystemExit(f"not in the wheel: {', '.join(sorted(missing))}")
        print(
            f"{wheel.name} holds {len(expected_files())} files of ours, and {play_from(wheel, Path(folder))}"
        )


def expected_files() -> set[str]:
    """Every tracked file of the packages, and the data of the data folders, training aside."""
    listed = subprocess.run(
        ["git", "ls-files", *PACKAGES, *DATA], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return {name for name in listed.stdout.split() if not name.startswith("models/training/")}


def play_from(wheel: Path, folder: Path) -> str:
    """What the installed program says of itself, run far away from the tree."""
    home = folder / "venv"
    venv.create(home, with_pip=True, system_site_packages=True)
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    subprocess.run([scripts / "python", "-m", "pip", "install", "--quiet", "--no-deps", wheel], check=True)
    done = subprocess.run(
        [scripts / "conclave", "simulate", "--games", "3"],
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
    )
    return f"plays {len(done.stdout.splitlines())} games when installed"


if __name__ == "__main__":
    main()
