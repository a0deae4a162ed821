"""Which game lies on the table: what a restart goes on with, which need not be the game begun last."""

from __future__ import annotations

import contextlib
from pathlib import Path

from companion.journal.durable_file import write_durably

NO_GAME = "none"


class TableMark:
    """A small file with the game on the table; without it nobody has ever put one there."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def put(self, game: str | None) -> None:
        """Remember the game on the table, or that there is none.

        A disk that refuses this loses no decision: those are in the journal.
        """
        with contextlib.suppress(OSError):
            write_durably(self._path, (game or NO_GAME).encode())

    def choose(self, games: tuple[str, ...]) -> tuple[str, ...]:
        """The games that a restart may go on with, the likeliest last."""
        try:
            marked = self._path.read_text(encoding="utf-8").strip()
        except (OSError, ValueError):
            return games
        if marked == NO_GAME:
            return ()
        return (*(game for game in games if game != marked), marked) if marked in games else games
