"""What a deck looks like, prepared for comparing: every face and back, at several blurs.

Nothing here knows a deck by name. A deck is codes with pictures of any number and size, flat scans or
cut-outs of photos.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from vision.arrays import Floats, Indices, Picture
from vision.cell_images import (
    COARSE_HEIGHT_PX,
    COARSE_WIDTH_PX,
    HEIGHT_PX,
    SMALL_HEIGHT_PX,
    SMALL_WIDTH_PX,
    WIDTH_PX,
)
from vision.close_look import FINE_SIZE, CloseLook
from vision.details import PairPlaces
from vision.digit_places import DigitPlaces
from vision.hues import HuePlane
from vision.ink import InkPictures, ink_pictures
from vision.lattice import CardSize
from vision.learned_deck import LearnedDeck, learn_deck
from vision.light_curve import linear_light, shown_light
from vision.mistaken_colours import mistaken_colours
from vision.opinions import CellReader
from vision.patches import by_patches
from vision.shapes import CardShapes, both_ways_round, card_shapes, outlines
from vision.strange_light import far_ahead_under_lamps
from vision.under_lamps import UnderLamps

GLIMPSED_EVERY = 23  # no multiple of a card's width, so that all columns are sampled
BLURS_PX = (0.45, 0.9, 1.5, 2.3)
"""Blurs at which references are kept, in pixels of the small size (each a millimetre of a card)."""
SHARPEST_PX = 0.2
CLOSE_BLURS_PX = (SHARPEST_PX, *BLURS_PX)


class UnusableReferences(ValueError):
    """Pictures that cannot stand for a deck, and why."""


@dataclass(frozen=True, slots=True, eq=False)
class BlurredPictures:
    """All references at one blur, as channels x references x pixels; and by patches, as are their squares."""

    shown: Floats
    patches: Floats
    squares: Floats


@dataclass(frozen=True, slots=True, eq=False)
class DeckReferences:
    """All pictures of a deck: `codes` are its faces, then its backs; `kinds` is each picture's code.

    `outlines` are coarse pictures as `both_ways_round` gives them.
    `glimpses` are a few pixels of every picture at every blur, to tell a blur by: blurs x channels x pictures
    x pixels. `hues` are its colours at every blur. `close` tells cards apart that differ by little, `digits`
    is where they print their numbers, `mistaken` are its colours, as `hues` number them, that its teaching
    photos mistake for each other, `under_lamps` how far ahead of every other each must be in a strange light
    (colours x colours), if that was tried, `second` is another reader that knows this deck, if there is one.
    """

    codes: tuple[str, ...]
    faces: int
    kinds: Indices
    copies: tuple[int, ...]
    outlines: Floats
    shapes: CardShapes
    coarse_shapes: CardShapes
    levels: tuple[BlurredPictures, ...]
    glimpses: Floats
    inks: tuple[InkPictures, ...]
    hues: tuple[HuePlane, ...]
    large: tuple[PairPlaces, ...]
    close: CloseLook
    digits: DigitPlaces
    card: CardSize = field(default_factory=CardSize)
    mistaken: tuple[tuple[int, int], ...] = ()
    under_lamps: Floats | None = None
    second: CellReader | None = None

    @classmethod
    def prepare(
        cls,
        faces: Mapping[str, Sequence[Picture]],
        backs: Mapping[str, Sequence[Picture]],
        copies: Mapping[str, int] | None = None,
    ) -> DeckReferences:
        """Prepare a deck from the pictures of its faces and backs; one copy of what is not counted."""
        return cls.of((*faces, *backs), len(faces), learned_of(faces, backs), copies)

    @classmethod
    def of(
        cls,
        codes: tuple[str, ...],
        faces: int,
        learned: LearnedDeck,
        copies: Mapping[str, int] | None = None,
    ) -> DeckReferences:
        """Prepare a deck of so many faces, then backs, from what was learned of it."""
        if len(codes) != len(learned.digits.of_code):
            raise UnusableReferences(f"expected what was learned of {len(codes)} codes")
        linear = np.stack([_straight_light(picture) for picture in learned.pictures])
        small = [_shrunk(linear, blur) for blur in BLURS_PX]
        coarse = both_ways_round(outlines(_bytes(small[1])))
        large = tuple(PairPlaces(_large(linear, blur)) for blur in BLURS_PX)
        fine = FINE_SIZE[0] / SMALL_WIDTH_PX
        levels = tuple(_blurred(pictures_shown) for pictures_shown in small)
        inks = tuple(ink_pictures(linear, blur) for blur in BLURS_PX)
        grounds = learned.digits.grounds
        return cls(
            codes=codes,
            faces=faces,
            kinds=learned.kinds,
            copies=tuple((copies or {}).get(code, 1) for code in codes[:faces]),
            outlines=coarse,
            shapes=card_shapes(small[1]),
            coarse_shapes=card_shapes(np.stack([_coarse(picture) for picture in small[1]])),
            levels=levels,
            glimpses=np.stack([level.shown[:, :, ::GLIMPSED_EVERY] for level in levels]),
            inks=inks,
            hues=tuple(HuePlane.of(ink.contrast, learned.kinds, grounds, faces) for ink in inks),
            large=large,
            close=CloseLook(
                large[0].pictures, _large(linear, SHARPEST_PX), tuple(fine * blur for blur in CLOSE_BLURS_PX)
            ),
            digits=learned.digits,
        )

    def with_all_colours(self) -> DeckReferences:
        """The same deck, of which it is known that no card has a colour that was not taught."""
        return replace(self, hues=tuple(replace(plane, complete=True) for plane in self.hues))

    def with_mistaken(self, pairs: Iterable[tuple[str, str]]) -> DeckReferences:
        """The same deck, of which photos of these cards were read as the other of the two."""
        return replace(self, mistaken=mistaken_colours(self.codes, self.hues[0].of_code, pairs))

    def with_lamps(self, pairs: Iterable[UnderLamps]) -> DeckReferences:
        """The same deck, of which it was tried out how far lamps make one colour look like another."""
        return replace(self, under_lamps=far_ahead_under_lamps(self.codes, self.hues[0].of_code, pairs))

    def seen_by(self, second: CellReader) -> DeckReferences:
        """The same deck, with another reader that knows it."""
        return replace(self, second=second)

    @property
    def pictures(self) -> Picture:
        """All pictures laid straight, as sharp as they are kept: pictures x height x width x 3."""
        return self.large[0].pictures

    def is_back(self, kind: int) -> bool:
        """Whether a code stands for a card that lies face down."""
        return kind >= self.faces

    def best_of_kinds(self, scores: Floats) -> tuple[Floats, Indices]:
        """For scores of all pictures (cells x pictures): each code's best score, and the picture it is of."""
        if len(self.codes) == len(self.kinds):
            return scores, np.broadcast_to(np.arange(len(self.kinds)), scores.shape)
        starts = np.flatnonzero(np.diff(self.kinds, prepend=-1))
        best = np.maximum.reduceat(scores, starts, axis=1)
        is_best = scores >= best[:, self.kinds]
        first = np.where(is_best, np.arange(len(self.kinds)), len(self.kinds))
        return best, np.minimum.reduceat(first, starts, axis=1)


