"""Guess cards from single corners: a right angle of an outline that is no card by itself.

Touching cards make one outline, and of a card under another only a corner or two show.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import cv2
import numpy as np
import numpy.typing as npt

from vision.lattice import CardSize, Image, Points
from vision.masks import cheap_masks, edge_masks
from vision.table_plane import TablePlane

RIGHT_ANGLE = 0.30  # largest cosine at a corner of a card, seen on the table's own plane
SHORTEST_MM = 12.0
LONGER_MM = 11.0
MOST_GUESSES = 600


def cards_at_corners(image: Image, plane: TablePlane, card: CardSize) -> Points:
    """Return card outlines on the table's plane that fit a corner of some outline in the image."""
    guesses: list[Points] = []
    middle = np.array([[image.shape[1] / 2, image.shape[0] / 2]])
    around = plane.flat(middle + np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    mm_per_px = float(np.linalg.norm(around[1:] - around[0], axis=1).mean())
    size_px = float(np.sqrt(card.width_mm * card.height_mm)) / max(mm_per_px, 1e-6)
    for polygon in _polygons(image, size_px):
        flat = plane.flat(polygon)
        guesses.extend(plane.seen(guess) for guess in _guesses(flat, np.ones(len(flat), bool), card))
        if len(guesses) > MOST_GUESSES:
            break
    return np.stack(guesses) if guesses else np.zeros((0, 4, 2))


def _polygons(image: Image, size_px: float) -> Iterator[Points]:
    """Yield the outlines of everything larger than a quarter of a card, as few straight sides."""
    for mask in chain(cheap_masks(image), edge_masks(image)):
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            if len(contour) < 4 or cv2.contourArea(contour) < 0.15 * size_px**2:
                continue
            polygon = cv2.approxPolyDP(contour, 0.035 * size_px, True).reshape(-1, 2).astype(np.float64)
            if 4 <= len(polygon) <= 60:
                yield polygon


def _guesses(flat: Points, free: npt.NDArray[np.bool_], card: CardSize) -> Iterator[Points]:
    """Yield cards in table millimetres that have one of the polygon's free corners, clockwise."""
    before, after = np.roll(flat, 1, axis=0) - flat, np.roll(flat, -1, axis=0) - flat
    long_before, long_after = np.hypot(*before.T), np.hypot(*after.T)
    x, y = flat.T
    turning = float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum())
    for index in np.flatnonzero(free & (np.minimum(long_before, long_after) > SHORTEST_MM)):
        corner, back_mm, ahead_mm = flat[index], long_before[index], long_after[index]
        u, v = after[index] / ahead_mm, before[index] / back_mm
        if (u[0] * v[1] - u[1] * v[0]) * turning < 0:
            continue  # the inner corner of an angle between two cards
        if abs(float(u @ v)) > RIGHT_ANGLE:
            continue
        for along, across in ((card.width_mm, card.height_mm), (card.height_mm, card.width_mm)):
            if ahead_mm < along + LONGER_MM and back_mm < across + LONGER_MM:
                yield _card_from(corner, u, v, along, across)


def _card_from(corner: Points, u: Points, v: Points, along: float, across: float) -> Points:
    """Return a card's corners, clockwise, its first side a short one."""
    quad = np.stack([corner, corner + along * u, corner + along * u + across * v, corner + across * v])
    if u[0] * v[1] - u[1] * v[0] < 0:
        quad, along, across = quad[[0, 3, 2, 1]], across, along
    return quad if along < across else np.roll(quad, -1, axis=0)
