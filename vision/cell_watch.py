"""Look at a few cells in every frame, in turn: which hold a card now, and is the lattice still there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.card_edges import measure_sides, placed_planes
from vision.empty_cells import table_share
from vision.expected_cards import card_presence
from vision.lattice import FindSettings, Image, Lattice, LatticeCell, Points, planes_of_cards, project
from vision.lattice_model import Floats
from vision.refine import refine_corners

CELLS_EACH_FRAME = 2
LOOKS_TO_CHANGE = 2  # a cell changes when it looks changed this many times in a row


class CellWatch:
    """Keeps the occupancy of a followed lattice up to date, a few cells a frame."""

    def __init__(self, lattice: Lattice, settings: FindSettings) -> None:
        self._settings = settings
        self._occupied = [cell.occupied for cell in lattice.cells]
        self._presence = [cell.presence for cell in lattice.cells]
        self._other_looks = [0] * len(lattice.cells)
        self._next = 0

    @property
    def vanished(self) -> bool:
        """Whether so few cards are left that the lattice may be somewhere else."""
        return sum(self._occupied) < 3

    def look(self, frame_bgr: Image, lattice: Lattice) -> Lattice:
        """Return the lattice with what is known of its cells after this frame."""
        count = len(lattice.cells)
        turn = [(self._next + step) % count for step in range(min(CELLS_EACH_FRAME, count))]
        self._next = (self._next + len(turn)) % count
        for index, presence in zip(turn, self.measure(frame_bgr, lattice, turn), strict=True):
            self._note(index, float(presence))
        cells = tuple(
            cell
            if cell.presence == presence and cell.occupied == occupied
            else replace(cell, occupied=occupied, presence=presence)
            for cell, occupied, presence in zip(lattice.cells, self._occupied, self._presence, strict=True)
        )
        return replace(lattice, cells=cells)

    def _note(self, index: int, presence: float) -> None:
        self._presence[index] = presence
        if (presence > 0.5) == self._occupied[index]:
            self._other_looks[index] = 0
            return
        self._other_looks[index] += 1
        if self._other_looks[index] >= LOOKS_TO_CHANGE:
            self._occupied[index] = presence > 0.5
            self._other_looks[index] = 0

    def measure(self, frame_bgr: Image, lattice: Lattice, turn: list[int]) -> Floats:
        """How likely a card lies in each of some cells, as this frame shows them."""
        turned = int(lattice.cell_mm[0] > lattice.cell_mm[1])
        corners = np.stack([_own_order(lattice.cells[index], turned) for index in turn])
        planes = planes_of_cards(corners, self._settings.card.size_mm)
        card = self._settings.card
        gap = min(lattice.pitch_mm[0] - lattice.cell_mm[0], lattice.pitch_mm[1] - lattice.cell_mm[1])
        placements = measure_sides(frame_bgr, planes, card).place()
        return card_presence(placements, table_share(frame_bgr, planes, card, gap))


def outlines_seen(frame_bgr: Image, lattice: Lattice, expected: Points) -> Points:
    """The cards' outlines as this frame shows them, each looked for around where one is expected.

    `expected` are outlines in the lattice's order of corners: cells x 4 x 2. A card may lie half a centimetre
    off and a little turned; where no clear edges are, its outline stays near the expected one.
    """
    turned, card = int(lattice.cell_mm[0] > lattice.cell_mm[1]), FindSettings().card
    planes = planes_of_cards(np.roll(expected, turned, axis=1), card.size_mm)
    placed = placed_planes(planes, measure_sides(frame_bgr, planes, card).place(), card)
    outlines = project(placed, np.broadcast_to(card.corners_mm, (len(placed), 4, 2)))
    return np.roll(refine_corners(frame_bgr, outlines, card), -turned, axis=1)


def _own_order(cell: LatticeCell, turned: int) -> Floats:
    """Return the corners from one that starts a short side."""
    return np.roll(cell.corners, turned, axis=0)
