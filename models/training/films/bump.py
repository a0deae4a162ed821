"""Knocks against the camera: it shivers for a moment and stays a little turned."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from models.training.scenes.arrays import Picture, Points, as_picture
from models.training.scenes.camera import Camera
from models.training.scenes.witness import share_in_frame

SHIVER_SECONDS = 0.5
SHIVER_PX = 5.0
TURN_DEGREES = 0.25
TRIES = 20


def bumped(camera: Camera, quad_mm: Points, rng: np.random.Generator) -> Camera:
    """The camera turned a little, so that the lattice is still wholly in its picture."""
    for _ in range(TRIES):
        turned = turned_by(camera, np.radians(rng.normal(0, TURN_DEGREES, 3)))
        if share_in_frame(turned.project_flat(quad_mm), turned) == 1:
            return turned
    return camera


def turned_by(camera: Camera, angles: Points) -> Camera:
    """The camera turned about its own three axes, by radians."""
    axes = np.asarray([camera.right, camera.down, camera.forward])
    rotation = np.asarray(cv2.Rodrigues(angles.astype(np.float64))[0])
    right, down, forward = rotation @ axes
    return replace(
        camera,
        right=(float(right[0]), float(right[1]), float(right[2])),
        down=(float(down[0]), float(down[1]), float(down[2])),
        forward=(float(forward[0]), float(forward[1]), float(forward[2])),
    )


def shaken(picture: Picture, since_seconds: float, rng: np.random.Generator) -> Picture:
    """The picture as a camera shows it that still shivers from a knock."""
    if not 0 <= since_seconds < SHIVER_SECONDS:
        return picture
    fade = 1 - since_seconds / SHIVER_SECONDS
    fineness = min(picture.shape[:2]) / 1080
    dx, dy = rng.normal(0, SHIVER_PX * fade * fineness, 2)
    matrix = np.array([[1, 0, dx], [0, 1, dy]], np.float64)
    size = (picture.shape[1], picture.shape[0])
    return as_picture(cv2.warpAffine(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE))
