"""A table of plain cards is read at a first look; whatever is in doubt is looked at by every reader."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
import pytest

from companion.cli.read import load_references
from companion.games.conclave.conclave import Cell
from companion.games.conclave.notation import parse_conclave
from tests.companion.witness.photographed import photographed, place, places
from vision.arrays import Picture
from vision.cell_images import quads_of
from vision.comparison import Comparison
from vision.evidence import gather
from vision.glance import glance_at
from vision.ink_views import ink_views
from vision.opinions import CellReader, Opinions
from vision.plain_cells import may_be_plain, plain_by_shape, plain_cards
from vision.readings import CellState
from vision.references import DeckReferences
from vision.table_reading import NOTHING_KNOWN, KnownCards, read_cells, read_with_corners

TABLE = """
    beC2  puW4  ....  orC3
    grG4  reG5  blC5  reW4
    blC1  ....  orW2  ....
    ....  grW5  beW2  puC3
"""
WANTED = [None if code == "...." else code for code in TABLE.split()]


@cache
def house() -> DeckReferences:
    return load_references("house")


def shown() -> Picture:
    return photographed(parse_conclave(TABLE))


@pytest.fixture
def looks_at_inks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many cells were looked at by the dear readers, a number each time."""
    cells: list[int] = []

    def noted(found: Comparison, *more: object) -> object:
        cells.append(len(found.explained))
        return ink_views(found, *more)  # type: ignore[arg-type]

    monkeypatch.setattr("vision.evidence.ink_views", noted)
    return cells


def test_a_plain_table_is_read_at_a_first_look(looks_at_inks: list[int]) -> None:
    reading = read_cells(shown(), places(), house())
    assert looks_at_inks == []
    assert [cell.code for cell in reading] == WANTED
    assert all(cell.accepted for cell in reading)
    assert {cell.state for cell in reading if cell.code is None} == {CellState.EMPTY}


def test_all_readers_together_are_as_sure_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    glanced = read_cells(shown(), places(), house())
    monkeypatch.setattr("vision.table_reading.gather_plain", lambda _glance: None)
    looked = read_cells(shown(), places(), house())
    for one, other in zip(glanced, looked, strict=True):
        assert (one.code, one.state) == (other.code, other.state)
        assert one.confidence < other.confidence + 0.005


def with_a_finger(picture: Picture) -> Picture:
    (left, top), _, (right, bottom), _ = place(Cell(1, 1)).astype(int).tolist()
    cv2.rectangle(picture, (left, top), ((left + right) // 2, (top + bottom) // 2), (110, 140, 200), -1)
    return picture


def blurred(picture: Picture) -> Picture:
    (left, top), _, (right, bottom), _ = place(Cell(1, 1)).astype(int).tolist()
    part = picture[top:bottom, left:right]
    picture[top:bottom, left:right] = cv2.GaussianBlur(part, (0, 0), 9)
    return picture


@pytest.mark.parametrize("spoilt", [with_a_finger, blurred])
def test_one_card_in_doubt_lets_every_reader_look_at_the_table(
    looks_at_inks: list[int], spoilt: Callable[[Picture], Picture]
) -> None:
    read_cells(spoilt(shown()), places(), house())
    assert looks_at_inks == [16]


def test_a_card_that_lies_there_twice_is_looked_at_by_every_reader(looks_at_inks: list[int]) -> None:
    """The deck has one of each: one of the two must be read as something else, and is asked about."""
    reading = read_cells(photographed(parse_conclave(TABLE.replace("puC3", "puW4"))), places(), house())
    assert looks_at_inks == [16]
    assert not (reading.cell(0, 1).accepted and reading.cell(3, 3).accepted)


def test_what_is_known_of_a_game_never_overrules_a_first_look_by_itself(
    looks_at_inks: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """That a card stayed counts for more than a first look: every reader is asked before it is believed."""
    monkeypatch.setattr("vision.table_reading.STAYED", 40.0)
    read_cells(shown(), places(), house(), KnownCards(unmoved={(1, 1): "reG3"}))
    assert looks_at_inks == [16]


def test_a_card_that_should_lie_elsewhere_is_read_as_what_it_is() -> None:
    for known in (KnownCards(unmoved={(1, 1): "reG3"}), KnownCards(elsewhere={"reG5": 1})):
        assert read_cells(shown(), places(), house(), known).cell(1, 1).code == "reG5"


@dataclass(frozen=True)
class Otherwise:
    """The deck's second reader, but it has another card in mind for one cell, or hardly knows its own."""

    own: CellReader
    ahead: float

    def opinions(self, cells_bgr: Picture) -> Opinions:
        said = self.own.opinions(cells_bgr)
        codes = said.codes.copy()
        codes[0] = np.minimum(codes[0], -abs(self.ahead) * (codes[0] < 0))
        if self.ahead < 0:
            codes[0, 40] = 1.0
        return replace(said, codes=codes)


def is_plain(ahead: float) -> bool:
    second = house().second
    assert second is not None
    glance = glance_at(shown(), quads_of(places()), house(), Otherwise(second, ahead))
    opinions = glance.opinions()
    assert may_be_plain(glance)
    assert opinions is not None
    return bool(plain_cards(glance, opinions)[0])


def test_a_card_is_plain_only_if_the_second_reader_says_the_same() -> None:
    assert is_plain(9.0)
    assert not is_plain(-9.0)


def in_another_light(picture: Picture) -> Picture:
    (left, top), _, (right, bottom), _ = place(Cell(1, 1)).astype(int).tolist()
    part = picture[top:bottom, left:right]
    picture[top:bottom, left:right] = (part * np.array([1.0, 0.8, 0.55])).astype(np.uint8)
    return picture


def test_a_card_that_asks_for_a_light_of_its_own_is_not_plain() -> None:
    """It may be the same drawing in a colour that was never taught."""
    glance = glance_at(in_another_light(shown()), quads_of(places()), house())
    plain = plain_cards(glance, glance.opinions())
    assert plain_by_shape(glance)[5]
    assert not plain[5]
    assert plain[4]


def test_one_card_alone_is_plain_only_beside_what_was_seen_of_the_whole_table(
    looks_at_inks: list[int],
) -> None:
    one = places()[5:6]
    read_cells(shown(), one, house())
    assert looks_at_inks == [1]
    table = read_with_corners(shown(), places(), house()).table
    looks_at_inks.clear()
    assert read_cells(shown(), one, house(), KnownCards(table=table)).cell(1, 1).code == "reG5"
    assert looks_at_inks == []


def test_without_a_second_reader_no_table_is_plain() -> None:
    assert not may_be_plain(glance_at(shown(), quads_of(places()), replace(house(), second=None)))


def test_the_light_of_a_plain_table_is_found_when_it_is_asked_for(looks_at_inks: list[int]) -> None:
    laid = read_with_corners(shown(), places(), house(), NOTHING_KNOWN)
    assert looks_at_inks == []
    table = laid.table
    assert looks_at_inks == [16]
    assert table is laid.table
    assert table is not None
    known = gather(shown(), quads_of(places()), house()).table
    assert table.curve is known.curve
    np.testing.assert_allclose(table.light.plane, known.light.plane, atol=0.02)
