"""Lessons step by step as pages drive them, and everything that can go wrong in one."""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.deck_folder import find_deck
from calibration.teaching.card_places import Places, labelled_grid
from calibration.teaching.labels import CellLabel
from companion.cli.classroom import Classroom, carried_out
from companion.server.teaching import Corrected, NotTeachable
from companion.table.photographed import UnusablePhoto
from tests.calibration.teaching.table_photos import face, grid_photo
from tests.companion.cli.test_teach import everything
from vision.arrays import Picture
from vision.lattice import CardSize

ROWS = (("blC1", "blC2"), ("blG1", "blG2"))
LAYOUT = "blue: C12 G12"
MIXED = (("blC1", "reG2", "grG1"), ("puC1", "blG2", "orG2"))
OTHERS = (("reG2", "grG1"), ("puC1", "orG2"))


@pytest.fixture
def classroom(tmp_path: Path) -> Classroom:
    return Classroom(tmp_path)


def jpeg(picture: Picture) -> bytes:
    return cv2.imencode(".jpg", picture)[1].tobytes()


def grid(rows: Sequence[Sequence[str]], seed: int = 1) -> bytes:
    return jpeg(grid_photo(rows, seed))


def with_table_below_the_last_card(
    frame_bgr: Picture, labels: tuple[CellLabel, ...], card: CardSize
) -> Places:
    """The cards as they are found, but for the last one: its cut reaches twenty pixels too far down."""
    found = labelled_grid(frame_bgr, labels, card)
    corners = found.cards[-1].corners + np.array([[0, 0], [0, 0], [0, 20], [0, 20]])
    return replace(found, cards=(*found.cards[:-1], replace(found.cards[-1], corners=corners)))


def refusal(classroom: Classroom, do: str, *arguments: object) -> str:
    answer = carried_out(classroom, (do, arguments))
    assert isinstance(answer, NotTeachable | UnusablePhoto), answer
    return answer.trouble.value


def report(classroom: Classroom, deck: str = "mine") -> dict[str, list[dict[str, object]]]:
    fields: dict[str, list[dict[str, object]]] = json.loads(classroom.lesson_report(deck))
    return fields


