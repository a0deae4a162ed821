"""Cloths the compositor does not have, laid under labelled cards: stripes, checks, nets, prints, clouds.

A network that saw only the tables of one compositor takes the print of another cloth for cards. Here every
pixel that is no card is exchanged for a cloth drawn on the spot, which costs no new photograph.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Draw = Callable[[np.random.Generator, int], Floats]

SHORTEST_PX, LONGEST_PX = 5.0, 110.0  # from one stripe, line or flower to the next
MOST_SHADE = 0.55


def with_cloth(rng: np.random.Generator, piece: Bytes, is_card: npt.NDArray[np.bool_]) -> Bytes:
    """The piece with a cloth of its own wherever there is no card, the cards' shadows upon it."""
    size = piece.shape[0]
    cloth = _tilted(rng, CLOTHS[int(rng.integers(len(CLOTHS)))](rng, size)) * _light(rng, size)[..., None]
    card = is_card.astype(np.float32)
    off = np.array([[1, 0, rng.normal(0, 1.5)], [0, 1, rng.normal(0, 1.5)]])
    shadow = cv2.warpAffine(card, off, (size, size))
    shadow = cv2.GaussianBlur(shadow, (0, 0), float(rng.uniform(0.6, 3.0)))
    cloth *= 1 - np.float32(rng.uniform(0, MOST_SHADE)) * np.asarray(shadow, np.float32)[..., None]
    rim = np.asarray(cv2.GaussianBlur(card, (0, 0), float(rng.uniform(0.4, 0.8))), np.float32)[..., None]
    return np.asarray(np.clip(rim * piece + (1 - rim) * cloth, 0, 255), np.uint8)


def _colour(rng: np.random.Generator) -> Floats:
    """Any colour, pale and dark ones as often as vivid ones."""
    level, strength = rng.uniform(15, 250), float(rng.choice([0.05, 0.2, 0.5, 1.0]))
    return np.asarray(np.clip(level * (1 + strength * rng.uniform(-0.9, 0.9, 3)), 3, 253), np.float32)


def _pitch(rng: np.random.Generator) -> float:
    return float(np.exp(rng.uniform(np.log(SHORTEST_PX), np.log(LONGEST_PX))))


def _waves(rng: np.random.Generator, size: int) -> Floats:
    """Bands from 0 to 1 along one line, of one to three widths, sharp or soft."""
    steps = np.arange(size) / _pitch(rng) + rng.random()
    band = np.zeros(size)
    for part in range(int(rng.integers(1, 4))):
        wave = np.abs((steps * (part + 1) + rng.random()) % 1 - 0.5) * 2
        edge = float(rng.uniform(0.15, 0.85))
        band += np.clip((wave - edge) / float(rng.choice([0.02, 0.05, 0.4])) + 0.5, 0, 1) / (part + 1)
    return np.asarray(band / band.max() if band.max() > 0 else band, np.float32)


def _mixed(first: Floats, second: Floats, share: Floats) -> Floats:
    return np.asarray(first + share[..., None] * (second - first), np.float32)


def stripes(rng: np.random.Generator, size: int) -> Floats:
    """Stripes of two colours."""
    return _mixed(_colour(rng), _colour(rng), np.broadcast_to(_waves(rng, size), (size, size)))


def checks(rng: np.random.Generator, size: int) -> Floats:
    """Chessboards, ginghams and tartans."""
    across, down = _waves(rng, size)[None, :], _waves(rng, size)[:, None]
    share = np.abs(across - down) if rng.random() < 0.4 else (across + down) / 2
    return _mixed(_colour(rng), _colour(rng), np.asarray(share, np.float32))


def net(rng: np.random.Generator, size: int) -> Floats:
    """Thin lines both ways, as on squared paper and oilcloth."""
    pitch = (_pitch(rng), _pitch(rng)) if rng.random() < 0.3 else (_pitch(rng),) * 2
    thick = float(rng.uniform(0.8, 3.5))
    across, down = (np.arange(size) % one < min(thick, 0.5 * one) for one in pitch)
    return _mixed(_colour(rng), _colour(rng), (across[None, :] | down[:, None]).astype(np.float32))


