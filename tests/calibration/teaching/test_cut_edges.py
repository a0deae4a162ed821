"""Cards cut out beside their edges are told from cards whose ink is the colour of the table."""

from __future__ import annotations

import numpy as np

from calibration.teaching.card_places import CardPlace
from calibration.teaching.cut_edges import badly_cut
from calibration.teaching.even_sizes import of_one_size
from vision.arrays import Mask, Picture, Points

CUT_PX = (333, 518)
MARGIN = 0.08
TABLE, INK, PAPER = (40, 38, 160), (44, 40, 165), (210, 220, 225)


def test_a_card_with_the_table_inside_its_cut_is_badly_cut() -> None:
    """Its cut slipped by six millimetres: the table shows inside, and the card's end outside."""
    cuts = [cut_out(PAPER) for _ in range(6)]
    cuts[2] = np.roll(cuts[2], 36, axis=0)
    assert told(cuts, everything=True) == [2]


def test_ink_of_the_colour_of_the_table_is_no_bad_cut_where_size_and_surroundings_are_right() -> None:
    cuts = [cut_out(PAPER) for _ in range(6)]
    cuts[3] = cut_out(PAPER, left=INK)
    assert told(cuts, everything=True) == []
    assert told(cuts, everything=False) == [3]


def test_cards_of_one_size_are_known_however_the_table_is_seen() -> None:
    """Nine cards in perspective, each laid off by a millimetre or two; one was found a tenth too narrow."""
    places, quads = seen_grid()
    assert of_one_size(places, quads).all()
    quads[4, [1, 2]] += 0.1 * (quads[4, [0, 3]] - quads[4, [1, 2]])
    assert np.flatnonzero(~of_one_size(places, quads)).tolist() == [4]


def test_without_a_grid_no_card_vouches_for_its_size() -> None:
    _, quads = seen_grid()
    assert not of_one_size([CardPlace(quad) for quad in quads], quads).any()


def told(cuts: list[Picture], everything: bool) -> list[int]:
    """Which cuts are called bad, all of them of one size or none."""
    one_size: Mask = np.full(len(cuts), everything)
    return np.flatnonzero(badly_cut(cuts, MARGIN, one_size)).tolist()


def cut_out(paper: tuple[int, int, int], left: tuple[int, int, int] | None = None) -> Picture:
    """A card with a margin of table around it, perhaps with other ink on its left side."""
    picture = np.empty((CUT_PX[1], CUT_PX[0], 3), np.uint8)
    picture[:] = TABLE
    top, side = round(MARGIN * CUT_PX[1]), round(MARGIN * CUT_PX[0])
    picture[top:-top, side:-side] = paper
    if left is not None:
        picture[top:-top, side : side + 60] = left
    return picture


def seen_grid() -> tuple[list[CardPlace], Points]:
    """Three rows of three cards of 56 x 87 mm, seen at a slant."""
    rng = np.random.default_rng(5)
    cells = [(row, column) for row in range(3) for column in range(3)]
    corners = np.array([[0.0, 0], [56, 0], [56, 87], [0, 87]])
    pitch = np.array([66.0, 97.0])
    flat = np.stack([corners + pitch * cell[::-1] + rng.uniform(-1.5, 1.5, 2) for cell in cells])
    seen = 5 * flat / (1 + 0.0015 * flat[..., 1:])
    places = [CardPlace(quad, row, column) for quad, (row, column) in zip(seen, cells, strict=True)]
    return places, seen
