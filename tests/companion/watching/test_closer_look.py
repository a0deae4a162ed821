"""Cards that do not lie where the lattice has them: read by their own edges, which are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.games.conclave.conclave import CELLS, Cell
from companion.games.conclave.notation import mage
from companion.watching import closer_look
from companion.watching.closer_look import Closeness, CloserLook, View, places_of, with_outlines
from companion.watching.watcher import TableWatcher
from tests.companion.watching.drawn import CARD_PX, FPS, RING, corner_px, drawn, opening, references
from vision.arrays import Picture
from vision.cell_images import CellImage
from vision.frame import Frame
from vision.grid_finder import find_lattice
from vision.lattice import Lattice, Points
from vision.references import DeckReferences
from vision.table_reading import KnownCards, LaidReading, read_with_corners

HERE = Cell(1, 1)
INDEX = CELLS.index(HERE)
ASIDE_PX, TURNED_DEGREES = (9.0, -7.0), 4.0


@pytest.fixture(scope="module")
def lattice() -> Lattice:
    found = find_lattice(drawn(RING))
    assert isinstance(found, Lattice)
    return found


def laid_aside() -> tuple[Picture, Points]:
    """The ring and an Emissary half a centimetre beside its place and a little turned; its corners too."""
    (x, y), (width, height) = corner_px(HERE), CARD_PX
    flat, bare = drawn(RING.with_card(HERE, mage("orG5"))), drawn(RING)
    turn = cv2.getRotationMatrix2D((x + width / 2, y + height / 2), TURNED_DEGREES, 1.0)
    turn[:, 2] = turn[:, 2] + np.array(ASIDE_PX)
    corners = np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], np.float64)
    shape = np.zeros(flat.shape[:2], np.uint8)
    cv2.fillConvexPoly(shape, corners.astype(np.int32), 255)
    size = (flat.shape[1], flat.shape[0])
    mask = cv2.warpAffine(shape, turn, size)[..., None] > 127
    return np.where(mask, cv2.warpAffine(flat, turn, size), bare), corners @ turn[:, :2].T + turn[:, 2]


def frame_of(picture: Picture, number: int = 0) -> Frame:
    return Frame(picture, number, number / FPS, "drawn")


def test_a_card_beside_its_place_is_read_by_its_own_edges_at_the_first_glance(lattice: Lattice) -> None:
    picture, corners = laid_aside()
    looked = CloserLook(references()).read(View(frame_of(picture), lattice, KnownCards()), (INDEX,))
    assert [(one.code, one.accepted) for one in looked.reading] == [("orG5", True)]
    assert np.abs(looked.outlines[INDEX] - corners).max() < 4.0


def test_cards_where_the_lattice_has_them_need_no_other_outline(lattice: Lattice) -> None:
    frame = frame_of(drawn(RING))
    looked = CloserLook(references()).read(View(frame, lattice, KnownCards()), tuple(range(len(CELLS))))
    assert all(one.accepted for one in looked.reading)
    assert not looked.outlines


def test_some_cells_are_compared_with_the_table_where_a_moved_camera_sees_it(
    lattice: Lattice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was a gap when all cells were read may be a card now."""
    known: list[KnownCards] = []

    def noted(
        frame_bgr: Picture, cells: Sequence[CellImage], deck: DeckReferences, told: KnownCards
    ) -> LaidReading:
        known.append(told)
        return read_with_corners(frame_bgr, cells, deck, told)

    monkeypatch.setattr(closer_look, "read_with_corners", noted)
    reader, frame, off = CloserLook(references()), frame_of(drawn(RING)), np.array([12.0, 7.0])
    reader.read(View(frame, lattice, KnownCards()), tuple(range(len(CELLS))))
    moved = with_outlines(lattice, {index: cell.corners + off for index, cell in enumerate(lattice.cells)})
    for view in (View(frame, lattice, KnownCards()), View(frame, moved, KnownCards())):
        reader.read(view, (INDEX,))
    before, after = (told.table for told in known if told.table is not None)
    assert after.gaps.lines == pytest.approx(before.gaps.lines + off)


def test_a_card_whose_outline_was_found_wrongly_is_found_anew_before_anybody_is_asked(
    lattice: Lattice,
) -> None:
    """In the frame in which the table was found a shadow may have looked like the edge of a card."""
    index, off = CELLS.index(Cell(1, 0)), np.array([26.0, 40.0])
    shift = np.eye(3)
    shift[:2, 2] = off
    wrong = with_outlines(lattice, {index: lattice.cells[index].corners + off})
    wrong = replace(wrong, table_to_image=shift @ lattice.table_to_image)
    view, reader = View(frame_of(drawn(RING)), wrong, KnownCards()), CloserLook(references())
    assert not reader.read(view, (index,), Closeness.CLOSELY).reading.cell(1, 0).accepted
    anew = reader.read(view, (index,), Closeness.ANEW)
    assert anew.reading.cell(1, 0).code == "grG4"
    assert np.abs(anew.outlines[index] - lattice.cells[index].corners).max() < 4.0


def test_a_watcher_keeps_the_outline_of_a_card_until_it_is_gone() -> None:
    watcher, number = TableWatcher(references(), opening()), 0
    aside = []
    for picture in (drawn(RING), laid_aside()[0], drawn(RING)):
        for _ in range(16):
            watcher.feed(frame_of(picture, number))
            number += 1
        lattice = watcher.state.lattice
        assert lattice is not None
        aside.append(np.abs(lattice.cells[INDEX].corners - places_of(lattice)[INDEX]).max() > 5.0)
    assert aside == [False, True, False]
