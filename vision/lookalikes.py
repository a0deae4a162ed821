"""Outlines that look like the cards of a lattice but do not follow it: too many of them, and it is wrong."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.lattice import FindSettings, Points, unproject
from vision.lattice_model import Floats, Ints, LatticeModel
from vision.lattice_window import Window

SIZE = (0.72, 1.18)  # an outline over a card, in width and in height
SQUARE_MM = 6.0  # how far an outline's corners may lie from a rectangle along the lattice
OFF_SHARE = 0.3  # of a card's size from the middle of any cell
REACH = 1.0  # pitches around the grid in which a lookalike counts; farther off lie other people's cards
APART_MM = 20.0


def count_lookalikes(corners: Points, model: LatticeModel, window: Window, settings: FindSettings) -> int:
    """Return how many outlines near the grid are cards by size and direction but lie between its cells."""
    flat = unproject(model.table_to_image, corners.reshape(-1, 2)).reshape(-1, 4, 2)
    start = np.argmin(flat.sum(-1), axis=1)
    flat = flat[np.arange(len(flat))[:, None], (start[:, None] + np.arange(4)) % 4]
    card = np.array([settings.card.width_mm, settings.card.height_mm])
    middle = flat.mean(1)
    place = (middle - 0.5 * card) / model.pitch_mm - window.first
    near = ((place > -REACH) & (place < window.count - 1 + REACH)).all(1)
    off = np.abs(place - np.clip(np.rint(place), 0, window.count - 1)) * model.pitch_mm > OFF_SHARE * card
    return _apart(middle[near & off.any(1) & _like_a_card(flat, card)])


def _like_a_card(flat: Points, card: Floats) -> npt.NDArray[np.bool_]:
    span = 0.5 * (flat[:, 2] - flat[:, 0] + np.abs(flat[:, 1] - flat[:, 3]))
    ideal = np.stack([-span, span * (1, -1), span, span * (-1, 1)], axis=1) / 2
    bent = np.abs(flat - flat.mean(1, keepdims=True) - ideal).max((1, 2))
    share = span / card
    alike: npt.NDArray[np.bool_] = ((share > SIZE[0]) & (share < SIZE[1])).all(1) & (bent < SQUARE_MM)
    return alike


def _apart(middles: Points) -> int:
    """Count places that are not the same place seen through another channel."""
    kept: list[Ints | Floats] = []
    for middle in middles:
        if all(np.hypot(*(middle - other)) > APART_MM for other in kept):
            kept.append(middle)
    return len(kept)
