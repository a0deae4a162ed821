"""From seeing to meaning: the one place where a reading's words become the game's."""

from __future__ import annotations

from companion.games.conclave.components import FaceDownMage
from companion.games.conclave.notation import CARDS_BY_CODE
from companion.table.layout import Doubt, Seen
from vision.readings import CardReading, CellState


def meaning_of(reading: CardReading) -> Seen:
    """What one reading says lies in its cell, believed or not."""
    if reading.state is CellState.EMPTY:
        return None
    if reading.state is CellState.COVERED:
        return Doubt.COVERED
    card = CARDS_BY_CODE.get(reading.code or "")
    if card is None:
        return Doubt.UNREAD  # a deck may hold cards that this game does not know
    is_back = isinstance(card, FaceDownMage)
    return card if is_back == (reading.state is CellState.BACK) else Doubt.UNREAD
