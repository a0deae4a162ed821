"""The first look: what is done early, on a guess, is used only where the guess was right."""

from __future__ import annotations

from dataclasses import astuple

import numpy as np
import pytest

from tests.vision.drawn_cards import cells, drawn_deck, table
from vision import glance
from vision.bare_table import SURELY_A_CARD, Bareness, Gaps, look_for_table
from vision.cell_images import quads_of

TABLE = [["blX1", "reX3r", "....", "orX1"], ["orX3", "....", "blX3", "reX2"]]


@pytest.mark.parametrize(("outlined", "looks"), [(glance.OUTLINED, 1), (9.0, 2), (-9.0, 1)])
def test_cells_are_as_bare_whatever_was_guessed_before_they_were_compared(
    monkeypatch: pytest.MonkeyPatch, outlined: float, looks: int
) -> None:
    """The guess is right, or that all cells may be bare, or that none is."""
    asked: list[int] = []

    def counted(*arguments: object) -> Bareness:
        which = arguments[3]
        assert isinstance(which, np.ndarray)
        asked.append(int(which.sum()))
        return look_for_table(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(glance, "look_for_table", counted)
    monkeypatch.setattr(glance, "OUTLINED", outlined)
    frame, quads = table(TABLE), quads_of(cells(TABLE))
    first = glance.glance_at(frame, quads, drawn_deck())
    bareness, gaps = first.looked.value
    explained = first.comparison.explained
    direct = look_for_table(frame, quads, Gaps.beside(quads, explained), explained < SURELY_A_CARD)
    for one, other in zip(astuple(bareness), astuple(direct), strict=True):
        np.testing.assert_allclose(one, other, atol=1e-5)
    np.testing.assert_array_equal(gaps.trust, Gaps.beside(quads, explained).trust)
    assert len(asked) == looks
    assert asked[-1] == 2
