"""The size that all cards of a table share."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from vision.card_edges import OFFSETS, measure_sides
from vision.card_marks import CardMarks
from vision.common_size import Floats, Profile, StackedSides, profile_of, stack_sides
from vision.lattice import CardSize, Image, Points
from vision.table_colours import TableColours, table_colours

CARD = CardSize()
PX_PER_MM = 3.0
BORDER_MM, SMALLER_MM = 4.0, 2.0
LIMITS = (6.0, 6.0)
CORNERS_MM = [(30.0 + column * 68.0, 30.0 + row * 99.0) for row in range(2) for column in range(3)]
RNG = np.random.default_rng(3)


def bordered_cards(table: int, border: int) -> tuple[Image, npt.NDArray[np.bool_]]:
    """Six cards whose dark print ends well within a border nearly as pale as their noisy table; and where."""
    picture = np.full((750, 750), float(table))
    on_card = np.zeros(picture.shape, bool)
    for corner in CORNERS_MM:
        for level, inset in ((border, 0.0), (60, BORDER_MM)):
            left, top = (PX_PER_MM * (np.array(corner) + inset)).astype(int)
            right, bottom = (PX_PER_MM * (np.array(corner) + CARD.size_mm - inset)).astype(int)
            picture[top:bottom, left:right] = level
            on_card[top:bottom, left:right] = True
    noisy = picture[..., None] + RNG.normal(0, 3.0, (*picture.shape, 3))
    return np.clip(noisy, 0, 255).astype(np.uint8), on_card


def smaller_planes() -> Points:
    """The cards as an outline between their print and their edge would have them."""
    planes = np.zeros((len(CORNERS_MM), 3, 3))
    for plane, corner in zip(planes, CORNERS_MM, strict=True):
        share = (CARD.size_mm - 2 * SMALLER_MM) / CARD.size_mm
        plane[:] = np.diag([PX_PER_MM * share[0], PX_PER_MM * share[1], 1.0])
        plane[:2, 2] = PX_PER_MM * (np.array(corner) + SMALLER_MM)
    return planes


def colours_of(picture: Image, on_card: npt.NDArray[np.bool_]) -> TableColours:
    told = np.where(on_card, 4.0, -4.0).astype(np.float32)[::2, ::2]
    return table_colours(picture, CardMarks(told, told, np.full(2, 2.0)))


@pytest.mark.parametrize("border", [196, 226], ids=["darker than the table", "paler than the table"])
def test_all_cards_end_where_the_table_begins_not_where_their_print_does(border: int) -> None:
    """One side alone would be taken by the far stronger edge of the print."""
    picture, on_card = bordered_cards(table=212, border=border)
    sides = measure_sides(picture, smaller_planes(), CARD, colours_of(picture, on_card))
    stacked = stack_sides(sides, np.zeros(len(CORNERS_MM)), np.ones(len(CORNERS_MM), bool))
    assert stacked is not None
    across, down = stacked.outer_growth(LIMITS)
    assert across == pytest.approx(SMALLER_MM, abs=0.8)
    assert down == pytest.approx(SMALLER_MM, abs=0.8)


def test_without_colours_the_faint_edge_that_all_cards_share_is_their_edge() -> None:
    picture, _ = bordered_cards(table=212, border=232)
    sides = measure_sides(picture, smaller_planes(), CARD)
    stacked = stack_sides(sides, np.zeros(len(CORNERS_MM)), np.ones(len(CORNERS_MM), bool))
    assert stacked is not None
    across, down = stacked.outer_growth(LIMITS)
    assert across == pytest.approx(SMALLER_MM, abs=0.8)
    assert down == pytest.approx(SMALLER_MM, abs=0.8)


def test_the_strongest_edge_is_that_of_the_print() -> None:
    """On a pale cloth it is stronger than the cards' own."""
    picture, on_card = bordered_cards(table=212, border=226)
    sides = measure_sides(picture, smaller_planes(), CARD, colours_of(picture, on_card))
    stacked = stack_sides(sides, np.zeros(len(CORNERS_MM)), np.ones(len(CORNERS_MM), bool))
    assert stacked is not None
    assert stacked.strongest_growth(LIMITS) == pytest.approx((SMALLER_MM - BORDER_MM,) * 2, abs=0.8)


def test_two_cards_tell_no_common_size() -> None:
    picture, _ = bordered_cards(table=212, border=232)
    sides = measure_sides(picture, smaller_planes(), CARD)
    few = np.arange(len(CORNERS_MM)) < 2
    assert stack_sides(sides, np.zeros(len(CORNERS_MM)), few) is None


def test_an_edge_stands_out_only_where_all_profiles_have_it() -> None:
    """A cloth has an edge here and there, and the cards have theirs in one place."""
    profiles = RNG.uniform(0.1, 0.2, (24, len(OFFSETS))).astype(np.float32)
    profiles[np.arange(24), RNG.integers(25, len(OFFSETS), 24)] = 0.9
    profiles[:, 17] = 0.4
    assert OFFSETS[profile_of(profiles).shared_edges()].tolist() == [0.0]


def hill(top_mm: float, inward_mm: float, outward_mm: float) -> Floats:
    """The support of an edge that falls to nothing so far inward and outward."""
    falls = np.where(top_mm > OFFSETS, (top_mm - OFFSETS) / inward_mm, (OFFSETS - top_mm) / outward_mm)
    return np.asarray(0.1 + 0.6 * np.clip(1 - falls, 0, 1), np.float32)


def told(edges: Floats, table_begins_mm: float) -> float | None:
    """Where cards end of which both sides show these edges, and the table from there on."""
    table = np.where(table_begins_mm > OFFSETS, -0.6, 1.0).astype(np.float32)
    profiles = [
        Profile(np.stack([one, one]), np.full((2, len(OFFSETS)), 0.01)) for one in (edges, edges, table)
    ]
    return StackedSides(profiles[0], profiles[1], profiles[2]).outer_growth((6.0, 6.0))[0]


def test_a_blurred_edge_lies_in_the_middle_of_its_blur() -> None:
    """The colours of the blur are no table's: that begins three millimetres farther out."""
    assert told(hill(0.0, 5.0, 5.0), 3.0) == pytest.approx(0.0, abs=0.3)


@pytest.mark.parametrize("inward_mm", [2.0, 30.0])
def test_a_faint_edge_beyond_a_frame_is_no_blur_of_it(inward_mm: float) -> None:
    """It reaches farther outward than inward; and print within, or much of it, has no middle."""
    assert told(hill(-1.0, inward_mm, 6.0), 2.5) == pytest.approx(2.5, abs=0.6)
