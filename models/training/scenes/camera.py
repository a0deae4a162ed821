"""Where the camera stands and what its lens does to straight lines.

The table is the plane z = 0 in millimetres, x to the right and y towards the near edge as seen by someone
who sits at it; z is height. The lens is written from the picture outwards (a pixel's bent ray in closed form)
because every pixel of a scene asks for its ray and only a few corners ask for the way back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from models.training.scenes.arrays import Plane, Points

NEWTON_STEPS = 6
NEAREST_MM = 20.0  # what is nearer than this, or behind the lens, is taken to be this near
WIDEST_RADIUS = 1.6


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of a camera's picture, in pixels."""

    left_px: int
    top_px: int
    width_px: int
    height_px: int


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole with radial bending."""

    width_px: int
    height_px: int
    focal_px: float
    eye_mm: tuple[float, float, float]
    right: tuple[float, float, float]
    down: tuple[float, float, float]
    forward: tuple[float, float, float]
    bend: tuple[float, float]

    @property
    def whole(self) -> Window:
        """The window that is the whole picture."""
        return Window(0, 0, self.width_px, self.height_px)

    @property
    def centre_px(self) -> tuple[float, float]:
        """Where the optical axis meets the picture."""
        return (self.width_px - 1) / 2, (self.height_px - 1) / 2

    def project(self, points_mm: Points) -> Points:
        """The pixels of points (x, y, height), one row each."""
        points = np.atleast_2d(np.asarray(points_mm, np.float64)) - np.asarray(self.eye_mm)
        basis = np.asarray([self.right, self.down, self.forward], np.float64)
        seen = points @ basis.T
        straight = seen[:, :2] / np.maximum(seen[:, 2:], NEAREST_MM)
        bent = straight * self._bent_share(np.hypot(straight[:, 0], straight[:, 1]))[:, None]
        return np.asarray(bent * self.focal_px + np.asarray(self.centre_px))

    def project_flat(self, points_mm: Points) -> Points:
        """The pixels of points (x, y) on the table itself."""
        flat = np.atleast_2d(np.asarray(points_mm, np.float64))
        return self.project(np.column_stack([flat, np.zeros(len(flat))]))

    def table_map(self, window: Window) -> tuple[Plane, Plane]:
        """The table's x and y under every pixel of the window; far away where a ray never comes down."""
        columns = np.arange(window.width_px) + window.left_px
        rows = np.arange(window.height_px) + window.top_px
        return self.table_under(columns.astype(np.float64), rows.astype(np.float64))

    def table_under(self, columns_px: Points, rows_px: Points) -> tuple[Plane, Plane]:
        """The table's x and y under every crossing of columns and rows, given in pixels."""
        across = (columns_px - self.centre_px[0]) / self.focal_px
        along = (rows_px - self.centre_px[1]) / self.focal_px
        x = across.astype(np.float32)[None, :]
        y = along.astype(np.float32)[:, None]
        squared = x * x + y * y
        bending = 1 + squared * (np.float32(self.bend[0]) + squared * np.float32(self.bend[1]))
        x = x * bending
        y = y * bending
        ray = [np.float32(self.right[k]) * x + np.float32(self.down[k]) * y for k in range(3)]
        fall = np.maximum(-(ray[2] + np.float32(self.forward[2])), np.float32(0.02))
        reach = np.float32(self.eye_mm[2]) / fall
        return (
            np.float32(self.eye_mm[0]) + reach * (ray[0] + np.float32(self.forward[0])),
            np.float32(self.eye_mm[1]) + reach * (ray[1] + np.float32(self.forward[1])),
        )

    def pixels_per_mm(self, x_mm: float, y_mm: float) -> float:
        """The greatest local scale of the picture at a point of the table."""
        at = self.project_flat(np.asarray([[x_mm, y_mm], [x_mm + 1, y_mm], [x_mm, y_mm + 1]]))
        jacobian = np.column_stack([at[1] - at[0], at[2] - at[0]])
        return float(np.linalg.svd(jacobian, compute_uv=False)[0])

    def _bent_share(self, straight_radius: Points) -> Points:
        """How far in a ray of the given radius lands, as a share of that radius."""
        first, second = self.bend
        # Beyond any picture's corner the polynomial may turn back: from there on the share stays as it is.
        wanted = np.clip(straight_radius, 1e-9, WIDEST_RADIUS)
        radius = wanted.copy()
        for _ in range(NEWTON_STEPS):
            squared = radius * radius
            error = radius * (1 + squared * (first + squared * second)) - wanted
            slope = np.maximum(1 + squared * (3 * first + 5 * squared * second), 0.1)
            radius = radius - error / slope
        return np.asarray(radius / wanted)


