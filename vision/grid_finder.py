"""Find the grid of cards on any table: weak outlines, one lattice, every cell tested, each card refined."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from vision.card_edges import level_of
from vision.card_marks import Part, count_alike_spots, default_marker, outlines_of_marks
from vision.expected_cards import TestedCells, measure_cells
from vision.far_cards import too_wide, without_far_cards
from vision.lattice import FindSettings, Image, Lattice, LatticeCell, NotFound
from vision.lattice_fit import FROM_FIRST, GrownLattice, find_grown_lattices
from vision.lattice_judgement import ELSEWHERE, MIN_CARD_PX, MIN_CARDS, Candidate, judge_lattice
from vision.lattice_model import Ints
from vision.lattice_window import TWO_GRIDS, too_many
from vision.masks import Masks, colour_masks, quick_masks
from vision.mat_lattice import find_lattice_of_mat
from vision.piles import rests_on_piles
from vision.quads import MIN_AREA_PX, Outlines, areas, outlines_of_masks, without_twins
from vision.refine import refine_corners
from vision.second_grid import is_second_grid
from vision.small_frame import SmallFrame, shrink
from vision.table_colours import TableColours

FINER = 1.6  # far cards are small: then the network looks at a larger image
AROUND = 1.2  # cards around what was marked that are looked at again
USUAL_CARDS = 4  # in a row of the tables that the network learned from
SMALL_GRID = 1.15  # of the share that its cards would ask for: smaller, and their corners are lost
QUICK = 2 / 3  # brightness is looked at in a smaller image still
SMALLEST_SHARE = 0.7  # of the smallest cards: of anything smaller there are hundreds on a patterned cloth
ENOUGH = 2  # sightings: what the network left in doubt twice, outlines by brightness and colour do not settle
LEAST_SPOTS = 5  # of about one size, by which a grid shows even where it is hard to see
MIN_CONFIDENCE = 0.5  # below it, a lattice is as likely wrong as right
TOO_LITTLE = NotFound("too little of the cards can be made out: more light, less glare, or a nearer camera")
NOTHING_IN_VIEW = "no grid of cards in view: show the whole grid to the camera"


def find_lattice(frame_bgr: Image, settings: FindSettings | None = None) -> Lattice | NotFound:
    """Return where the grid of cards lies, or why it cannot be told."""
    settings = settings or FindSettings()
    if frame_bgr.ndim != 3 or frame_bgr.shape[2] != 3:
        raise ValueError(f"expected a frame of height x width x 3, got {frame_bgr.shape}")
    if min(frame_bgr.shape[:2]) < 120:
        return NotFound("the image is too small to show a grid of cards")
    small = shrink(frame_bgr, settings.work_px)
    dark = _too_dark(small.image)
    if dark is not None:
        return dark
    best = _search(small, settings)
    if isinstance(best, Candidate) and _acceptable(best):
        lattice = _refined(frame_bgr, best.lattice, settings, best.colours)
        if best.colours is None or not rests_on_piles(frame_bgr, lattice, best.colours, settings.card):
            return lattice
        best = ELSEWHERE
    of_mat = find_lattice_of_mat(frame_bgr, small, settings)
    if of_mat is not None:
        return _refined(frame_bgr, of_mat, settings)
    return best if isinstance(best, NotFound) else TOO_LITTLE


def _search(small: SmallFrame, settings: FindSettings) -> Candidate | NotFound:
    """Look up to three times, each time more closely, until one lattice leaves no doubt; the best counts."""
    best: Candidate | NotFound = NotFound(NOTHING_IN_VIEW)
    sightings = 0
    for look, (marked, outlines) in enumerate(_looks(small, settings)):
        answer = _fit(marked, outlines, settings)
        if answer == TWO_GRIDS:
            return answer
        best = _better(best, answer)
        sightings += isinstance(answer, Candidate)
        if not isinstance(best, Candidate):
            continue
        if sightings >= ENOUGH and _acceptable(best):
            break
        # Few cards bend a lattice easily: if the first look did not tell it, one more must not tell better.
        if best.clear and (look == 0 or _half_full(best.lattice)):
            break
    return best


def _half_full(lattice: Lattice) -> bool:
    return 2 * sum(cell.occupied for cell in lattice.cells) >= len(lattice.cells)


def _acceptable(best: Candidate) -> bool:
    return best.lattice.confidence >= MIN_CONFIDENCE


def _looks(small: SmallFrame, settings: FindSettings) -> Iterator[tuple[SmallFrame, Outlines]]:
    """Yield what the network marks, what it marks in a finer image of that part, and what else stands out.

    Where it marks no more than a few things of one size, even faintly, nothing is there to be looked at
    more closely.
    """
    for share in _first_shares(settings):
        marks = default_marker().mark(small.image, share)
        marked, rough = small.marked(marks), outlines_of_marks(marks)
        yield marked, rough
    if count_alike_spots(marks) < min(LEAST_SPOTS, settings.rows * settings.columns // 2):
        return
    part = _part_around(rough, small.image) if len(rough) >= MIN_CARDS else None
    finer = default_marker().mark(small.image, FINER, part)
    yield small.marked(finer, part), outlines_of_marks(finer)
    outlines = rough
    for masks in (quick_masks, colour_masks):
        outlines = _joined(outlines, _outlines(small.image, part, masks, settings))
    yield marked, replace(outlines, rough_mm=0.0)


def _first_shares(settings: FindSettings) -> tuple[float, ...]:
    """Return how large to look at first: the cards of a small grid fill the picture, and the network would
    take what is printed on them for cards."""
    most = max(settings.rows, settings.columns)
    return (SMALL_GRID * most / USUAL_CARDS, 1.0) if most < USUAL_CARDS else (1.0,)


def _part_around(outlines: Outlines, image: Image) -> Part:
    """Return the part of the image with everything that was marked, and a card's length around it."""
    height, width = image.shape[:2]
    spare = AROUND * float(np.sqrt(np.median(np.abs(areas(outlines.corners)))))
    low = np.maximum(outlines.corners.min((0, 1)) - spare, 0).astype(int)
    high = np.minimum(outlines.corners.max((0, 1)) + spare, (width, height)).astype(int)
    return Part(int(low[0]), int(low[1]), int(high[0]), int(high[1]))


