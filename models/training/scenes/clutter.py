"""What else lies on the table: draw decks, piles, the box, the rulebook, mugs, phones, hands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from models.training.scenes import prints
from models.training.scenes.arrays import Points, linear_from_colour
from models.training.scenes.canvas import Canvas
from models.training.scenes.card import CardBody
from models.training.scenes.condition import Condition
from models.training.scenes.cylinder import Cylinder
from models.training.scenes.deck import Deck
from models.training.scenes.hand import Hand
from models.training.scenes.light import Light
from models.training.scenes.loose_cards import carried, draw_fan, draw_pile, draw_zone, half_size_mm
from models.training.scenes.reach import draw_hand
from models.training.scenes.slab import Slab, turned_rectangle
from models.training.scenes.spread import Spread

TRIES = 24


class Thing(Protocol):
    """Anything that can stand on the table."""

    def footprint_mm(self) -> Points:
        """Its outline on the table."""
        ...

    def paint(self, canvas: Canvas, light: Light, owner: int) -> None:
        """Paint it over what is there."""
        ...


@dataclass(frozen=True, slots=True)
class Clutter:
    """Everything on the table that is not the Conclave."""

    cards: tuple[CardBody, ...]
    things: tuple[Thing, ...]
    hands: tuple[Hand, ...]


@dataclass(frozen=True, slots=True)
class _Spot:
    x_mm: float
    y_mm: float
    degrees: float


@dataclass(frozen=True, slots=True)
class _Ground:
    """The table as far as things may stand on it, and the outlines already taken."""

    spread: Spread
    edges_mm: tuple[float, float, float, float]
    taken: list[Points]


def draw_clutter(
    rng: np.random.Generator,
    condition: Condition,
    deck: Deck,
    spread: Spread,
    edges_mm: tuple[float, float, float, float],
) -> Clutter:
    """Put things where there is room beside the cards."""
    ground = _Ground(spread, edges_mm, [spread.outline_mm])
    cards: list[CardBody] = []
    things: list[Thing] = []
    for _ in range(int(rng.integers(condition.clutter[0], condition.clutter[1] + 1))):
        if rng.random() < 0.5:
            cards += _some_cards(rng, deck, ground)
        else:
            thing = _some_thing(rng, ground)
            things += [thing] if thing is not None else []
    hands = [
        _reaching(rng, spread) for _ in range(int(rng.integers(condition.hands[0], condition.hands[1] + 1)))
    ]
    return Clutter(tuple(cards), tuple(things), tuple(hands))


def _some_cards(rng: np.random.Generator, deck: Deck, ground: _Ground) -> list[CardBody]:
    draw = (draw_fan, draw_pile, draw_zone)[int(rng.integers(3))]
    cards = draw(rng, deck, ground.spread.habit)
    spot = _room(rng, half_size_mm(cards), ground)
    return carried(cards, spot.x_mm, spot.y_mm, spot.degrees) if spot is not None else []


def _some_thing(rng: np.random.Generator, ground: _Ground) -> Thing | None:
    makers = (_rulebook, _box, _phone, _laptop, _mug, _coin, _coin, _mug)
    half, make = makers[int(rng.integers(len(makers)))](rng)
    spot = _room(rng, half, ground)
    return make(spot) if spot is not None else None


_Made = tuple[tuple[float, float], Callable[[_Spot], Thing]]


def _rulebook(rng: np.random.Generator) -> _Made:
    half = (float(rng.uniform(70, 105)), float(rng.uniform(95, 148)))
    top = prints.page(rng, (round(half[0] * 4), round(half[1] * 4)))
    return half, lambda at: Slab(top, half, at.x_mm, at.y_mm, at.degrees, 1.0, (0.8, 0.8, 0.8), 0.2, 0.2)


def _box(rng: np.random.Generator) -> _Made:
    half = (float(rng.uniform(45, 110)), float(rng.uniform(60, 130)))
    height = float(rng.uniform(22, 60))
    top = prints.lid(rng, (round(half[0] * 4), round(half[1] * 4)))
    side = np.mean(top, axis=(0, 1)) / 255 * 0.6
    walls = (float(side[0]), float(side[1]), float(side[2]))
    return half, lambda at: Slab(top, half, at.x_mm, at.y_mm, at.degrees, height, walls, 0.4, 0.15)


def _phone(rng: np.random.Generator) -> _Made:
    half = (36.0, float(rng.uniform(70, 80)))
    top = prints.phone_screen(rng, (290, 620))
    glow = float(rng.uniform(0.0, 0.5))
    return half, lambda at: Slab(
        top, half, at.x_mm, at.y_mm, at.degrees, 8.0, (0.05, 0.05, 0.05), 1.0, 0.01, glow
    )


def _laptop(rng: np.random.Generator) -> _Made:
    half = (155.0, 108.0)
    top = prints.keyboard(rng, (930, 650))
    return half, lambda at: Slab(top, half, at.x_mm, at.y_mm, at.degrees, 15.0, (0.3, 0.3, 0.3), 0.3, 0.2)


def _mug(rng: np.random.Generator) -> _Made:
    radius, height = float(rng.uniform(32, 44)), float(rng.uniform(70, 105))
    glaze = linear_from_colour(
        (float(rng.uniform(30, 240)), float(rng.uniform(30, 240)), float(rng.uniform(30, 240)))
    )
    colour = (float(glaze[0]), float(glaze[1]), float(glaze[2]))
    drink = ((0.01, 0.02, 0.04), (0.02, 0.09, 0.3), (0.25, 0.4, 0.5))[int(rng.integers(3))]
    handle = float(rng.uniform(0, 360))
    return (radius, radius), lambda at: Cylinder(at.x_mm, at.y_mm, radius, height, colour, drink, handle)


def _coin(rng: np.random.Generator) -> _Made:
    radius = float(rng.uniform(8, 14))
    metals = ((0.2, 0.42, 0.55), (0.5, 0.52, 0.53), (0.15, 0.25, 0.5), (0.05, 0.05, 0.45))
    metal = metals[int(rng.integers(len(metals)))]
    return (radius, radius), lambda at: Cylinder(at.x_mm, at.y_mm, radius, 2.0, metal)


def _reaching(rng: np.random.Generator, spread: Spread) -> Hand:
    """A hand whose finger tips are somewhere over the cards, its arm coming from outside."""
    half = np.abs(spread.outline_mm).max(axis=0)
    x, y = rng.uniform(-0.95, 0.95, 2) * half
    outward = np.degrees(np.arctan2(y, x)) + rng.normal(0, 25)
    return draw_hand(rng, (float(x), float(y)), float(outward))


def _room(rng: np.random.Generator, half_mm: tuple[float, float], ground: _Ground) -> _Spot | None:
    """A place on the table that no other thing has; it is remembered as taken."""
    least, greatest = np.asarray(ground.edges_mm[:2]), np.asarray(ground.edges_mm[2:])
    lattice = np.abs(ground.spread.outline_mm).max(axis=0)
    for _ in range(TRIES):
        degrees = float(rng.choice([0, 90, 180, 270])) + float(rng.normal(0, 12))
        beyond = lattice + np.hypot(*half_mm) * rng.uniform(0.55, 1.9)
        edge = rng.uniform(-1, 1)
        sign = float(rng.choice([-1, 1]))
        along_x = rng.random() < 0.5
        x, y = (sign * beyond[0], edge * beyond[1]) if along_x else (edge * beyond[0], sign * beyond[1])
        outline = turned_rectangle(half_mm, (float(x), float(y)), degrees)
        on_table = bool(np.all(outline > least - 15) and np.all(outline < greatest + 15))
        if on_table and all(_apart(outline, other, 6.0) for other in ground.taken):
            ground.taken.append(outline)
            return _Spot(float(x), float(y), degrees)
    return None


def _apart(first: Points, second: Points, gap_mm: float) -> bool:
    """Whether some line separates two convex outlines by the gap."""
    for outline in (first, second):
        for start, end in zip(outline, np.roll(outline, -1, axis=0), strict=True):
            normal = np.array([end[1] - start[1], start[0] - end[0]]) / max(np.linalg.norm(end - start), 1e-9)
            one, other = first @ normal, second @ normal
            if one.min() > other.max() + gap_mm or other.min() > one.max() + gap_mm:
                return True
    return False
