"""What phones are shown of a count: every zone with its photos, its cards, and what is still open."""

from __future__ import annotations

from dataclasses import dataclass

from companion.journal.counting import ZonePhoto
from companion.journal.sightings import Sighting
from companion.journal.story import Story
from companion.server.counting import Counting
from companion.table.zone_check import ZoneCheck
from companion.table.zone_photos import ZoneCard

Corners = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class SeenCardView:
    """A card on a photo; `counted` is what it counts as, none where it is open or left out."""

    name: str
    corners: Corners
    card: str
    counted: str | None
    asked: bool
    candidates: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class ZonePhotoView:
    """A photo of a zone, by the digest of its picture."""

    picture: str
    width: int
    height: int
    cards: tuple[SeenCardView, ...]


@dataclass(frozen=True, slots=True)
class CropView:
    """Where a card in question shows."""

    photo: int
    corners: Corners


@dataclass(frozen=True, slots=True)
class QuestionView:
    """One thing to settle in a tap."""

    key: str
    concern: str
    card: str
    options: tuple[str, ...]
    crops: tuple[CropView, ...]


@dataclass(frozen=True, slots=True)
class ZoneCountView:
    """One player's zone."""

    player: str
    begun: bool
    photos: tuple[ZonePhotoView, ...]
    counted: tuple[str, ...]  # the cards that are settled
    followed: int | None  # how many cards the game saw come into it, the hand included; none if nobody did
    confirmed: bool
    questions: tuple[QuestionView, ...]


@dataclass(frozen=True, slots=True)
class CountView:
    """The whole count; `ready` once nothing is open."""

    entries: int
    zones: tuple[ZoneCountView, ...]
    overcounted: tuple[str, ...]
    ready: bool


def count_view(counting: Counting, story: Story) -> CountView:
    """The count as it stands."""
    end = counting.end(story)
    records = story.count.zones if story.count is not None else {}
    zones = tuple(_zone(name, check, records[name].photos, counting) for name, check in end.checks)
    ready = not (end.overcounted or end.waiting_for or any(zone.questions for zone in zones))
    return CountView(story.entries, zones, end.overcounted, ready)


def _zone(name: str, check: ZoneCheck, photos: tuple[ZonePhoto, ...], counting: Counting) -> ZoneCountView:
    found, questions = check.found, check.questions
    known = check.known
    return ZoneCountView(
        player=name,
        begun=check.begun,
        photos=tuple(
            _photo(number, counting.sighting_of(photo), check) for number, photo in enumerate(photos)
        ),
        counted=tuple(sorted(code for _, code in found)),
        followed=None if known.tracked is None else sum(known.tracked.values()) + known.hand,
        confirmed=check.confirmed,
        questions=tuple(
            QuestionView(
                question.key,
                question.concern.value,
                question.card,
                question.options,
                tuple(CropView(crop.photo, crop.corners) for crop in question.crops),
            )
            for question in questions
        ),
    )


def _photo(number: int, sighting: Sighting, check: ZoneCheck) -> ZonePhotoView:
    counted, asked = dict(check.found), {question.key for question in check.questions}
    corners: dict[tuple[int, Corners], ZoneCard] = {
        (crop.photo, crop.corners): card for card in check.cards if card.face_up for crop in card.crops
    }
    cards = []
    for cell in sighting.cells:
        card = corners.get((number, cell.corners))
        if card is not None and cell.code is not None:
            cards.append(
                SeenCardView(
                    card.name,
                    cell.corners,
                    card.code,
                    counted.get(card.name),
                    f"card-{card.name}" in asked,
                    tuple((guess.name, round(guess.confidence, 4)) for guess in card.candidates),
                )
            )
    width, height = sighting.size_px
    return ZonePhotoView(sighting.frame, width, height, tuple(cards))
