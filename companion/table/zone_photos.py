"""A zone on photos: every card once, however many photos show it, with what it may be and where to look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.conclave.components import Mage
from companion.games.conclave.notation import CARDS_BY_CODE
from vision.loose_cards import Corners, LooseCard
from vision.readings import Guess


@dataclass(frozen=True, slots=True)
class Crop:
    """Where a card shows: the photo, counted from 0, and the card's corners in its pixels."""

    photo: int
    corners: Corners


@dataclass(frozen=True, slots=True)
class ZoneCard:
    """One card of a zone: what it may be, likeliest first, whether that is sure, and its pictures.

    Its name is its first sighting, photo and card, which stays when more photos are taken.
    """

    name: str
    candidates: tuple[Guess, ...]
    sure: bool
    crops: tuple[Crop, ...]

    def __post_init__(self) -> None:
        if not self.candidates or not self.crops:
            raise ValueError("a card of a zone has at least one candidate and one picture")

    @property
    def code(self) -> str:
        """What it most likely is."""
        return self.candidates[0].name

    @property
    def face_up(self) -> bool:
        """Whether it shows a Mage; a card face down is asked about, never counted."""
        return isinstance(CARDS_BY_CODE.get(self.code), Mage)

    def lies_on(self, other: ZoneCard) -> bool:
        """Whether a photo shows both at one place: the middle of one lies within the other."""
        return any(
            ours.photo == theirs.photo and (_holds_middle(ours, theirs) or _holds_middle(theirs, ours))
            for ours in self.crops
            for theirs in other.crops
        )


def _holds_middle(outer: Crop, inner: Crop) -> bool:
    """Whether the middle of a crop lies within another, on the same side of all its edges."""
    x = sum(corner[0] for corner in inner.corners) / len(inner.corners)
    y = sum(corner[1] for corner in inner.corners) / len(inner.corners)
    around = zip(outer.corners, (*outer.corners[1:], outer.corners[0]), strict=True)
    sides = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for (ax, ay), (bx, by) in around]
    return min(sides) > 0 or max(sides) < 0


def zone_cards(
    photos: Sequence[Sequence[LooseCard]], same: Sequence[Sequence[tuple[int, int]]]
) -> tuple[ZoneCard, ...]:
    """Return the cards of a zone; `same` are the sightings (photo, card) of each, as the photos overlap."""
    return tuple(
        _one_card("{}.{}".format(*min(seen)), [(photo, photos[photo][card]) for photo, card in seen])
        for seen in same
    )


def _one_card(name: str, seen: Sequence[tuple[int, LooseCard]]) -> ZoneCard:
    """The surest sighting names the card; sure sightings that contradict each other leave it unsure."""
    by_sureness = sorted(seen, key=lambda one: -one[1].confidence)
    sure_codes = {card.code for _, card in by_sureness if card.accepted}
    guesses = {guess.name: guess for _, card in reversed(by_sureness) for guess in card.candidates}
    first = by_sureness[0][1].candidates[0]
    others = sorted(
        (g for g in guesses.values() if g.name != first.name), key=lambda guess: -guess.confidence
    )
    return ZoneCard(
        name=name,
        candidates=(first, *others),
        sure=len(sure_codes) == 1,
        crops=tuple(Crop(photo, card.corners) for photo, card in by_sureness),
    )
