"""Outlines and the cards of a lattice: too many beside it or too few on it, and it is wrong."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.lattice import FindSettings, Points, unproject
from vision.lattice_fit import FROM_FIRST
from vision.lattice_model import QUARTERS, Floats, Ints, LatticeModel
from vision.lattice_window import Window
from vision.quads import areas

SIZE = (0.72, 1.18)  # an outline over a card, in width and in height
SQUARE_MM = 6.0  # how far an outline's corners may lie from a rectangle along the lattice
OFF_SHARE = 0.3  # of a card's size from the middle of any cell
REACH = 1.0  # pitches around the grid in which a lookalike counts; farther off lie other people's cards
APART_MM = 20.0
NEAR_SHARE = 0.15  # of a card's size, from its middle to that of its outline
OUTLINED = (0.75, 1.35)  # sizes of an outline for one of its card
HALF_OUT = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])  # the corners of anything one wide


def count_lookalikes(corners: Points, model: LatticeModel, window: Window, settings: FindSettings) -> int:
    """Return how many outlines near the grid are cards by size and direction but lie between its cells."""
    flat = unproject(model.table_to_image, corners)
    start = np.argmin(flat[..., 0] + flat[..., 1], axis=1)
    flat = flat[np.arange(len(flat))[:, None], FROM_FIRST[start]]
    card = settings.card.size_mm
    middle = QUARTERS @ flat
    place = (middle - 0.5 * card) / model.pitch_mm - window.first
    near = ((place > -REACH) & (place < window.count - 1 + REACH)).all(1)
    off = np.abs(place - np.clip(np.rint(place), 0, window.count - 1)) * model.pitch_mm > OFF_SHARE * card
    return _apart(middle[near & off.any(1) & _like_a_card(flat, card)])


def outlined_share(outlines: Points, cards: Points) -> float:
    """Return the share of cards that an outline shows by itself; the others only the lattice expects."""
    size = np.sqrt(np.abs(areas(cards)))[:, None]
    off = (QUARTERS @ cards)[:, None] - QUARTERS @ outlines
    near = off[..., 0] ** 2 + off[..., 1] ** 2 < (NEAR_SHARE * size) ** 2
    larger = np.sqrt(np.abs(areas(outlines))) / size
    return float((near & (larger > OUTLINED[0]) & (larger < OUTLINED[1])).any(1).mean())


def _like_a_card(flat: Points, card: Floats) -> npt.NDArray[np.bool_]:
    span = 0.5 * (flat[:, 2] - flat[:, 0] + np.abs(flat[:, 1] - flat[:, 3]))
    ideal = span[:, None] * HALF_OUT
    bent = np.abs(flat - (QUARTERS @ flat)[:, None] - ideal).reshape(-1, 8).max(1)
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
