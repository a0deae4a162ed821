"""The corners of a marker to a fraction of a pixel, from the four straight sides that meet in them.

Looking at a corner itself is biased, for blur rounds it off and the marker seems smaller than it is. A long
straight side between black and white keeps its place under any blur.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.mat_tiles import MODULES, Points

_SAMPLES = 17
_STEPS_A_PIXEL = 4
_ROUNDS = 2


def sharpen_corners(grey: cv2.typing.MatLike, corners_px: Points) -> Points:
    """Move the corners, clockwise, to where the marker's sides cross; as given where no side is clear."""
    corners = corners_px
    for _ in range(_ROUNDS):
        lines = [_side(grey, corners[side], corners[(side + 1) % 4], _reach_px(corners)) for side in range(4)]
        crossed = [_cross(lines[side - 1], lines[side]) for side in range(4)]
        moved = np.array(
            [place if place is not None else corners[side] for side, place in enumerate(crossed)]
        )
        # A side that jumps further than its window is another edge, such as the rim of the tile.
        if np.abs(moved - corners_px).max() > _reach_px(corners_px) + 1:
            return corners
        corners = moved
    return corners


def _reach_px(corners: Points) -> float:
    """How far to look to either side: within the marker's own black border and the white around it."""
    shortest = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).min())
    return float(np.clip(shortest / MODULES * 0.7, 1.5, 16.0))


def _side(
    grey: cv2.typing.MatLike, start: Points, end: Points, reach_px: float
) -> tuple[Points, Points] | None:
    """A point and the direction of the side from start to end, as its edge shows in the picture."""
    along = end - start
    length = float(np.linalg.norm(along))
    if length < 4:
        return None
    outward = np.array([along[1], -along[0]]) / length
    bases = start + along * np.linspace(0.1, 0.9, _SAMPLES)[:, None]
    steps = np.linspace(-reach_px, reach_px, 2 * round(reach_px * _STEPS_A_PIXEL) + 1)
    places = (bases[:, None] + outward * steps[None, :, None]).astype(np.float32)
    light = cv2.remap(
        grey, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    ).astype(float)
    # Outside the marker is white: only what grows lighter outwards belongs to its edge.
    rises = np.clip(np.diff(light, axis=1), 0.0, None)
    rises[rises < 0.3 * rises.max(axis=1, keepdims=True)] = 0.0
    weights = rises.sum(axis=1)
    clear = weights > 0.3 * max(1e-9, float(np.median(weights)))
    if clear.sum() < _SAMPLES // 2 or float(weights.max()) < 4:
        return None
    between = (steps[:-1] + steps[1:]) / 2
    offsets = (rises @ between)[clear] / weights[clear]
    edge = (bases[clear] + outward * offsets[:, None]).astype(np.float32)
    line = np.asarray(cv2.fitLine(edge, cv2.DIST_HUBER, 0, 0.01, 0.01), float).ravel()
    return line[2:], line[:2]


def _cross(first: tuple[Points, Points] | None, second: tuple[Points, Points] | None) -> Points | None:
    if first is None or second is None:
        return None
    directions = np.column_stack([first[1], -second[1]])
    if abs(float(np.linalg.det(directions))) < 0.05:
        return None
    place: Points = first[0] + first[1] * np.linalg.solve(directions, second[0] - first[0])[0]
    return place
