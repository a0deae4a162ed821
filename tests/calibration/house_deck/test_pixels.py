from __future__ import annotations

import numpy as np
import pytest

from calibration.house_deck.geometry import circle, polygon, rectangle, ring
from calibration.house_deck.pixels import Area, render
from calibration.house_deck.shapes import Clipped, Fill, Stroke, between, glow, rgb

SQUARE = Area(0.0, 0.0, 10.0, 10.0)
BLACK = rgb("000000")


def coverage(shape: Fill | Stroke | Clipped) -> float:
    """How much of the square the shape blackens."""
    return float(1 - render((shape,), SQUARE, 100).mean() / 255)


@pytest.mark.parametrize(
    ("shape", "share"),
    [
        (Fill(rectangle(2, 2, 8, 8), BLACK), 0.36),
        (Fill(circle((5, 5), 4), BLACK), np.pi * 0.16),
        (Fill(ring((5, 5), 4, 2), BLACK), np.pi * 0.12),
        (Fill(rectangle(0, 0, 10, 10), BLACK.faint(0.25)), 0.25),
        (Stroke(polygon("0,5 10,5", closed=False), 1.0, BLACK), 0.10),
        (Clipped(rectangle(0, 0, 5, 10), (Fill(circle((5, 5), 4), BLACK),)), np.pi * 0.08),
        (
            Clipped(
                rectangle(0, 0, 5, 10),
                (Clipped(rectangle(0, 0, 10, 5), (Fill(rectangle(0, 0, 10, 10), BLACK),)),),
            ),
            0.25,
        ),
    ],
    ids=["rectangle", "circle", "ring", "half seen through", "line", "clipped", "clipped twice"],
)
def test_a_shape_covers_the_area_geometry_says(shape: Fill | Stroke | Clipped, share: float) -> None:
    assert coverage(shape) == pytest.approx(share, abs=0.012)


def test_edges_are_smooth() -> None:
    """A slanted edge goes through many greys, not from black to white."""
    picture = render((Fill(polygon("0,0 10,2.37 10,10 0,10"), BLACK),), SQUARE, 50)
    assert len(np.unique(picture)) > 8


def test_a_gradient_runs_from_its_first_colour_to_its_last() -> None:
    paint = between((0, 0), (10, 0), BLACK, rgb("ffffff"))
    row = render((Fill(rectangle(0, 0, 10, 10), paint),), SQUARE, 100)[50, :, 0].astype(int)
    assert row[0] < 4
    assert row[-1] > 251
    assert (np.diff(row) >= 0).all()


def test_a_glow_fades_into_what_is_behind_it() -> None:
    picture = render((Fill(circle((5, 5), 5), glow((5, 5), 5, BLACK, BLACK.faint(0))),), SQUARE, 100)
    assert picture[50, 50, 0] < 10
    assert picture[50, 98, 0] > 240


def test_what_lies_outside_the_card_costs_nothing_and_shows_nothing() -> None:
    assert render((Fill(rectangle(20, 20, 30, 30), BLACK),), SQUARE, 40).min() == 255


def test_a_picture_has_the_cards_proportions() -> None:
    assert render((), Area(0, 0, 56, 87), 744).shape == (1156, 744, 3)
