"""What is printed on or shown by the things beside the cards: pages, box lids, screens."""

from __future__ import annotations

import cv2
import numpy as np

from models.training.scenes.animals import animal_mask
from models.training.scenes.arrays import Picture, as_picture, as_plane
from models.training.scenes.grain import fractal

WORDS = (
    *("the", "mage", "sends", "an", "emissary", "to", "conclave", "row", "column", "magic", "follow"),
    *("influence", "crisis", "deck", "refill", "turn", "players", "of", "a", "brotherhood"),
)


def page(rng: np.random.Generator, size_px: tuple[int, int]) -> Picture:
    """A rulebook page: a heading, lines of text, perhaps a picture with card-shaped boxes."""
    width, height = size_px
    tone = rng.uniform(215, 250)
    sheet = np.full((height, width, 3), (tone - 12, tone - 3, tone), np.uint8)
    cv2.putText(
        sheet, "CONCLAVE", (width // 10, height // 10), cv2.FONT_HERSHEY_TRIPLEX, width / 330, (60, 40, 90), 2
    )
    y, step = height // 6, max(7, height // 42)
    picture_at = int(rng.integers(1, 4)) * height // 5
    while y < height * 0.93:
        if picture_at < y < picture_at + height // 5:
            _diagram(sheet, rng, (width // 8, y, width * 3 // 4, height // 5))
            y += height // 4
        x = width // 10
        while x < width * 0.85:
            word = WORDS[int(rng.integers(len(WORDS)))]
            scale = step / 30
            cv2.putText(sheet, word, (x, y), cv2.FONT_HERSHEY_SIMPLEX, scale, (50, 45, 45), 1, cv2.LINE_AA)
            x += int(len(word) * step * 0.62) + step // 2
        y += step
    return sheet


def _diagram(sheet: Picture, rng: np.random.Generator, box: tuple[int, int, int, int]) -> None:
    left, top, width, height = box
    for index in range(5):
        x = left + index * width // 5
        colour = tuple(float(value) for value in rng.uniform(40, 220, 3))
        cv2.rectangle(sheet, (x, top), (x + width // 7, top + height * 2 // 3), colour, -1, cv2.LINE_AA)


def lid(rng: np.random.Generator, size_px: tuple[int, int]) -> Picture:
    """A box lid: a painted ground, a title and an animal."""
    width, height = size_px
    ink = rng.uniform(20, 190, 3).astype(np.float32)
    ground = fractal(rng, (height, width), (4, 3), 5, 0.6)
    lid_ = as_plane(np.clip(ink * (0.8 + 0.15 * ground)[..., None] + 12, 0, 235))
    size = min(width, height) * 2 // 3
    mask = animal_mask("CGW"[int(rng.integers(3))], int(rng.integers(3)), size, False)
    top, left = (height - size) * 2 // 3, (width - size) // 2
    spot = lid_[top : top + size, left : left + size]
    spot += mask[..., None] * (np.float32(rng.uniform(150, 245)) - spot)
    finished = as_picture(np.clip(lid_, 0, 255))
    cv2.putText(
        finished,
        "CONCLAVE",
        (width // 12, height // 6),
        cv2.FONT_HERSHEY_TRIPLEX,
        width / 260,
        (230, 240, 250),
        3,
    )
    return finished


def phone_screen(rng: np.random.Generator, size_px: tuple[int, int]) -> Picture:
    """A phone from above: black glass, or a lit list of things."""
    width, height = size_px
    glass = np.full((height, width, 3), 12, np.float32)
    if rng.random() < 0.5:
        inset = width // 20
        shade = float(rng.uniform(90, 235))
        glass[inset : height - inset, inset : width - inset] = shade
        for row in range(6):
            top = height // 8 + row * height // 8
            colour = tuple(float(value) for value in rng.uniform(30, 230, 3))
            cv2.rectangle(
                glass, (width // 8, top), (width * 7 // 8, top + height // 11), colour, -1, cv2.LINE_AA
            )
    return as_picture(np.clip(glass, 0, 255))


def keyboard(rng: np.random.Generator, size_px: tuple[int, int]) -> Picture:
    """The lower half of a laptop: keys in rows and a touch pad."""
    width, height = size_px
    body = float(rng.choice([40.0, 120.0, 190.0]))
    half = np.full((height, width, 3), body, np.float32)
    key = width // 16
    for row in range(5):
        for column in range(14):
            x, y = key + column * key, height // 12 + row * key
            cv2.rectangle(
                half, (x, y), (x + key * 5 // 6, y + key * 5 // 6), (28.0, 28.0, 30.0), -1, cv2.LINE_AA
            )
    pad = (int(width * 0.33), int(height * 0.62), int(width * 0.34), int(height * 0.32))
    cv2.rectangle(half, pad, (body * 0.85,) * 3, -1, cv2.LINE_AA)
    return as_picture(half)
