"""What speaks for a card at a pose: edges along the sides that show, the table outside, a card within."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache

import numpy as np

from vision.arrays import Floats
from vision.card_edges import edges_of_steps, sample_planes, steps_across
from vision.card_marks import CardMarks
from vision.lattice import CardSize, Image, Points, project
from vision.small_frame import SmallFrame
from vision.table_colours import TableColours

ALONG = 28
PLACES = np.linspace(0.06, 0.94, ALONG)
STEP_MM = 0.5
OFFSETS = np.arange(-7.0, 7.1, STEP_MM)
OUTSIDE, INSIDE = (OFFSETS >= 1.5) & (OFFSETS <= 4.5), (OFFSETS <= -1.5) & (OFFSETS >= -4.5)
GROUND = (9, 13)  # places across and along the ground of a card
AT_ONCE = 64  # OpenCV samples no more places at once than so many cards have


@dataclass(frozen=True, slots=True, eq=False)
class SeenPoses:
    """Poses as they look: by places along each side, and by places on the ground of each card."""

    corners: Points
    outline: Points  # pose, side, place, in pixels
    lines: Floats  # pose, side, place, offset: how much of an edge
    outside: Floats  # pose, side, place: how much the table's, outside and inside
    inside: Floats
    rim_core: Floats  # pose, side, place: how much the core of a card is marked at the side
    ground: Points  # pose, place
    ground_core: Floats
    ground_table: Floats

    def __len__(self) -> int:
        return len(self.corners)


def look_at_poses(small: SmallFrame, planes: Points, card: CardSize) -> SeenPoses:
    """Look at cards on these planes, each from its own millimetres to the small frame."""
    starts = range(0, max(len(planes), 1), AT_ONCE)
    parts = [_look_at_some(small, planes[start : start + AT_ONCE], card) for start in starts]
    together = {
        one.name: np.concatenate([getattr(part, one.name) for part in parts]) for one in fields(SeenPoses)
    }
    return SeenPoses(**together)


def _look_at_some(small: SmallFrame, planes: Points, card: CardSize) -> SeenPoses:
    band, ground = _band_mm(card), _ground_mm(card)
    points = project(planes, band.reshape(1, -1, 2)).reshape(len(planes), *band.shape)
    places = project(planes, ground.reshape(1, -1, 2))
    values = sample_planes(small.image, planes, band)
    table = _table(small.colours, values)
    at_side = len(OFFSETS) // 2
    return SeenPoses(
        corners=project(planes, card.corners_mm[None]),
        outline=points[:, :, :, at_side],
        lines=edges_of_steps(steps_across(values)).astype(np.float32),
        outside=table[..., OUTSIDE].mean(-1),
        inside=table[..., INSIDE].mean(-1),
        rim_core=_core(small.marks, points[:, :, :, at_side]),
        ground=places,
        ground_core=_core(small.marks, places),
        ground_table=_table(small.colours, sample_planes(small.image, planes, ground)),
    )


def _table(colours: TableColours | None, values: Image) -> Floats:
    return np.zeros(values.shape[:-1], np.float32) if colours is None else colours.of(values)


def _core(marks: CardMarks | None, places: Points) -> Floats:
    return np.zeros(places.shape[:-1], np.float32) if marks is None else marks.at(places)


@lru_cache(maxsize=4)
def _band_mm(card: CardSize) -> Points:
    """Places along the four sides at every offset: side, place, offset."""
    corners = card.corners_mm
    ahead = np.roll(corners, -1, axis=0) - corners
    outward = np.array([[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]])
    on_side = corners[:, None] + PLACES[:, None] * ahead[:, None]
    band: Points = on_side[:, :, None] + OFFSETS[:, None] * outward[:, None, None]
    return band


@lru_cache(maxsize=4)
def _ground_mm(card: CardSize) -> Points:
    x, y = (np.linspace(0.08, 0.92, count) for count in GROUND)
    across, down = np.meshgrid(x * card.width_mm, y * card.height_mm)
    return np.stack([across.ravel(), down.ravel()], axis=-1)
