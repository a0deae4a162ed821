"""Photos of zones that are told by their own text, so that a count can be served without seeing anything."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from companion.journal.sightings import DeckName, SeenCell, Sighting, print_sighting
from companion.table.photographed import (
    PhotographedTable,
    PhotographedZone,
    PhotoTrouble,
    UnusablePhoto,
    ZoneAsked,
)

JPEG = b"\xff\xd8\xff"


@dataclass(slots=True)
class TypedZones:
    """Reads `puG5 reC1? grW4` as three cards, the second not surely; a card named again is the same one."""

    read_so_far: list[bytes] = field(default_factory=list)

    async def read(self, content: bytes) -> PhotographedTable:
        return PhotographedTable(content, 1, 1, not_found="nothing")

    async def read_zone(self, asked: ZoneAsked) -> PhotographedZone:
        self.read_so_far.append(asked.content)
        words = asked.content.decode().split()
        if not words:
            raise UnusablePhoto(PhotoTrouble.NO_CARDS, "nothing is written there")
        sighting = _sighting(asked.content, words)
        pieces = (JPEG + asked.content, b"small", b"crops", b"deck", print_sighting(sighting))
        return PhotographedZone(pieces, _same(asked, words))


def _same(asked: ZoneAsked, words: list[str]) -> tuple[tuple[tuple[int, int], ...], ...]:
    photos = [[card.code for card in photo] for photo in asked.earlier] + [[one.rstrip("?") for one in words]]
    seen: dict[str, list[tuple[int, int]]] = {}
    for number, photo in enumerate(photos):
        for place, code in enumerate(photo):
            seen.setdefault(code, []).append((number, place))
    return tuple(sorted(tuple(one) for one in seen.values() if len({photo for photo, _ in one}) > 1))


def _sighting(content: bytes, words: list[str]) -> Sighting:
    digest = hashlib.sha256(JPEG + content).hexdigest()
    small, crops, deck = (hashlib.sha256(one).hexdigest() for one in (b"small", b"crops", b"deck"))
    cells = tuple(_cell(place, word) for place, word in enumerate(words))
    return Sighting(digest, (640, 480), small, crops, DeckName("house", deck), "", "0", cells, layout="free")


def _cell(place: int, word: str) -> SeenCell:
    sure, left = not word.endswith("?"), 60.0 * place
    corners = (left, 0.0), (left + 56, 0.0), (left + 56, 87.0), (left, 87.0)
    odds = 0.99 if sure else 0.6
    return SeenCell(0, place, corners, "card", odds, accepted=sure, candidates=((word.rstrip("?"), odds),))
