"""Which readers a deck is tried out with: those of the table, handed in by whoever knows where they live."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from calibration.teaching.codes import is_back
from calibration.teaching.references import Reference
from vision.references import DeckReferences

Eyes = Callable[[DeckReferences], DeckReferences]
"""Gives prepared references whatever else reads at the table, such as a network that knows them."""


def plain_eyes(deck: DeckReferences) -> DeckReferences:
    """The comparison alone."""
    return deck


def prepare_deck(references: Mapping[str, Sequence[Reference]], eyes: Eyes = plain_eyes) -> DeckReferences:
    """The deck as the reader knows it."""
    faces = {c: [one.picture_bgr for one in held] for c, held in references.items() if not is_back(c)}
    backs = {c: [one.picture_bgr for one in held] for c, held in references.items() if is_back(c)}
    return eyes(DeckReferences.prepare(faces, backs))
