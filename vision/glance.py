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
BRIGHTEST = 250  # of 255 levels: above it a camera tells nothing


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """Cells of a frame beside the deck: by shape and outline (cells x codes), 0 for the best of a cell.

    `bright` is the share of a cell that is as bright as a camera can tell, `table` is what was known before.
    The second reader is waited for, and the bare table is looked for, only when it is asked.
    """

    frame_bgr: Picture
    quads: Points
    deck: DeckReferences
    table: KnownTable | None
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
    reduced = reduce_frame(frame_bgr, quads, SMALL_WIDTH_PX)
    small = reduced.in_fours()
    coarse = reduce_again(small, quads, COARSE_WIDTH_PX)
    glanced = np.ascontiguousarray(lay_straight(coarse, quads, COARSE_SIZE))
    ways = look_up(glanced, quads, deck)
    bare = Beside(partial(_seen_cells, frame_bgr, quads, ways.likest < OUTLINED, sides))
    ways = lay_out(reduced.in_grey(), ways, glanced, deck)
    # The network needs a core and hardly any Python: the other readers work meanwhile.
    corners = ways.corners[ways.likeliest]
    asked = None if network is None else Beside(partial(_asked, network, small, corners))
    found = compare(small, ways, deck)
    return Glance(
        frame_bgr=frame_bgr,
        quads=quads,
        deck=deck,
        table=table,
        comparison=found,
        shape=deck.digits.tied(behind(found.misfit, FAINTEST_NOISE)),
        outline=deck.digits.tied(found.likeness - found.likeness.max(axis=1, keepdims=True)),
        bright=(channels_of(glanced).max(axis=0) >= BRIGHTEST).mean(axis=(1, 2), dtype=np.float32),
        asked=asked,
        looked=Later(partial(_looked_for_table, frame_bgr, quads, (found.explained, table), (sides, bare))),
    )


def _asked(network: CellReader, small: ReducedFrame, corners: Points) -> Opinions:
    """The network's opinions of the cells with a rim of the table around them."""
    return network.opinions(lay_straight(small, corners, OPINION_SIZE_PX, OPINION_MARGIN))


def _sides(frame_bgr: Picture, quads: Points, table: KnownTable | None) -> SeenGaps:
    """What the frame shows beside the cells' sides, or in the gaps that were seen before."""
    return SeenGaps.along(frame_bgr, lines_beside(quads) if table is None else table.gaps.lines)


def _seen_cells(frame_bgr: Picture, quads: Points, which: Mask, sides: Beside[SeenGaps]) -> SeenCells | None:
    """What the frame shows of cells that may well be bare, if there are any."""
    return SeenCells.among(frame_bgr, quads, which, sides.result()) if which.any() else None


def _looked_for_table(
    frame_bgr: Picture,
    quads: Points,
    known: tuple[Floats, KnownTable | None],
    seen: tuple[Beside[SeenGaps], Beside[SeenCells | None]],
) -> tuple[Bareness, Gaps]:
    """How like the bare table the cells are, and the gaps in which that is seen."""
    (explained, table), (along, cells) = known, (seen[0].result(), seen[1].result())
    gaps = Gaps.along(along.lines, explained) if table is None else table.gaps
    return look_for_table(frame_bgr, quads, gaps, explained < SURELY_A_CARD, (along, cells)), gaps
