"""Cards placed by the print of their deck, where the table's own lines were taken for their edges.

On a chequered cloth a grid is easily laid through the squares, and its cards come out stretched. Cards of the
deck that other photos show well tell by their frames and drawings where a card ends. All cards of a photo are
stretched alike, so one stretch is sought for all of them, and a place for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import cv2
import numpy as np

from vision.arrays import Floats, Mask, Picture, Points
from vision.cell_images import homographies, lay_straight, reduce_frame, straight_corners, through

CARD_PX = (40, 62)
AROUND_PX = (14, 24)
"""What is looked at around a card on every side."""
SMALLEST, LARGEST, STEP = 0.88, 1.3, 0.035
"""How large the true card may be beside the one that was found, by width and by height."""
PRINTS = 6
TRIED = 6  # cards by which the stretch of a photo is sought
FEWEST = 4
STRAY = 0.12  # beside the way from card to card: careless hands lay cards less far off
STRONGEST = 40.0
ALIKE = 0.45
"""How well the cards of a photo match prints of their deck on average, from which they are placed by them."""
SURELY_ALIKE = 0.7
OFF_PLACE = 0.04  # of a card's size, from which a card was cut out beside its place
SAME_PLACE_PX = 1.5
FEW = 0.4  # of a photo's cards: if more lie off, nobody knows which


def placed_by_print(frame_bgr: Picture, quads: Points, prints: Sequence[Picture]) -> Points | None:
    """The corners of the cards as the prints of other cards of the deck say, if they match them at all."""
    if not prints or len(quads) < FEWEST:
        return None
    quads = _stretched_alike(quads)
    cuts = _edges(_around(frame_bgr, quads))
    known = _edges(np.stack([_sized(one) for one in _spread(prints)]))
    known = np.concatenate([known, known[:, ::-1, ::-1]])
    scales = np.arange(SMALLEST, LARGEST, STEP)
    few = cuts[:: -(-len(cuts) // TRIED)]
    match, size = max((_match(few, known, scale), scale) for scale in product(scales, scales))
    if match < ALIKE:
        return None
    middles = np.stack([_best_place(cut, known, size)[1] for cut in cuts]) - np.array(AROUND_PX) - 0.5
    ways = homographies(straight_corners(*CARD_PX), quads)
    seen = _in_line(quads.mean(axis=1), through(ways, middles[:, None])[:, 0])
    middles = through(np.asarray(np.linalg.inv(ways), np.float64), seen[:, None])
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(size) * CARD_PX / 2
    return through(ways, middles + half)


def _stretched_alike(quads: Points) -> Points:
    """The cards with sides as most of them have where they lie: a few may have been found by other lines."""
    middles = quads.mean(axis=1)
    across = (quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 4
    down = (quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1]) / 4
    across, down = (_agreed(middles, half, _stray_px(middles) / 3) for half in (across, down))
    corners = np.stack([-across - down, across - down, across + down, down - across], axis=1)
    return np.asarray(middles[:, None] + corners)


def _in_line(before: Points, after: Points) -> Points:
    """Where the cards lie; one that moved quite differently from the others is moved as they were."""
    expected = _agreed(before, after, _stray_px(before))
    strays = np.linalg.norm(after - expected, axis=1, keepdims=True) > _stray_px(before)
    return np.where(strays, expected, after)


def _agreed(places: Points, values: Points, stray: float) -> Points:
    """What most places agree on, as values that change evenly from place to place."""
    way, _ = cv2.estimateAffine2D(places, values, ransacReprojThreshold=stray)
    if way is None:  # as where all values are the same
        return np.broadcast_to(np.median(values, axis=0), values.shape)
    return np.asarray(places @ way[:, :2].T + way[:, 2])


def _stray_px(middles: Points) -> float:
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    return STRAY * float(np.median(apart.min(axis=1)))


def _around(frame_bgr: Picture, quads: Points) -> Picture:
    """The cards and what lies around them: cards x height x width x 3."""
    size = (CARD_PX[0] + 2 * AROUND_PX[0], CARD_PX[1] + 2 * AROUND_PX[1])
    wide = straight_corners(*size) - np.array(AROUND_PX)
    around = through(
        homographies(straight_corners(*CARD_PX), quads), np.repeat(wide[None], len(quads), axis=0)
    )
    return lay_straight(reduce_frame(frame_bgr, around, size[0]), around, size)


def _sized(picture_bgr: Picture) -> Picture:
    return np.asarray(cv2.resize(picture_bgr, CARD_PX, interpolation=cv2.INTER_AREA), np.uint8)


def _spread(prints: Sequence[Picture]) -> Sequence[Picture]:
    """A few from all of them."""
    return prints[:: -(-len(prints) // PRINTS)]


def _edges(pictures: Picture) -> Floats:
    """How strongly each place is drawn upon, whatever the inks and the light."""
    found = []
    for picture in pictures:
        lab = cv2.cvtColor(picture.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
        slopes = [cv2.Sobel(lab, cv2.CV_32F, *way, scale=0.25) for way in ((1, 0), (0, 1))]
        strength = np.sqrt((slopes[0] ** 2 + slopes[1] ** 2).sum(axis=2))
        found.append(np.sqrt(np.minimum(strength, STRONGEST)))
    return np.stack(found).astype(np.float32)


def _match(cuts: Floats, known: Floats, size: tuple[float, float]) -> float:
    """How well the cards match the prints at a size, on average."""
    return float(np.mean([_best_place(cut, known, size)[0] for cut in cuts]))


def _best_place(cut: Floats, known: Floats, size: tuple[float, float]) -> tuple[float, Points]:
    """How well a card matches the print most like it, and where that lies: its middle in the cut."""
    width, height = (round(side * scale) for side, scale in zip(CARD_PX, size, strict=True))
    best, middle = -1.0, np.zeros(2)
    for one in known:
        pattern = cv2.resize(one, (width, height), interpolation=cv2.INTER_LINEAR)
        match = cv2.matchTemplate(cut, pattern, cv2.TM_CCOEFF_NORMED)
        row, column = np.unravel_index(int(match.argmax()), match.shape)
        if match[row, column] > best:
            best = float(match[row, column])
            middle = np.array([column + width / 2, row + height / 2])
    return best, middle


def in_place_among_themselves(frame_bgr: Picture, quads: Points) -> tuple[Points, Mask]:
    """The corners of the cards of one photo, those of a few that were cut out beside their place moved to it.

    Cards of a deck share frames and drawings. What most of those that are like a card say of its place is
    believed, if they say that it lies clearly off. The mask tells of which cards others know the place.
    """
    known = np.zeros(len(quads), np.bool_)
    if len(quads) < FEWEST:
        return quads, known
    cuts = _edges(_around(frame_bgr, quads))
    left, top = AROUND_PX
    cards = cuts[:, top : top + CARD_PX[1], left : left + CARD_PX[0]]
    shifts = np.zeros((len(quads), 2))
    for at, cut in enumerate(cuts):
        voted = _voted_shift(cut, np.delete(cards, at, axis=0))
        if voted is not None:
            shifts[at], known[at] = voted, True
    moved = np.abs(shifts / CARD_PX).max(axis=1) > OFF_PLACE
    if moved.mean() > FEW:
        return quads, np.zeros(len(quads), np.bool_)
    placed = through(
        homographies(straight_corners(*CARD_PX), quads), straight_corners(*CARD_PX)[None] + shifts[:, None]
    )
    return np.where(moved[:, None, None], placed, quads), known


def _voted_shift(cut: Floats, others: Floats) -> Points | None:
    """How far a card lies off its place by what most cards like it say, in pixels of the cut."""
    said = []
    for other in others:
        match = cv2.matchTemplate(cut, other, cv2.TM_CCOEFF_NORMED)
        row, column = np.unravel_index(int(match.argmax()), match.shape)
        if match[row, column] > SURELY_ALIKE:
            said.append((column - AROUND_PX[0], row - AROUND_PX[1]))
    if len(said) < FEWEST - 1:
        return None
    votes = np.array(said, float)
    near = np.abs(votes[:, None] - votes[None]).max(axis=2) <= SAME_PLACE_PX
    most = int(near.sum(axis=1).argmax())
    return np.asarray(votes[near[most]].mean(axis=0)) if near[most].mean() > 0.5 else None
