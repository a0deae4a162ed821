"""What a card is made of: print, coat, wear and sleeve, as a texture ready to be laid on the table."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.training.scenes.arrays import (
    Picture,
    Plane,
    as_plane,
    linear_from_picture,
    smooth_step,
)
from models.training.scenes.deck import CARD_WIDTH_MM, Deck

MARGIN_MM = 4.0
FINENESS = 1.2  # texture pixels for each picture pixel: enough to stay sharp, few enough not to shimmer
WIDTH_RATIO = 1.12
PAPER = np.asarray([0.72, 0.79, 0.82], np.float32)


@dataclass(frozen=True, slots=True)
class Stock:
    """Material of one card: coat, lean on the table, wear from 0 to 1, sleeve, and how its print came out."""

    gloss: float
    roughness: float
    lean: tuple[float, float]
    wear: float
    sleeve_mm: float
    ink_gains: tuple[float, float, float]
    ink_gamma: float
    seed: int


def card_texture(deck: Deck, code: str, stock: Stock, pixels_per_mm: float) -> tuple[Plane, float]:
    """Reflectance times cover and the cover itself, in four planes; and the texture's pixels a millimetre."""
    width = _width_step(pixels_per_mm * FINENESS * CARD_WIDTH_MM, deck.picture(code).shape[1])
    scale = width / CARD_WIDTH_MM
    print_ = _printed(deck.sized(code, width), stock)
    height = print_.shape[0]
    margin = round(MARGIN_MM * scale)
    cover = _cover(width, height, deck.corner_radius_mm * scale, margin)
    if stock.wear > 0.02:
        print_ = _worn(print_, stock, scale)
    sheet = cv2.copyMakeBorder(print_, margin, margin, margin, margin, cv2.BORDER_REPLICATE)
    texture = np.dstack([as_plane(sheet) * cover[..., None], cover])
    if stock.sleeve_mm > 0:
        texture = _sleeved(as_plane(texture), stock.sleeve_mm, scale)
    return as_plane(texture), scale


def _width_step(wanted_px: float, largest_px: int) -> int:
    """The next of a few widths, so that shrunk pictures can be used again."""
    steps = np.ceil(np.log(max(wanted_px, 8.0)) / np.log(WIDTH_RATIO))
    return min(int(np.rint(WIDTH_RATIO**steps)), largest_px)


def _printed(picture: Picture, stock: Stock) -> Plane:
    """Ink on paper: never whiter than the paper, never blacker than the ink."""
    light = linear_from_picture(picture)
    if stock.ink_gamma != 1:
        light = as_plane(np.power(light, np.float32(stock.ink_gamma)))
    return as_plane(0.018 + light * (0.84 * np.asarray(stock.ink_gains, np.float32)))


def _cover(width: int, height: int, radius: float, margin: int) -> Plane:
    """1 on the card, 0 beside it, with round corners, blended over one texture pixel."""
    x = np.abs(np.arange(width + 2 * margin, dtype=np.float32) - np.float32(margin + (width - 1) / 2))
    y = np.abs(np.arange(height + 2 * margin, dtype=np.float32) - np.float32(margin + (height - 1) / 2))
    out_x = np.maximum(x - np.float32(width / 2 - radius), 0)[None, :]
    out_y = np.maximum(y - np.float32(height / 2 - radius), 0)[:, None]
    return as_plane(np.clip(np.float32(radius) - np.sqrt(out_x**2 + out_y**2) + 0.5, 0, 1))


def _worn(print_: Plane, stock: Stock, scale: float) -> Plane:
    """Whitened edges and corners, and a few scratches."""
    rng = np.random.default_rng(stock.seed)
    height, width = print_.shape[:2]
    x = np.minimum(np.arange(width), np.arange(width)[::-1]).astype(np.float32)[None, :]
    y = np.minimum(np.arange(height), np.arange(height)[::-1]).astype(np.float32)[:, None]
    rough = cv2.resize(
        rng.random((max(2, height // 5), max(2, width // 5)), dtype=np.float32), (width, height)
    )
    reach = np.float32(scale * (0.3 + 1.3 * stock.wear)) * as_plane(rough) ** 2 + 1e-3
    corner = np.exp(-(x + y) / np.float32(scale * (1 + 3 * stock.wear))) * np.float32(stock.wear)
    bare = np.clip(1 - np.minimum(x, y) / reach, 0, 1) * np.float32(min(1.0, 0.3 + stock.wear)) + corner
    bare = as_plane(np.clip(bare, 0, 0.9))
    for _ in range(int(rng.poisson(4 * stock.wear))):
        start, end = rng.uniform(0, 1, (2, 2)) * (width, height)
        end = start + (end - start) * 0.35
        points = [(int(p[0]), int(p[1])) for p in (start, end)]
        cv2.line(bare, points[0], points[1], float(rng.uniform(0.1, 0.4)), 1, cv2.LINE_AA)
    return as_plane(print_ + bare[..., None] * (PAPER - print_))


def _sleeved(texture: Plane, sleeve_mm: float, scale: float) -> Plane:
    """A clear sleeve: a faint milky film over the card and a little beyond it."""
    reach = np.float32(min(sleeve_mm, MARGIN_MM - 0.5) * scale)
    margin = MARGIN_MM * scale
    height, width = texture.shape[:2]
    x = np.minimum(np.arange(width), np.arange(width)[::-1]).astype(np.float32)[None, :]
    y = np.minimum(np.arange(height), np.arange(height)[::-1]).astype(np.float32)[:, None]
    inside = smooth_step(as_plane(np.minimum(x, y)), margin - float(reach) - 1, margin - float(reach) + 1)
    seam = inside * (
        1 - smooth_step(as_plane(np.minimum(x, y)), margin - float(reach), margin - float(reach) + 3)
    )
    film = inside * np.float32(0.05) + seam * np.float32(0.12)
    texture = as_plane(texture * (1 - film)[..., None])
    texture[..., :3] += (film * np.float32(0.6))[..., None]
    texture[..., 3] += film
    return texture
