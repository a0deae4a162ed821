"""All that the readers found out about the cells of one table, before anything is decided."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from vision.alignment import COARSE_SIZE
from vision.arrays import Floats, Indices, Mask, Picture, Points
from vision.bare_table import SURELY_A_CARD, Bareness, Gaps, look_for_table
from vision.beside import Beside
from vision.cell_images import (
    COARSE_WIDTH_PX,
    SMALL_WIDTH_PX,
    ReducedFrame,
    lay_straight,
    reduce_again,
    reduce_frame,
)
from vision.close_look import FINE_SIZE
from vision.comparison import FAINTEST_NOISE, Comparison, compare, lay_out
from vision.digit_reader import read_digits
from vision.hues import SeenHues, see_hues
from vision.ink_views import SHOWS_SOMETHING, behind, ink_views, shared_light, wavering
from vision.known_table import KnownTable, TableSpan, UsualNumbers
from vision.opinions import OPINION_MARGIN, OPINION_SIZE_PX, CellReader, Opinions
from vision.patches import channels_of
from vision.reading_weights import READER_WEIGHTS, ReaderWeights
from vision.references import DeckReferences
from vision.rivals import Rivals, weigh_rivals

LOOKED_AT_CLOSELY = 6
WITHIN = 8.0
DIGITS_WITHIN = 12.0
MAY_BE_EXPLAINED, MAY_BE_LIKE, MAY_SHOW = 0.38, 0.55, 0.3
"""A little less than what makes a cell be read as a card (see vision.confidence)."""
SHOWS_WELL = 0.5
FEWEST_NUMBERS, SPREAD_OF_MEDIAN, NUMBERS_SPREAD = 5, 1.48, (0.18, 0.4)
BRIGHTEST = 250  # of 255 levels: above it a camera tells nothing


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Every reader's word on every cell and code (cells x codes), as logarithms, 0 for the best of a cell.

    Codes of one number in `kin` differ by their digit alone, those of one in `drawings` do so by their names.
    `bright` is the share of a cell that is as bright as the camera can tell, `wavers` is where curves that
    may be the camera's tell different codes, `hues` is how far each cell is from the deck's colours, and
    `number` how like each code's digit the number is, 0 where it was not looked at.
    """

    comparison: Comparison
    bareness: Bareness
    bright: Floats
    shape: Floats
    ink: Floats
    contrast: Floats
    light: Floats
    detail: Floats
    digit: Floats
    number: Floats
    outline: Floats
    opinions: Opinions | None
    rivals: Rivals
    kin: Indices
    drawings: Indices
    wavers: Mask
    hues: SeenHues
    table: KnownTable

    def scores(self, weights: ReaderWeights = READER_WEIGHTS) -> Floats:
        """All readers together."""
        total = np.sum(self.weighted(weights), axis=0)
        together: Floats = (total - total.max(axis=1, keepdims=True)).astype(np.float32)
        return together

    def weighted(self, weights: ReaderWeights = READER_WEIGHTS) -> list[Floats]:
        """Each reader's word by its weight."""
        words = [
            weights.shape * self.shape,
            weights.ink * self.ink,
            weights.contrast * self.contrast,
            weights.light * self.light,
            weights.detail * self.detail,
            weights.digit * self.digit,
            weights.outline * self.outline,
        ]
        if self.opinions is not None:
            words.append(weights.network * self.opinions.codes)
        return words


