"""The grid finder, on drawn tables whose truth is known."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.vision.drawn_table import DrawnTable
from tests.vision.likeness import iou
from vision import grid_finder
from vision.card_marks import CardMarker, CardMarks
from vision.grid_finder import find_lattice
from vision.lattice import FindSettings, Lattice, NotFound
from vision.lattice_judgement import Candidate

CENTRE = frozenset({(1, 1), (1, 2), (2, 1), (2, 2)})


def found_on(table: DrawnTable) -> Lattice:
    found = find_lattice(table.draw(), FindSettings(table.rows, table.columns))
    assert isinstance(found, Lattice), found
    return found


def refusal_on(table: DrawnTable, settings: FindSettings | None = None) -> str:
    found = find_lattice(table.draw(), settings)
    assert isinstance(found, NotFound)
    return found.reason


@pytest.mark.parametrize(
    "table",
    [
        DrawnTable(),
        DrawnTable(gap_mm=(3.5, 22.0)),
        DrawnTable(landscape=True, gap_mm=(14.0, 6.0)),
        DrawnTable(tilt=30.0, empty=CENTRE),
        DrawnTable(tilt=50.0, turn_degrees=8.0),
        DrawnTable(turn_degrees=-31.0, fill=0.95),
        DrawnTable(table="chequered", size_px=(1920, 1080)),
        DrawnTable(table="wood", empty=CENTRE),
        DrawnTable(rows=3, columns=3),
        DrawnTable(rows=3, columns=5, gap_mm=(6.0, 12.0)),
        DrawnTable(size_px=(4000, 3000), tilt=20.0),
        DrawnTable(size_px=(720, 1280), jitter=1.0),
        DrawnTable(card_ink=(40, 35, 30)),
    ],
    ids=lambda table: (
        f"{table.table} {table.rows}x{table.columns} tilt {table.tilt:g} turn {table.turn_degrees:g}"
    ),
)
def test_every_card_is_found_in_its_cell_with_its_own_corners(table: DrawnTable) -> None:
    lattice = found_on(table)
    cards = table.cards()
    assert {(cell.row, cell.column) for cell in lattice.cells if cell.occupied} == set(cards)
    assert min(iou(lattice.cell(*place).corners, quad) for place, quad in cards.items()) > 0.85


def test_corners_are_refined_to_a_fraction_of_a_millimetre() -> None:
    table = DrawnTable(size_px=(1920, 1080), noise=1.0)
    lattice, scale = found_on(table), table.plane()[0, 0] / table.plane()[2, 2]
    errors = [
        np.abs(lattice.cell(*place).corners - quad).max() / scale for place, quad in table.cards().items()
    ]
    assert np.median(errors) < 0.6


def test_the_first_row_is_the_one_nearest_the_top_of_the_image() -> None:
    lattice = found_on(DrawnTable(turn_degrees=180.0))
    heights = [lattice.cell(row, 0).corners[:, 1].mean() for row in range(4)]
    assert heights == sorted(heights)
    across = [lattice.cell(0, column).corners[:, 0].mean() for column in range(4)]
    assert across == sorted(across)


def test_an_empty_cell_has_its_place_in_the_lattice() -> None:
    whole, holed = DrawnTable(jitter=0.0), DrawnTable(jitter=0.0, empty=CENTRE)
    lattice = found_on(holed)
    for place in CENTRE:
        assert not lattice.cell(*place).occupied
        assert iou(lattice.cell(*place).corners, whole.cards()[place]) > 0.9


def test_six_cards_are_enough_when_they_reach_every_side_of_the_grid() -> None:
    keep = {(0, 1), (1, 0), (1, 3), (2, 2), (3, 1), (3, 2)}
    empty = frozenset((row, column) for row in range(4) for column in range(4)) - keep
    lattice = found_on(DrawnTable(empty=empty))
    assert {(cell.row, cell.column) for cell in lattice.cells if cell.occupied} == keep


def test_a_missing_outer_row_leaves_two_possible_lattices_and_none_is_chosen() -> None:
    reason = refusal_on(DrawnTable(empty=frozenset((3, column) for column in range(4))))
    assert "more than one place" in reason
    assert "show the whole grid" in reason


def test_a_larger_grid_than_asked_for_is_not_cut_down() -> None:
    assert "more cards lie in line than 4 x 4" in refusal_on(DrawnTable(rows=5, columns=6))


def test_two_grids_are_refused() -> None:
    left = DrawnTable(fill=0.8, shift_px=(-300.0, 0.0)).draw()
    right = DrawnTable(fill=0.8, shift_px=(300.0, 0.0), seed=5).draw()
    both = np.hstack([left[:, :640], right[:, 640:]])
    found = find_lattice(both)
    assert found == NotFound("two grids of cards in view: show only one to the camera")


def test_half_a_grid_is_refused() -> None:
    picture = DrawnTable(fill=0.95).draw()
    for half in (picture[:, :640], picture[:360], picture[180:], picture[:, 500:]):
        assert isinstance(find_lattice(np.ascontiguousarray(half)), NotFound)


def test_what_a_person_can_mend_at_the_camera_is_said_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row at the edge of the picture is hardly seen: nobody is told to lay its cards straight for that."""
    monkeypatch.setattr("vision.lattice_judgement.rests_on_nothing", lambda *_: True)
    monkeypatch.setattr("vision.lattice_judgement._beyond", lambda *_: True)
    assert "beyond the picture" in refusal_on(DrawnTable())


