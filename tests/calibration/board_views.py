"""Pictures of the printed board as a camera with a known lens would take them."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from calibration.lens_board import COLUMNS, ROWS, SQUARE_MM, STEP_MM, board_picture
from vision.arrays import Points
from vision.frame import BgrPixels
from vision.lens import Lens

TRUTH = Lens(960, 540, (760.0, 757.0), (487.0, 262.0), (-0.24, 0.07, 0.0012, -0.0008))
_FINE = 4  # pixels of the drawn board for each half millimetre
_GREY = 140


@cache
def rays(lens: Lens) -> Points:
    """Where each pixel of the bent picture looks, on a plane one unit away."""
    across, down = np.meshgrid(np.arange(lens.width_px), np.arange(lens.height_px))
    pixels = np.stack([across.ravel(), down.ravel()], axis=1).astype(np.float64)
    return straight_rays(pixels, lens)


def straight_rays(pixels: Points, lens: Lens) -> Points:
    """The textbook's formula turned round by repetition, independent of what is tested."""
    k1, k2, p1, p2 = lens.bending
    bent = (pixels - lens.centre_px) / lens.focal_px
    straight = bent.copy()
    for _ in range(25):
        x, y = straight.T
        square = x * x + y * y
        sideways = np.stack(
            [2 * p1 * x * y + p2 * (square + 2 * x * x), p1 * (square + 2 * y * y) + 2 * p2 * x * y], axis=1
        )
        straight = (bent - sideways) / (1 + k1 * square + k2 * square**2)[:, None]
    return straight


def board_view(lens: Lens, turn: npt.NDArray[np.float64], place_mm: npt.NDArray[np.float64]) -> BgrPixels:
    """The board turned by so many radians about its three axes, its middle at a place before the camera."""
    rotation, _ = cv2.Rodrigues(turn)
    middle = np.array([COLUMNS, ROWS]) * SQUARE_MM / 2
    plane = np.stack([rotation[:, 0], rotation[:, 1], place_mm - rotation[:, :2] @ middle], axis=1)
    way = np.linalg.inv(plane)  # from rays to millimetres of the board
    seen = rays(lens) @ way[:, :2].T + way[:, 2]
    on_board = (seen[:, :2] / seen[:, 2:]).reshape(lens.height_px, lens.width_px, 2)
    pixels = (on_board / STEP_MM * _FINE - 0.5).astype(np.float32)
    sharp = cv2.GaussianBlur(board_picture(_FINE), (0, 0), 3.0)
    grey = cv2.remap(
        sharp,
        pixels[..., 0],
        pixels[..., 1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=_GREY,
    )
    noise = np.random.default_rng(7).normal(0, 2.0, grey.shape)
    light = np.clip(grey * 0.8 + 20 + noise, 0, 255).astype(np.uint8)
    return np.asarray(cv2.cvtColor(light, cv2.COLOR_GRAY2BGR), np.uint8)


def views(lens: Lens, count: int, seed: int = 1) -> list[BgrPixels]:
    """The board held in all parts of the picture, leaning this way and that."""
    chance = np.random.default_rng(seed)
    pictures = []
    for number in range(count):
        across, down = [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1), (0, -1), (0, 1), (-1, 0), (1, 0)][
            number % 9
        ]
        turn = chance.uniform(-0.45, 0.45, 3)
        place = np.array([across * 150.0, down * 60.0, chance.uniform(430, 520)])
        pictures.append(board_view(lens, turn, place))
    return pictures


def bending_difference_px(one: Lens, other: Lens) -> float:
    """How far apart two lenses put the points of the picture, once each is straightened; the mean over it.

    Focal length and centre may trade against the bending: the straight pictures are laid upon each other.
    """
    step = np.meshgrid(np.linspace(20, one.width_px - 20, 15), np.linspace(20, one.height_px - 20, 9))
    points = np.stack([axis.ravel() for axis in step], axis=1)
    straight = [straight_rays(points, lens) * lens.focal_px + lens.centre_px for lens in (one, other)]
    way, _ = cv2.findHomography(straight[0], straight[1])
    laid = cv2.perspectiveTransform(straight[0][:, None], way)[:, 0]
    return float(np.linalg.norm(laid - straight[1], axis=1).mean())