@dataclass(frozen=True, slots=True)
class Pose:
    """How a camera is held: tilt from straight down, the side it looks from, and how it is rolled."""

    tilt_degrees: float
    side_degrees: float
    roll_degrees: float
    target_mm: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Lens:
    """The picture size, the wider of its two viewing angles, and the bending."""

    width_px: int
    height_px: int
    view_degrees: float
    bend: tuple[float, float]

    @property
    def focal_px(self) -> float:
        """The focal length in pixels."""
        half_view = np.radians(self.view_degrees) / 2
        return float(max(self.width_px, self.height_px) / 2 / np.tan(half_view))


def camera_at(pose: Pose, lens: Lens, distance_mm: float) -> Camera:
    """The camera that looks at the target from the given distance."""
    tilt, side, roll = np.radians([pose.tilt_degrees, pose.side_degrees, pose.roll_degrees])
    turn = np.array([[np.cos(side), -np.sin(side), 0], [np.sin(side), np.cos(side), 0], [0, 0, 1]])
    right = turn @ np.array([1.0, 0.0, 0.0])
    down = turn @ np.array([0.0, np.cos(tilt), -np.sin(tilt)])
    forward = turn @ np.array([0.0, -np.sin(tilt), -np.cos(tilt)])
    rolled_right = np.cos(roll) * right + np.sin(roll) * down
    rolled_down = -np.sin(roll) * right + np.cos(roll) * down
    eye = np.array([*pose.target_mm, 0.0]) - forward * distance_mm
    return Camera(
        lens.width_px,
        lens.height_px,
        lens.focal_px,
        _triple(eye),
        _triple(rolled_right),
        _triple(rolled_down),
        _triple(forward),
        lens.bend,
    )


def camera_that_frames(pose: Pose, lens: Lens, corners_mm: Points, fill: float) -> Camera:
    """The nearest camera in this pose whose picture keeps all corners within a share of its half size."""
    near, far = 80.0, 6000.0
    for _ in range(24):
        middle = (near * far) ** 0.5
        if _spread(camera_at(pose, lens, middle), corners_mm) > fill:
            near = middle
        else:
            far = middle
    return camera_at(pose, lens, far)


def shifted(camera: Camera, move_mm: tuple[float, float, float]) -> Camera:
    """The same camera, moved as a hand or a shaken table moves it."""
    x, y, z = camera.eye_mm
    return replace(camera, eye_mm=(x + move_mm[0], y + move_mm[1], z + move_mm[2]))


def _spread(camera: Camera, corners_mm: Points) -> float:
    points = np.column_stack([corners_mm, np.zeros(len(corners_mm))]) - np.asarray(camera.eye_mm)
    if np.any(points @ np.asarray(camera.forward) < 40):
        return float("inf")
    half = np.array([camera.width_px, camera.height_px]) / 2
    return float(np.max(np.abs(camera.project_flat(corners_mm) - np.asarray(camera.centre_px)) / half))


def _triple(vector: Points) -> tuple[float, float, float]:
    return float(vector[0]), float(vector[1]), float(vector[2])
