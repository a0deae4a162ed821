"""How cards lie in the Conclave: which cells are taken, how wide the gaps are, how careless the hands."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from models.training.scenes.arrays import Points, draw_between
from models.training.scenes.card import CardBody
from models.training.scenes.condition import Condition
from models.training.scenes.deck import CARD_HEIGHT_MM, CARD_WIDTH_MM, Deck
from models.training.scenes.habit import Habit, draw_bend, draw_habit, draw_stock
from models.training.scenes.spread import Spread

SIDE = 4
CENTRE = {(1, 1), (1, 2), (2, 1), (2, 2)}
MOST_JITTER_MM = 4.0
MOST_JITTER_DEGREES = 6.0


@dataclass(frozen=True, slots=True)
class Layout:
    """A lattice on the table, upright before the camera turns it, and the cards in it by row and column."""

    gap_mm: tuple[float, float]
    landscape: bool
    habit: Habit
    cards: dict[tuple[int, int], CardBody]

    @property
    def place_mm(self) -> tuple[float, float]:
        """Breadth and length of one place as it lies on the table."""
        return (CARD_HEIGHT_MM, CARD_WIDTH_MM) if self.landscape else (CARD_WIDTH_MM, CARD_HEIGHT_MM)

    @property
    def spread(self) -> Spread:
        """The cards in the order they are painted."""
        return Spread(tuple(self.cards.values()), self.quad_mm(), self.habit)

    def middle_mm(self, row: int, column: int) -> tuple[float, float]:
        """The middle of a place."""
        across = self.place_mm[0] + self.gap_mm[0]
        along = self.place_mm[1] + self.gap_mm[1]
        return (column - (SIDE - 1) / 2) * across, (row - (SIDE - 1) / 2) * along

    def place_corners_mm(self, row: int, column: int) -> Points:
        """A place's corners, clockwise from its top left."""
        x, y = self.middle_mm(row, column)
        half_x, half_y = self.place_mm[0] / 2, self.place_mm[1] / 2
        return np.array(
            [
                [x - half_x, y - half_y],
                [x + half_x, y - half_y],
                [x + half_x, y + half_y],
                [x - half_x, y + half_y],
            ]
        )

    def quad_mm(self) -> Points:
        """The outer corners of the whole lattice, clockwise from its top left."""
        return np.array(
            [
                self.place_corners_mm(*cell)[corner]
                for corner, cell in enumerate(((0, 0), (0, 3), (3, 3), (3, 0)))
            ]
        )


def draw_layout(rng: np.random.Generator, condition: Condition, deck: Deck) -> Layout:
    """Deal a Conclave as a game would show it and lay it down by hand."""
    landscape = bool(rng.random() < 0.2)
    gap = draw_between(rng, condition.gap_mm)
    gaps = (gap, float(np.clip(gap + rng.normal(0, 1.5), 3, 25)))
    habit = draw_habit(rng, condition)
    layout = Layout(gaps, landscape, habit, {})
    cells = sorted(draw_occupied(rng))
    codes = rng.choice(deck.cards(), len(cells), replace=len(deck.cards()) < len(cells))
    cards = {
        cell: placed_by_hand(
            rng, condition, layout.middle_mm(*cell), _shown(rng, condition, deck, str(code)), habit
        )
        for cell, code in zip(cells, codes, strict=True)
    }
    return Layout(gaps, landscape, habit, _turned_for(landscape, cards))


def draw_occupied(rng: np.random.Generator) -> set[tuple[int, int]]:
    """The taken cells: setup (the centre empty), nearly full, or any pattern of the middle of a game."""
    everywhere = {(row, column) for row in range(SIDE) for column in range(SIDE)}
    kind = rng.random()
    if kind < 0.3:
        return everywhere - CENTRE
    count = int(rng.integers(12, 17)) if kind < 0.75 else int(rng.integers(6, 16))
    picked = rng.permutation(16)[:count]
    return {(int(index) // SIDE, int(index) % SIDE) for index in picked}


def placed_by_hand(
    rng: np.random.Generator, condition: Condition, middle_mm: tuple[float, float], code: str, habit: Habit
) -> CardBody:
    """A card as careless hands lay it over a middle, in a lattice that is not landscape."""
    off = np.clip(rng.normal(0, 0.45, 3), -1, 1) * habit.care
    turned = 180.0 if rng.random() < condition.upside_down_chance else 0.0
    return CardBody(
        code=code,
        x_mm=middle_mm[0] + float(off[0]) * MOST_JITTER_MM,
        y_mm=middle_mm[1] + float(off[1]) * MOST_JITTER_MM,
        angle_degrees=turned + float(off[2]) * MOST_JITTER_DEGREES,
        bend=draw_bend(rng, habit),
        stock=draw_stock(rng, habit),
    )


def _shown(rng: np.random.Generator, condition: Condition, deck: Deck, code: str) -> str:
    return deck.backs_alike(code) if rng.random() < condition.back_chance else code


def _turned_for(landscape: bool, cards: dict[tuple[int, int], CardBody]) -> dict[tuple[int, int], CardBody]:
    if not landscape:
        return cards
    return {cell: replace(card, angle_degrees=card.angle_degrees + 90) for cell, card in cards.items()}
