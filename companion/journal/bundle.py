"""A whole game as one file: entries, evidence, a page for people, and a manifest of hashes, sealed.

| member                  | what it is                                                                     |
|-------------------------|--------------------------------------------------------------------------------|
| `manifest.json`         | format, game, versions of program, decks and models, the hash of each file     |
| `entries.jsonl`         | the journal's entries, each bound to the one before by its hash                |
| `index.html`            | the page: opens in any browser, needs nothing beside it                        |
| `evidence/DIGEST.jpg …` | frames, crops, sightings and decks, each named by its own hash                 |
| `seal.txt`              | the hash of the manifest                                                       |

It chooses no path, unpacks nothing to a disk, and every byte of it is checked.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from companion.games.conclave.errors import ConclaveError
from companion.journal.archive import END, LARGEST_ARCHIVE, LOCAL, NotAsWritten, pack, unpack
from companion.journal.bundle_page import bundle_page
from companion.journal.entries import Entry, Kind, Note, require_chain
from companion.journal.errors import Damaged, HarmfulBundle, JournalError, NewerVersion, NoBundle
from companion.journal.journal import GAME_ID, Journal
from companion.journal.sightings import Sighting, is_sighting, parse_sighting
from companion.journal.story import Story, tell

FORMAT, VERSION = "conclave-game-bundle", 2
MANIFEST, ENTRIES, PAGE, SEAL = "manifest.json", "entries.jsonl", "index.html", "seal.txt"
EVIDENCE = re.compile(r"evidence/([0-9a-f]{64})\.(jpg|png|webp|json|zip|bin)")
ENDINGS = ((b"\xff\xd8\xff", "jpg"), (b"\x89PNG", "png"), (b"RIFF", "webp"), (b"{", "json"), (LOCAL, "zip"))
LARGEST_MANIFEST = 8 * 2**20


@dataclass(frozen=True, slots=True)
class Versions:
    """With what a game was recorded and packed."""

    program: str
    decks: tuple[tuple[str, str], ...] = ()  # name and digest
    models: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Bundle:
    """A bundle whose bytes, hashes and chain hold."""

    game: str
    versions: Versions
    entries: tuple[Entry, ...]
    evidence: Mapping[str, bytes]  # by digest
    page: bytes
    files: int
    fingerprint: str

    def sightings(self) -> dict[str, Sighting]:
        """All sightings by their digest; `Damaged` names the first that is none."""
        return sightings_among(self.evidence)


def program_version() -> str:
    """The version of this program."""
    try:
        return version("conclave-companion")
    except PackageNotFoundError:
        return "unknown"


def sightings_among(evidence: Mapping[str, bytes]) -> dict[str, Sighting]:
    """The sightings among pieces of evidence, by digest."""
    return {digest: parse_sighting(content) for digest, content in evidence.items() if is_sighting(content)}


def export_game(journal: Journal, game: str) -> bytes:
    """The game as a bundle."""
    entries = journal.store.entries(game)
    cited = sorted({digest for entry in entries for digest in entry.note.evidence})
    return pack_bundle(game, entries, {digest: journal.evidence.read(digest) for digest in cited})


def pack_bundle(game: str, entries: tuple[Entry, ...], evidence: Mapping[str, bytes]) -> bytes:
    """These entries and their evidence as a bundle."""
    versions = versions_of(sightings_among(evidence))
    members = {
        ENTRIES: "".join(_line(entry) for entry in entries).encode(),
        PAGE: bundle_page(entries, evidence, versions.program),
        **{member_name(digest, evidence[digest]): evidence[digest] for digest in sorted(evidence)},
    }
    manifest = _print_manifest(game, entries[-1].digest, versions, members)
    return pack({MANIFEST: manifest, **members, SEAL: _seal(manifest)})


def versions_of(sightings: Mapping[str, Sighting]) -> Versions:
    """What a game was recorded with."""
    return Versions(
        program_version(),
        tuple(sorted({(one.deck.name, one.deck.digest) for one in sightings.values()})),
        tuple(sorted({one.model for one in sightings.values() if one.model})),
    )


def member_name(digest: str, content: bytes) -> str:
    """The name under which a piece of evidence lies in a bundle; its ending helps people open it."""
    ending = next((ending for start, ending in ENDINGS if content.startswith(start)), "bin")
    return f"evidence/{digest}.{ending}"


def import_game(journal: Journal, packed: bytes) -> Story:
    """Take a game in, after every byte, the chain and the story have been checked."""
    bundle = open_bundle(packed)
    story = told(bundle.entries)
    if bundle.game in journal.games():
        return _already_here(journal, bundle.game, bundle.entries)
    for content in bundle.evidence.values():
        journal.evidence.keep(content)
    journal.store.append(bundle.entries)
    return story


def open_bundle(packed: bytes) -> Bundle:
    """Look into a bundle; `NoBundle`, `NewerVersion` and `Damaged` name what is wrong with it."""
    try:
        members = unpack(packed)
    except NotAsWritten as problem:
        raise _refusal(packed, problem) from problem
    text = members.pop(MANIFEST, b"")
    manifest = _manifest(text)
    strange = [name for name in members if name not in (ENTRIES, PAGE, SEAL) and not EVIDENCE.fullmatch(name)]
    for name in filter(_leads_elsewhere, strange):
        raise HarmfulBundle(f"{name[:60]!r} would unpack outside its folder")
    if strange:
        raise NoBundle(f"it holds {strange[0][:60]!r}, which no game has")
    if members.pop(SEAL, b"") != _seal(text):
        raise Damaged("the bundle", f"{SEAL} is not the seal of its manifest")
    _require_hashes(manifest["files"], members)
    return _checked(manifest, members, hashlib.sha256(text).hexdigest())


def _checked(manifest: dict[str, Any], members: dict[str, bytes], fingerprint: str) -> Bundle:
    game = str(manifest["game"])
    if not GAME_ID.fullmatch(game):
        raise NoBundle(f"{game[:40]!r} is no game")
    if ENTRIES not in members or PAGE not in members:
        raise NoBundle(f"it holds no {ENTRIES if ENTRIES not in members else PAGE}")
    count, page = len(members), members.pop(PAGE)
    entries = _entries(members.pop(ENTRIES))
    require_chain(game, entries)
    if entries[-1].digest != manifest["last"]:
        raise Damaged(f"game {game}", "its last entries are missing")
    evidence = {name[9:73]: content for name, content in members.items()}
    cited = {digest for entry in entries for digest in entry.note.evidence}
    for digest in sorted(cited ^ set(evidence)):
        lack = "missing" if digest in cited else "cited by no entry"
        raise Damaged("the bundle", f"evidence {digest[:12]} is {lack}")
    return Bundle(game, _versions(manifest), entries, evidence, page, count + 2, fingerprint)


def told(entries: tuple[Entry, ...]) -> Story:
    """The story; hashes can be right where the game they seal could never have been."""
    try:
        return tell(entries)
    except (ConclaveError, JournalError, ValueError, IndexError) as problem:
        raise NoBundle(f"its story cannot be told, {problem}") from problem


def _already_here(journal: Journal, game: str, entries: tuple[Entry, ...]) -> Story:
    if journal.store.entries(game) != entries:
        raise NoBundle(f"another telling of game {game} is here already; delete one of them first")
    return journal.story(game)


def _refusal(packed: bytes, problem: NotAsWritten) -> JournalError:
    """What a file is that is not written as bundles are: damaged, from a newer companion, something else."""
    if len(packed) > LARGEST_ARCHIVE:
        return NoBundle("it is too large")
    ours = FORMAT.encode() in packed[:LARGEST_MANIFEST]
    if not ours and packed[:4] != LOCAL and END not in packed[-(1 << 16) :]:
        return NoBundle("it is no zip file")
    try:
        ours |= _holds_a_manifest(packed)
    except (NoBundle, NewerVersion) as refusal:
        return refusal
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError):
        pass  # the zip's own tables are damaged: what is known is the first byte that is wrong
    if not ours:
        return NoBundle("it is a zip file of something else")
    return Damaged("the bundle", f"it is not as it was exported, {problem}")


def _holds_a_manifest(packed: bytes) -> bool:
    """Whether a zip of any program holds a game; one that would do harm, or a newer one, is refused."""
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        listed = archive.infolist()
        for member in listed:
            if _leads_elsewhere(member.filename):
                raise HarmfulBundle(f"{member.filename[:60]!r} would unpack outside its folder")
        if sum(member.file_size for member in listed) > max(LARGEST_ARCHIVE, 20 * len(packed)):
            raise HarmfulBundle("it unpacks to too much")
        first = next((member for member in listed if member.filename == MANIFEST), None)
        if first is None or first.file_size > LARGEST_MANIFEST:
            return False
        _manifest(archive.read(first))
        return True


def _leads_elsewhere(name: str) -> bool:
    """Whether a careless program would unpack this member outside its folder."""
    parts = re.split(r"[/\\]", name)
    return ".." in parts or not parts[0] or ":" in parts[0]


def _print_manifest(game: str, last: str, versions: Versions, members: Mapping[str, bytes]) -> bytes:
    manifest = {
        "format": FORMAT,
        "version": VERSION,
        "game": game,
        "last": last,
        "program": versions.program,
        "decks": [{"name": name, "digest": digest} for name, digest in versions.decks],
        "models": list(versions.models),
        "files": {name: hashlib.sha256(content).hexdigest() for name, content in members.items()},
    }
    return (json.dumps(manifest, indent=1) + "\n").encode()


def _manifest(text: bytes) -> dict[str, Any]:
    try:
        manifest = json.loads(text)
        if manifest["format"] != FORMAT:
            raise NoBundle(f"its format is {str(manifest['format'])[:40]!r}")
        if int(manifest["version"]) > VERSION:
            raise NewerVersion("the bundle", int(manifest["version"]), VERSION)
        if int(manifest["version"]) < VERSION:
            raise NoBundle("it was packed by an early companion: export the game again")
        return {name: manifest[name] for name in ("game", "last", "program", "decks", "models", "files")}
    except (ValueError, KeyError, TypeError, RecursionError) as problem:
        raise NoBundle("its manifest cannot be read") from problem


def _versions(manifest: dict[str, Any]) -> Versions:
    try:
        decks = tuple((str(deck["name"]), str(deck["digest"])) for deck in manifest["decks"])
        return Versions(str(manifest["program"]), decks, tuple(str(model) for model in manifest["models"]))
    except (KeyError, TypeError) as problem:
        raise NoBundle("its manifest cannot be read") from problem


def _seal(manifest: bytes) -> bytes:
    return f"sha256 {hashlib.sha256(manifest).hexdigest()} {MANIFEST}\n".encode()


def _require_hashes(listed: object, members: dict[str, bytes]) -> None:
    found = {name: hashlib.sha256(content).hexdigest() for name, content in members.items()}
    if not isinstance(listed, dict) or listed != found:
        said = listed if isinstance(listed, dict) else {}
        names = [name for name in {**found, **said} if said.get(name) != found.get(name)]
        raise Damaged("the bundle", f"{(names or ['a file'])[0]} is not what the manifest says")
    for name, digest in found.items():
        if name.startswith("evidence/") and name != member_name(digest, members[name]):
            raise Damaged("the bundle", f"{name} is not the evidence it is named after")


def _entries(content: bytes) -> tuple[Entry, ...]:
    try:
        entries = tuple(_entry(line) for line in content.decode().splitlines())
    except UnicodeDecodeError as problem:
        raise NoBundle("its entries cannot be read") from problem
    if not entries:
        raise NoBundle("it holds no entries")
    if "".join(_line(entry) for entry in entries).encode() != content:
        raise Damaged("the bundle", f"{ENTRIES} is not written as entries are")
    return entries


def _line(entry: Entry) -> str:
    return json.dumps(asdict(entry), ensure_ascii=True) + "\n"


def _entry(line: str) -> Entry:
    try:
        fields = json.loads(line)
        note = fields.pop("note")
        kind, evidence = Kind(note.pop("kind")), tuple(note.pop("evidence"))
        return Entry(note=Note(kind=kind, evidence=evidence, **note), **fields)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
        raise NoBundle("its entries cannot be read") from problem
