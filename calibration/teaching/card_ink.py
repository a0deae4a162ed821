"""The ink of a card: the colour of what is most colourful on it, as a* and b*."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Floats, Picture

COLOURFUL = 0.6  # the share of a card that is less colourful than its ink


def card_ink(picture_bgr: Picture) -> Floats:
    """The mean colour of the ink."""
    small = cv2.resize(picture_bgr, (56, 87), interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).reshape(-1, 3).astype(np.float32)
    chroma = np.linalg.norm(lab[:, 1:] - 128, axis=1)
    strong = lab[chroma >= np.quantile(chroma, COLOURFUL)]
    mean: Floats = strong[:, 1:].mean(axis=0) - 128
    return mean


def ink_distance(one: Sequence[float] | Floats, other: Sequence[float] | Floats) -> float:
    """How far two inks are apart, in the steps of Lab that a person sees."""
    return float(np.linalg.norm(np.subtract(one, other)))
