"""Is there white paper on the cards of a deck? Where there is, it shows the tint of every photo's light."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats

BRIGHTEST = 97
AS_BRIGHT = 0.85
"""Of the brightest light of each channel: paper reflects that much of all of them at one place."""
HARDLY_ANY, ENOUGH = 0.01, 0.04  # of a card's face
TINTED = 0.45
"""A light's tint, as a logarithm, from which what is brightest is more likely ink."""
PAPER = 0.85
DARKEST = 0.004


@dataclass(frozen=True, slots=True, eq=False)
class PaperLight:
    """The light that would make what is brightest in each photo white paper, and how far that is believed."""

    logarithms: Floats
    trust: float


def paper_light(photos: Sequence[Sequence[Floats]]) -> PaperLight:
    """Look for paper on the cards of every photo, in linear light.

    A deck has it on all its cards or on none: ground that is pale in one photo only is no paper.
    """
    lights, trust = [], []
    for cards in photos:
        bright = np.stack([np.percentile(card.reshape(-1, 3), BRIGHTEST, axis=0) for card in cards])
        light = np.log(np.maximum(np.median(bright, axis=0), DARKEST) / PAPER)
        share = float(np.median([_share(card, top) for card, top in zip(cards, bright, strict=True)]))
        tint = float(np.abs(light - light.mean()).max())
        lights.append(light)
        trust.append(np.clip((share - HARDLY_ANY) / (ENOUGH - HARDLY_ANY), 0, 1) / (1 + (tint / TINTED) ** 4))
    return PaperLight(np.array(lights, np.float32), float(np.quantile(trust, 0.25)))


def _share(card: Floats, brightest: Floats) -> float:
    """What share of a card is nearly as bright as can be in all channels at once."""
    return float((card > AS_BRIGHT * brightest).all(axis=2).mean())
