"""How long the cards are beside their width, learned from cards in photos: nobody measures a deck first."""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats, Points
from vision.cell_images import homographies
from vision.lattice import CardSize

SQUARE = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
LENSES = np.geomspace(0.55, 3.0, 18)  # focal lengths beside the long side of the picture
USUAL_LENS, LENS_SPREAD = 0.85, 0.45
AS_LIKELY = 2.0  # by which two lenses may differ in cost and both be the right one
SNUG = 1.04  # what corners two pixels off do to a ratio
ALLOWED = (1.15, 2.2)
COMMON_SIZES_MM = (  # the likeliest first: a photo shows the shape of a card, not its size
    (56, 87),
    (63, 88),
    (57, 89),
    (70, 120),
    (44, 68),
    (54, 86),
    (70, 110),
    (80, 120),
    (45, 68),
)
SNAP = 0.012
SHORTEST_MM = 56.0


def side_ratio(quads: Points, size_px: tuple[int, int]) -> float:
    """Length over width of the cards in one photo; each quad starts with a short side.

    A tilted camera shortens one side more than the other. The lens that makes the cards' corners square
    undoes that; where the camera looks straight down, all lenses say the same.
    """
    ratios, costs = _by_lens(quads, size_px)
    return float(ratios[np.argmin(costs)])


def leaves_open(quads: Points, size_px: tuple[int, int], ratio: float) -> bool:
    """Whether the photo cannot tell its cards from cards of that shape.

    Cards that lie straight in a tilted photo stay square whatever the lens, so any may be the right one.
    """
    ratios, costs = _by_lens(quads, size_px)
    likely = ratios[costs < costs.min() + AS_LIKELY]
    return bool(likely.min() / SNUG <= ratio <= likely.max() * SNUG)


def _by_lens(quads: Points, size_px: tuple[int, int]) -> tuple[Floats, Floats]:
    """What each lens makes of the cards: their length over their width, and how unlikely that is."""
    ways = homographies(SQUARE, quads - (np.array(size_px) - 1) / 2)
    ratios, costs = np.empty(len(LENSES), np.float32), np.empty(len(LENSES), np.float32)
    for at, lens in enumerate(LENSES):
        ratio, skew = _through_lens(ways, lens * max(size_px))
        ratios[at] = np.median(ratio)
        costs[at] = np.median(skew**2) / 0.02**2 + (np.log(lens / USUAL_LENS) / LENS_SPREAD) ** 2
    return ratios, costs


def _through_lens(ways: Points, focal_px: float) -> tuple[Floats, Floats]:
    across, along = ways[:, :, 0].copy(), ways[:, :, 1].copy()
    across[:, :2] /= focal_px
    along[:, :2] /= focal_px
    width, length = np.linalg.norm(across, axis=1), np.linalg.norm(along, axis=1)
    skew = (across * along).sum(axis=1) / (width * length)
    return (length / width).astype(np.float32), skew.astype(np.float32)


def size_of_ratio(ratio: float) -> CardSize:
    """A card of that shape: of the likeliest common size that fits, otherwise as wide as usual."""
    ratio = float(np.clip(ratio, *ALLOWED))
    for width_mm, height_mm in COMMON_SIZES_MM:
        if abs(np.log(height_mm / width_mm / ratio)) < SNAP:
            return CardSize(float(width_mm), float(height_mm))
    return CardSize(SHORTEST_MM, round(SHORTEST_MM * ratio, 1))
