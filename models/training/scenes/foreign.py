"""Things the size of a card that are no card of the deck: what a reader must refuse."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np

from models.training.scenes import prints
from models.training.scenes.arrays import Picture, as_picture, as_plane
from models.training.scenes.deck import CARD_HEIGHT_MM, CARD_WIDTH_MM, Deck
from models.training.scenes.grain import fractal
from models.training.scenes.style_numbers import HERSHEY

FOREIGN = "xx"
"""The colour of a code that stands for no card of the deck."""


def is_foreign(code: str | None) -> bool:
    """Whether a code stands for a thing that is no card of the deck."""
    return code is not None and code.startswith(FOREIGN)


def with_foreign(deck: Deck, seed: int, kinds: int = 8, copies: int = 1) -> Deck:
    """The same deck with strange cards among it; they are dealt as often as their copies say."""
    rng = np.random.default_rng([seed, 606])
    strange = {f"{FOREIGN}S{index}": foreign_picture(rng) for index in range(kinds)}
    faces: Mapping[str, Picture] = {**deck.faces, **strange}
    counts = {**{code: deck.copies.get(code, 1) for code in deck.faces}, **dict.fromkeys(strange, copies)}
    backs = {**deck.backs, FOREIGN: foreign_picture(rng)}
    return Deck(deck.name, faces, backs, counts, deck.corner_radius_mm)


def foreign_picture(rng: np.random.Generator, width_px: int = 280) -> Picture:
    """A playing card, a beer mat, a business card, a photograph or a page."""
    size = (width_px, round(width_px * CARD_HEIGHT_MM / CARD_WIDTH_MM))
    kinds: tuple[Callable[[np.random.Generator, tuple[int, int]], Picture], ...] = (
        _playing_card,
        _beer_mat,
        _shapes_card,
        _snapshot,
        prints.page,
        prints.lid,
    )
    return kinds[int(rng.integers(len(kinds)))](rng, size)


def _playing_card(rng: np.random.Generator, size_px: tuple[int, int]) -> Picture:
    width, height = size_px
    card = np.full((height, width, 3), 245, np.uint8)
    ink = (30, 20, 190) if rng.random() < 0.5 else (25, 25, 25)
    rank = "A23456789JQK"[int(rng.integers(12))]
    font = HERSHEY[int(rng.integers(len(HERSHEY)))]
    cv2.putText(
        card, rank, (width // 16, height // 7), font, width / 200, ink, max(2, width // 90), cv2.LINE_AA
    )
    card = np.maximum(0, card[::-1, ::-1].astype(int) + card - 245).astype(np.uint8)
    for _ in range(int(rng.integers(1, 9))):
        centre = (int(rng.uniform(0.25, 0.75) * width), int(rng.uniform(0.15, 0.85) * height))
        cv2.ellipse(card, centre, (width // 12, width // 9), 45, 0, 360, ink, -1, cv2.LINE_AA)
    return card


def _beer_mat(rng: np.random.Generator, size_px: tuple[int, int]) -> Picture:
    width, height = size_px
    ground = tuple(float(value) for value in rng.uniform(40, 235, 3))
    mat = np.full((height, width, 3), ground, np.uint8)
    for ring in range(int(rng.integers(2, 6)), 0, -1):
        colour = tuple(float(value) for value in rng.uniform(10, 245, 3))
        cv2.circle(mat, (width // 2, height // 2), width * ring // 11, colour, -1, cv2.LINE_AA)
    cv2.putText(
        mat, "PILS", (width // 5, height // 2), cv2.FONT_HERSHEY_TRIPLEX, width / 150, (250, 250, 250), 3
    )
    return mat


def _shapes_card(rng: np.random.Generator, size_px: tuple[int, int]) -> Picture:
    width, height = size_px
    card = np.full((height, width, 3), 244, np.uint8)
    ink = ((60, 30, 200), (60, 150, 40), (130, 40, 110))[int(rng.integers(3))]
    count = int(rng.integers(1, 4))
    filled = -1 if rng.random() < 0.5 else max(2, width // 60)
    for index in range(count):
        centre = (width // 2, height * (index + 1) // (count + 1))
        if rng.random() < 0.5:
            cv2.ellipse(card, centre, (width // 4, height // 14), 0, 0, 360, ink, filled, cv2.LINE_AA)
        else:
            reach = np.array([[-width // 4, 0], [0, -height // 13], [width // 4, 0], [0, height // 13]])
            cv2.polylines(card, [reach + centre], True, ink, max(2, width // 60), cv2.LINE_AA)
    return card


def _snapshot(rng: np.random.Generator, size_px: tuple[int, int]) -> Picture:
    width, height = size_px
    planes = [fractal(rng, (height, width), (3, 2), 6, 0.7) for _ in range(3)]
    shared = fractal(rng, (height, width), (4, 3), 6, 0.7)
    picture = as_plane(np.stack([120 + 45 * shared + 22 * plane for plane in planes], axis=2))
    return as_picture(np.clip(picture, 0, 255))
