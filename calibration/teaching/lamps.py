"""A deck tried out under lamps that its photos did not show: which colours would it mistake there?

A lamp that the camera balances in part, more light than the sensor can count, and a camera that makes colours
paler or stronger than another move all colours of a table. Where the cards of one colour were photographed in
such a light and those of another were not, the reader takes the one for the other, and is sure of it: nothing
in the photos tells it better.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.teaching.photo_cards import MARGIN
from calibration.teaching.references import Reference
from calibration.teaching.sheet import Sheet, lay_out
from vision.arrays import Floats, Indices, Picture
from vision.evidence import gather
from vision.light_curve import linear_light, shown_light
from vision.references import DeckReferences
from vision.under_lamps import UnderLamps

LAMPS = 96
CARDS_UNDER_EACH = 16
WARMTH = (-0.1, 0.75)
WARMTH_OF_BLUE, WARMTH_OF_RED = -0.7, 0.45
"""The logarithm of blue and red beside green of a lamp: 0 is daylight, 0.75 a bulb of 2700 K."""
BALANCED = (0.65, 1.05)
BALANCE_ERROR = 0.055
"""What share of the lamp's tint a camera takes out, and how far it errs in each channel besides."""
EXPOSURE, SATURATION, CONTRAST = (-0.5, 0.5), (-0.25, 0.3), (-0.2, 0.2)
"""How much light there is, and how much colour and contrast a camera gives, as logarithms."""
GREY = (0.1, 0.6, 0.3)
BLUR_PX, NOISE, CORNER_PX = 1.8, 4.0, 2.0
TABLE = 118


@dataclass(frozen=True, slots=True, eq=False)
class Lamp:
    """A lamp, and a camera's answer to it: what each channel is multiplied by before and after the sensor."""

    light: Floats
    balance: Floats
    saturation: float
    contrast: float

    @classmethod
    def drawn(cls, rng: np.random.Generator) -> Lamp:
        """One of those that stand over tables."""
        tint = rng.uniform(*WARMTH) * np.array([WARMTH_OF_BLUE, 0.0, WARMTH_OF_RED])
        error = rng.normal(0, BALANCE_ERROR, 3)
        balance = np.exp(error - rng.uniform(*BALANCED) * tint)
        exposure, saturation, contrast = (rng.uniform(*span) for span in (EXPOSURE, SATURATION, CONTRAST))
        light = np.exp(tint + exposure)
        return cls(light, balance, float(np.exp(saturation)), float(np.exp(contrast)))

    def shows(self, picture_bgr: Picture) -> Floats:
        """The numbers of a file in which a camera shows this picture under the lamp, from 0 to 255."""
        counted = np.clip(linear_light(picture_bgr) * self.light, 0, 1)
        grey = np.full((3, 1), 1.0) @ np.array([GREY])
        colours = (grey + (np.eye(3) - grey) * self.saturation) @ np.diag(self.balance)
        seen = cv2.transform(counted.astype(np.float32), colours.astype(np.float32))
        shown: Floats = 255 * shown_light(np.asarray(seen, np.float32)) ** np.float32(self.contrast)
        return shown


def mistaken_under_lamps(
    references: Mapping[str, Sequence[Reference]], deck: DeckReferences
) -> tuple[UnderLamps, ...]:
    """For every two colours the faces that were mistaken worst; negative where the right one stayed ahead."""
    colours = deck.hues[0].of_code
    worst: dict[tuple[int, int], UnderLamps] = {}
    for number in range(LAMPS):
        rng = np.random.default_rng([number, 31])
        shown = _some_of_each(colours[: deck.faces], rng)
        held = [references[deck.codes[code]] for code in shown]
        pictures = [taught[int(rng.integers(len(taught)))].picture_bgr for taught in held]
        sheet = _under(Lamp.drawn(rng), pictures, rng)
        scores = gather(sheet.frame_bgr, sheet.quads, deck).scores()
        for row, code in zip(scores, shown, strict=True):
            _note(worst, row - row[code], code, deck)
    return tuple(sorted(worst.values(), key=lambda found: -found.ahead))


def _note(worst: dict[tuple[int, int], UnderLamps], ahead: Floats, code: int, deck: DeckReferences) -> None:
    colours = deck.hues[0].of_code
    for colour in sorted(set(colours[: deck.faces].tolist()) - {int(colours[code])}):
        other = int(np.where(colours == colour, ahead, -np.inf).argmax())
        pair = (min(colour, int(colours[code])), max(colour, int(colours[code])))
        found = UnderLamps(deck.codes[code], deck.codes[other], round(float(ahead[other]), 1))
        if pair not in worst or worst[pair].ahead < found.ahead:
            worst[pair] = found


def _some_of_each(colours: Indices, rng: np.random.Generator) -> list[int]:
    """So many faces, as many of one colour as of another."""
    order = rng.permutation(len(colours))
    turn = np.zeros(len(colours), np.intp)
    for colour in np.unique(colours):
        own = order[colours[order] == colour]
        turn[own] = np.arange(len(own))
    return [int(code) for code in order[np.argsort(turn[order], kind="stable")][:CARDS_UNDER_EACH]]


def _under(lamp: Lamp, pictures: Sequence[Picture], rng: np.random.Generator) -> Sheet:
    """The pictures on a sheet, under one lamp."""
    shown = []
    for picture in pictures:
        left, top = (round(side * MARGIN / (1 - 2 * MARGIN)) for side in picture.shape[1::-1])
        framed = cv2.copyMakeBorder(
            picture, top, top, left, left, cv2.BORDER_CONSTANT, value=(TABLE, TABLE, TABLE)
        )
        seen = lamp.shows(np.asarray(cv2.GaussianBlur(framed, (0, 0), BLUR_PX), np.uint8))
        seen += rng.normal(0, NOISE, seen.shape).astype(np.float32)
        shown.append(np.clip(np.rint(seen), 0, 255).astype(np.uint8))
    sheet = lay_out(shown)
    return Sheet(sheet.frame_bgr, sheet.quads + rng.normal(0, CORNER_PX, sheet.quads.shape))
