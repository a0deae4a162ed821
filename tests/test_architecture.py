"""The house: who may import whom, held here as data and checked against every import there is."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("vision", "calibration", "companion", "models", "mobile_web")

# A part and the parts of ours it may import, itself aside. The longest name that fits a module is its part.
MAY_IMPORT: dict[str, set[str]] = {
    "vision": set(),
    "calibration": {"vision"},
    "companion.games": set(),
    "companion.demo": set(),
    "companion.art": set(),
    "companion.journal": {"companion.games", "companion.art"},
    "companion.table": {"companion.games", "companion.journal", "vision"},
    "companion.watching": {"companion.table", "companion.journal", "companion.games", "vision"},
    "companion.witness": {"companion.journal", "calibration", "vision"},
    "companion.sharing": {"companion.games", "companion.art"},
    "companion.server": {"companion.table", "companion.journal", "companion.games", "companion.sharing"},
    "companion.cli": {
        *PACKAGES,
        "companion.demo",
        "companion.games",
        "companion.table",
        "companion.watching",
        "companion.journal",
        "companion.server",
        "companion.witness",
        "companion.sharing",
    },
    "models": {"vision", "calibration"},
    # Films show whole games, so they stand above the rules as commands do.
    "models.training.films": {"models", "calibration", "vision", "companion.games", "companion.cli"},
    "mobile_web": set(),
}
PLAIN_READING_VALUES = {"vision.readings", "vision.loose_cards"}  # all of vision that companion.table may see
NEVER_IN_GAMES = ("cv2", "numpy", "onnxruntime", "fastapi", "pydantic")


def modules() -> dict[str, Path]:
    """Every module of ours by its dotted name."""
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
    }


MODULES = modules()


def imports_of(path: Path) -> Iterator[str]:
    """The dotted names of ours that a file imports, wherever in the file it does so."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            base = node.module or ""
            names = [
                f"{base}.{alias.name}" if f"{base}.{alias.name}" in MODULES else base for alias in node.names
            ]
        else:
            continue
        yield from (name for name in names if name.split(".")[0] in PACKAGES)


def part_of(module: str) -> str:
    fitting = [part for part in MAY_IMPORT if module == part or module.startswith(part + ".")]
    return max(fitting, key=len, default=module)


def forbidden(module: str, imported: str) -> bool:
    """Whether the table forbids this import."""
    part, other = part_of(module), part_of(imported)
    if other not in MAY_IMPORT[part] | {part}:
        return True
    if part == "companion.table" and other == "vision":
        return imported not in PLAIN_READING_VALUES
    if part == other == "companion.games":
        return module.split(".")[2] != imported.split(".")[2]
    return False


@pytest.mark.parametrize("module", sorted(name for name in MODULES if part_of(name) in MAY_IMPORT))
def test_a_module_imports_only_what_its_part_may(module: str) -> None:
    wrong = [imported for imported in imports_of(MODULES[module]) if forbidden(module, imported)]
    assert wrong == []


def test_every_module_belongs_to_a_part() -> None:
    namespace_only = {"companion"}
    assert {name for name in MODULES if part_of(name) not in MAY_IMPORT} == namespace_only


def test_the_table_forbids_what_it_should() -> None:
    """The check itself can fail."""
    assert forbidden("vision.lattice", "companion.games.conclave.game")
    assert forbidden("companion.games.conclave.game", "companion.games.other.game")
    assert forbidden("companion.games.conclave.game", "vision.readings")
    assert forbidden("companion.table.referee", "vision.lattice")
    assert forbidden("calibration.decks", "companion.games.conclave.game")
    assert not forbidden("companion.table.referee", "vision.readings")
    assert not forbidden("companion.cli.find", "vision.lattice")


def test_no_module_imports_itself_in_a_circle() -> None:
    graph = {name: set(imports_of(path)) & MODULES.keys() for name, path in MODULES.items()}
    done: set[str] = set()

    def visit(name: str, trail: tuple[str, ...]) -> None:
        assert name not in trail, " -> ".join((*trail[trail.index(name) :], name)) if name in trail else ""
        if name in done:
            return
        for imported in graph[name]:
            visit(imported, (*trail, name))
        done.add(name)

    for name in graph:
        visit(name, ())


@pytest.mark.parametrize(
    "path", sorted(path for path in MODULES.values() if path.name == "__init__.py"), ids=str
)
def test_package_files_stay_empty(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == ""


def test_the_games_load_only_the_standard_library() -> None:
    games = [name for name in MODULES if name.startswith("companion.games.")]
    code = f"import importlib, sys\nfor name in {games!r}: importlib.import_module(name)\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert not loaded & set(NEVER_IN_GAMES)
    third_party = {
        name for name in loaded - sys.stdlib_module_names - {"companion"}
        if not name.startswith(("_", "sitecustomize"))
    }  # fmt: skip
    assert third_party == set()
