"""Where a deck prints its numbers is learned from all of its cards, whatever photos did to one of them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.numbered_cards import DIGITS, NUMBER_MM, taught
from vision.digit_learning import learn_digits
from vision.digit_places import DigitPlaces
from vision.digit_planes import GREY


def learned(pictures: dict[str, np.ndarray]) -> DigitPlaces:
    codes = list(pictures)
    return learn_digits(codes, list(pictures.values()), np.arange(len(codes)))


@pytest.fixture(scope="module")
def known() -> DigitPlaces:
    return learned(taught())


def test_the_place_is_where_the_number_is_printed(known: DigitPlaces) -> None:
    """Nobody says where: it is where cards of one digit are alike, dark on light or light on dark."""
    best = known.places[0]
    across, down = best.left_mm + best.size_mm / 2, best.top_mm + best.size_mm / 2
    assert abs(across - NUMBER_MM[0]) < 4
    assert abs(down - NUMBER_MM[1]) < 4
    assert min(best.telling) > 0.5


def test_every_code_has_its_digit_and_a_back_has_none() -> None:
    pictures = taught()
    known = learned({**pictures, "blB?": next(iter(pictures.values()))})
    assert known.digits == tuple(str(digit) for digit in DIGITS)
    assert known.of_code[list(pictures).index("reC3")] == 2
    assert known.of_code[-1] == -1


def test_a_deck_without_numbers_has_no_place_for_them() -> None:
    """Cards whose names end in digits need not show them."""
    known = learned(taught(numbered=False))
    assert known.places == ()
    assert not known.shared.any()


def test_names_without_digits_teach_none() -> None:
    pictures = {f"card{chr(97 + index)}": picture for index, picture in enumerate(taught().values())}
    assert learned(pictures).places == ()


def test_whole_card_readers_have_nothing_to_say_between_cards_that_differ_by_their_digit(
    known: DigitPlaces,
) -> None:
    """What they would tell apart there is the light and the wear of the teaching photos."""
    words = np.random.default_rng(2).normal(0, 5, (3, len(known.of_code))).astype(np.float32)
    tied = known.tied(words)
    own = known.kin == known.kin[0]
    assert own.sum() == len(DIGITS)
    assert (np.ptp(tied[:, own], axis=1) < 0.6 * np.ptp(words[:, own], axis=1)).all()
    assert np.ptp(tied, axis=1).min() > 1


def test_cards_of_one_name_with_drawings_of_their_own_are_not_tied() -> None:
    """Where each card has its own picture, that picture tells it."""
    rng = np.random.default_rng(5)
    pictures = {}
    for code, picture in taught().items():
        own = picture.copy()
        own[60:] = rng.integers(0, 255, (9, 7, 3), np.uint8).repeat(32, axis=0).repeat(32, axis=1)
        pictures[code] = own
    known = learned(pictures)
    assert len(set(known.kin.tolist())) == len(pictures)


def test_numbers_that_show_in_blue_alone_are_found() -> None:
    """Gold on beige is as bright as its ground."""
    pictures = {}
    for code, picture in taught(numbered=False).items():
        card = picture.copy()
        blue = np.zeros(card.shape[:2], np.uint8)
        cv2.putText(blue, code[-1], (101, 39), cv2.FONT_HERSHEY_DUPLEX, 0.6, 90, 2, cv2.LINE_AA)
        card[12:60, 80:140, 0] = 60
        card[..., 0] = np.clip(card[..., 0].astype(int) + blue, 0, 255)
        card[..., 1] = np.clip(card[..., 1].astype(float) - 0.194 * blue, 0, 255)
        pictures[code] = card
    assert learned(pictures).places[0].telling[0] > 0.5


def test_each_ground_is_looked_at_in_a_plane_of_its_own() -> None:
    """White on blue shows in grey, red on a green as bright as it does not."""
    pictures = {}
    for code, picture in taught(numbered=False).items():
        card = picture.copy()
        ground, ink = ((70, 140, 66), (50, 96, 190)) if code[:2] == "gr" else ((150, 90, 40), (240, 240, 240))
        cv2.circle(card, (108, 32), 17, ground, -1, cv2.LINE_AA)
        cv2.putText(card, code[-1], (100, 40), cv2.FONT_HERSHEY_DUPLEX, 0.7, ink, 2, cv2.LINE_AA)
        pictures[code] = card
    known = learned(pictures)
    green, blue = (int(known.grounds[list(pictures).index(code)]) for code in ("grC1", "blC1"))
    best = known.places[0]
    assert best.planes[blue] == GREY
    assert best.planes[green] != GREY
    assert min(best.telling) > 0.5
