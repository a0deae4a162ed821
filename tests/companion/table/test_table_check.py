"""A photographed table is judged by what is known of it, and only what can change the verdict is asked."""

from __future__ import annotations

import pytest

from companion.games.conclave.conclave import CELLS, Cell, Conclave
from companion.games.conclave.errors import NotKnownYet
from companion.games.conclave.notation import mage, parse_conclave
from companion.table.table_check import NoEmissaryThere, SeenTable, cells_to_ask, judge_table
from vision.readings import CardReading, CellState, Guess, TableReading


def reading_of(conclave: Conclave, unsure: tuple[Cell, ...] = ()) -> TableReading:
    """A reading that shows this Conclave, with some cells not sure enough."""
    return TableReading(
        tuple(
            CardReading(
                cell.row,
                cell.column,
                CellState.EMPTY if card is None else CellState.CARD,
                () if card is None else (Guess(str(card), 0.9),),
                0.9,
                cell not in unsure,
            )
            for cell, card in zip(CELLS, conclave.cards, strict=True)
        )
    )


CROSS = parse_conclave("""
    ....  reC5  ....  ....
    reC2  reG5  blC5  ....
    ....  ....  ....  ....
    ....  ....  ....  grC1
""")


def test_only_unsure_cells_that_can_change_the_verdict_are_asked() -> None:
    table = SeenTable(reading_of(CROSS, unsure=(Cell(1, 3), Cell(0, 1), Cell(3, 3))))
    verdict = judge_table(table, Cell(1, 1))
    assert len(verdict.taken) == 2
    assert cells_to_ask(table, verdict) == (Cell(0, 1), Cell(1, 3))


def test_while_nobody_follows_every_unsure_cell_matters() -> None:
    """An empty cell read wrongly anywhere decides whether it is a Magic Crisis."""
    alone = Conclave().with_card(Cell(1, 1), mage("reG5"))
    table = SeenTable(reading_of(alone, unsure=(Cell(3, 3),)))
    assert cells_to_ask(table, judge_table(table, Cell(1, 1))) == (Cell(3, 3),)


def test_an_emissary_on_an_empty_cell_is_refused() -> None:
    with pytest.raises(NoEmissaryThere, match="the cell 0,0 is read as empty"):
        judge_table(SeenTable(reading_of(CROSS)), Cell(0, 0))


def test_what_people_say_stands_over_the_reading_and_is_not_asked_again() -> None:
    """The blue Crow was a red one: it now follows, and nothing is left to ask."""
    reading = reading_of(CROSS, unsure=(Cell(1, 2),))
    table = SeenTable(reading, {Cell(1, 2): mage("reC5")})
    verdict = judge_table(table, Cell(1, 1))
    assert Cell(1, 2) in {taken.cell for taken in verdict.taken}
    assert cells_to_ask(table, verdict) == ()


def test_an_emissary_that_was_taken_away_by_word_is_refused() -> None:
    table = SeenTable(reading_of(CROSS), {Cell(1, 1): None})
    with pytest.raises(NoEmissaryThere, match="is read as empty"):
        judge_table(table, Cell(1, 1))


def test_a_covered_cell_in_a_line_is_asked_for_and_never_guessed() -> None:
    cells = list(reading_of(CROSS))
    cells[5 + 1] = CardReading(1, 2, CellState.COVERED, (), 0.5, accepted=False)
    with pytest.raises(NotKnownYet):
        judge_table(SeenTable(TableReading(tuple(cells))), Cell(1, 1))
