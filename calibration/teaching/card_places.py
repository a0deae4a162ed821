"""Where the cards of a teaching photo lie: in the rows and columns that the labels name, alone, or loose."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from calibration.teaching.card_ratio import side_ratio
from calibration.teaching.labels import CellLabel
from calibration.teaching.remarks import Remark, RemarkKind, remark
from vision.arrays import Picture, Points
from vision.free_finder import FreeCard
from vision.grid_finder import find_lattice
from vision.lattice import CardSize, FindSettings, Lattice, NotFound
from vision.lone_card import find_lone_card
from vision.quads import areas
from vision.separate_cards import find_separate_cards

LOOKS_PX = (960, 1400, 720)
"""Sizes at which a photo is looked at in turn: a teacher waits rather than takes the photo again."""
SMALLEST_GRID = 4
RIGHT_SHAPE = 0.035
AROUND, ALONE_PX = 1.3, 480
SURE_CARD = 0.7
SMALLEST_SHARE = 0.01
IN_LINE = 0.5  # of a card's size: middles nearer than this lie in one row or column


@dataclass(frozen=True, slots=True, eq=False)
class CardPlace:
    """A card in a photo: its corners from the start of a short side, and its cell if it lies in a grid."""

    corners: Points
    row: int | None = None
    column: int | None = None
    code: str | None = None

    @property
    def name(self) -> str:
        """Where to look for it; empty for the only card of a photo."""
        return "" if self.row is None else f"row {self.row}, column {self.column}"


@dataclass(frozen=True, slots=True)
class Places:
    """The cards found, and what is wrong with the photo; a wrong photo can still hold cards."""

    cards: tuple[CardPlace, ...] = ()
    troubles: tuple[Remark, ...] = ()


def labelled_grid(frame_bgr: Picture, labels: tuple[CellLabel, ...], card: CardSize) -> Places:
    """The cards of a grid whose cells the labels name; cards without a label come along unnamed."""
    first_row, first_column = min(cell.row for cell in labels), min(cell.column for cell in labels)
    named = {(cell.row - first_row, cell.column - first_column): cell for cell in labels}
    extent = (max(row for row, _ in named) + 1, max(column for _, column in named) + 1)
    found = _grid(frame_bgr, extent, card)
    if isinstance(found, Remark):
        found = _loose_grid(frame_bgr, extent, card) or found
    if isinstance(found, Remark):
        return Places(troubles=(found,))
    cards = []
    for place in found:
        at = (place.row or 0, place.column or 0)
        cell = named.pop(at, None)
        row, column = at[0] + first_row, at[1] + first_column
        cards.append(CardPlace(place.corners, row, column, None if cell is None else cell.code))
    troubles = (
        remark(RemarkKind.NO_CARD_THERE, row=cell.row, column=cell.column, card=cell.code)
        for cell in named.values()
    )
    return Places(tuple(cards), tuple(troubles))


def single_card(frame_bgr: Picture, card: CardSize) -> Places:
    """The one card of a photo."""
    for look_px in LOOKS_PX:
        lone = find_lone_card(frame_bgr, FindSettings(card=card, work_px=look_px))
        if lone is not None:
            return Places((CardPlace(lone),))
    found = clear_cards(frame_bgr, card, LOOKS_PX[0])
    if len(found) == 1:
        return Places((CardPlace(found[0].corners),))
    if found:
        return Places(troubles=(remark(RemarkKind.SEVERAL_CARDS, count=len(found)),))
    return Places(troubles=(remark(RemarkKind.NO_WHOLE_CARD),))


def loose_cards(frame_bgr: Picture, card: CardSize) -> Places:
    """All cards of a photo without labels, in rows and columns if they lie so."""
    found = clear_cards(frame_bgr, card, LOOKS_PX[0])
    if not found:
        return Places(troubles=(remark(RemarkKind.NO_CARDS),))
    if len(found) == 1:
        return Places((CardPlace(found[0].corners),))
    quads = np.stack([free.corners for free in found])
    cells = rows_and_columns(quads)
    if cells is not None:
        extent = (max(row for row, _ in cells) + 1, max(column for _, column in cells) + 1)
        exact = _grid(frame_bgr, extent, card, LOOKS_PX[:1])
        if not isinstance(exact, Remark):
            return Places(tuple(exact))
        order = sorted(range(len(cells)), key=lambda index: cells[index])
        return Places(tuple(CardPlace(quads[index], *cells[index]) for index in order))
    order = sorted(range(len(quads)), key=lambda index: tuple(quads[index].mean(axis=0)[::-1]))
    return Places(tuple(CardPlace(quads[at], 0, number) for number, at in enumerate(order)))


def clear_cards(frame_bgr: Picture, card: CardSize, look_px: int) -> list[FreeCard]:
    """Cards of which nothing is hidden, surest first, all within the picture."""
    settings = FindSettings(card=card, work_px=look_px)
    size = frame_bgr.shape[0] * frame_bgr.shape[1]
    return [
        free
        for free in find_separate_cards(frame_bgr, settings)
        if free.confidence > SURE_CARD
        and not free.overlapped
        and abs(float(areas(free.corners[None])[0])) > SMALLEST_SHARE * size
    ]


def rows_and_columns(quads: Points) -> list[tuple[int, int]] | None:
    """The row and column of each card, row 0 nearest the top; nothing if they do not lie in a grid."""
    middle = quads.mean(axis=1)
    sides = (quads[:, 1] - quads[:, 0]) + (quads[:, 2] - quads[:, 3])
    turn = float(np.median(_folded(np.arctan2(sides[:, 1], sides[:, 0]))))
    across = np.array([np.cos(turn), np.sin(turn)])
    along = np.array([-across[1], across[0]])
    size = float(np.median(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)))
    columns, rows = _lines(middle @ across, size), _lines(middle @ along, size)
    cells = list(zip(rows, columns, strict=True))
    return cells if len(set(cells)) == len(cells) else None


def _folded(angles: Points) -> Points:
    """Angles of sides as the smallest turn that makes them level or upright."""
    return (angles + np.pi / 4) % (np.pi / 2) - np.pi / 4


def _lines(along: Points, size: float) -> list[int]:
    order = np.argsort(along)
    steps = np.diff(along[order]) > IN_LINE * size
    numbers = np.concatenate([[0], np.cumsum(steps)])
    line = np.empty(len(along), int)
    line[order] = numbers
    return [int(number) for number in line]


def _grid(
    frame_bgr: Picture, extent: tuple[int, int], card: CardSize, looks_px: tuple[int, ...] = LOOKS_PX
) -> list[CardPlace] | Remark:
    if extent[0] * extent[1] < SMALLEST_GRID:
        return remark(RemarkKind.NO_CARDS)
    first: Remark | None = None
    best: tuple[float, list[CardPlace]] | None = None
    for look_px in looks_px:
        found = find_lattice(frame_bgr, FindSettings(*extent, card=card, work_px=look_px))
        if isinstance(found, Lattice) and (found.rows, found.columns) == extent:
            places = _cards_of(found)
            off = _off_shape(places, frame_bgr, card)
            if best is None or off < best[0]:
                best = (off, places)
            if off < RIGHT_SHAPE:
                break
            continue
        first = first or _not_that_grid(found, extent)
    if best is not None and best[0] >= RIGHT_SHAPE:
        again = [_looked_at_alone(frame_bgr, place, card) for place in best[1]]
        return again if _off_shape(again, frame_bgr, card) < best[0] else best[1]
    if best is not None:
        return best[1]
    return first or remark(RemarkKind.NO_CARDS)


def _not_that_grid(found: Lattice | NotFound, extent: tuple[int, int]) -> Remark:
    if isinstance(found, NotFound):
        return remark(RemarkKind.NO_GRID, reason=found.reason)
    return remark(
        RemarkKind.OTHER_GRID,
        rows=found.rows,
        columns=found.columns,
        said_rows=extent[0],
        said_columns=extent[1],
    )


def _looked_at_alone(frame_bgr: Picture, place: CardPlace, card: CardSize) -> CardPlace:
    """The card found once more, in a picture of it and of the table around it alone."""
    middle = place.corners.mean(axis=0)
    around = middle + AROUND * (place.corners - middle)
    height, width = frame_bgr.shape[:2]
    low = np.clip(around.min(axis=0), 0, (width - 1, height - 1)).astype(int)
    high = np.clip(around.max(axis=0), low + 1, (width, height)).astype(int)
    part = np.ascontiguousarray(frame_bgr[low[1] : high[1], low[0] : high[0]])
    lone = find_lone_card(part, FindSettings(card=card, work_px=ALONE_PX))
    if lone is None:
        return place
    lone = lone + low
    size = abs(float(areas(lone[None])[0]) / float(areas(place.corners[None])[0]))
    apart = np.linalg.norm(lone.mean(axis=0) - middle) / np.linalg.norm(place.corners[1] - place.corners[0])
    turned = float((lone[1] - lone[0]) @ (place.corners[1] - place.corners[0])) < 0
    if not 0.7 < size < 1.5 or apart > 0.25:
        return place
    return replace(place, corners=np.roll(lone, 2, axis=0) if turned else lone)


def _off_shape(places: list[CardPlace], frame_bgr: Picture, card: CardSize) -> float:
    """How far the cards found are from the shape of a card, as a logarithm: edges may be taken for others."""
    height, width = frame_bgr.shape[:2]
    ratio = side_ratio(np.stack([place.corners for place in places]), (width, height))
    return abs(float(np.log(ratio * card.width_mm / card.height_mm)))


def _cards_of(lattice: Lattice) -> list[CardPlace]:
    sideways = int(lattice.cell_mm[0] > lattice.cell_mm[1])
    return [
        CardPlace(np.roll(cell.corners, sideways, axis=0), cell.row, cell.column)
        for cell in lattice.cells
        if cell.occupied
    ]


def _loose_grid(frame_bgr: Picture, extent: tuple[int, int], card: CardSize) -> list[CardPlace] | None:
    """The grid put together from cards found one by one."""
    for look_px in LOOKS_PX:
        found = clear_cards(frame_bgr, card, look_px)
        if len(found) < 2:
            continue
        quads = np.stack([free.corners for free in found])
        cells = rows_and_columns(quads)
        if cells is not None and (max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1) == extent:
            return [CardPlace(quad, *cell) for quad, cell in zip(quads, cells, strict=True)]
    return None
