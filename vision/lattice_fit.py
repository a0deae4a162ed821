"""One robust projective lattice through weak card outlines: seeds, growth, and a joint least-squares fit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.lattice import FindSettings, Points, planes_of_cards, project, unproject
from vision.lattice_model import QUARTERS, Floats, Ints, LatticeModel, fit_model, residuals_mm, squash
from vision.quads import Outlines, areas

Shaped = npt.NDArray[np.bool_]

SHAPE_MM = 15.0  # how far an outline's corners may lie from a card's, seen from a neighbour
MAX_SEEDS = 8
GOOD_SEEDS = 3
ALIKE = 1.6  # neighbouring cards differ in apparent size by less than this
NEAREST = 24  # outlines in a seed's neighbourhood
FRAME_MM = 12.0  # outlines of frames printed within the cards make gaps look this much wider
NEAR_MM = 9.0  # how much nearer than the narrowest gap a neighbour's middle may lie
MIN_SHAPED = 3  # outlines of a card's shape: with fewer, those count of which only the middle fits
ROUGH_SIZE = (0.4, 1.7)  # of a card's ground, for an outline of which the middle alone counts
SEED_SQUASH = 0.6
CELL_NUMBER = np.array([1000, 1])  # tells cells apart by one number
FROM_FIRST = (np.arange(4)[:, None] + np.arange(4)) % 4  # the corners from each of them on
MAX_SQUASH = 0.22  # log anisotropy that no camera explains


@dataclass(frozen=True, slots=True)
class GrownLattice:
    """A lattice with the outlines that follow it: which outline lies in which cell."""

    model: LatticeModel
    corners: Points  # each outline, in the order of the card's corners in the lattice
    cells: Ints  # column and row of each
    residual_mm: Floats
    inside: Ints  # every outline that lies within one of these cells
    seeds: Ints  # the seed planes that would grow the same lattice


@dataclass(frozen=True, slots=True)
class Gathered:
    """Outlines that follow a lattice, one for each cell."""

    chosen: Ints
    odd: Ints  # whether each is turned by a quarter
    corners: Points
    cells: Ints
    shaped: Shaped  # which have the shape of a card
    all_near: bool  # whether none follows it beyond the reach
    number: Ints  # of the cell of every outline, chosen or not
    middled: Shaped  # which of them have their middle within it

    def same_as(self, other: Gathered) -> bool:
        """Return whether the same outlines were chosen."""
        return set(self.chosen.tolist()) == set(other.chosen.tolist())

    def inside(self) -> Ints:
        """Return all outlines that lie within the cells of the chosen ones."""
        taken = (self.number[:, None] == self.number[self.chosen]).any(1)
        return np.flatnonzero(self.middled & taken)


@dataclass(frozen=True, slots=True)
class Seeds:
    """Planes to grow a lattice on, the votes of outlines for each, and which outlines are still free."""

    planes: Points
    votes: Floats
    alive: Floats


def find_grown_lattices(
    outlines: Outlines, settings: FindSettings, image_size: tuple[int, int]
) -> Iterator[GrownLattice]:
    """Yield lattices grown from the most promising outlines, each outline used in one lattice only."""
    if len(outlines) < 3:
        return
    planes = _seed_planes(outlines, settings)
    votes = _neighbour_votes(planes, outlines.corners, settings)
    votes *= np.clip(1.0 - squash(planes, image_size) / SEED_SQUASH, 0.0, 1.0)[:, None]
    alive = np.ones(len(outlines))
    while (grown := _best_of_seeds(Seeds(planes, votes, alive), outlines, settings, image_size)) is not None:
        alive[grown.inside] = 0.0
        yield grown
        if alive.sum() < MIN_SHAPED:
            return  # nothing is left to grow another from


def _best_of_seeds(
    seeds: Seeds, outlines: Outlines, settings: FindSettings, image_size: tuple[int, int]
) -> GrownLattice | None:
    """Return the fullest of a few lattices, each grown from a seed that no other of them used.

    Seeds that lead nowhere lose their votes here, and outlines of a repeated pattern their lives.
    """
    planes, votes, alive = seeds.planes, seeds.votes, seeds.alive
    best: GrownLattice | None = None
    tried = 0
    for _ in range(MAX_SEEDS):
        support = (votes @ alive) * np.tile(alive, 2)
        seed = int(np.argmax(support))
        if tried >= GOOD_SEEDS or support[seed] < (1.0 if alive.all() else 2.0):
            break
        votes[seed] = 0.0
        grown = grow(LatticeModel(planes[seed], _first_pitch(settings)), outlines, alive, settings)
        if grown is None:
            continue
        if len(grown.cells) > 2 * settings.rows * settings.columns + 4:
            alive[grown.inside] = 0.0  # a chequered cloth, tiles, keys: no cards, whichever way up
            continue
        votes[grown.seeds] = 0.0
        if _impossible(grown, image_size):
            turned = grow(_other_way_up(grown.model, settings), outlines, alive, settings)
            if turned is None or len(turned.cells) < len(grown.cells) or _impossible(turned, image_size):
                continue
            grown = turned
        if not _pitch_possible(grown.model, settings, outlines.rough_mm):
            continue
        tried += 1
        if best is None or _fullness(grown) > _fullness(best):
            best = grown
        if _complete(best, settings):
            break
    return best


def _complete(grown: GrownLattice, settings: FindSettings) -> bool:
    """Return whether no other seed needs to be tried: half of the grid is there, from end to end."""
    extent = sorted((grown.cells.max(0) - grown.cells.min(0) + 1).tolist())
    whole = extent == sorted((settings.rows, settings.columns))
    return whole and _fullness(grown) >= 0.5 * settings.rows * settings.columns


def _fullness(grown: GrownLattice) -> float:
    return float((1.0 / (1.0 + (grown.residual_mm / 6.0) ** 2)).sum())


def _impossible(grown: GrownLattice, image_size: tuple[int, int]) -> bool:
    return bool(squash(grown.model.table_to_image, image_size) > MAX_SQUASH)


def _other_way_up(model: LatticeModel, settings: FindSettings) -> LatticeModel:
    """Return the same lattice with the long sides of its cards where the short ones were.

    Rough outlines may look broad where cards are tall; only the plane of all of them tells that no camera
    sees cards so.
    """
    width, height = settings.card.size_mm
    turn = np.array([[0.0, -width / height, width], [height / width, 0.0, 0.0], [0.0, 0.0, 1.0]])
    pitch = model.pitch_mm[::-1] * (width / height, height / width)
    return LatticeModel(model.table_to_image @ turn, pitch)


def _seed_planes(outlines: Outlines, settings: FindSettings) -> Points:
    corners = outlines.corners
    turned = np.concatenate([corners, np.roll(corners, -1, axis=1)])
    return planes_of_cards(turned, settings.card.size_mm)


def _first_pitch(settings: FindSettings) -> Floats:
    middle = 0.5 * sum(settings.gap_mm)
    return np.array([settings.card.width_mm + middle, settings.card.height_mm + middle])


def _card_shape_error(mapped: Points, settings: FindSettings) -> tuple[Points, Floats]:
    """Return the centres of mapped outlines and how far each is from a card, either way up."""
    centres = 0.25 * (mapped[..., 0, :] + mapped[..., 1, :] + mapped[..., 2, :] + mapped[..., 3, :])
    card = settings.card.corners_mm - settings.card.corners_mm.mean(0)
    # Short axes first: numpy is quicker so.
    relative = np.ascontiguousarray((mapped - centres[..., None, :]).reshape(-1, 8).T)
    turned = np.stack([np.roll(card, -turn, axis=0).ravel() for turn in range(4)])
    errors = np.abs(relative - turned[..., None]).max(1).min(0)
    return centres, errors.reshape(centres.shape[:-1])


def _neighbour_votes(seeds: Points, corners: Points, settings: FindSettings) -> Floats:
    """Return for each seed plane how much each outline looks like a neighbouring card on it."""
    back = np.linalg.inv(seeds)
    if len(corners) <= NEAREST:
        return _votes(project(back, corners.reshape(1, -1, 2)).reshape(len(seeds), -1, 4, 2), settings)
    near = np.tile(_nearest(corners), (2, 1))
    flat = project(back, corners[near].reshape(len(seeds), -1, 2))
    votes = np.zeros((len(seeds), len(corners)))
    np.put_along_axis(votes, near, _votes(flat.reshape(*near.shape, 4, 2), settings), axis=1)
    return votes


def _nearest(corners: Points) -> Ints:
    """Return for each outline those nearest to it that have about its size."""
    middles = QUARTERS @ corners
    far = np.hypot(*(middles[:, None] - middles[None]).transpose(2, 0, 1))
    size_px = np.sqrt(np.abs(areas(corners)))
    ratio = size_px[:, None] / size_px[None]
    far = far * np.where(np.maximum(ratio, 1.0 / ratio) > ALIKE, 1e3, 1.0)  # a small square is no neighbour
    nearest: Ints = np.argsort(far, axis=1)[:, 1 : 1 + NEAREST]
    return nearest


def _votes(flat: Points, settings: FindSettings) -> Floats:
    """Return how much each outline, as it lies on the plane of a seed, looks like a card beside it."""
    centres, error = _card_shape_error(flat, settings)
    low, high = settings.gap_mm
    size = settings.card.size_mm
    offset = np.abs(centres - 0.5 * size)
    step = (offset > size + low - NEAR_MM) & (offset < size + high + FRAME_MM)
    still = offset < settings.stray_mm + 6.0
    beside = (step[..., 0] & (still[..., 1] | step[..., 1])) | (step[..., 1] & still[..., 0])
    weight = np.minimum(1.5 - error / SHAPE_MM, 1.0)
    votes: Floats = weight * (beside & (error < SHAPE_MM))
    return votes


def grow(
    model: LatticeModel, outlines: Outlines, alive: Floats, settings: FindSettings
) -> GrownLattice | None:
    """Gather the outlines that follow the lattice, refit, and gather again until nothing changes."""
    reach, far = 1.6, max(settings.rows, settings.columns) + 3.0
    fitted: Gathered | None = None
    for _ in range(10):
        gathered = _gather(model, outlines, alive, settings, reach)
        if gathered is None:
            return None
        everywhere = reach >= far or gathered.all_near
        if fitted is not None and everywhere and gathered.same_as(fitted):
            break
        fitted = gathered
        model = fit_model(model, fitted.corners, fitted.cells, settings, steps=2 if reach < far else 3)
        if len(fitted.chosen) >= settings.rows * settings.columns and everywhere:
            break  # looking again would change nothing
        reach = min(far, 2.4 * reach)
    return None if fitted is None else _as_grown(model, fitted, len(outlines), settings)


def _as_grown(
    model: LatticeModel, fitted: Gathered, count: int, settings: FindSettings
) -> GrownLattice | None:
    """Return the lattice with those of its outlines that have a card's shape, or all if those are too few."""
    corners, cells = fitted.corners, fitted.cells
    if fitted.shaped.sum() >= MIN_SHAPED:
        corners, cells = corners[fitted.shaped], cells[fitted.shaped]
    if len(cells) < MIN_SHAPED:
        return None
    residual = residuals_mm(model, corners, cells, settings)
    return GrownLattice(model, corners, cells, residual, fitted.inside(), fitted.chosen + count * fitted.odd)


