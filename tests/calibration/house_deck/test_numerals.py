from __future__ import annotations

import numpy as np
import pytest

from calibration.house_deck.cards import COLOURS, INFLUENCES
from calibration.house_deck.icons import PLAQUES, SIGNS
from calibration.house_deck.marks import MARKS
from calibration.house_deck.numerals import LETTERS, NUMERALS
from calibration.house_deck.palette import INK, MAGICS
from calibration.house_deck.pixels import Area, render
from calibration.house_deck.shapes import Drawing, Fill
from tests.calibration.house_deck.eyes import Picture, distances, greyscale, most_alike

BOX = Area(-7.0, -7.0, 7.0, 7.0)


def drawn(drawing: Drawing) -> Picture:
    return render(drawing, BOX, 32)


def in_ink(outlines: object) -> Drawing:
    assert isinstance(outlines, tuple)
    return tuple(Fill(outline, INK) for outline in outlines)


NUMERAL_PICTURES = {str(influence): drawn(in_ink(NUMERALS[influence])) for influence in INFLUENCES}
LETTER_PICTURES = {name: drawn(in_ink(outlines)) for name, outlines in LETTERS.items()}


def test_there_is_a_numeral_for_every_influence() -> None:
    assert tuple(NUMERALS) == INFLUENCES


@pytest.mark.parametrize(
    "signs",
    [
        NUMERAL_PICTURES,
        LETTER_PICTURES,
        {animal: drawn((Fill(outline, INK),)) for animal, outline in MARKS.items()},
        {magic: drawn(SIGNS[magic](INK)) for magic in COLOURS},
    ],
    ids=["numerals", "letters", "marks", "signs"],
)
def test_signs_of_one_kind_differ_in_shape_alone(signs: dict[str, Picture]) -> None:
    """All in one ink and 32 pixels high."""
    distance, one, other = most_alike({name: greyscale(sign) for name, sign in signs.items()})
    assert distance > 0.45, f"{one} and {other}"


def test_plaques_differ_in_silhouette() -> None:
    """They are all filled shapes of one size, so they overlap more than signs do."""
    distance, one, other = most_alike({magic: drawn((Fill(PLAQUES[magic], INK),)) for magic in COLOURS})
    assert distance > 0.3, f"{one} and {other}"


@pytest.mark.parametrize("signs", [NUMERAL_PICTURES, LETTER_PICTURES], ids=["numerals", "letters"])
def test_none_becomes_another_when_turned_upside_down(signs: dict[str, Picture]) -> None:
    apart = distances((np.ascontiguousarray(sign[::-1, ::-1]) for sign in signs.values()), signs.values())
    np.fill_diagonal(apart, np.inf)
    assert apart.min() > 0.45


def test_every_magic_has_a_letter_of_its_own() -> None:
    letters = [inks.letter for inks in MAGICS.values()]
    assert sorted(letters) == sorted(LETTERS)
    assert len(set(letters)) == len(COLOURS)


def test_no_magics_letter_is_a_brotherhoods() -> None:
    assert not {inks.letter for inks in MAGICS.values()} & set(MARKS)
