from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from calibration.teaching.errors import BadLabels, BadSession
from calibration.teaching.labels import PhotoLabels
from calibration.teaching.lesson import learn
from calibration.teaching.photo_cards import PhotoKind
from calibration.teaching.questions import open_questions
from calibration.teaching.session import Session
from calibration.teaching.sorted_layout import sorted_labels
from tests.calibration.teaching.table_photos import face, grid_photo
from vision.arrays import Picture
from vision.photos import UnreadablePhoto


def file_of(picture: Picture) -> bytes:
    return cv2.imencode(".png", picture)[1].tobytes()


def test_a_page_can_teach_step_by_step_and_go_on_after_a_stop(tmp_path: Path) -> None:
    """Each step is a new session object, as after a crash between any two of them."""
    photo = Session.begin(tmp_path, "mine").add_photo(
        "blue.jpg",
        file_of(grid_photo([["blC1", "blC2"], ["blG1", "blG2"]], 3)),
        sorted_labels("blue: C1-2 G1-2"),
    )
    assert (photo.kind, len(photo.cards), photo.troubles) == (PhotoKind.GRID, 4, ())
    Session.begin(tmp_path, "mine").add_photo("one.png", file_of(face("blC4")), is_scan=True)
    (question,) = open_questions(Session.begin(tmp_path, "mine"))
    assert question.cards[0].photo == "one.png"
    assert question.candidates[0].startswith("blC")
    Session.begin(tmp_path, "mine").answer("one.png", question.cards[0].card.place, "blC4")
    lesson = learn(Session.begin(tmp_path, "mine"))
    assert lesson.faces == ("blC1", "blC2", "blC4", "blG1", "blG2")
    assert lesson.troubles == ()
    assert lesson.same == ()


def test_a_photo_can_be_taken_again_and_given_up(tmp_path: Path) -> None:
    session = Session.begin(tmp_path, "mine")
    session.add_photo("a.png", file_of(face("blC1")), PhotoLabels(single="blC1"), is_scan=True)
    session.add_photo("a.png", file_of(face("blC2")), PhotoLabels(single="blC2"), is_scan=True)
    assert [card.code for photo in session.photos for card in photo.cards] == ["blC2"]
    assert len(list(tmp_path.glob("*.png"))) == 1
    session.drop_photo("a.png")
    assert session.photos == ()
    session.close()
    assert not tmp_path.exists()


def test_what_is_no_photo_changes_nothing(tmp_path: Path) -> None:
    session = Session.begin(tmp_path, "mine")
    before = (tmp_path / "session.json").read_bytes()
    with pytest.raises(UnreadablePhoto, match=r"a\.png"):
        session.add_photo("a.png", b"no picture")
    assert (tmp_path / "session.json").read_bytes() == before


def test_an_answer_must_be_a_code_and_about_a_card_that_is_there(tmp_path: Path) -> None:
    session = Session.begin(tmp_path, "mine")
    session.add_photo("a.png", file_of(face("blC1")), is_scan=True)
    with pytest.raises(BadLabels, match="xx"):
        session.answer("a.png", "", "xx")
    with pytest.raises(BadLabels, match=r"b\.png"):
        session.answer("b.png", "", "blC1")
    session.answer("a.png", "", None)
    assert session.photos[0].cards == ()


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"format": 2}', '{"format": 1, "name": "../x", "card_mm": null, "photos": []}']
)
def test_a_session_that_cannot_be_trusted_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "session.json").write_text(text, encoding="utf-8")
    with pytest.raises(BadSession, match=r"session\.json"):
        Session.begin(tmp_path, "mine")


def test_a_session_is_for_one_deck(tmp_path: Path) -> None:
    Session.begin(tmp_path, "mine")
    with pytest.raises(BadSession, match="mine"):
        Session.begin(tmp_path, "other")


def test_the_shape_of_the_cards_is_learned(tmp_path: Path) -> None:
    session = Session.begin(tmp_path, "mine")
    session.add_photo("a.png", file_of(cv2.resize(face("blC1"), (252, 352))), is_scan=True)  # type: ignore[arg-type]
    assert (session.card.width_mm, session.card.height_mm) == (63, 88)
    assert Session.begin(tmp_path, "mine", (56, 87)).card.width_mm == 56
