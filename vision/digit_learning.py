"""Where the cards of a deck print their number, and how each digit looks there, learned from all its cards.

A small number is a few pixels of each picture, worn and blurred in its own way. But a deck prints the same
digit on many cards at the same place. So the place is sought at which cards of one digit are alike and those
of different digits are not, judging the cards of each colour by what all others show, and every digit is
learned there from all cards that bear it: what they share is the digit, what differs among them is chance.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Floats, Indices, Picture
from vision.cell_images import SMALL_HEIGHT_PX, SMALL_WIDTH_PX
from vision.digit_places import (
    FAINTEST,
    GREY,
    SAMPLES,
    DigitPlace,
    DigitPlaces,
    DigitShapes,
    Plane,
    evened,
    in_plane,
    sized_card,
)
from vision.shapes import outlines

SIZES_MM = (4.5, 7.0, 11.0, 18.0)
BLURS_MM = (0.0, 0.35, 0.7, 1.2, 2.0)
"""Blurs at which digits are known, beside that of the teaching pictures."""
REACH = 5  # samples, by which the pictures of a deck may lie off each other
RIM_MM = 2.0
TRIED_OF_A_SIZE = 8
LOOKED_INTO = 8  # of all places that are tried
MOST_PLACES = 3
LEAST_TELLING, BESIDE_THE_BEST = 0.25, 0.4
NUISANCES = 30
NOISE = 2e-4
LAYING_ROUNDS = 4
FEWEST_OF_A_DIGIT = 3
SOFT_PX = 1.0
FINEST_STEP = 0.02
SHARING, TELLING = (0.6, 0.9), (0.4, 0.7)
"""How alike cards of one drawing are, and how clearly digits are told, from where on and up to where."""
IN_PRINT = (2.5, 4.0)
"""How many times larger than usual the mean difference of two pictures is, that is one of print."""
FAINTEST_CHANCE = 0.05

PLANES: tuple[Plane, ...] = (GREY, (1.0, 0.0, 0.0), (0.0, 0.0, 1.0))
WELL_TOLD = 0.6  # by grey, so that no other plane is tried
Square = tuple[float, float, float]
"""Left, top and size of a square of a card, in millimetres."""


def learn_digits(codes: Sequence[str], pictures: Sequence[Picture], kinds: Indices) -> DigitPlaces:
    """Find out where pictures of codes that end in a digit show it; a deck may show none."""
    bearing = [index for index, kind in enumerate(kinds.tolist()) if codes[kind][-1:].isdigit()]
    own = [codes[kinds[index]] for index in bearing]
    digits = tuple(sorted({code[-1] for code in own}))
    of_code = np.array([digits.index(code[-1]) if code[-1:] in digits else -1 for code in codes], np.intp)
    drawings = _numbered(
        [code[:-1] if digit >= 0 else code for code, digit in zip(codes, of_code, strict=True)]
    )
    of_picture = of_code[kinds[bearing]]
    if len(digits) < 2 or int(np.bincount(of_picture).min()) < FEWEST_OF_A_DIGIT:
        return DigitPlaces((), digits, of_code, drawings, np.zeros(len(codes), np.float32))
    telling, plane = 0.0, GREY
    places: tuple[DigitPlace, ...] = ()
    for tried in PLANES:
        found = _Learning([in_plane(pictures[index], tried) for index in bearing], of_picture, own).places()
        best = max((place.telling for place in found), default=0.0)
        if best > telling:
            telling, plane, places = best, tried, found
        if telling > WELL_TOLD:
            break
    shared = _within(telling, TELLING) * _shared(pictures, kinds, drawings)
    return DigitPlaces(
        places, digits, of_code, drawings, np.where(of_code >= 0, shared, 0).astype(np.float32), plane
    )


def _shared(pictures: Sequence[Picture], kinds: Indices, drawings: Indices) -> Floats:
    """How far each code's pictures are like those of the codes that only its digit sets apart."""
    small = [
        cv2.resize(one, (SMALL_WIDTH_PX, SMALL_HEIGHT_PX), interpolation=cv2.INTER_AREA) for one in pictures
    ]
    seen = outlines(np.asarray(np.stack(small), np.uint8)).reshape(len(small), -1)
    shared = np.zeros(len(drawings), np.float32)
    for drawing in range(int(drawings.max()) + 1):
        own = drawings[kinds] == drawing
        alike = float(np.median(seen[own] @ seen[own].T))
        shared[drawings == drawing] = _within(alike, SHARING) * _by_chance(np.stack(small)[own])
    return shared


