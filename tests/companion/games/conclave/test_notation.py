"""The text notation of Mages, cells and Conclaves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.conclave.components import Card, FaceDownMage, Magic
from companion.games.conclave.conclave import Cell, Conclave
from companion.games.conclave.errors import Unreadable
from companion.games.conclave.notation import (
    CARDS_BY_CODE,
    COLOUR_NAMES,
    MAGES_BY_CODE,
    mage,
    parse_card,
    parse_cell,
    parse_conclave,
    print_conclave,
)

cards = st.sampled_from(list(CARDS_BY_CODE.values()))
conclaves = st.builds(Conclave, st.tuples(*[st.none() | cards] * 16))

CONTRACT = {
    "be": ("beige", Magic.EARTH),
    "bl": ("blue", Magic.WIND),
    "pu": ("purple", Magic.MIND),
    "or": ("orange", Magic.WISDOM),
    "re": ("red", Magic.LOVE_AND_WAR),
    "gr": ("green", Magic.NATURE),
}


@pytest.mark.parametrize("code", CONTRACT)
def test_two_letters_of_colour_stand_for_the_magic(code: str) -> None:
    colour, magic = CONTRACT[code]
    assert mage(f"{code}C1").magic is magic
    assert COLOUR_NAMES[magic] == colour


@pytest.mark.parametrize("code", MAGES_BY_CODE)
def test_every_mage_prints_as_the_code_it_was_read_from(code: str) -> None:
    assert str(mage(code)) == code
    assert parse_card(code, "here") == mage(code)


def test_a_card_face_down_is_its_colour_and_a_b() -> None:
    assert parse_card("puB?", "here") == FaceDownMage(Magic.MIND)
    assert parse_card("??B?", "here") == FaceDownMage()


@pytest.mark.parametrize(
    "code", ["", "puG", "puG6", "puG0", "PUG5", "puX5", "xxG5", " puG5", "puG55", "...."]
)
def test_anything_else_is_no_card(code: str) -> None:
    with pytest.raises(Unreadable, match="is no card code such as puG5"):
        mage(code)
    with pytest.raises(Unreadable, match=r"^here: "):
        parse_card(code, "here")


def test_a_back_is_not_a_mage() -> None:
    with pytest.raises(Unreadable, match=r"^card: 'puB\?' is no card code such as puG5$"):
        mage("puB?")


def test_a_long_text_is_cut_in_the_error() -> None:
    with pytest.raises(Unreadable) as problem:
        mage("x" * 10_000)
    assert str(problem.value) == f"card: {'x' * 20!r} is no card code such as puG5"
    with pytest.raises(Unreadable) as problem:
        parse_cell("x" * 10_000, "cell")
    assert str(problem.value) == f"cell: {'x' * 20!r} is no cell; row,column run from 0,0 to 3,3"


def test_cells_are_row_and_column_from_zero() -> None:
    assert parse_cell("1,3", "cell") == Cell(1, 3)
    assert str(Cell(1, 3)) == "1,3"
    for wrong in ("4,0", "0,4", "-1,0", "1", "1,1,1", "a,b", "1, 3"):
        with pytest.raises(Unreadable, match=r"^there: .* is no cell; row,column run from 0,0 to 3,3"):
            parse_cell(wrong, "there")


@given(conclaves)
def test_a_printed_conclave_is_read_back_the_same(conclave: Conclave) -> None:
    assert parse_conclave(print_conclave(conclave)) == conclave


def test_a_conclave_prints_as_four_lines_of_four_codes() -> None:
    laid: Card = mage("puG5")
    conclave = Conclave().with_card(Cell(0, 1), laid).with_card(Cell(3, 0), FaceDownMage(Magic.EARTH))
    assert print_conclave(conclave).splitlines() == [
        "....  puG5  ....  ....",
        "....  ....  ....  ....",
        "....  ....  ....  ....",
        "beB?  ....  ....  ....",
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "conclave: 4 rows expected, got 0"),
        (".... .... .... ....\n" * 5, "conclave: 4 rows expected, got 5"),
        (".... .... .... ....\n" * 3 + "....", "conclave row 3: 4 cells expected, got 1"),
        (".... .... .... ....\n" * 3 + ".... .... nope ....", "conclave cell 3,2: 'nope' is no card code"),
    ],
)
def test_what_is_wrong_with_a_conclave_is_named(text: str, problem: str) -> None:
    with pytest.raises(Unreadable) as unreadable:
        parse_conclave(text)
    assert str(unreadable.value).startswith(problem)
