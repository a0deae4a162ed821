from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.teaching.references import LabelledCard
from calibration.teaching.wrong_labels import TriedCard, hardly_alike, wrong_labels
from vision.arrays import Picture

NOTHING: Picture = np.zeros((1, 1, 3), np.uint8)


def tried(code: str, read_as: str | None, accepted: bool = False, **more: float) -> TriedCard:
    """A card of the evening photo."""
    card = LabelledCard(code, "evening.jpg", code, NOTHING, is_scan=False, blur_mm=0.4)
    behind, drawing = more.get("behind", 0.0), more.get("drawing", 0.0)
    animal, number, apart = (more.get(name, 0.0) for name in ("animal", "number", "apart"))
    return TriedCard(card, read_as, accepted, behind, animal, drawing, number, apart)


def names(*cards: TriedCard) -> list[str]:
    return [one.card.code for one in wrong_labels(cards)]


def test_a_card_that_shows_another_number_is_labelled_wrongly_even_if_nothing_else_is_liker() -> None:
    assert names(tried("reC3", "reC3", number=8.0)) == ["reC3"]


def test_a_number_that_is_hard_to_make_out_is_no_proof() -> None:
    assert names(tried("reC3", "reC3", number=2.5)) == []


@pytest.mark.parametrize("read_as", ["reG3", "orG1", None])
def test_another_animal_in_whatever_colour_is_another_card(read_as: str | None) -> None:
    assert names(tried("reC3", read_as, behind=60, drawing=60, animal=50)) == ["reC3"]


def test_glare_on_a_drawing_is_no_other_animal() -> None:
    assert names(tried("reC3", "reG3", behind=12, drawing=12, animal=12)) == []


def test_another_colour_is_another_card_where_its_neighbours_are_read_as_they_are_labelled() -> None:
    assert names(tried("reC3", "orC3", behind=40, drawing=40), tried("reC1", "reC1", accepted=True)) == [
        "reC3"
    ]


def test_a_light_under_which_all_cards_of_a_colour_look_like_another_is_no_wrong_label() -> None:
    """All but one that is far more unlike than any light makes it."""
    in_that_light = [tried(f"reC{value}", f"orC{value}", True, behind=50, drawing=50) for value in (1, 2, 3)]
    assert names(*in_that_light, tried("reC4", "blC4", behind=150, drawing=150)) == ["reC4"]


def test_two_cards_that_are_read_as_each_other_are_swapped_however_narrowly() -> None:
    assert names(tried("reC3", "reC4", True, behind=5), tried("reC4", "reC3", True, behind=4)) == [
        "reC3",
        "reC4",
    ]
    assert names(tried("reC3", "reC4", True, behind=5), tried("reC4", "reC5", True, behind=4)) == []


def test_backs_are_wrong_only_where_another_is_seen_without_a_question() -> None:
    assert names(tried("reB?", "orB?", behind=90, drawing=90)) == []
    assert names(tried("reB?", "orB?", True, behind=90, drawing=90)) == ["reB?"]


def test_cards_of_one_label_that_differ_in_print_are_two_cards_in_one_light_and_to_be_compared_in_two() -> (
    None
):
    day, evening = tried("reC3", "reC3", apart=90), replace(tried("reC3", None, apart=90), in_one_light=True)
    assert wrong_labels((day, day)) == ()
    assert hardly_alike((day, day)) == (day,)
    assert wrong_labels((evening, evening)) == (evening, evening)
    assert hardly_alike((evening, evening)) == ()


def test_a_card_that_the_others_of_its_label_know_without_a_question_is_one_of_them() -> None:
    bleached = replace(tried("reC3", None, apart=90), in_one_light=True)
    known = tried("reC3", "reC3", accepted=True, apart=90)
    assert wrong_labels((bleached, known)) == ()
    assert hardly_alike((bleached, known)) == ()
