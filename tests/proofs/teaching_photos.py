"""Photographs as people take them to teach a deck: cards in rows and columns, or one card alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.training.scenes.arrays import Picture, Points
from models.training.scenes.card import CardBody
from models.training.scenes.clutter import Clutter, draw_clutter
from models.training.scenes.condition import CONDITIONS, Condition
from models.training.scenes.deck import CARD_HEIGHT_MM, CARD_WIDTH_MM, Deck
from models.training.scenes.habit import Habit, draw_bend, draw_habit, draw_stock
from models.training.scenes.photograph import take_photograph
from models.training.scenes.scene import turns_until_upright
from models.training.scenes.setting import Wish, draw_setting
from models.training.scenes.spread import Spread

CARELESS_MM, CARELESS_DEGREES = 1.2, 1.5
GAP_MM = 9.0


@dataclass(frozen=True, slots=True)
class Shot:
    """How a teaching photo is taken: rows of codes, the circumstances, and what may lie around."""

    rows: tuple[tuple[str, ...], ...]
    condition: str
    seed: int
    size_px: tuple[int, int] = (1920, 1080)
    fill: float | None = None
    table_seed: int | None = None
    upside_down: float = 0.0
    cluttered: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class PlacedCard:
    """A card in the photo: row 0 is nearest the top of the picture, corners are the card's own."""

    row: int
    column: int
    code: str
    corners: Points


@dataclass(frozen=True, slots=True, eq=False)
class TeachingPhoto:
    """A photograph and what it shows."""

    frame_bgr: Picture
    cards: tuple[PlacedCard, ...]


def take(shot: Shot, deck: Deck) -> TeachingPhoto:
    """Lay the cards, take the photograph, and say what lies where in it."""
    condition = CONDITIONS[shot.condition]
    streams = np.random.default_rng([shot.seed, 6500]).spawn(4)
    habit = draw_habit(streams[0], condition)
    laid = _laid(streams[1], shot, habit)
    half = np.array([max(len(row) for row in shot.rows), len(shot.rows)]) / 2
    outline = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half * _pitch()
    spread = Spread(tuple(laid.values()), outline, habit)
    wish = Wish(shot.size_px, shot.table_seed, shot.fill)
    setting = draw_setting(streams[2], condition, spread, wish)
    clutter = (
        _clutter(streams[3], condition, deck, spread, setting.table.edges_mm) if shot.cluttered else BARE
    )
    photograph = take_photograph(
        setting, spread.cards, clutter, deck, (setting.camera.whole, (shot.seed, 79))
    )
    turns = turns_until_upright(setting.camera.project_flat(outline))
    size = (len(shot.rows), max(len(row) for row in shot.rows))
    cards = tuple(
        PlacedCard(*_turned(cell, size, turns), body.code, setting.camera.project(body.corners_mm()))
        for cell, body in laid.items()
    )
    return TeachingPhoto(photograph.frame_bgr, cards)


BARE = Clutter((), (), ())


def _clutter(
    rng: np.random.Generator,
    condition: Condition,
    deck: Deck,
    spread: Spread,
    edges_mm: tuple[float, float, float, float],
) -> Clutter:
    """Things beside the cards, but no other cards: whoever teaches puts those away."""
    drawn = draw_clutter(rng, condition, deck, spread, edges_mm)
    return Clutter((), drawn.things, ())


def _pitch() -> Points:
    return np.array([CARD_WIDTH_MM + GAP_MM, CARD_HEIGHT_MM + GAP_MM])


def _laid(rng: np.random.Generator, shot: Shot, habit: Habit) -> dict[tuple[int, int], CardBody]:
    high, wide = len(shot.rows), max(len(row) for row in shot.rows)
    laid = {}
    for row, codes in enumerate(shot.rows):
        for column, code in enumerate(codes):
            off = rng.normal(0, 1, 3)
            turned = 180.0 if rng.random() < shot.upside_down else 0.0
            middle = (np.array([column, row]) - np.array([wide - 1, high - 1]) / 2) * _pitch()
            laid[row, column] = CardBody(
                code,
                float(middle[0]) + CARELESS_MM * float(off[0]),
                float(middle[1]) + CARELESS_MM * float(off[1]),
                turned + CARELESS_DEGREES * float(off[2]),
                draw_bend(rng, habit),
                draw_stock(rng, habit),
            )
    return laid


def _turned(cell: tuple[int, int], size: tuple[int, int], turns: int) -> tuple[int, int]:
    (row, column), (high, wide) = cell, size
    for _ in range(turns):
        row, column = wide - 1 - column, row
        high, wide = wide, high
    return row, column
