"""A deck whose corners can be measured: white cards with a black square whose corners are known."""

from __future__ import annotations

import numpy as np

from models.training.scenes.codes import ALL_CODES, COLOURS
from models.training.scenes.deck import Deck

WIDTH_PX, HEIGHT_PX = 560, 870
FIRST, LAST_X, LAST_Y = 40, 520, 830
"""A black frame's inner white panel starts and ends here, ten pixels a millimetre."""


def marker_deck() -> Deck:
    """White panels on black cards, the top left quarter grey so that the card's own order shows."""
    face = np.zeros((HEIGHT_PX, WIDTH_PX, 3), np.uint8)
    face[FIRST:LAST_Y, FIRST:LAST_X] = 255
    face[FIRST:435, FIRST:280] = 150
    back = np.full((HEIGHT_PX, WIDTH_PX, 3), 90, np.uint8)
    return Deck("marker", dict.fromkeys(ALL_CODES, face), dict.fromkeys(COLOURS, back))
