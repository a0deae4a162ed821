"""Where the cards of a deck print their number, and how each digit looks there, learned from all its cards.

A small number is a few pixels of each picture, worn and blurred in its own way. But a deck prints the same
digit on many cards at the same place. So the place is sought at which cards of one digit are alike and those
of different digits are not, judging the cards of each colour by what all others show, and every digit is
learned there from all cards that bear it: what they share is the digit, what differs among them is chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from vision.arrays import Floats, Indices, Picture
from vision.digit_places import (
    FAINTEST,
    SAMPLES,
    DigitPlace,
    DigitPlaces,
    evened,
    sized_card,
)
from vision.digit_planes import GREY, Plane, means_of, telling_plane
from vision.digit_shapes import NUISANCES, digit_shapes, laid_over
from vision.numbered_drawings import shared_drawings, within

SIZES_MM = (4.5, 7.0, 11.0, 18.0)
BLURS_MM = (0.0, 0.35, 0.7, 1.2, 2.0)
"""Blurs at which digits are known, beside that of the teaching pictures."""
REACH = 5  # samples, by which the pictures of a deck may lie off each other
RIM_MM = 2.0
TRIED_OF_A_SIZE = 8
LOOKED_INTO = 8  # of all places that are tried
MOST_PLACES = 3
BESIDE, GROWN = ((-0.2, 0.0), (0.2, 0.0), (0.0, -0.2), (0.0, 0.2)), (1.3,)
"""How squares that tell are varied, in shares of their size."""
EXACT = 0.4  # levels, by which pictures of one drawing usually differ
WORN_MM, WORN = 0.8, 10.0
"""Blur and levels of noise with which scans are judged: half a digit tells them apart, but no photos."""
SEED = 5
LEAST_TELLING, BESIDE_THE_BEST = 0.25, 0.4
FEWEST_OF_A_DIGIT = 3
SOFT_PX = 1.0
FINEST_STEP = 0.02
TELLING = (0.4, 0.7)
"""How clearly digits are told, from where on and up to where."""

Square = tuple[float, float, float]
"""Left, top and size of a square of a card, in millimetres."""


def learn_digits(codes: Sequence[str], pictures: Sequence[Picture], kinds: Indices) -> DigitPlaces:
    """Find out where pictures of codes that end in a digit show it; a deck may show none."""
    digits = tuple(sorted({codes[kind][-1] for kind in kinds.tolist() if codes[kind][-1:].isdigit()}))
    of_code = np.array([digits.index(code[-1]) if code[-1:] in digits else -1 for code in codes], np.intp)
    drawings = _numbered(
        [code[:-1] if digit >= 0 else code for code, digit in zip(codes, of_code, strict=True)]
    )
    grounds = _numbered([code[:2] for code in codes])
    known = DigitPlaces((), digits, of_code, drawings, grounds, np.zeros(len(codes), np.float32))
    bearing = np.flatnonzero(of_code[kinds] >= 0)
    if len(digits) < 2 or int(np.bincount(of_code[kinds[bearing]]).min()) < FEWEST_OF_A_DIGIT:
        return known
    firsts = bearing[np.unique(kinds[bearing], return_index=True)[1]]
    few, all_of_them = (
        _Learning([pictures[index] for index in some.tolist()], kinds[some], known)
        for some in (firsts, bearing)
    )
    found = replace(known, places=all_of_them.places(few.likely_squares()))
    told = np.array([within(found.telling(ground), TELLING) for ground in grounds.tolist()])
    shared = told * shared_drawings(pictures, kinds, drawings)
    return replace(found, shared=np.where(of_code >= 0, shared, 0).astype(np.float32))


@dataclass(frozen=True, slots=True, eq=False)
class _Tried:
    """A square, the plane in which each ground was looked at there, and how clearly each card was told."""

    square: Square
    planes: tuple[Plane, ...]
    told: Floats

    @property
    def worth(self) -> float:
        """By which squares are compared: also of those that tell every card, some do so more clearly."""
        return _mean(self.told, 3)


class _Learning:
    """Pictures that bear digits, kept at every size that is asked for."""

    def __init__(self, pictures: Sequence[Picture], kinds: Indices, known: DigitPlaces) -> None:
        self._pictures = pictures
        self._digits = known.of_code[kinds]
        self._grounds = known.grounds[kinds]
        self._drawings = known.drawings[kinds]
        self._ground_count = int(known.grounds.max()) + 1
        self._sized: dict[float, list[Picture]] = {}

    def likely_squares(self) -> list[Square]:
        """The squares that tell most at a glance."""
        squares = self._worth_trying()
        glanced = [_mean(self._told(self._around(one, self._planes(one)), 0), 1) for one in squares]
        return [squares[index] for index in np.argsort(-np.array(glanced))[:LOOKED_INTO].tolist()]

    def places(self, squares: Sequence[Square]) -> tuple[DigitPlace, ...]:
        """Those of the squares, or beside them, that tell the digits."""
        tried = sorted((self._try(square) for square in squares), key=lambda one: -one.worth)
        kept: list[_Tried] = []
        for one in tried:
            if len(kept) == MOST_PLACES:
                break
            better = self._refined(one) if not any(_meet(one.square, other.square) for other in kept) else one
            least = max(LEAST_TELLING, BESIDE_THE_BEST * (_mean(kept[0].told, 1) if kept else 0))
            apart = not any(_meet(better.square, other.square) for other in kept)
            if apart and _mean(better.told, 1) > least:
                kept.append(better)
        return tuple(self._learned(one) for one in kept)

    @cached_property
    def _exact(self) -> bool:
        """Whether cards of one drawing differ in print alone, as scans do."""
        shown = np.stack(self._at(2.0)).astype(np.float32)
        return float(np.median(np.abs(shown - means_of(shown, self._drawings)[self._drawings]))) < EXACT

    def _try(self, square: Square) -> _Tried:
        """How clearly a square tells each card's digit; scans are worn first, as photos are already."""
        planes = self._planes(square)
        around = self._around(square, planes, WORN_MM, WORN) if self._exact else self._around(square, planes)
        return _Tried(square, planes, self._told(around))

    def _refined(self, tried: _Tried) -> _Tried:
        """The best of a square and its neighbours."""
        left, top, size = tried.square
        beside = [(left + across * size, top + down * size, size) for across, down in BESIDE]
        grown = [(left - (by - 1) * size / 2, top - (by - 1) * size / 2, by * size) for by in GROWN]
        return max([tried, *(self._try(square) for square in (*beside, *grown))], key=lambda one: one.worth)

    def _learned(self, tried: _Tried) -> DigitPlace:
        laid = [laid_over(self._around(tried.square, tried.planes, blur), self._digits) for blur in BLURS_MM]
        shapes = tuple(digit_shapes(one, self._digits) for one in laid)
        telling = [_mean(tried.told[self._grounds == ground], 1) for ground in range(self._ground_count)]
        return DigitPlace(*tried.square, shapes, tried.planes, tuple(telling))

    def _worth_trying(self) -> list[Square]:
        """Squares where what is drawn goes with the digit."""
        drawn = np.stack([_drawn(picture) for picture in self._at(2.0)])
        own = drawn - means_of(drawn, self._drawings)[self._drawings]
        counts = np.bincount(self._digits).astype(np.float32)
        with_digit = np.tensordot(counts, means_of(own, self._digits) ** 2, axes=1)
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

    def _planes(self, square: Square) -> tuple[Plane, ...]:
        """For each ground the plane in which its digits show there."""
        shown = self._parts(square, 0)
        shown = shown.reshape(len(shown), -1, 3)
        planes = []
        for ground in range(self._ground_count):
            own = self._grounds == ground
            planes.append(
                telling_plane(shown[own], self._digits[own], self._drawings[own]) if own.any() else GREY
            )
        return tuple(planes)

    def _around(
        self, square: Square, planes: tuple[Plane, ...], blur_mm: float = 0.0, noise: float = 0.0
    ) -> Floats:
        """Of each picture the patches at a square and those beside it, each in the plane of its ground."""
        blur_px = blur_mm * SAMPLES / square[2]
        margin = int(np.ceil(3 * blur_px))
        weights = np.array(planes, np.float32)[self._grounds]
        shown = np.einsum("nyxc,nc->nyx", self._parts(square, REACH + margin), weights, optimize=True)
        if blur_px:
            soft = [cv2.GaussianBlur(np.ascontiguousarray(one), (0, 0), blur_px) for one in shown]
            shown = np.stack(soft)[:, margin:-margin, margin:-margin]
        if noise:
            rng = np.random.default_rng(SEED)
            strength = np.float32(noise) * np.linalg.norm(weights, axis=1)[:, None, None]
            shown = shown + strength * rng.standard_normal(shown.shape, np.float32)
        return np.stack([_slid(one) for one in shown])

    def _parts(self, square: Square, margin: int) -> Floats:
        """What each picture shows in a square and so many samples around it."""
        left, top, size = square
        sized = self._at(SAMPLES / size)
        height, width = sized[0].shape[:2]
        across, down = (
            np.clip(np.arange(-margin, SAMPLES + margin) + round(start * SAMPLES / size), 0, end - 1)
            for start, end in ((left, width), (top, height))
        )
        return np.stack([picture[np.ix_(down, across)] for picture in sized]).astype(np.float32)

    def _at(self, scale: float) -> list[Picture]:
        if scale not in self._sized:
            size = sized_card(scale)
            self._sized[scale] = [
                np.asarray(
                    cv2.resize(
                        picture,
                        size,
                        interpolation=cv2.INTER_AREA if picture.shape[1] > size[0] else cv2.INTER_CUBIC,
                    ),
                    np.uint8,
                )
                for picture in self._pictures
            ]
        return self._sized[scale]

    def _told(self, slid: Floats, nuisances: int = NUISANCES) -> Floats:
        """How clearly each card's digit is told by the cards of other colours, below 0 where it is not.

        Nothing is known of a card, and said with a NaN, if too few others bear its digit.
        """
        laid = laid_over(slid, self._digits)
        clear = np.full(len(slid), np.nan, np.float32)
        for ground in np.unique(self._grounds).tolist():
            others = self._grounds != ground
            if int(np.bincount(self._digits[others], minlength=int(self._digits.max()) + 1).min()) < 2:
                continue
            shapes = digit_shapes(laid[others], self._digits[others], nuisances)
            seen, own = slid[~others], self._digits[~others]
            off = shapes.unlike_either_way(seen).min(axis=1)
            cards = np.arange(len(own))
            right = off[cards, own].copy()
            off[cards, own] = np.inf
            clear[~others] = np.log((off.min(axis=1) + FAINTEST) / (right + FAINTEST))
        return clear


def _slid(shown: Floats) -> Floats:
    """All patches of what is shown, evened out: patches x samples."""
    slid = np.lib.stride_tricks.sliding_window_view(shown, (SAMPLES, SAMPLES)).reshape(-1, SAMPLES * SAMPLES)
    return evened(slid)


def _mean(told: Floats, most: float) -> float:
    """How clearly cards are told on the whole, none of them more than so much."""
    known = told[~np.isnan(told)]
    return float(np.clip(known, -1, most).mean()) if len(known) else 0.0


def _drawn(picture: Picture) -> Floats:
    """How strongly each place is drawn upon, beside the whole card."""
    across, down = (cv2.Sobel(picture, cv2.CV_32F, dx, 1 - dx, scale=1 / 8) for dx in (1, 0))
    steepest = np.sqrt((across**2 + down**2).sum(axis=2))
    strength = np.asarray(cv2.GaussianBlur(steepest, (0, 0), SOFT_PX), np.float32)
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


def _numbered(names: Sequence[str]) -> Indices:
    order = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return np.array([order[name] for name in names], np.intp)
