"""Confirmation over time: evidence, not a number of frames, makes a fact."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.conclave.components import FaceDownMage, Magic
from companion.games.conclave.conclave import Cell
from companion.games.conclave.notation import mage
from companion.table.confirmation import Confirmation, ConfirmationSettings, log_odds
from companion.table.layout import Doubt, Seen
from companion.table.meaning import meaning_of
from vision.readings import CardReading, CellState, Guess, TableReading

HERE = Cell(0, 0)


def read(code: str, confidence: float = 0.999) -> TableReading:
    return TableReading((reading(CellState.CARD, code, confidence),))


def reading(state: CellState, code: str = "puG5", confidence: float = 0.999) -> CardReading:
    return CardReading(0, 0, state, (Guess(code, confidence),), confidence, confidence > 0.99)


EMPTY = TableReading((reading(CellState.EMPTY),))
COVERED = TableReading((reading(CellState.COVERED),))


def after(*frames: TableReading, start: Confirmation | None = None) -> Confirmation:
    confirmation = start or Confirmation()
    for frame in frames:
        confirmation = confirmation.after(frame)
    return confirmation


def shown(*frames: TableReading) -> Seen:
    return after(*frames).layout[HERE]


@pytest.mark.parametrize(
    ("state", "code", "meaning"),
    [
        (CellState.CARD, "puG5", mage("puG5")),
        (CellState.BACK, "puB?", FaceDownMage(Magic.MIND)),
        (CellState.EMPTY, "puG5", None),
        (CellState.COVERED, "puG5", Doubt.COVERED),
        (CellState.CARD, "joker", Doubt.UNREAD),
        (CellState.CARD, "puB?", Doubt.UNREAD),
        (CellState.BACK, "puG5", Doubt.UNREAD),
    ],
)
def test_a_reading_means_what_its_state_and_code_say(state: CellState, code: str, meaning: Seen) -> None:
    assert meaning_of(reading(state, code)) == meaning


def test_two_sure_frames_make_a_fact_and_one_does_not() -> None:
    assert shown(read("puG5")) is Doubt.UNREAD
    assert shown(read("puG5"), read("puG5")) == mage("puG5")


def test_less_sure_frames_need_more_of_them() -> None:
    frames = [read("puG5", 0.985)] * 5
    assert shown(*frames[:4]) is Doubt.UNREAD
    assert shown(*frames) == mage("puG5")


def test_the_same_doubtful_view_never_becomes_sure_by_being_repeated() -> None:
    """Glare on a still card does not average out."""
    still = after(*[read("puG5", 0.9)] * 500)
    assert still.layout[HERE] is Doubt.UNREAD
    assert still.to_ask[0] == HERE


def test_a_colour_that_the_light_leaves_in_doubt_is_no_surer_for_being_seen_again() -> None:
    """Two looks would do for a doubt of noise; the lamp that makes beige orange shines in every frame."""
    settings = ConfirmationSettings(enough_evidence=3.2, fewest_frames=1)
    doubted, noisy = (
        TableReading((replace(reading(CellState.CARD, "orW3", 0.95), colour_in_doubt=is_colour),))
        for is_colour in (True, False)
    )
    assert after(*[noisy] * 2, start=Confirmation(settings)).layout[HERE] == mage("orW3")
    still = after(*[doubted] * 500, start=Confirmation(settings))
    assert still.layout[HERE] is Doubt.UNREAD
    assert still.to_ask[0] == HERE


def test_a_colour_in_doubt_is_believed_only_where_the_reader_accepts_it() -> None:
    """A film is content with less than the reader, but not where the light decides."""
    settings = ConfirmationSettings(enough_evidence=3.2, fewest_frames=1)
    surely = replace(reading(CellState.CARD, "orW3", 0.968), colour_in_doubt=True)
    for accepted, seen in ((False, Doubt.UNREAD), (True, mage("orW3"))):
        table = TableReading((replace(surely, accepted=accepted),))
        assert after(table, start=Confirmation(settings)).layout[HERE] == seen


def test_evidence_for_one_card_is_no_evidence_for_another() -> None:
    assert shown(*[read("puG5"), read("puG4")] * 20) is Doubt.UNREAD


def test_a_reading_worse_than_chance_speaks_for_nothing() -> None:
    assert after(*[read("puG5", 0.2)] * 9).beliefs[0].evidence == 0.0


def test_a_cell_under_a_hand_is_frozen_not_guessed() -> None:
    known = after(read("puG5"), read("puG5"))
    hidden = after(COVERED, start=known)
    assert hidden.layout[HERE] is Doubt.COVERED
    assert hidden.beliefs[0].confirmed == mage("puG5")
    back = after(read("puG5"), start=hidden)
    assert back.layout[HERE] is Doubt.COVERED, "one frame is not yet enough"
    assert after(read("puG5"), start=back).layout[HERE] == mage("puG5")


def test_what_was_learned_from_under_a_hand_starts_anew() -> None:
    nearly = after(read("puG5"), COVERED, read("puG5"))
    assert nearly.beliefs[0].frames == 1
    assert nearly.layout[HERE] is Doubt.COVERED


def test_a_card_taken_away_is_confirmed_like_a_card_laid() -> None:
    known = after(read("puG5"), read("puG5"))
    leaving = after(EMPTY, start=known)
    assert leaving.layout[HERE] == mage("puG5")
    gone = after(EMPTY, start=leaving)
    assert gone.layout[HERE] is None
    assert gone.beliefs[0].unsure_frames == 0


def test_cells_that_were_not_read_again_stay_as_they_are() -> None:
    known = after(read("puG5"), read("puG5"))
    assert known.after(TableReading(())) == known


def test_nobody_is_asked_about_a_covered_cell() -> None:
    assert after(*[COVERED] * 90).to_ask == ()


def test_no_single_reading_is_believed_without_bounds() -> None:
    settings = ConfirmationSettings()
    assert log_odds(1.0, settings) == log_odds(0.9999, settings) < settings.enough_evidence
    assert log_odds(0.0, settings) == -log_odds(1.0, settings)
