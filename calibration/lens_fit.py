"""Measures a lens from pictures of the printed board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from calibration.lens_board import COLUMNS, ROWS, lens_board
from vision.frame import BgrPixels
from vision.lens import Lens

Corners = npt.NDArray[np.float32]
NINTHS = 3


@dataclass(frozen=True, slots=True)
class LensSettings:
    """What makes a measurement good enough to be used."""

    fewest_corners: int = 12  # of 48, in a view that counts
    fewest_views: int = 6
    fewest_ninths: int = 7  # of the picture's nine parts, in which corners were seen
    largest_error_px: float = 1.0  # in a picture 1280 pixels wide
    smallest_tilt: float = 0.08  # by which some view must differ from one taken square on
    new_view: float = 0.08  # of the picture's size, that a view must differ from those before


DEFAULT_SETTINGS = LensSettings()


class LensNotMeasured(ValueError):
    """The pictures do not tell the lens, and what is missing, in one line."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardView:
    """The board in one picture: which of its corners were seen and where, in a picture of this size."""

    ids: npt.NDArray[np.int32]
    corners_px: Corners
    size_px: tuple[int, int]

    @property
    def ninths(self) -> set[tuple[int, int]]:
        """The parts of the picture that its corners lie in."""
        share = self.corners_px / np.array(self.size_px) * NINTHS
        return {(int(x), int(y)) for x, y in np.clip(share, 0, NINTHS - 1)}

    @property
    def pose(self) -> npt.NDArray[np.float64]:
        """Where the board lies and how it leans, as shares of the picture: near numbers are near views."""
        way = self._way()
        outer = np.array([[0, 0], [COLUMNS, 0], [COLUMNS, ROWS], [0, ROWS]], np.float64)[:, None]
        quad = cv2.perspectiveTransform(outer, way)[:, 0] / max(self.size_px)
        return np.asarray(quad, np.float64)

    @property
    def tilt(self) -> float:
        """How far the view is from one taken square on: the difference of opposite sides."""
        sides = np.linalg.norm(self.pose - np.roll(self.pose, -1, axis=0), axis=1)
        return float(max(abs(sides[0] / sides[2] - 1), abs(sides[1] / sides[3] - 1)))

    def _way(self) -> npt.NDArray[np.float64]:
        across = COLUMNS - 1
        flat = np.stack([self.ids % across + 1, self.ids // across + 1], axis=1).astype(np.float32)
        way, _ = cv2.findHomography(flat, self.corners_px)
        return np.asarray(way, np.float64)


@dataclass(frozen=True, slots=True)
class MeasuredLens:
    """A lens, how well it explains what was seen, and from how many views."""

    lens: Lens
    error_px: float
    views: int


@cache
def _detector() -> cv2.aruco.CharucoDetector:
    return cv2.aruco.CharucoDetector(lens_board())


def find_board(frame_bgr: BgrPixels, settings: LensSettings = DEFAULT_SETTINGS) -> BoardView | None:
    """The board in a picture, if enough of it can be made out."""
    grey = cv2.cvtColor(frame_bgr, cv2.COLOR_BGR2GRAY)
    corners, ids, _, _ = _detector().detectBoard(grey)
    if ids is None or corners is None or len(ids) < settings.fewest_corners:
        return None
    view = BoardView(
        np.asarray(ids, np.int32).ravel(),
        np.asarray(corners, np.float32).reshape(-1, 2),
        (frame_bgr.shape[1], frame_bgr.shape[0]),
    )
    across = COLUMNS - 1
    lines = {int(one) % across for one in view.ids}, {int(one) // across for one in view.ids}
    return view if min(map(len, lines)) >= 3 else None  # corners in one line tell nothing


def is_new(view: BoardView, before: Sequence[BoardView], settings: LensSettings = DEFAULT_SETTINGS) -> bool:
    """Whether a view shows the board elsewhere or otherwise than all before it."""
    return all(np.abs(view.pose - other.pose).max() > settings.new_view for other in before)


def measure_lens(views: Sequence[BoardView], settings: LensSettings = DEFAULT_SETTINGS) -> MeasuredLens:
    """The lens that explains all views; `LensNotMeasured` says what they lack."""
    if len(views) < settings.fewest_views:
        raise LensNotMeasured(
            f"the board was made out in {len(views)} pictures, {settings.fewest_views} are needed"
        )
    sizes = {view.size_px for view in views}
    if len(sizes) > 1:
        raise LensNotMeasured(
            f"the pictures have {len(sizes)} different sizes; all must come from one camera"
        )
    seen = set[tuple[int, int]]().union(*(view.ninths for view in views))
    if len(seen) < settings.fewest_ninths:
        raise LensNotMeasured(
            "the board was never near the edges: show it in every corner of the picture too"
        )
    if max(view.tilt for view in views) < settings.smallest_tilt:
        raise LensNotMeasured("the board always faced the camera: tilt it in some of the pictures")
    measured = _fit(views)
    limit = settings.largest_error_px * max(1.0, max(views[0].size_px) / 1280)
    if measured.error_px > limit:
        raise LensNotMeasured(
            f"the pictures do not agree (off by {measured.error_px:.1f} pixels): is the board flat and sharp?"
        )
    return measured


def _fit(views: Sequence[BoardView]) -> MeasuredLens:
    board, size = lens_board(), views[0].size_px
    all_corners = np.asarray(board.getChessboardCorners(), np.float32)
    places = [all_corners[view.ids] for view in views]
    pixels = [view.corners_px for view in views]
    guess = np.array([[max(size), 0, size[0] / 2], [0, max(size), size[1] / 2], [0, 0, 1]], np.float64)
    flags = cv2.CALIB_FIX_K3 | cv2.CALIB_USE_INTRINSIC_GUESS
    error, matrix, bending, _, _ = cv2.calibrateCamera(places, pixels, size, guess, np.zeros(5), flags=flags)
    k1, k2, p1, p2 = (float(number) for number in np.ravel(bending)[:4])
    try:
        lens = Lens(
            size[0],
            size[1],
            (float(matrix[0, 0]), float(matrix[1, 1])),
            (float(matrix[0, 2]), float(matrix[1, 2])),
            (k1, k2, p1, p2),
        )
    except ValueError as problem:
        raise LensNotMeasured(f"what was measured is no lens: {problem}") from problem
    return MeasuredLens(lens, float(error), len(views))
