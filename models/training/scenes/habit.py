"""What the cards of one table share, and how each of them still differs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.training.scenes.arrays import draw_between
from models.training.scenes.card import Bend
from models.training.scenes.card_stock import Stock
from models.training.scenes.condition import Condition


@dataclass(frozen=True, slots=True)
class Habit:
    """What all cards of one table share: the deck's age and coat, and the care of the hands that laid it."""

    care: float
    gloss: float
    roughness: float
    wear: float
    sleeve_mm: float
    curl_mm: float
    curl_degrees: float
    ink_gains: tuple[float, float, float]
    ink_gamma: float


def draw_habit(rng: np.random.Generator, condition: Condition) -> Habit:
    """One table's deck and one table's hands."""
    gains = np.exp(rng.normal(0, 0.025, 3))
    return Habit(
        care=draw_between(rng, condition.jitter),
        gloss=draw_between(rng, condition.gloss),
        roughness=draw_between(rng, condition.coat_roughness),
        wear=draw_between(rng, condition.wear) ** 1.5,
        sleeve_mm=float(rng.uniform(1.0, 3.0)) if rng.random() < condition.sleeve_chance else 0.0,
        curl_mm=draw_between(rng, condition.curl_mm) * float(rng.choice([-1, 1, 1])),
        curl_degrees=float(rng.choice([0, 90, 90, 45])) + float(rng.normal(0, 10)),
        ink_gains=(float(gains[0]), float(gains[1]), float(gains[2])),
        ink_gamma=float(np.exp(rng.normal(0, 0.08))),
    )


def draw_stock(rng: np.random.Generator, habit: Habit) -> Stock:
    """The material of one card of the table."""
    sleeved = habit.sleeve_mm > 0
    lean = rng.normal(0, 0.012 if sleeved else 0.006, 2)
    return Stock(
        gloss=max(habit.gloss, 0.7) if sleeved else habit.gloss,
        roughness=min(habit.roughness, 0.06) if sleeved else habit.roughness,
        lean=(float(lean[0]), float(lean[1])),
        wear=float(np.clip(habit.wear * rng.uniform(0.5, 1.5), 0, 1)),
        sleeve_mm=habit.sleeve_mm,
        ink_gains=habit.ink_gains,
        ink_gamma=habit.ink_gamma,
        seed=int(rng.integers(1 << 30)),
    )


def draw_bend(rng: np.random.Generator, habit: Habit) -> Bend:
    """The curl of one card of the table."""
    return Bend(habit.curl_mm * float(rng.uniform(0.3, 1.4)), habit.curl_degrees + float(rng.normal(0, 8)))
