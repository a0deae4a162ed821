"""Cards that share a drawing, with a small number printed once, as somebody's teaching photos show them."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Picture, Points

SIZE_PX = (224, 348)
SEEN_PX = (150, 233)
INKS = {"bl": (190, 90, 40), "re": (40, 40, 200), "gr": (60, 150, 60), "or": (30, 140, 240)}
DIGITS = (1, 2, 3, 4)
NUMBER_MM = (27.0, 8.0)
"""Where the middle of the number lies."""


def face(colour: str, animal: str, digit: int | None) -> Picture:
    """A coloured ground, a figure for each animal, and a light digit on a dark disc; green ones are dark."""
    card = np.full((SIZE_PX[1], SIZE_PX[0], 3), INKS[colour], np.uint8)
    turn = {"C": 20.0, "G": 100.0}[animal]
    cv2.ellipse(card, (112, 200), (70, 34), turn, 0.0, 360.0, (30, 30, 30), -1, cv2.LINE_AA)
    if digit is not None:
        disc, ink = ((230, 230, 230), (20, 20, 20)) if colour == "gr" else ((30, 30, 30), (235, 235, 235))
        cv2.circle(card, (108, 32), 13, disc, -1, cv2.LINE_AA)
        cv2.putText(card, str(digit), (101, 39), cv2.FONT_HERSHEY_DUPLEX, 0.6, ink, 1, cv2.LINE_AA)
    return card


def photographed(picture: Picture, rng: np.random.Generator, off_px: float = 2.0) -> Picture:
    """The card cut out a little off, blurred, under a shade of its own, with noise."""
    width, height = SIZE_PX
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    way = cv2.getPerspectiveTransform(corners, corners + rng.normal(0, off_px, (4, 2)).astype(np.float32))
    laid = cv2.warpPerspective(picture, way, (width, height), borderMode=cv2.BORDER_REPLICATE)
    shade = 1 + rng.normal(0, 0.08) * np.linspace(-0.5, 0.5, width)[None, :, None]
    soft = cv2.GaussianBlur(laid, (0, 0), 1.2).astype(np.float32) * shade
    return np.asarray(np.clip(np.rint(soft + rng.normal(0, 2, laid.shape)), 0, 255), np.uint8)


def taught(seed: int = 3, *, numbered: bool = True) -> dict[str, Picture]:
    """One teaching picture of each card by its code."""
    rng = np.random.default_rng(seed)
    return {
        f"{colour}{animal}{digit}": photographed(face(colour, animal, digit if numbered else None), rng)
        for colour in INKS
        for animal in "CG"
        for digit in DIGITS
    }


def on_a_table(card: Picture) -> tuple[Picture, Points]:
    """A small, soft and noisy card on a table, and its corners."""
    width, height = SEEN_PX
    frame = np.full((height + 80, width + 80, 3), (60, 90, 120), np.uint8)
    frame[40 : 40 + height, 40 : 40 + width] = cv2.resize(card, (width, height), interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(frame, (0, 0), 0.8) + np.random.default_rng(7).normal(0, 3, frame.shape)
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]]) + 39.5
    return np.clip(soft, 0, 255).astype(np.uint8), corners