def _better(best: Candidate | NotFound, answer: Candidate | NotFound) -> Candidate | NotFound:
    """Return the more trusted of two lattices, but one that can be accepted before one that cannot; of two
    refusals the first that says more than nothing."""
    if isinstance(answer, NotFound):
        return answer if isinstance(best, NotFound) and best.reason == NOTHING_IN_VIEW else best
    if isinstance(best, NotFound):
        return answer
    return max(best, answer, key=lambda one: (_acceptable(one), one.trust))


def _refined(
    frame_bgr: Image, lattice: Lattice, settings: FindSettings, colours: TableColours | None = None
) -> Lattice:
    """Return the lattice with each card's own corners measured in the full frame."""
    turned = int(lattice.cell_mm[0] > lattice.cell_mm[1])
    held = [cell for cell in lattice.cells if cell.occupied]
    if not held:
        return lattice
    quads = np.array([cell.corners for cell in held])[:, FROM_FIRST[-turned]]
    refined = refine_corners(frame_bgr, quads, settings.card, colours)[:, FROM_FIRST[turned]]
    fine = iter(refined)
    cells = tuple(
        LatticeCell(cell.row, cell.column, True, next(fine), cell.presence) if cell.occupied else cell
        for cell in lattice.cells
    )
    return replace(lattice, cells=cells)


def _too_dark(image: Image) -> NotFound | None:
    level = image[::16, ::16].max(-1)
    if level_of(level, 0.98) < 24:
        return NotFound("the image is black: uncover the lens or switch a light on")
    if int(level.max()) - int(level.min()) < 12:
        return NotFound("the image shows one plain surface: point the camera at the table")
    return None


