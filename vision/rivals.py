"""The likeliest code of each cell beside its strongest rival: which of the two does the picture lean to?

How far two codes are apart in the readers' words depends on the deck: cards that share a drawing are never
far apart, others always are. What the pictures of the two would show under their lights tells how far apart
they could be at most, so that a small distance, clearly seen, can be believed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Indices
from vision.comparison import FAINTEST_NOISE, Comparison
from vision.light_fit import explained
from vision.references import BlurredPictures


@dataclass(frozen=True, slots=True, eq=False)
class Rivals:
    """For each cell its two likeliest codes, and how the picture stands between them.

    `lean` is 1 where it is as the first would show and -1 where it is as the second would; `clarity` is the
    logarithm of how far apart the two are beside what the first leaves unexplained.
    """

    first: Indices
    second: Indices
    lean: Floats
    clarity: Floats


def weigh_rivals(found: Comparison, scores: Floats, level: BlurredPictures, kin: Indices) -> Rivals:
    """Compare each cell with what its likeliest code would show, and the likeliest that is no kin of it.

    Codes of one number in `kin` differ by a digit alone, which is told by another reader.
    """
    cells = np.arange(len(scores))
    first = scores.argmax(axis=1)
    second = np.where(kin == kin[first][:, None], -np.inf, scores).argmax(axis=1)
    one, other = (explained(level, found.light, found.picture[cells, code]) for code in (first, second))
    apart = one - other
    left = found.patches - one
    distance = _mean_square(apart, apart)
    noise = _mean_square(left, left) + np.float32(FAINTEST_NOISE)
    lean = 1 + 2 * _mean_square(left, apart) / np.maximum(distance, np.float32(1e-9))
    return Rivals(first, second, np.clip(lean, -2, 2), np.log(distance / noise + np.float32(1e-4)))


def _mean_square(one: Floats, other: Floats) -> Floats:
    products: Floats = np.vecdot(one, other).sum(axis=0) / np.float32(one.shape[0] * one.shape[2])
    return products