@pytest.fixture(scope="module")
def four_cards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A deck of four on disk, its lesson still open."""
    folder = tmp_path_factory.mktemp("taught")
    classroom = Classroom(folder)
    classroom.begin("mine", None)
    classroom.add_photo("mine", grid(ROWS), LAYOUT, "")
    assert classroom.finish("mine").report == "taught"
    return folder


@pytest.fixture
def taught(four_cards: Path, tmp_path: Path) -> Classroom:
    """The same, to be changed."""
    shutil.copytree(four_cards, tmp_path, dirs_exist_ok=True)
    return Classroom(tmp_path)


def test_a_sorted_photo_is_understood_and_becomes_a_deck(classroom: Classroom, tmp_path: Path) -> None:
    lesson = classroom.begin("mine", None)
    assert (lesson.step.do, lesson.step.magic) == ("magic", "be")
    lesson = classroom.add_photo("mine", grid(ROWS), LAYOUT, "")
    (photo,) = lesson.photos
    assert [card.card for card in photo.cards] == ["blC1", "blC2", "blG1", "blG2"]
    assert (photo.wrong, photo.layout) == ((), LAYOUT)
    sheet = cv2.imdecode(np.frombuffer(classroom.sheet("mine", "1"), np.uint8), cv2.IMREAD_COLOR)
    assert sheet is not None
    assert sheet.shape == (photo.height, photo.width, 3)
    assert classroom.finish("mine").report == "taught"
    assert sorted(find_deck("mine", tmp_path).counts) == ["blC1", "blC2", "blG1", "blG2"]
    assert report(classroom)["pairs"]
    assert classroom.deck_report("mine") == classroom.lesson_report("mine")


def test_cards_without_a_label_are_asked_about_only_if_they_are_not_known(classroom: Classroom) -> None:
    classroom.begin("mine", None)
    classroom.add_photo("mine", grid(ROWS), LAYOUT, "")
    lesson = classroom.add_photo("mine", grid(MIXED, 2), "", "")
    cards = {card.place: card for card in lesson.photos[1].cards}
    assert cards["row 0, column 0"].card == "blC1"
    assert cards["row 1, column 1"].card == "blG2"
    assert cards["row 0, column 1"].candidates[0].startswith("reG")
    assert cards["row 1, column 0"].candidates[0].startswith("puC")
    assert (lesson.step.do, lesson.step.photo) == ("answer", "2")
    said = {card.place: card.candidates[0] for card in lesson.photos[1].cards if card.card is None}
    lesson = classroom.answer("mine", "2", {**said, "row 0, column 1": "reG2", "row 1, column 0": None})
    assert len(lesson.photos[1].cards) == 5
    assert lesson.taught["reG2"] == 1
    assert lesson.step.do == "magic"


def test_a_lesson_goes_on_after_the_program_was_stopped(classroom: Classroom, tmp_path: Path) -> None:
    classroom.begin("mine", {"blC1": 1, "blC2": 2, "blG1": 1, "blG2": 1, "reG2": 1})
    before = classroom.add_photo("mine", grid(MIXED, 2), "", "")
    another = Classroom(tmp_path)
    assert another.lesson("mine") == before
    (line,) = another.unfinished()
    assert (line.name, line.photos) == ("mine", 1)
    another.give_up("mine")
    assert another.unfinished() == ()
    assert refusal(another, "lesson", "mine") == "no-lesson"


def test_the_deck_must_hold_what_was_said(classroom: Classroom, tmp_path: Path) -> None:
    classroom.begin("mine", {"blC1": 1, "blC2": 2, "blG1": 1, "reG2": 1})
    classroom.add_photo("mine", grid(ROWS), LAYOUT, "")
    assert classroom.finish("mine").report == "refused"
    mend = {str(one["kind"]): one["facts"] for one in report(classroom)["mend"]}
    assert mend == {"missing": {"cards": ["reG2"]}, "not-in-deck": {"cards": ["blG2"]}}
    assert not (tmp_path / "decks").exists()
    assert classroom.begin("mine", {"blC1": 1, "blC2": 2, "blG1": 1, "blG2": 1}).report == ""
    assert classroom.finish("mine").report == "taught"
    assert find_deck("mine", tmp_path).counts["blC2"] == 2


@pytest.mark.parametrize(
    ("photo", "layout", "kind"),
    [
        (jpeg(np.full((700, 900, 3), 90, np.uint8)), LAYOUT, {"no-grid", "too-little-detail"}),
        (jpeg(np.full((700, 900, 3), 90, np.uint8)), "", {"no-cards", "too-little-detail"}),
        (jpeg(np.full((700, 900, 3), 2, np.uint8)), LAYOUT, {"too-dark"}),
        (jpeg(grid_photo(ROWS, 1)[:, :-260]), LAYOUT, {"no-grid", "other-grid", "no-card-there"}),
        (
            jpeg(np.asarray(cv2.GaussianBlur(grid_photo(ROWS, 1), (0, 0), 9), np.uint8)),
            LAYOUT,
            {"blurred", "no-grid"},
        ),
    ],
    ids=["no cards", "no cards unsorted", "dark", "cut off", "blurred"],
)
def test_a_photo_that_cannot_be_used_is_named_and_asked_for_again(
    classroom: Classroom, photo: bytes, layout: str, kind: set[str]
) -> None:
    classroom.begin("mine", None)
    lesson = classroom.add_photo("mine", photo, layout, "")
    assert lesson.photos[0].wrong[0].kind in kind
    assert lesson.photos[0].needed
    assert (lesson.step.do, lesson.step.photo) == ("again", "1")
    lesson = classroom.add_photo("mine", grid(ROWS), LAYOUT, "1")
    assert [one.name for one in lesson.photos] == ["1"]
    assert lesson.photos[0].wrong == ()


def test_a_card_that_was_cut_out_beside_its_edges_is_not_learned(
    classroom: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A finder that takes a strip of table for a part of the last card, in the first photo."""
    classroom.begin("mine", None)
    rows = (("blC1", "blC2", "blC4"), ("blG1", "blG2", "blG3"))
    with monkeypatch.context() as wrong:
        wrong.setattr("calibration.teaching.photo_cards.labelled_grid", with_table_below_the_last_card)
        lesson = classroom.add_photo("mine", grid(rows, 1), "blue: C124 G123", "")
    (said,) = lesson.photos[0].wrong
    assert (said.kind, said.facts) == ("badly-cut", {"row": 1, "column": 2})
    assert "blG3" not in lesson.taught
    assert lesson.photos[0].needed
    lesson = classroom.add_photo("mine", grid(rows, 3), "blue: C124 G123", "")
    assert lesson.taught["blG3"] == 1
    assert not lesson.photos[0].needed


def test_cards_of_another_deck_are_noticed_by_their_shape(classroom: Classroom) -> None:
    classroom.begin("mine", None)
    for seed in (1, 2):
        classroom.add_photo("mine", grid(ROWS, seed), LAYOUT, "")
    wide = cv2.resize(grid_photo(OTHERS, 3), None, fx=1.35, fy=1.0)
    lesson = classroom.add_photo("mine", jpeg(np.asarray(wide, np.uint8)), "", "")
    assert [one.kind for one in lesson.photos[2].wrong] == ["wider"]


