"""Follow a found lattice from frame to frame at a fraction of the cost of finding it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

import cv2
import numpy as np

from vision.cell_watch import CellWatch
from vision.grid_finder import find_lattice
from vision.lattice import FindSettings, Image, Lattice, NotFound, Points, project
from vision.shrinking import halved

STILL_PX = 0.35  # motion of the small image below which nothing moved
MIN_POINTS = 10
MIN_SHARE = 0.3  # of the watched points that must be seen again
EVENED_PX = (31, 31)
EVEN_LEVEL = 110.0
WINDOW_PX = (15, 15)
STOP = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 12, 0.03)


class Following(Enum):
    """What became of the lattice in a frame."""

    FOUND = "found"  # by a full search
    FOLLOWED = "followed"  # where it was
    MOVED = "moved"  # the camera or the table moved, and the lattice with it
    HELD = "held"  # hidden for now, taken to be where it was
    LOST = "lost"  # nowhere to be seen


@dataclass(frozen=True, slots=True)
class FollowSettings:
    """How patient the tracker is, in frames."""

    held_frames: int = 45
    search_every_frames: int = 5
    track_px: int = 480
    look_every_frames: int = 1  # at a few cells: more seldom where somebody else sees them change


@dataclass(frozen=True, slots=True)
class Followed:
    """The lattice as of one frame; none while it is lost, and then the reason."""

    following: Following
    lattice: Lattice | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Anchor:
    """The frame in which the lattice was found: what is followed is always measured against it."""

    grey: Image
    points: Points
    lattice: Lattice
    scale: float


class LatticeTracker:
    """Finds the lattice once, then follows it through hands and bumps, and finds it again when it must."""

    def __init__(self, settings: FindSettings | None = None, patience: FollowSettings | None = None) -> None:
        self._settings = settings or FindSettings()
        self.patience = patience or FollowSettings()
        self._anchor: Anchor | None = None
        self._watch: CellWatch | None = None
        self._motion: Points = np.eye(3)
        self._frames = 0
        self._hidden_frames = 0
        self._lost_frames = 0
        self._reason = ""
        self._latest: tuple[Image, float, Lattice] | None = None

    def reduced(self, frame_bgr: Image) -> Image:
        """Return the frame as small as it is followed in, for those who need it too."""
        return halved(frame_bgr, self.patience.track_px)

    def follow(self, frame_bgr: Image, small_bgr: Image | None = None) -> Followed:
        """Return where the lattice is in this frame; `small_bgr` is the frame as `reduced` gives it."""
        small = self.reduced(frame_bgr) if small_bgr is None else small_bgr
        grey = _evened(np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8))
        scale = small.shape[1] / frame_bgr.shape[1]
        if self._anchor is None or self._watch is None or self._anchor.grey.shape != grey.shape:
            return self._search(frame_bgr, grey, scale)
        motion = _motion(self._anchor, grey, self._motion)
        if motion is None:
            return self._hold(frame_bgr, grey, scale)
        self._hidden_frames = 0
        shift = _shift_px(self._motion, motion, self._anchor)
        if shift > STILL_PX:
            self._motion = motion
        lattice = _moved(self._anchor, self._motion)
        self._frames += 1
        if self._frames % self.patience.look_every_frames == 0:
            lattice = self._watch.look(frame_bgr, lattice)
        if self._watch.vanished:
            return self._search(frame_bgr, grey, scale)
        self._anchor = replace(self._anchor, lattice=_with_occupancy(self._anchor.lattice, lattice))
        self._latest = grey, scale, lattice
        return Followed(Following.MOVED if shift > STILL_PX else Following.FOLLOWED, lattice)

    def put_cells(self, corners: Mapping[int, Points]) -> None:
        """Take some cells to lie elsewhere, by their corners in the last frame."""
        if self._anchor is None or not corners:
            return
        back = np.linalg.inv(_in_full_size(self._anchor.scale, self._motion))
        before = {index: project(back, quad) for index, quad in corners.items()}
        self._anchor = replace(self._anchor, lattice=_with_corners(self._anchor.lattice, before))
        if self._latest is not None:
            grey, scale, lattice = self._latest
            self._latest = grey, scale, _with_corners(lattice, corners)

    def anchor_here(self) -> None:
        """Follow what lies there as of the last frame: call it once cards were changed and all lies still."""
        if self._latest is None or self._anchor is None:
            return
        grey, scale, lattice = self._latest
        points = _points_to_watch(grey, lattice, scale)
        if len(points) >= MIN_POINTS:
            self._anchor, self._motion = Anchor(grey, points, lattice, scale), np.eye(3)

    def correct(self, found: Lattice) -> None:
        """Take a new search of the last frame for where the lattice is: what is only followed drifts."""
        if self._latest is None:
            return
        grey, scale, followed = self._latest
        self._latest = grey, scale, _with_occupancy(found, followed)
        self.anchor_here()

    def _hold(self, frame_bgr: Image, grey: Image, scale: float) -> Followed:
        self._hidden_frames += 1
        if (
            self._hidden_frames > self.patience.held_frames
            or self._hidden_frames % self.patience.search_every_frames == 0
        ):
            found = self._search(frame_bgr, grey, scale)
            if found.lattice is not None or self._hidden_frames > self.patience.held_frames:
                return found
        if self._anchor is None:
            return Followed(Following.LOST, None, self._reason)
        return Followed(
            Following.HELD, _moved(self._anchor, self._motion), "something hides most of the cards"
        )

    def _search(self, frame_bgr: Image, grey: Image, scale: float) -> Followed:
        """Look for the lattice anew; while it is lost, not in every frame."""
        holding = self._hidden_frames <= self.patience.held_frames and self._anchor is not None
        if not holding:
            self._anchor = None
            self._lost_frames += 1
            if self._reason and self._lost_frames % self.patience.search_every_frames:
                return Followed(Following.LOST, None, self._reason)
        found = find_lattice(frame_bgr, self._settings)
        if isinstance(found, NotFound):
            self._reason = found.reason
            if self._watch is not None and self._watch.vanished:
                self._anchor = None
            return Followed(Following.LOST, None, found.reason)
        self._anchor = Anchor(grey, _points_to_watch(grey, found, scale), found, scale)
        self._watch = CellWatch(found, self._settings)
        self._motion, self._hidden_frames, self._lost_frames, self._reason = np.eye(3), 0, 0, ""
        return Followed(Following.FOUND, found)


def _points_to_watch(grey: Image, lattice: Lattice, scale: float) -> Points:
    """Return what is easily seen again: corners of the cards, and the strongest corners printed on them."""
    cards = np.stack([cell.corners for cell in lattice.cells if cell.occupied]) * scale
    mask = np.zeros_like(grey)
    for quad in cards:
        cv2.fillConvexPoly(mask, np.rint(quad).astype(np.int32), 255)
    printed = cv2.goodFeaturesToTrack(grey, 32, 0.02, 6, mask=mask)
    corners = cards[:, ::2].reshape(-1, 2)  # two of each card tell as much as four
    if printed is not None:
        corners = np.concatenate([corners, printed.reshape(-1, 2)])
    inside = ((corners > 2) & (corners < np.array(grey.shape[::-1]) - 3)).all(1)
    return corners[inside]


def _motion(anchor: Anchor, grey: Image, before: Points) -> Points | None:
    """Return how the anchor's points moved to this frame, or nothing if too few are seen."""
    start = anchor.points.astype(np.float32)
    guess = project(before, anchor.points).astype(np.float32)
    end, seen, error = cv2.calcOpticalFlowPyrLK(
        anchor.grey,
        grey,
        start,
        guess,
        winSize=WINDOW_PX,
        maxLevel=2,
        criteria=STOP,
        flags=cv2.OPTFLOW_USE_INITIAL_FLOW,
    )
    good = (seen.ravel() == 1) & (error.ravel() < 24.0)
    if good.sum() < max(MIN_POINTS, MIN_SHARE * len(start)):
        return None
    motion, inliers = cv2.findHomography(start[good], end[good], cv2.RANSAC, 1.2, maxIters=200)
    if motion is None or inliers.sum() < max(MIN_POINTS, 0.6 * good.sum(), MIN_SHARE * len(start)):
        return None
    if np.abs(np.linalg.det(motion[:2, :2]) - 1.0) > 0.6:
        return None
    return np.asarray(motion, np.float64)


