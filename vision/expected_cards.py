"""Where cards are expected on a grown lattice, and which cells turn out to hold one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

import numpy as np
import numpy.typing as npt

from vision.card_edges import Placements, SideSupport, measure_sides, placed_planes
from vision.card_marks import CardMarks
from vision.card_view import CardView
from vision.common_size import stack_sides
from vision.disguised_cards import turned_out, with_disguised
from vision.empty_cells import table_share
from vision.lattice import CardSize, FindSettings, Points, planes_of_cards, project, unproject
from vision.lattice_fit import GrownLattice
from vision.lattice_model import QUARTERS, Floats, Ints, LatticeModel, fit_model, residuals_mm
from vision.leaning_sizes import leaning_growth, place_each
from vision.small_frame import SmallFrame

MAX_GROWTH_MM = 3.0
LARGE_GROWTH_MM = 3.0
MIN_TO_FIT = 3
MAX_PASSES = 3
SETTLED = 0.02  # below this a cell shows its table and nothing else
BENT_MM = 1.5  # of a lens; more than that is a rough outline
CRUMPLED_MM = 7.0
MAX_SIZE_LOG = 0.25
ENCLOSED_WEIGHT = 5.0  # of edges that have the table inside and a card outside
MOST_ENCLOSED = -0.5
STRAY_MM = 3.0  # most cards lie nearer to their place, and what was measured farther off is often print
# What each corner of an outline has of places all over its core.
CORE_SHARES = np.array(
    [
        [(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v]
        for v in np.linspace(0.2, 0.8, 5)
        for u in np.linspace(0.2, 0.8, 5)
    ]
)


class Freedom(Enum):
    """What measuring may change of the cards that are expected."""

    RESIZE = "their common size, and where each lies"
    MOVE = "where each lies"
    NEAR = "where each lies, but not far from its place in the lattice"


@dataclass(frozen=True, slots=True)
class TestedCells:
    """Cells of a lattice after their edges were measured."""

    model: LatticeModel
    cells: Ints
    corners: Points
    presence: Floats
    occupied: npt.NDArray[np.bool_]
    growth_mm: float = 0.0  # by which the outlines were wrong, the larger of across and down

    def with_measured(
        self, which: npt.NDArray[np.bool_], again: TestedCells, settings: FindSettings
    ) -> TestedCells:
        """Return all cells, some of them as measured later, the lattice fitted to all cards."""
        corners, presence, occupied = self.corners.copy(), self.presence.copy(), self.occupied.copy()
        corners[which], presence[which], occupied[which] = again.corners, again.presence, again.occupied
        model = fit_model(self.model, corners[occupied], self.cells[occupied], settings, steps=3)
        return TestedCells(model, self.cells, corners, presence, occupied)

    def as_grown(self, settings: FindSettings) -> GrownLattice:
        """Return the cards found so far as a lattice to measure again."""
        corners, cells = self.corners[self.occupied], self.cells[self.occupied]
        residual = residuals_mm(self.model, corners, cells, settings)
        nothing = np.zeros(0, np.int64)
        return GrownLattice(self.model, corners, cells, residual, nothing, nothing)


def measure_cells(
    small: SmallFrame, grown: GrownLattice, cells: Ints, settings: FindSettings, *, resize: bool = True
) -> TestedCells:
    """Measure the edges of every cell until size, lattice and cards agree."""
    tested = _measure(small, grown, cells, settings, Freedom.RESIZE if resize else Freedom.MOVE)
    for _ in range(MAX_PASSES):
        if tested.growth_mm < LARGE_GROWTH_MM or tested.occupied.sum() < MIN_TO_FIT:
            break
        # The outlines were far too large or too small: with the right size, other edges come into reach.
        tested = _measure(small, tested.as_grown(settings), cells, settings, Freedom.RESIZE)
    for _ in range(MAX_PASSES - 1):
        unsettled = ~tested.occupied & (tested.presence > SETTLED)
        if tested.occupied.sum() < MIN_TO_FIT or not unsettled.any():
            break
        again = _measure(small, tested.as_grown(settings), cells[unsettled], settings, Freedom.MOVE)
        tested = tested.with_measured(unsettled, again, settings)
        if not again.occupied.any():
            break
    return _without_strays(small, tested, settings)


def _without_strays(small: SmallFrame, tested: TestedCells, settings: FindSettings) -> TestedCells:
    """Measure cards that lie off the lattice again where the other cards expect them: most lie there."""
    residual = residuals_mm(tested.model, tested.corners, tested.cells, settings)
    stray = tested.occupied & (residual > STRAY_MM)
    others = replace(tested, occupied=tested.occupied & ~stray)
    if not stray.any() or others.occupied.sum() < MIN_TO_FIT:
        return tested
    model = fit_model(
        tested.model, tested.corners[others.occupied], tested.cells[others.occupied], settings, steps=3
    )
    others = replace(others, model=model)
    again = _measure(small, others.as_grown(settings), tested.cells[stray], settings, Freedom.NEAR)
    return others.with_measured(stray, again, settings)


def _measure(
    small: SmallFrame,
    grown: GrownLattice,
    cells: Ints,
    settings: FindSettings,
    freedom: Freedom,
) -> TestedCells:
    """Measure every cell once, correct the cards' size, and fit the lattice to the cards themselves."""
    card = settings.card
    planes, outlined = _expected_planes(grown, cells, card)
    sides = measure_sides(small.image, planes, card, small.colours)
    gap = grown.model.pitch_mm - (card.width_mm, card.height_mm)
    placements = sides.place(seen=outlined | (freedom is Freedom.NEAR))
    growth = np.zeros((len(cells), 2))
    if freedom is Freedom.RESIZE:
        view = CardView(grown.model, card, (small.image.shape[1], small.image.shape[0]))
        placements, common = _resized(sides, placements, outlined, view)
        middles = project(planes, np.broadcast_to(0.5 * card.size_mm, (len(cells), 1, 2)))[:, 0]
        growth = leaning_growth(sides, placements.turn, outlined, middles, common)
        if (growth != growth[0]).any():
            placements = place_each(sides, growth, outlined)
    placed = placed_planes(planes, placements, card) @ _grown(growth, card)
    corners = project(placed, np.broadcast_to(card.corners_mm, (len(cells), 4, 2)))
    residual = residuals_mm(grown.model, corners, cells, settings)
    table = table_share(small.image, placed, card, float(gap.min()))
    if small.marks is None:
        presence = card_presence(placements, table)
    else:
        presence = marked_presence(placements, table, marked_share(small.marks, corners))
        presence = with_disguised(presence, placements)
    occupied = (presence > 0.5) & (residual < settings.stray_mm)
    model = grown.model
    if occupied.sum() >= MIN_TO_FIT:
        model = fit_model(model, corners[occupied], cells[occupied], settings, steps=3)
    return TestedCells(model, cells, corners, presence, occupied, float(np.abs(growth).max()))