def print_of_shapes(rng: np.random.Generator, size: int) -> Floats:
    """One motif of a few shapes, in rows or strewn."""
    pitch = max(10.0, _pitch(rng))
    sheet = np.empty((size, size, 3), np.float32)
    sheet[:] = _colour(rng)
    motif = [(rng.normal(0, 0.22, 2), _shape(rng, pitch), _colour(rng)) for _ in range(rng.integers(1, 5))]
    loose = float(rng.choice([0.0, 0.0, 0.3]))
    for row, y in enumerate(np.arange(0, size + pitch, pitch)):
        for x in np.arange(-0.5 * pitch * (row % 2), size + pitch, pitch):
            middle = np.array([x, y]) + rng.normal(0, loose, 2) * pitch
            for off, shape, ink in motif:
                cv2.fillPoly(
                    sheet, [np.rint(middle + off * pitch + shape).astype(np.int32)], ink.tolist(), cv2.LINE_AA
                )
    return sheet


def _shape(rng: np.random.Generator, pitch: float) -> npt.NDArray[np.float64]:
    """Points around a shape: a dot, a leaf, a star or an oblong."""
    corners = int(rng.choice([4, 5, 8, 16]))
    angles = np.linspace(0, 2 * np.pi, corners, endpoint=False) + rng.uniform(0, np.pi)
    reach = pitch * rng.uniform(0.06, 0.4) * np.where(np.arange(corners) % 2, 1.0, rng.uniform(0.4, 1.0))
    turn, flat = rng.uniform(0, np.pi), rng.uniform(0.25, 1.0)
    x, y = reach * np.cos(angles), flat * reach * np.sin(angles)
    return np.stack([np.cos(turn) * x - np.sin(turn) * y, np.sin(turn) * x + np.cos(turn) * y], axis=1)


def clouds(rng: np.random.Generator, size: int) -> Floats:
    """Grain, veins and patches, drawn out in one direction or not."""
    share = np.zeros((size, size), np.float32)
    across, down = float(rng.uniform(2, 12)), float(rng.uniform(2, 60))
    for octave in range(4):
        cells = (max(2, int(across * 2**octave)), max(2, int(down * 2**octave)))
        rough = rng.random((min(cells[1], size), min(cells[0], size))).astype(np.float32)
        share += np.asarray(cv2.resize(rough, (size, size), interpolation=cv2.INTER_CUBIC)) / 2**octave
    share = (share - share.min()) / max(float(np.ptp(share)), 1e-6)
    if rng.random() < 0.4:
        share = 0.5 + 0.5 * np.sin(share * np.float32(rng.uniform(10, 60)))
    if rng.random() < 0.2:
        share = (share > 0.5).astype(np.float32)
    return _mixed(_colour(rng), _colour(rng), np.asarray(share, np.float32))


def plain(rng: np.random.Generator, size: int) -> Floats:
    """One colour, more or less rough."""
    rough = rng.normal(0, rng.uniform(0, 0.06), (size, size, 1))
    return np.asarray(_colour(rng) * (1 + rough), np.float32)


CLOTHS: tuple[Draw, ...] = (stripes, checks, net, print_of_shapes, print_of_shapes, clouds, clouds, plain)


def _tilted(rng: np.random.Generator, sheet: Floats) -> Floats:
    """The cloth turned and seen from the side."""
    size = sheet.shape[0]
    square = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32)
    turn = cv2.getRotationMatrix2D((size / 2, size / 2), float(rng.uniform(0, 360)), float(rng.uniform(1, 2)))
    corners = square @ turn[:, :2].T + turn[:, 2] + rng.uniform(-0.2, 0.2, (4, 2)) * size
    view = cv2.getPerspectiveTransform(square, corners.astype(np.float32))
    seen = cv2.warpPerspective(sheet, view, (size, size), borderMode=cv2.BORDER_REFLECT_101)
    if rng.random() < 0.7:
        seen = cv2.GaussianBlur(seen, (0, 0), float(rng.uniform(0.3, 1.0)))
    return np.asarray(seen, np.float32)


def _light(rng: np.random.Generator, size: int) -> Floats:
    """A lamp from one side."""
    y, x = np.mgrid[:size, :size].astype(np.float32) / size - 0.5
    angle = rng.uniform(0, 2 * np.pi)
    return np.asarray(1 + rng.uniform(0, 0.6) * (x * np.cos(angle) + y * np.sin(angle)), np.float32)
