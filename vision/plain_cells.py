"""Tables on which every card is plain: inks, light and numbers could not change what is seen of it.

A card is plain where the comparison, the outline and the second reader, which err each in its own way, name
the same card, each of them far ahead of any other, and nearly all of it is explained. If all cards of a table
are, the dear readers are not asked. Most tables are like that; on all others every reader looks at every
cell. On 677 tables for tuning (all conditions, house deck and drawn ones) no plain card was wrong, and the
other readers would have let 0.986 of the confidence be at the least, 0.998 of it on 99 in 100.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats, Mask
from vision.comparison import Comparison
from vision.glance import Glance
from vision.mistaken_colours import rivals_of
from vision.opinions import Opinions
from vision.strange_light import is_strange

PLAINLY_EXPLAINED, PLAINLY_LIKE = 0.75, 0.65
SHAPE_AHEAD, SECOND_AHEAD, OUTLINE_AHEAD = 18.0, 2.5, -0.01
"""How far the card is ahead of all others, as logarithms; the outline only must not be for another."""
SECOND_LIKE = 0.88
HIDDEN_BELOW, MOST_BLOCKS = 0.4, 0.9
FEWEST_PLAIN, FARTHEST_TINT = 3, 0.25
"""Of plain cards, 999 in 1000 lie nearer to the table's tint, as a logarithm."""
PLAINLY_SHOWS = 0.5
MAY_FIT, MAY_BE_LIKE = 0.4, 0.6
"""From where on a cell may be read as a card, whatever the table is like (see vision.confidence)."""


def plain_by_shape(glance: Glance) -> Mask:
    """Whether each cell is a plain card as far as can be told without the second reader."""
    found, cells = glance.comparison, np.arange(len(glance.shape))
    best = glance.shape.argmax(axis=1)
    alone = (glance.deck.digits.kin == glance.deck.digits.kin[best][:, None]).sum(axis=1) == 1
    plain: Mask = (
        (found.explained > PLAINLY_EXPLAINED)
        & (found.likeness[cells, best] > PLAINLY_LIKE)
        & ((found.blocks > HIDDEN_BELOW).mean(axis=1) >= MOST_BLOCKS)
        & (_ahead(glance.shape, best) > SHAPE_AHEAD)
        & (_ahead(found.likeness, best) > OUTLINE_AHEAD)
        & alone  # numbers that share a drawing are for another reader to tell
        & ~rivals_of(best, glance.deck.hues[0].of_code, glance.deck.mistaken).any(axis=1)
    )
    return plain


def in_strange_light(glance: Glance) -> bool:
    """Whether the table lies in a light that the deck was not taught in."""
    shows = glance.comparison.explained > PLAINLY_SHOWS
    known = None if glance.table is None else glance.table.strange_light
    return is_strange(_tints(glance.comparison)[shows], known)


def may_be_plain(glance: Glance) -> bool:
    """Whether nothing speaks against a plain table before the second reader is heard."""
    if glance.asked is None or (glance.deck.under_lamps is not None and in_strange_light(glance)):
        return False
    found, plain = glance.comparison, plain_by_shape(glance)
    cards = (found.explained > MAY_FIT) | (found.likeness.max(axis=1) > MAY_BE_LIKE)
    return bool((plain | ~cards).all()) and _tint_near(glance, plain) is not None


def plain_cards(glance: Glance, opinions: Opinions | None) -> Mask:
    """Whether each cell is a plain card; none is without a second reader."""
    if opinions is None:
        return np.zeros(len(glance.shape), np.bool_)
    best = glance.shape.argmax(axis=1)
    plain: Mask = (
        plain_by_shape(glance)
        & (_ahead(opinions.codes, best) > SECOND_AHEAD)
        & (opinions.likeness > SECOND_LIKE)
    )
    tint = _tint_near(glance, plain)
    if tint is None:
        return np.zeros(len(plain), np.bool_)
    near: Mask = np.abs(_tints(glance.comparison) - tint).max(axis=1) < FARTHEST_TINT
    return plain & near


def shared_tint(glance: Glance, plain: Mask) -> Floats | None:
    """Blue and red beside green of the light that plain cards ask for; too few of them cannot tell.

    A card whose drawing was taught in another colour alone would ask for a light of its own.
    """
    if np.count_nonzero(plain) < FEWEST_PLAIN:
        return None
    return np.asarray(np.median(_tints(glance.comparison)[plain], axis=0), np.float32)


def _tint_near(glance: Glance, plain: Mask) -> Floats | None:
    """The tint of the table, as an earlier look found it if there was one."""
    return shared_tint(glance, plain) if glance.table is None else glance.table.tint


def _tints(found: Comparison) -> Floats:
    """What tint the best picture of each cell asks for, as logarithms: cells x 2."""
    cells = np.arange(len(found.misfit))
    gains = found.light.gains[:, cells, found.picture[cells, found.misfit.argmin(axis=1)]]
    tints: Floats = np.log(gains[::2] / gains[1]).T
    return tints


def _ahead(words: Floats, chosen: np.ndarray[tuple[int, ...], np.dtype[np.intp]]) -> Floats:
    """How far the chosen code of each cell is ahead of all others."""
    cells = np.arange(len(words))
    others = words.copy()
    others[cells, chosen] = -np.inf
    ahead: Floats = words[cells, chosen] - others.max(axis=1, initial=-np.inf)
    return ahead
