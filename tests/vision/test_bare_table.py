"""Bare table is told from what lies on it by what the table looks like elsewhere in the same frame."""

from __future__ import annotations

from dataclasses import astuple

import cv2
import numpy as np
import pytest

from vision.arrays import Floats, Picture, Points
from vision.bare_table import LEAST_LIKE, Bareness, Gaps, SeenCells, SeenGaps, look_for_table

GREEN, SKIN, PAPER, CARD = (60, 90, 50), (110, 140, 200), (235, 238, 240), (40, 40, 190)
WIDTH_PX, HEIGHT_PX, GAP_PX, EDGE_PX = 60, 93, 10, 40
EMPTY = [5, 6, 15]


def quads() -> Points:
    """Sixteen places in four rows."""
    corners = np.array([[0, 0], [WIDTH_PX, 0], [WIDTH_PX, HEIGHT_PX], [0, HEIGHT_PX]], float)
    steps = [
        (EDGE_PX + column * (WIDTH_PX + GAP_PX), EDGE_PX + row * (HEIGHT_PX + GAP_PX))
        for row in range(4)
        for column in range(4)
    ]
    return np.array([corners + step for step in steps])


def noisy(picture: Picture) -> Picture:
    grain = np.random.default_rng(3).normal(0, 3, picture.shape)
    return np.clip(picture + grain, 0, 255).astype(np.uint8)


def ground(*, chequered: bool = False) -> Picture:
    height, width = 2 * EDGE_PX + 4 * HEIGHT_PX + 3 * GAP_PX, 2 * EDGE_PX + 4 * WIDTH_PX + 3 * GAP_PX
    picture = np.full((height, width, 3), GREEN, np.uint8)
    if chequered:
        rows, columns = np.mgrid[:height, :width] // 25
        picture[(rows + columns) % 2 == 1] = (150, 170, 180)
    return picture


def laid(picture: Picture) -> Picture:
    """Cards everywhere but in the empty cells."""
    for index, quad in enumerate(quads().astype(int)):
        if index not in EMPTY:
            cv2.rectangle(picture, quad[0].tolist(), (quad[2] - 1).tolist(), CARD, -1)
    return picture


def seen(picture: Picture, hidden: tuple[int, ...] = ()) -> Bareness:
    """What is found where no card is read; those that are hidden are not read either."""
    explained = np.full(16, 0.9, np.float32)
    explained[[*EMPTY, *hidden]] = 0.0
    return look_for_table(noisy(picture), quads(), Gaps.beside(quads(), explained), explained < 0.6)


def most(values: Floats, cells: list[int]) -> float:
    return float(values[cells].max())


def test_empty_cells_are_like_the_table_and_cards_are_not_asked_about() -> None:
    found = seen(laid(ground()))
    assert np.abs(found.whole[EMPTY]).max() < 0.2
    assert found.whole[0] == LEAST_LIKE


def test_a_sleeve_over_half_of_the_cells_and_all_their_gaps_is_unlike_the_table() -> None:
    """It lies along as many sides as the table does, but the cards that are seen lie on the table."""
    picture = laid(ground())
    picture[EDGE_PX - 20 : EDGE_PX + 2 * HEIGHT_PX + 2 * GAP_PX, EDGE_PX - 20 :] = SKIN
    found = seen(picture, hidden=(0, 1, 2, 3, 4, 7))
    assert most(found.whole, [0, 1, 2, 3, 4, 5, 6, 7]) < -0.7
    assert found.whole[15] > -0.3


def test_a_hand_over_a_corner_of_a_cell_shows_where_the_cell_is_strangest() -> None:
    picture = laid(ground())
    left, top = quads()[5, 0].astype(int)
    picture[top + 50 : top + HEIGHT_PX, left : left + WIDTH_PX] = SKIN
    found = seen(picture)
    assert found.worst[5] < -1.5 < found.worst[6]


@pytest.mark.parametrize(("light", "like"), [(0.6, True), (0.15, False)])
def test_a_shadow_leaves_the_tint_but_black_is_no_shadow(light: float, like: bool) -> None:
    picture = laid(ground())
    left, top = quads()[5, 0].astype(int)
    picture[top - 4 : top + HEIGHT_PX + 4, left - 4 : left + WIDTH_PX + 4] = (np.array(GREEN) * light).astype(
        int
    )
    found = seen(picture)
    assert found.whole[5] < -1
    assert (found.shaded[5] > -0.6) == like


def test_a_sheet_brighter_than_a_grey_table_is_no_table_in_a_shadow() -> None:
    picture = laid(np.full_like(ground(), 120))
    left, top = quads()[5, 0].astype(int)
    picture[top - 4 : top + HEIGHT_PX + 4, left - 4 : left + WIDTH_PX + 4] = PAPER
    found = seen(picture)
    assert found.shaded[5] < -1.5
    assert found.shaded[6] > -0.3