def card_presence(placements: Placements, table_share: Floats) -> Floats:
    """Return how likely a card lies in each cell, from its weaker sides and from how much table it shows.

    One side may be hidden or as dark as the table, two may not; the weights were fitted on rendered tables.
    """
    weakest, third = np.sort(placements.sides, axis=1)[:, :2].T.astype(np.float64)
    logit = 14.0 * third + 11.0 * weakest - 7.5 * table_share**4 - 4.2
    presence: Floats = 1.0 / (1.0 + np.exp(-logit))
    return presence


def marked_presence(placements: Placements, table_share: Floats, marked: Floats) -> Floats:
    """Return how likely a card lies in each cell, from its sides, the table it shows and the network's marks.

    The weights were fitted on rendered tables, so that the likelihoods are true of such tables. Where cards
    lie close around an empty cell, its sides are theirs.
    """
    sides = np.sort(placements.sides, axis=1).astype(np.float64)
    logit = 3.9 * sides[:, 0] + 3.8 * sides[:, 1] + 3.6 * (sides[:, 2] + sides[:, 3])
    logit += 1.1 * np.log((marked + 0.01) / (1.01 - marked)) - 1.1 * marked - 5.6 * table_share**4 - 0.53
    if placements.parted is not None:
        logit += ENCLOSED_WEIGHT * np.maximum(turned_out(placements.parted), MOST_ENCLOSED)
    presence: Floats = 1.0 / (1.0 + np.exp(-logit))
    return presence


def marked_share(marks: CardMarks, corners: Points) -> Floats:
    """Return how much of each outline's core the network marks."""
    share: Floats = marks.at(CORE_SHARES @ corners).mean(1).astype(np.float64)
    return share


def _limits(gap_mm: Floats) -> tuple[float, float]:
    # Beyond the middle of a gap lies the neighbour's edge.
    across, down = np.clip(gap_mm / 2, 1.0, 6.0)
    return float(across), float(down)


def _resized(
    sides: SideSupport, placements: Placements, outlined: npt.NDArray[np.bool_], view: CardView
) -> tuple[Placements, tuple[float, float]]:
    """Return the cards grown to the size that all of them share, or else to the outermost edges of most."""
    if not outlined.any():
        return placements, (0.0, 0.0)
    limits = _limits(view.gap_mm)
    stacked = stack_sides(sides, placements.turn, outlined)
    across, down = (None, None) if stacked is None else stacked.outer_growth(limits)
    usual = (0.0, 0.0)
    if across is None or down is None:
        usual = _growth(sides.outer_offsets(limits)[outlined])
    growth = _clipped(usual[0] if across is None else across), _clipped(usual[1] if down is None else down)
    if stacked is not None:
        strongest = stacked.strongest_growth(limits)
        growth = view.likelier(growth, (_clipped(strongest[0]), _clipped(strongest[1])))
    same = growth == (0.0, 0.0)
    return (placements if same else sides.place(growth, seen=outlined)), growth


