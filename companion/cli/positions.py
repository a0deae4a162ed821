"""Positions and zones as JSON values: checked field by field, since nobody knows who typed them."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cli.json_lines import BadLine
from companion.games.conclave.components import Card, FaceDownMage, Mage
from companion.games.conclave.conclave import CELLS, SIDE, Cell, Conclave
from companion.games.conclave.notation import CARDS_BY_CODE, no_card

CONTENTS: dict[str | None, Card | None] = {None: None}
CONTENTS.update(CARDS_BY_CODE)
SHAPE = f"{SIDE} rows of {SIDE} cells"


def position_of(value: object) -> tuple[Conclave, Cell]:
    """The Conclave and the Emissary's cell of one line."""
    if not isinstance(value, dict):
        raise BadLine('expected {"grid": …, "emissary": …}')
    conclave = conclave_of(_field(value, "grid"))
    cell = cell_of(_field(value, "emissary"), "emissary")
    card = conclave[cell]
    if card is None:
        raise BadLine(f"emissary: cell {cell} is empty")
    if isinstance(card, FaceDownMage):
        raise BadLine(f"emissary: the card at {cell} lies face down")
    return conclave, cell


def conclave_of(value: object) -> Conclave:
    """A grid: four lists of four codes, null for an empty cell."""
    if not isinstance(value, list) or len(value) != SIDE:
        raise BadLine(f"grid: expected {SHAPE}, got {_shape(value, 'rows')}")
    cards: list[Card | None] = []
    for row, codes in enumerate(value):
        if not isinstance(codes, list) or len(codes) != SIDE:
            raise BadLine(f"grid[{row}]: expected {SIDE} cells, got {_shape(codes, 'cells')}")
        try:
            cards += [CONTENTS[code] for code in codes]
        except (KeyError, TypeError):  # TypeError: a list or an object cannot be a key
            raise _bad_cell(row, codes) from None
    return Conclave(tuple(cards))


def _bad_cell(row: int, codes: list[object]) -> BadLine:
    column, code = next((place, code) for place, code in enumerate(codes) if not _is_content(code))
    return BadLine(f"grid[{row}][{column}]: {_no_card(code)}")


def _is_content(code: object) -> bool:
    return code is None or (isinstance(code, str) and code in CARDS_BY_CODE)


def cell_of(value: object, where: str) -> Cell:
    """A cell as [row, column], counted from 0."""
    if not isinstance(value, list) or len(value) != 2:
        raise BadLine(f"{where}: expected [row, column]")
    row, column = value
    if type(row) is not int or type(column) is not int or not (0 <= row < SIDE and 0 <= column < SIDE):
        raise BadLine(f"{where}: row and column are whole numbers from 0 to {SIDE - 1}")
    return CELLS[SIDE * row + column]


def zones_of(value: object) -> list[tuple[str, tuple[Mage, ...]]]:
    """The players' names and zones of one line."""
    if not isinstance(value, dict):
        raise BadLine('expected {"players": [{"name": …, "zone": […]}, …]}')
    players = _field(value, "players")
    if not isinstance(players, list):
        raise BadLine("players: expected a list")
    return [_zone_of(player, f"players[{place}]") for place, player in enumerate(players)]


def _zone_of(player: object, where: str) -> tuple[str, tuple[Mage, ...]]:
    if not isinstance(player, dict):
        raise BadLine(f'{where}: expected {{"name": …, "zone": […]}}')
    name, zone = _field(player, "name", where), _field(player, "zone", where)
    if not isinstance(name, str):
        raise BadLine(f"{where}.name: expected a text")
    if not isinstance(zone, list):
        raise BadLine(f"{where}.zone: expected a list of card codes")
    return name, tuple(_follower(code, f"{where}.zone[{place}]") for place, code in enumerate(zone))


def _follower(code: object, where: str) -> Mage:
    card = CARDS_BY_CODE.get(code) if isinstance(code, str) else None
    if isinstance(card, FaceDownMage):
        raise BadLine(f"{where}: a card that lies face down cannot be tallied")
    if card is None:
        raise BadLine(f"{where}: {_no_card(code, '')}")
    return card


def _field(fields: dict[str, object], name: str, where: str = "") -> object:
    if name not in fields:
        raise BadLine(f"{where + '.' if where else ''}{name}: missing")
    return fields[name]


def _shape(value: object, unit: str) -> str:
    return f"{len(value)} {unit}" if isinstance(value, Sequence) and not isinstance(value, str) else "no list"


def _no_card(code: object, otherwise: str = " or null") -> str:
    return no_card(code) if isinstance(code, str) else f"expected a card code{otherwise}"
