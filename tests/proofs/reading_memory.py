"""Peak memory of `conclave read` in a process of its own.

python -m tests.proofs.reading_memory [PHOTO…]

Without photos a rendered table of the house deck is read. Exits 1 above the limit.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import cv2

from companion.cli.benchmarks.reading import laid_tables

LIMIT_MB = 400


READING = """
import sys
from pathlib import Path
from companion.cli.main import main
main(["read", "--json", *sys.argv[1:]])
held = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM")]
print(held[0].split()[1], file=sys.stderr)
"""


def peak_mb(photos: list[str]) -> float:
    """The most memory that the command held at once, as Linux counts it."""
    command = [sys.executable, "-c", READING, *photos]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(done.stderr.split()[-1]) / 1024


def main() -> int:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        photos = sys.argv[1:]
        if not photos:
            photos = [str(Path(folder) / "table.jpg")]
            cv2.imwrite(photos[0], laid_tables()[0].frame_bgr)
        peak = peak_mb(photos)
    print(f"conclave read, {len(photos)} photos: at most {peak:.0f} MB (limit {LIMIT_MB})")
    return int(peak > LIMIT_MB)


if __name__ == "__main__":
    sys.exit(main())