def test_one_label_for_two_cards_is_refused_and_put_right(taught: Classroom, tmp_path: Path) -> None:
    """Two photos contradict each other; the deck on disk stays as it was."""
    before = everything(tmp_path / "decks")
    taught.add_photo("mine", grid((("blC1", "reG2"), ("blG1", "blG2")), 5), LAYOUT, "")
    assert taught.finish("mine").report == "refused"
    (remark,) = report(taught)["mend"]
    assert remark["kind"] == "two-cards-one-label"
    assert remark["facts"] == {"card": "blC2", "where": "1 (row 0, column 1)", "other": "2 (row 0, column 1)"}
    assert everything(tmp_path / "decks") == before
    taught.answer("mine", "2", {"row 0, column 1": "reG2"})
    assert taught.finish("mine").report == "taught"


def test_a_deck_that_cannot_be_told_apart_is_refused_by_its_pairs(
    classroom: Classroom, tmp_path: Path
) -> None:
    classroom.begin("mine", None)
    classroom.add_photo("mine", grid((("blC1", "blC1"), ("blG1", "blG2"))), LAYOUT, "")
    assert classroom.finish("mine").report == "refused"
    assert [one["facts"] for one in report(classroom)["mend"]] == [{"card": "blC1", "likely": "blC2"}]
    assert report(classroom)["pairs"][0]["alike"] == "same"
    assert set(report(classroom)["pairs"][0]["cards"]) == {"blC1", "blC2"}  # type: ignore[call-overload]
    assert not (tmp_path / "decks").exists()


def test_what_is_refused_changes_nothing(taught: Classroom, tmp_path: Path) -> None:
    before = everything(tmp_path)
    photo = grid(ROWS, 9)
    assert refusal(taught, "begin", "Not A Name", None) == "bad-deck-name"
    assert refusal(taught, "begin", "house", None) == "bad-deck-name"
    assert refusal(taught, "lesson", "../mine") == "no-lesson"
    assert refusal(taught, "lesson", "lost") == "no-lesson"
    assert refusal(taught, "add_photo", "mine", b"no picture", LAYOUT, "") == "no-photo"
    assert refusal(taught, "add_photo", "mine", photo[: len(photo) // 2], LAYOUT, "") == "photo-cut-short"
    assert refusal(taught, "add_photo", "mine", photo, "pink: C", "") == "bad-layout"
    assert refusal(taught, "add_photo", "mine", photo, LAYOUT, "7") == "no-such-card"
    assert refusal(taught, "add_photo", "mine", grid(ROWS), LAYOUT, "") == "same-photo"
    assert refusal(taught, "answer", "mine", "1", {"row 7, column 7": "blC1"}) == "no-such-card"
    assert refusal(taught, "sheet", "mine", "7") == "no-such-card"
    assert refusal(taught, "take_in", b"no deck at all") == "no-deck-file"
    assert refusal(taught, "export", "lost") == "no-deck"
    assert refusal(taught, "give_up", "lost") == "no-lesson"
    assert everything(tmp_path) == before


@pytest.mark.parametrize("step", ["add_photo", "finish", "take_in"])
def test_a_full_disk_leaves_deck_and_lesson_as_they_were(
    taught: Classroom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    packed = taught.export("mine")
    taught.add_photo("mine", grid(ROWS, 6), LAYOUT, "")
    before = everything(tmp_path)

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    wishes: dict[str, tuple[object, ...]] = {
        "add_photo": ("mine", grid(OTHERS, 7), "", ""),
        "finish": ("mine",),
        "take_in": (packed,),
    }
    assert refusal(taught, step, *wishes[step]) == "disk-full"
    monkeypatch.undo()
    assert everything(tmp_path) == before
    assert taught.finish("mine").report == "taught"


def test_a_lesson_that_cannot_be_read_is_named_and_can_be_given_up(taught: Classroom, tmp_path: Path) -> None:
    (tmp_path / "lessons" / "mine" / "session.json").write_text("{}", encoding="utf-8")
    assert refusal(taught, "lesson", "mine") == "lesson-damaged"
    (line,) = taught.unfinished()
    assert line.damaged
    taught.give_up("mine")
    assert find_deck("mine", tmp_path).counts


def test_a_deck_travels_and_takes_a_free_name(taught: Classroom, tmp_path: Path) -> None:
    packed = taught.export("mine")
    assert taught.take_in(packed) == "mine-2"
    assert Classroom(tmp_path / "there").take_in(packed) == "mine"


def test_a_card_that_people_named_becomes_part_of_the_deck(taught: Classroom, tmp_path: Path) -> None:
    frame = np.zeros((600, 800, 3), np.uint8)
    frame[100:389, 200:386] = face("blC1")
    corners = ((200.0, 100.0), (386.0, 100.0), (386.0, 389.0), (200.0, 389.0))
    taught.learn("mine", jpeg(frame), (Corrected("blC1", corners),))
    assert len(find_deck("mine", tmp_path).reference_images("blC1")) == 2
    before = everything(tmp_path)
    wrong = (Corrected("blC1", corners), Corrected("reW5", corners))
    assert refusal(taught, "learn", "mine", jpeg(frame), wrong) == "no-such-card"
    assert everything(tmp_path) == before
