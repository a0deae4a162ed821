"""The model of a lattice: one table plane and two pitches, fitted together to the corners of cards."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.lattice import FindSettings, Points, unproject

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

DIAGONAL = np.diag_indices(10)
PITCHES = ([8, 9], [8, 9])
QUARTERS = np.full(4, 0.25)
LENSES = np.array([0.45, 0.6, 0.8, 1.0, 1.3, 1.7, 2.5, 5.0, 20.0])  # focal length over the longer image side


@dataclass(frozen=True, slots=True)
class LatticeModel:
    """A table plane and two pitches: cell (column, row) has its corner at (column, row) x pitch."""

    table_to_image: Points
    pitch_mm: Floats


def squash(table_to_image: Points, image_size: tuple[int, int]) -> Floats:
    """Return how far a plane is from any view of a true-to-scale table, 0 for a possible view.

    Works on one homography or a stack of them; the camera is taken to have square pixels and to
    look through the middle of the image.
    """
    width, height = image_size
    centre = np.array([[1.0, 0.0, -width / 2], [0.0, 1.0, -height / 2], [0.0, 0.0, 1.0]])
    plane = centre @ table_to_image
    first, second = plane[..., :, 0], plane[..., :, 1]
    q = 1.0 / (LENSES * max(width, height)) ** 2
    a = q * (first[..., :2] ** 2).sum(-1)[..., None] + (first[..., 2] ** 2)[..., None]
    c = q * (second[..., :2] ** 2).sum(-1)[..., None] + (second[..., 2] ** 2)[..., None]
    b = (
        q * (first[..., :2] * second[..., :2]).sum(-1)[..., None]
        + (first[..., 2] * second[..., 2])[..., None]
    )
    cosine = b / np.sqrt(a * c)
    cost: Floats = np.hypot(0.5 * np.log(a / c), cosine).min(-1)
    return cost


def fit_model(
    model: LatticeModel, corners: Points, cells: Ints, settings: FindSettings, steps: int = 6
) -> LatticeModel:
    """Fit plane and pitches together to all corners, with outlying cards counting less."""
    seen = corners.reshape(-1, 2)
    middle, spread = cv2.meanStdDev(seen.reshape(1, -1, 2))
    scale, x, y = float(spread.max()) + 1e-6, float(middle[0, 0]), float(middle[1, 0])
    normal = np.array([[1 / scale, 0.0, -x / scale], [0.0, 1 / scale, -y / scale], [0.0, 0.0, 1.0]])
    plane = normal @ model.table_to_image
    plane /= plane[2, 2]
    target = (seen.T - middle) / scale
    count = np.repeat(cells.T.astype(np.float64), 4, axis=1)
    places = np.ones((3, len(seen)))
    first = np.tile(settings.card.corners_mm.T, len(cells))
    pitch = model.pitch_mm
    for _ in range(steps):
        np.multiply(count, pitch[:, None], out=places[:2])
        places[:2] += first
        step = _gauss_newton_step(plane, places, target, count)
        plane.reshape(-1)[:8] += step[:8]
        pitch = np.minimum(np.maximum(pitch + step[8:], 0.5 * pitch), 2.0 * pitch)
        if max(abs(step[8]), abs(step[9])) < 0.05:
            break
    back = np.array([[scale, 0.0, x], [0.0, scale, y], [0.0, 0.0, 1.0]])
    return LatticeModel(back @ plane, pitch)


def _gauss_newton_step(plane: Points, places_mm: Points, target: Points, count: Floats) -> Floats:
    """Return the change of plane and pitches that brings the corners of cards nearest to their targets."""
    seen = plane @ places_mm
    nearness = 1.0 / seen[2]
    seen = seen[:2] * nearness
    # Of the picture, for a millimetre across and down: picture's axis, table's axis, corner.
    along = (plane[:2, :2, None] - seen[:, None] * plane[2, :2, None]) * nearness
    per_mm = np.sqrt(np.abs(along[0, 0] * along[1, 1] - along[1, 0] * along[0, 1])) + 1e-9
    miss = (target - seen) / per_mm
    card_miss = np.hypot(miss[0], miss[1]).reshape(-1, 4) @ QUARTERS
    weight = np.repeat(np.sqrt(np.minimum(1.0, 4.0 / np.maximum(card_miss, 1e-6))), 4)
    share = weight / per_mm
    places = places_mm * (share * nearness)
    jacobian = np.zeros((10, 2, len(share)))
    jacobian[0:3, 0] = jacobian[3:6, 1] = places
    np.multiply(places[:2, None], -seen, out=jacobian[6:8])
    np.multiply(along.swapaxes(0, 1), (count * share)[:, None], out=jacobian[8:10])
    rows = jacobian.reshape(10, -1)
    normal = rows @ rows.T
    size = np.sqrt(normal[DIAGONAL]) + 1e-12
    normal /= size * size[:, None]
    normal[DIAGONAL] += 1e-10
    normal[PITCHES] += 1e-2 / np.maximum(size[8:], 1e-6) ** 2
    miss *= weight
    solved = cv2.solve(normal, (rows @ miss.ravel() / size)[:, None], flags=cv2.DECOMP_LU)[1]
    step: Floats = np.asarray(solved, np.float64)[:, 0] / size
    return step


def residuals_mm(model: LatticeModel, corners: Points, cells: Ints, settings: FindSettings) -> Floats:
    """Return how far each card's middle lies from its place in the lattice."""
    flat = unproject(model.table_to_image, corners.reshape(-1, 2)).reshape(-1, 4, 2)
    middle = cells * model.pitch_mm + 0.5 * settings.card.size_mm
    off = QUARTERS @ flat - middle
    residual: Floats = np.hypot(off[:, 0], off[:, 1])
    return residual
