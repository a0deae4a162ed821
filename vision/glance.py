"""The first look at the cells of a table: what each is like on the whole, before inks and numbers are read.

On most tables it is enough: see vision.plain_cells.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from vision.alignment import COARSE_SIZE
from vision.arrays import Floats, Mask, Picture, Points
from vision.bare_table import (
    SURELY_A_CARD,
    Bareness,
    Gaps,
    SeenCells,
    SeenGaps,
    lines_beside,
    look_for_table,
)
from vision.beside import Beside
from vision.cell_images import (
    COARSE_WIDTH_PX,
    SMALL_WIDTH_PX,
    ReducedFrame,
    lay_straight,
    reduce_again,
    reduce_frame,
)
from vision.comparison import FAINTEST_NOISE, Comparison, compare, lay_out, look_up
from vision.ink_views import behind
from vision.known_table import KnownTable
from vision.later import Later
from vision.opinions import OPINION_MARGIN, OPINION_SIZE_PX, CellReader, Opinions
from vision.patches import channels_of
from vision.references import DeckReferences

OUTLINED = 0.6  # how like a picture nearly every card is and no bare table: which cells to look at early
LIKE_NO_CARD = 0.25  # tuning scenes: explained cards from 0.38, table that is explained as one to 0.09
BRIGHTEST = 250  # of 255 levels: above it a camera tells nothing


@dataclass(frozen=True, slots=True, eq=False)
class SmallFrames:
    """A frame as the cells are cut out of it: at the small size in colour and in grey, at the coarse one."""

    small: ReducedFrame
    grey: ReducedFrame
    coarse: ReducedFrame

    @classmethod
    def of(cls, frame_bgr: Picture, quads: Points) -> SmallFrames:
        """The part of a frame that shows the cells."""
        reduced = reduce_frame(frame_bgr, quads, SMALL_WIDTH_PX)
        small = reduced.in_fours()
        return cls(small, reduced.in_grey(), reduce_again(small, quads, COARSE_WIDTH_PX))


@dataclass(frozen=True, slots=True, eq=False)
class EarlyLook:
    """Cells that look like no card, and how bare they are should all others prove to be cards."""

    cells: SeenCells
    bareness: Bareness


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """Cells of a frame beside the deck: by shape and outline (cells x codes), 0 for the best of a cell.

    `bright` is the share of a cell that is as bright as a camera can tell, `table` is what was known before,
    `seen` what is seen beside the cells and, early, of those that may be bare. The second reader is waited
    for, and the bare table is looked for, only when it is asked.
    """

    frame_bgr: Picture
    frames: SmallFrames
    quads: Points
    deck: DeckReferences
    second: CellReader | None
    table: KnownTable | None
    seen: tuple[Beside[SeenGaps], Beside[EarlyLook | None]]
    comparison: Comparison
    shape: Floats
    outline: Floats
    bright: Floats
    asked: Beside[Opinions] | None
    looked: Later[tuple[Bareness, Gaps]]

    def opinions(self) -> Opinions | None:
        """What the second reader thinks, if there is one."""
        if self.asked is None:
            return None
        opinions = self.asked.result()
        return replace(opinions, codes=self.deck.digits.tied(opinions.codes))


def glance_at(
    frame_bgr: Picture,
    quads: Points,
    deck: DeckReferences,
    network: CellReader | None = None,
    table: KnownTable | None = None,
) -> Glance:
    """Compare every cell with the deck as a whole; its second reader looks too, unless another is given."""
    network = network or deck.second
    # The second core has nothing else to do until the cards lie straight.
    sides = Beside(partial(_sides, frame_bgr, quads, table))
    frames = SmallFrames.of(frame_bgr, quads)
    glanced = np.ascontiguousarray(lay_straight(frames.coarse, quads, COARSE_SIZE))
    ways = look_up(glanced, quads, deck)
    early = Beside(partial(_early_look, frame_bgr, quads, ways.likest < OUTLINED, (table, sides)))
    ways = lay_out(frames.grey, ways, glanced, deck)
    # The network needs a core and hardly any Python: the other readers work meanwhile.
    asked = None if network is None else ask(network, frames.small, ways.corners[ways.likeliest])
    found = compare(frames.small, ways, deck)
    return Glance(
        frame_bgr=frame_bgr,
        frames=frames,
        quads=quads,
        deck=deck,
        second=network,
        table=table,
        seen=(sides, early),
        comparison=found,
        shape=_shape(found, deck),
        outline=_outline(found, deck),
        bright=(channels_of(glanced).max(axis=0) >= BRIGHTEST).mean(axis=(1, 2), dtype=np.float32),
        asked=asked,
        looked=Later(partial(_looked_for_table, frame_bgr, quads, (found, table), (sides, early))),
    )


def seen_as(glance: Glance, found: Comparison) -> Glance:
    """The same glance, if the cells compare with the deck in this way."""
    known = (found, glance.table)
    looked = Later(partial(_looked_for_table, glance.frame_bgr, glance.quads, known, glance.seen))
    shape, outline = _shape(found, glance.deck), _outline(found, glance.deck)
    return replace(glance, comparison=found, shape=shape, outline=outline, looked=looked)


def ask(network: CellReader, small: ReducedFrame, corners: Points) -> Beside[Opinions]:
    """Ask the second reader about cells with a rim of the table around them."""
    return Beside(partial(_asked, network, small, corners))


def _shape(found: Comparison, deck: DeckReferences) -> Floats:
    return deck.digits.tied(behind(found.misfit, FAINTEST_NOISE))


def _outline(found: Comparison, deck: DeckReferences) -> Floats:
    return deck.digits.tied(found.likeness - found.likeness.max(axis=1, keepdims=True))


def _asked(network: CellReader, small: ReducedFrame, corners: Points) -> Opinions:
    """The network's opinions of the cells with a rim of the table around them."""
    return network.opinions(lay_straight(small, corners, OPINION_SIZE_PX, OPINION_MARGIN))


