"""A deck tried out before it is used: its own pictures read back, worn as a table would wear them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.teaching.eyes import Eyes, prepare_deck
from calibration.teaching.lamps import mistaken_under_lamps
from calibration.teaching.photo_cards import MARGIN
from calibration.teaching.references import Reference
from calibration.teaching.sheet import Sheet, lay_out
from calibration.teaching.wrong_labels import ANOTHER_NUMBER
from vision.arrays import Floats, Picture
from vision.evidence import gather
from vision.references import DeckReferences
from vision.under_lamps import UnderLamps

CARDS_AT_ONCE = 16
BLUR_PX = 1.8  # of a reference: about 0.45 mm, as a camera in focus shows a whole table
NOISE = 5.0
TINT = 0.08
CORNER_PX = 2.0
SEEDS = (11, 12)


@dataclass(frozen=True, slots=True)
class AlikePair:
    """Two labels, and by how much the reader prefers the right one, usually and at best; logarithms of odds.

    Of the two ways to mistake them, the likelier.
    """

    one: str
    other: str
    margin: float
    at_best: float


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """The pairs most alike, the narrowest margin first, and which labels were read as another.

    `colours` are the narrowest pairs of faces of two colours, however many others are more alike,
    `other_numbers` the labels whose pictures show another number than their own, and `under_lamps` how far
    ahead of the right one the worst mistake of every two colours came under lamps.
    """

    pairs: tuple[AlikePair, ...]
    cards: int
    wrong: int
    colours: tuple[AlikePair, ...] = ()
    other_numbers: tuple[str, ...] = ()
    under_lamps: tuple[UnderLamps, ...] = ()


def rehearse(references: Mapping[str, Sequence[Reference]], eyes: Eyes, pairs_kept: int = 12) -> Rehearsal:
    """Read every label's best picture back among others, and note what came closest to it."""
    deck = prepare_deck(references, eyes)
    margins = np.empty((len(SEEDS), len(deck.codes), len(deck.codes)), np.float32)
    wrong = cards = 0
    numbers = np.full(len(deck.codes), np.inf, np.float32)
    for trial, seed in zip(margins, SEEDS, strict=True):
        rng = np.random.default_rng(seed)
        order = rng.permutation(len(deck.codes))
        for start in range(0, len(order), CARDS_AT_ONCE):
            shown = order[start : start + CARDS_AT_ONCE]
            pictures = [references[deck.codes[kind]][0].picture_bgr for kind in shown]
            found, behind = _margins(_worn(pictures, rng), deck, [int(kind) for kind in shown])
            trial[shown] = found
            numbers[shown] = np.minimum(numbers[shown], behind)
            wrong += int((found.min(axis=1) <= 0).sum())
            cards += len(shown)
    faces = deck.hues[0].of_code >= 0
    of_two_colours = faces[:, None] & faces & (deck.hues[0].of_code[:, None] != deck.hues[0].of_code)
    return Rehearsal(
        _narrowest(margins, deck.codes, pairs_kept),
        cards,
        wrong,
        _narrowest(np.where(of_two_colours, margins, np.inf), deck.codes, pairs_kept),
        tuple(deck.codes[kind] for kind in np.flatnonzero(numbers > ANOTHER_NUMBER).tolist()),
        mistaken_under_lamps(references, deck),
    )


def _margins(sheet: Sheet, deck: DeckReferences, shown: list[int]) -> tuple[Floats, Floats]:
    """How far each card's label is ahead of every other, and how far its number is behind the one seen."""
    evidence, cards = gather(sheet.frame_bgr, sheet.quads, deck), np.arange(len(shown))
    scores = evidence.scores()
    margins: Floats = scores[cards, shown][:, None] - scores
    margins[cards, shown] = np.inf
    return margins, -evidence.digit[cards, shown]


def _worn(pictures: Sequence[Picture], rng: np.random.Generator) -> Sheet:
    """The pictures on a sheet as a mediocre camera shows them, one light on all, corners a little off."""
    tint = np.exp(rng.normal(0, TINT, 3))
    shown = []
    for picture in pictures:
        left, top = (round(side * MARGIN / (1 - 2 * MARGIN)) for side in picture.shape[1::-1])
        framed = cv2.copyMakeBorder(picture, top, top, left, left, cv2.BORDER_CONSTANT, value=(118, 118, 118))
        soft = cv2.GaussianBlur(framed, (0, 0), BLUR_PX).astype(np.float32) * tint * 0.85
        noisy = soft + rng.normal(0, NOISE, soft.shape)
        shown.append(np.clip(np.rint(noisy), 0, 255).astype(np.uint8))
    sheet = lay_out(shown)
    return Sheet(sheet.frame_bgr, sheet.quads + rng.normal(0, CORNER_PX, sheet.quads.shape))


def _narrowest(margins: Floats, codes: Sequence[str], count: int) -> tuple[AlikePair, ...]:
    usual, best = (np.minimum(way, way.T) for way in (margins.mean(axis=0), margins.max(axis=0)))
    first, second = np.triu_indices(len(codes), 1)
    order = np.argsort(usual[first, second])[:count]
    pairs = [(int(first[at]), int(second[at])) for at in order if np.isfinite(usual[first[at], second[at]])]
    return tuple(AlikePair(codes[a], codes[b], float(usual[a, b]), float(best[a, b])) for a, b in pairs)
