"""Crops made from a flat reference alone, in half a millisecond: the compositor needs forty times as long.

Less true than a photograph of a scene, but of any deck, so that a network can see very many decks.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from models.training.scenes.arrays import (
    Picture,
    Plane,
    as_picture,
    as_plane,
    linear_from_picture,
)
from models.training.scenes.light import colour_of_kelvin

MARGIN = 0.04
CORNER_ERROR = 0.012
_LEVELS = np.linspace(0, 1, 2048, dtype=np.float32)


def quick_crop(
    rng: np.random.Generator, reference: Picture, table: Picture, balance: Plane | None = None
) -> Picture:
    """The card on this table, as a finder would cut it out of some photograph with this balance, or any."""
    light = _laid(rng, reference, table)
    light = light * _falling(rng, (light.shape[0], light.shape[1]))[..., None]
    light = light * (draw_balance(rng) if balance is None else balance)
    light = light * np.float32(np.exp(rng.normal(0, 0.3)))
    if rng.random() < 0.18:
        light = light + _glare(rng, (light.shape[0], light.shape[1]))[..., None]
    light = _out_of_focus(rng, light)
    grain = float(np.exp(rng.uniform(np.log(0.003), np.log(0.08))))
    light = light + _noise(rng, light.shape) * np.sqrt(np.maximum(light, 0) + 0.01) * np.float32(grain)
    return _developed(rng, as_plane(light))


@cache
def _much_noise() -> Plane:
    return np.random.default_rng(4711).standard_normal(1_500_000, dtype=np.float32)


def _noise(rng: np.random.Generator, shape: tuple[int, ...]) -> Plane:
    """A stretch of noise that was drawn once: drawing it anew takes longer than all the rest."""
    count = int(np.prod(shape))
    first = int(rng.integers(len(_much_noise()) - count))
    return _much_noise()[first : first + count].reshape(shape)


@cache
def _places(shape: tuple[int, int], low: float, high: float) -> tuple[Plane, Plane]:
    y, x = np.mgrid[low : high : shape[0] * 1j, low : high : shape[1] * 1j].astype(np.float32)
    return y, x


def _laid(rng: np.random.Generator, reference: Picture, table: Picture) -> Plane:
    """The flat picture over the table, shifted and bent by wrong corners, in linear light."""
    height, width = reference.shape[:2]
    left, top = MARGIN * width, MARGIN * height
    corners = np.array(
        [[left, top], [width - left, top], [width - left, height - top], [left, height - top]], np.float32
    )
    erring = corners + rng.normal(0, CORNER_ERROR * np.hypot(width, height) / 2, (4, 2)).astype(np.float32)
    way = cv2.getPerspectiveTransform(corners, erring)
    seen = np.zeros((height, width), np.uint8)
    radius = int(rng.integers(2, 6))
    cv2.rectangle(
        seen, (round(left), round(top)), (width - round(left) - 1, height - round(top) - 1), 255, -1
    )
    seen = as_picture(cv2.GaussianBlur(seen, (0, 0), 0.3 + radius / 12))
    cover = as_plane(cv2.warpPerspective(seen, way, (width, height)))[..., None] / 255
    paper = cv2.warpPerspective(
        np.ascontiguousarray(reference), way, (width, height), borderMode=cv2.BORDER_REPLICATE
    )
    card = linear_from_picture(as_picture(paper)) * np.float32(rng.uniform(0.7, 0.95)) + np.float32(0.02)
    ground = linear_from_picture(table)
    return as_plane(ground + cover * (card - ground))


def _falling(rng: np.random.Generator, shape: tuple[int, int]) -> Plane:
    """Light that falls off across the card, at times with a soft edge of shadow."""
    y, x = _places(shape, -0.5, 0.5)
    angle = rng.uniform(0, 2 * np.pi)
    along = as_plane(x * np.cos(angle) + y * np.sin(angle))
    share = 1 + along * np.float32(rng.normal(0, 0.2))
    if rng.random() < 0.2:
        edge = np.clip((along - rng.uniform(-0.4, 0.4)) / rng.uniform(0.02, 0.4), 0, 1)
        share = share * (1 - np.float32(rng.uniform(0.2, 0.6)) * edge)
    return as_plane(np.maximum(share, 0.1))


def draw_balance(rng: np.random.Generator) -> Plane:
    """What is left of the lamp's colour after the camera's white balance, for a whole photograph."""
    lamp = np.asarray(colour_of_kelvin(float(rng.uniform(2700, 6500))))
    strength = rng.uniform(0.85, 1.05) if rng.random() < 0.6 else rng.uniform(0.45, 1.05)
    gains = lamp ** (1 - strength) * np.exp(rng.normal(0, 0.04, 3))
    if rng.random() < 0.07:
        gains = gains * np.exp(rng.normal(0, 0.25, 3))
    return as_plane(gains / gains[1])


def _glare(rng: np.random.Generator, shape: tuple[int, int]) -> Plane:
    y, x = _places(shape, 0, 1)
    at_x, at_y = rng.uniform(-0.1, 1.1, 2)
    wide, tall = rng.uniform(0.08, 0.5, 2)
    return as_plane(
        np.exp(-(((x - at_x) / wide) ** 2) - ((y - at_y) / tall) ** 2) * np.float32(rng.uniform(0.1, 1.2))
    )


def _out_of_focus(rng: np.random.Generator, light: Plane) -> Plane:
    height, width = light.shape[:2]
    if rng.random() < 0.35:  # cards far away have fewer pixels than the crop
        share = float(rng.uniform(0.4, 0.9))
        small = cv2.resize(light, (round(width * share), round(height * share)), interpolation=cv2.INTER_AREA)
        light = as_plane(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR))
    light = as_plane(cv2.GaussianBlur(light, (0, 0), float(rng.uniform(0.3, 0.9))))
    if rng.random() < 0.2:
        length, angle = float(rng.uniform(1, 5)), rng.uniform(0, np.pi)
        kernel = np.zeros((9, 9), np.float32)
        reach = (length * np.cos(angle) / 2, length * np.sin(angle) / 2)
        ends = [(round((4 + s * reach[0]) * 16), round((4 + s * reach[1]) * 16)) for s in (-1, 1)]
        cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
        light = as_plane(cv2.filter2D(light, -1, kernel / max(float(kernel.sum()), 1e-6)))
    return light


def _developed(rng: np.random.Generator, light: Plane) -> Picture:
    """Saturation, tone curve and perhaps a JPEG."""
    strength = rng.uniform(0.85, 1.3)
    light = as_plane(cv2.transform(light, np.eye(3) * strength + (1 - strength) / 3))
    shown = _LEVELS ** np.float32(1 / rng.uniform(1.9, 2.5))
    contrast = np.float32(rng.uniform(0, 0.5))
    shown = shown + contrast * (shown * shown * (3 - 2 * shown) - shown)
    tones = as_picture(np.rint(shown * 255))
    level = np.clip(light * (len(_LEVELS) - 1) + 0.5, 0, len(_LEVELS) - 1).astype(np.uint16)
    picture = as_picture(tones[level])
    if rng.random() < 0.3:
        quality = int(rng.integers(45, 92))
        _, file = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
        picture = as_picture(cv2.imdecode(file, cv2.IMREAD_COLOR))
    return picture
