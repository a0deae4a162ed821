"""Cards that lie badly under the first look are laid anew from where it left them.

A white card on a white table shows the finder its place, but not how it lies there: its corners may be a
tenth of its width off, which is farther than one look slides. What explains a card better is kept.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from vision.alignment import COARSE_SIZE
from vision.arrays import Indices
from vision.beside import Beside
from vision.cell_images import lay_straight
from vision.comparison import Comparison, compare, lay_out, look_up
from vision.glance import Glance, ask, seen_as
from vision.opinions import Opinions

LAID_WELL = 0.85
"""Of a card: from here on it is explained as well as light and blur allow."""
MAY_BE_LIKE, MAY_SHOW = 0.4, 0.5
BETTER = 0.03


def laid_better(glance: Glance) -> Glance:
    """The same glance, its badly laid cards as they lie better, where they do."""
    few = _badly_laid(glance)
    if len(few) == 0:
        return glance
    again = _compared_again(glance, few)
    better = again.explained > glance.comparison.explained[few] + BETTER
    if not better.any():
        return glance
    rows, mended = few[better], again.of(np.flatnonzero(better))
    asked = None
    if glance.second is not None and glance.asked is not None:
        looked = ask(glance.second, glance.frames.small, mended.corners)
        asked = Beside(partial(_together, glance.asked.result(), rows, looked.result()))
    return seen_as(replace(glance, asked=asked), glance.comparison.with_cells(rows, mended))


def _badly_laid(glance: Glance) -> Indices:
    """The cells that may show a card and are not explained as one that lies straight."""
    found, opinions = glance.comparison, glance.opinions()
    cards = found.likeness.max(axis=1) > MAY_BE_LIKE
    if opinions is not None:
        cards |= opinions.shows > MAY_SHOW
    return np.flatnonzero(cards & (found.explained < LAID_WELL))


def _compared_again(glance: Glance, few: Indices) -> Comparison:
    """Cells compared as the first look left them, at the blur that it found."""
    frames, deck, first = glance.frames, glance.deck, glance.comparison
    quads = first.corners[few]
    glanced = np.ascontiguousarray(lay_straight(frames.coarse, quads, COARSE_SIZE))
    ways = lay_out(frames.grey, look_up(glanced, quads, deck), glanced, deck)
    again = compare(frames.small, ways, deck, first.blur)
    return replace(again, turned=again.turned ^ first.turned[few])


def _together(first: Opinions, rows: Indices, again: Opinions) -> Opinions:
    """Opinions of all cells, those of some as they are now."""
    words = {}
    for name in ("codes", "likeness", "distance", "shows", "empty", "covered"):
        words[name] = getattr(first, name).copy()
        words[name][rows] = getattr(again, name)
    return replace(first, **words)
