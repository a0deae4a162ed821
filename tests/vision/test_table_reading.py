from __future__ import annotations

import numpy as np
import pytest

from tests.vision.drawn_cards import FACES, cells, drawn_deck, table
from vision.bare_table import SURELY_A_CARD
from vision.cell_images import CellImage, quads_of
from vision.glance import glance_at
from vision.readings import CellState
from vision.references import DeckReferences, UnusableReferences
from vision.table_reading import KnownCards, decide, read_cells, read_with_corners

TABLE = [
    ["blX1", "reX3r", "grX2", "orX1"],
    ["orX3", "....", "blX3", "reX2"],
    ["anyB?", "grX1", "reX1", "orX2"],
]


@pytest.fixture(scope="module")
def deck() -> DeckReferences:
    return drawn_deck()


def codes_read(frame: np.ndarray, deck: DeckReferences) -> list[str]:
    shown = {CellState.EMPTY: "....", CellState.COVERED: "####"}
    return [cell.code or shown[cell.state] for cell in read_cells(frame, cells(TABLE), deck)]


def wanted() -> list[str]:
    return [code.removesuffix("r") for line in TABLE for code in line]


def test_a_table_is_read_with_its_back_its_empty_cell_and_a_card_on_its_head(deck: DeckReferences) -> None:
    reading = read_cells(table(TABLE), cells(TABLE), deck)
    assert codes_read(table(TABLE), deck) == wanted()
    assert reading.cell(0, 1).turned
    assert not reading.cell(0, 0).turned


@pytest.mark.parametrize("light", [(0.5, 0.8, 1.0), (1.0, 0.9, 0.7), (0.4, 0.4, 0.4)])
def test_light_of_another_colour_changes_nothing(
    deck: DeckReferences, light: tuple[float, float, float]
) -> None:
    assert codes_read(table(TABLE, light), deck) == wanted()


def test_corners_a_little_off_are_slid_into_place(deck: DeckReferences) -> None:
    rng = np.random.default_rng(2)
    off = [
        CellImage(cell.row, cell.column, cell.corners + rng.normal(0, 1.2, (4, 2))) for cell in cells(TABLE)
    ]
    assert [cell.code for cell in read_cells(table(TABLE), off, deck) if cell.code] == [
        code for code in wanted() if code != "...."
    ]


def test_however_sure_a_reading_the_codes_nearest_to_it_are_kept(deck: DeckReferences) -> None:
    for reading in read_cells(table(TABLE), cells(TABLE), deck):
        others = [guess.name for guess in reading.candidates[1:]]
        assert len(others) >= 3
        assert reading.candidates[0].name not in others


def test_a_card_of_another_game_is_not_named(deck: DeckReferences) -> None:
    strange = [["blX1", "zzZ9"], ["grX2", "orX1"]]
    reading = read_cells(table(strange), cells(strange), deck)
    assert not reading.cell(0, 1).accepted


def test_only_the_cells_that_changed_can_be_read_again(deck: DeckReferences) -> None:
    changed = [cell for cell in cells(TABLE) if (cell.row, cell.column) in {(0, 2), (2, 3)}]
    assert [cell.code for cell in read_cells(table(TABLE), changed, deck)] == ["grX2", "orX2"]


@pytest.mark.parametrize("count", [1, 2, 5])
def test_cells_that_changed_are_read_by_the_light_of_the_table_as_it_was(
    deck: DeckReferences, count: int
) -> None:
    lamp = (0.4, 0.7, 1.0)
    whole = read_with_corners(table(TABLE, lamp), cells(TABLE), deck)
    changed = [["grX3", "blX2", "grX2", "orX1"], TABLE[1], TABLE[2]]
    some = cells(changed)[:count]
    reading = read_cells(table(changed, lamp), some, deck, KnownCards(table=whole.table))
    assert [cell.code for cell in reading] == ["grX3", "blX2", "grX2", "orX1", "orX3"][:count]


def test_only_a_whole_table_tells_its_light_anew(deck: DeckReferences) -> None:
    whole = read_with_corners(table(TABLE), cells(TABLE), deck)
    again = read_with_corners(table(TABLE), cells(TABLE)[:1], deck, KnownCards(table=whole.table))
    assert again.table is whole.table


def test_nothing_to_read_reads_nothing(deck: DeckReferences) -> None:
    assert read_cells(table(TABLE), [], deck).cells == ()


def test_no_card_is_read_twice_when_the_deck_holds_it_once(deck: DeckReferences) -> None:
    scores = np.full((2, len(deck.codes)), -9.0, np.float32)
    scores[0, :2] = 0.0, -3.0
    scores[1, :2] = 0.0, -0.5
    assert decide(scores, np.ones(2, bool), deck).chosen.tolist() == [0, 1]


def test_a_card_known_to_lie_elsewhere_gives_way_to_its_likeness(deck: DeckReferences) -> None:
    scores = np.full((1, len(deck.codes)), -20.0, np.float32)
    scores[0, :2] = 0.0, -2.0
    known = KnownCards(elsewhere={deck.codes[0]: 1})
    assert decide(scores, np.ones(1, bool), deck, known).chosen.tolist() == [1]


def test_a_deck_needs_a_picture_of_each_card() -> None:
    with pytest.raises(UnusableReferences, match="no picture of blX1"):
        DeckReferences.prepare({"blX1": []}, {})


def test_several_pictures_of_a_card_stand_for_one_code() -> None:
    taught = {code: [art, (art * 0.8).astype(np.uint8)] for code, art in FACES.items()}
    two = DeckReferences.prepare(taught, {})
    line = [["blX1", "reX3", "grX2", "orX1"]]
    assert [cell.code for cell in read_cells(table(line), cells(line), two)] == line[0]


def test_a_bare_place_on_black_cloth_is_empty_though_a_card_in_the_dark_would_show_as_little(
    deck: DeckReferences,
) -> None:
    frame = table(TABLE)
    cloth = np.random.default_rng(4).normal(14, 1.0, frame.shape)
    for cell, code in zip(cells(TABLE), wanted(), strict=True):
        (left, top), (right, bottom) = cell.corners[0].astype(int), cell.corners[2].astype(int)
        if code != "....":
            cloth[top:bottom, left:right] = frame[top:bottom, left:right]
    black = np.clip(cloth, 0, 255).astype(np.uint8)
    found = glance_at(black, quads_of(cells(TABLE)), deck).comparison
    bare = wanted().index("....")
    assert found.explained[bare] > SURELY_A_CARD, "else it proves nothing"
    assert codes_read(black, deck) == wanted()