def _outlines(image: Image, part: Part | None, masks: Masks, settings: FindSettings) -> Outlines:
    largest = 1.6 * image.shape[0] * image.shape[1] / (settings.rows * settings.columns)
    share = QUICK if masks is quick_masks else 1.0
    part = part or Part(0, 0, image.shape[1], image.shape[0])
    seen = part.of(image)
    if share != 1.0:
        seen = np.asarray(
            cv2.resize(seen, None, fx=share, fy=share, interpolation=cv2.INTER_LINEAR), np.uint8
        )
    smallest = max(MIN_AREA_PX, SMALLEST_SHARE * MIN_CARD_PX * share**2)
    found = outlines_of_masks(masks(seen), largest * share**2, smallest)
    return Outlines((found.corners + 0.5) / share - 0.5 + part.origin, found.quality)


def _joined(first: Outlines, second: Outlines) -> Outlines:
    if len(first) == 0:
        return second
    both = Outlines(
        np.concatenate([first.corners, second.corners]), np.concatenate([first.quality, second.quality])
    )
    return without_twins(both)


def _fit(small: SmallFrame, outlines: Outlines, settings: FindSettings) -> Candidate | NotFound:
    """Return the one lattice that these outlines allow."""
    height, width = small.image.shape[:2]
    refusal = NotFound(NOTHING_IN_VIEW)
    found: list[Candidate] = []
    everything: list[GrownLattice] = []
    for whole in find_grown_lattices(outlines, settings, (width, height)):
        everything.append(whole)
        grown = without_far_cards(whole, settings)
        if too_wide(grown.cells, settings):
            refusal = too_many(grown.cells, settings)
            continue
        answer = judge_lattice(small, _test_all(small, grown, settings), outlines, settings)
        if isinstance(answer, NotFound):
            refusal = answer
        else:
            found.append(answer)
    best = _only(found) if found else refusal
    if isinstance(best, Candidate) and any(
        is_second_grid(grown, best.lattice, small) for grown in everything
    ):
        return TWO_GRIDS
    return best


def _only(found: list[Candidate]) -> Candidate | NotFound:
    """Refuse two grids that are both there; a chance pattern beside a grid has far less to speak for it."""
    ranked = sorted(found, key=lambda candidate: -candidate.merit)
    for rival in ranked[1:]:
        if rival.merit > 0.6 * ranked[0].merit and _apart(rival.lattice, ranked[0].lattice):
            return TWO_GRIDS
    return ranked[0]


def _apart(first: Lattice, second: Lattice) -> bool:
    """Return whether two lattices lie on different cards."""
    one, other = first.quad.astype(np.float32), second.quad.astype(np.float32)
    shared = cv2.intersectConvexConvex(one, other)[0]
    return bool(shared < 0.25 * min(cv2.contourArea(one), cv2.contourArea(other)))


def _test_all(small: SmallFrame, grown: GrownLattice, settings: FindSettings) -> TestedCells:
    """Test the cells around the cards until the grid is complete or has no more neighbours."""
    tested = measure_cells(small, grown, _cells_around(grown.cells, settings), settings)
    for _ in range(max(settings.rows, settings.columns)):
        cards = tested.cells[tested.occupied]
        if len(cards) < 3:
            break
        cells = _cells_around(cards, settings)
        if {(x, y) for x, y in cells.tolist()} <= {(x, y) for x, y in tested.cells.tolist()}:
            break
        tested = measure_cells(small, tested.as_grown(settings), cells, settings, resize=False)
    return tested


def _extent(cells: Ints) -> Ints:
    extent: Ints = cells.max(0) - cells.min(0) + 1
    return extent


def _cells_around(cards: Ints, settings: FindSettings) -> Ints:
    """Return the cells spanned by the cards, and the cells around them while a row or column is missing."""
    low, high, extent = cards.min(0), cards.max(0), _extent(cards)
    missing = np.ones(2, bool)
    for count in ((settings.columns, settings.rows), (settings.rows, settings.columns)):
        if (extent >= count).all():
            missing &= False
        elif (extent <= count).all():
            missing &= extent < count
    low, high = low - missing, high + missing
    (left, top), (right, bottom) = low.tolist(), high.tolist()
    return np.array([(x, y) for y in range(top, bottom + 1) for x in range(left, right + 1)])
