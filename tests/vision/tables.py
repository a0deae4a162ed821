"""Small painted tables and ways to spoil them, and where the real photographs lie."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.frame import BgrPixels

REAL_PHOTOS = Path(__file__).resolve().parents[3] / "shared" / "photos"


def real_photos() -> list[Path]:
    """The real table photographs, or a skipped test where they are not at hand."""
    if not REAL_PHOTOS.is_dir():
        pytest.skip("the real photographs are not beside the project")
    folders = (REAL_PHOTOS / "magic", REAL_PHOTOS / "set" / "grids", REAL_PHOTOS / "set" / "webcam")
    return sorted(path for folder in folders for path in folder.iterdir() if path.suffix in (".jpg", ".png"))


def painted_table(width: int = 1280, height: int = 720, noise: float = 2.0, seed: int = 0) -> BgrPixels:
    """Sixteen light cards with strokes on a dark cloth, with a little sensor noise."""
    chance = np.random.default_rng(seed)
    table = np.full((height, width, 3), (45, 60, 40), np.uint8)
    card_height = int(height * 0.20)
    card_width = int(card_height * 0.65)
    for row in range(4):
        for column in range(4):
            top = int(height * (0.06 + 0.23 * row))
            left = int(width / 2 + (column - 2) * card_width * 1.3)
            cv2.rectangle(table, (left, top), (left + card_width, top + card_height), (190, 200, 205), -1)
            colour = [int(value) for value in chance.integers(20, 150, 3)]
            middle = (left + card_width // 2, top + card_height // 2)
            cv2.circle(table, middle, card_width // 3, colour, max(2, card_width // 20))
            cv2.putText(
                table,
                str(1 + (row + column) % 5),
                (left + 6, top + card_height // 4),
                0,
                card_height / 150,
                colour,
                2,
            )
    return grainy(table, noise, seed)


def grainy(picture: BgrPixels, noise: float, seed: int = 0) -> BgrPixels:
    """The same picture with the noise of a sensor."""
    chance = np.random.default_rng(seed)
    grain = (chance.standard_normal((512, 512, 3), np.float32) * noise).round().astype(np.int16)
    tiles = [-(-picture.shape[0] // 512), -(-picture.shape[1] // 512), 1]
    tiled = np.tile(grain, tiles)[: picture.shape[0], : picture.shape[1]]
    return np.asarray(cv2.add(picture, tiled, dtype=cv2.CV_8U), np.uint8)


def exposed(picture: BgrPixels, light: float) -> BgrPixels:
    """The same scene under so many times the light, clipped as a sensor clips."""
    curve = np.clip(np.power(np.power(np.arange(256) / 255.0, 2.2) * light, 1 / 2.2) * 255, 0, 255)
    return np.asarray(cv2.LUT(picture, curve.astype(np.uint8)), np.uint8)


def blurred(picture: BgrPixels, blur_px: float) -> BgrPixels:
    """Out of focus by so many pixels of a picture of 1280."""
    scale = max(1.0, max(picture.shape[:2]) / 1280)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), blur_px * scale), np.uint8)


def shaken(picture: BgrPixels, length_px: int, upright: bool = False) -> BgrPixels:
    """Moved while the shutter was open."""
    trail = np.full((1, length_px), 1 / length_px, np.float32)
    return np.asarray(cv2.filter2D(picture, -1, trail.T if upright else trail), np.uint8)


def with_reflection(picture: BgrPixels, centre: tuple[int, int], radius_px: int) -> BgrPixels:
    """A lamp mirrored in a glossy card: pure white with a soft rim."""
    rows, columns = np.ogrid[: picture.shape[0], : picture.shape[1]]
    distance = np.hypot(columns - centre[0], rows - centre[1]) / radius_px
    light = (255 * np.clip(2.0 - distance, 0, 1)).astype(np.uint8)
    return np.asarray(cv2.add(picture, cv2.merge([light] * 3)), np.uint8)