def _evened(grey: Image) -> Image:
    """Return the picture as if lit evenly: optical flow takes a lamp switched off or a shadow for motion."""
    return np.asarray(cv2.divide(grey, cv2.blur(grey, EVENED_PX), scale=EVEN_LEVEL), np.uint8)


def _shift_px(before: Points, after: Points, anchor: Anchor) -> float:
    quad = anchor.lattice.quad * anchor.scale
    return float(np.abs(project(before, quad) - project(after, quad)).max())


def _moved(anchor: Anchor, motion: Points) -> Lattice:
    """Return the anchor's lattice where it is now."""
    if (motion == np.eye(3)).all():
        return anchor.lattice
    full = _in_full_size(anchor.scale, motion)
    before = np.concatenate([cell.corners for cell in anchor.lattice.cells])
    after = project(full, before).reshape(-1, 4, 2)
    cells = tuple(
        replace(cell, corners=corners) for cell, corners in zip(anchor.lattice.cells, after, strict=True)
    )
    plane = full @ anchor.lattice.table_to_image
    return replace(anchor.lattice, cells=cells, table_to_image=plane / plane[2, 2])


def _in_full_size(scale: float, motion: Points) -> Points:
    """Return the motion of the small image as one of the frame."""
    grow = np.diag([scale, scale, 1.0])
    return np.asarray(np.linalg.inv(grow) @ motion @ grow)


def _with_corners(lattice: Lattice, corners: Mapping[int, Points]) -> Lattice:
    cells = tuple(
        replace(cell, corners=corners[index]) if index in corners else cell
        for index, cell in enumerate(lattice.cells)
    )
    return replace(lattice, cells=cells)


def _with_occupancy(lattice: Lattice, seen: Lattice) -> Lattice:
    cells = tuple(
        cell
        if cell.presence == now.presence and cell.occupied == now.occupied
        else replace(cell, occupied=now.occupied, presence=now.presence)
        for cell, now in zip(lattice.cells, seen.cells, strict=True)
    )
    return replace(lattice, cells=cells)
