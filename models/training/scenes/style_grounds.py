"""What a card's picture is painted on, as display values from 0 to 255."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from models.training.scenes.arrays import Colour, Plane, as_plane, smooth_step
from models.training.scenes.grain import cloud, fractal

Shape = tuple[int, int]


def _solid(shape: Shape, colour: Colour | Plane) -> Plane:
    return as_plane(np.broadcast_to(np.asarray(colour, np.float32), (*shape, 3)).copy())


def _mix(low: Plane, high: Plane, share: Plane) -> Plane:
    return as_plane(low + np.clip(share, 0, 1)[..., None] * (high - low))


def _pale(ink: Colour, share: float = 0.75) -> Plane:
    return as_plane(np.asarray(ink, np.float32) * (1 - share) + 250 * share)


def white(rng: np.random.Generator, shape: Shape, ink: Colour, taste: float) -> Plane:
    """Plain paper."""
    del rng, ink, taste
    return _solid(shape, (246, 248, 248))


def flat(rng: np.random.Generator, shape: Shape, ink: Colour, taste: float) -> Plane:
    """One even tone of the ink."""
    del rng, taste
    return _solid(shape, ink)


def pale(rng: np.random.Generator, shape: Shape, ink: Colour, taste: float) -> Plane:
    """A pale tone of the ink."""
    del rng, taste
    return _solid(shape, _pale(ink))


def gradient(rng: np.random.Generator, shape: Shape, ink: Colour, taste: float) -> Plane:
    """From the ink to a pale or dark tone of it."""
    del rng
    y = np.linspace(0, 1, shape[0], dtype=np.float32)[:, None] * np.ones((1, shape[1]), np.float32)
    low = _pale(ink) if taste < 0.5 else as_plane(np.asarray(ink, np.float32) * 0.35)
    return _mix(as_plane(np.asarray(ink)), low, y)


def painterly(rng: np.random.Generator, shape: Shape, ink: Colour, taste: float) -> Plane:
    """Washes and brush strokes around the ink."""
    del taste
    wash = fractal(rng, shape, (5, 4), 4)
    strokes = cloud(rng, shape, (shape[0] / 4, 9)) * 0.5 + cloud(rng, shape, (9, shape[1] / 4)) * 0.4
    share = as_plane(0.5 + 0.28 * wash + 0.12 * strokes)
    paper = _mix(as_plane(np.asarray(ink, np.float32) * 0.45), _pale(ink, 0.6), share)
    other = as_plane(np.asarray(ink, np.float32)[::-1] * 0.5 + 90)
    return _mix(
        paper, as_plane(np.broadcast_to(other, paper.shape)), smooth_step(cloud(rng, shape, (3, 3)), 1.0, 1.8)
    )


def landscape(rng: np.random.Generator, shape: Shape, ink: Colour, taste: float) -> Plane:
    """A scene with the grain of a photograph: sky, ridges and undergrowth, tinted by the ink."""
    del taste
    y = np.linspace(0, 1, shape[0], dtype=np.float32)[:, None] * np.ones((1, shape[1]), np.float32)
    tone = np.asarray(ink, np.float32)
    sky = 60 + 0.75 * tone
    picture = as_plane(
        (sky + (235 - sky) * y[..., None] * 1.4) + 12 * fractal(rng, shape, (4, 3), 5)[..., None]
    )
    level = rng.uniform(0.3, 0.5)
    for depth in np.linspace(0.75, 0.15, 4):
        ridge = cloud(rng, (1, shape[1]), (1, 6))[0] * 0.05 + cloud(rng, (1, shape[1]), (1, 30))[0] * 0.012
        land = smooth_step(as_plane(y - (level + ridge)[None, :]), -0.004, 0.004)
        relief = 1 + 0.3 * fractal(rng, shape, (30, 25), 4, 0.8)
        colour = (tone * 0.55 + 25) * (0.35 + depth)
        picture = as_plane(picture + land[..., None] * (colour * relief[..., None] - picture))
        level += rng.uniform(0.12, 0.2)
    return as_plane(np.clip(picture, 0, 255))


def parchment(rng: np.random.Generator, shape: Shape, ink: Colour, taste: float) -> Plane:
    """Old paper with a panel of ink."""
    del taste
    stain = fractal(rng, shape, (4, 3), 5, 0.7)
    sheet = _mix(
        as_plane(np.asarray([140, 185, 210])),
        as_plane(np.asarray([205, 228, 240])),
        as_plane(0.6 + 0.2 * stain),
    )
    top, bottom = int(shape[0] * 0.2), int(shape[0] * 0.85)
    left = int(shape[1] * 0.12)
    panel = sheet[top:bottom, left : shape[1] - left]
    panel += 0.75 * (np.asarray(ink, np.float32) - panel)
    return sheet


def rays(rng: np.random.Generator, shape: Shape, ink: Colour, taste: float) -> Plane:
    """Two tones in rays around the middle."""
    del rng
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    angle = np.arctan2(y - shape[0] * 0.5, x - shape[1] * 0.5)
    share = smooth_step(as_plane(np.sin(angle * np.float32(round(5 + 9 * taste)))), -0.1, 0.1)
    return _mix(as_plane(np.asarray(ink, np.float32)), _pale(ink, 0.2 + 0.4 * taste), share)


def oval(rng: np.random.Generator, shape: Shape, ink: Colour, taste: float) -> Plane:
    """Paper with an oval window of colour."""
    del rng
    sheet = _solid(shape, (240, 244, 246)) if taste < 0.6 else _solid(shape, (28, 26, 26))
    centre = (shape[1] // 2, shape[0] // 2)
    axes = (int(shape[1] * 0.4), int(shape[0] * 0.36))
    cv2.ellipse(sheet, centre, axes, 0, 0, 360, ink, -1, cv2.LINE_AA)
    return sheet


GROUNDS: dict[str, Callable[[np.random.Generator, Shape, Colour, float], Plane]] = {
    "white": white,
    "flat": flat,
    "pale": pale,
    "gradient": gradient,
    "painterly": painterly,
    "landscape": landscape,
    "parchment": parchment,
    "rays": rays,
    "oval": oval,
}
