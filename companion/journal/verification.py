"""Re-checks a bundle, its bytes and its pixels, and names the first thing that does not hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.games.conclave.components import Mage
from companion.games.conclave.conclave import CELLS, Cell
from companion.games.conclave.events import ConclaveRefilled, EmissarySent
from companion.journal.bundle import Bundle, open_bundle, program_version
from companion.journal.bundle_page import bundle_page
from companion.journal.decisions import parse_events
from companion.journal.entries import Entry, Kind
from companion.journal.errors import Damaged
from companion.journal.rejudging import rejudge_entries, verdict_on
from companion.journal.sightings import SeenCell, Sighting
from companion.journal.story import tell

CONFIDENCE_MAY_DIFFER = 0.1
"""Between machines: the last digits of pictures and sums differ, and near a threshold that can be seen."""


class Rereader(Protocol):
    """Reads a stored frame again: with the stored deck, and the network of this installation."""

    model: str  # the digest of the network it would ask

    def cells(self, sighting: Sighting, frame: bytes, deck: bytes) -> tuple[SeenCell, ...]:
        """What the frame shows by the corners that are stored; `Damaged` if it cannot be read at all."""

    def strange_picture(self, small: bytes, crops: bytes) -> str:
        """Which of these was not made from the frame read last; empty if both were."""


@dataclass(frozen=True, slots=True)
class Held:
    """Something that was checked and holds, or a remark on what could not be."""

    what: str
    said: str
    is_remark: bool = False


def verify_bundle(packed: bytes, rereader: Rereader) -> Iterator[Held]:
    """Each thing that holds, as it is found out; `JournalError` at the first that does not."""
    bundle = open_bundle(packed)
    yield Held("bytes", f"{len(packed)} bytes, none of them other than they were written")
    yield Held("seal", f"fingerprint {' '.join(re.findall('.{8}', bundle.fingerprint[:32]))}")
    yield Held("hashes", f"{bundle.files} files, each with the hash that the manifest names")
    yield Held("chain", f"{len(bundle.entries)} entries, each bound to the one before")
    yield from _check_versions(bundle, rereader)
    yield _check_rules(bundle)
    yield _check_page(bundle)
    yield from _check_readings(bundle, rereader)


def _check_versions(bundle: Bundle, rereader: Rereader) -> Iterator[Held]:
    versions = bundle.versions
    decks = ", ".join(f"deck {name} {digest[:12]}" for name, digest in versions.decks)
    models = ", ".join(f"network {model[:12]}" for model in versions.models)
    yield Held("versions", ", ".join(part for part in (f"program {versions.program}", decks, models) if part))
    found = bundle.sightings().values()
    named = {(one.deck.name, one.deck.digest) for one in found}, {one.model for one in found if one.model}
    if named != (set(versions.decks), set(versions.models)):
        raise Damaged("the bundle", "its manifest names other decks or networks than its sightings")
    for program in sorted({versions.program, *(one.program for one in found)} - {program_version()}):
        said = f"recorded with program {program}, checked with {program_version()}: readings may differ"
        yield Held("versions", said, is_remark=True)
    if set(versions.models) - {rereader.model}:
        yield Held("versions", "recorded with another network than this one has", is_remark=True)


def _check_rules(bundle: Bundle) -> Held:
    story = rejudge_entries(bundle.entries)
    kinds = [entry.note.kind for entry in bundle.entries]
    verdicts = sum(verdict_on(story.before(move.place), move.events) is not None for move in story.moves)
    decisions = _counted(kinds.count(Kind.DECISION), "decision")
    corrections = _counted(kinds.count(Kind.CORRECTION), "correction")
    judged = _counted(verdicts, "verdict")
    return Held("rules", f"{decisions} and {corrections} judged again, {judged}, all the same")


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _check_page(bundle: Bundle) -> Held:
    if bundle.versions.program != program_version():
        said = f"written by program {bundle.versions.program}, not compared"
        return Held("page", said, is_remark=True)
    if bundle_page(bundle.entries, bundle.evidence, bundle.versions.program) != bundle.page:
        raise Damaged("index.html", "it does not show what the entries and the evidence say")
    return Held("page", "it shows what the entries and the evidence say")


def _check_readings(bundle: Bundle, rereader: Rereader) -> Iterator[Held]:
    sightings = bundle.sightings()
    places = {digest: entry.place for entry in bundle.entries[::-1] for digest in entry.note.evidence}
    cells = 0
    for digest, sighting in sorted(sightings.items(), key=lambda item: (places[item[0]], item[0])):
        where = f"entry {places[digest]}"
        _check_sighting(bundle, rereader, sighting, where)
        cells += len(sighting.cells)
        yield Held(where, f"its frame reads the same: {len(sighting.cells)} cells")
    compared = _check_events(bundle, sightings)
    if sightings:
        frames = len(sightings)
        said = f"{frames} frames read again, {cells} cells, {compared} cards compared with what was recorded"
        yield Held("readings", said)
    else:
        yield Held("readings", "no frame was read in this game: it was entered by hand", is_remark=True)


def _check_sighting(bundle: Bundle, rereader: Rereader, sighting: Sighting, where: str) -> None:
    missing = [digest for digest in sighting.cites if digest not in bundle.evidence]
    if missing:
        raise Damaged(where, f"its sighting builds on {missing[0][:12]}, which is not in the bundle")
    frame, small, crops, deck = (bundle.evidence[digest] for digest in sighting.cites)
    again = rereader.cells(sighting, frame, deck)
    same_reader = sighting.program == program_version() and sighting.model in ("", rereader.model)
    for recorded, read in zip(sighting.cells, again, strict=True):
        difference = difference_of(recorded, read, same_reader=same_reader)
        if difference:
            raise Damaged(where, f"cell {recorded.row},{recorded.column} of its frame {difference}")
    strange = rereader.strange_picture(small, crops)
    if strange:
        raise Damaged(where, strange)


def difference_of(recorded: SeenCell, read: SeenCell, *, same_reader: bool) -> str:
    """In what a cell read again differs from what was recorded; empty if it holds."""
    same = (recorded.state, recorded.code) == (read.state, read.code)
    surely_another = not same and (recorded.accepted or read.accepted)
    # Another version may be more careful or less; the same one is as sure as it was.
    as_sure = abs(recorded.confidence - read.confidence) <= CONFIDENCE_MAY_DIFFER
    if surely_another or (same_reader and not as_sure):
        return f"was recorded as {_say(recorded)} and is read as {_say(read)}"
    return ""


def _say(cell: SeenCell) -> str:
    sure = "" if cell.accepted else ", not surely"
    return f"{cell.code or cell.state} ({cell.confidence:.1%}{sure})"


def _check_events(bundle: Bundle, sightings: dict[str, Sighting]) -> int:
    """Compare the cards that the camera recorded with what the frames beside them show."""
    compared = 0
    names = tell(bundle.entries[:1]).names
    for entry in bundle.entries:
        if entry.note.kind not in (Kind.SETUP, Kind.DECISION) or not entry.note.by_camera:
            continue
        seen = [sightings[digest] for digest in entry.note.evidence if digest in sightings]
        for cell, mage in _laid_by(entry, names):
            for sighting in seen:
                shown = sighting.cell(cell.row, cell.column)
                if shown is None or not shown.accepted or shown.state != "card":
                    continue
                if shown.code != str(mage):
                    said = f"it says {mage} at {cell}, and its frame shows {_say(shown)}"
                    raise Damaged(f"entry {entry.place}", said, entry.place)
                compared += 1
    return compared


def _laid_by(entry: Entry, names: Sequence[str]) -> list[tuple[Cell, Mage]]:
    """The cards that an entry lays into cells."""
    if entry.note.kind is Kind.SETUP:
        conclave = tell([entry]).setup.conclave
        cards = zip(CELLS, conclave.cards, strict=True)
        return [(cell, card) for cell, card in cards if isinstance(card, Mage)]
    first = parse_events(entry.note.body, names)[0]
    if isinstance(first, EmissarySent):
        return [(first.cell, first.mage)]
    return list(first.mages) if isinstance(first, ConclaveRefilled) else []
