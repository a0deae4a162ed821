"""What the readers look at closely, and what they leave."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.vision.drawn_cards import cells, drawn_deck, table
from vision import evidence
from vision.camera_curve import CURVES, CameraCurve
from vision.cell_images import ReducedFrame, quads_of
from vision.close_look import CloseLook
from vision.comparison import Comparison, Ways, compare
from vision.evidence import gather, may_be_cards
from vision.ink import InkFit, fit_inks
from vision.references import DeckReferences
from vision.seen_inks import InkCuts

TABLE = [["blX1", "reX3"], ["....", "orX1"]]


def test_cards_may_be_cards_and_bare_table_may_not() -> None:
    found = gather(table(TABLE), quads_of(cells(TABLE)), drawn_deck()).comparison
    assert may_be_cards(found, None).tolist() == [True, True, False, True]


@pytest.mark.parametrize(("share", "looks"), [(0.35, 0), (0.5, 4)])
def test_cloth_that_is_a_little_like_many_cards_is_not_looked_at_closely(
    monkeypatch: pytest.MonkeyPatch, share: float, looks: int
) -> None:
    """A close look at one cell of cloth costs as much as all else of a table."""
    looked_at: list[int] = []

    def look(_: CloseLook, *arguments: object) -> np.ndarray:
        candidates = arguments[2]
        assert isinstance(candidates, list)
        looked_at.append(len(candidates))
        return np.zeros(len(candidates), np.float32)

    def like_cloth(frame: ReducedFrame, ways: Ways, deck: DeckReferences) -> Comparison:
        found = compare(frame, ways, deck)
        faint, alike = np.full_like(found.explained, share), np.full_like(found.likeness, 0.4)
        return replace(found, explained=faint, likeness=alike)

    monkeypatch.setattr(CloseLook, "tell_apart", look)
    monkeypatch.setattr(evidence, "compare", like_cloth)
    monkeypatch.setattr(evidence, "WITHIN", 1e9)
    gather(table(TABLE), quads_of(cells(TABLE)), drawn_deck())
    assert len(looked_at) == looks


def test_a_later_look_keeps_the_curve_under_which_the_light_was_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The tint of paper under one curve is not its tint under another."""
    frame, places, deck = table(TABLE), quads_of(cells(TABLE)), drawn_deck()
    first = replace(gather(frame, places, deck).table, curve=CURVES[2])
    fitted: list[CameraCurve] = []

    def fit(cuts: InkCuts, curve: CameraCurve, *rest: Any) -> InkFit:
        fitted.append(curve)
        return fit_inks(cuts, curve, *rest)

    monkeypatch.setattr(evidence, "fit_inks", fit)
    again = gather(frame, places[:1], deck, table=first)
    assert fitted == [CURVES[2]]
    assert again.table.curve is CURVES[2]
