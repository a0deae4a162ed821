"""A second, deliberately naive checker of Cónclave, to hold the engine against.

Written apart from the engine, from the rulebook and the rulings alone; it imports nothing of the project.
Cards are plain codes such as "puG5" (colour, Brotherhood, Influence), an empty cell is None, and a cell is
(row, column) counted from the top left. It is slow and literal on purpose: where the two disagree, one of
them is wrong.
"""

from collections.abc import Sequence
from typing import TypedDict

Grid = Sequence[Sequence[str | None]]
Cell = tuple[int, int]

# Rulebook, Components: the six types of Magic, in the order in which it lists them.
COLOUR_NAMES = {"be": "beige", "bl": "blue", "pu": "purple", "or": "orange", "re": "red", "gr": "green"}


class NaiveLine(TypedDict):
    """One line through the Emissary, in the shape that `conclave resolve` prints."""

    cells: list[list[int]]
    influence: int
    convinced: list[list[int]]


class NaiveVerdict(TypedDict):
    """One judged position, in the shape that `conclave resolve` prints."""

    column: NaiveLine
    row: NaiveLine
    magic_crisis: bool
    taken: list[list[int]]


class NaivePlayer(TypedDict):
    """One player at the end of the game, in the shape that `conclave tally` prints."""

    name: str
    controls: list[str]
    piles: dict[str, int]
    resentment: int
    followers: int
    eliminated: bool


class NaiveTally(TypedDict):
    """One tallied game, in the shape that `conclave tally` prints."""

    players: list[NaivePlayer]
    winners: list[str]


def naive_resolve(grid: Grid, emissary: Sequence[int], edition: str) -> NaiveVerdict:
    """Gain Followers: first the column is judged, then the row the same way; all the convinced are taken.

    Magic Crisis: when the Conclave is full and not a single Mage was convinced, others are taken instead.
    A crisis is one even when it finds nobody to take (ruling crisis-empty).
    """
    if edition not in ("conclave", "kleine-klaeffer"):
        raise ValueError(f"expected edition conclave or kleine-klaeffer, got {edition!r}")
    row, column = emissary
    column_verdict = naive_line(grid, (row, column), naive_column_run(grid, (row, column)))
    row_verdict = naive_line(grid, (row, column), naive_row_run(grid, (row, column)))
    taken = column_verdict["convinced"] + row_verdict["convinced"]
    magic_crisis = naive_is_full(grid) and taken == []
    if magic_crisis:
        taken = naive_crisis_takes(grid, (row, column), edition)
    return {
        "column": column_verdict,
        "row": row_verdict,
        "magic_crisis": magic_crisis,
        "taken": sorted(taken),
    }


def naive_column_run(grid: Grid, emissary: Cell) -> list[Cell]:
    """Gain Followers: of the column, the Mages in contact with one another count; a gap ends the run."""
    row, column = emissary
    top = row
    while top > 0 and grid[top - 1][column] is not None:
        top = top - 1
    bottom = row
    while bottom < 3 and grid[bottom + 1][column] is not None:
        bottom = bottom + 1
    return [(each, column) for each in range(top, bottom + 1)]


def naive_row_run(grid: Grid, emissary: Cell) -> list[Cell]:
    """Gain Followers: the process is repeated with the Mages in contact along the Emissary's row."""
    row, column = emissary
    left = column
    while left > 0 and grid[row][left - 1] is not None:
        left = left - 1
    right = column
    while right < 3 and grid[row][right + 1] is not None:
        right = right + 1
    return [(row, each) for each in range(left, right + 1)]


def naive_line(grid: Grid, emissary: Cell, run: list[Cell]) -> NaiveLine:
    """Gain Followers: a line worth 10 or more gives up the Mages of the Emissary's Magic or Brotherhood.

    The Emissary's own Influence is part of the sum, as in the example where a 4 makes 9, and it stays.
    """
    sent = naive_card(grid, emissary)
    influence = 0
    for cell in run:
        influence = influence + naive_influence(naive_card(grid, cell))
    convinced = []
    for cell in run:
        card = naive_card(grid, cell)
        same_colour = naive_colour(card) == naive_colour(sent)
        same_animal = naive_animal(card) == naive_animal(sent)
        if influence >= 10 and cell != emissary and (same_colour or same_animal):
            convinced.append(list(cell))
    return {"cells": [list(cell) for cell in run], "influence": influence, "convinced": convinced}


def naive_crisis_takes(grid: Grid, emissary: Cell, edition: str) -> list[list[int]]:
    """Magic Crisis: the Mages of another Brotherhood in the Emissary's column and row are taken.

    In the Kleine Kläffer edition they must be of another Magic as well (ruling crisis-takes).
    """
    sent = naive_card(grid, emissary)
    taken = []
    for row in range(4):
        for column in range(4):
            in_the_cross = row == emissary[0] or column == emissary[1]
            card = naive_card(grid, (row, column))
            other_animal = naive_animal(card) != naive_animal(sent)
            other_colour = naive_colour(card) != naive_colour(sent)
            if in_the_cross and other_animal and (other_colour or edition == "conclave"):
                taken.append([row, column])
    return taken


