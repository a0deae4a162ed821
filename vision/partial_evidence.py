"""What speaks for each code of a deck when only parts of the cards show: all is compared where they show."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.alignment import SMALL_SIZE
from vision.arrays import Floats, Indices, Mask, Picture, Points
from vision.cell_images import HEIGHT_PX, SMALL_WIDTH_PX, WIDTH_PX, lay_straight, reduce_frame
from vision.comparison import FAINTEST_NOISE
from vision.details import PairPlaces, Place, tell_apart
from vision.evidence import LOOKED_AT_CLOSELY, WITHIN
from vision.explained_cards import ExplainedCards, deck_blocks
from vision.ink_views import PIXELS_THAT_COUNT
from vision.light_fit import CLIPPED, CutOuts, fit_chosen, fit_light
from vision.patches import by_patches, planes_of
from vision.reading_weights import LOOSE_WEIGHTS
from vision.references import DeckReferences
from vision.stacking import stacked
from vision.table_light import share_light

HIDDEN_PLACE = 0.65  # of a place where two cards differ, that must show to be looked at
HIDDEN_GREY = 128
SHOWS_FROM = 0.15
EVERY = 5


@dataclass(frozen=True, slots=True, eq=False)
class PartialEvidence:
    """Logarithms of likelihood, cards x codes, 0 for a card's best; and what each code pays for its light."""

    scores: Floats
    light: Floats
    share: Floats  # of what no other card hides, that looks as the card should

    def some(self, chosen: Indices) -> PartialEvidence:
        """Of some of the cards."""
        return PartialEvidence(self.scores[chosen], self.light[chosen], self.share[chosen])


def gather_partial(frame_bgr: Picture, cards: ExplainedCards, deck: DeckReferences) -> PartialEvidence:
    """Compare what shows of each card with the whole deck."""
    frame = reduce_frame(frame_bgr, cards.corners, SMALL_WIDTH_PX)
    cut = lay_straight(frame, cards.corners, SMALL_SIZE)
    planes = planes_of(cut)
    outs = CutOuts(planes, by_patches(planes))
    stack = stacked(cards)
    shows = stack.shown
    weights = _weights(outs, shows)
    blur = _blur(planes, shows, cards.picture, deck)
    fit = fit_light(outs, weights, deck.levels[blur])
    misfit, pictures = deck.best_of_kinds(-fit.misfit)
    misfit = -misfit
    count = PIXELS_THAT_COUNT * np.clip(cards.visible, 0.05, 1)[:, None]
    shape = -0.5 * count * np.log((misfit + FAINTEST_NOISE) / (misfit.min(1, keepdims=True) + FAINTEST_NOISE))
    noise = np.maximum(misfit.min(1), FAINTEST_NOISE)
    gains = np.take_along_axis(fit.gains, pictures[None], axis=2)
    held = np.take_along_axis(fit.held, pictures[None], axis=2)
    variance = (np.float32(1) / held).transpose(1, 2, 0) * (noise[:, None] / (3 * count))[..., None]
    light = -share_light(
        shape.astype(np.float32), np.log(gains).transpose(1, 2, 0), variance, _places(cards.corners)
    ).penalty
    rough = LOOSE_WEIGHTS.shape * shape + LOOSE_WEIGHTS.light * light
    detail = _details(frame_bgr, cards.corners, shows, rough, _Fitted(pictures, blur, deck))
    total = rough + LOOSE_WEIGHTS.detail * detail
    scores = (total - total.max(1, keepdims=True)).astype(np.float32)
    return PartialEvidence(scores, light, stack.share(deck_blocks(deck)[1].worth[cards.picture]))


def _weights(cut: CutOuts, shows: Floats) -> Floats:
    """Weights of patches by what shows; a patch at the end of a channel's range says nothing in it."""
    usable = by_patches(shows[None]) * (cut.patches < CLIPPED) + np.float32(1e-6)
    weights: Floats = (usable / usable.sum(2, keepdims=True)).astype(np.float32)
    return weights


def _blur(planes: Floats, shows: Floats, pictures: Indices, deck: DeckReferences) -> int:
    """The blur at which what shows fits best, the same for all cards."""
    seen = shows > 0.3
    left = []
    for level in deck.levels:
        wanted = level.shown[:, pictures]
        errors = [
            float(
                fit_chosen(
                    planes[:, [card]][..., mask][..., ::EVERY], wanted[:, [card]][..., mask][..., ::EVERY]
                )[0]
            )
            for card, mask in enumerate(seen)
            if mask.sum() > 200
        ]
        left.append(float(np.mean(np.log(np.array(errors) + FAINTEST_NOISE))) if errors else 0.0)
    return int(np.argmin(left))


def _places(corners: Points) -> Points:
    middle = corners.mean(1)
    off = middle - middle.mean(0)
    places: Points = off / np.maximum(np.abs(off).max(0), 1.0)
    return places


@dataclass(frozen=True, slots=True, eq=False)
class _Fitted:
    """The deck, the blur at which it is compared, and which picture of each code fits each card best."""

    pictures: Indices
    blur: int
    deck: DeckReferences


def _details(frame_bgr: Picture, corners: Points, shows: Floats, rough: Floats, fitted: _Fitted) -> Floats:
    """The few likeliest told apart where they differ, as far as that place shows."""
    detail = np.zeros_like(rough, dtype=np.float32)
    large = reduce_frame(frame_bgr, corners, WIDTH_PX)
    for card in range(len(rough)):
        order = np.argsort(-rough[card])[:LOOKED_AT_CLOSELY]
        few = order[rough[card, order] > rough[card].max() - WITHIN]
        if len(few) > 1:
            pairs = _showing(fitted.deck.large[fitted.blur], shows[card])
            named = [int(picture) for picture in fitted.pictures[card, few]]
            told = tell_apart(large, corners[card], pairs, named)
            detail[card] = told.min()
            detail[card, few] = told
    return detail


@dataclass(frozen=True, slots=True, eq=False)
class _ShowingPlaces(PairPlaces):
    """Where pairs of pictures differ in what shows of one card."""

    shows: Mask = field(default_factory=lambda: np.ones((HEIGHT_PX, WIDTH_PX), bool))

    def between(self, one: int, other: int) -> tuple[Place, ...]:
        """The places in which two pictures differ most, as far as the card shows them."""
        alike = np.where(self.shows[None, ..., None], self.pictures[[one, other]], HIDDEN_GREY)
        places = PairPlaces(alike.astype(np.uint8)).between(0, 1)
        return tuple(place for place in places if self._is_seen(place))

    def _is_seen(self, place: Place) -> bool:
        left, top, right, bottom = place
        part = self.shows[top:bottom, left:right]
        return bool(part.size) and float(part.mean()) >= HIDDEN_PLACE


def _showing(pairs: PairPlaces, shows: Floats) -> PairPlaces:
    small = shows.reshape(SMALL_SIZE[1], SMALL_SIZE[0])
    large = cv2.resize(small, (WIDTH_PX, HEIGHT_PX), interpolation=cv2.INTER_NEAREST)
    return _ShowingPlaces(pairs.pictures, {}, np.asarray(large) > SHOWS_FROM)
