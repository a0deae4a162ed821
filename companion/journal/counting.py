"""The count of the zones at the end: what players showed and said of them, and what was counted in the end.

Each is one entry; its body is text, its photos are evidence, the sighting of each last:

    begin                          the zones are counted from now on
    leave                          they are not, play goes on
    photograph Ana                 a photo of Ana's zone; each line below names sightings of one card,
    0.3 1.0                        photo and card, as far as photos overlap
    confirm Ana                    the zone is as the game was followed
    say Ana                        what a person said, a line each: key and choice
    card-0.3 puG5
    anew Ana                       what was shown and said of this zone is put away
    tally                          what was counted, a line a player in the order of the seats
    puG5 reC1
    blW2
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.games.conclave.components import Mage
from companion.games.conclave.errors import ConclaveError
from companion.games.conclave.notation import mage
from companion.journal.errors import Damaged

MOST_PHOTOS = 12  # of one zone
KEY, CHOICE = re.compile(r"[a-zA-Z0-9.-]{1,40}"), re.compile(r"[a-zA-Z0-9-]{1,20}")
SIGHTING = re.compile(r"([0-9]{1,2})\.([0-9]{1,3})")
Sightings = tuple[tuple[int, int], ...]  # of one card: photo and card, both counted from 0


@dataclass(frozen=True, slots=True)
class CountBegun:
    """The zones are counted from now on."""


@dataclass(frozen=True, slots=True)
class CountLeft:
    """The count is given up, and play goes on."""


@dataclass(frozen=True, slots=True)
class ZonePhotographed:
    """A photo of a zone, and which sightings on all its photos are one card; the others are one each."""

    player: str
    same: tuple[Sightings, ...] = ()


@dataclass(frozen=True, slots=True)
class ZoneConfirmed:
    """The player says that the zone is as the game was followed."""

    player: str


@dataclass(frozen=True, slots=True)
class ZoneSaid:
    """What a person said of a zone: choices by their keys."""

    player: str
    answers: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ZoneAnew:
    """What was shown and said of a zone is put away."""

    player: str


@dataclass(frozen=True, slots=True)
class ZonesTallied:
    """What was counted, in the order of the seats."""

    zones: tuple[tuple[Mage, ...], ...]


ZoneStep = ZonePhotographed | ZoneConfirmed | ZoneSaid | ZoneAnew
CountStep = CountBegun | CountLeft | ZoneStep | ZonesTallied


@dataclass(frozen=True, slots=True)
class ZonePhoto:
    """A photo by the entry that brought it, and what that entry cites."""

    place: int
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ZoneRecord:
    """All that was shown and said of one zone."""

    photos: tuple[ZonePhoto, ...] = ()
    same: tuple[Sightings, ...] = ()
    answers: Mapping[str, str] = field(default_factory=dict)
    confirmed: bool = False

    def after(self, step: ZoneStep, photo: ZonePhoto) -> ZoneRecord:
        """The record with one more step."""
        match step:
            case ZoneAnew():
                return ZoneRecord()
            case ZoneConfirmed():
                return replace(self, confirmed=True)
            case ZoneSaid():
                return replace(self, answers={**self.answers, **dict(step.answers)})
            case ZonePhotographed():
                if len(self.photos) == MOST_PHOTOS:
                    raise ValueError(f"expected at most {MOST_PHOTOS} photos of a zone")
                return replace(self, photos=(*self.photos, photo), same=step.same)


@dataclass(frozen=True, slots=True)
class Count:
    """A count that was begun: the record of each zone, and what was counted once nothing was open."""

    zones: Mapping[str, ZoneRecord]
    tallied: tuple[tuple[Mage, ...], ...] | None = None

    def after(self, step: CountStep, photo: ZonePhoto) -> Count | None:
        """The count with one more step; none if it is given up."""
        match step:
            case CountBegun():
                return self
            case CountLeft():
                return None
            case ZonesTallied():
                if len(step.zones) != len(self.zones):
                    raise ValueError(f"expected {len(self.zones)} zones, got {len(step.zones)}")
                return replace(self, tallied=step.zones)
        if step.player not in self.zones:
            raise ValueError(f"{step.player!r} does not play")
        changed = self.zones[step.player].after(step, photo)
        return Count({**self.zones, step.player: changed})  # whoever says more has not been counted yet


def count_after(count: Count | None, step: CountStep, names: Sequence[str], photo: ZonePhoto) -> Count | None:
    """The count once a step was taken; a count is begun before anything is counted."""
    if isinstance(step, CountBegun):
        return count or Count({name: ZoneRecord() for name in names})
    if count is None:
        raise ValueError("nothing is being counted")
    return count.after(step, photo)


def print_step(step: CountStep) -> str:
    """A step as text."""
    first = VERBS[type(step)]
    if not isinstance(step, CountBegun | CountLeft | ZonesTallied):
        first = f"{first} {step.player}"
    return "\n".join([first, *_lines(step)])


def _lines(step: CountStep) -> list[str]:
    match step:
        case ZonePhotographed():
            return [" ".join(f"{photo}.{card}" for photo, card in seen) for seen in step.same]
        case ZoneSaid():
            return [f"{key} {choice}" for key, choice in step.answers]
        case ZonesTallied():
            return [" ".join(map(str, zone)) for zone in step.zones]
    return []


def parse_step(text: str) -> CountStep:
    """The step that a text tells; the text must be just what would be written for it."""
    try:
        step = _step(*text.split("\n"))
    except (ValueError, ConclaveError) as problem:
        raise Damaged("a count", str(problem)[:120]) from problem
    if print_step(step) != text:
        raise Damaged("a count", f"{text[:60]!r} is not written as counts are")
    return step


def _step(first: str, *rest: str) -> CountStep:
    word, _, player = first.partition(" ")
    if word not in READERS:
        raise ValueError(f"{first[:60]!r} counts nothing")
    return READERS[word](player, rest)


def _sightings(line: str) -> Sightings:
    found = [SIGHTING.fullmatch(word) for word in line.split(" ")]
    if not all(found):
        raise ValueError(f"{line[:60]!r} names no sightings")
    return tuple((int(one[1]), int(one[2])) for one in found if one is not None)


def _answer(line: str) -> tuple[str, str]:
    key, _, choice = line.partition(" ")
    if not (KEY.fullmatch(key) and CHOICE.fullmatch(choice)):
        raise ValueError(f"{line[:60]!r} is no answer")
    return key, choice


def _zones(lines: Sequence[str]) -> ZonesTallied:
    return ZonesTallied(tuple(tuple(mage(code) for code in line.split()) for line in lines))


VERBS: dict[type[CountStep], str] = {
    CountBegun: "begin",
    CountLeft: "leave",
    ZonePhotographed: "photograph",
    ZoneConfirmed: "confirm",
    ZoneSaid: "say",
    ZoneAnew: "anew",
    ZonesTallied: "tally",
}
READERS: dict[str, Callable[[str, Sequence[str]], CountStep]] = {
    "begin": lambda _player, _lines: CountBegun(),
    "leave": lambda _player, _lines: CountLeft(),
    "photograph": lambda player, lines: ZonePhotographed(player, tuple(map(_sightings, lines))),
    "confirm": lambda player, _lines: ZoneConfirmed(player),
    "say": lambda player, lines: ZoneSaid(player, tuple(map(_answer, lines))),
    "anew": lambda player, _lines: ZoneAnew(player),
    "tally": lambda _player, lines: _zones(lines),
}
