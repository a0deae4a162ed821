"""What keeps a camera from seeing the table is named, with its place in the picture."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.drawn_table import DrawnTable
from tests.vision.tables import blurred, exposed, with_reflection
from vision.frame import BgrPixels, Frame
from vision.frame_quality import Advice
from vision.table_view import Side, TableView, ViewTrouble, examine
from vision.view_overlay import TROUBLE, draw_view

CARDS = DrawnTable(fill=0.8, card_ink=(205, 210, 210))


def seen(picture: BgrPixels) -> TableView:
    return examine(Frame(np.ascontiguousarray(picture)))


def troubles(view: TableView) -> list[Advice | ViewTrouble]:
    return [remark.trouble for remark in view.remarks]


@pytest.fixture(scope="module")
def picture() -> BgrPixels:
    return CARDS.draw()


def test_a_good_view_needs_no_remark(picture: BgrPixels) -> None:
    view = seen(picture)
    assert view.is_found
    assert view.remarks == ()


@pytest.mark.parametrize(
    ("spoil", "trouble"),
    [
        (lambda picture: exposed(picture, 0.05), Advice.TOO_DARK),
        (lambda picture: exposed(picture, 8.0), Advice.TOO_BRIGHT),
        (lambda picture: blurred(picture, 4.0), Advice.BLURRED),
    ],
)
def test_bad_light_and_focus_are_named(picture: BgrPixels, spoil: object, trouble: Advice) -> None:
    assert callable(spoil)
    assert trouble in troubles(seen(spoil(picture)))


def test_a_reflection_is_named_with_the_cards_it_lies_on(picture: BgrPixels) -> None:
    lattice = seen(picture).lattice
    middle = lattice.cell(1, 2).corners.mean(axis=0)  # type: ignore[union-attr]
    view = seen(with_reflection(picture, (int(middle[0]), int(middle[1])), 22))
    remark = next(remark for remark in view.remarks if remark.trouble is Advice.GLARE)
    assert (1, 2) in remark.cells
    assert (3, 0) not in remark.cells
    spot = remark.spots[0]
    assert spot.left_px < middle[0] < spot.left_px + spot.width_px


def test_a_reflection_beside_the_cards_does_no_harm(picture: BgrPixels) -> None:
    assert Advice.GLARE not in troubles(seen(with_reflection(picture, (60, 60), 25)))


@pytest.mark.parametrize(
    ("cut", "side"),
    [
        (lambda picture: picture[:, 640:], Side.LEFT),
        (lambda picture: picture[:, :640], Side.RIGHT),
        (lambda picture: picture[360:], Side.TOP),
        (lambda picture: picture[:500], Side.BOTTOM),
    ],
    ids=[side.value for side in Side],
)
def test_half_a_table_out_of_view_is_named_with_its_side(picture: BgrPixels, cut: object, side: Side) -> None:
    assert callable(cut)
    view = seen(cut(picture))
    assert not view.is_found
    remark = view.remarks[-1]
    assert (remark.trouble, remark.sides) == (ViewTrouble.OUT_OF_VIEW, (side,))
    drawn = draw_view(view, ["á line"])
    assert (drawn[-2, 2 if side is Side.LEFT else -2] != 0).any()


def test_a_table_far_away_is_named_with_the_size_of_a_card() -> None:
    view = seen(DrawnTable(fill=0.35, card_ink=(205, 210, 210)).draw())
    remark = next(remark for remark in view.remarks if remark.trouble is ViewTrouble.TOO_FAR)
    assert 25 < remark.card_px < 50


def test_a_bare_table_says_why_nothing_was_found() -> None:
    view = seen(np.full((720, 1280, 3), 90, np.uint8))
    assert troubles(view)[-1] is ViewTrouble.NOT_FOUND
    assert "plain surface" in view.remarks[-1].reason


def test_the_picture_shows_where_the_reflection_lies(picture: BgrPixels) -> None:
    view = seen(with_reflection(picture, (640, 360), 30))
    drawn = draw_view(view, ["A reflection"])
    above = len(drawn) - len(picture)
    spot = view.quality.glare[0]
    assert tuple(drawn[above + spot.top_px + spot.height_px // 2, spot.left_px]) == TROUBLE
