"""Do the photos of one card show one card? A wrong label, another deck or a bad cut-out does not agree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.teaching.card_ink import card_ink
from calibration.teaching.references import Reference
from vision.arrays import Mask
from vision.shapes import outlines

ALIKE = 0.3
"""Photos of one card are more alike than this, even where one of them was cut out badly."""

OTHER_INK = 45.0
"""Cards whose inks are further apart are not one card in two lights; blue and red are 75 apart or more."""


@dataclass(frozen=True, slots=True, eq=False)
class Agreement:
    """References that agree, those that a majority of their label contradicts, and labels without one."""

    agreeing: tuple[Reference, ...]
    outvoted: tuple[Reference, ...]
    in_doubt: tuple[Reference, ...]

    def with_vouched(self, shows: Callable[[Reference], bool]) -> Agreement:
        """Where something vouches for a reference in doubt, it is believed; others of its label are not."""
        vouched = [one for one in self.in_doubt if shows(one)]
        settled = {one.code for one in vouched}
        others = [one for one in self.in_doubt if one.code in settled and one not in vouched]
        return Agreement(
            (*self.agreeing, *vouched),
            (*self.outvoted, *others),
            tuple(one for one in self.in_doubt if one.code not in settled),
        )


def agreement(references: Sequence[Reference]) -> Agreement:
    """Part what agrees from what does not, label by label."""
    agreeing: list[Reference] = []
    outvoted: list[Reference] = []
    in_doubt: list[Reference] = []
    for code in dict.fromkeys(one.code for one in references):
        own = [one for one in references if one.code == code]
        friends = _friends(own)
        most = int(friends.sum(axis=1).max())
        for one, with_it in zip(own, friends, strict=True):
            if len(own) == 1 or with_it.sum() == most > 1:
                agreeing.append(one)
            else:
                (outvoted if most > 1 else in_doubt).append(one)
    return Agreement(tuple(agreeing), tuple(outvoted), tuple(in_doubt))


def _friends(own: Sequence[Reference]) -> Mask:
    small = [cv2.resize(one.picture_bgr, (56, 87), interpolation=cv2.INTER_AREA) for one in own]
    seen = outlines(np.asarray(np.stack(small), np.uint8)).reshape(len(own), -1)
    inks = np.stack([card_ink(one.picture_bgr) for one in own])
    apart = np.linalg.norm(inks[:, None] - inks[None], axis=2)
    friends: Mask = (seen @ seen.T > ALIKE) & (apart < OTHER_INK)
    return friends
