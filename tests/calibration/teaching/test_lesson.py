"""When a taught deck is called impossible to tell apart."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.teaching.labels import PhotoLabels
from calibration.teaching.left_out import LeftOut
from calibration.teaching.lesson import Lesson, learn
from calibration.teaching.rehearsal import AlikePair, Rehearsal
from calibration.teaching.remarks import RemarkKind
from calibration.teaching.report_text import to_improve
from calibration.teaching.session import Session
from calibration.teaching.wrong_labels import TriedCard
from tests.calibration.teaching.table_photos import face
from vision.under_lamps import UnderLamps

ALIKE = AlikePair("blC1", "blC2", margin=-2.0, at_best=-1.0)


@pytest.fixture(scope="module")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> Lesson:
    """Two cards, of which the rehearsal says that nobody tells them apart."""
    session = Session.begin(Path(tmp_path_factory.mktemp("lesson")), "mine")
    for code in ("blC1", "blC2"):
        file = cv2.imencode(".png", np.ascontiguousarray(face(code)))[1].tobytes()
        session.add_photo(f"{code}.png", file, PhotoLabels(single=code), is_scan=True)
    return replace(learn(session), rehearsal=Rehearsal((ALIKE,), 4, 2))


def read_again(lesson: Lesson, *cards: tuple[str, bool]) -> tuple[TriedCard, ...]:
    """Photos of cards that were read right, and whether without a question."""
    return tuple(TriedCard(lesson.references[code][0].source, code, sure) for code, sure in cards)


def test_faces_of_two_colours_are_compared_whatever_else_is_more_alike(tmp_path: Path) -> None:
    session = Session.begin(tmp_path, "mine")
    for code in ("blC1", "blC2", "reC1"):
        file = cv2.imencode(".png", np.ascontiguousarray(face(code)))[1].tobytes()
        session.add_photo(f"{code}.png", file, PhotoLabels(single=code), is_scan=True)
    rehearsal = learn(session).rehearsal
    assert (rehearsal.pairs[0].one, rehearsal.pairs[0].other) == ("blC1", "blC2")
    assert {(pair.one[:2], pair.other[:2]) for pair in rehearsal.colours} == {("bl", "re")}


def test_colours_that_lamps_make_alike_are_kept_and_to_be_photographed_side_by_side(lesson: Lesson) -> None:
    lamps = (UnderLamps("blC1", "puC1", 12.5), UnderLamps("blC1", "reC1", -30.0))
    lit = replace(lesson, rehearsal=replace(lesson.rehearsal, under_lamps=lamps))
    assert lit.contents().under_lamps == lamps
    advice = [one for one in to_improve(lit) if one.kind is RemarkKind.SIDE_BY_SIDE]
    assert [one.facts["cards"] for one in advice] == [("blC1", "puC1")]
    assert RemarkKind.SIDE_BY_SIDE not in {one.kind for one in to_improve(lesson)}


def test_a_pair_that_the_rehearsal_mistakes_is_named(lesson: Lesson) -> None:
    assert lesson.same == (ALIKE,)


def test_photos_that_others_read_without_a_question_say_more_than_a_rehearsal(lesson: Lesson) -> None:
    known = LeftOut(read_again(lesson, ("blC1", True), ("blC2", True)))
    assert replace(lesson, left_out=known).same == ()


def test_one_photo_that_was_asked_about_is_reason_enough_to_believe_the_rehearsal(lesson: Lesson) -> None:
    known = LeftOut(read_again(lesson, ("blC1", True), ("blC2", True), ("blC2", False)))
    assert replace(lesson, left_out=known).same == (ALIKE,)


def test_colours_that_photos_mistake_are_written_with_the_deck(lesson: Lesson) -> None:
    """Numbers have a reader of their own, and what worn pictures tell apart well is no reason to ask."""
    card = lesson.references["blC1"][0].source
    held = dict.fromkeys(("blC1", "puC1", "orC1", "reC1", "grC1", "blC2"), lesson.references["blC1"])
    read = LeftOut(tuple(TriedCard(card, code, False, 3.0) for code in ("puC1", "blC2", None)))
    pairs = (AlikePair("orC1", "reC1", 6.0, 9.0), AlikePair("grC1", "reC1", 11.0, 12.0))
    taught = replace(lesson, references=held, left_out=read, rehearsal=Rehearsal((), 6, 0, pairs))
    assert taught.contents().mistaken == (("blC1", "puC1"), ("orC1", "reC1"))
