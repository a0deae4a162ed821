"""The data folder: can it be written, is there room, and is every stored game as it was written?"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from companion.cli.checkups.finding import Check, Finding, fine, note, problem, warning

LITTLE_ROOM, NO_ROOM = 1_000_000_000, 50_000_000


def check_data(folder: Path) -> Iterator[Finding]:
    """The folder and every journal in it. Nothing is made or changed but a file that is taken away again."""
    trouble = why_not_writable(folder)
    if trouble:
        yield problem(Check.DATA, "data.unwritable", folder=str(folder), trouble=trouble)
        return
    there = nearest_that_exists(folder)
    free = shutil.disk_usage(there).free
    room = {"folder": str(folder), "free": said_bytes(free)}
    if free < NO_ROOM:
        yield problem(Check.DATA, "data.full", **room)
    elif free < LITTLE_ROOM:
        yield warning(Check.DATA, "data.little-room", **room)
    else:
        yield fine(Check.DATA, "data.fine" if folder.is_dir() else "data.new", **room)
    yield from _check_journals(folder)


def _check_journals(folder: Path) -> Iterator[Finding]:
    files = sorted(folder.glob("journal*.sqlite3")) if folder.is_dir() else []
    if not files:
        yield note(Check.DATA, "data.no-games")
    for file in files:
        yield from _check_journal(folder, file.name)


def _check_journal(folder: Path, name: str) -> Iterator[Finding]:
    from companion.journal.errors import JournalError, Locked
    from companion.journal.journal import Journal

    try:
        journal = Journal(folder, file_name=name)
    except Locked:
        yield note(Check.DATA, "data.locked", file=name)
        return
    except (JournalError, OSError) as trouble:
        yield warning(Check.DATA, "data.damaged", file=name, trouble=str(trouble))
        return
    try:
        damaged = False
        for game in journal.games():
            try:
                for entry in journal.store.entries(game):
                    for digest in entry.note.evidence:
                        journal.evidence.read(digest)
            except (JournalError, OSError) as trouble:
                damaged = True
                yield warning(Check.DATA, "data.damaged", file=name, trouble=f"game {game}: {trouble}")
        if not damaged:
            yield fine(Check.DATA, "data.games", file=name, games=len(journal.games()))
    finally:
        journal.close()


def why_not_writable(folder: Path) -> str:
    """Why nothing can be kept there; empty if it can."""
    if folder.exists() and not folder.is_dir():
        return "it is a file, not a folder"
    there = nearest_that_exists(folder)
    if there != folder:  # nothing is made by looking
        return "" if os.access(there, os.W_OK | os.X_OK) and there.is_dir() else f"{there} is not open to you"
    try:
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".doctor") as file:
            file.write(b"conclave")
            file.flush()
            os.fsync(file.fileno())
    except OSError as trouble:
        return trouble.strerror or str(trouble)
    return ""


def nearest_that_exists(folder: Path) -> Path:
    """The folder, or the first above it that is there."""
    return next((place for place in (folder, *folder.absolute().parents) if place.exists()), Path("/"))


def said_bytes(count: int) -> str:
    """A size as people say it."""
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.0f} MB"