def _sides(frame_bgr: Picture, quads: Points, table: KnownTable | None) -> SeenGaps:
    """What the frame shows beside the cells' sides, or in the gaps that were seen before."""
    return SeenGaps.along(frame_bgr, lines_beside(quads) if table is None else table.gaps.lines)


def _early_look(
    frame_bgr: Picture, quads: Points, bare: Mask, known: tuple[KnownTable | None, Beside[SeenGaps]]
) -> EarlyLook | None:
    """How like the bare table cells are that look like no card, if there are any."""
    if not bare.any():
        return None
    table, along = known[0], known[1].result()
    cells = SeenCells.among(frame_bgr, quads, bare, along)
    gaps = _gaps(along, ~bare, table)
    return EarlyLook(cells, look_for_table(frame_bgr, quads, gaps, bare, (along, cells)))


def _looked_for_table(
    frame_bgr: Picture,
    quads: Points,
    known: tuple[Comparison, KnownTable | None],
    seen: tuple[Beside[SeenGaps], Beside[EarlyLook | None]],
) -> tuple[Bareness, Gaps]:
    """How like the bare table the cells are, and the gaps in which that is seen."""
    (found, table), (along, early) = known, (seen[0].result(), seen[1].result())
    cards = found.explained >= SURELY_A_CARD
    gaps = _gaps(along, cards, table)
    if early is not None and bool((cards != early.cells.which).all()):
        return early.bareness, gaps
    # Black cloth shows so little that any card in the dark explains it.
    asked = ~cards | (found.likeness.max(axis=1) < LIKE_NO_CARD)
    cells = None if early is None else early.cells
    return look_for_table(frame_bgr, quads, gaps, asked, (along, cells)), gaps


def _gaps(along: SeenGaps, cards: Mask, table: KnownTable | None) -> Gaps:
    """The gaps around cells of which some are surely cards, or those that were seen before."""
    return Gaps.along(along.lines, cards.astype(np.float32)) if table is None else table.gaps
