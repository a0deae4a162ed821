"""Edges of a view from above and which way they run, to sum straight sides at any turn."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats
from vision.lattice import Image, Points

EDGE_LEVEL = 12.0  # grey levels of a step that counts half
GRAIN_LEVEL = 1.5
GRAIN_SHARE = 30  # per cent of a view that is plain, and shows its noise
ALONG = 0.4  # cosine of twice the angle between an edge and a side, from which it counts


@dataclass(frozen=True, slots=True, eq=False)
class TurnedEdges:
    """The edges of a field as a card at a turn has them: along its long sides, and its short ones."""

    long: Image
    short: Image
    way: Points  # 2 x 3, from the field's pixels to those of the turned one

    def back(self, places_px: Points) -> Points:
        """Places of the turned field as places of the field itself."""
        turned: Points = (places_px - self.way[:, 2]) @ self.way[:, :2]
        return turned


@dataclass(frozen=True, slots=True, eq=False)
class EdgeField:
    """How much of an edge every pixel is, 0 to 255, and its direction in 256ths of half a turn."""

    strength: Image
    direction: Image

    def seen(self, shown: Image) -> EdgeField:
        """Only the edges where something shows, which is 255 there and 0 elsewhere."""
        return EdgeField(np.asarray(cv2.bitwise_and(self.strength, shown), np.uint8), self.direction)

    def part(self, rows: slice, columns: slice) -> EdgeField:
        """Some of its rows and columns."""
        return EdgeField(self.strength[rows, columns], self.direction[rows, columns])

    def turned(self, turn: float) -> TurnedEdges:
        """The edges along the sides of cards that lie at this turn, a pixel wider on both sides."""
        angles = np.arange(256) * (np.pi / 256)
        likeness = np.cos(2 * (angles - turn))
        way, size = turned_frame(self.strength.shape, turn)
        sides = []
        for share, wider in ((likeness, (3, 1)), (-likeness, (1, 3))):
            weight = np.rint(255 * np.clip((share - ALONG) / (1 - ALONG), 0, 1)).astype(np.uint8)
            edges = cv2.multiply(self.strength, cv2.LUT(self.direction, weight), scale=1 / 255)
            straight = cv2.warpAffine(edges, way, size, flags=cv2.INTER_LINEAR)
            sides.append(np.asarray(cv2.dilate(straight, np.ones(wider[::-1], np.uint8)), np.uint8))
        return TurnedEdges(sides[0], sides[1], way)


def edge_field(view_bgr: Image) -> EdgeField:
    """The edges of a view, by the channel that steps most."""
    soft = cv2.GaussianBlur(view_bgr, (3, 3), 0)
    across = np.asarray(cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=0.25), np.float32)
    down = np.asarray(cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=0.25), np.float32)
    channel = (across * across + down * down).argmax(-1)[..., None]
    step_x = np.take_along_axis(across, channel, -1)[..., 0]
    step_y = np.take_along_axis(down, channel, -1)[..., 0]
    step: Floats = np.hypot(step_x, step_y)
    grain = float(np.percentile(step[::3, ::3], GRAIN_SHARE))
    strength = 255 * step / (step + EDGE_LEVEL + GRAIN_LEVEL * grain)
    half_turns = np.mod(np.arctan2(step_y, step_x) / np.pi, 1.0)
    return EdgeField(
        np.rint(strength).astype(np.uint8), np.asarray((256 * half_turns).astype(np.int32) % 256, np.uint8)
    )


def turned_frame(shape: tuple[int, ...], turn: float) -> tuple[Points, tuple[int, int]]:
    """The way onto a field whose axes are a card's at this turn, and how large that field is."""
    cos, sin = np.cos(turn), np.sin(turn)
    axes = np.array([[cos, sin], [-sin, cos]])
    height, width = shape[:2]
    rim = np.array([[0, 0], [width, 0], [width, height], [0, height]]) @ axes.T
    low, high = rim.min(0), rim.max(0)
    size = np.ceil(high - low).astype(int) + 1
    return np.column_stack([axes, -low]), (int(size[0]), int(size[1]))
