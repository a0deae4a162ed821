"""Pictures of a taught deck that show nearly the same are laid over each other."""

from __future__ import annotations

import cv2
import numpy as np

from vision.cell_images import HEIGHT_PX, WIDTH_PX
from vision.registration import laid_over_each_other


def squiggle(ink: tuple[int, int, int], off_px: tuple[float, float] = (0, 0)) -> np.ndarray:
    card = np.full((HEIGHT_PX, WIDTH_PX, 3), 235, np.uint8)
    cv2.ellipse(card, (56, 70), (34, 20), 20, 0, 360, ink, 4, cv2.LINE_AA)
    cv2.line(card, (30, 130), (80, 110), ink, 4, cv2.LINE_AA)
    way = np.array([[1, 0, off_px[0]], [0, 1, off_px[1]]], float)
    return np.asarray(cv2.warpAffine(card, way, (WIDTH_PX, HEIGHT_PX), borderMode=cv2.BORDER_REPLICATE))


def apart(one: np.ndarray, other: np.ndarray) -> float:
    """How far two pictures are apart in grey."""
    grey = [cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(float) for picture in (one, other)]
    return float(np.abs(grey[0] - grey[1]).mean())


def test_a_picture_that_lies_a_little_off_is_slid_over_its_like() -> None:
    one, other = squiggle((60, 120, 60)), squiggle((60, 120, 60), (2.4, -1.8))
    laid = laid_over_each_other([one, other])
    assert apart(laid[0], one) == 0
    assert apart(*laid) < 0.4 * apart(one, other)


def test_a_picture_like_no_other_stays_where_it_is() -> None:
    lone = np.random.default_rng(1).integers(0, 256, (HEIGHT_PX, WIDTH_PX, 3), dtype=np.uint8)
    assert np.array_equal(laid_over_each_other([squiggle((60, 120, 60)), lone])[1], lone)