def _pitch_possible(model: LatticeModel, settings: FindSettings, rough_mm: float) -> bool:
    gap = model.pitch_mm - (settings.card.width_mm, settings.card.height_mm)
    return bool((gap > settings.gap_mm[0] - rough_mm).all() and (gap < settings.gap_mm[1] + FRAME_MM).all())


def _gather(
    model: LatticeModel, outlines: Outlines, alive: Floats, settings: FindSettings, reach: float
) -> Gathered | None:
    """Return the outlines within reach that follow the lattice."""
    mapped = unproject(model.table_to_image, outlines.corners)
    first = np.argmin(mapped[..., 0] + mapped[..., 1], axis=1)
    ordered = mapped[np.arange(len(mapped))[:, None], FROM_FIRST[first]]
    size = settings.card.size_mm
    cells, pitch = _snap(QUARTERS @ ordered - 0.5 * size, model.pitch_mm, size, settings)
    ideal = (cells * pitch)[:, None] + settings.card.corners_mm
    off = ordered - ideal
    middle_off = QUARTERS @ off
    error = _largest(off)
    follows = (error < settings.stray_mm + 4.0) & (alive > 0)
    follows &= _largest(off - middle_off[:, None]) < 0.8 * SHAPE_MM
    shaped, ground = follows, np.abs(areas(ordered))
    if outlines.rough_mm > 0.0:
        # A rough outline knows its middle well, its turn and shape badly: those the lattice knows better.
        middled = ~follows & (alive > 0) & _middle_fits(middle_off, ground, settings)
        ordered = np.where(middled[:, None, None], ideal + middle_off[:, None], ordered)
        ground = np.where(middled, settings.card.width_mm * settings.card.height_mm, ground)
        error = np.where(middled, error + SHAPE_MM, error)
        follows = follows | middled
    number = cells @ CELL_NUMBER
    fits = follows & (np.abs(cells).max(1) <= reach)
    # Of several outlines in a cell the larger is the card, the smaller the frame printed on it.
    cost = error - 2.0 * np.sqrt(ground) - 20.0 * outlines.quality
    chosen = _one_per_cell(np.flatnonzero(fits), number, cost)
    if len(chosen) < 2:
        return None
    return Gathered(
        chosen,
        first[chosen] % 2,
        project(model.table_to_image, ordered[chosen]),
        cells[chosen],
        shaped[chosen],
        bool((follows == fits).all()),
        number,
        (np.abs(middle_off) < 0.5 * size).all(1),
    )


