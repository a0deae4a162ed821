"""The plane of the table: all cards lie on it and have one size, so a few clear ones tell it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from vision.lattice import CardSize, Points, project
from vision.lattice_model import Floats

TILTS = np.radians([12.0, 24.0, 36.0, 48.0, 58.0])
SIDES = np.radians(np.arange(0.0, 360.0, 24.0))
FOCAL = (0.6, 0.9, 1.5)  # focal lengths tried first, over the longer side of the image
USUAL_FOCAL, FOCAL_SPREAD = 0.95, 0.35
FIRST_NEAR_MM, NEAR_MM = 6.0, 1.8  # how far an outline's corners may lie from a card's, seen on the plane
FIRST_NEAR = 0.09  # the same before the plane is known well, as a share of the size
HELD_MM = 5.0  # how much the usual focal length counts, as corners that lie so far off
LARGER_MODE = 0.6  # frames printed on cards are as many as the cards, and smaller
STEPS = 12
SETTLED = 1e-4  # a step smaller than this, of a plane that only near outlines pull, is the last
MOST_SEARCHED = 90  # outlines, the clearest, that tell which view to start from


@dataclass(frozen=True, slots=True)
class TablePlane:
    """The way from millimetres of the table, wherever their origin, to pixels of the image."""

    to_image: Points

    def flat(self, quads: Points) -> Points:
        """Points of the image in millimetres of the table."""
        return project(np.linalg.inv(self.to_image), quads.reshape(-1, 2)).reshape(quads.shape)

    def seen(self, points_mm: Points) -> Points:
        """Points of the table in pixels."""
        return project(self.to_image, points_mm.reshape(-1, 2)).reshape(points_mm.shape)


@dataclass(frozen=True, slots=True)
class LaidCards:
    """Outlines as rigid cards on the table, and how far their corners lie from those of a card."""

    middle_mm: Points
    turn: Floats
    miss_mm: Floats

    def planes(self, plane: TablePlane, card: CardSize) -> Points:
        """For each card the way from its own millimetres to the image."""
        rigid = np.zeros((len(self.turn), 3, 3))
        cos, sin = np.cos(self.turn), np.sin(self.turn)
        rigid[:, 0, 0], rigid[:, 0, 1], rigid[:, 1, 0], rigid[:, 1, 1], rigid[:, 2, 2] = (
            cos,
            -sin,
            sin,
            cos,
            1,
        )
        half = np.array([card.width_mm / 2, card.height_mm / 2])
        rigid[:, :2, 2] = self.middle_mm - rigid[:, :2, :2] @ half
        planes: Points = plane.to_image @ rigid
        return planes

    def corners(self, plane: TablePlane, card: CardSize) -> Points:
        """Their corners in the image."""
        return project(self.planes(plane, card), card.corners_mm[None])


def lay_cards(flat: Points, card: CardSize) -> LaidCards:
    """Return the rigid card nearest to each outline in millimetres, which starts with a short side."""
    middle = flat.mean(-2)
    off = _complex(flat - middle[..., None, :])
    own = _complex(card.corners_mm - card.corners_mm.mean(0))
    turn = np.angle((off * own.conj()).sum(-1))
    miss = np.sqrt((np.abs(off - np.exp(1j * turn)[..., None] * own) ** 2).mean(-1))
    return LaidCards(middle, turn, miss)


def fit_table_plane(
    quads: Points, weight: Floats, card: CardSize, image_size: tuple[int, int]
) -> TablePlane | None:
    """Return the plane on which most outlines, by weight, are cards of one size, the larger of two."""
    if len(quads) == 0:
        return None
    views = _first_views()
    clear = np.argsort(-weight)[:MOST_SEARCHED]
    planes = np.stack([_plane_of(view, image_size).to_image for view in views])
    flat = project(np.linalg.inv(planes), quads[clear].reshape(1, -1, 2))
    scale, worth = _common_scale(flat.reshape(len(views), -1, 4, 2), weight[clear], card)
    best = int(worth.argmax())
    return _refined(np.append(views[best, :3], np.log(scale[best])), quads, weight, card, image_size)


def on_plane(plane: TablePlane, quads: Points, card: CardSize) -> LaidCards:
    """Return the outlines laid as cards, each from whichever side fits a card better."""
    flat = plane.flat(quads)
    ways = [lay_cards(np.roll(flat, -turn, axis=1), card) for turn in range(2)]
    second = ways[1].miss_mm < ways[0].miss_mm
    return LaidCards(
        ways[0].middle_mm,
        np.where(second, ways[1].turn, ways[0].turn),
        np.where(second, ways[1].miss_mm, ways[0].miss_mm),
    )


def _complex(points: Points) -> npt.NDArray[np.complex128]:
    return points[..., 0] + 1j * points[..., 1]


def _view(tilt_x: float, tilt_y: float, focal: float, image_size: tuple[int, int]) -> Points:
    """The plane a focal length away, tilted about two axes, seen in the middle of the image."""
    width, height = image_size
    tilt = float(np.hypot(tilt_x, tilt_y))
    axis = np.array([tilt_x, tilt_y, 0.0]) / max(tilt, 1e-9)
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    turned = np.eye(3) + np.sin(tilt) * cross + (1 - np.cos(tilt)) * (cross @ cross)
    length = focal * max(width, height)
    shown = np.array([[length, 0, width / 2], [0, length, height / 2], [0, 0, 1.0]])
    view = shown @ np.column_stack([turned[:, 0], turned[:, 1], [0.0, 0.0, length]])
    plane: Points = view / view[2, 2]
    return plane


@lru_cache(maxsize=1)
def _first_views() -> Points:
    """Tilts about two axes, the logarithms of focal length and scale: views x 4."""
    views = [(0.0, 0.0, np.log(USUAL_FOCAL), 0.0)]
    for tilt in TILTS:
        for side in SIDES:
            views += [(tilt * np.cos(side), tilt * np.sin(side), np.log(focal), 0.0) for focal in FOCAL]
    return np.array(views)


def _common_scale(flat: Points, weight: Floats, card: CardSize) -> tuple[Floats, Floats]:
    """For each view the scale at which most outlines are cards, and how much they weigh."""
    log_size = np.log(_size(flat) / np.sqrt(card.width_mm * card.height_mm))
    like = weight * np.exp(-((_shape_miss(flat, card) / FIRST_NEAR) ** 2))
    apart = (log_size[:, :, None] - log_size[:, None]) / FIRST_NEAR
    worth = (np.exp(-(apart**2)) @ like[..., None])[..., 0]
    good = worth >= LARGER_MODE * worth.max(1, keepdims=True)
    each = np.arange(len(flat))
    chosen = np.where(good, log_size, -np.inf).argmax(1)
    # The best of the larger mode, not its tail.
    near = np.abs(apart[each, chosen]) < 1.5
    chosen = np.where(near, worth, -np.inf).argmax(1)
    return np.exp(log_size[each, chosen]), worth[each, chosen]


def _size(flat: Points) -> Floats:
    x, y = flat[..., 0], flat[..., 1]
    twice = (x[..., 2] - x[..., 0]) * (y[..., 3] - y[..., 1]) - (x[..., 3] - x[..., 1]) * (
        y[..., 2] - y[..., 0]
    )
    size: Floats = np.sqrt(np.abs(twice) / 2 + 1e-9)
    return size


def _shape_miss(flat: Points, card: CardSize) -> Floats:
    """How far outlines are from a card's shape at any size, as a share of the size."""
    scale = _size(flat) / np.sqrt(card.width_mm * card.height_mm)
    even = flat / scale[..., None, None]
    miss = np.minimum(lay_cards(even, card).miss_mm, lay_cards(np.roll(even, -1, axis=-2), card).miss_mm)
    share: Floats = miss / np.sqrt(card.width_mm * card.height_mm)
    return share


