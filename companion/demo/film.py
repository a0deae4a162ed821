"""The recorded game that comes with the companion: a film of a whole game for two, and its truth."""

from __future__ import annotations

from pathlib import Path

PLAYERS = ("Ana", "Ben")
"""Who plays in the film, the first of them first."""

_FOLDER = Path(__file__).parent


def film_path() -> Path:
    """The video."""
    return _FOLDER / "game.mp4"


def truth_path() -> Path:
    """What is true of each of its frames, as JSON; docs/filming.md explains the fields."""
    return _FOLDER / "game.json"


def phones_path() -> Path:
    """What the players did on their phones, since no camera sees it: piles given, the last hands shown."""
    return _FOLDER / "phones.json"
