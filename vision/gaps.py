"""What lies between neighbouring cells: a table, or the inside of cards that were taken for two each."""

from __future__ import annotations

import numpy as np

from vision.card_marks import CardMarks, Floats
from vision.expected_cards import TestedCells
from vision.lattice import FindSettings, Points, project
from vision.lattice_model import Ints
from vision.lattice_window import Window

WIDE_MM = 12.0  # narrower gaps are too few marks wide to be told from the cards beside them
MOST_MARKED = 0.6
MIN_PAIRS = 3  # of neighbours, so that glare on the table is not taken for cards
NEARLY_ALL = 0.1  # of the places in a line of gaps that need not be marked
ALONG = np.array([0.3, 0.5, 0.7])  # of a side, where a gap is looked at


def gaps_are_cards(tested: TestedCells, marks: CardMarks, window: Window, settings: FindSettings) -> bool:
    """Return whether cards seem to lie in a whole line of gaps between two rows or two columns."""
    return most_marked_gap(tested, marks, window, settings) > MOST_MARKED


def most_marked_gap(tested: TestedCells, marks: CardMarks, window: Window, settings: FindSettings) -> float:
    """Return how likely cards lie all along the gaps between two rows or columns, where it is likeliest."""
    held = {(int(x), int(y)) for x, y in tested.cells[tested.occupied]}
    gap = tested.model.pitch_mm - settings.card.size_mm
    most = 0.0
    for axis in np.flatnonzero(gap > WIDE_MM):
        for line in range(int(window.first[axis]), int(window.first[axis] + window.count[axis]) - 1):
            firsts = [cell for cell in held if cell[axis] == line and _next(cell, int(axis)) in held]
            if len(firsts) >= MIN_PAIRS:
                places = _places_mm(np.array(firsts), int(axis), tested, settings)
                likely = marks.card_at(project(tested.model.table_to_image, places))
                most = max(most, _nearly_least(likely))
    return most


def _nearly_least(likely: Floats) -> float:
    """Return what nearly all of these reach: the quantile between the two that are nearest to it."""
    place = NEARLY_ALL * (len(likely) - 1)
    ordered, low = np.sort(likely), int(place)
    return float(ordered[low] + (place - low) * (ordered[min(low + 1, len(ordered) - 1)] - ordered[low]))


def _next(cell: tuple[int, int], axis: int) -> tuple[int, int]:
    return (cell[0] + 1, cell[1]) if axis == 0 else (cell[0], cell[1] + 1)


def _places_mm(cells: Ints, axis: int, tested: TestedCells, settings: FindSettings) -> Points:
    """Return places in the middle of the gaps after these cells."""
    size, pitch = settings.card.size_mm, tested.model.pitch_mm
    places = np.repeat(cells * pitch, len(ALONG), axis=0)
    places[:, axis] += 0.5 * (size[axis] + pitch[axis])
    places[:, 1 - axis] += np.tile(ALONG * size[1 - axis], len(cells))
    return places