def _refined(
    values: Floats, quads: Points, weight: Floats, card: CardSize, image_size: tuple[int, int]
) -> TablePlane:
    """The plane fitted to all outlines that are cards on it: tilt, focal length and distance together."""
    near = FIRST_NEAR_MM
    for _ in range(STEPS):
        here = _residuals(values, quads, card, image_size)
        nudges = np.array([0.002, 0.002, 0.01, 0.002])
        slopes = np.stack(
            [
                (_residuals(values + nudge, quads, card, image_size) - here) / nudge.sum()
                for nudge in np.diag(nudges)
            ],
            axis=-1,
        )
        miss = np.sqrt((here**2).mean((1, 2)))
        trust = weight / (1 + (miss / near) ** 2) ** 2
        matrix = np.einsum("nijp,nijq,n->pq", slopes, slopes, trust)
        pull = -np.einsum("nijp,nij,n->p", slopes, here, trust)
        hold = np.diag([0.5, 0.5, (HELD_MM / FOCAL_SPREAD) ** 2, 1e-6])
        pull[2] -= hold[2, 2] * (values[2] - np.log(USUAL_FOCAL))
        step = np.clip(np.linalg.solve(matrix + hold, pull), -0.15, 0.15)
        values = values + step
        if near == NEAR_MM and np.abs(step).max() < SETTLED:
            break
        near = max(NEAR_MM, near * 0.8)
    return _plane_of(values, image_size)


def _residuals(values: Floats, quads: Points, card: CardSize, image_size: tuple[int, int]) -> Points:
    """Each corner's distance from the nearest rigid card, in millimetres."""
    flat = _plane_of(values, image_size).flat(quads)
    ways = []
    for turn in range(2):
        turned = np.roll(flat, -turn, axis=1)
        laid = lay_cards(turned, card)
        own = _complex(card.corners_mm - card.corners_mm.mean(0))
        ideal = np.exp(1j * laid.turn)[:, None] * own
        off = _complex(turned - laid.middle_mm[:, None]) - ideal
        # Measured along the card's own axes, so that a change of its turn is no jump.
        off = off * np.exp(-1j * laid.turn)[:, None]
        ways.append(np.stack([off.real, off.imag], axis=-1))
    first, second = ways
    better = (second**2).sum((1, 2)) < (first**2).sum((1, 2))
    return np.where(better[:, None, None], second, first)


def _plane_of(values: Floats, image_size: tuple[int, int]) -> TablePlane:
    view = _view(float(values[0]), float(values[1]), float(np.exp(values[2])), image_size)
    scale = float(np.exp(values[3]))
    return TablePlane(view @ np.diag([scale, scale, 1.0]))
