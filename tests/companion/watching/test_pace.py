"""How patient a watcher is follows from how often frames come."""

from __future__ import annotations

import pytest

from companion.games.conclave.conclave import Cell
from companion.games.conclave.notation import mage
from companion.table.confirmation import Confirmation
from companion.watching.pace import FILM, STILLS, Cadence, pace_at
from vision.reading_weights import ACCEPTED_FROM
from vision.readings import CardReading, CellState, Guess, TableReading


@pytest.mark.parametrize(("frames_a_second", "rest_frames"), [(5, 1), (15, 3), (30, 5), (60, 8)])
def test_rest_lasts_as_long_at_any_rate(frames_a_second: float, rest_frames: int) -> None:
    assert pace_at(frames_a_second).motion.rest_frames == rest_frames


def test_a_very_slow_film_is_a_row_of_stills() -> None:
    assert pace_at(1.0) is STILLS
    assert pace_at(0.0) is FILM, "nobody knows"


@pytest.mark.parametrize("frames_a_second", [5, 10, 24, 30, 60])
def test_nobody_is_asked_sooner_or_later_than_at_the_usual_rate(frames_a_second: int) -> None:
    seconds = [frames / 15 for frames in FILM.read_again_after_frames]
    pace = pace_at(frames_a_second)
    waits = [frames / frames_a_second for frames in pace.read_again_after_frames]
    assert waits == pytest.approx(seconds, abs=0.5 / frames_a_second)
    search_seconds = pace.following.search_every_frames / frames_a_second
    assert search_seconds == pytest.approx(4 / 15, abs=0.5 / frames_a_second)


def test_the_rate_is_what_the_frames_say_and_a_leap_of_the_clock_changes_nothing() -> None:
    cadence = Cadence()
    assert cadence.step(0.0) is None
    rates = [cadence.step(moment) for moment in (0.2, 0.4, 0.6, 0.8, 1.0, 3600.0, 3599.0, 3599.2)]
    assert rates == [None, None, None, None, 5, 5, 5, 5]


def test_a_clock_that_stands_still_says_nothing_of_the_rate() -> None:
    cadence = Cadence()
    assert {cadence.step(7.0) for _ in range(20)} == {None}


@pytest.mark.parametrize(("confidence", "is_believed"), [(ACCEPTED_FROM + 0.001, True), (0.95, False)])
def test_one_still_is_believed_from_where_the_reader_accepts_and_asked_about_below(
    confidence: float, is_believed: bool
) -> None:
    reading = CardReading(0, 0, CellState.CARD, (Guess("puG5", confidence),), confidence, is_believed)
    after = Confirmation(STILLS.confirmation).after(TableReading((reading,)))
    assert (after.layout[Cell(0, 0)] == mage("puG5")) is is_believed
    assert bool(after.to_ask) is not is_believed
    again = after.after(TableReading((reading,)))
    assert (again.layout[Cell(0, 0)] == mage("puG5")) is is_believed, "each still speaks for itself"
