"""The tally to take along: the same facts as a picture, a table and JSON."""

from __future__ import annotations

import csv
import io
import json

import cv2
import numpy as np
import pytest

from companion.art.magic_signs import LETTERS, sign_shapes
from companion.games.conclave.give_influence import InfluenceZone
from companion.games.conclave.notation import mage
from companion.games.conclave.scoring import Tally, tally
from companion.sharing import lettering
from companion.sharing.lettering import Canvas, colour, fitted, width_of, without_accents, wrapped
from companion.sharing.tally_files import tally_csv, tally_json
from companion.sharing.tally_picture import GOLD, LINE, SIGN, WIDTH, WORDS, tally_picture


def a_tally(*names: str) -> Tally:
    """The first player controls purple and red, the second blue, a third nothing."""
    zones = (["puG5", "puC3", "reW4"], ["blC4", "blG1", "puW2"], ["reC1"])
    return tally(
        [(name, InfluenceZone(tuple(map(mage, zone)))) for name, zone in zip(names, zones, strict=False)]
    )


def test_a_spreadsheet_has_a_row_for_each_player() -> None:
    rows = list(csv.DictReader(io.StringIO(tally_csv(a_tally("Inés", "Ben", "Zoë")).decode("utf-8-sig"))))
    assert [(row["player"], row["winner"], row["eliminated"]) for row in rows] == [
        ("Inés", "yes", ""),
        ("Ben", "", ""),
        ("Zoë", "", "yes"),
    ]
    assert (rows[0]["purple"], rows[0]["controls purple"], rows[0]["blue"]) == ("8", "yes", "")
    assert (rows[1]["purple"], rows[1]["controls purple"], rows[1]["resentment"]) == ("2", "", "2")


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)"])
def test_no_name_becomes_a_formula(name: str) -> None:
    rows = list(csv.reader(io.StringIO(tally_csv(a_tally(name, "Ben")).decode("utf-8-sig"))))
    assert rows[1][0] == f"'{name}"


def test_json_has_the_fields_of_the_command_and_the_sentences() -> None:
    told = json.loads(tally_json(a_tally("Inés", "Ben"), "es", "20310509-200000-0123abcd"))
    assert told["game"] == "20310509-200000-0123abcd"
    assert told["winners"] == ["Inés"]
    assert told["players"][0]["controls"] == ["purple", "red"]
    assert told["explanation"][-1].startswith("Gana Inés")


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_picture_shows_every_player_and_marks_who_wins(language: str) -> None:
    small = _decoded(tally_picture(a_tally("Inés", "Ben"), language))
    large = _decoded(tally_picture(a_tally("Inés", "Ben", "Zoë"), language, "x" * 500))
    assert small.shape[1] == large.shape[1] == WIDTH
    assert large.shape[0] > small.shape[0]
    edge = small[300:400, 55:62].reshape(-1, 3)
    assert (edge == GOLD[::-1]).all(axis=1).any(), "the winner's panel has a golden edge"
    assert not (edge == LINE[::-1]).all(axis=1).any()


def test_the_picture_can_be_made_without_the_font_of_opencv_5(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lettering, "_font", lambda: None)
    picture = _decoded(tally_picture(a_tally("Inés", "Ñandú"), "es"))
    assert picture.std() > 10
    assert without_accents("Ñandú ★ …") == "Nandu * ..."


def test_words_are_fitted_and_wrapped_to_their_place() -> None:
    long = "Maximiliane von und zu Hohenfels"
    assert width_of(fitted(long, 52, 300), 52) <= 300
    assert fitted("Ana", 52, 300) == "Ana"
    lines = wrapped("The winner is Ana with the least Resentment of all who played", 34, 300)
    assert len(lines) > 2
    assert all(width_of(line, 34) <= 300 for line in lines)


@pytest.mark.parametrize("code", LETTERS)
def test_every_pile_shows_the_sign_of_its_magic(code: str) -> None:
    """The dark edge of the plaque stands in the chip; nothing else in the picture has that colour."""
    picture = _decoded(tally_picture(tally([("Ana", InfluenceZone((mage(f"{code}C4"),)))]), "en"))
    edge = next(colour(shape.colour) for shape in sign_shapes(code) if shape.width)[::-1]
    places = np.argwhere((picture == edge).all(axis=2))
    assert len(places) > 100
    assert np.ptp(places, axis=0).max() <= SIGN, "one sign, in one place"


@pytest.mark.parametrize("code", LETTERS)
def test_a_sign_is_painted_within_its_place(code: str) -> None:
    canvas = Canvas.glowing(120, 120, (0, 0, 0), (0, 0, 0))
    canvas.sign((60, 60), 64, code)
    painted = canvas.pixels.max(axis=2) > 0
    rows, columns = np.nonzero(painted.any(axis=1))[0], np.nonzero(painted.any(axis=0))[0]
    assert 26 <= rows[0] <= 36
    assert 84 <= rows[-1] <= 94
    assert abs(int(columns[0] + columns[-1]) - 120) <= 2, "it stands in the middle"


def test_both_languages_have_the_same_words() -> None:
    assert set(WORDS["en"]) == set(WORDS["es"])


def _decoded(png: bytes) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return np.asarray(picture, np.uint8)
