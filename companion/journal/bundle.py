"""A whole game as one file: entries, frames, and a manifest of hashes. It chooses no path."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from dataclasses import asdict
from typing import Any

from companion.games.conclave.errors import ConclaveError
from companion.journal.entries import Entry, Kind, Note, require_chain
from companion.journal.errors import Damaged, NewerVersion, NoBundle
from companion.journal.evidence import DIGEST
from companion.journal.journal import GAME_ID, Journal
from companion.journal.story import Story, tell

FORMAT = 1
MANIFEST, ENTRIES = "manifest.json", "entries.jsonl"
LARGEST_MEMBER = 32 * 2**20
LARGEST_BUNDLE = 512 * 2**20
MOST_MEMBERS = 20_000


def export_game(journal: Journal, game: str) -> bytes:
    """The game as a zip file."""
    entries = journal.store.entries(game)
    members = {ENTRIES: "".join(_line(entry) for entry in entries).encode()}
    for digest in sorted({digest for entry in entries for digest in entry.note.evidence}):
        members[f"evidence/{digest}"] = journal.evidence.read(digest)
    manifest = {
        "format": "conclave-game-bundle",
        "version": FORMAT,
        "game": game,
        "last": entries[-1].digest,
        "files": {name: hashlib.sha256(content).hexdigest() for name, content in members.items()},
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr(MANIFEST, json.dumps(manifest, indent=1))
        for name, content in members.items():
            bundle.writestr(name, content)
    return packed.getvalue()


def import_game(journal: Journal, packed: bytes) -> Story:
    """Take a game in, after every hash, the chain and the story have been checked."""
    members = _unpack(packed)
    manifest = _manifest(members.pop(MANIFEST, b""))
    game = str(manifest["game"])
    if not GAME_ID.fullmatch(game):
        raise NoBundle(f"{game[:40]!r} is no game")
    _require_hashes(manifest["files"], members)
    entries = tuple(_entry(line) for line in members.pop(ENTRIES, b"").decode().splitlines())
    if not entries:
        raise NoBundle("it holds no entries")
    require_chain(game, entries)
    if entries[-1].digest != manifest["last"]:
        raise Damaged(f"game {game}", "its last entries are missing")
    story = _told(entries)
    if game in journal.games():
        return _already_here(journal, game, entries)
    for content in members.values():
        journal.evidence.keep(content)
    journal.store.append(entries)
    return story


def _told(entries: tuple[Entry, ...]) -> Story:
    """The story; hashes can be right where the game they seal could never have been."""
    try:
        return tell(entries)
    except (ConclaveError, ValueError, IndexError) as problem:
        raise NoBundle(f"its story cannot be told, {problem}") from problem


def _already_here(journal: Journal, game: str, entries: tuple[Entry, ...]) -> Story:
    if journal.store.entries(game) != entries:
        raise NoBundle(f"another telling of game {game} is here already; delete one of them first")
    return journal.story(game)


def _unpack(packed: bytes) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(io.BytesIO(packed)) as bundle:
            sizes = [member.file_size for member in bundle.infolist()]
            if len(sizes) > MOST_MEMBERS or max(sizes, default=0) > LARGEST_MEMBER:
                raise NoBundle("it is too large")
            if sum(sizes) > LARGEST_BUNDLE:
                raise NoBundle("it is too large")
            return {_safe(member.filename): bundle.read(member) for member in bundle.infolist()}
    except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError, OSError, ValueError) as problem:
        raise NoBundle(str(problem)) from problem
    except zlib.error as problem:
        raise NoBundle(str(problem)) from problem


def _safe(name: str) -> str:
    """Only names that this module writes; no name ever becomes a path."""
    kind, _, digest = name.partition("/")
    if name in (MANIFEST, ENTRIES) or (kind == "evidence" and DIGEST.fullmatch(digest)):
        return name
    raise NoBundle(f"it holds {name[:60]!r}, which no game has")


def _manifest(text: bytes) -> dict[str, Any]:
    try:
        manifest = json.loads(text)
        if manifest["format"] != "conclave-game-bundle":
            raise NoBundle(f"its format is {str(manifest['format'])[:40]!r}")
        if int(manifest["version"]) > FORMAT:
            raise NewerVersion("the bundle", int(manifest["version"]), FORMAT)
        return {name: manifest[name] for name in ("game", "last", "files")}
    except (ValueError, KeyError, TypeError) as problem:
        raise NoBundle("its manifest cannot be read") from problem


def _require_hashes(listed: object, members: dict[str, bytes]) -> None:
    found = {name: hashlib.sha256(content).hexdigest() for name, content in members.items()}
    if listed != found:
        names = [name for name in found if not isinstance(listed, dict) or listed.get(name) != found[name]]
        raise Damaged("the bundle", f"{(names or ['a file'])[0]} is not what the manifest says")
    for name, digest in found.items():
        if name.startswith("evidence/") and name != f"evidence/{digest}":
            raise Damaged("the bundle", f"{name} is not the frame it is named after")


def _line(entry: Entry) -> str:
    return json.dumps(asdict(entry), ensure_ascii=False) + "\n"


def _entry(line: str) -> Entry:
    try:
        fields = json.loads(line)
        note = fields.pop("note")
        kind, evidence = Kind(note.pop("kind")), tuple(note.pop("evidence"))
        return Entry(note=Note(kind=kind, evidence=evidence, **note), **fields)
    except (ValueError, KeyError, TypeError, AttributeError) as problem:
        raise NoBundle("its entries cannot be read") from problem
