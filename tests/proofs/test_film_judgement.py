from __future__ import annotations

from collections.abc import Mapping

from models.training.films.truth import EventTruth, FilmTruth
from tests.proofs.film_judgement import Judgement, Told, judge_film, questions_of

VERDICT: Told = {
    "magic_crisis": False,
    "taken": [[0, 1]],
    "column": {"influence": 9},
    "row": {"influence": 12},
}
SENT: Told = {"player": "Ana", "cell": [1, 1], "card": "puG5", "verdict": VERDICT}
TAKEN: Told = {"player": "Ana", "cells": [[0, 1]], "cards": ["grW5"]}


def judged(*told: Told, frames: int = 200, hands: tuple[tuple[int, int], ...] = ()) -> Judgement:
    """What is said of a film with one turn: an Emissary in frame 20, its follower taken in frame 60."""
    events = (
        EventTruth("emissary_sent", 20, 30, SENT),
        EventTruth("followers_taken", 60, 70, TAKEN),
    )
    truth = FilmTruth(
        1, "easy", "house", ("Ana", "Ben"), "top-left", 64, 36, 15.0, frames, (), (), events, (), hands
    )
    return judge_film(truth, list(told))


def said(event: str, frame: int, facts: Mapping[str, object] | None = None, **more: object) -> Told:
    return {"event": event, "frame": frame, **(facts or {}), **more}


def test_what_was_told_as_it_was_is_right() -> None:
    judgement = judged(said("emissary_sent", 36, SENT), said("followers_taken", 75, TAKEN))
    assert (judgement.right, judgement.turns_alone, judgement.silently_wrong) == (2, 1, [])
    assert judgement.late_seconds == [0.4]


def test_a_verdict_is_late_from_when_the_last_of_hands_that_follow_at_once_has_left() -> None:
    told = said("emissary_sent", 56, SENT), said("followers_taken", 75, TAKEN)
    assert judged(*told, hands=((15, 29), (33, 49))).late_seconds == [0.4]
    assert judged(*told, hands=((15, 29), (45, 49))).late_seconds == [26 / 15], (
        "there was a second in between"
    )


def test_a_verdict_that_came_before_the_next_hand_was_not_waiting_for_it() -> None:
    told = said("emissary_sent", 33, SENT), said("followers_taken", 75, TAKEN)
    assert judged(*told, hands=((15, 29), (34, 49))).late_seconds == [0.2]


def test_another_card_told_surely_is_silently_wrong() -> None:
    """Both the false event and the true one that nobody told."""
    wrong: Told = {**SENT, "card": "puG4"}
    judgement = judged(said("emissary_sent", 36, wrong), said("followers_taken", 75, TAKEN))
    assert judgement.right == 1
    assert len(judgement.silently_wrong) == 2
    assert judgement.turns_alone == 0


def test_another_verdict_is_not_right() -> None:
    wrong: Told = {**SENT, "verdict": {**VERDICT, "taken": []}}
    judgement = judged(said("emissary_sent", 36, wrong), said("followers_taken", 75, TAKEN))
    assert len(judgement.silently_wrong) == 2


def test_what_was_told_before_it_happened_is_not_right() -> None:
    judgement = judged(said("emissary_sent", 10, SENT), said("followers_taken", 75, TAKEN))
    assert judgement.right == 1


def test_a_question_makes_an_event_flagged() -> None:
    judgement = judged(said("emissary_sent", 36, SENT, unsure=[[1, 1]]), said("followers_taken", 75, TAKEN))
    assert (judgement.right, judgement.flagged, judgement.turns_alone) == (1, 1, 0)
    assert judgement.silently_wrong == []


def test_an_event_passed_over_while_somebody_was_asked_is_flagged() -> None:
    judgement = judged(said("discrepancy", 50), said("emissary_sent", 36, SENT))
    assert (judgement.right, judgement.flagged, judgement.silently_wrong) == (1, 1, [])


def test_an_event_passed_over_in_silence_is_wrong() -> None:
    judgement = judged(said("emissary_sent", 36, SENT))
    assert len(judgement.silently_wrong) == 1
    assert judgement.turns_alone == 0


def test_an_event_that_the_film_ended_upon_is_not_right_but_not_wrong_either() -> None:
    judgement = judged(said("emissary_sent", 36, SENT), frames=100)
    assert (judgement.right, judgement.unfinished, judgement.silently_wrong) == (1, 1, [])
    assert judgement.turns_alone == 0


def test_a_question_that_resolves_itself_needs_no_help() -> None:
    judgement = judged(
        said("discrepancy", 32), said("thread_resumed", 34),
        said("emissary_sent", 36, SENT), said("followers_taken", 75, TAKEN),
    )  # fmt: skip
    assert judgement.turns_alone == 1


def test_a_card_asked_about_needs_help() -> None:
    judgement = judged(
        said("emissary_sent", 36, SENT), said("ask", 50, {"cell": [2, 2]}), said("followers_taken", 75, TAKEN)
    )
    assert (judgement.right, judgement.turns_alone) == (2, 0)


def test_a_question_is_open_until_its_own_cell_is_answered() -> None:
    told = [said("ask", 5, {"cell": [2, 2]}), said("answered", 9, {"cell": [0, 0]})]
    assert questions_of(told)[0].last_frame > 1000
    assert questions_of([*told, said("answered", 12, {"cell": [2, 2]})])[0].last_frame == 12


def test_an_emissary_that_was_taken_back_is_no_error() -> None:
    elsewhere = {**SENT, "cell": [2, 2]}
    judgement = judged(
        said("emissary_sent", 10, elsewhere), said("emissary_withdrawn", 15, {"cell": [2, 2]}),
        said("emissary_sent", 36, SENT), said("followers_taken", 75, TAKEN),
    )  # fmt: skip
    assert (judgement.right, judgement.taken_back, judgement.silently_wrong) == (2, 1, [])


def test_what_was_taken_back_to_be_judged_anew_and_told_again_is_right() -> None:
    told = (
        said("emissary_sent", 32, SENT), said("emissary_withdrawn", 40, cell=[1, 1]),
        said("emissary_sent", 41, SENT), said("followers_taken", 75, TAKEN),
    )  # fmt: skip
    judgement = judged(*told)
    assert (judgement.right, judgement.silently_wrong) == (2, [])
    assert len(judged(told[0], *told[2:]).silently_wrong) == 1, "told twice"


def test_a_doubt_that_further_looks_settled_needed_nobody() -> None:
    told = (
        said("emissary_sent", 36, SENT, unsure=[[1, 1]]), said("ask", 38, {"cell": [1, 1]}),
        said("card_settled", 50, {"cell": [1, 1]}), said("followers_taken", 75, TAKEN),
    )  # fmt: skip
    judgement = judged(*told)
    assert (judgement.right, judgement.flagged, judgement.turns_alone) == (2, 0, 1)
    answered = judged(*told[:2], said("answered", 45, {"cell": [1, 1]}), *told[2:])
    assert (answered.right, answered.flagged, answered.turns_alone) == (1, 1, 0)


def test_a_verdict_comes_when_it_is_first_told_be_it_in_doubt() -> None:
    doubtful: Told = {**SENT, "card": "puG4", "unsure": [[1, 1]]}
    judgement = judged(
        said("emissary_sent", 33, doubtful), said("answered", 60, {"cell": [1, 1]}),
        said("emissary_withdrawn", 60, cell=[1, 1]), said("emissary_sent", 60, SENT),
        said("followers_taken", 75, TAKEN),
    )  # fmt: skip
    assert judgement.late_seconds == [0.2]
