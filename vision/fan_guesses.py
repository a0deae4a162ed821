"""Guess cards that peep out from under others: in fans and rows they lie nearly the same way, a little aside.

Of such a card too little shows for its print to vote. Guesses are laid beside those found, where some print
is left that no card explains.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats, Mask, Points
from vision.cell_images import HEIGHT_PX, WIDTH_PX
from vision.lattice import project
from vision.top_view import TopView

CARD_MM = np.array([WIDTH_PX, HEIGHT_PX]) / 2  # a reference has two pixels a millimetre
ASIDE_MM = (7.5, 12.0, 16.5)
AHEAD_MM = (13.0, 18.0, 23.0)
ASKEW_MM, TURNED = (-4.0, 4.0), np.radians((-3.0, 3.0))
LEAST_LEFT = 2  # features that no card explains
MOST_GUESSES = 400


def guesses_beside(view: TopView, corners: Points, left_px: Points) -> Points:
    """Return guesses in the photo, in the card's own order; `left_px` are features of the view left over."""
    if len(corners) == 0 or len(left_px) == 0:
        return np.zeros((0, 4, 2))
    flat = project(view.from_photo, corners.reshape(-1, 2)).reshape(-1, 4, 2) / view.px_per_mm
    across = flat[:, 1] - flat[:, 0] + flat[:, 2] - flat[:, 3]
    turn = np.arctan2(across[:, 1], across[:, 0])
    laid = []
    for middle, angle in zip(flat.mean(1), turn, strict=True):
        steps = _steps(_sides_with_print(left_px / view.px_per_mm, middle, float(angle)))
        laid += [_card(middle, float(angle), step) for step in steps]
    if not laid:
        return np.zeros((0, 4, 2))
    return view.to_photo(np.stack(laid[:MOST_GUESSES]) * view.px_per_mm)


def _sides_with_print(places_mm: Points, middle: Points, turn: float) -> Mask:
    """Whether print is left beside the right, left, lower and upper side."""
    off = (places_mm - middle) @ _turned(turn)
    x, y = off.T / (CARD_MM[:, None] / 2)
    beside_x = (np.abs(y) < 1.1) & (np.abs(x) > 1.0) & (np.abs(x) < 1.0 + ASIDE_MM[-1] / (CARD_MM[0] / 2))
    beside_y = (np.abs(x) < 1.1) & (np.abs(y) > 1.0) & (np.abs(y) < 1.0 + AHEAD_MM[-1] / (CARD_MM[1] / 2))
    sides = (beside_x & (x > 0), beside_x & (x < 0), beside_y & (y > 0), beside_y & (y < 0))
    return np.array([int(side.sum()) >= LEAST_LEFT for side in sides])


def _steps(sides: Mask) -> list[tuple[float, float, float]]:
    """Shifts along the card's own axes, and turns."""
    right, left, below, above = sides
    steps = []
    for way in [1.0] * bool(right) + [-1.0] * bool(left):
        steps += [(way * x, y, turn) for x in ASIDE_MM for y in ASKEW_MM for turn in TURNED]
    for way in [1.0] * bool(below) + [-1.0] * bool(above):
        steps += [(x, way * y, turn) for y in AHEAD_MM for x in ASKEW_MM for turn in TURNED]
    return steps


def _card(middle: Points, turn: float, step: tuple[float, float, float]) -> Points:
    x, y, more = step
    half = CARD_MM / 2
    own = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    place: Points = middle + _turned(turn) @ np.array([x, y])
    corners: Points = own @ _turned(turn + more).T + place
    return corners


def _turned(turn: float) -> Floats:
    cos, sin = np.cos(turn), np.sin(turn)
    return np.array([[cos, -sin], [sin, cos]])
