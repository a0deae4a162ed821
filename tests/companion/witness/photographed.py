"""Conclaves laid out with the house deck and photographed from above, quickly and the same every time."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from calibration.deck_folder import DeckFolder, find_deck
from calibration.kept_learning import references_of
from companion.games.conclave.conclave import CELLS, Cell, Conclave
from companion.journal.bundle import program_version
from companion.witness.deck_file import pack_deck
from companion.witness.testimony import Witness
from vision.arrays import Picture, Points
from vision.cell_images import CellImage

CARD_PX = (112, 174)
STEP_PX = (150, 205)
ORIGIN_PX = (70, 40)


@cache
def house() -> DeckFolder:
    """The house deck."""
    return find_deck("house")


@cache
def witness() -> Witness:
    """Somebody who reads for the record with the house deck."""
    return Witness("house", pack_deck(house()), references_of(house()), program_version())


def place(cell: Cell) -> Points:
    """Where a cell lies in the picture."""
    left, top = ORIGIN_PX[0] + cell.column * STEP_PX[0], ORIGIN_PX[1] + cell.row * STEP_PX[1]
    right, bottom = left + CARD_PX[0], top + CARD_PX[1]
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], float)


def places() -> list[CellImage]:
    """All sixteen, as a finder would give them."""
    return [CellImage(cell.row, cell.column, place(cell)) for cell in CELLS]


def photographed(conclave: Conclave, seed: int = 3) -> Picture:
    """The Conclave on a dark cloth, a little noisy."""
    chance = np.random.default_rng(seed)
    picture = np.full((880, 700, 3), (52, 62, 44), np.uint8)
    for cell in CELLS:
        card = conclave[cell]
        if card is not None:
            art = house().reference_images(str(card))[0]
            left, top = (int(value) for value in place(cell)[0])
            small = cv2.resize(art, CARD_PX, interpolation=cv2.INTER_AREA)
            picture[top : top + CARD_PX[1], left : left + CARD_PX[0]] = small
    grain = chance.normal(0, 2.0, picture.shape)
    return np.clip(picture * 0.9 + grain, 0, 255).astype(np.uint8)


def laid_out(codes: str, seed: int = 5, columns: int = 4) -> Picture:
    """Cards of a zone laid out in rows by hand: a little turned, a little noisy, on a dark cloth."""
    chance, names = np.random.default_rng(seed), codes.split()
    rows = -(-len(names) // columns)
    picture = np.full((rows * 300 + 120, columns * 210 + 120, 3), (52, 62, 44), np.uint8)
    for index, code in enumerate(names):
        art = house().reference_images(code)[0]
        at = 165 + 210 * (index % columns), 210 + 300 * (index // columns)
        turned = cv2.getRotationMatrix2D(
            (art.shape[1] / 2, art.shape[0] / 2), chance.normal(0, 4), 150 / art.shape[1]
        )
        turned[:, 2] += np.array(at) - (art.shape[1] / 2, art.shape[0] / 2)
        size = (picture.shape[1], picture.shape[0])
        card = cv2.warpAffine(art, turned, size, flags=cv2.INTER_AREA)
        there = cv2.warpAffine(np.full(art.shape[:2], 255, np.uint8), turned, size) > 127
        picture[there] = card[there]
    return np.clip(picture * 0.9 + chance.normal(0, 2.0, picture.shape), 0, 255).astype(np.uint8)