def _largest(off: Points) -> Floats:
    """Return how far the farthest corner of each outline is off, along either axis."""
    largest: Floats = np.abs(off).reshape(-1, 8).max(1)
    return largest


def _middle_fits(middle_off: Points, ground: Floats, settings: FindSettings) -> npt.NDArray[np.bool_]:
    """Return which outlines have the middle and about the size of the card of their cell."""
    size = ground / (settings.card.width_mm * settings.card.height_mm)
    near = np.abs(middle_off).max(1) < settings.stray_mm
    fits: npt.NDArray[np.bool_] = near & (size > ROUGH_SIZE[0]) & (size < ROUGH_SIZE[1])
    return fits


def _snap(offsets: Points, pitch: Floats, size: Floats, settings: FindSettings) -> tuple[Ints, Floats]:
    """Return the cell of each offset and the pitch as the nearest neighbours show it."""
    cells = np.rint(offsets / pitch).astype(np.int64)
    unknown = pitch == size + 0.5 * sum(settings.gap_mm)
    if not unknown.any():
        return cells, pitch
    off = np.abs(offsets)
    low, high = size + settings.gap_mm[0] - NEAR_MM, size + settings.gap_mm[1] + FRAME_MM
    still, step = off < settings.stray_mm + 6.0, (off > low) & (off < high)
    shown = pitch.copy()
    for axis in np.flatnonzero(unknown):
        # A card beside the seed tells the pitch best, one beside its neighbour nearly as well.
        for beside in (still[:, 1 - axis], step[:, 1 - axis]):
            nearest = off[beside & step[:, axis], axis]
            if len(nearest):
                shown[axis] = np.median(nearest)
                break
    told = ~unknown | (shown != pitch)
    if told.sum() == 1:
        # Nothing lies beside anything the other way: most people leave about the same gap both ways.
        shown[~told] = size[~told] + (shown - size)[told]
    return np.where(shown == pitch, cells, np.rint(offsets / shown)).astype(np.int64), shown


def _one_per_cell(fitting: Ints, number: Ints, cost: Floats) -> Ints:
    order = fitting[np.argsort(cost[fitting])]
    _, first = np.unique(number[order], return_index=True)
    return order[np.sort(first)]
