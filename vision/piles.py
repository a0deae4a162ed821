"""Whether an outer row or column rests on piles: then the grid may lie a row farther to the other side.

A neat pile in line with a grid looks like one more card of it. But nobody squares a pile to the millimetre,
and it has a height: beside its upper card the edges of lower ones show, and less of the table than beside the
others.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from vision.card_edges import edges_of_steps, sample, sample_planes, steps_across
from vision.lattice import CardSize, Image, Lattice, Points, planes_of_cards, project, unproject
from vision.lattice_fit import FROM_FIRST
from vision.table_colours import TableColours

Floats = npt.NDArray[np.float32]
Chosen = npt.NDArray[np.bool_]

FEW = 2  # cards of an outer line, all of which may be piles
ALONG = np.linspace(-0.42, 0.42, 24)  # of a side
NEAREST_MM, FARTHEST_MM, STEP_MM = 0.5, 4.0, 0.25  # from a side, where lower cards show
BESIDE_MM = 1.0  # of a gap that the neighbour's own edge may take
LEAST_MM = 1.5
EDGES_WEIGHT = 2.5  # of more edges, as much as of less table
LARGER = 1.025  # than most cards, by which an outline is a pile's and not only measured a little large
PILED = 1.2  # of 131 tables with a card alone in an outer line 4 have such a line, of 50 with a pile there 45
BARE = 0.2  # of a cell's colours that are the table's, at least, if nothing lies in it
CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
INSIDE = np.stack(np.meshgrid(np.linspace(0.2, 0.8, 6), np.linspace(0.2, 0.8, 6)), axis=-1).reshape(-1, 2)
SIDES = (
    ((0.5, 0.0), 0),
    ((1.0, 0.5), 1),
    ((0.5, 1.0), 0),
    ((0.0, 0.5), 1),
)  # their middles, and how they run
OUTWARD = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))


def rests_on_piles(frame_bgr: Image, lattice: Lattice, colours: TableColours, card: CardSize) -> bool:
    """Return whether all cards of an outer line look like piles, and the grid has room without them."""
    held = np.array([cell.occupied for cell in lattice.cells])
    sparse = _sparse_lines(lattice, held)
    lines = [line for line in sparse if _has_room(lattice, line, frame_bgr, colours)]
    if not lines:
        return False
    more = _beside(frame_bgr, lattice, held, colours, card)
    place = np.array([(cell.row, cell.column) for cell in lattice.cells])[held]
    for axis, number in lines:
        own = place[:, axis] == number
        if (more[own] - np.median(more[~own], axis=0)).sum(1).min() > PILED:
            return True
    return False


def _sparse_lines(lattice: Lattice, held: Chosen) -> list[tuple[int, int]]:
    """Return the outer rows (0) and columns (1) with few cards, and the number of each."""
    grid = held.reshape(lattice.rows, lattice.columns)
    last = (lattice.rows - 1, lattice.columns - 1)
    outer = [(axis, number) for axis in (0, 1) for number in (0, last[axis])]
    return [(axis, number) for axis, number in outer if 0 < grid.take(number, axis).sum() <= FEW]


def _has_room(lattice: Lattice, line: tuple[int, int], frame_bgr: Image, colours: TableColours) -> bool:
    """Return whether bare table shows where the grid would have an empty line if it had not this one."""
    axis, number = line
    count = np.array([lattice.columns, lattice.rows])
    cells = np.repeat(np.arange(count[axis])[:, None], 2, axis=1)
    cells[:, 1 - axis] = -1 if number else count[1 - axis]
    size = np.array(lattice.cell_mm)
    places = (cells * lattice.pitch_mm)[:, None] + INSIDE * size
    seen = project(lattice.table_to_image, places)
    corners = project(lattice.table_to_image, (cells * lattice.pitch_mm)[:, None] + CORNERS * size)
    if (corners < 0).any() or (corners > frame_bgr.shape[1::-1]).any():
        return False
    return bool((colours.of(sample(frame_bgr, seen)).mean(1) > BARE).all())


def _beside(
    frame_bgr: Image, lattice: Lattice, held: Chosen, colours: TableColours, card: CardSize
) -> Floats:
    """Return how much shows all along each side of each card that is no bare table: cards x sides."""
    turned = int(lattice.cell_mm[0] > lattice.cell_mm[1])
    quads = np.array([cell.corners for cell in lattice.cells])[held][:, FROM_FIRST[-turned]]
    gap = float((np.array(lattice.pitch_mm) - lattice.cell_mm).min())
    reach = float(np.clip(round(gap - BESIDE_MM, 1), LEAST_MM, FARTHEST_MM))
    values = sample_planes(frame_bgr, _alike_planes(quads, lattice, card), _band_mm(card, reach))
    edges = np.median(edges_of_steps(steps_across(values)), axis=2).mean(2)
    table = np.median(colours.of(values[..., 1:-1, :]), axis=2).mean(2)
    more: Floats = np.float32(EDGES_WEIGHT) * edges - table
    return more


def _alike_planes(quads: Points, lattice: Lattice, card: CardSize) -> Points:
    """Return the planes of cards of one size: the outline of a pile may have been taken for a larger card."""
    flat = unproject(lattice.table_to_image, quads)
    size = np.linalg.norm(flat[:, [1, 3]] - flat[:, [0, 0]], axis=-1)
    larger = size / np.median(size, axis=0)
    larger[larger < LARGER] = 1.0
    moves = np.tile(np.eye(3), (len(quads), 1, 1))
    moves[:, :2, 2] = 0.5 * card.size_mm * (larger - 1.0)
    return planes_of_cards(quads, larger * card.size_mm) @ moves


@lru_cache(maxsize=16)
def _band_mm(card: CardSize, reach_mm: float) -> Points:
    """Return places outside the four sides: side, along, offset, xy in card millimetres."""
    offset = np.arange(NEAREST_MM - STEP_MM, reach_mm + 1.5 * STEP_MM, STEP_MM)
    bands = []
    for (middle, runs), outward in zip(SIDES, OUTWARD, strict=True):
        tangent = np.eye(2)[runs] * card.size_mm
        along = np.array(middle) * card.size_mm + ALONG[:, None] * tangent
        bands.append(along[:, None] + offset[:, None] * np.array(outward))
    return np.stack(bands)
