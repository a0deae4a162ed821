"""What the readers look at closely, and what they leave."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.vision.drawn_cards import cells, drawn_deck, table
from vision import evidence, glance, ink_views
from vision.camera_curve import CURVES, STRAIGHT, CameraCurve
from vision.cell_images import ReducedFrame, quads_of
from vision.close_look import CloseLook
from vision.comparison import Comparison, Ways, compare
from vision.evidence import gather, may_be_cards
from vision.ink import InkFit, InkPictures, fit_inks
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
    monkeypatch.setattr(glance, "compare", like_cloth)
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

    monkeypatch.setattr(ink_views, "fit_inks", fit)
    again = gather(frame, places[:1], deck, table=first)
    assert fitted == [CURVES[2]]
    assert again.table.curve is CURVES[2]


def test_cells_waver_where_two_curves_of_the_camera_tell_two_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    frame, places, deck = table(TABLE), quads_of(cells(TABLE)), drawn_deck()

    def turned(cuts: InkCuts, curve: CameraCurve, pictures: InkPictures, guesses: np.ndarray) -> InkFit:
        fit = fit_inks(cuts, curve, pictures, guesses)
        if curve is STRAIGHT:
            return fit
        misfit = np.full_like(fit.misfit, 1e3)
        misfit[:, 0] = 1e-5
        return replace(fit, misfit=misfit, gains=np.ones_like(fit.gains))

    monkeypatch.setattr(ink_views, "likely_curves", lambda *_: (STRAIGHT, CURVES[3]))
    assert not gather(frame, places, deck).wavers[[0, 1, 3]].any()
    monkeypatch.setattr(ink_views, "fit_inks", turned)
    told = gather(frame, places, deck)
    assert told.wavers[[0, 1, 3]].any()
