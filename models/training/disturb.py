"""Cheap changes to crops while training: what the compositor's photographs do not vary enough."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.training.scenes.arrays import Picture, Plane, as_picture, as_plane

SHIFT_PX, TURN_DEGREES, STRETCH = 1.0, 0.7, 0.012
CROP_GAIN, STRANGE_GAIN, REFERENCE_GAIN, OWN_GAIN = 0.07, 0.2, 0.04, 0.025
STRANGE_LIGHT = 0.2
BLURRED, COVERED, DEGRADED_REFERENCE = 0.2, 0.12, 0.35
FALSE_COLOURS, FALSE_TONES, MIRRORED, SQUEEZED = 0.25, 0.25, 0.25, 0.2
LEAST_SQUEEZED = 0.8


@dataclass(frozen=True, slots=True)
class DeckDisguise:
    """A deck whose inks are swapped and which is seen in a mirror is a deck nobody has drawn."""

    channels: tuple[int, int, int]
    mirrored: bool
    tones: Picture | None = None
    squeeze: Plane | None = None

    @classmethod
    def draw(cls, rng: np.random.Generator) -> DeckDisguise:
        """Mostly none."""
        channels = (0, 1, 2)
        if rng.random() < FALSE_COLOURS:
            first, second, third = rng.permutation(3).tolist()
            channels = (first, second, third)
        return cls(
            channels,
            bool(rng.random() < MIRRORED),
            _false_tones(rng) if rng.random() < FALSE_TONES else None,
            _squeeze(rng) if rng.random() < SQUEEZED else None,
        )

    @property
    def true_colour(self) -> bool:
        """Whether colours still have their names."""
        return self.channels == (0, 1, 2) and self.tones is None

    @property
    def true_value(self) -> bool:
        """Whether digits can still be read as such."""
        return not self.mirrored

    def worn_by(self, image: Picture) -> Picture:
        """The image as this disguise shows it."""
        image = image if self.channels == (0, 1, 2) else image[..., list(self.channels)]
        if self.tones is not None:
            image = as_picture(cv2.LUT(np.ascontiguousarray(image), self.tones))
        if self.squeeze is not None:
            size = (image.shape[1], image.shape[0])
            image = as_picture(
                cv2.warpAffine(
                    np.ascontiguousarray(image), self.squeeze, size, borderMode=cv2.BORDER_REPLICATE
                )
            )
        return image[:, ::-1] if self.mirrored else image


def _false_tones(rng: np.random.Generator) -> Picture:
    """A curve for each channel, at times falling: other inks, another ground."""
    levels = np.arange(256)[:, None] / 255
    curves = levels ** np.exp(rng.normal(0, 0.4, 3))
    if rng.random() < 0.3:
        curves = np.where(rng.random(3) < 0.6, 1 - curves, curves)
    return as_picture(np.rint(curves * 235 + 10))[None]


def _squeeze(rng: np.random.Generator) -> Plane:
    """The whole face narrower or shorter than the card: other places and sizes for everything on it."""
    across, along = rng.uniform(LEAST_SQUEEZED, 1, 2)
    slack = np.array([(1 - across) * 80, (1 - along) * 124]) * rng.uniform(0, 1, 2)
    return as_plane([[across, 0, slack[0]], [0, along, slack[1]]])


@dataclass(frozen=True, slots=True, eq=False)
class SharedTint:
    """What a camera's white balance left on all photographs of one occasion: teaching, or playing."""

    log_gains: Plane

    @classmethod
    def draw(cls, rng: np.random.Generator, reference: bool) -> SharedTint:
        """Little on references; much on crops now and then."""
        strength = STRANGE_GAIN if rng.random() < STRANGE_LIGHT else CROP_GAIN
        return cls(as_plane(rng.normal(0, REFERENCE_GAIN if reference else strength, 3)))


def disturbed(
    rng: np.random.Generator, image: Picture, reference: bool, tint: SharedTint | None = None
) -> Picture:
    """A crop a little off, tinted, at times blurred or partly hidden; a reference mostly as it is."""
    if reference:
        image = _framed(rng, image)
        if rng.random() >= DEGRADED_REFERENCE:
            return image
        return _tinted(rng, _blurred(rng, _shifted(rng, image)), tint or SharedTint.draw(rng, reference))
    image = _shifted(rng, image)
    if rng.random() < BLURRED:
        image = _blurred(rng, image)
    if rng.random() < COVERED:
        image = _partly_hidden(rng, image)
    return _tinted(rng, image, tint or SharedTint.draw(rng, reference))


def _framed(rng: np.random.Generator, image: Picture) -> Picture:
    """A flat reference lies on no table: what surrounds it must not matter."""
    image = image.copy()
    if rng.random() < 0.5:
        tone = rng.integers(10, 245) + rng.integers(-10, 11, 3)
        for rim in (image[:4], image[-4:], image[:, :3], image[:, -3:]):
            rim[:] = np.clip(tone, 0, 255)
    return image


def _shifted(rng: np.random.Generator, image: Picture) -> Picture:
    height, width = image.shape[:2]
    turn, stretch = float(rng.normal(0, TURN_DEGREES)), 1 + float(rng.normal(0, STRETCH))
    way = np.asarray(cv2.getRotationMatrix2D((width / 2, height / 2), turn, stretch), np.float64)
    way[:, 2] += rng.normal(0, SHIFT_PX, 2)
    return as_picture(
        cv2.warpAffine(
            np.ascontiguousarray(image),
            way,
            (width, height),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
    )


def _blurred(rng: np.random.Generator, image: Picture) -> Picture:
    return as_picture(cv2.GaussianBlur(np.ascontiguousarray(image), (0, 0), float(rng.uniform(0.3, 1.3))))


def _partly_hidden(rng: np.random.Generator, image: Picture) -> Picture:
    height, width = image.shape[:2]
    across, along = int(rng.integers(8, width // 2)), int(rng.integers(8, height // 3))
    left, top = int(rng.integers(-4, width - across + 4)), int(rng.integers(-4, height - along + 4))
    image = image.copy()
    image[max(0, top) : top + along, max(0, left) : left + across] = rng.integers(0, 255, 3)
    return image


def _tinted(rng: np.random.Generator, image: Picture, tint: SharedTint) -> Picture:
    """White balance and exposure a little off, in linear light."""
    gains = np.exp(tint.log_gains + rng.normal(0, OWN_GAIN, 3) + rng.normal(0, 0.12)) ** (1 / 2.2)
    levels = np.arange(256, dtype=np.float32)[:, None] * gains.astype(np.float32)
    table = np.clip(np.rint(levels), 0, 255).astype(np.uint8)
    return as_picture(cv2.LUT(np.ascontiguousarray(image), table[None]))
