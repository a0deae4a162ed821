"""Glimpses of a table typed by hand: what a camera would have given, without one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from companion.games.conclave.conclave import CELLS, Cell, Conclave
from companion.games.conclave.events import ConclaveRefilled, EmissarySent, FollowersGained, GameSetUp
from companion.games.conclave.notation import mage, parse_conclave
from companion.games.conclave.simulate import SimulatedGame
from companion.watching.follower import TableFollower
from companion.watching.glimpse import Glimpse
from companion.watching.happenings import Happening
from companion.watching.opening import Opening
from companion.watching.pace import FILM, Pace
from companion.watching.thread import Told
from tests.companion.games.conclave.decks import FOUR_OF_EACH_PAIR
from vision.readings import CardReading, CellState, Guess, TableReading

RING = parse_conclave("""
    beC2  puW4  puC5  orC1
    grG4  ....  ....  reW4
    blC4  ....  ....  blC5
    orW2  grW5  beW1  reG2
""")
# The orange Gazelle 5 at 1,1: the column 4 + 5 is too little, the row 4 + 5 as well.
NOBODY_FOLLOWS = RING.with_card(Cell(1, 1), mage("orG5"))
# Then the green Gazelle 5 at 1,2: row 4 + 5 + 5 + 4 = 18 convinces both Gazelles.
SENT = NOBODY_FOLLOWS.with_card(Cell(1, 2), mage("grG5"))
TAKEN = SENT.without([Cell(1, 0), Cell(1, 1)])
SURE = 0.99
FRAME_SECONDS = 1 / 15


def opening(*players: str) -> Opening:
    return Opening(players or ("Ana", "Ben"), FOUR_OF_EACH_PAIR)


def reading_of(
    conclave: Conclave,
    cells: Iterable[Cell] = CELLS,
    covered: Iterable[Cell] = (),
    unsure: Mapping[Cell, tuple[tuple[str, float], ...]] | None = None,
) -> TableReading:
    """What a reader says of these cells; `unsure` gives other candidates for some."""
    return TableReading(
        tuple(
            _cell_reading(cell, conclave, hidden=cell in set(covered), guesses=(unsure or {}).get(cell))
            for cell in sorted(cells)
        )
    )


def _cell_reading(
    cell: Cell, conclave: Conclave, *, hidden: bool, guesses: tuple[tuple[str, float], ...] | None
) -> CardReading:
    card = conclave[cell]
    state, names = CellState.CARD, guesses or ((str(card), SURE),)
    if hidden:
        state = CellState.COVERED
    elif card is None and guesses is None:
        state, names = CellState.EMPTY, (("puG5", 0.001),)
    sure = SURE if state is not CellState.CARD else names[0][1]
    candidates = tuple(Guess(*one) for one in names)
    return CardReading(cell.row, cell.column, state, candidates, sure, accepted=sure >= 0.9)


class Typist:
    """Shows a follower one table after the other, as a film would: motion, rest, and a reading."""

    def __init__(self, follower: TableFollower | None = None, pace: Pace = FILM) -> None:
        self.follower = follower or TableFollower(opening(), pace)
        self.pace = pace
        self.seconds = 0.0
        self.told: list[Told] = []
        self._before: Conclave | None = None

    def show(
        self, conclave: Conclave, rest_seconds: float = 0.5, covered: Iterable[Cell] = ()
    ) -> list[Happening]:
        """Hands change the table and leave; what was told until it has rested for so long."""
        hidden = frozenset(covered)
        before, self._before = self._before, conclave
        changed = {cell for cell in CELLS if before is None or before[cell] != conclave[cell]} | hidden
        told: list[Told] = []
        if not self.pace.is_stills:
            told += self._take_in(touched=frozenset(changed), restless=frozenset(changed))
        told += self._take_in(reading_of(conclave, changed, hidden), frozenset(changed))
        told += self._take_in(reading_of(conclave, changed, hidden), hidden)
        frames = int(rest_seconds / FRAME_SECONDS) if not self.pace.is_stills else 0
        for _ in range(frames):
            told += self._take_in(touched=hidden)
        self.told += told
        return [one.happening for one in told]

    def still(
        self,
        conclave: Conclave,
        covered: Iterable[Cell] = (),
        unsure: Mapping[Cell, tuple[tuple[str, float], ...]] | None = None,
    ) -> list[Happening]:
        """One still."""
        self.seconds += 1.0
        told = self.follower.take_in(Glimpse(self.seconds, reading_of(conclave, CELLS, covered, unsure)))
        self.told += told
        return [one.happening for one in told]

    def _take_in(
        self,
        reading: TableReading | None = None,
        touched: frozenset[Cell] = frozenset(),
        restless: frozenset[Cell] = frozenset(),
    ) -> list[Told]:
        self.seconds += FRAME_SECONDS
        return self.follower.take_in(Glimpse(self.seconds, reading or TableReading(()), touched, restless))


def kinds(happenings: Iterable[Happening]) -> list[str]:
    return [type(one).__name__ for one in happenings]


def begun() -> Typist:
    """A typist whose game has begun."""
    typist = Typist()
    typist.show(RING)
    return typist


def tables_of(played: SimulatedGame, chance: Random) -> list[Conclave]:
    """The table after each visit of a hand; a hand may take or lay several cards at once."""
    setup = played.events[0]
    assert isinstance(setup, GameSetUp)
    conclave, seen = setup.conclave, [setup.conclave]
    for event in played.events:
        if isinstance(event, EmissarySent):
            conclave = conclave.with_card(event.cell, event.mage)
            seen.append(conclave)
        elif isinstance(event, FollowersGained | ConclaveRefilled):
            moved = event.followers if isinstance(event, FollowersGained) else event.mages
            one_by_one = chance.random() < 0.5
            for cell, card in moved:
                laid = isinstance(event, ConclaveRefilled)
                conclave = conclave.with_card(cell, card) if laid else conclave.without([cell])
                if one_by_one:
                    seen.append(conclave)
            seen.append(conclave)
    return seen
