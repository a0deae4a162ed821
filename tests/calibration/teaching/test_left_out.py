from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.deck_folder import find_deck
from calibration.teaching.eyes import plain_eyes
from calibration.teaching.left_out import LeftOut, read_left_out
from calibration.teaching.photo_cards import with_margin
from calibration.teaching.references import LabelledCard, make_references
from calibration.teaching.rehearsal import rehearse
from tests.calibration.teaching.table_photos import CARD_PX, face

CODES = [
    *("beC2", "beC4", "beC5", "beW2", "beW4", "blC2", "blC4", "blC5", "blW2", "blW4", "blW5"),
    *("puC2", "puC4", "puG2", "puG4", "puG5", "reC2", "reC4", "reC5", "reG2", "reG5", "reW4", "reW5"),
]
EVENING, BLUR_MM = (0.7, 0.9, 1.1), 0.4


def labelled(code: str, photo: str, shown: str | None = None) -> LabelledCard:
    """A card cut out of a photo of the day or of the evening, which may show another than it is labelled."""
    width, height = ((both - own) // 2 for both, own in zip(with_margin(CARD_PX), CARD_PX, strict=True))
    light = np.array(EVENING if photo == "evening" else (1, 1, 1))
    lit = np.clip(face(shown or code) * light, 0, 255).astype(np.uint8)
    picture = cv2.copyMakeBorder(lit, height, height, width, width, cv2.BORDER_CONSTANT, value=(60, 70, 90))
    return LabelledCard(code, photo, code, np.asarray(picture, np.uint8), is_scan=False, blur_mm=BLUR_MM)


def tried(*cards: LabelledCard) -> LeftOut:
    return read_left_out(make_references(cards), plain_eyes)


@pytest.fixture(scope="module")
def day_and_evening() -> list[LabelledCard]:
    return [labelled(code, photo) for photo in ("day", "evening") for code in CODES]


def test_cards_in_two_lights_are_read_right_and_no_label_is_blamed(
    day_and_evening: list[LabelledCard],
) -> None:
    found = tried(*day_and_evening)
    assert (found.cards, found.right, found.wrong) == (46, 46, ())


def test_a_card_of_another_number_is_blamed_though_its_number_has_no_label(
    day_and_evening: list[LabelledCard],
) -> None:
    """The blue Crow of Influence 4 lies there as the 2, and nowhere as itself."""
    cards = [card for card in day_and_evening if card.code != "blC4" and card.name != "evening (blC2)"]
    found = tried(*cards, labelled("blC2", "evening", "blC4"))
    assert [one.card.name for one in found.wrong] == ["evening (blC2)"]


def test_two_different_cards_of_one_photo_under_one_label_are_blamed() -> None:
    once = [labelled(code, "day") for code in CODES if code != "reW4"]
    copies = [labelled("reW4", "day"), replace(labelled("reW4", "day"), place="beside")]
    assert tried(*once, *copies).wrong == ()
    wrong = replace(labelled("reW4", "day", "reW5"), place="beside")
    assert {one.card.code for one in tried(*once, labelled("reW4", "day"), wrong).wrong} == {"reW4"}


def test_cards_that_were_photographed_once_and_have_each_others_labels_show_other_numbers() -> None:
    swapped = {"puC2": "puC4", "puC4": "puC2"}
    codes = [label.code for label in find_deck("house").labels]
    made = make_references([labelled(code, "day", swapped.get(code)) for code in codes])
    found = rehearse({one.code: (one,) for one in made}, plain_eyes)
    assert set(found.other_numbers) == set(swapped)
