"""What was installed: libraries, models and decks."""

from __future__ import annotations

import hashlib
import importlib
import json
import platform
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from companion.cli.checkups.finding import Check, Finding, fine, problem, warning

LIBRARIES = ("cv2", "numpy", "onnxruntime", "fastapi", "uvicorn", "qrcode")
HOUSE = "house"


def check_program() -> Iterator[Finding]:
    """Every library loads."""
    failed = False
    for library in LIBRARIES:
        try:
            importlib.import_module(library)
        except (ImportError, OSError) as trouble:
            failed = True
            yield problem(Check.PROGRAM, "program.missing", library=library, trouble=str(trouble))
    if not failed:
        yield fine(
            Check.PROGRAM,
            "program.fine",
            version=version("conclave-companion"),
            python=platform.python_version(),
            opencv=_version_of("cv2"),
            onnxruntime=_version_of("onnxruntime"),
        )


def check_models(folder: Path) -> Iterator[Finding]:
    """Every network is the file its manifest names; the one that reads cards can be run."""
    from vision.network_manifest import UnusableModel
    from vision.network_reader import load_network

    # A file of the installation that is another than it should be: nothing here can be trusted.
    broken = False
    for manifest in sorted(folder.glob("*.json")):
        model = manifest.with_suffix(".onnx")
        trouble = why_another_file(manifest, model)
        if trouble:
            broken = True
            yield problem(Check.MODELS, "models.broken", name=model.name, trouble=trouble)
        else:
            yield fine(Check.MODELS, "models.fine", name=model.name)
    try:
        load_network(folder)
    except UnusableModel as unusable:
        if not broken:
            yield problem(Check.MODELS, "models.broken", name=unusable.path.name, trouble=unusable.trouble)


def why_another_file(manifest: Path, model: Path) -> str:
    """What keeps a model from being the file that its manifest names; empty if it is."""
    try:
        named = json.loads(manifest.read_text(encoding="utf-8"))["sha256"]
        found = hashlib.sha256(model.read_bytes()).hexdigest()
    except OSError as trouble:
        return trouble.strerror or str(trouble)
    except (ValueError, KeyError, TypeError):
        return f"{manifest.name} is no readable manifest"
    return "" if named == found else "it is not the file its manifest describes (SHA-256 differs)"


def check_decks(wanted: str, data: Path) -> Iterator[Finding]:
    """Every deck loads with all its pictures; the one that is played with must."""
    from calibration.deck_folder import deck_names, find_deck
    from calibration.deck_manifest import DeckError

    names = deck_names(data)
    for name in names:
        try:
            deck = find_deck(name, data)
            for code in [label.code for label in deck.labels] + [back.code for back in deck.backs]:
                deck.reference_images(code)
        except (DeckError, OSError) as trouble:
            said = problem if name in (wanted, HOUSE) else warning
            yield said(Check.DECKS, "decks.broken", name=name, trouble=str(trouble))
        else:
            cards, backs = sum(deck.counts.values()), len(deck.backs)
            yield fine(Check.DECKS, "decks.fine", name=name, cards=cards, backs=backs)
    if wanted not in names:
        try:
            find_deck(wanted, data)
        except DeckError as trouble:
            yield problem(Check.DECKS, "decks.unknown", name=wanted, trouble=str(trouble))


def _version_of(library: str) -> str:
    return str(getattr(importlib.import_module(library), "__version__", "?"))
