"""What can go wrong with the journal, as exceptions that carry the facts. None of them destroys anything.

JournalError
├── NewerVersion     written by a newer companion
├── Damaged          a byte is not what was written; names the game and the entry where known
├── DiskFull         nothing more can be written; the last acknowledged entry stands
├── Locked           another companion is writing this journal
├── UnknownGame      no game of that name
├── NotInTheGame     a correction of something that is not there
└── NoBundle         a file that is not an exported game
    └── HarmfulBundle   one that would unpack outside its folder, or to too much
"""

from __future__ import annotations


class JournalError(Exception):
    """The root of all that the journal refuses."""


class NewerVersion(JournalError):
    """A journal or bundle of a format that this program does not know yet."""

    def __init__(self, where: str, found: int, known: int) -> None:
        super().__init__(f"{where} was written by a newer companion (format {found}, this one knows {known})")
        self.found = found


class Damaged(JournalError):
    """What is stored is not what was written."""

    def __init__(self, where: str, problem: str, place: int | None = None) -> None:
        super().__init__(f"{where} is damaged: {problem}")
        self.place = place


class DiskFull(JournalError):
    """Nothing more can be written until there is room."""

    def __init__(self, where: str) -> None:
        super().__init__(f"{where}: the disk is full; nothing was written, all that was acknowledged stands")


class Locked(JournalError):
    """Another program holds the journal."""

    def __init__(self, where: str) -> None:
        super().__init__(f"{where} is in use by another companion; stop it, or choose another data folder")


class UnknownGame(JournalError):
    """No such game is in the journal."""

    def __init__(self, game: str) -> None:
        super().__init__(f"the journal holds no game {game[:40]!r}")
        self.game = game


class NotInTheGame(JournalError):
    """A correction names an entry that holds no decision, or one that was withdrawn."""

    def __init__(self, place: int) -> None:
        super().__init__(f"entry {place} holds no decision that stands")
        self.place = place


class NoBundle(JournalError):
    """A file that cannot be taken in as a game."""

    def __init__(self, problem: str) -> None:
        super().__init__(f"not an exported game: {problem}")


class HarmfulBundle(NoBundle):
    """A file that would do harm if it were unpacked; nothing of it is."""
