"""Colours that a deck's own teaching photos mistake for each other: told only where one is far ahead.

What was learned of such colours is no surer than the photos. A lamp that is none of theirs moves one colour
to where the other was taught, on all cards of the table alike and for as long as it shines.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from vision.arrays import Floats, Indices, Mask

FAR_AHEAD = 20.0
"""How far ahead of such a colour, all readers together, as a logarithm: on tables for tuning a wrong one was
15 ahead at the most."""


def mistaken_colours(
    codes: Sequence[str], colours: Indices, pairs: Iterable[tuple[str, str]]
) -> tuple[tuple[int, int], ...]:
    """The colours, as numbers, of which cards were mistaken for each other; pairs of one colour are none."""
    of_code = {code: colour for code, colour in zip(codes, colours.tolist(), strict=True) if colour >= 0}
    known = [(of_code[one], of_code[other]) for one, other in pairs if one in of_code and other in of_code]
    return tuple(sorted({(min(pair), max(pair)) for pair in known if pair[0] != pair[1]}))


def rivals_of(chosen: Indices, colours: Indices, mistaken: Iterable[tuple[int, int]]) -> Mask:
    """For each cell the codes (cells x codes) whose colour is mistaken for that of its own."""
    rivals = np.zeros((len(chosen), len(colours)), np.bool_)
    for pair in mistaken:
        for own, other in (pair, pair[::-1]):
            rivals |= (colours[chosen] == own)[:, None] & (colours == other)
    return rivals


def ahead_of(scores: Floats, chosen: Indices, rivals: Mask) -> Floats:
    """How far each cell's code is ahead of its likeliest rival; infinitely far where there is none."""
    rival = np.where(rivals, scores, -np.inf).max(axis=1, initial=-np.inf)
    ahead: Floats = scores[np.arange(len(chosen)), chosen] - rival
    return ahead
