"""All that the readers found out about the cells of one table, before anything is decided."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from vision.arrays import Floats, Indices, Mask, Picture, Points
from vision.bare_table import Bareness
from vision.beside import Beside
from vision.camera_curve import CameraCurve
from vision.cell_images import reduce_frame
from vision.close_look import FINE_SIZE
from vision.comparison import Comparison
from vision.digit_reader import read_digits
from vision.glance import Glance, glance_at
from vision.hues import SeenHues, TableHues, no_hues, see_hues
from vision.ink_views import SHOWS_SOMETHING, InkView, ink_views, shared_light, wavering
from vision.known_table import KnownTable, LightPlane, TableSpan, UsualNumbers
from vision.later import Later
from vision.opinions import CellReader, Opinions
from vision.plain_cells import in_strange_light, may_be_plain, plain_by_shape, plain_cards, shared_tint
from vision.reading_weights import READER_WEIGHTS, ReaderWeights
from vision.references import DeckReferences
from vision.rivals import Rivals, weigh_rivals
from vision.second_look import laid_better
from vision.table_light import TableLight

LOOKED_AT_CLOSELY = 6
SHOWS_WELL = 0.5
WITHIN = 8.0
DIGITS_WITHIN = 12.0
MAY_BE_EXPLAINED, MAY_BE_LIKE, MAY_SHOW = 0.38, 0.55, 0.3
"""A little less than what makes a cell be read as a card (see vision.confidence)."""
FEWEST_NUMBERS, SPREAD_OF_MEDIAN, NUMBERS_SPREAD = 5, 1.48, (0.18, 0.4)


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Every reader's word on every cell and code (cells x codes), as logarithms, 0 for the best of a cell.

    Codes of one number in `kin` differ by their digit alone, those of one in `drawings` do so by their names.
    `bright` is the share of a cell that is as bright as the camera can tell, `wavers` is where curves that
    may be the camera's tell different codes. `plain` is where the first look is enough to tell a card, and
    `glanced` whether no other reader was asked. `hues` is how far each cell is from the deck's colours, and
    `number` how like each code's digit the number is, 0 where it was not looked at. `mistaken` are colours,
    as `hues` number them, that the deck's own photos mistake for each other. In a `strange_light`, one that
    the deck was not taught in, each colour must be as far ahead of every other as `under_lamps` says (colours
    x colours), if that was tried.
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
    plain: Mask
    glanced: bool
    hues: SeenHues
    later: Later[KnownTable]
    mistaken: tuple[tuple[int, int], ...] = ()
    strange_light: bool = False
    under_lamps: Floats | None = None

    @property
    def table(self) -> KnownTable:
        """What is known of the table now, for looking at some of its cells again."""
        return self.later.value

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
    return gather_all(glance_at(frame_bgr, quads, deck, network, table))


def gather_all(glance: Glance) -> Evidence:
    """Let every other reader look at cells that were glanced at, their cards laid as well as they can be."""
    glance = laid_better(glance)
    found, deck = glance.comparison, glance.deck
    # Nothing needs it before the end, and the network leaves its core early.
    looked = Beside(lambda: glance.looked.value)
    views, opinions = _views(glance), glance.opinions()
    ink, contrast = _together(views)
    told = _told(glance.shape, (ink, contrast), opinions)
    digit, like = _digits(glance.frame_bgr, found, told, deck)
    told = told + READER_WEIGHTS.digit * digit
    each = [told + view.beside(ink, contrast) for view in views]
    shared = _shared(glance, each, views)
    lights = [deck.digits.tied(-one.penalty) for one in shared]
    light = np.mean(lights, axis=0)
    own = [one + READER_WEIGHTS.light * (lit - light) for one, lit in zip(each, lights, strict=True)]
    rough = told + READER_WEIGHTS.light * light
    detail = _details(glance.frame_bgr, found, rough, deck, may_be_cards(found, opinions))
    total = rough + READER_WEIGHTS.detail * detail + READER_WEIGHTS.outline * glance.outline
    hues = _hues(glance, views[0], total)
    bareness, _ = looked.result()
    return Evidence(
        comparison=found,
        bareness=bareness,
        bright=glance.bright,
        shape=glance.shape,
        ink=ink,
        contrast=contrast,
        light=light,
        detail=detail,
        digit=digit,
        number=like,
        outline=glance.outline,
        opinions=opinions,
        rivals=weigh_rivals(found, total, deck.levels[found.blur], deck.digits.kin),
        kin=deck.digits.kin,
        drawings=deck.digits.drawings,
        wavers=wavering([total + one - told for one in own]),
        plain=plain_cards(glance, opinions),
        glanced=False,
        hues=hues,
        later=Later.known(
            glance.table
            or replace(
                _seen_table(glance, shared[0].plane, views[0].curve, hues.table),
                numbers=_usual_numbers(like, total, found),
            )
        ),
        mistaken=deck.mistaken,
        strange_light=in_strange_light(glance),
        under_lamps=deck.under_lamps,
    )


def gather_plain(glance: Glance) -> Evidence | None:
    """What the first look tells, if it may be enough for the table; no other reader says anything."""
    if not may_be_plain(glance):
        return None
    bareness, _ = glance.looked.value  # while the network still works
    opinions = glance.opinions()
    nothing = np.zeros_like(glance.shape)
    best, zero = glance.shape.argmax(axis=1), np.zeros(len(nothing), np.float32)
    return Evidence(
        comparison=glance.comparison,
        bareness=bareness,
        bright=glance.bright,
        shape=glance.shape,
        ink=nothing,
        contrast=nothing,
        light=nothing,
        detail=nothing,
        digit=nothing,
        number=nothing,
        outline=glance.outline,
        opinions=opinions,
        rivals=Rivals(best, best, zero, zero),
        kin=glance.deck.digits.kin,
        drawings=glance.deck.digits.drawings,
        wavers=np.zeros(len(nothing), np.bool_),
        plain=plain_cards(glance, opinions),
        glanced=True,
        hues=no_hues(glance.deck.hues[glance.comparison.blur], len(nothing)),
        later=Later(partial(_table_of, glance)),
        mistaken=glance.deck.mistaken,
        strange_light=in_strange_light(glance),
        under_lamps=glance.deck.under_lamps,
    )


def _views(glance: Glance) -> list[InkView]:
    found = glance.comparison
    guesses = found.picture[np.arange(len(found.misfit)), found.misfit.argmin(axis=1)]
    return ink_views(found, glance.deck, guesses, glance.table)


def _together(views: list[InkView]) -> tuple[Floats, Floats]:
    """What the inks say under all curves that may be the camera's, and what their contrasts do."""
    ink, contrast = (np.mean(words, axis=0) for words in zip(*(view.words for view in views), strict=True))
    return ink, contrast


