"""Where the cells lie is looked up anew now and then: what is only followed drifts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.watching import sight as sight_module
from companion.watching.pace import FILM
from companion.watching.sight import FilmSight
from tests.companion.watching.drawn import FPS, RING, drawn
from vision.frame import Frame
from vision.lattice import Lattice


def watched(sight: FilmSight, first: int, frames: int) -> Lattice:
    """Show a table at rest; every cell is read and believed at once."""
    seen: list[Lattice] = []
    for number in range(first, first + frames):
        look = sight.look(Frame(drawn(RING, number=number), number, number / FPS, "drawn"))
        for index in look.due:
            sight.was_read(index, believed=True)
        assert look.lattice is not None
        seen.append(look.lattice)
    return seen[-1]


def shifted(lattice: Lattice, by_px: float) -> Lattice:
    move = np.array([[1.0, 0.0, by_px], [0.0, 1.0, by_px], [0.0, 0.0, 1.0]])
    cells = tuple(replace(cell, corners=cell.corners + by_px) for cell in lattice.cells)
    return replace(lattice, cells=cells, table_to_image=move @ lattice.table_to_image)


def off_px(one: Lattice, other: Lattice) -> float:
    pairs = zip(one.cells, other.cells, strict=True)
    return max(float(np.abs(a.corners - b.corners).max()) for a, b in pairs)


@pytest.mark.parametrize(("check_seconds", "is_mended"), [(0.5, True), (60.0, False)])
def test_a_lattice_that_has_drifted_is_put_right(
    check_seconds: float, is_mended: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sight_module, "CHECK_EVERY_SECONDS", check_seconds)
    sight = FilmSight(FILM)
    found = watched(sight, 0, 8)
    sight._tracker.correct(shifted(found, 5.0))
    after = watched(sight, 8, 16)
    assert (off_px(found, after) < 1.5) == is_mended


def test_a_search_that_says_something_else_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    sight = FilmSight(FILM)
    found = watched(sight, 0, 8)
    monkeypatch.setattr(sight_module, "CHECK_EVERY_SECONDS", 0.0)
    monkeypatch.setattr(sight_module, "find_lattice", lambda _: shifted(found, 30.0))
    assert off_px(found, watched(sight, 8, 6)) < 1.5
