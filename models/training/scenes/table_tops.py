"""How each kind of table top looks, as reflectance in linear light over a square of about 0.6 metres."""

from __future__ import annotations

import cv2
import numpy as np

from models.training.scenes.arrays import Colour, Plane, as_plane, linear_from_colour, smooth_step
from models.training.scenes.grain import between, cloud, fractal, ramp, soften

WOODS: list[list[Colour]] = [
    [(60, 105, 150), (95, 150, 195), (130, 185, 222)],  # oak
    [(28, 45, 72), (45, 70, 108), (70, 100, 145)],  # walnut
    [(120, 170, 205), (160, 200, 228), (185, 218, 240)],  # maple
    [(35, 55, 110), (55, 85, 150), (80, 115, 180)],  # cherry
    [(18, 24, 34), (30, 38, 52), (48, 58, 76)],  # wenge
    [(110, 125, 140), (140, 155, 168), (170, 180, 190)],  # weathered
]
CLOTHS: list[Colour] = [
    (60, 95, 35), (110, 60, 35), (40, 35, 120), (60, 60, 60), (35, 35, 35), (175, 190, 205), (150, 120, 60),
    (95, 60, 110), (205, 205, 210), (60, 130, 190),
]  # fmt: skip


def wood(rng: np.random.Generator, size: int) -> Plane:
    """One broad board: rings cut lengthwise, fine pores, now and then a knot."""
    return _board(rng, (size, size), WOODS[int(rng.integers(len(WOODS)))])


def planks(rng: np.random.Generator, size: int) -> Plane:
    """Boards side by side with dark joints, each of its own tone."""
    tones = WOODS[int(rng.integers(len(WOODS)))]
    top = np.empty((size, size, 3), np.float32)
    row = 0
    while row < size:
        breadth = int(rng.integers(140, 320))
        stop = min(size, row + breadth)
        board = _board(rng, (stop - row, size), tones) * np.float32(rng.uniform(0.75, 1.2))
        joint = np.minimum(np.arange(stop - row), 6).astype(np.float32)
        board *= (0.25 + 0.75 * smooth_step(joint, 0, 5))[:, None, None]
        top[row:stop] = board
        row = stop
    return top


def _board(rng: np.random.Generator, shape: tuple[int, int], tones: list[Colour]) -> Plane:
    across = np.linspace(0, shape[0] / 160, shape[0], dtype=np.float32)[:, None]
    waviness = float(rng.uniform(0.1, 0.6))
    rings = (
        across
        + np.float32(waviness) * fractal(rng, shape, (shape[0] / 700, 1.3), 3, 0.35)
        + _knots(rng, shape)
    )
    rings = rings * np.float32(rng.uniform(2.0, 7.0)) + 0.06 * fractal(rng, shape, (shape[0] / 9, 10), 2, 0.7)
    # Early wood darkens slowly towards late wood, which ends at once.
    late = smooth_step(as_plane(rings - np.floor(rings)), 0.25, 0.97) * (
        1 + 0.3 * cloud(rng, shape, (shape[0] / 60, 3))
    )
    fibre = 0.6 * cloud(rng, shape, (shape[0] / 2.2, 5)) + 0.5 * fractal(
        rng, shape, (shape[0] / 9, 3), 2, 0.7
    )
    pores = smooth_step(cloud(rng, shape, (shape[0] / 2.2, 26)), 1.3, 2.4)
    depth = float(rng.uniform(0.12, 0.4))
    share = 0.72 - depth * late + 0.075 * fibre + 0.13 * fractal(rng, shape, (2, 2), 3)
    return as_plane(ramp(tones, as_plane(share)) * (1 - 0.3 * pores)[..., None])