def _told(shape: Floats, inks: tuple[Floats, Floats], opinions: Opinions | None) -> Floats:
    """What is told by shape, inks and the second reader, before numbers and the light are."""
    told: Floats = READER_WEIGHTS.shape * shape
    told = told + READER_WEIGHTS.ink * inks[0] + READER_WEIGHTS.contrast * inks[1]
    return told if opinions is None else told + READER_WEIGHTS.network * opinions.codes


def _shared(glance: Glance, each: list[Floats], views: list[InkView]) -> list[TableLight]:
    """The light that all cards share under each curve."""
    seen = (_span(glance).places(glance.quads), glance.table)
    return [shared_light(glance.comparison, *one, seen) for one in zip(each, views, strict=True)]


def _hues(glance: Glance, view: InkView, scores: Floats) -> SeenHues:
    """How far cells are from the deck's colours, by the likeliest code of each."""
    found, known = glance.comparison, None if glance.table is None else glance.table.hues
    cards = found.explained > SHOWS_WELL
    return see_hues(glance.deck.hues[found.blur], view.stands_out, scores.argmax(axis=1), cards, known)


def _span(glance: Glance) -> TableSpan:
    return TableSpan.of(glance.quads) if glance.table is None else glance.table.span


def _table_of(glance: Glance) -> KnownTable:
    """What the inks of a table that was only glanced at tell of its light, for looking at it again."""
    if glance.table is not None:
        return glance.table
    views = _views(glance)[:1]
    told = _told(glance.shape, _together(views), glance.opinions())
    shared = _shared(glance, [told], views)
    hues = _hues(glance, views[0], told + READER_WEIGHTS.outline * glance.outline)
    return _seen_table(glance, shared[0].plane, views[0].curve, hues.table)


def _seen_table(glance: Glance, light: LightPlane, curve: CameraCurve, hues: TableHues) -> KnownTable:
    """What is known of a table that was looked at for the first time."""
    tint = shared_tint(glance, plain_by_shape(glance))
    gaps, strange = glance.looked.value[1], in_strange_light(glance)
    return KnownTable(_span(glance), light, gaps, curve, hues, tint, strange_light=strange)


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