def _grown(growth_mm: Points, card: CardSize) -> Points:
    """Return the ways from the millimetres of a card to those of cards larger by so much on each side."""
    ways = np.tile(np.eye(3), (len(growth_mm), 1, 1))
    ways[:, [0, 1], [0, 1]] += 2.0 * growth_mm / card.size_mm
    ways[:, :2, 2] = -growth_mm
    return ways


def _clipped(growth: float) -> float:
    return float(np.clip(round(growth * 2) / 2, -MAX_GROWTH_MM, MAX_GROWTH_MM))


def _growth(outer: Points) -> tuple[float, float]:
    """Return by how much each half of most cards is larger than expected, across and down."""
    result = []
    for first, second in ((1, 3), (0, 2)):
        half = 0.5 * (outer[:, first] + outer[:, second])
        half = half[np.isfinite(half)]
        middle = float(np.median(half)) if len(half) >= 2 else 0.0
        result.append(float(np.clip(round(middle * 2) / 2, -MAX_GROWTH_MM, MAX_GROWTH_MM)))
    return result[0], result[1]


def _expected_planes(
    grown: GrownLattice, cells: Ints, card: CardSize
) -> tuple[Points, npt.NDArray[np.bool_]]:
    """Return the plane of each cell's card, and whether an outline says so or the lattice alone."""
    plane = grown.model.table_to_image
    shift = _moves(cells * grown.model.pitch_mm)
    same = (cells[:, None] == grown.cells[None]).all(-1)
    cell = np.flatnonzero(same.any(1))
    corners = grown.corners[np.argmax(same, axis=1)[cell]]
    flat = unproject(plane, corners)
    motion = _rigid(flat, card)
    size, bend = _size_and_bend(project(np.linalg.inv(motion), flat), card)
    like_a_card = (bend < CRUMPLED_MM) & (np.abs(np.log(size)) < MAX_SIZE_LOG).all(1)
    rough = bend >= BENT_MM
    if rough.any():
        motion[rough] = _straight(flat[rough], card)  # the lattice knows better how such a card is turned
    shift[cell[like_a_card]] = motion[like_a_card]
    planes = plane @ shift
    bent = like_a_card & ~rough
    # Lens and paper are not quite flat. The size stays the lattice's: some outlines are the card's,
    # some the frame printed on it.
    inset = _moves(-0.5 * card.size_mm * (1.0 - size[bent]))
    planes[cell[bent]] = planes_of_cards(corners[bent], size[bent] * card.size_mm) @ inset
    outlined = np.zeros(len(cells), bool)
    outlined[cell[like_a_card]] = True
    return planes, outlined


def _size_and_bend(flat: Points, card: CardSize) -> tuple[Floats, Floats]:
    """Return the width and height of outlines as shares of a card's, and how far they are from rectangles."""
    wide = 0.5 * (flat[:, 1] - flat[:, 0] + flat[:, 2] - flat[:, 3])[:, 0] / card.width_mm
    tall = 0.5 * (flat[:, 3] - flat[:, 0] + flat[:, 2] - flat[:, 1])[:, 1] / card.height_mm
    size: Floats = np.maximum(np.stack([wide, tall], axis=1), 1e-3)
    resized = (card.corners_mm - 0.5 * card.size_mm) * size[:, None]
    bend: Floats = np.abs(flat - (QUARTERS @ flat)[:, None] - resized).reshape(-1, 8).max(1)
    return size, bend


def _straight(flat: Points, card: CardSize) -> Points:
    """Return the motion that lays a card where each flat outline lies, without turning it."""
    return _moves(QUARTERS @ flat - 0.5 * card.size_mm)


def _moves(by_mm: Points) -> Points:
    """Return the planes that are moved by so much and not turned."""
    moves = np.zeros((len(by_mm), 3, 3))
    moves[:, 0, 0] = moves[:, 1, 1] = moves[:, 2, 2] = 1.0
    moves[:, :2, 2] = by_mm
    return moves


def _rigid(flat: Points, card: CardSize) -> Points:
    """Return the rigid motion that lays a card over each flat outline."""
    middle = QUARTERS @ flat
    top = flat[:, 1] - flat[:, 0] + flat[:, 2] - flat[:, 3]
    length = np.hypot(top[:, 0], top[:, 1])
    cos, sin = top[:, 0] / length, top[:, 1] / length
    motion = np.zeros((len(flat), 3, 3))
    motion[:, 0, 0], motion[:, 0, 1], motion[:, 1, 0], motion[:, 1, 1], motion[:, 2, 2] = (
        cos,
        -sin,
        sin,
        cos,
        1.0,
    )
    motion[:, :2, 2] = middle - motion[:, :2, :2] @ (0.5 * card.size_mm)
    return motion
