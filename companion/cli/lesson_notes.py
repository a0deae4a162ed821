"""What pages must remember of a lesson beside its session: layouts, guesses, and which photo is which."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from calibration.whole_file import write_whole_file

NOTES_NAME = "notes.json"


@dataclass(frozen=True, slots=True)
class PhotoNotes:
    """Of one photo: the digest of its file, how its cards lie, and what those without a label may be."""

    digest: str
    layout: str = ""
    guesses: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def read_notes(folder: Path) -> dict[str, PhotoNotes]:
    """The notes on each photo. They only help: without them, or with broken ones, a lesson can go on."""
    try:
        written = json.loads((folder / NOTES_NAME).read_text(encoding="utf-8"))
        return {str(name): _photo(notes) for name, notes in written.items()}
    except (OSError, ValueError, AttributeError, KeyError, TypeError, RecursionError):
        return {}


def write_notes(folder: Path, notes: Mapping[str, PhotoNotes]) -> None:
    """Keep the notes."""
    text = json.dumps({name: asdict(one) for name, one in notes.items()})
    write_whole_file(folder / NOTES_NAME, text.encode())


def with_guesses(
    notes: Mapping[str, PhotoNotes], guesses: Mapping[tuple[str, str], tuple[str, ...]]
) -> dict[str, PhotoNotes]:
    """The notes with other guesses, by photo and place."""
    return {
        name: replace(
            one, guesses={place: codes for (photo, place), codes in guesses.items() if photo == name}
        )
        for name, one in notes.items()
    }


def _photo(written: Mapping[str, object]) -> PhotoNotes:
    guesses = written["guesses"]
    if not isinstance(guesses, dict):
        raise TypeError("expected guesses")
    return PhotoNotes(
        str(written["digest"]),
        str(written["layout"]),
        {str(place): tuple(str(code) for code in codes) for place, codes in guesses.items()},
    )
