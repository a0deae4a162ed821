"""Judges what a watcher told of a film by the film's truth."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from models.training.films.truth import EventTruth, FilmTruth

Told: TypeAlias = dict[str, object]
JUDGED = ("emissary_sent", "magic_crisis", "followers_taken", "conclave_refilled")
FACTS = ("player", "cell", "card", "cells", "cards")
VERDICT_FACTS = ("magic_crisis", "taken", "column", "row")
QUESTIONS = ("discrepancy", "ask", "table_lost")
ENDS = {
    "discrepancy": ("thread_resumed", "corrected"),
    "table_lost": ("table_found",),
    "ask": ("card_settled", "card_read_anew", "answered"),
}
SLACK_FRAMES = 2  # a card may be read in the frame in which it comes to lie
FAR = 10**9
AT_ONCE_SECONDS = 0.5  # as long as a verdict may take
PATIENCE_SECONDS = 4.0  # after a discrepancy has lasted for three the watcher asks


@dataclass(slots=True)
class Judgement:
    """The events of one film, counted."""

    events: int = 0
    right: int = 0
    flagged: int = 0
    unfinished: int = 0
    taken_back: int = 0
    turns: int = 0
    turns_alone: int = 0
    silently_wrong: list[str] = field(default_factory=list)
    questions: int = 0
    helped: list[str] = field(default_factory=list)
    late_seconds: list[float] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Question:
    """Somebody was asked to look, from one frame to another."""

    first_frame: int
    last_frame: int
    name: str
    by_itself: bool = False  # no person was needed to end it


def judge_film(truth: FilmTruth, told: list[Told]) -> Judgement:
    """Compare event by event; each told event can be the witness of one true event."""
    judgement = Judgement()
    questions = questions_of(told)
    left = [one for one in told if one["event"] in JUDGED]
    events = [event for event in truth.events if event.event in JUDGED]
    starts = [event.frame for event in events if event.event == "emissary_sent"]
    in_need = dict.fromkeys(range(len(starts)), "")
    for event in events:
        turn = max(sum(start <= event.frame for start in starts) - 1, 0)
        match = next((one for one in left if is_the_same(one, event)), None)
        if match is not None:
            left.remove(match)
        outcome = outcome_of(event, match and without_settled_doubts(match, told), questions)
        if outcome == "passed over" and _too_near_the_end(event, truth, told):
            outcome = "not told by the end"
        _count(judgement, event, outcome)
        if event.event == "emissary_sent":
            judgement.late_seconds += _lateness(event, told, truth)
        if outcome != "right":
            in_need[turn] = in_need[turn] or f"{event.event} {outcome}"
    for one in left:
        if not _is_told_again(one, events, told):
            _count_unfounded(judgement, one, told, questions)
    for question in questions:
        turn = max(sum(start <= question.first_frame for start in starts) - 1, 0)
        if not question.by_itself and turn in in_need:
            in_need[turn] = in_need[turn] or question.name
    judgement.turns = len(starts)
    judgement.questions = len(questions)
    judgement.turns_alone = sum(not need for need in in_need.values())
    judgement.helped = [f"turn {turn}: {need}" for turn, need in in_need.items() if need]
    return judgement


def _too_near_the_end(event: EventTruth, truth: FilmTruth, told: list[Told]) -> bool:
    """Whether the film ended before the watcher had gone on, or had to ask."""
    gone_on = any(one["event"] in JUDGED and _frame(one) > event.clear_frame for one in told)
    return not gone_on and truth.frames < event.clear_frame + PATIENCE_SECONDS * truth.fps


def is_the_same(told: Told, event: EventTruth) -> bool:
    """Whether the watcher told just this event, and not before it happened."""
    if told["event"] != event.event or _frame(told) < event.frame - SLACK_FRAMES:
        return False
    if any(_plain(told.get(name)) != _plain(event.facts.get(name)) for name in FACTS):
        return False
    true_verdict, told_verdict = event.facts.get("verdict"), told.get("verdict")
    if not isinstance(true_verdict, dict):
        return True
    return isinstance(told_verdict, dict) and all(
        _plain(told_verdict.get(name)) == _plain(true_verdict[name]) for name in VERDICT_FACTS
    )


def outcome_of(event: EventTruth, match: Told | None, questions: list[Question]) -> str:
    """`right`, `flagged`, or `passed over` without a word."""
    if match is not None:
        return "right" if is_sure(match) else "flagged"
    # A question that stands open when the event is over, or is asked soon after, reaches a person.
    asked = any(
        one.first_frame <= event.clear_frame + 75 and one.last_frame >= event.frame for one in questions
    )
    return "flagged" if asked else "passed over"


def without_settled_doubts(one: Told, told: list[Told]) -> Told:
    """An event without the doubtful cells that the watcher settled by itself, before anybody answered."""
    unsure = one.get("unsure")
    if not isinstance(unsure, list):
        return one
    later = told[told.index(one) :]
    left = [cell for cell in unsure if _first_word_on(cell, later) != "card_settled"]
    return {**one, "unsure": left}


def _first_word_on(cell: object, told: list[Told]) -> object:
    words = ("card_settled", "card_read_anew", "answered", "emissary_withdrawn")
    return next((one["event"] for one in told if one["event"] in words and one["cell"] == cell), None)


def is_sure(told: Told) -> bool:
    """Whether it was told without a question."""
    return not told.get("unsure") and told.get("unbroken", True) is True


def questions_of(told: list[Told]) -> list[Question]:
    """What people were asked, and until when it stood open."""
    questions: list[Question] = []
    for index, one in enumerate(told):
        name = str(one["event"])
        if name in QUESTIONS:
            ends = [
                later
                for later in told[index + 1 :]
                if later["event"] in ENDS[name] and later.get("cell") == one.get("cell")
            ]
            end = min(map(_frame, ends), default=FAR)
            by_itself = bool(ends) and ends[0]["event"] not in ("corrected", "answered")
            questions.append(Question(_frame(one), end, name, by_itself))
    return questions


def _lateness(event: EventTruth, told: list[Told], truth: FilmTruth) -> list[float]:
    """How long after the hands had left somebody was first told of this Emissary, with a doubt or without."""
    first = [
        _frame(one)
        for one in told
        if one["event"] == event.event
        and _frame(one) >= event.frame - SLACK_FRAMES
        and all(_plain(one.get(name)) == _plain(event.facts.get(name)) for name in ("player", "cell"))
    ][:1]
    return [(frame - _hands_left(event, frame, truth)) / truth.fps for frame in first]


def _hands_left(event: EventTruth, told_frame: int, truth: FilmTruth) -> int:
    """The frame from which on no hand is over any cell.

    One that comes sooner than a verdict has to, and before it was told, is as if none had left.
    """
    left = event.clear_frame
    for first, last in truth.hands:
        if left <= first < min(left + AT_ONCE_SECONDS * truth.fps, told_frame):
            left = last + 1
    return left


def _count(judgement: Judgement, event: EventTruth, outcome: str) -> None:
    judgement.events += 1
    judgement.right += outcome == "right"
    judgement.flagged += outcome == "flagged"
    judgement.unfinished += outcome == "not told by the end"
    if outcome == "passed over":
        judgement.silently_wrong.append(f"frame {event.frame}: {event.event} {dict(event.facts)} passed over")


def _count_unfounded(judgement: Judgement, one: Told, told: list[Told], questions: list[Question]) -> None:
    """An event that is not so: taken back later, told with a question, or silently wrong."""
    later = [other for other in told if _frame(other) >= _frame(one) and other.get("cell") == one.get("cell")]
    if any(other["event"] in ("emissary_withdrawn", "card_read_anew") for other in later):
        judgement.taken_back += 1
    elif is_sure(one) and not any(
        question.first_frame <= _frame(one) <= question.last_frame for question in questions
    ):
        facts = {name: one[name] for name in FACTS if name in one}
        judgement.silently_wrong.append(f"frame {one['frame']}: told {one['event']} {facts}")


def _is_told_again(one: Told, events: list[EventTruth], told: list[Told]) -> bool:
    """Whether it is so, was told before, and was taken back meanwhile to be judged anew."""
    return any(
        is_the_same(one, event)
        and other["event"] == "emissary_withdrawn"
        and other["cell"] == one.get("cell")
        and event.frame <= _frame(other) <= _frame(one)
        for event in events
        for other in told
    )


def _frame(told: Told) -> int:
    frame = told["frame"]
    assert isinstance(frame, int)
    return frame


def _plain(value: object) -> object:
    """Tuples and lists alike; the followers' order does not matter, the cells' order of a refill is kept."""
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    return value
