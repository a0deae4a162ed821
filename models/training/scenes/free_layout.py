"""Cards without a lattice: strewn, touching, in rows and fans, as zones are laid out at the end of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np

from models.training.scenes.card import CardBody
from models.training.scenes.condition import Condition
from models.training.scenes.deck import CARD_HEIGHT_MM, CARD_WIDTH_MM, Deck
from models.training.scenes.habit import Habit, draw_bend, draw_habit, draw_stock
from models.training.scenes.loose_cards import carried, draw_fan, draw_zone
from models.training.scenes.spread import Spread

FEWEST, MOST = 6, 30


def draw_free_spread(
    rng: np.random.Generator, condition: Condition, deck: Deck, codes: Sequence[str] = ()
) -> Spread:
    """From 6 to 30 cards in one of the ways people lay cards down; just those that are named, if any are."""
    habit = draw_habit(rng, condition)
    count = len(codes) or int(rng.integers(FEWEST, MOST + 1))
    ways: tuple[Callable[..., list[CardBody]], ...] = (_strewn, _touching, _rows, _fans)
    cards = ways[int(rng.integers(len(ways)))](rng, deck, habit, count)[: max(MOST, count)]
    if codes:
        cards = [replace(card, code=code) for card, code in zip(cards, codes, strict=False)]
    else:
        cards = [_shown(rng, condition, deck, card) for card in cards]
    corners = np.vstack([card.corners_mm()[:, :2] for card in cards])
    middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
    cards = [
        replace(card, x_mm=card.x_mm - float(middle[0]), y_mm=card.y_mm - float(middle[1])) for card in cards
    ]
    outline = cv2.convexHull((corners - middle).astype(np.float32))[:, 0].astype(np.float64)
    return Spread(tuple(cards), outline, habit)


def _strewn(rng: np.random.Generator, deck: Deck, habit: Habit, count: int) -> list[CardBody]:
    """Thrown down anywhere at any angle; some come to lie on others."""
    side = float(np.sqrt(count)) * rng.uniform(75, 115)
    return [
        _card(
            rng,
            deck,
            habit,
            (*(rng.uniform(-side / 2, side / 2, 2)), float(rng.uniform(0, 360)), 0.3 * index),
        )
        for index in range(count)
    ]


def _touching(rng: np.random.Generator, deck: Deck, habit: Habit, count: int) -> list[CardBody]:
    """Edge to edge in a block, with hardly a gap."""
    columns = int(np.ceil(np.sqrt(count * 1.4)))
    gap = float(rng.uniform(0, 1.5))
    return [
        _card(
            rng,
            deck,
            habit,
            (
                (index % columns) * (CARD_WIDTH_MM + gap) + float(rng.normal(0, 0.4)),
                (index // columns) * (CARD_HEIGHT_MM + gap) + float(rng.normal(0, 0.4)),
                float(rng.normal(0, 0.6)) + 180 * int(rng.random() < 0.2),
                0.05 * index,
            ),
        )
        for index in range(count)
    ]


def _rows(rng: np.random.Generator, deck: Deck, habit: Habit, count: int) -> list[CardBody]:
    """One zone under another, each a row of overlapping or separate cards."""
    cards: list[CardBody] = []
    line = 0
    while len(cards) < count:
        row = draw_zone(rng, deck, habit)
        cards += carried(
            row, float(rng.normal(0, 25)), line * float(rng.uniform(94, 112)), float(rng.normal(0, 3))
        )
        line += 1
    return cards[:count]


def _fans(rng: np.random.Generator, deck: Deck, habit: Habit, count: int) -> list[CardBody]:
    """Fans of faces, as a hand is shown."""
    cards: list[CardBody] = []
    line = 0
    while len(cards) < count:
        fan = draw_fan(rng, deck, habit)[: int(rng.integers(3, 10))]
        codes = rng.choice(deck.cards(), len(fan))
        wider = float(rng.uniform(1.0, 2.4))
        faces = [
            replace(card, code=str(code), x_mm=card.x_mm * wider)
            for card, code in zip(fan, codes, strict=True)
        ]
        cards += carried(faces, float(rng.normal(0, 30)), line * 125.0, float(rng.normal(0, 8)))
        line += 1
    return cards[:count]


def _card(
    rng: np.random.Generator, deck: Deck, habit: Habit, pose: tuple[float, float, float, float]
) -> CardBody:
    code = str(rng.choice(deck.cards()))
    x, y, degrees, height = (float(value) for value in pose)
    return CardBody(code, x, y, degrees, draw_bend(rng, habit), draw_stock(rng, habit), height)


def _shown(rng: np.random.Generator, condition: Condition, deck: Deck, card: CardBody) -> CardBody:
    turned = 180.0 if rng.random() < condition.upside_down_chance else 0.0
    code = deck.backs_alike(card.code) if rng.random() < condition.back_chance else card.code
    return replace(card, code=code, angle_degrees=card.angle_degrees + turned)
