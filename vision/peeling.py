"""Take cards off the table from the top: the likeliest first, and each hides what lies under it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Indices
from vision.lattice import CardSize, Points
from vision.lattice_model import Floats
from vision.loose_table import LooseTable
from vision.pose_evidence import look_at_poses
from vision.pose_judgement import Judged, Shown, judge
from vision.quads import areas

LEAST_LIKELY = 0.5
LEAST_GROUND = 0.12  # of a card that must show
SAME_PLACE_MM = 5.0  # two cards' middles are never nearer, unless they are squared in one pile
ROUNDS = 2  # cards found under others hide the next ones


@dataclass(frozen=True, slots=True, eq=False)
class PeeledCards:
    """Cards from the top down: the way from each one's millimetres, how likely it is, how much shows."""

    planes: Points
    likely: Floats
    visible: Floats


def peel(table: LooseTable, guesses: Points) -> PeeledCards:
    """Choose cards among guesses, each given by the way from its millimetres to the small frame."""
    if len(guesses) == 0:
        return PeeledCards(guesses, np.zeros(0), np.zeros(0))
    pile = _Pile(table, guesses)
    pile.take_off()
    return pile.cards()


def peel_further(table: LooseTable, found: PeeledCards) -> PeeledCards:
    """Choose cards under those that were found, and under these."""
    pile = _Pile(table, found.planes, found)
    for _ in range(ROUNDS):
        known = len(pile.chosen)
        pile.add(table.parts_beside(pile.corners()))
        pile.take_off()
        if len(pile.chosen) == known:
            break
    return pile.cards()


class _Pile:
    """The guesses that are left, and the cards that were taken off."""

    def __init__(self, table: LooseTable, planes: Points, found: PeeledCards | None = None) -> None:
        self._table = table
        self._planes = planes
        self._seen = look_at_poses(table.small, planes, table.card)
        self._shown = Shown.all_of(self._seen)
        self._alive = np.ones(len(planes), bool)
        self.chosen: list[int] = list(range(len(planes))) if found else []
        self._likely: list[float] = found.likely.tolist() if found else []
        self._visible: list[float] = found.visible.tolist() if found else []

    def corners(self) -> Points:
        """The corners of the cards taken off, in pixels."""
        return self._seen.corners[self.chosen]

    def cards(self) -> PeeledCards:
        """The cards taken off."""
        return PeeledCards(self._planes[self.chosen], np.array(self._likely), np.array(self._visible))

    def add(self, planes: Points) -> None:
        """More guesses, under the cards that were taken off."""
        old = self._seen.corners[self.chosen]
        self._planes = np.concatenate([self._planes[self.chosen], planes])
        self._seen = look_at_poses(self._table.small, self._planes, self._table.card)
        self._shown = Shown.all_of(self._seen)
        self._alive = np.arange(len(self._planes)) >= len(old)
        self.chosen = list(range(len(old)))
        for upper in self.chosen:
            self._cover(upper)

    def take_off(self) -> None:
        """Take off what is likely a card, until nothing is."""
        judged = judge(self._seen, self._shown, np.arange(len(self._planes)))
        while self._alive.any():
            self._alive &= judged.visible > LEAST_GROUND
            likely = np.where(self._alive, judged.likely, 0.0)
            best = int(likely.argmax())
            if likely[best] < LEAST_LIKELY:
                return
            self._take(best, judged)
            near = self._cover(best)
            again = judge(self._seen, self._shown, near)
            judged.likely[near], judged.visible[near] = again.likely, again.visible

    def _take(self, best: int, judged: Judged) -> None:
        self.chosen.append(best)
        self._likely.append(float(judged.likely[best]))
        self._visible.append(float(judged.visible[best]))
        self._alive[best] = False

    def _cover(self, upper: int) -> Indices:
        """Hide what lies under a card, and forget guesses at the card itself; return those near it."""
        corners = self._seen.corners
        px_per_mm = _px_per_mm(corners[upper], self._table.card)
        near = self._shown.hide(self._seen, corners[upper], px_per_mm)
        apart = np.hypot(*(corners.mean(1) - corners[upper].mean(0)).T)
        self._alive &= apart > SAME_PLACE_MM * px_per_mm
        return near


def _px_per_mm(quad: Points, card: CardSize) -> float:
    return float(np.sqrt(abs(float(areas(quad[None])[0])) / (card.width_mm * card.height_mm)))
