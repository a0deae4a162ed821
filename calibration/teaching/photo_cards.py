"""One teaching photo: the cards cut out of it, each with a little of what is around it, and what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import cv2
import numpy as np

from calibration.teaching.card_places import CardPlace, Places, labelled_grid, loose_cards, single_card
from calibration.teaching.card_ratio import leaves_open, side_ratio
from calibration.teaching.cut_edges import badly_cut
from calibration.teaching.even_sizes import of_one_size
from calibration.teaching.flat_card import is_flat_card
from calibration.teaching.known_prints import in_place_among_themselves, placed_by_print
from calibration.teaching.labels import PhotoLabels
from calibration.teaching.remarks import Remark, RemarkKind, remark
from vision.arrays import Mask, Picture, Points
from vision.cell_images import lay_straight, reduce_frame
from vision.frame import Frame
from vision.frame_quality import Advice, measure_quality
from vision.lattice import CardSize
from vision.sharpness import measure_clearest_edges

CUT_PX = (280, 435)
"""The size at which cards are kept while a deck is taught, their margin not counted."""
MARGIN = 0.08
"""What is kept around a card, as a share of the whole cut-out, so that it can still be moved into place."""
SMALLEST_CARD_PX = 56.0
NEARER = 0.7  # to the right shape, that cards must come by their print
LARGEST_BLUR_MM = 1.15
OFF_SHAPE = 0.075
"""How much longer or shorter than its deck's a photo's cards may look, as a logarithm."""
BLUR_OF_A_PIXEL_MM = 56 / CUT_PX[0]
WHY_NOTHING_IS_SEEN = {
    Advice.TOO_DARK: RemarkKind.TOO_DARK,
    Advice.DAMAGED: RemarkKind.DAMAGED,
    Advice.TOO_LITTLE_DETAIL: RemarkKind.TOO_LITTLE_DETAIL,
}


class PhotoKind(StrEnum):
    """What a photo turned out to be."""

    SCAN = "scan"
    SINGLE = "single"
    GRID = "grid"
    LOOSE = "loose"


@dataclass(frozen=True, slots=True, eq=False)
class CutCard:
    """A card cut out of a photo: where it lay, its label if one is known, and its picture with a margin."""

    place: CardPlace
    picture_bgr: Picture
    blur_mm: float

    @property
    def code(self) -> str | None:
        """The label, if one is known."""
        return self.place.code


@dataclass(frozen=True, slots=True, eq=False)
class PhotoCards:
    """What was understood of one photo, and what is wrong with it in words for a person."""

    kind: PhotoKind
    cards: tuple[CutCard, ...]
    ratio: float | None
    troubles: tuple[Remark, ...]
    advice: tuple[str, ...] = ()


def no_prints() -> Sequence[Picture]:
    """No card of the deck is known yet."""
    return ()


def cut_cards(
    frame_bgr: Picture,
    labels: PhotoLabels,
    card: CardSize,
    is_scan: bool | None = None,
    prints: Callable[[], Sequence[Picture]] = no_prints,
) -> PhotoCards:
    """Find the cards of a photo and cut them out; whether it is a scan is looked at unless it is told.

    `prints` are cards of the deck that were cut out well before, for photos whose cards come out stretched.
    """
    if not labels.cells and (is_flat_card(frame_bgr, card) if is_scan is None else is_scan):
        return _scan(frame_bgr, labels.single)
    kind, places = _places(frame_bgr, labels, card)
    advice = measure_quality(Frame(frame_bgr)).advice
    if not places.cards:
        said = [remark(WHY_NOTHING_IS_SEEN[one]) for one in advice if one in WHY_NOTHING_IS_SEEN]
        return PhotoCards(kind, (), None, tuple(said) or places.troubles)
    quads, ratio = _shaped(frame_bgr, np.stack([place.corners for place in places.cards]), card, prints)
    quads, vouched_for = in_place_among_themselves(frame_bgr, quads)
    cut = _cut(frame_bgr, quads)
    cards = tuple(
        CutCard(replace(place, corners=quad), picture, _blur_mm(picture, quad))
        for place, picture, quad in zip(places.cards, cut, quads, strict=True)
    )
    missed = badly_cut(cut, MARGIN, of_one_size(places.cards, quads)) & ~vouched_for
    troubles = (*places.troubles, *_missed(cards, missed), *_too_poor(cards, quads))
    well_cut = tuple(card for card, wrong in zip(cards, missed, strict=True) if not wrong)
    return PhotoCards(kind, well_cut, ratio, troubles, advice)


def _shaped(
    frame_bgr: Picture, quads: Points, card: CardSize, prints: Callable[[], Sequence[Picture]]
) -> tuple[Points, float | None]:
    """The corners and the shape of the cards; where that is wrong, by their print, which vouches for it.

    A photo so tilted that its cards may have the deck's shape as well says nothing of it.
    """
    size_px = frame_bgr.shape[1], frame_bgr.shape[0]
    ratio, usual = side_ratio(quads, size_px), card.height_mm / card.width_mm
    off = abs(np.log(ratio / usual))
    if off <= OFF_SHAPE:
        return quads, ratio
    known = prints()
    placed = placed_by_print(frame_bgr, quads, known)
    if placed is not None and abs(np.log(side_ratio(placed, size_px) / usual)) < NEARER * off:
        return placed, None
    return quads, None if known and leaves_open(quads, size_px, usual) else ratio


def trimmed(picture_bgr: Picture) -> Picture:
    """A kept picture without its margin."""
    height, width = picture_bgr.shape[:2]
    top, left = round(MARGIN * height), round(MARGIN * width)
    return picture_bgr[top : height - top, left : width - left]


def with_margin(size_px: tuple[int, int]) -> tuple[int, int]:
    """The size of a cut-out whose card has this size."""
    return round(size_px[0] / (1 - 2 * MARGIN)), round(size_px[1] / (1 - 2 * MARGIN))


def _places(frame_bgr: Picture, labels: PhotoLabels, card: CardSize) -> tuple[PhotoKind, Places]:
    if labels.cells:
        return PhotoKind.GRID, labelled_grid(frame_bgr, labels.cells, card)
    if labels.single is not None:
        found = single_card(frame_bgr, card)
        return PhotoKind.SINGLE, replace(
            found, cards=tuple(replace(place, code=labels.single) for place in found.cards)
        )
    return PhotoKind.LOOSE, loose_cards(frame_bgr, card)


def _scan(image_bgr: Picture, code: str | None) -> PhotoCards:
    standing = image_bgr if image_bgr.shape[0] >= image_bgr.shape[1] else np.rot90(image_bgr)
    height, width = standing.shape[:2]
    inner = cv2.resize(
        np.ascontiguousarray(standing),
        CUT_PX,
        interpolation=cv2.INTER_AREA if width > CUT_PX[0] else cv2.INTER_CUBIC,
    )
    left, top = _margins()
    framed = cv2.copyMakeBorder(inner, top, top, left, left, cv2.BORDER_REPLICATE)
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], float) - 0.5
    place = CardPlace(corners, code=code)
    cut = CutCard(place, np.asarray(framed, np.uint8), _blur_mm(np.asarray(inner, np.uint8), corners))
    return PhotoCards(PhotoKind.SCAN, (cut,), height / width, ())


def _margins() -> tuple[int, int]:
    width, height = (round(side / (1 - 2 * MARGIN)) for side in CUT_PX)
    return (width - CUT_PX[0]) // 2, (height - CUT_PX[1]) // 2


def _cut(frame_bgr: Picture, quads: Points) -> Picture:
    left, top = _margins()
    size = (CUT_PX[0] + 2 * left, CUT_PX[1] + 2 * top)
    return lay_straight(reduce_frame(frame_bgr, _grown(quads), size[0]), quads, size, MARGIN)


def _grown(quads: Points) -> Points:
    middle = quads.mean(axis=1, keepdims=True)
    grown: Points = middle + (quads - middle) / (1 - 2 * MARGIN)
    return grown


def _blur_mm(picture_bgr: Picture, quad: Points) -> float:
    """How far edges are spread on the card itself, whatever the photo's size."""
    width_px = float(np.linalg.norm(quad[1] - quad[0]))
    sharpest = 0.35 * CUT_PX[0] / max(width_px, 1.0)  # what enlarging a small card does
    return max(measure_clearest_edges(trimmed(picture_bgr)).blur_px, sharpest) * BLUR_OF_A_PIXEL_MM


def _missed(cards: tuple[CutCard, ...], missed: Mask) -> tuple[Remark, ...]:
    """Cards of which the cut shows the table; nothing may be learned from them."""
    return tuple(
        remark(RemarkKind.BADLY_CUT, row=card.place.row or 0, column=card.place.column or 0)
        for card, wrong in zip(cards, missed, strict=True)
        if wrong
    )


def _too_poor(cards: tuple[CutCard, ...], quads: Points) -> tuple[Remark, ...]:
    widths = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
    if float(np.median(widths)) < SMALLEST_CARD_PX:
        return (remark(RemarkKind.TOO_SMALL, pixels=round(float(np.median(widths)))),)
    if float(np.median([card.blur_mm for card in cards])) > LARGEST_BLUR_MM:
        return (remark(RemarkKind.BLURRED),)
    return ()
