"""What was read from a frame can be read from it again, with what was stored beside it and nothing else."""

from __future__ import annotations

import hashlib

import cv2
import numpy as np
import pytest

from companion.games.conclave.conclave import CELLS
from companion.games.conclave.notation import parse_conclave
from companion.journal.archive import pack, unpack
from companion.journal.errors import Damaged
from companion.journal.sightings import parse_sighting
from companion.witness.deck_file import open_deck_file
from companion.witness.testimony import cells_of, known_of, seen_cells
from tests.companion.witness.photographed import CARD_PX, photographed, places, witness
from vision.photos import load_photo
from vision.table_reading import KnownCards, read_with_corners

TABLE = parse_conclave("""
    beC2  puW4  ....  orC1
    grG4  reG5  blC5  reW4
    blC4  ....  orW2  ....
    ....  grW5  beW1  puC3
""")


def test_a_stored_frame_reads_the_same_with_what_is_stored_beside_it() -> None:
    known = KnownCards({"beC3": 1}, {(0, 0): "beC2"})
    testimony = witness().testify(photographed(TABLE), places(), known, seconds=13.7)
    frame, _, _, deck, written = testimony.pieces
    sighting = parse_sighting(written)
    assert sighting == testimony.sighting
    assert [cell.code for cell in sighting.cells] == [
        None if card is None else str(card) for card in TABLE.cards
    ]
    assert known_of(sighting) == known
    again = read_with_corners(
        load_photo(frame).frame_bgr, cells_of(sighting), open_deck_file(deck), known_of(sighting)
    )
    assert seen_cells(cells_of(sighting), again.reading) == sighting.cells


def test_a_sighting_names_what_it_builds_on_by_digest() -> None:
    testimony = witness().testify(photographed(TABLE), places())
    digests = tuple(hashlib.sha256(piece).hexdigest() for piece in testimony.pieces)
    assert testimony.sighting.cites == digests[:4]


def test_the_sheet_of_crops_shows_each_card_in_its_row_and_column() -> None:
    testimony = witness().testify(photographed(TABLE), places())
    sheet = load_photo(testimony.pieces[2]).frame_bgr
    assert sheet.shape[:2] == (4 * CARD_PX[1], 4 * CARD_PX[0])
    frame = photographed(TABLE)
    for cell in CELLS:
        top, left = cell.row * CARD_PX[1], cell.column * CARD_PX[0]
        shown = sheet[top : top + CARD_PX[1], left : left + CARD_PX[0]]
        x, y = (int(value) for value in places()[4 * cell.row + cell.column].corners[0])
        taken = frame[y : y + CARD_PX[1], x : x + CARD_PX[0]]
        soft = [cv2.blur(picture, (15, 15)).astype(int) for picture in (shown, taken)]
        assert np.abs(soft[0] - soft[1]).mean() < 5, cell


def test_a_packed_deck_that_is_none_is_named() -> None:
    members = unpack(witness().deck_file)
    with pytest.raises(Damaged, match="byte 0"):
        open_deck_file(b"xx" + witness().deck_file)
    with pytest.raises(Damaged, match="missing file"):
        open_deck_file(pack({"manifest.json": members["manifest.json"]}))
    with pytest.raises(Damaged, match="evil"):
        open_deck_file(pack({**members, "../evil": b""}))
    with pytest.raises(Damaged, match=r"beC2\.webp is text, not a photo"):
        open_deck_file(pack({**members, "beC2.webp": b"no picture"}))


def test_a_packed_deck_that_would_unfold_into_gigabytes_is_refused() -> None:
    bomb = cv2.imencode(".png", np.zeros((15_000, 15_000), np.uint8))[1].tobytes()
    assert len(bomb) < 2**20
    with pytest.raises(Damaged, match="more than any deck needs"):
        open_deck_file(pack({**unpack(witness().deck_file), "bomb.png": bomb}))


def test_the_drawn_table_is_as_large_as_it_says() -> None:
    """The pictures of these tests must be decodable by any program, so they are stored as plain JPEG."""
    frame = witness().testify(photographed(TABLE), places()).pieces[0]
    decoded = cv2.imdecode(np.frombuffer(frame, np.uint8), cv2.IMREAD_COLOR)
    assert decoded is not None
    assert decoded.shape == photographed(TABLE).shape
