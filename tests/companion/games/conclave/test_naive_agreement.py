"""The engine agrees with a second, naive checker on 100,000 random positions and 100,000 random tables."""

from __future__ import annotations

from random import Random

import pytest

from companion.cli.resolve import verdict_fields
from companion.games.conclave.conclave import CELLS, SIDE, Conclave, Corner
from companion.games.conclave.give_influence import InfluenceZone
from companion.games.conclave.notation import MAGES_BY_CODE, mage
from companion.games.conclave.refill_the_conclave import refill_order
from companion.games.conclave.rulings import Edition
from companion.games.conclave.scoring import tally
from companion.games.conclave.send_emissary import legal_places
from companion.games.conclave.verdict import judge
from companion.sharing.tally_files import tally_fields
from tests.companion.games.conclave.naive_checker import (
    naive_places,
    naive_refill_order,
    naive_resolve,
    naive_tally,
)

ROUNDS = 100_000
CODES = list(MAGES_BY_CODE)
NAMES = ("Ana", "Ben", "Cai", "Dua")


def random_grid(chance: Random) -> list[list[str | None]]:
    """Any density; a third of them full with weak Mages, since a Magic Crisis is rare otherwise."""
    codes = [code for code in CODES if int(code[3]) <= 3] if chance.random() < 0.3 else CODES
    density = chance.choice([0.3, 0.6, 0.8, 1.0, 1.0])
    cells = [chance.choice(codes) if chance.random() < density else None for _ in range(SIDE * SIDE)]
    return [cells[SIDE * row : SIDE * (row + 1)] for row in range(SIDE)]


def as_lists(value: object) -> object:
    """Tuples as JSON writes them."""
    if isinstance(value, dict):
        return {key: as_lists(part) for key, part in value.items()}
    return [as_lists(part) for part in value] if isinstance(value, list | tuple) else value


def test_positions_are_judged_as_a_naive_reader_would() -> None:
    chance = Random(20_261_116)
    seen = {"crises": 0, "followed": 0, "empty crises": 0}
    for _ in range(ROUNDS):
        grid = random_grid(chance)
        row, column = divmod(chance.randrange(SIDE * SIDE), SIDE)
        grid[row][column] = grid[row][column] or chance.choice(CODES)
        edition = chance.choice(list(Edition))
        conclave = Conclave(tuple(None if code is None else mage(code) for line in grid for code in line))
        verdict = judge(conclave, CELLS[SIDE * row + column], edition)
        mine = {key: as_lists(part) for key, part in verdict_fields(verdict).items()}
        for key, expected in naive_resolve(grid, (row, column), edition.value).items():
            assert mine[key] == expected, (grid, row, column, edition)
        places = {(cell.row, cell.column) for cell in legal_places(conclave)}
        assert places == naive_places(grid), grid
        seen["crises"] += verdict.magic_crisis
        seen["followed"] += bool(verdict.taken)
        seen["empty crises"] += verdict.magic_crisis and not verdict.taken
    assert min(seen.values()) > 20, seen


def test_zones_are_tallied_as_a_naive_reader_would() -> None:
    chance = Random(72)
    seen: dict[object, int] = {}
    for _ in range(ROUNDS):
        names = NAMES[: chance.choice([2, 3, 4])]
        few = chance.sample(CODES, chance.choice([4, 12, 90]))
        zones = [(name, chance.choices(few, k=chance.choice([0, 1, 2, 3, 8, 20]))) for name in names]
        result = tally([(name, InfluenceZone(tuple(mage(code) for code in zone))) for name, zone in zones])
        mine = {key: as_lists(part) for key, part in tally_fields(result).items()}
        for key, expected in naive_tally(zones).items():
            assert mine[key] == expected, zones
        seen[result.decided_by] = seen.get(result.decided_by, 0) + 1
    assert len(seen) == 4, "every way to win or not to win came up"


@pytest.mark.parametrize("corner", Corner)
def test_cells_are_refilled_in_the_order_of_a_naive_reader(corner: Corner) -> None:
    assert [(cell.row, cell.column) for cell in refill_order(corner)] == naive_refill_order(corner.value)
