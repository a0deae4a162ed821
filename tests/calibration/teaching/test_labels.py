from __future__ import annotations

import pytest

from calibration.teaching.errors import BadLabels
from calibration.teaching.labels import CellLabel, PhotoLabels, card_code, code_in_name, read_labels
from calibration.teaching.sorted_layout import sorted_labels

PHOTOS = ("grid.jpg", "one.jpg", "more/two.jpg")


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("puG5.png", "puG5"),
        ("puG5-2.jpg", "puG5"),
        ("puG5 (1).jpg", "puG5"),
        ("puG5_night.jpg", "puG5"),
        ("pu-back.png", "puB?"),
        ("pu-back-2.png", "puB?"),
        ("puG5/IMG_1234.jpg", "puG5"),
        ("IMG_1234.jpg", None),
        ("puG55.jpg", None),
        ("puG9.png", None),
        ("puG5/puG4.png", "puG4"),
    ],
)
def test_a_file_name_that_is_a_card_code_is_the_label(name: str, code: str | None) -> None:
    assert code_in_name(name) == code


def test_a_list_names_single_cards_and_cells() -> None:
    text = "photo,row,column,card\ngrid.jpg,0,0,puG5\ngrid.jpg,1,2,pu-back\none.jpg,,,beC1\n"
    labels = read_labels(text, PHOTOS)
    assert labels["one.jpg"] == PhotoLabels(single="beC1")
    assert labels["grid.jpg"].cells == (CellLabel(0, 0, "puG5"), CellLabel(1, 2, "puB?"))
    assert labels["grid.jpg"].extent == (2, 3)


def test_columns_may_stand_in_any_order_and_carry_the_mark_of_a_spreadsheet() -> None:
    labels = read_labels("\ufeffcard,photo,column,row\r\npuG5,MORE\\two.jpg,,\r\n\r\n", PHOTOS)
    assert labels == {"more/two.jpg": PhotoLabels(single="puG5")}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "expected the columns photo,row,column,card, got nothing"),
        ("photo,card\none.jpg,puG5\n", "expected the columns photo,row,column,card, got photo,card"),
        ("photo,row,column,card\n", "no labels in it"),
        ("photo,row,column,card\none.jpg,,,puG9\n", "line 2: unknown card code 'puG9'"),
        ("photo,row,column,card\none.jpg,,,\n", "line 2: no card is named for one.jpg"),
        ("photo,row,column,card\nlost.jpg,,,puG5\n", "line 2: there is no photo 'lost.jpg'"),
        ("photo,row,column,card\none.jpg,,puG5\n", "line 2: expected 4 fields, got 3"),
        ("photo,row,column,card\ngrid.jpg,a,0,puG5\n", "line 2: row must be a number"),
        ("photo,row,column,card\ngrid.jpg,0,,puG5\n", "line 2: column must be a number"),
        ("photo,row,column,card\ngrid.jpg,-1,0,puG5\n", "line 2: row must be a number"),
        (
            "photo,row,column,card\ngrid.jpg,0,0,puG5\ngrid.jpg,0,0,puG4\n",
            "line 3: grid.jpg has two labels for",
        ),
        ("photo,row,column,card\none.jpg,,,puG5\none.jpg,,,puG4\n", "one.jpg has other labels too"),
        ("photo,row,column,card\ngrid.jpg,0,0,puG5\ngrid.jpg,40,0,puG4\n", "at most 12 rows and columns"),
        ('photo,row,column,card\n"one.jpg,,,puG5\n', "line 2"),
    ],
)
def test_a_list_that_cannot_be_used_is_refused_with_its_line(text: str, said: str) -> None:
    with pytest.raises(BadLabels) as refused:
        read_labels(text, PHOTOS)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "code"), [("puG5", "puG5"), (" pu-back ", "puB?"), ("puB?", "puB?"), ("PUG5", None)]
)
def test_a_code_is_read_as_it_is_written(text: str, code: str | None) -> None:
    assert card_code(text) == code


@pytest.mark.parametrize(
    ("line", "rows"),
    [
        ("blue: C G", [["blC1", "blC2", "blC3", "blC4", "blC5"], ["blG1", "blG2", "blG3", "blG4", "blG5"]]),
        ("pu: W5-3 crows135", [["puW5", "puW4", "puW3"], ["puC1", "puC3", "puC5"]]),
        ("Wild Boar: be1-2 red4", [["beW1", "beW2"], ["reW4"]]),
        ("backs: be bl / gr", [["beB?", "blB?"], ["grB?"]]),
    ],
)
def test_a_sorted_layout_labels_a_whole_photo(line: str, rows: list[list[str]]) -> None:
    expected = [(r, c, code) for r, codes in enumerate(rows) for c, code in enumerate(codes)]
    assert [(cell.row, cell.column, cell.code) for cell in sorted_labels(line).cells] == expected


@pytest.mark.parametrize(
    "line", ["", "blue", "blue:", "pink: C", "blue: X", "blue: C6", "blue: C1-", "backs: x"]
)
def test_a_sorted_layout_that_says_nothing_is_refused(line: str) -> None:
    with pytest.raises(BadLabels, match="sorted layout"):
        sorted_labels(line)
