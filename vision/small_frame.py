"""The frame at the size at which cards are looked for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.card_edges import level_of
from vision.card_marks import CardMarks, Part
from vision.lattice import Image, Points
from vision.shrinking import shrunk_to
from vision.table_colours import TableColours, table_colours

NOISY = 4.0  # grey levels
NEAR_ENOUGH = 1.15  # of the working size: resizing once more would cost more than it saves


@dataclass(frozen=True)
class SmallFrame:
    """A reduced frame, how many frame pixels its own are wide and high, and the cards marked in it.

    With the marks come the table's colours.
    """

    image: Image
    scale: Points
    marks: CardMarks | None = None
    part: Part | None = None  # in which they are marked

    def marked(self, marks: CardMarks, part: Part | None = None) -> SmallFrame:
        """Return the frame with the cards that are marked in it, or in a part of it."""
        return SmallFrame(self.image, self.scale, marks, part)

    @cached_property
    def colours(self) -> TableColours | None:
        """The table's colours, learned when they are first asked for: most looks at no grid need none."""
        if self.marks is None:
            return None
        return table_colours(self.image if self.part is None else self.part.of(self.image), self.marks)


def shrink(frame_bgr: Image, work_px: int) -> SmallFrame:
    """Return the frame with its longer side near the working size."""
    height, width = frame_bgr.shape[:2]
    image = shrunk_to(frame_bgr, work_px, NEAR_ENOUGH)
    if noise_of(image) > NOISY:
        image = np.asarray(cv2.GaussianBlur(image, (5, 5), 0), np.uint8)
    return SmallFrame(image, np.array([width / image.shape[1], height / image.shape[0]]))


def noise_of(image: Image) -> float:
    """Return the usual difference between neighbouring pixels: most of any picture is plain."""
    rows = image[::24]
    change = cv2.absdiff(rows[:, :-1:4].copy(), rows[:, 1::4].copy())
    return float(level_of(np.asarray(change, np.uint8), 0.5))