def naive_tally(players: Sequence[tuple[str, Sequence[str]]]) -> NaiveTally:
    """Scoring: each player's piles are added up and compared, then the least resented player wins."""
    all_piles = [naive_piles(zone) for _, zone in players]
    tallied: list[NaivePlayer] = []
    for (name, zone), piles in zip(players, all_piles, strict=True):
        controls = naive_controls(piles, all_piles)
        tallied.append(
            {
                "name": name,
                "controls": controls,
                "piles": piles,
                "resentment": naive_resentment(piles, controls),
                "followers": len(zone),
                "eliminated": controls == [],
            }
        )
    return {"players": tallied, "winners": naive_winners(tallied)}


def naive_piles(zone: Sequence[str]) -> dict[str, int]:
    """Scoring: the Influence of each pile in the zone is added separately; there is a pile a Magic."""
    piles = {}
    for code, name in COLOUR_NAMES.items():
        pile = [card for card in zone if naive_colour(card) == code]
        if pile != []:
            piles[name] = sum(naive_influence(card) for card in pile)
    return piles


def naive_controls(piles: dict[str, int], all_piles: list[dict[str, int]]) -> list[str]:
    """Scoring: the highest pile of a Magic is turned over and controls it; tied players all turn theirs."""
    controls = []
    for name in COLOUR_NAMES.values():
        highest = max(other.get(name, 0) for other in all_piles)
        if name in piles and piles[name] == highest:
            controls.append(name)
    return controls


def naive_resentment(piles: dict[str, int], controls: list[str]) -> int:
    """Scoring: the followers still face up, of Magics not controlled, turn their Influence to Resentment.

    An eliminated player's is counted too, as the example of Player 1 with 27 shows.
    """
    resentment = 0
    for name, influence in piles.items():
        if name not in controls:
            resentment = resentment + influence
    return resentment


def naive_winners(tallied: list[NaivePlayer]) -> list[str]:
    """Scoring: least Resentment wins, then most followers; who controls no Magic is out and cannot win.

    Players still equal share the win, and with everyone out nobody wins (rulings tie-break, nobody-controls).
    """
    remaining = [player for player in tallied if not player["eliminated"]]
    if remaining == []:
        return []
    least = min(player["resentment"] for player in remaining)
    least_resented = [player for player in remaining if player["resentment"] == least]
    most = max(player["followers"] for player in least_resented)
    return [player["name"] for player in least_resented if player["followers"] == most]


def naive_places(grid: Grid) -> set[Cell]:
    """Send a Mage: it goes to an empty space touching a card on one side, never outside the 4x4 grid.

    With no card in the Conclave at all, any cell will do (ruling adjacent-place).
    """
    cells = [(row, column) for row in range(4) for column in range(4)]
    with_card = [(row, column) for row, column in cells if grid[row][column] is not None]
    if with_card == []:
        return set(cells)
    places = set()
    for row, column in cells:
        touching = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        touches_a_card = any(cell in with_card for cell in touching)
        if (row, column) not in with_card and touches_a_card:
            places.add((row, column))
    return places


def naive_refill_order(corner: str) -> list[Cell]:
    """Refill: with the starting corner taken for the top left, go left to right and top to bottom.

    The table is turned until that corner is top left, so from the top right, "left to right" runs down the
    right column (ruling refill-order: a rotation, not a mirror).
    """
    forwards = [0, 1, 2, 3]
    backwards = [3, 2, 1, 0]
    if corner == "top-left":
        return [(row, column) for row in forwards for column in forwards]
    if corner == "top-right":
        return [(row, column) for column in backwards for row in forwards]
    if corner == "bottom-right":
        return [(row, column) for row in backwards for column in backwards]
    if corner == "bottom-left":
        return [(row, column) for column in forwards for row in backwards]
    raise ValueError(f"expected a corner such as top-left, got {corner!r}")


def naive_gifts(zones: Sequence[Sequence[str]], giver: int) -> set[tuple[str, int]]:
    """Give influence: one of the giver's piles may go to another player who has no such followers.

    Giving is optional; to give nothing is not listed. Each gift is (colour code, number of the receiver).
    """
    gifts = set()
    for card in zones[giver]:
        for receiver in range(len(zones)):
            colours_there = [naive_colour(follower) for follower in zones[receiver]]
            if receiver != giver and naive_colour(card) not in colours_there:
                gifts.add((naive_colour(card), receiver))
    return gifts


def naive_is_full(grid: Grid) -> bool:
    """Magic Crisis: the Conclave is full when the Emissary took its last available space."""
    for row in grid:
        for card in row:
            if card is None:
                return False
    return True


def naive_card(grid: Grid, cell: Cell) -> str:
    """Components: a Mage is one card, and the caller says that one lies here."""
    card = grid[cell[0]][cell[1]]
    if card is None:
        raise ValueError(f"expected a card at {cell}, got an empty cell")
    return card


def naive_colour(card: str) -> str:
    """Components: each Mage masters one Magic, told by its colour."""
    return card[0:2]


def naive_animal(card: str) -> str:
    """Components: each Mage belongs to one Brotherhood: Crow, Gazelle or Wild Boar."""
    return card[2:3]


def naive_influence(card: str) -> int:
    """Components: each Mage has an amount of Influence, 1 to 5."""
    return int(card[3:])