def _by_chance(pictures: Picture) -> float:
    """How far pictures differ by chance rather than in print, 0 to 1.

    Chance is about the same all over a card. Where print differs by much more than that, as it does in
    scans or where digits are large, every reader of whole cards can tell.
    """
    off = np.abs(pictures - pictures.mean(axis=0))
    return 1 - _within(float(off.mean()) / max(float(np.median(off)), FAINTEST_CHANCE), IN_PRINT)


def _within(value: float, span: tuple[float, float]) -> float:
    return float(np.clip((value - span[0]) / (span[1] - span[0]), 0, 1))


class _Learning:
    """One plane of a deck's pictures, kept at every size that is asked for."""

    def __init__(self, pictures: Sequence[Picture], digits: Indices, codes: Sequence[str]) -> None:
        self._grey = pictures
        self._digits = digits
        self._apart = _numbered([code[:2] for code in codes])
        self._drawings = _numbered([code[:-1] for code in codes])
        self._sized: dict[float, list[Floats]] = {}

    def places(self) -> tuple[DigitPlace, ...]:
        squares = self._worth_trying()
        glanced = [float(np.clip(self._told(self._around(one), 0), -1, 1).mean()) for one in squares]
        squares = [squares[index] for index in np.argsort(-np.array(glanced))[:LOOKED_INTO].tolist()]
        told = [self._told(self._around(square)) for square in squares]
        order = sorted(range(len(squares)), key=lambda index: -float(np.clip(told[index], -1, 3).mean()))
        kept: list[tuple[float, Square]] = []
        for index in order:
            telling = float(np.clip(told[index], -1, 1).mean())
            least = max(LEAST_TELLING, BESIDE_THE_BEST * (kept[0][0] if kept else 0))
            apart = not any(_meet(squares[index], other) for _, other in kept)
            if len(kept) < MOST_PLACES and telling > least and apart:
                kept.append((telling, squares[index]))
        return tuple(self._learned(telling, square) for telling, square in kept)

    def _learned(self, telling: float, square: Square) -> DigitPlace:
        laid = [_laid(self._around(square, blur), self._digits) for blur in BLURS_MM]
        return DigitPlace(*square, tuple(digit_shapes(one, self._digits) for one in laid), telling)

    def _worth_trying(self) -> list[Square]:
        """Squares where what is drawn goes with the digit."""
        drawn = np.stack([_drawn(grey) for grey in self._at(2.0)])
        own = drawn - _means(drawn, self._drawings)[self._drawings]
        counts = np.bincount(self._digits).astype(np.float32)
        with_digit = np.tensordot(counts, _means(own, self._digits) ** 2, axes=1)
        in_all = (own * own).sum(axis=0)
        by_chance = np.float32(len(counts) / len(own))
        found = []
        for size in SIZES_MM:
            side = max(3, int(2 * size) | 1)
            there, all_there = (cv2.blur(plane, (side, side)) for plane in (with_digit, in_all))
            # Where little is drawn at all, chance looks like a digit.
            share = (there - by_chance * all_there) / (all_there + all_there.mean() + np.float32(1e-3))
            found += _peaks(np.asarray(share, np.float32), size)
        return found

    def _around(self, square: Square, blur_mm: float = 0.0) -> Floats:
        left, top, size = square
        scale = SAMPLES / size
        sized = self._at(scale)
        if blur_mm:
            sized = [
                np.asarray(cv2.GaussianBlur(grey, (0, 0), blur_mm * scale), np.float32) for grey in sized
            ]
        x, y = round(left * scale), round(top * scale)
        return np.stack([slid_patches(grey, (x, y), REACH) for grey in sized])

    def _at(self, scale: float) -> list[Floats]:
        if scale not in self._sized:
            size = sized_card(scale)
            self._sized[scale] = [
                np.asarray(
                    cv2.resize(
                        grey,
                        size,
                        interpolation=cv2.INTER_AREA if grey.shape[1] > size[0] else cv2.INTER_CUBIC,
                    ),
                    np.float32,
                )
                for grey in self._grey
            ]
        return self._sized[scale]

    def _told(self, slid: Floats, nuisances: int = NUISANCES) -> Floats:
        """How clearly each card's digit is told by the cards of other colours, below 0 where it is not."""
        laid = _laid(slid, self._digits)
        clear = []
        for colour in range(int(self._apart.max()) + 1):
            others = self._apart != colour
            if int(np.bincount(self._digits[others], minlength=int(self._digits.max()) + 1).min()) < 2:
                continue
            shapes = digit_shapes(laid[others], self._digits[others], nuisances)
            seen, own = slid[~others], self._digits[~others]
            off = np.minimum(shapes.unlike(seen), shapes.unlike(-seen)).min(axis=1)
            cards = np.arange(len(own))
            right = off[cards, own].copy()
            off[cards, own] = np.inf
            clear.append(np.log((off.min(axis=1) + FAINTEST) / (right + FAINTEST)))
        return np.concatenate(clear) if clear else np.zeros(1, np.float32)