def gather(
    frame_bgr: Picture,
    quads: Points,
    deck: DeckReferences,
    network: CellReader | None = None,
    table: KnownTable | None = None,
) -> Evidence:
    """Let every reader look at every cell; the deck's second reader too, unless another one is given.

    `table` is what was seen of the whole table before, if only some of its cells are looked at now.
    """
    network = network or deck.second
    reduced = reduce_frame(frame_bgr, quads, SMALL_WIDTH_PX)
    small = reduced.in_fours()
    coarse = reduce_again(small, quads, COARSE_WIDTH_PX)
    glanced = np.ascontiguousarray(lay_straight(coarse, quads, COARSE_SIZE))
    ways = lay_out(reduced.in_grey(), quads, glanced, deck)
    likeliest = ways.likeliest
    # The network needs a core and hardly any Python: the other readers work meanwhile.
    asked = None if network is None else Beside(partial(_asked, network, small, ways.corners[likeliest]))
    found = compare(small, ways, deck)
    # Nothing needs it before the end, and the network leaves its core early.
    looked = Beside(partial(_looked_for_table, frame_bgr, quads, found.explained, table))
    guesses = found.picture[np.arange(len(quads)), found.misfit.argmin(axis=1)]
    views = ink_views(found, deck, guesses, table)
    opinions = None if asked is None else asked.result()
    tied = deck.digits.tied
    if opinions is not None:
        opinions = replace(opinions, codes=tied(opinions.codes))
    shape = tied(behind(found.misfit, FAINTEST_NOISE))
    ink, contrast = (np.mean(words, axis=0) for words in zip(*(view.words for view in views), strict=True))
    told = READER_WEIGHTS.shape * shape + READER_WEIGHTS.ink * ink + READER_WEIGHTS.contrast * contrast
    if opinions is not None:
        told = told + READER_WEIGHTS.network * opinions.codes
    digit, like = _digits(frame_bgr, found, told, deck)
    told = told + READER_WEIGHTS.digit * digit
    span = TableSpan.of(quads) if table is None else table.span
    each = [told + view.beside(ink, contrast) for view in views]
    seen = (span.places(quads), table)
    shared = [shared_light(found, *one, seen) for one in zip(each, views, strict=True)]
    lights = [tied(-one.penalty) for one in shared]
    light = np.mean(lights, axis=0)
    own = [one + READER_WEIGHTS.light * (lit - light) for one, lit in zip(each, lights, strict=True)]
    rough = told + READER_WEIGHTS.light * light
    detail = _details(frame_bgr, found, rough, deck, may_be_cards(found, opinions))
    outline = tied(found.likeness - found.likeness.max(axis=1, keepdims=True))
    total = rough + READER_WEIGHTS.detail * detail + READER_WEIGHTS.outline * outline
    hues = see_hues(
        deck.hues[found.blur],
        views[0].stands_out,
        total.argmax(axis=1),
        found.explained > SHOWS_WELL,
        None if table is None else table.hues,
    )
    bareness, gaps = looked.result()
    return Evidence(
        comparison=found,
        bareness=bareness,
        bright=(channels_of(glanced).max(axis=0) >= BRIGHTEST).mean(axis=(1, 2), dtype=np.float32),
        shape=shape,
        ink=ink,
        contrast=contrast,
        light=light,
        detail=detail,
        digit=digit,
        number=like,
        outline=outline,
        opinions=opinions,
        rivals=weigh_rivals(found, total, deck.levels[found.blur], deck.digits.kin),
        kin=deck.digits.kin,
        drawings=deck.digits.drawings,
        wavers=wavering([total + one - told for one in own]),
        hues=hues,
        table=table
        or KnownTable(
            span, shared[0].plane, gaps, views[0].curve, hues.table, _usual_numbers(like, total, found)
        ),
    )


def _asked(network: CellReader, small: ReducedFrame, corners: Points) -> Opinions:
    """The network's opinions of the cells with a rim of the table around them."""
    return network.opinions(lay_straight(small, corners, OPINION_SIZE_PX, OPINION_MARGIN))


def _looked_for_table(
    frame_bgr: Picture, quads: Points, explained: Floats, table: KnownTable | None
) -> tuple[Bareness, Gaps]:
    """How like the bare table the cells are, and the gaps in which that is seen."""
    gaps = Gaps.beside(quads, explained) if table is None else table.gaps
    return look_for_table(frame_bgr, quads, gaps, explained < SURELY_A_CARD), gaps


