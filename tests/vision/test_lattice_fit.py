"""Growing a lattice from outlines."""

from __future__ import annotations

import numpy as np

from tests.vision.drawn_table import DrawnTable
from vision.card_marks import ROUGH_MM
from vision.lattice import FindSettings, Points, project
from vision.lattice_fit import GrownLattice, find_grown_lattices
from vision.lattice_model import LatticeModel, fit_model, residuals_mm, squash
from vision.quads import Outlines

SETTINGS = FindSettings()


def grown_from(
    quads: list[Points], size_px: tuple[int, int] = (1280, 720), rough_mm: float = 0.0
) -> list[GrownLattice]:
    outlines = Outlines(np.stack(quads), np.full(len(quads), 0.98), rough_mm)
    return list(find_grown_lattices(outlines, SETTINGS, size_px))


def test_a_lattice_grows_over_cards_that_no_channel_saw() -> None:
    table = DrawnTable(tilt=30.0, gap_mm=(6.0, 18.0), jitter=1.0)
    cards = table.cards()
    (grown,) = grown_from([quad for place, quad in cards.items() if place not in {(1, 1), (2, 1), (0, 3)}])
    assert len(grown.cells) == 13
    assert np.allclose(grown.model.pitch_mm, (62.0, 105.0), atol=1.5)


def twisted(quad: Points, degrees: float) -> Points:
    """The outline of a card as marks tell it badly: its middle is right, its turn is not."""
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    turned: Points = (quad - quad.mean(0)) @ np.array([[cos, sin], [-sin, cos]]) + quad.mean(0)
    return turned


def test_rough_outlines_that_are_badly_turned_carry_the_lattice_by_their_middles() -> None:
    table = DrawnTable(tilt=30.0, jitter=0.0, gap_mm=(12.0, 9.0))
    cards = table.cards()
    quads = [quad if row + column < 3 else twisted(quad, 30.0) for (row, column), quad in cards.items()]
    grown = grown_from(quads, rough_mm=6.0)[0]
    assert len(grown.cells) == 6, "badly turned outlines tell no corners"
    across, down = np.meshgrid(np.arange(4), np.arange(4))
    cells = np.stack([across.ravel(), down.ravel()], axis=1)
    first = grown.cells.min(0)
    places = (cells + first)[:, None] * grown.model.pitch_mm + SETTINGS.card.corners_mm.mean(0)
    expected = project(grown.model.table_to_image, places.reshape(-1, 2))
    assert np.abs(expected - np.stack([quad.mean(0) for quad in cards.values()])).max() < 4.0


def flattened(quad: Points, share: float) -> Points:
    """The outline of a card of which the marks tell only this share of its length."""
    across, down = quad[1] + quad[2] - quad[0] - quad[3], quad[2] + quad[3] - quad[0] - quad[1]
    signs = np.array([[-1.0, -share], [1.0, -share], [1.0, share], [-1.0, share]])
    flat: Points = quad.mean(0) + 0.25 * signs @ np.stack([across, down])
    return flat


def test_tilted_cards_that_are_marked_too_short_are_not_taken_for_broad_ones() -> None:
    table = DrawnTable(tilt=50.0, jitter=0.5, gap_mm=(8.0, 8.0))
    (grown,) = grown_from([flattened(quad, 0.8) for quad in table.cards().values()], rough_mm=9.0)
    assert len(grown.cells) == 16
    assert np.allclose(grown.model.pitch_mm, (64.0, 95.0 / 0.8), atol=3.0)


def test_squares_of_a_chequered_cloth_are_no_cards() -> None:
    step = 40.0
    square = np.array([[0.0, 0.0], [step, 0.0], [step, step], [0.0, step]])
    quads = [square + np.array([x * step, y * step]) for x in range(20) for y in range(12)]
    assert grown_from(quads) == []


def test_tiles_that_nearly_touch_are_no_cards() -> None:
    tile = np.array([[0.0, 0.0], [112.0, 0.0], [112.0, 174.0], [0.0, 174.0]])
    assert grown_from([tile + np.array([x * 113.0, y * 175.0]) for x in range(4) for y in range(4)]) == []


def test_two_outlines_are_too_few() -> None:
    assert grown_from(list(DrawnTable().cards().values())[:2]) == []


def test_the_fit_recovers_plane_and_pitches_together() -> None:
    table = DrawnTable(tilt=35.0, turn_degrees=12.0, gap_mm=(7.0, 19.0), jitter=0.0)
    cards = table.cards()
    cells = np.array([(column, row) for row, column in cards])
    corners = np.stack(list(cards.values()))
    start = LatticeModel(table.plane(), np.array([60.0, 95.0]))
    model = fit_model(start, corners, cells, SETTINGS, steps=12)
    assert np.allclose(model.pitch_mm, (63.0, 106.0), atol=0.05)
    assert residuals_mm(model, corners, cells, SETTINGS).max() < 0.05


def test_a_card_taken_for_its_own_width_is_a_view_no_camera_has() -> None:
    plane = DrawnTable(jitter=0.0).plane()
    wrong = plane @ np.diag([87.0 / 56.0, 56.0 / 87.0, 1.0])
    assert squash(plane, (1280, 720)) < 0.1
    assert squash(wrong, (1280, 720)) > 0.3


def test_a_tilted_view_is_a_possible_view() -> None:
    assert squash(DrawnTable(tilt=50.0).plane(), (1280, 720)) < 0.25


def test_corners_keep_the_order_of_the_lattice() -> None:
    (grown,) = grown_from(
        [np.roll(quad, index, axis=0) for index, quad in enumerate(DrawnTable().cards().values())]
    )
    flat = project(np.linalg.inv(grown.model.table_to_image), grown.corners.reshape(-1, 2)).reshape(-1, 4, 2)
    assert (flat[:, 0].sum(1) < flat[:, 2].sum(1)).all()
    assert (flat[:, 1, 0] > flat[:, 3, 0]).all()


def test_outlines_too_large_for_the_gaps_between_close_cards_still_make_a_lattice() -> None:
    table = DrawnTable(gap_mm=(4.0, 2.0), jitter=0.0)
    cards = np.stack(list(table.cards().values()))
    middle = cards.mean(1, keepdims=True)
    large = middle + (cards - middle) * np.array([1.05, 1.09])
    assert [len(lattice.cells) for lattice in grown_from(list(large), rough_mm=ROUGH_MM)] == [16]
    assert not grown_from(list(large), rough_mm=0.0)
