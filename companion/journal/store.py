"""The file of entries: SQLite with one connection, which alone reads and writes while the companion runs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from companion.journal.entries import Entry, Kind, Note, first_link, require_chain
from companion.journal.errors import Damaged, DiskFull, Locked, NewerVersion, UnknownGame

FORMAT = 1
APPLICATION = 0x436E636C  # "Cncl", so that tools can tell the file from others
WAIT_FOR_LOCK_SECONDS = 0.3
SCHEMA = (
    """CREATE TABLE entries (
        game TEXT NOT NULL, place INTEGER NOT NULL, at TEXT NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL,
        author TEXT NOT NULL, reason TEXT NOT NULL, evidence TEXT NOT NULL, previous TEXT NOT NULL,
        digest TEXT NOT NULL, PRIMARY KEY (game, place)
    ) WITHOUT ROWID""",
    """CREATE TRIGGER entries_are_never_rewritten BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'entries are never rewritten'); END""",
    # A chain cannot tell that its end is missing: the last entry of each game is kept apart as well.
    "CREATE TABLE last_entries (game TEXT PRIMARY KEY, place INTEGER NOT NULL, digest TEXT NOT NULL)",
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {FORMAT}",
)
Row = tuple[str, int, str, str, str, str, str, str, str, str]


class EntryStore:
    """Appends entries and gives them back; an entry that `append` returned from is on the disk."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._trouble():
            self._connection = sqlite3.connect(
                path, isolation_level=None, check_same_thread=False, timeout=WAIT_FOR_LOCK_SECONDS
            )
        try:
            with self._trouble():
                self._prepare()
        except BaseException:
            self._connection.close()
            raise

    def close(self) -> None:
        """Let the file go."""
        self._connection.close()

    def append(self, entries: Sequence[Entry]) -> None:
        """Write entries, all or none, and return once the disk has them."""
        with self._trouble(), self._transaction():
            self._connection.executemany(
                "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [_row(entry) for entry in entries],
            )
            self._connection.executemany(
                "INSERT INTO last_entries VALUES (?, ?, ?)"
                " ON CONFLICT (game) DO UPDATE SET place = excluded.place, digest = excluded.digest",
                [(entry.game, entry.place, entry.digest) for entry in entries],
            )

    def entries(self, game: str) -> tuple[Entry, ...]:
        """All entries of one game in their order, the chain checked."""
        with self._trouble():
            rows = self._connection.execute("SELECT * FROM entries WHERE game = ? ORDER BY place", (game,))
            entries = tuple(_entry(row) for row in rows)
            found = "SELECT place, digest FROM last_entries WHERE game = ?"
            last = self._connection.execute(found, (game,)).fetchone()
        if not entries and last is None:
            raise UnknownGame(game)
        require_chain(game, entries)
        if last != (len(entries) - 1, last_link(game, entries)):
            raise Damaged(f"game {game}", "its last entries are missing", len(entries))
        return entries

    def games(self) -> tuple[str, ...]:
        """Every game, the latest begun last."""
        with self._trouble():
            rows = self._connection.execute("SELECT game FROM last_entries ORDER BY game")
            return tuple(str(row[0]) for row in rows)

    def evidence_cited(self) -> set[str]:
        """The digests of all frames that some entry cites."""
        with self._trouble():
            rows = self._connection.execute("SELECT evidence FROM entries WHERE evidence != ''")
            return {digest for row in rows for digest in str(row[0]).split()}

    def delete(self, game: str) -> None:
        """Forget a whole game. Parts of a game cannot be forgotten."""
        with self._trouble(), self._transaction():
            self._connection.execute("DELETE FROM entries WHERE game = ?", (game,))
            self._connection.execute("DELETE FROM last_entries WHERE game = ?", (game,))

    def _prepare(self) -> None:
        run = self._connection.execute
        run("PRAGMA locking_mode = EXCLUSIVE")  # no second companion may write beside this one
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = FULL")
        version = int(run("PRAGMA user_version").fetchone()[0])
        if version > FORMAT:
            raise NewerVersion(str(self.path), version, FORMAT)
        with self._transaction():  # takes the lock, or says that another has it
            if version == 0:
                for statement in SCHEMA:
                    run(statement)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    @contextmanager
    def _trouble(self) -> Iterator[None]:
        """Name what SQLite reports."""
        try:
            yield
        except sqlite3.DatabaseError as problem:
            raise _named(str(self.path), problem) from problem


def _named(where: str, problem: sqlite3.DatabaseError) -> Exception:
    code = getattr(problem, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return Locked(where)
    if code == sqlite3.SQLITE_FULL:
        return DiskFull(where)
    return Damaged(where, str(problem))


def _row(entry: Entry) -> Row:
    note = entry.note
    evidence = " ".join(note.evidence)
    return (
        entry.game, entry.place, entry.at, str(note.kind), note.body, note.author, note.reason, evidence,
        entry.previous, entry.digest,
    )  # fmt: skip


def _entry(row: Row) -> Entry:
    game, place, at, kind, body, author, reason, evidence, previous, digest = row
    try:
        note = Note(Kind(kind), body, author, reason, tuple(evidence.split()))
    except (ValueError, AttributeError) as problem:
        raise Damaged(f"game {game}", f"entry {place} is unreadable", place) from problem
    return Entry(game, place, at, note, previous, digest)


def last_link(game: str, entries: Iterable[Entry]) -> str:
    """The digest that the next entry is bound to."""
    return ([first_link(game)] + [entry.digest for entry in entries])[-1]