def test_every_colour_of_a_chequered_cloth_is_the_table() -> None:
    found = seen(laid(ground(chequered=True)))
    assert found.whole[EMPTY].min() > -0.5


def test_one_cell_read_again_is_compared_with_the_whole_table() -> None:
    """Alone it has only its own gaps, which a hand hides too."""
    gaps = Gaps.beside(quads(), np.full(16, 0.9, np.float32))
    picture = laid(ground())
    left, top = quads()[5, 0].astype(int)
    picture[top - 9 : top + HEIGHT_PX + 9, left - 9 : left + WIDTH_PX + 9] = SKIN
    alone, asked = quads()[[5]], np.array([True])
    again = look_for_table(noisy(picture), alone, gaps, asked)
    by_itself = look_for_table(noisy(picture), alone, Gaps.beside(alone, np.zeros(1, np.float32)), asked)
    assert again.whole[0] < -1.5
    assert by_itself.whole[0] > -0.3


def test_gaps_are_looked_at_half_way_between_cards() -> None:
    lines = Gaps.beside(quads(), np.ones(16, np.float32)).lines
    right_of_first, left_of_second = lines[0, 1, :, 0], lines[1, 3, :, 0]
    assert right_of_first == pytest.approx(np.full(24, EDGE_PX + WIDTH_PX + GAP_PX / 2), abs=0.5)
    assert left_of_second == pytest.approx(right_of_first, abs=0.5)


def test_gaps_move_with_their_cells() -> None:
    gaps, off = Gaps.beside(quads(), np.ones(16, np.float32)), np.array([12.0, 7.0])
    assert gaps.moved_to(quads() + off).lines == pytest.approx(gaps.lines + off)


def grained() -> Picture:
    """A table of which the grain is stronger than any noise."""
    picture = laid(ground()).astype(float)
    grain = np.random.default_rng(9).normal(0, 9, (*picture.shape[:2], 1))
    return np.clip(picture + grain, 0, 255).astype(np.uint8)


def test_a_smooth_thing_in_the_colour_of_the_table_has_not_its_grain() -> None:
    picture = grained()
    left, top = quads()[5, 0].astype(int)
    picture[top - 5 : top + HEIGHT_PX // 2, left - 5 : left + WIDTH_PX + 5] = GREEN
    found = seen(picture)
    assert found.smoother[5] > 0.4
    assert found.whole[5] > -0.3  # by its colours it is the table
    assert most(found.smoother, [6, 15]) < 0.25


def test_a_thing_a_little_off_the_colour_of_a_plain_table_is_farther_than_the_table_is_from_itself() -> None:
    picture = laid(ground())
    left, top = quads()[5, 0].astype(int)
    part = picture[top - 5 : top + HEIGHT_PX + 5, left - 5 : left + WIDTH_PX + 5]
    part[:] = (part * np.array([1.06, 1.0, 0.94])).astype(np.uint8)
    found = seen(picture)
    assert found.farther[5] > 0.5
    assert np.abs(found.farther[[6, 15]]).max() < 0.25


def test_what_is_not_asked_about_is_neither_smooth_nor_far_from_the_table() -> None:
    found = seen(laid(ground()))
    assert found.smoother[0] == found.farther[0] == 0


@pytest.mark.parametrize("early", [[5, 6, 7, 15], [6, 15]], ids=["more than were asked", "not all that were"])
def test_cells_that_were_looked_at_early_are_as_bare_as_if_looked_at_when_asked(early: list[int]) -> None:
    """Which of them are asked about is known only after the cards were compared."""
    picture, explained, which = noisy(laid(ground())), np.full(16, 0.9, np.float32), np.zeros(16, bool)
    explained[EMPTY], which[early] = 0.0, True
    gaps, asked = Gaps.beside(quads(), explained), explained < 0.6
    along = SeenGaps.along(picture, gaps.lines)
    before = look_for_table(
        picture, quads(), gaps, asked, (along, SeenCells.among(picture, quads(), which, along))
    )
    now = look_for_table(picture, quads(), gaps, asked)
    for one, other in zip(astuple(before), astuple(now), strict=True):
        np.testing.assert_allclose(one, other, atol=1e-5)
    assert most(-before.whole, EMPTY) < most(-before.whole, [0, 1])


def test_if_no_cell_is_looked_at_early_nothing_is_found() -> None:
    """Where every cell looks like a card."""
    picture = noisy(laid(ground()))
    along = SeenGaps.along(picture, Gaps.beside(quads(), np.ones(16, np.float32)).lines)
    nobody = np.zeros(16, bool)
    found, rough = SeenCells.among(picture, quads(), nobody, along).of(nobody)
    assert (found.shape[1], rough.shape[0]) == (0, 0)
