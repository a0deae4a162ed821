"""The colours of the table against those of the cards."""

from __future__ import annotations

import numpy as np

from vision.card_edges import measure_sides
from vision.card_marks import CardMarks
from vision.lattice import CardSize, Image
from vision.table_colours import TableColours, table_colours

CARD = CardSize()
PX_PER_MM = 3.0
CORNER_PX = np.array([60.0, 60.0])
TABLE, BORDER, PRINT = (40, 60, 50), (235, 235, 235), (60, 60, 190)


def two_cards() -> Image:
    """A white card with a red print 6 mm within its edge, and 6 mm to its right another."""
    picture = np.full((400, 520, 3), TABLE, np.uint8)
    for left_mm in (0.0, CARD.width_mm + 6.0):
        for colour, inset_mm in ((BORDER, 0.0), (PRINT, 6.0)):
            left, top = (CORNER_PX + PX_PER_MM * np.array([left_mm + inset_mm, inset_mm])).astype(int)
            right, bottom = (
                CORNER_PX
                + PX_PER_MM * np.array([left_mm + CARD.width_mm - inset_mm, CARD.height_mm - inset_mm])
            ).astype(int)
            picture[top:bottom, left:right] = colour
    return picture


def colours_of(picture: Image) -> TableColours:
    told = np.where((picture == TABLE).all(-1), -4.0, 4.0).astype(np.float32)[::2, ::2]
    return table_colours(picture, CardMarks(told, told, np.full(2, 2.0)))


def test_a_colour_is_the_tables_the_cards_or_unknown() -> None:
    colours = colours_of(two_cards())
    table, border, strange = colours.of(np.array([[TABLE, BORDER, (0, 255, 0)]], np.uint8))[0]
    assert table > 0.9
    assert border < -0.9
    assert abs(strange) < 0.1


def test_the_table_is_the_table_in_the_shadow_of_a_card_too() -> None:
    """Else a card would seem to end where its shadow does."""
    picture = two_cards()
    picture[(picture == TABLE).all(-1)] = (150, 170, 160)
    told = np.where((picture == (150, 170, 160)).all(-1), -4.0, 4.0).astype(np.float32)[::2, ::2]
    colours = table_colours(picture, CardMarks(told, told, np.full(2, 2.0)))
    shadow = (np.array([150, 170, 160]) * 0.8).astype(np.uint8)
    assert colours.of(shadow[None, None])[0, 0] > 0.9


def test_a_print_and_a_neighbours_edge_do_not_make_a_card() -> None:
    """Six millimetres to the right both are as sharp as the card's own edges."""
    picture = two_cards()
    plane = np.diag([PX_PER_MM, PX_PER_MM, 1.0])
    plane[:2, 2] = CORNER_PX
    plane[0, 2] += 4.0 * PX_PER_MM  # expected nearer to the false pair
    seen = np.ones(1, bool)
    misled = measure_sides(picture, plane[None], CARD).place(seen=seen)
    told = measure_sides(picture, plane[None], CARD, colours_of(picture)).place(seen=seen)
    assert misled.move_mm[0, 0] > 0.0
    assert told.move_mm[0, 0] == -4.0


def test_the_outermost_edge_with_the_table_outside_counts_though_it_is_faint() -> None:
    """A pale border on a pale table: its edge is fainter than the print's within."""
    picture = two_cards()
    on_table = (picture == TABLE).all(-1)
    picture[(picture == BORDER).all(-1)], picture[on_table] = 226, 221
    told = np.where(on_table, -4.0, 4.0).astype(np.float32)[::2, ::2]
    colours = table_colours(picture, CardMarks(told, told, np.full(2, 2.0)))
    plane = np.diag([PX_PER_MM, PX_PER_MM, 1.0])
    plane[:2, 2] = CORNER_PX + 2.0 * PX_PER_MM  # by which the outline is too small
    plane[0, 0] *= (CARD.width_mm - 4.0) / CARD.width_mm
    plane[1, 1] *= (CARD.height_mm - 4.0) / CARD.height_mm
    limits = (2.5, 6.0)
    misled = measure_sides(picture, plane[None], CARD).outer_offsets(limits)
    outer = measure_sides(picture, plane[None], CARD, colours).outer_offsets(limits)
    assert (np.abs(outer - 2.0) < 0.6).all()
    assert not (np.abs(misled - 2.0) < 0.6).all()