def _knots(rng: np.random.Generator, shape: tuple[int, int]) -> Plane:
    y, x = np.mgrid[0 : shape[0] : 4, 0 : shape[1] : 4].astype(np.float32)
    push = np.zeros(x.shape, np.float32)
    for _ in range(int(rng.choice([0, 0, 0, 1, 2]))):
        at_y, at_x = rng.uniform(0, shape[0]), rng.uniform(0, shape[1])
        reach = np.float32(rng.uniform(20, 45))
        distance = ((y - np.float32(at_y)) ** 2 + ((x - np.float32(at_x)) / 3) ** 2) / reach**2
        push += np.float32(rng.uniform(0.4, 1.1)) * np.exp(-distance)
    return as_plane(cv2.resize(push, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR))


def felt(rng: np.random.Generator, size: int) -> Plane:
    """Matted fibres of one colour."""
    base = CLOTHS[int(rng.integers(len(CLOTHS)))]
    fuzz = 0.09 * rng.standard_normal((size, size), dtype=np.float32)
    lumps = 0.06 * fractal(rng, (size, size), (30, 30), 4, 0.8)
    return as_plane(linear_from_colour(base) * (1 + soften(fuzz, 0.7) * 2 + lumps)[..., None])


def _weave(rng: np.random.Generator, size: int) -> Plane:
    """The light and dark of threads over and under each other."""
    pitch = rng.uniform(3.0, 6.5)
    steps = np.arange(size, dtype=np.float32) * np.float32(2 * np.pi / pitch)
    threads = np.sin(steps)[:, None] * np.sin(steps)[None, :]
    slubs = cloud(rng, (size, size), (size / 3, 12)) + cloud(rng, (size, size), (12, size / 3))
    depth = np.float32(rng.uniform(0.03, 0.12))
    folds = 0.05 * fractal(rng, (size, size), (3, 3), 3)
    return as_plane(1 + depth * threads + 0.05 * slubs + folds)


def chequered_cloth(rng: np.random.Generator, size: int) -> Plane:
    """Gingham, chessboard or tartan: the cloth that looks most like a lattice of cards."""
    pitch = float(rng.uniform(35, 190))
    steps = np.arange(size, dtype=np.float32) / np.float32(pitch)
    band = smooth_step(as_plane(np.abs((steps % 2) - 1)), 0.49, 0.51)
    style = int(rng.integers(3))
    if style == 0:
        share = (band[:, None] + band[None, :]) / 2
    elif style == 1:
        share = np.abs(band[:, None] - band[None, :])
    else:
        thin = smooth_step(as_plane(np.abs((steps * 2 % 2) - 1)), 0.86, 0.9)
        share = 0.35 * (band[:, None] + band[None, :]) + 0.3 * np.maximum(thin[:, None], thin[None, :])
    ink = CLOTHS[int(rng.integers(len(CLOTHS)))]
    ground: Colour = (215, 222, 225) if rng.random() < 0.7 else (70, 80, 90)
    return as_plane(between(ground, ink, as_plane(share)) * _weave(rng, size)[..., None])


