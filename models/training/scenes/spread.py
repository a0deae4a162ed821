"""Cards that lie on a table, whatever their order: what camera, light and clutter have to respect."""

from __future__ import annotations

from dataclasses import dataclass

from models.training.scenes.arrays import Points
from models.training.scenes.card import CardBody
from models.training.scenes.habit import Habit


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """The cards in the order they were laid, the convex outline that holds them, and what they share."""

    cards: tuple[CardBody, ...]
    outline_mm: Points
    habit: Habit
