"""The signs of the Magics: those of the deck, as symbols for pages and as shapes for painters."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import companion.art
import mobile_web
from calibration.house_deck.page_art import signs
from companion.art.magic_signs import BOX, LETTERS, sign_shapes, sign_symbols


def test_the_signs_are_those_that_the_deck_draws() -> None:
    """After a change of the deck: `python -m calibration.house_deck.page_art --signs FILE`."""
    kept = Path(str(companion.art.__file__)).parent / "signs.svg"
    assert kept.read_text(encoding="utf-8") == signs()


def test_every_magic_has_a_sign_and_the_letter_of_the_pages() -> None:
    folder = Path(str(mobile_web.__file__)).parent / "static" / "words"
    for language in ("en", "es"):
        said = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
        assert {code: said[f"letter.{code}"] for code in LETTERS} == LETTERS
    assert set(sign_symbols()) == set(LETTERS)


@pytest.mark.parametrize("code", LETTERS)
def test_the_shapes_of_a_sign_lie_in_its_box_and_have_colours(code: str) -> None:
    left, top, width, height = BOX
    shapes = sign_shapes(code)
    assert len(shapes) >= 3, "a plaque, its edge, and what stands on it"
    assert any(shape.width for shape in shapes)
    for shape in shapes:
        assert shape.colour.startswith("#")
        points = [point for contour in shape.contours for point in contour]
        assert len(points) >= 3
        assert all(left <= x <= left + width and top <= y <= top + height for x, y in points)