def slid_patches(grey: Floats, corner: tuple[int, int], reach: int) -> Floats:
    """The patch at a corner and those up to a reach beside it, evened out: patches x samples."""
    x, y = corner
    part = np.pad(grey, reach, mode="edge")[y : y + SAMPLES + 2 * reach, x : x + SAMPLES + 2 * reach]
    slid = np.lib.stride_tricks.sliding_window_view(part, (SAMPLES, SAMPLES)).reshape(-1, SAMPLES * SAMPLES)
    return evened(slid)


def digit_shapes(laid: Floats, digits: Indices, nuisances: int = NUISANCES) -> DigitShapes:
    """Digits as patches that lie over each other show them, and the ways in which those of one differ."""
    shown = _means(laid, digits)
    if nuisances == 0:
        return DigitShapes(shown, np.zeros((0, laid.shape[1]), np.float32), np.zeros(0, np.float32))
    off = laid - shown[digits]
    _, spread, ways = np.linalg.svd(off, full_matrices=False)
    variance = (spread * spread / max(len(laid) - len(shown), 1))[:nuisances]
    share = variance / (variance + np.float32(NOISE))
    return DigitShapes(shown, ways[:nuisances].astype(np.float32), share.astype(np.float32))


def _laid(slid: Floats, digits: Indices) -> Floats:
    """Of each picture the patch that lies best over those of the same digit, dark ones turned to light."""
    pictures = np.arange(len(slid))
    laid = slid[:, slid.shape[1] // 2]
    for _ in range(LAYING_ROUNDS):
        shown = np.stack([_common(laid[digits == digit]) for digit in range(int(digits.max()) + 1)])
        fit = (slid @ shown[digits][..., None])[..., 0]
        best = np.abs(fit).argmax(axis=1)
        laid = slid[pictures, best] * np.sign(fit[pictures, best])[:, None]
    return np.asarray(laid, np.float32)


def _common(patches: Floats) -> Floats:
    """What patches share, some of which may be dark where others are light."""
    alike = patches @ patches.T
    signs = np.where(alike[np.abs(alike).sum(axis=1).argmax()] < 0, -1, 1)
    common: Floats = (signs[:, None] * patches).mean(axis=0)
    return common


def _drawn(grey: Floats) -> Floats:
    """How strongly each place is drawn upon, beside the whole card."""
    across, down = (cv2.Sobel(grey, cv2.CV_32F, dx, 1 - dx, scale=1 / 8) for dx in (1, 0))
    strength = np.asarray(cv2.GaussianBlur(np.sqrt(across**2 + down**2), (0, 0), SOFT_PX), np.float32)
    return np.asarray(strength / (strength.mean() + np.float32(1e-3)), np.float32)


def _peaks(share: Floats, size: float) -> list[Square]:
    """The squares of a size where most is shared, none over the middle of another."""
    inset, apart = int(size + 2 * RIM_MM), max(2, int(0.7 * size))
    left = np.zeros_like(share)
    left[inset:-inset, inset:-inset] = share[inset:-inset, inset:-inset]
    found = []
    for _ in range(TRIED_OF_A_SIZE):
        y, x = np.unravel_index(int(left.argmax()), left.shape)
        if left[y, x] <= FINEST_STEP:
            break
        found.append((float(x) / 2 - size / 2, float(y) / 2 - size / 2, size))
        left[max(0, y - apart) : y + apart + 1, max(0, x - apart) : x + apart + 1] = 0
    return found


def _meet(one: Square, other: Square) -> bool:
    """Whether two squares overlap by more than a rim."""
    (left, top, size), (its_left, its_top, its) = one, other
    across, down = left - its_left + (size - its) / 2, top - its_top + (size - its) / 2
    return max(abs(across), abs(down)) < 0.4 * (size + its)


def _means(values: Floats, groups: Indices) -> Floats:
    means = [values[groups == group].mean(axis=0) for group in range(int(groups.max()) + 1)]
    return np.stack(means).astype(np.float32)


def _numbered(names: Sequence[str]) -> Indices:
    order = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return np.array([order[name] for name in names], np.intp)
