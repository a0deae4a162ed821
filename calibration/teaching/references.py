"""From cut-out cards to a deck's reference pictures: upright, in one frame, under one light, no doubles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.teaching.common_frame import common_frame, cut_out
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
    """One reference picture of a label, the photo it comes from, and how it looked there, with its margin."""

    code: str
    source: LabelledCard
    picture_bgr: Picture
    seen_bgr: Picture


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
    return tuple(
        Reference(card.code, card, *pictures) for card, *pictures in zip(cards, lit, seen, strict=True)
    )


def best_references(references: Sequence[Reference]) -> Mapping[str, tuple[Reference, ...]]:
    """By label the sharpest few that are not the same picture again."""
    kept: dict[str, list[Reference]] = {}
    for reference in sorted(references, key=lambda one: (not one.source.is_scan, one.source.blur_mm)):
        of_label = kept.setdefault(reference.code, [])
        fresh = all(difference(reference.picture_bgr, other.picture_bgr) > SAME_PICTURE for other in of_label)
        if fresh and len(of_label) < MOST_REFERENCES:
            of_label.append(reference)
    order = dict.fromkeys(reference.code for reference in references)
    return {code: tuple(kept[code]) for code in order}


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
