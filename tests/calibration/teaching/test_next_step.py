from __future__ import annotations

from pathlib import Path

import pytest

from calibration.teaching.next_step import Do, NextStep, missing_cards, next_step
from calibration.teaching.photo_cards import PhotoKind
from calibration.teaching.remarks import Remark, RemarkKind, remark
from calibration.teaching.session import Session
from calibration.teaching.session_file import SessionCard, SessionPhoto, SessionState

BLUE = tuple(f"bl{animal}{value}" for animal in "CGW" for value in "1234")
RED = tuple(f"re{animal}{value}" for animal in "CGW" for value in "1234")
PLAN = dict.fromkeys((*BLUE, *RED), 1)


def photo(name: str, *codes: str | None, wrong: Remark | None = None, expected: int = 0) -> SessionPhoto:
    cards = tuple(
        SessionCard(f"row 0, column {at}", code, f"{name}-{at}.png", 0.2) for at, code in enumerate(codes)
    )
    said = tuple(code for code in codes if code) if expected == 0 else RED[:expected]
    return SessionPhoto(
        name, name, PhotoKind.GRID, None, cards, said, (wrong,) if wrong else (), ()
    )  # fmt: skip


def step(tmp_path: Path, *photos: SessionPhoto, copies: dict[str, int] | None = PLAN) -> NextStep:
    return next_step(Session(tmp_path, SessionState("mine", photos=photos, copies=copies)))


def test_a_lesson_begins_with_a_whole_colour(tmp_path: Path) -> None:
    assert step(tmp_path) == NextStep(Do.MAGIC, "bl", BLUE)
    assert step(tmp_path, photo("1", *BLUE)) == NextStep(Do.MAGIC, "re", RED)


def test_the_last_few_are_photographed_in_any_order(tmp_path: Path) -> None:
    some = [code for code in (*BLUE, *RED) if code not in ("reC1", "blG2")]
    assert step(tmp_path, photo("1", *some)) == NextStep(Do.CARDS, cards=("blG2", "reC1"))


def test_what_nobody_named_is_asked_first_and_a_lost_photo_before_that(tmp_path: Path) -> None:
    unnamed = photo("1", *BLUE, None)
    assert step(tmp_path, unnamed) == NextStep(Do.ANSWER, photo="1")
    lost = photo("2", wrong=remark(RemarkKind.BLURRED), expected=3)
    assert step(tmp_path, unnamed, lost) == NextStep(Do.AGAIN, photo="2", cards=RED[:3])


def test_a_failed_photo_of_cards_that_others_show_is_not_asked_for(tmp_path: Path) -> None:
    failed = photo("3", wrong=remark(RemarkKind.BLURRED), expected=3)
    assert step(tmp_path, photo("1", *BLUE), photo("2", *RED), failed).do is Do.BACKS


def test_then_come_the_backs_and_second_photos(tmp_path: Path) -> None:
    first = photo("1", *BLUE), photo("2", *RED)
    assert step(tmp_path, *first).do is Do.BACKS
    backs = photo("3", "blB?", "reB?")
    assert step(tmp_path, *first, backs) == NextStep(Do.SECOND, "bl", BLUE)
    assert step(tmp_path, *first, backs, photo("4", *BLUE), photo("5", *RED)).do is Do.FINISH


@pytest.mark.parametrize(("taught", "count"), [((), 90), (("blC1",), 75), (("blB?",), 90)])
def test_without_a_list_every_colour_not_begun_is_missing(taught: tuple[str, ...], count: int) -> None:
    assert len(missing_cards(None, dict.fromkeys(taught, 1))) == count