@pytest.mark.parametrize("cut_px", [600, 620, 640])
def test_half_a_grid_of_cards_that_lie_sideways_is_not_a_grid_of_half_cards(cut_px: int) -> None:
    picture = DrawnTable(fill=0.9, landscape=True).draw()
    assert isinstance(find_lattice(np.ascontiguousarray(picture[:, cut_px:])), NotFound)


@pytest.mark.parametrize("cards", [0, 4], ids=["bare", "four cards"])
def test_a_look_at_a_table_without_a_grid_is_the_only_one(
    monkeypatch: pytest.MonkeyPatch, cards: int
) -> None:
    """A few cards are no more of a grid when they are looked at more closely."""
    looks: list[int] = []
    mark = CardMarker.mark

    def counted(marker: CardMarker, *seen: Any) -> CardMarks:
        looks.append(1)
        return mark(marker, *seen)

    monkeypatch.setattr(CardMarker, "mark", counted)
    places = [(row, column) for column in range(4) for row in range(4)]
    refusal_on(DrawnTable(empty=frozenset(places[cards:]), table="wood"))
    assert len(looks) == 1


def test_cards_that_are_marked_but_faintly_are_looked_at_more_closely(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mark = CardMarker.mark

    def faint_at_first(marker: CardMarker, small_bgr: Any, finer: float = 1.0, *part: Any) -> CardMarks:
        marks = mark(marker, small_bgr, finer, *part)
        return marks if finer > 1.0 else replace(marks, core=np.minimum(marks.core, -1.0))

    monkeypatch.setattr(CardMarker, "mark", faint_at_first)
    found_on(DrawnTable())


def test_a_lattice_that_two_looks_agree_on_needs_no_third(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_needed(_: Any) -> Any:
        raise AssertionError("looked a third time")

    monkeypatch.setattr(grid_finder, "quick_masks", none_needed)
    monkeypatch.setattr(Candidate, "clear", False)
    found_on(DrawnTable())


def test_a_look_that_can_be_accepted_beats_one_with_a_doubtful_card_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A false card adds merit, so merit alone would refuse a grid that the second look told well."""
    lattice = found_on(DrawnTable())
    doubtful, told = replace(lattice, confidence=0.49), replace(lattice, confidence=0.73)
    answers = iter([Candidate(doubtful, 12.0, 2), Candidate(told, 11.6, 2)])
    monkeypatch.setattr(grid_finder, "_fit", lambda *_: next(answers))
    assert found_on(DrawnTable()).confidence == 0.73


def test_a_lattice_of_few_cards_that_only_the_second_look_told_is_looked_at_once_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Seven cards on planks: the second look took a joint of the table for the edge of a row."""
    lattice = found_on(DrawnTable())
    few = tuple(replace(cell, occupied=cell.row == cell.column) for cell in lattice.cells)
    bent, straight = (replace(lattice, cells=few, confidence=trust) for trust in (0.94, 0.99))
    answers = iter([NotFound("unclear"), Candidate(bent, 6.3, 0), Candidate(straight, 6.6, 0)])
    monkeypatch.setattr(grid_finder, "_fit", lambda *_: next(answers))
    assert found_on(DrawnTable()).confidence == 0.99


def test_cards_beside_the_grid_do_not_move_it() -> None:
    table = DrawnTable(fill=0.7, strays=((-70.0, 60.0, 25.0), (-60.0, 90.0, 32.0), (345.0, 200.0, 70.0)))
    lattice = found_on(table)
    assert min(iou(lattice.cell(*place).corners, quad) for place, quad in table.cards().items()) > 0.8


def test_three_cards_in_line_beside_the_grid_are_no_row_of_it() -> None:
    """They lie where a fifth row would, but a little farther off and less straight."""
    strays = tuple((28.0 + 66.0 * column, 4 * 97.0 + 52.0, 6.0) for column in range(3))
    table = DrawnTable(fill=0.75, strays=strays)
    lattice = found_on(table)
    assert min(iou(lattice.cell(*place).corners, quad) for place, quad in table.cards().items()) > 0.85


@pytest.mark.parametrize("kind", ["plain", "chequered", "wood"])
def test_a_table_without_cards_has_no_lattice(kind: str) -> None:
    everything = frozenset((row, column) for row in range(4) for column in range(4))
    refusal_on(DrawnTable(empty=everything, table=kind))


def test_a_black_frame_is_named() -> None:
    found = find_lattice(np.zeros((720, 1280, 3), np.uint8))
    assert found == NotFound("the image is black: uncover the lens or switch a light on")


def test_a_plain_surface_is_named() -> None:
    found = find_lattice(np.full((720, 1280, 3), 128, np.uint8))
    assert isinstance(found, NotFound)
    assert "one plain surface" in found.reason


def test_a_tiny_image_is_refused() -> None:
    assert isinstance(find_lattice(np.full((40, 60, 3), 128, np.uint8)), NotFound)


def test_a_grey_array_is_no_frame() -> None:
    with pytest.raises(ValueError, match="height x width x 3"):
        find_lattice(np.zeros((720, 1280), np.uint8))


def test_noise_is_no_grid() -> None:
    rng = np.random.default_rng(3)
    assert isinstance(find_lattice(rng.integers(0, 256, (720, 1280, 3), np.uint8)), NotFound)


def test_the_same_frame_gives_the_same_lattice() -> None:
    picture = DrawnTable(tilt=25.0).draw()
    first, second = find_lattice(picture), find_lattice(picture)
    assert isinstance(first, Lattice)
    assert isinstance(second, Lattice)
    assert all((a.corners == b.corners).all() for a, b in zip(first.cells, second.cells, strict=True))


@pytest.mark.parametrize("landscape", [False, True])
def test_half_a_small_grid_is_told_to_reach_beyond_the_picture(landscape: bool) -> None:
    picture = DrawnTable(rows=3, columns=3, landscape=landscape).draw()
    found = find_lattice(np.ascontiguousarray(picture[:, :640]), FindSettings(3, 3))
    assert isinstance(found, NotFound)
    assert "reaches beyond the picture" in found.reason


def test_cards_with_neighbours_in_one_direction_only_tell_the_grid() -> None:
    """The gap that shows nowhere is taken to be about the one that does."""
    held = {(0, 0), (1, 0), (2, 0), (0, 3), (3, 2), (3, 3)}
    empty = frozenset((row, column) for row in range(4) for column in range(4)) - held
    found = find_lattice(DrawnTable(gap_mm=(3.0, 4.0), empty=empty).draw())
    assert isinstance(found, Lattice), found
    assert {(cell.row, cell.column) for cell in found.cells if cell.occupied} == held
