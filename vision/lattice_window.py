"""Which rows x columns of a grown lattice are the grid: all of it seen, and no other choice possible."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.lattice import FindSettings, NotFound
from vision.lattice_model import Ints
from vision.window_rivals import LaidCards

Occupied = npt.NDArray[np.bool_]

MOST_STRAYS = 3
CLEARLY_MORE = 2  # cards that a window holds and the next best does not
TWO_GRIDS = NotFound("two grids of cards in view: show only one to the camera")


@dataclass(frozen=True, slots=True)
class Window:
    """The first cell of the grid on the grown lattice, and how many cells it has along each of its axes."""

    first: Ints
    count: Ints

    def holds(self, cells: Ints) -> Occupied:
        """Return which cells lie within."""
        return np.asarray(((cells >= self.first) & (cells < self.first + self.count)).all(1))


def choose_window(
    cells: Ints, occupied: Occupied, settings: FindSettings, laid: LaidCards | None = None
) -> Window | NotFound:
    """Return the only rows x columns of the lattice that hold the cards, or why there is no such choice.

    Where several would do, the cards decide by how they are laid, if that is known.
    """
    cards = cells[occupied]
    if len(cards) == 0:
        return NotFound("no cards in view: show the whole grid to the camera")
    low, high = cards.min(0), cards.max(0)
    extent = high - low + 1
    counts = {(settings.columns, settings.rows), (settings.rows, settings.columns)}
    exact = [count for count in counts if (extent == count).all()]
    if exact:
        return Window(low, np.array(exact[0]))
    if not any((extent >= count).all() for count in counts):
        too_long = extent.max() > max(settings.rows, settings.columns)
        return too_many(cards, settings) if too_long else NotFound(_too_small(extent, settings))
    choices = [choice for count in counts for choice in _windows(cards, low, extent, np.array(count))]
    return _clear_choice(choices, cards, settings, laid)


def _windows(cards: Ints, low: Ints, extent: Ints, count: Ints) -> list[tuple[int, Window]]:
    found = []
    spare = extent - count
    if (spare < 0).any():
        return []
    for x in range(spare[0] + 1):
        for y in range(spare[1] + 1):
            first = low + np.array([x, y])
            window = Window(first, count)
            held = cards[window.holds(cards)]
            if len(held) and (held.max(0) - held.min(0) + 1 == count).all():
                found.append((len(held), window))
    return found


def _clear_choice(
    choices: list[tuple[int, Window]], cards: Ints, settings: FindSettings, laid: LaidCards | None
) -> Window | NotFound:
    """Take the window with most cards when strays beside the grid are few and no other window rivals it.

    A window that the cards speak for against all others is taken even so, and none that they speak against.
    """
    if not choices:
        return too_many(cards, settings)
    choices = sorted(choices, key=lambda choice: -choice[0])
    held, window = choices[0]
    enough = held >= 0.5 * settings.rows * settings.columns
    rival = choices[1][0] if len(choices) > 1 else 0
    clear = enough and len(cards) - held <= MOST_STRAYS and held - rival >= CLEARLY_MORE
    if clear and (laid is None or not _spoken_against(window, choices, laid, settings)):
        return window
    enough_cards = max(choices[0][0] - CLEARLY_MORE, 0.5 * settings.rows * settings.columns)
    for held, window in choices:
        if laid is not None and held >= enough_cards and _spoken_for(window, choices, laid, settings):
            return window
    return too_many(cards, settings)


def _spoken_for(
    window: Window, choices: list[tuple[int, Window]], laid: LaidCards, settings: FindSettings
) -> bool:
    """Return whether the cards speak for this window against every other."""
    others = [other for _, other in choices if other is not window]
    mine = window.holds(laid.cells)
    return bool(others) and all(laid.speak_for(mine, other.holds(laid.cells), settings) for other in others)


def _spoken_against(
    window: Window, choices: list[tuple[int, Window]], laid: LaidCards, settings: FindSettings
) -> bool:
    """Return whether a card speaks for another window: this one took strays for a row of the grid."""
    mine = window.holds(laid.cells)
    others = [other.holds(laid.cells) for _, other in choices if other is not window]
    return any(laid.speak_for(other, mine, settings, least=1) for other in others)


def too_many(cards: Ints, settings: FindSettings) -> NotFound:
    """Refuse a lattice that goes on beyond the rows and columns asked for."""
    if _two_groups(cards, settings):
        return TWO_GRIDS
    return NotFound(
        f"more cards lie in line than {settings.rows} x {settings.columns}: "
        "move other cards away from the grid, or give the right rows and columns"
    )


def _two_groups(cards: Ints, settings: FindSettings) -> bool:
    """Return whether an empty row or column parts the cards into two groups, each half a grid or more."""
    many = 0.5 * settings.rows * settings.columns
    for axis in (0, 1):
        places = cards[:, axis]
        for between in range(int(places.min()) + 1, int(places.max())):
            parted = not (places == between).any()
            if parted and (places < between).sum() >= many and (places > between).sum() >= many:
                return True
    return False


def _too_small(extent: Ints, settings: FindSettings) -> str:
    across, down = (int(side) for side in extent)
    return (
        f"cards seen span only {down} x {across} cells of {settings.rows} x {settings.columns}, so the grid "
        "could lie in more than one place: show the whole grid, lay one card in each outer row and column, "
        "or give the right rows and columns"
    )
