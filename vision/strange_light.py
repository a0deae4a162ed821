"""Light that a deck was not taught in: what it takes there to tell one colour from another.

Under a lamp of another tint, or where a camera has more light than it can count, all cards of a colour may
look as another one does in the deck's pictures, on the whole table and to every reader alike. How far that
can go is tried out when the deck is taught. It is asked for only under such a light: on usual tables no card
was mistaken so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from vision.arrays import Floats, Indices, Mask
from vision.under_lamps import UnderLamps

STRANGE_TINT = 0.09
"""A table's tint beside the deck's pictures, as a logarithm: 1 in 7 tuning tables at usual light has more."""
FEWEST_CARDS = 3  # that tell a tint by themselves
FAR_AHEAD, OF_MISTAKES = 35.0, 0.5
"""How far ahead a colour must be, as a logarithm, of one that was as likely as itself under the worst lamp,
and how much more for each step by which it was behind there. Wrong ones were 46 ahead where lamps said 51."""


def far_ahead_under_lamps(
    codes: Sequence[str], colours: Indices, pairs: Iterable[UnderLamps]
) -> Floats | None:
    """How far ahead of every other each colour must be (colours x colours); None if that was never tried."""
    of_code = dict(zip(codes, colours.tolist(), strict=True))
    far = np.zeros((int(colours.max()) + 1,) * 2, np.float32)
    known = [pair for pair in pairs if pair.one in of_code and pair.other in of_code]
    for pair in known:
        own, other = of_code[pair.one], of_code[pair.other]
        far[[own, other], [other, own]] = max(FAR_AHEAD + OF_MISTAKES * pair.ahead, 0.0)
    return far if known else None


def is_strange(tints: Floats, strange_before: bool | None) -> bool:
    """Whether a table has a tint of its own, by its cards' (cards x 2) or, of too few, by an earlier look."""
    if len(tints) < FEWEST_CARDS and strange_before is not None:
        return strange_before
    return bool(len(tints) and np.abs(np.median(tints, axis=0)).max() > STRANGE_TINT)


def colours_too_near(scores: Floats, chosen: Indices, colours: Indices, far: Floats) -> Mask:
    """Which codes are of a colour that is too near to each cell's own for a strange light: cells x codes."""
    best = np.stack(
        [np.where(colours == colour, scores, -np.inf).max(axis=1) for colour in range(len(far))], axis=1
    )
    own = colours[chosen]
    needed = far[np.maximum(own, 0)]
    behind = scores[np.arange(len(chosen)), chosen][:, None] - best
    near = (own >= 0)[:, None] & (behind < needed) & (needed > 0)
    codes: Mask = near[:, np.maximum(colours, 0)] & (colours >= 0)
    return codes