def pattern_cloth(rng: np.random.Generator, size: int) -> Plane:
    """A printed cloth: dots, blossoms, leaves or patches strewn over a ground."""
    ground = CLOTHS[int(rng.integers(len(CLOTHS)))]
    sheet = np.empty((size, size, 3), np.float32)
    sheet[:] = linear_from_colour(ground)
    inks = [linear_from_colour(CLOTHS[int(rng.integers(len(CLOTHS)))]) for _ in range(3)]
    step = int(rng.integers(45, 170))
    regular = rng.random() < 0.5
    petals = int(rng.integers(3, 8))
    for row, y in enumerate(range(0, size + step, step)):
        for x in range((row % 2) * step // 2, size + step, step):
            shift = (0, 0) if regular else rng.integers(-step // 3, step // 3 + 1, 2)
            centre = (int(x + shift[0]), int(y + shift[1]))
            _blossom(sheet, centre, (step, petals), inks[int(rng.integers(3))])
    return as_plane(soften(sheet, 0.8) * _weave(rng, size)[..., None])


def _blossom(sheet: Plane, centre: tuple[int, int], form: tuple[int, int], ink: Plane) -> None:
    step, petals = form
    colour = (float(ink[0]), float(ink[1]), float(ink[2]))
    for petal in range(petals):
        angle = 2 * np.pi * petal / petals
        reach = step * 0.17
        at = (int(centre[0] + reach * np.cos(angle)), int(centre[1] + reach * np.sin(angle)))
        axes = (max(2, int(step * 0.14)), max(2, int(step * 0.08)))
        cv2.ellipse(sheet, at, axes, float(np.degrees(angle)), 0, 360, colour, -1, cv2.LINE_AA)
    cv2.circle(sheet, centre, max(2, step // 12), (0.05, 0.5, 0.65), -1, cv2.LINE_AA)


def marble(rng: np.random.Generator, size: int) -> Plane:
    """Pale or dark stone with veins."""
    warp = fractal(rng, (size, size), (3, 3), 6, 0.6)
    veins = smooth_step(as_plane(1 - np.abs(warp)), 0.86, 1.0)
    fine = smooth_step(as_plane(1 - np.abs(fractal(rng, (size, size), (6, 5), 5, 0.6))), 0.93, 1.0)
    body = 0.5 + 0.25 * fractal(rng, (size, size), (4, 4), 4)
    share = as_plane(np.clip(body - 0.5 * veins - 0.35 * fine, 0, 1))
    if rng.random() < 0.7:
        return between((150, 152, 155), (232, 235, 236), share)
    return between((120, 125, 130), (28, 30, 32), share)


def dark_top(rng: np.random.Generator, size: int) -> Plane:
    """Black or nearly black, with dust and wiped streaks."""
    level = float(rng.uniform(14, 55))
    tint = rng.uniform(-6, 6, 3)
    streaks = 0.12 * fractal(rng, (size, size), (5, 2), 5, 0.7)
    dust = smooth_step(rng.standard_normal((size, size), dtype=np.float32), 3.2, 3.6)
    top = linear_from_colour((level + tint[0], level + tint[1], level + tint[2]))
    return as_plane(top * (1 + streaks)[..., None] + 0.05 * soften(dust, 0.7)[..., None])


def bright_top(rng: np.random.Generator, size: int) -> Plane:
    """White or pale laminate: little edge against a white card."""
    level = rng.uniform(165, 238)
    tint = rng.uniform(-12, 12, 3)
    speckle = 0.03 * fractal(rng, (size, size), (120, 120), 3, 0.9) + 0.025 * fractal(
        rng, (size, size), (3, 3), 3
    )
    top = linear_from_colour((level + tint[0], level + tint[1], level + tint[2]))
    return as_plane(top * (1 + speckle)[..., None])


def tiles(rng: np.random.Generator, size: int) -> Plane:
    """Square or oblong tiles with grout, each of its own shade."""
    breadth = int(rng.integers(120, 420))
    length = int(breadth * rng.choice([1.0, 1.0, 1.55, 2.0]))
    rows, columns = size // length + 2, size // breadth + 2
    shades = rng.standard_normal((rows, columns)).astype(np.float32)
    shade = np.repeat(np.repeat(shades, length, 0), breadth, 1)[:size, :size]
    y = np.arange(size, dtype=np.float32) % length
    x = np.arange(size, dtype=np.float32) % breadth
    edge = np.minimum(np.minimum(y, length - y)[:, None], np.minimum(x, breadth - x)[None, :])
    inside = smooth_step(as_plane(edge), 3, 6)
    base = rng.uniform(60, 215)
    warmth = rng.uniform(0, 30)
    body = 0.5 + 0.12 * fractal(rng, (size, size), (6, 6), 5) + 0.12 * shade
    face = between(
        (base - warmth - 25, base - 25, base - 12), (base - warmth + 25, base + 22, base + 25), body
    )
    grout = linear_from_colour((base * 0.6, base * 0.62, base * 0.64))
    return as_plane(grout + inside[..., None] * (face - grout))