def learned_of(faces: Mapping[str, Sequence[Picture]], backs: Mapping[str, Sequence[Picture]]) -> LearnedDeck:
    """Learn a deck from the pictures of its faces and backs; some that cannot be used are refused."""
    codes, pictures = (*faces, *backs), [*faces.values(), *backs.values()]
    if not faces or len(set(codes)) != len(codes):
        raise UnusableReferences("expected at least one face, and every code once")
    for code, held in zip(codes, pictures, strict=True):
        if not held:
            raise UnusableReferences(f"no picture of {code}")
    return learn_deck(codes, [[_checked(picture) for picture in held] for held in pictures])


def _checked(picture: Picture) -> Picture:
    if picture.ndim != 3 or picture.shape[2] != 3 or min(picture.shape[:2]) < 8:
        raise UnusableReferences(f"expected a colour picture of a card, got shape {picture.shape}")
    return picture


def _straight_light(picture: Picture) -> Floats:
    light = linear_light(picture)
    size = (WIDTH_PX, HEIGHT_PX)
    shrinking = picture.shape[1] >= WIDTH_PX
    return np.asarray(
        cv2.resize(light, size, interpolation=cv2.INTER_AREA if shrinking else cv2.INTER_LINEAR), np.float32
    )


def _shrunk(linear: Floats, blur_px: float) -> Floats:
    """All pictures blurred and shrunk as light: pictures x height x width x 3, as file numbers."""
    scale = WIDTH_PX / SMALL_WIDTH_PX
    small = [
        cv2.resize(
            cv2.GaussianBlur(light, (0, 0), blur_px * scale, borderType=cv2.BORDER_REPLICATE),
            (SMALL_WIDTH_PX, SMALL_HEIGHT_PX),
            interpolation=cv2.INTER_AREA,
        )
        for light in linear
    ]
    return shown_light(np.stack(small).astype(np.float32))


def _blurred(shown: Floats) -> BlurredPictures:
    planes = np.ascontiguousarray(shown.reshape(len(shown), -1, 3).transpose(2, 0, 1))
    return BlurredPictures(planes, by_patches(planes), by_patches(planes * planes))


def _large(linear: Floats, blur_px: float) -> Picture:
    """All pictures blurred at the full size."""
    scale = WIDTH_PX / SMALL_WIDTH_PX
    soft = [
        cv2.GaussianBlur(light, (0, 0), blur_px * scale, borderType=cv2.BORDER_REPLICATE) for light in linear
    ]
    return np.stack([_bytes(shown_light(np.asarray(light, np.float32))) for light in soft])


def _coarse(shown: Floats) -> Floats:
    size = (COARSE_WIDTH_PX, COARSE_HEIGHT_PX)
    return np.asarray(cv2.resize(shown, size, interpolation=cv2.INTER_AREA), np.float32)


def _bytes(shown: Floats) -> Picture:
    return np.rint(shown * 255).astype(np.uint8)
