"""How the inks of a card stand out from what is printed around them, by colour.

A lamp, a camera's white balance and a shadow change an ink and the paper around it alike, so their ratio
tells the ink where its colour by itself does not. Each place of a card is taken beside the mean of its
surroundings, in linear light. Blur and haze make all such differences fainter together, and cameras make
colours stronger or paler together: both are fitted, one number each for a card, and what is left speaks
against a reference.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats
from vision.patches import PATCH_COLUMNS_PX, PATCH_ROWS_PX, PATCHES

AROUND_PX = 8.0
"""How far the surroundings of a place reach, in pixels of the small size (each a millimetre of a card)."""
THINNEST_COVER = 0.3
FAINTEST_LIGHT = 0.01
STRONGEST = (-1.0, 1.5)
FADING = (0.1, 3.0)
SATURATION = (0.4, 1.6)
SATURATION_HOLD = 0.3
"""Pulls the strength of colours to the reference's, as so much of the deck's usual colour would."""


@dataclass(frozen=True, slots=True, eq=False)
class ContrastPictures:
    """What stands out in grey (cards x patches), and blue and red beside green (2 x cards x patches).

    `grey_squares` and `colour_squares` are the sums of their squares by card.
    """

    grey: Floats
    colour: Floats
    grey_squares: Floats
    colour_squares: Floats

    @classmethod
    def of(cls, grey: Floats, colour: Floats) -> ContrastPictures:
        """What stands out, and its squares."""
        return cls(grey, colour, np.vecdot(grey, grey), np.vecdot(colour, colour).sum(axis=0))


def ink_contrast(light: Floats, cover: Floats) -> ContrastPictures:
    """What stands out on cards (channels x cards x patches, linear); `cover` is the card's share."""
    whole = light / np.maximum(cover, np.float32(THINNEST_COVER))
    flat: Floats = whole.reshape(-1, *PATCHES).astype(np.float32, copy=False)
    across = (flat.reshape(-1, PATCHES[1]) @ _ACROSS).reshape(flat.shape)
    around = np.matmul(_DOWN, across).reshape(whole.shape)
    apart = np.clip(whole / np.maximum(around, np.float32(FAINTEST_LIGHT)) - 1, *STRONGEST)
    colour = apart[::2] - apart[1]
    return ContrastPictures.of(apart.mean(axis=0).astype(np.float32), colour.astype(np.float32))


def contrast_misfit(seen: ContrastPictures, deck: ContrastPictures) -> Floats:
    """What every reference leaves unexplained of every card's colours: cards x references."""
    fading = np.clip(seen.grey @ deck.grey.T / np.maximum(deck.grey_squares, 1e-6), *FADING)
    both = fading * (seen.colour @ deck.colour.transpose(0, 2, 1)).sum(axis=0)
    squares = fading * fading * deck.colour_squares
    usual = np.float32(SATURATION_HOLD) * squares.mean(axis=1, keepdims=True) + np.float32(1e-6)
    strength = np.clip((both + usual) / (squares + usual), *SATURATION)
    own = seen.colour_squares[:, None]
    left = own - 2 * strength * both + strength * strength * squares
    misfit: Floats = (np.maximum(left, 0) / np.float32(seen.grey.shape[1])).astype(np.float32)
    return misfit


def _softening(places: int, around: float) -> Floats:
    """What softens one side of a card, as a matrix: all cards are softened by one product."""
    taps = 2 * round(4 * around) + 1
    soft = cv2.GaussianBlur(
        np.eye(places, dtype=np.float32), (1, taps), 0, sigmaY=around, borderType=cv2.BORDER_REFLECT
    )
    return np.asarray(soft, np.float32)


_DOWN = _softening(PATCHES[0], AROUND_PX / PATCH_ROWS_PX)
_ACROSS = _softening(PATCHES[1], AROUND_PX / PATCH_COLUMNS_PX).T.copy()
