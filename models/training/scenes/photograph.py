"""Paints a setting with cards and clutter, and keeps what the truth is taken from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.training.scenes.arrays import Picture
from models.training.scenes.camera import Window
from models.training.scenes.canvas import Canvas, new_canvas
from models.training.scenes.card import CardBody, paint_card
from models.training.scenes.clutter import Clutter
from models.training.scenes.deck import Deck
from models.training.scenes.painting import lit, paint_table
from models.training.scenes.setting import Setting
from models.training.scenes.truth import CardTruth
from models.training.scenes.witness import as_corners, share_seen

FIRST_CARD = 1  # owners: 0 is the table, then the cards in the order they were laid
COVER = -1  # whatever hides cards or table
DROWNING = 0.5  # mirrored light beside that of white paper


@dataclass(frozen=True, slots=True, eq=False)
class Photograph:
    """A picture, the canvas it was developed from, and how many pixels each card took when it was painted."""

    frame_bgr: Picture
    canvas: Canvas
    painted_px: tuple[int, ...]

    def card_seen(self, index: int, body: CardBody) -> float:
        """The share of a card that shows in the end."""
        corners = self.canvas.camera.project(body.corners_mm())
        return share_seen(self.canvas, corners, FIRST_CARD + index, self.painted_px[index])

    def card_glare(self, index: int, body: CardBody) -> float:
        """The share of what shows of a card that mirrors more light than half of white paper."""
        box = self.canvas.box_around(self.canvas.camera.project(body.corners_mm()), 2)
        if box is None:
            return 0.0
        shown = self.canvas.owner[box] == FIRST_CARD + index
        drowned = int(np.count_nonzero(shown & (self.canvas.mirrored[box] > DROWNING)))
        return round(drowned / max(1, int(np.count_nonzero(shown))), 4)

    def card_truth(self, index: int, body: CardBody) -> CardTruth:
        """What is true of the card at a place in the order of laying."""
        corners = as_corners(self.canvas.camera.project(body.corners_mm()))
        return CardTruth(body.code, corners, self.card_seen(index, body), self.card_glare(index, body))


def take_photograph(
    setting: Setting,
    cards: tuple[CardBody, ...],
    clutter: Clutter,
    deck: Deck,
    shot: tuple[Window, tuple[int, ...]],
) -> Photograph:
    """Paint cards in order, the clutter's cards after them, things from far to near, hands last, and develop.

    The shot names the window to paint and the seed of its noise.
    """
    window, noise_seed = shot
    canvas = new_canvas(setting.camera, window)
    paint_table(canvas, setting.table, setting.light)
    painted = tuple(
        paint_card(canvas, body, deck, setting.light, FIRST_CARD + index)
        for index, body in enumerate((*cards, *clutter.cards))
    )
    eye = np.asarray(setting.camera.eye_mm[:2])
    for thing in sorted(
        clutter.things, key=lambda it: -float(np.linalg.norm(it.footprint_mm().mean(axis=0) - eye))
    ):
        thing.paint(canvas, setting.light, COVER)
    for hand in clutter.hands:
        hand.paint(canvas, setting.light, COVER)
    light = lit(canvas, setting.light)
    frame = setting.sensor.develop(light, setting.camera, window, np.random.default_rng(noise_seed))
    return Photograph(frame, canvas, painted)
