"""Inks are told in linear light: what the table and a veil of glare add is no ink."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.cell_images import (
    HEIGHT_PX,
    SMALL_HEIGHT_PX,
    SMALL_WIDTH_PX,
    WIDTH_PX,
    ReducedFrame,
    lay_straight,
)
from vision.ink import fit_inks, ink_pictures
from vision.light_curve import linear_light, shown_light
from vision.opinions import OPINION_MARGIN, OPINION_SIZE_PX

INKS = {"blue": (170, 80, 30), "red": (40, 40, 190), "green": (60, 130, 50), "beige": (150, 190, 212)}
TABLE = (20, 60, 110)
BLUR_PX = 0.9
CORNERS = np.array([[[20, 20], [132, 20], [132, 194], [20, 194]]], float) - 0.5


def framed(ink: tuple[int, int, int]) -> np.ndarray:
    """A white card with a thin frame of ink at its very edge."""
    card = np.full((HEIGHT_PX, WIDTH_PX, 3), 240, np.uint8)
    cv2.rectangle(card, (0, 0), (WIDTH_PX - 1, HEIGHT_PX - 1), ink, 3)
    return card


def photograph(card: np.ndarray, light: tuple[float, float, float], veil: float = 0.0) -> ReducedFrame:
    """The card on a table, blurred as light, under a light and behind a veil of the light's colour."""
    seen = np.full((214, 152, 3), TABLE, np.uint8)
    seen[20:194, 20:132] = card
    soft = cv2.GaussianBlur(linear_light(seen), (0, 0), 2 * BLUR_PX)
    return ReducedFrame(
        np.rint(shown_light((soft + veil) * np.array(light, np.float32)) * 255).astype(np.uint8),
        np.zeros(2),
        1,
    )


def cut_outs(frame: ReducedFrame) -> tuple[np.ndarray, np.ndarray]:
    """The card, and the card with a rim of table around it."""
    size = (SMALL_WIDTH_PX, SMALL_HEIGHT_PX)
    return lay_straight(frame, CORNERS, size), lay_straight(frame, CORNERS, OPINION_SIZE_PX, OPINION_MARGIN)


@pytest.mark.parametrize("light", [(0.8, 0.8, 0.8), (0.3, 0.6, 0.8), (0.12, 0.14, 0.2)])
@pytest.mark.parametrize("veil", [0.0, 0.1])
def test_a_thin_frame_beside_a_coloured_table_is_told_by_its_ink(
    light: tuple[float, float, float], veil: float
) -> None:
    pictures = ink_pictures(np.stack([linear_light(framed(ink)) for ink in INKS.values()]), BLUR_PX)
    for index, ink in enumerate(INKS.values()):
        frame = photograph(framed(ink), light, veil)
        guess = np.array([0])
        assert int(fit_inks(*cut_outs(frame), pictures, guess).misfit[0].argmin()) == index


def test_the_light_is_what_the_white_of_the_card_says() -> None:
    pictures = ink_pictures(linear_light(framed(INKS["red"]))[None], BLUR_PX)
    frame = photograph(framed(INKS["red"]), (0.3, 0.6, 0.8))
    gains = fit_inks(*cut_outs(frame), pictures, np.array([0])).gains[:, 0, 0]
    assert gains == pytest.approx((0.3, 0.6, 0.8), rel=0.06)