def _digits(
    frame_bgr: Picture, found: Comparison, told: Floats, deck: DeckReferences
) -> tuple[Floats, Floats]:
    """What the printed numbers say of every code, where codes of several digits are left.

    How far each is behind the likeliest, and how like its own digit the number is.
    """
    known = deck.digits
    if not known.places:
        return np.zeros_like(told, dtype=np.float32), np.zeros_like(told, dtype=np.float32)
    left = (told > told.max(axis=1, keepdims=True) - DIGITS_WITHIN) & (known.of_code >= 0)
    others = known.of_code != known.of_code[told.argmax(axis=1)][:, None]
    asked = (found.explained > SHOWS_SOMETHING) & (left & others).any(axis=1)
    grounds = known.grounds == np.arange(int(known.grounds.max()) + 1)[:, None]
    likely = asked[:, None] & (left.astype(np.float32) @ grounds.T.astype(np.float32) > 0)
    seen = read_digits(frame_bgr, found.corners, known, likely)
    # Of a ground that no likely code has, the number is what it is on that of the likeliest.
    best = known.grounds[np.where(left, told, -np.inf).argmax(axis=1)]
    own = (np.arange(len(best)), best)
    by_ground = (np.where(likely[..., None], said, said[own][:, None]) for said in (seen.behind, seen.like))
    words = (said[:, known.grounds, np.maximum(known.of_code, 0)] for said in by_ground)
    # A code without a digit pays nothing.
    behind, like = (np.where(known.of_code >= 0, said, np.float32(0)) for said in words)
    return behind, like


def _usual_numbers(like: Floats, scores: Floats, found: Comparison) -> UsualNumbers | None:
    """How like its digit the number of a card is, as on most cards of the table."""
    own = like[np.arange(len(like)), scores.argmax(axis=1)]
    seen = own[(own != 0) & (found.explained > SHOWS_WELL)]
    if len(seen) < FEWEST_NUMBERS:
        return None
    usual = float(np.median(seen))
    spread = SPREAD_OF_MEDIAN * float(np.median(np.abs(seen - usual)))
    return UsualNumbers(usual, min(max(spread, NUMBERS_SPREAD[0]), NUMBERS_SPREAD[1]))


def may_be_cards(found: Comparison, opinions: Opinions | None) -> Mask:
    """Whether a cell may be read as a card at all: cloth is like many codes a little, and like none much."""
    fits: Mask = (found.explained > MAY_BE_EXPLAINED) | (found.likeness.max(axis=1) > MAY_BE_LIKE)
    if opinions is not None:
        fits |= opinions.shows > MAY_SHOW
    return fits


def _details(
    frame_bgr: Picture, found: Comparison, rough: Floats, deck: DeckReferences, cards: Mask
) -> Floats:
    detail = np.zeros_like(rough, dtype=np.float32)
    near = rough > rough.max(axis=1, keepdims=True) - WITHIN
    worth = cards & (found.explained > SHOWS_SOMETHING)
    unsure = np.flatnonzero(worth & (near.sum(axis=1) > 1))
    if len(unsure) == 0:
        return detail
    large = reduce_frame(frame_bgr, found.corners[unsure], FINE_SIZE[0])
    kin = deck.digits.kin
    blurs = (found.blur, found.blur + 1)  # the close look knows one that is sharper than all others
    for cell in unsure:
        order = np.argsort(-rough[cell])[:LOOKED_AT_CLOSELY]
        few = order[near[cell, order]]
        few = few[(kin[few] != kin[few[0]]) | (few == few[0])]  # digits are told by another reader
        pictures = [int(picture) for picture in found.picture[cell, few]]
        told = deck.close.tell_apart(large, found.corners[cell], pictures, blurs)
        detail[cell] = told.min()
        detail[cell, few] = told
    return deck.digits.tied(detail)
