"""The text form of Mages, cells and Conclaves: `puG5`, `1,3`, four lines of four codes."""

from __future__ import annotations

from companion.games.conclave.components import (
    COLOUR_CODES,
    LEAST_INFLUENCE,
    MOST_INFLUENCE,
    Brotherhood,
    Card,
    FaceDownMage,
    Mage,
    Magic,
)
from companion.games.conclave.conclave import CELLS, SIDE, Cell, Conclave
from companion.games.conclave.errors import Unreadable

EMPTY = "...."
COLOUR_NAMES = {
    Magic.EARTH: "beige",
    Magic.WIND: "blue",
    Magic.MIND: "purple",
    Magic.WISDOM: "orange",
    Magic.LOVE_AND_WAR: "red",
    Magic.NATURE: "green",
}
MAGICS_BY_CODE = {code: magic for magic, code in COLOUR_CODES.items()}
MAGES_BY_CODE = {
    str(mage): mage
    for mage in (
        Mage(magic, brotherhood, influence)
        for magic in Magic
        for brotherhood in Brotherhood
        for influence in range(LEAST_INFLUENCE, MOST_INFLUENCE + 1)
    )
}
CARDS_BY_CODE: dict[str, Card] = {
    **MAGES_BY_CODE,
    **{str(back): back for back in (FaceDownMage(magic) for magic in (*Magic, None))},
}
CELLS_BY_CODE = {str(cell): cell for cell in CELLS}


def mage(code: str) -> Mage:
    """The Mage with this code, the same value every time."""
    found = MAGES_BY_CODE.get(code)
    if found is None:
        raise Unreadable("card", no_card(code))
    return found


def parse_card(code: str, where: str) -> Card:
    """A Mage, or a card face down."""
    found = CARDS_BY_CODE.get(code)
    if found is None:
        raise Unreadable(where, no_card(code))
    return found


def no_card(code: str) -> str:
    """What to say of a text that is no card code."""
    return f"{code[:20]!r} is no card code such as puG5"


def parse_cell(text: str, where: str) -> Cell:
    """A cell such as `1,3`, row first, counted from 0."""
    found = CELLS_BY_CODE.get(text)
    if found is None:
        raise Unreadable(where, f"{text[:20]!r} is no cell; row,column run from 0,0 to 3,3")
    return found


def parse_conclave(text: str) -> Conclave:
    """Four lines of four codes; blank lines and indentation do not count."""
    rows = [line.split() for line in text.splitlines() if line.strip()]
    if len(rows) != SIDE:
        raise Unreadable("conclave", f"{SIDE} rows expected, got {len(rows)}")
    cards: list[Card | None] = []
    for row, codes in enumerate(rows):
        if len(codes) != SIDE:
            raise Unreadable(f"conclave row {row}", f"{SIDE} cells expected, got {len(codes)}")
        cards += [
            None if code == EMPTY else parse_card(code, f"conclave cell {row},{column}")
            for column, code in enumerate(codes)
        ]
    return Conclave(tuple(cards))


def print_conclave(conclave: Conclave) -> str:
    """Four lines of four codes."""
    codes = [EMPTY if card is None else str(card) for card in conclave.cards]
    return "\n".join("  ".join(codes[start : start + SIDE]) for start in range(0, SIDE * SIDE, SIDE))
