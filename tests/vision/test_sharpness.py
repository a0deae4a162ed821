from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Picture
from vision.sharpness import measure_clearest_edges, measure_edges


def dark_birds_on_red() -> Picture:
    """Sharp, but not in green: a soft red ground whose green is as dark as the birds."""
    rng = np.random.default_rng(4)
    cloud = cv2.resize(rng.normal(0, 1, (9, 6)).astype(np.float32), (280, 435), interpolation=cv2.INTER_CUBIC)
    picture = np.full((435, 280, 3), (45, 45, 190), np.float32) + (cloud * 14)[..., None]
    drawn: Picture = np.clip(picture, 0, 255).astype(np.uint8)
    for across in range(30, 280, 45):
        for down in range(30, 435, 60):
            cv2.ellipse(drawn, (across, down), (14, 20), 0, 0, 360, (30, 40, 20), cv2.FILLED)
    drawn[..., 1] = cv2.GaussianBlur(drawn[..., 1], (0, 0), 6)
    return drawn


def test_a_sharp_picture_without_edges_in_green_is_not_blurred() -> None:
    sharp = dark_birds_on_red()
    assert measure_edges(sharp).blur_px > 2, "green alone is fooled"
    assert measure_clearest_edges(sharp).blur_px < 1


def test_a_blurred_picture_is_blurred_in_every_colour() -> None:
    soft = np.asarray(cv2.GaussianBlur(dark_birds_on_red(), (0, 0), 4), np.uint8)
    assert measure_clearest_edges(soft).blur_px > 2.5
