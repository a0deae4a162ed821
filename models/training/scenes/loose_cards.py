"""Cards outside the Conclave: fanned draw decks, piles, and zones laid out in overlapping rows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.training.scenes.card import THICKNESS_MM, Bend, CardBody
from models.training.scenes.deck import Deck
from models.training.scenes.habit import Habit, draw_bend, draw_stock


def draw_fan(rng: np.random.Generator, deck: Deck, habit: Habit) -> list[CardBody]:
    """A draw deck fanned face down in an arc or a straight ribbon."""
    count = int(rng.integers(8, 22))
    step = float(rng.uniform(6, 20))
    sweep = float(rng.uniform(0, 50)) * float(rng.choice([-1, 1]))
    colours = rng.choice(sorted(deck.backs), count)
    cards = []
    for index in range(count):
        share = (index - (count - 1) / 2) / count
        along, bow = share * count * step, abs(sweep) * 0.6 * (share * share * 4 - 0.5) * 2
        pose = (along, bow, sweep * share, 0.12 * index)
        cards.append(_lying(rng, habit, f"{colours[index]}B?", pose))
    return cards


def draw_pile(rng: np.random.Generator, deck: Deck, habit: Habit) -> list[CardBody]:
    """A pile of cards one on another, squared as well as hands square it."""
    count = int(rng.integers(2, 26))
    codes = rng.choice(deck.cards(), count)
    face_down = rng.random() < 0.5
    cards = []
    for index in range(max(0, count - 6), count):
        code = deck.backs_alike(str(codes[index])) if face_down else str(codes[index])
        off = rng.normal(0, 1.5, 3)
        cards.append(
            _lying(rng, habit, code, (float(off[0]), float(off[1]), float(off[2]), THICKNESS_MM * index))
        )
    return cards


def draw_zone(rng: np.random.Generator, deck: Deck, habit: Habit) -> list[CardBody]:
    """Followers face up in a row, each hiding part of the one before."""
    count = int(rng.integers(2, 8))
    step = float(rng.uniform(14, 66))
    codes = rng.choice(deck.cards(), count)
    cards = []
    for index in range(count):
        off = rng.normal(0, 2.0, 3)
        along = (index - (count - 1) / 2) * step + float(off[0])
        height = 0.3 * index if step < 54 else 0.0
        cards.append(_lying(rng, habit, str(codes[index]), (along, float(off[1]), float(off[2]), height)))
    return cards


def half_size_mm(cards: list[CardBody]) -> tuple[float, float]:
    """Half the breadth and length the cards take around their common middle."""
    corners = np.abs(np.vstack([card.corners_mm()[:, :2] for card in cards])).max(axis=0)
    return float(corners[0]), float(corners[1])


def carried(cards: list[CardBody], x_mm: float, y_mm: float, degrees: float) -> list[CardBody]:
    """The same cards, turned together and set down elsewhere."""
    cosine, sine = float(np.cos(np.radians(degrees))), float(np.sin(np.radians(degrees)))
    return [
        replace(
            card,
            x_mm=x_mm + cosine * card.x_mm - sine * card.y_mm,
            y_mm=y_mm + sine * card.x_mm + cosine * card.y_mm,
            angle_degrees=card.angle_degrees + degrees,
        )
        for card in cards
    ]


def _lying(
    rng: np.random.Generator, habit: Habit, code: str, pose: tuple[float, float, float, float]
) -> CardBody:
    x, y, degrees, height = pose
    bend = draw_bend(rng, habit)
    # Under the weight of others, or just squared, a card lies flatter than one alone.
    return CardBody(
        code, x, y, degrees, Bend(bend.lift_mm * 0.4, bend.degrees), draw_stock(rng, habit), height
    )
