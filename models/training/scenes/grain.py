"""Random fields: the stuff wood, cloth, paint and paper are made of."""

from __future__ import annotations

import cv2
import numpy as np

from models.training.scenes.arrays import Colour, Plane, as_plane, linear_from_colour


def cloud(rng: np.random.Generator, shape: tuple[int, int], cells: tuple[float, float]) -> Plane:
    """A smooth field of mean about 0 and spread about 1, with the given number of cells down and across."""
    rows = max(2, int(np.ceil(cells[0])) + 2)
    columns = max(2, int(np.ceil(cells[1])) + 2)
    seeds = rng.standard_normal((rows, columns), dtype=np.float32)
    grown = cv2.resize(seeds, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    return as_plane(grown) * np.float32(1.25)


def fractal(
    rng: np.random.Generator,
    shape: tuple[int, int],
    cells: tuple[float, float],
    octaves: int,
    fade: float = 0.5,
) -> Plane:
    """Clouds of doubling fineness, each fainter than the one before."""
    total = np.zeros(shape, np.float32)
    weight, power = 1.0, 0.0
    for octave in range(octaves):
        scale = 2.0**octave
        rows = min(cells[0] * scale, shape[0] / 2)
        columns = min(cells[1] * scale, shape[1] / 2)
        total += np.float32(weight) * cloud(rng, shape, (rows, columns))
        power += weight * weight
        weight *= fade
    return as_plane(total / np.float32(power**0.5))


def between(low: Colour, high: Colour, share: Plane) -> Plane:
    """A blend of two display colours in linear light, by share from 0 to 1."""
    start, end = linear_from_colour(low), linear_from_colour(high)
    return as_plane(start + np.clip(share, 0, 1)[..., None] * (end - start))


def ramp(colours: list[Colour], share: Plane) -> Plane:
    """A blend along several display colours in linear light, by share from 0 to 1."""
    stops = np.stack([linear_from_colour(colour) for colour in colours])
    positions = np.linspace(0, 1, len(colours)).astype(np.float32)
    levels = np.clip(share, 0, 1)
    fine = np.linspace(0, 1, 1024).astype(np.float32)
    table = np.stack([np.interp(fine, positions, stops[:, channel]) for channel in range(3)], axis=1)
    return as_plane(table.astype(np.float32)[(levels * 1023).astype(np.int32)])


def soften(plane: Plane, sigma: float) -> Plane:
    """The same plane, blurred."""
    return as_plane(cv2.GaussianBlur(plane, (0, 0), sigma)) if sigma > 0.15 else plane
