from __future__ import annotations

import numpy as np

from models.training.scenes.crops import CropShape, cut_cells
from models.training.scenes.truth import CellState
from tests.models.training.marker_deck import marker_deck


def test_cut_cells_show_what_they_say_and_which_way_up() -> None:
    """The marker's grey quarter is top left in upright cut-outs and bottom right in turned ones."""
    seen = set()
    for crop in cut_cells(3, "upside_down", marker_deck(), CropShape(60, 92, views=2)):
        assert crop.image_bgr.shape == (92, 60, 3)
        assert (crop.code is None) == (crop.state is CellState.EMPTY)
        seen.add(crop.state)
        if crop.state is CellState.CARD and crop.visible > 0.95:
            grey = crop.image_bgr.mean(axis=2)
            upright, turned = grey[16:38, 12:24].mean(), grey[54:76, 36:48].mean()
            assert (turned < upright) == crop.turned
    assert {CellState.CARD, CellState.EMPTY} <= seen


def test_cut_cells_are_the_same_for_the_same_seed() -> None:
    first = [crop.image_bgr for crop in cut_cells(5, "hard", marker_deck())]
    again = [crop.image_bgr for crop in cut_cells(5, "hard", marker_deck())]
    assert len(first) == 16
    assert all(np.array_equal(one, other) for one, other in zip(first, again, strict=True))
