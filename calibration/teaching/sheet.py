"""Cut-out cards laid out on one plain sheet, so that whatever reads a table can read them too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.teaching.photo_cards import MARGIN
from vision.arrays import Picture, Points
from vision.cell_images import CellImage

CARDS_IN_A_ROW = 6
CARD_PX = (224, 348)
GAP_PX = 12
TABLE = 118


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A picture of cards in rows, and their corners: cards x 4 x 2."""

    frame_bgr: Picture
    quads: Points

    def cells(self) -> list[CellImage]:
        """The cards as cells of a table."""
        return [
            CellImage(number // CARDS_IN_A_ROW, number % CARDS_IN_A_ROW, quad)
            for number, quad in enumerate(self.quads)
        ]


def lay_out(pictures: Sequence[Picture]) -> Sheet:
    """Lay pictures kept with their margin on a sheet; corners are where they were cut."""
    width, height = (round(side / (1 - 2 * MARGIN)) for side in CARD_PX)
    step_x, step_y = width + GAP_PX, height + GAP_PX
    columns = min(CARDS_IN_A_ROW, len(pictures))
    rows = -(-len(pictures) // CARDS_IN_A_ROW)
    frame = np.full((rows * step_y + GAP_PX, columns * step_x + GAP_PX, 3), TABLE, np.uint8)
    quads = np.empty((len(pictures), 4, 2))
    inner = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * (1 - 2 * MARGIN) + MARGIN
    for number, picture in enumerate(pictures):
        left = GAP_PX + (number % CARDS_IN_A_ROW) * step_x
        top = GAP_PX + (number // CARDS_IN_A_ROW) * step_y
        frame[top : top + height, left : left + width] = cv2.resize(
            picture, (width, height), interpolation=cv2.INTER_AREA
        )
        quads[number] = inner * (width, height) + (left - 0.5, top - 0.5)
    return Sheet(frame, quads)
