"""From cut-out cards to a deck's reference pictures: upright, in one frame, under one light, no doubles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.teaching.common_frame import common_frame, cut_out
from calibration.teaching.mirrored_lamps import mirrored_lamps, without_lamp
from calibration.teaching.photo_cards import MARGIN, with_margin
from calibration.teaching.photo_light import even_light
from calibration.teaching.sheet import lay_out
from calibration.teaching.upright import turned_cards
from vision.arrays import Picture

REFERENCE_PX = (224, 348)
MOST_REFERENCES = 3
SAME_PICTURE = 3.0  # grey levels by which photos of one card differ at least, once they are in place


@dataclass(frozen=True, slots=True, eq=False)
class LabelledCard:
    """A card of which the label is known: its picture with a margin, from which photo, and how sharp."""

    code: str
    photo: str
    place: str
    picture_bgr: Picture
    is_scan: bool
    blur_mm: float

    @property
    def name(self) -> str:
        """Where a person finds it."""
        return f"{self.photo} ({self.place})" if self.place else self.photo


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """One reference picture of a label, the photo it comes from, and how it looked there, with its margin.

    The picture of a card in which a lamp was mirrored is mended as far as can be, and says so.
    """

    code: str
    source: LabelledCard
    picture_bgr: Picture
    seen_bgr: Picture
    under_lamp: bool = False


def make_references(cards: Sequence[LabelledCard]) -> tuple[Reference, ...]:
    """A reference from every card, in the order given."""
    if not cards:
        return ()
    codes, photos = [card.code for card in cards], [card.photo for card in cards]
    scans = np.array([card.is_scan for card in cards])
    turned = turned_cards([card.picture_bgr for card in cards], codes, photos, scans)
    upright = [
        _turned(card.picture_bgr) if turn else card.picture_bgr
        for card, turn in zip(cards, turned, strict=True)
    ]
    sheet = lay_out(upright)
    quads = common_frame(sheet, codes, photos, scans)
    seen = cut_out(sheet, quads, with_margin(REFERENCE_PX), MARGIN)
    lit = even_light(list(cut_out(sheet, quads, REFERENCE_PX)), codes, photos, scans)
    lamps = mirrored_lamps(lit, codes, scans)
    return tuple(
        Reference(card.code, card, without_lamp(picture, lamp), as_seen, bool(lamp.any()))
        for card, picture, as_seen, lamp in zip(cards, lit, seen, lamps, strict=True)
    )


def best_references(references: Sequence[Reference]) -> Mapping[str, tuple[Reference, ...]]:
    """By label the sharpest few that are not one picture again; under a lamp only if there is no other."""
    kept: dict[str, list[Reference]] = {}
    for reference in sorted(references, key=_worth):
        of_label = kept.setdefault(reference.code, [])
        clearer = reference.under_lamp and bool(of_label)
        fresh = all(difference(reference.picture_bgr, other.picture_bgr) > SAME_PICTURE for other in of_label)
        if fresh and not clearer and len(of_label) < MOST_REFERENCES:
            of_label.append(reference)
    order = dict.fromkeys(reference.code for reference in references)
    return {code: tuple(kept[code]) for code in order}


def _worth(reference: Reference) -> tuple[bool, bool, float]:
    return reference.under_lamp, not reference.source.is_scan, reference.source.blur_mm


def difference(one: Picture, other: Picture) -> float:
    """How far two pictures are apart, in grey levels, once the other is as bright as the one."""
    small = [
        cv2.resize(picture, (28, 44), interpolation=cv2.INTER_AREA).reshape(-1, 3).astype(np.float32)
        for picture in (one, other)
    ]
    gain = (small[0] * small[1]).sum(axis=0) / np.maximum((small[1] ** 2).sum(axis=0), 1)
    return float(np.sqrt(((small[0] - gain * small[1]) ** 2).mean()))


def _turned(picture_bgr: Picture) -> Picture:
    return np.ascontiguousarray(picture_bgr[::-1, ::-1])
