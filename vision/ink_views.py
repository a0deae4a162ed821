"""The inks of a table under curves that may be its camera's, and the light that all cards share by each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Indices, Mask, Points
from vision.camera_curve import CameraCurve
from vision.comparison import Comparison
from vision.ink import InkFit, fit_inks, likely_curves
from vision.ink_contrast import ContrastPictures, contrast_misfit, ink_contrast
from vision.known_table import KnownTable
from vision.reading_weights import READER_WEIGHTS
from vision.references import DeckReferences
from vision.seen_inks import InkCuts
from vision.table_light import TableLight, share_light

PIXELS_THAT_COUNT = 150.0
"""A small cut-out has thousands of pixels; neighbours err alike, so about so many speak for themselves."""
FAINTEST_INK = 2e-5
FAINTEST_CONTRAST = 1e-4
LIGHT_KEPT = 0.1
"""Between two looks the light may wander as cards stray from it: sixteen of them hold it like one or two."""
SHOWS_SOMETHING = 0.3


@dataclass(frozen=True, slots=True, eq=False)
class InkView:
    """The inks under one curve of the camera, the picture of each code, and two readers' words of them.

    `stands_out` is how the inks of each cell stand out.
    """

    curve: CameraCurve
    inks: InkFit
    stands_out: ContrastPictures
    pictures: Indices
    words: tuple[Floats, Floats]

    def beside(self, ink: Floats, contrast: Floats) -> Floats:
        """How far these words are from what all views say together, by their weight."""
        off: Floats = READER_WEIGHTS.ink * (self.words[0] - ink)
        return off + READER_WEIGHTS.contrast * (self.words[1] - contrast)


def ink_views(
    found: Comparison, deck: DeckReferences, guesses: Indices, table: KnownTable | None
) -> list[InkView]:
    """The inks under the curve of the camera; under two where it is not clear, so that both are heard."""
    pictures = deck.inks[found.blur]
    cuts = InkCuts.of(found.cut, found.rimmed, pictures.cover)
    curves = (table.curve,) if table else likely_curves(cuts, pictures, guesses, found.explained)
    return [_ink_view(curve, fit_inks(cuts, curve, pictures, guesses), deck, found.blur) for curve in curves]


def _ink_view(curve: CameraCurve, inks: InkFit, deck: DeckReferences, blur: int) -> InkView:
    misfit, pictures = deck.best_of_kinds(-inks.misfit)
    stands_out = ink_contrast(inks.seen, deck.inks[blur].cover)
    words = (behind(-misfit, FAINTEST_INK), _contrast(stands_out, deck, blur))
    return InkView(
        curve, inks, stands_out, pictures, (deck.digits.tied(words[0]), deck.digits.tied(words[1]))
    )


def wavering(views: list[Floats]) -> Mask:
    """Where not all views of the cells, with all that other readers say, tell the same code."""
    codes = np.stack([scores.argmax(axis=1) for scores in views])
    wavers: Mask = (codes != codes[0]).any(axis=0)
    return wavers


def _contrast(stands_out: ContrastPictures, deck: DeckReferences, blur: int) -> Floats:
    misfit = contrast_misfit(stands_out, deck.inks[blur].contrast)
    return behind(-deck.best_of_kinds(-misfit)[0], FAINTEST_CONTRAST)


def shared_light(
    found: Comparison, scores: Floats, view: InkView, seen: tuple[Points, KnownTable | None]
) -> TableLight:
    """The light that all cards share, by cells' places and what is known of their table."""
    (places, table), inks = seen, view.inks
    cells = np.arange(len(scores))[:, None]
    gains, held = inks.gains[:, cells, view.pictures], inks.held[:, cells, view.pictures]
    noise = (inks.misfit.min(axis=1) + np.float32(FAINTEST_INK)) / np.float32(2 * PIXELS_THAT_COUNT)
    variance = noise[None, :, None] / np.maximum(gains * gains * held, np.float32(1e-6))
    trusted = np.clip((found.explained - SHOWS_SOMETHING) / (1 - SHOWS_SOMETHING), 0.02, 1)
    # A cell that may show no card asks for a light too, but must not be listened to.
    spread = variance.transpose(1, 2, 0) / trusted[:, None, None] ** 4
    known = None if table is None else table.light.loosened(LIGHT_KEPT)
    return share_light(scores, np.log(gains).transpose(1, 2, 0), spread, places, known)


def behind(misfit: Floats, faintest: float) -> Floats:
    """How far each code is behind the best, as a logarithm of likelihood."""
    least = misfit.min(axis=1, keepdims=True)
    logarithm: Floats = (-0.5 * PIXELS_THAT_COUNT * np.log((misfit + faintest) / (least + faintest))).astype(
        np.float32
    )
    return logarithm
