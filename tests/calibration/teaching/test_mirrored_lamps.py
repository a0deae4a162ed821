"""A lamp mirrored in a taught card is found by the other cards, named, and taken out of the picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from calibration.teaching.lesson import cards_under_lamps
from calibration.teaching.mirrored_lamps import mirrored_lamps, without_lamp
from calibration.teaching.references import LabelledCard, Reference, best_references
from vision.arrays import Floats, Picture
from vision.light_curve import linear_light, shown_light

SIZE_PX = (224, 348)
CODES = [f"bl{animal}{value}" for animal in "CGW" for value in range(1, 6)]
NO_SCAN = np.zeros(len(CODES), np.bool_)


def test_a_mirrored_lamp_is_found_and_no_other_card_is_blamed() -> None:
    cards = deck()
    cards[4] = under_lamp(cards[4])
    lamps = mirrored_lamps(cards, CODES, NO_SCAN)
    assert [at for at, lamp in enumerate(lamps) if lamp.any()] == [4]


def test_what_the_lamp_adds_is_taken_out() -> None:
    cards = deck()
    clear = cards[4]
    cards[4] = under_lamp(clear)
    mended = without_lamp(cards[4], mirrored_lamps(cards, CODES, NO_SCAN)[4])
    assert off(mended, clear) < 0.35 * off(cards[4], clear)


def test_a_picture_without_a_lamp_stays_as_it_is() -> None:
    cards = deck()
    lamps = mirrored_lamps(cards, CODES, NO_SCAN)
    assert not lamps.any()
    assert without_lamp(cards[0], lamps[0]) is cards[0]


def test_light_print_is_no_lamp_where_another_photo_of_the_card_shows_it_too() -> None:
    """One card alone has a great moon: its two photos agree, and a lamp would not be in both."""
    cards = deck()
    cards[4] = under_lamp(cards[4])
    again = [*cards, cards[4].copy()]
    assert not mirrored_lamps(again, [*CODES, CODES[4]], np.zeros(16, np.bool_)).any()


def test_a_tint_is_no_lamp() -> None:
    """A lamp has no colour of its own: what is lifted in one channel alone is print."""
    cards = deck()
    cards[4] = under_lamp(cards[4], channels=(1.0, 0.1, 0.1))
    assert not mirrored_lamps(cards, CODES, NO_SCAN).any()


def test_scans_mirror_nothing_and_few_cards_tell_nothing() -> None:
    cards = deck()
    cards[4] = under_lamp(cards[4])
    assert not mirrored_lamps(cards, CODES, ~NO_SCAN).any()
    assert not mirrored_lamps(cards[:6], CODES[:6], NO_SCAN[:6]).any()


def test_a_picture_under_a_lamp_is_kept_only_where_there_is_no_other() -> None:
    clear, sharper = reference(deck()[0], 0.6), reference(deck()[1], 0.2)
    assert best_references([clear, replace(sharper, under_lamp=True)])["blC1"] == (clear,)
    alone = replace(sharper, under_lamp=True)
    assert best_references([alone])["blC1"] == (alone,)


def test_cards_that_no_photo_shows_without_a_lamp_are_asked_for_again_photo_by_photo() -> None:
    lit = replace(reference(deck()[0], 0.6), under_lamp=True)
    (said,) = cards_under_lamps(
        {"blC1": (lit,), "blC2": (lit,), "blC3": (lit, replace(lit, under_lamp=False))}
    )
    assert str(said) == (
        "a.jpg: a lamp is mirrored in blC1, blC2: take another photo of that, with the lamp elsewhere"
    )


def reference(picture: Picture, blur_mm: float) -> Reference:
    """A reference of the first card."""
    return Reference("blC1", LabelledCard("blC1", "a.jpg", "", picture, False, blur_mm), picture, picture)


def deck() -> list[Picture]:
    """Fifteen drawings of dark strokes on one ground."""
    return [drawing(seed) for seed in range(len(CODES))]


def drawing(seed: int) -> Picture:
    """Strokes all over a card."""
    rng = np.random.default_rng([seed, 31])
    width, height = SIZE_PX
    card = np.full((height, width, 3), (150, 100, 50), np.uint8)
    for left, top in zip(rng.integers(0, width - 9, 700), rng.integers(0, height - 9, 700), strict=True):
        card[top : top + 9, left : left + 9] = rng.integers(15, 70, 3)
    return card


def under_lamp(card: Picture, channels: tuple[float, float, float] = (1.0, 1.0, 1.0)) -> Picture:
    """The card as a coated one would mirror a soft lamp near its foot."""
    down, across = np.mgrid[: card.shape[0], : card.shape[1]]
    spot = 0.4 * np.exp(-((across - 90) ** 2 + (down - 260) ** 2) / (2 * 55.0**2))
    light: Floats = linear_light(card) + (spot[..., None] * np.array(channels)).astype(np.float32)
    return np.rint(255 * shown_light(light)).astype(np.uint8)


def off(one: Picture, other: Picture) -> float:
    """How far two pictures are apart where the lamp is, in linear light."""
    return float(np.abs(linear_light(one) - linear_light(other))[180:, 10:180].mean())
