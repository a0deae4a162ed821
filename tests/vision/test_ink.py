"""Inks are told in linear light: what the table and a veil of glare add is no ink."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.arrays import Picture
from vision.camera_curve import CURVES, STRAIGHT, CameraCurve
from vision.cell_images import (
    HEIGHT_PX,
    SMALL_HEIGHT_PX,
    SMALL_WIDTH_PX,
    WIDTH_PX,
    ReducedFrame,
    lay_straight,
)
from vision.ink import InkPictures, fit_inks, ink_pictures, likeliest_curve
from vision.light_curve import linear_light
from vision.opinions import OPINION_MARGIN, OPINION_SIZE_PX
from vision.seen_inks import InkCuts

INKS = {"blue": (170, 80, 30), "red": (40, 40, 190), "green": (60, 130, 50), "beige": (150, 190, 212)}
TABLE = (20, 60, 110)
BLUR_PX = 0.9
CORNERS = np.array([[[20, 20], [132, 20], [132, 194], [20, 194]]], float) - 0.5


def framed(ink: tuple[int, int, int]) -> np.ndarray:
    """A white card with a thin frame of ink at its very edge."""
    card = np.full((HEIGHT_PX, WIDTH_PX, 3), 240, np.uint8)
    cv2.rectangle(card, (0, 0), (WIDTH_PX - 1, HEIGHT_PX - 1), ink, 3)
    return card


def printed(ink: tuple[int, int, int]) -> np.ndarray:
    """A card with the frame, and a drawing in dark and in grey."""
    card = framed(ink)
    cv2.circle(card, (WIDTH_PX // 2, HEIGHT_PX // 2), 18, (40, 36, 34), -1)
    cv2.rectangle(card, (20, 10), (50, 25), (140, 140, 140), -1)
    return card


def photograph(
    card: np.ndarray,
    light: tuple[float, float, float],
    veil: float = 0.0,
    curve: CameraCurve = STRAIGHT,
) -> ReducedFrame:
    """The card on a table, blurred as light, under a light and behind a veil of the light's colour."""
    seen = np.full((214, 152, 3), TABLE, np.uint8)
    seen[20:194, 20:132] = card
    soft = cv2.GaussianBlur(linear_light(seen), (0, 0), 2 * BLUR_PX)
    lit = (soft + veil) * np.array(light, np.float32)
    written = np.interp(lit, curve.table, np.arange(256))
    return ReducedFrame(np.rint(written).astype(np.uint8), np.zeros(2), 1)


def pixels(frame: ReducedFrame) -> tuple[Picture, Picture]:
    """The card, and the card with a rim of table around it."""
    cut = lay_straight(frame, CORNERS, (SMALL_WIDTH_PX, SMALL_HEIGHT_PX))
    return cut, lay_straight(frame, CORNERS, OPINION_SIZE_PX, OPINION_MARGIN)


def cut_outs(frame: ReducedFrame, pictures: InkPictures) -> InkCuts:
    """The same, ready to be told by its inks."""
    return InkCuts.of(*pixels(frame), pictures.cover)


def ink_of(frame: ReducedFrame, pictures: InkPictures, curve: CameraCurve) -> int:
    """The reference whose ink a photographed card shows, if the camera had that curve."""
    fit = fit_inks(cut_outs(frame, pictures), curve, pictures, np.array([0]))
    return int(fit.misfit[0].argmin())


@pytest.mark.parametrize("light", [(0.8, 0.8, 0.8), (0.3, 0.6, 0.8), (0.12, 0.14, 0.2)])
@pytest.mark.parametrize("veil", [0.0, 0.1])
def test_a_thin_frame_beside_a_coloured_table_is_told_by_its_ink(
    light: tuple[float, float, float], veil: float
) -> None:
    pictures = ink_pictures(np.stack([linear_light(framed(ink)) for ink in INKS.values()]), BLUR_PX)
    for index, ink in enumerate(INKS.values()):
        frame = photograph(framed(ink), light, veil)
        assert ink_of(frame, pictures, STRAIGHT) == index


def test_the_light_is_what_the_white_of_the_card_says() -> None:
    pictures = ink_pictures(linear_light(framed(INKS["red"]))[None], BLUR_PX)
    frame = photograph(framed(INKS["red"]), (0.3, 0.6, 0.8))
    gains = fit_inks(cut_outs(frame, pictures), STRAIGHT, pictures, np.array([0])).gains[:, 0, 0]
    assert gains == pytest.approx((0.3, 0.6, 0.8), rel=0.06)


WARM = (0.25, 0.55, 0.9)


@pytest.mark.parametrize("curve", CURVES, ids=lambda curve: f"shoulder {curve.shoulder:g}")
def test_the_curve_of_the_camera_is_told_by_the_cards(curve: CameraCurve) -> None:
    """Whatever the guesses' colour: the first reference stands in for all of them."""
    pictures = ink_pictures(np.stack([linear_light(printed(ink)) for ink in INKS.values()]), BLUR_PX)
    guesses, speaking = np.array([0]), np.array([True])
    for ink in ("blue", "green"):
        cuts = cut_outs(photograph(printed(INKS[ink]), WARM, curve=curve), pictures)
        told = likeliest_curve(cuts, pictures, guesses, speaking)
        assert abs(told.shoulder - curve.shoulder) < 0.45


@pytest.mark.parametrize("curve", CURVES, ids=lambda curve: f"shoulder {curve.shoulder:g}")
def test_a_card_is_told_by_its_ink_under_the_curve_that_took_it(curve: CameraCurve) -> None:
    pictures = ink_pictures(np.stack([linear_light(printed(ink)) for ink in INKS.values()]), BLUR_PX)
    for index, ink in enumerate(INKS.values()):
        frame = photograph(printed(ink), WARM, veil=0.05, curve=curve)
        assert ink_of(frame, pictures, curve) == index


def test_cells_that_show_no_card_do_not_tell_the_curve() -> None:
    pictures = ink_pictures(linear_light(printed(INKS["blue"]))[None], BLUR_PX)
    card, rim = pixels(photograph(printed(INKS["blue"]), WARM, curve=CURVES[2]))
    cloth = np.random.default_rng(1).integers(0, 255, (9, *card.shape[1:]), np.uint8)
    both = InkCuts.of(np.concatenate([cloth, card]), np.repeat(rim, 10, axis=0), pictures.cover)
    speaking = np.arange(10) == 9
    assert likeliest_curve(both, pictures, np.zeros(10, int), speaking) is CURVES[2]
