"""The verdict: all that follows from one Emissary, and why."""

from __future__ import annotations

from companion.games.conclave.conclave import Cell, Conclave
from companion.games.conclave.notation import mage, parse_conclave
from companion.games.conclave.rulings import Edition, Ruling
from companion.games.conclave.verdict import judge
from tests.companion.games.conclave.test_gain_followers import RULEBOOK_EXAMPLE
from tests.companion.games.conclave.test_magic_crisis import CRISIS


def test_the_verdict_names_the_emissary_and_both_lines() -> None:
    verdict = judge(RULEBOOK_EXAMPLE, Cell(1, 1))
    assert verdict.emissary == mage("reG5")
    assert verdict.emissary_cell == Cell(1, 1)
    assert (verdict.column.influence, verdict.row.influence) == (9, 18)
    assert not verdict.magic_crisis


def test_those_taken_are_told_in_reading_order() -> None:
    conclave = parse_conclave("""
        ....  ....  ....  ....
        reC2  reG5  reC3  ....
        ....  reW5  ....  ....
        ....  ....  ....  ....
    """)
    assert [taken.cell for taken in judge(conclave, Cell(1, 1)).taken] == [Cell(1, 0), Cell(1, 2), Cell(2, 1)]


def test_what_happens_next_follows_from_the_empty_cells() -> None:
    """Four of sixteen cells were empty and two Mages leave: six are empty, two are to be refilled."""
    verdict = judge(RULEBOOK_EXAMPLE, Cell(1, 1))
    assert verdict.empty_afterwards == 6
    assert verdict.to_refill == 2


def test_nothing_is_refilled_up_to_four_empty_cells() -> None:
    assert judge(CRISIS.without([Cell(3, 3)]), Cell(1, 1)).to_refill == 0


def test_an_emissary_that_touches_no_card_stands_apart() -> None:
    apart = Conclave().with_card(Cell(0, 0), mage("reG5")).with_card(Cell(3, 3), mage("reG4"))
    assert judge(apart, Cell(0, 0)).stands_apart
    assert judge(apart, Cell(0, 0)).rulings == (Ruling.ADJACENT_PLACE, Ruling.EMISSARY_COUNTS)
    assert not judge(Conclave().with_card(Cell(0, 0), mage("reG5")), Cell(0, 0)).stands_apart
    assert not judge(RULEBOOK_EXAMPLE, Cell(1, 1)).stands_apart
    beside = apart.with_card(Cell(0, 1), mage("blC1"))
    below = apart.with_card(Cell(1, 0), mage("blC1"))
    assert not judge(beside, Cell(0, 0)).stands_apart
    assert not judge(below, Cell(0, 0)).stands_apart


def test_rulings_are_named_when_they_decided_something() -> None:
    assert judge(RULEBOOK_EXAMPLE, Cell(1, 1)).rulings == (
        Ruling.EMISSARY_COUNTS, Ruling.UNBROKEN_LINE, Ruling.MATCH_EITHER,
    )  # fmt: skip
    lone = Conclave().with_card(Cell(2, 1), mage("reG5"))
    assert judge(lone, Cell(2, 1)).rulings == (Ruling.EMISSARY_COUNTS,)


def test_a_gap_in_the_row_names_the_unbroken_line_as_well() -> None:
    conclave = parse_conclave("""
        ....  ....  ....  ....
        ....  ....  ....  ....
        reC1  reG5  ....  reC5
        ....  ....  ....  ....
    """)
    assert judge(conclave, Cell(2, 1)).rulings == (Ruling.EMISSARY_COUNTS, Ruling.UNBROKEN_LINE)
    assert judge(conclave.without([Cell(2, 3)]), Cell(2, 1)).rulings == (Ruling.EMISSARY_COUNTS,)


def test_followers_in_the_column_name_the_lines_apart() -> None:
    conclave = parse_conclave("""
        ....  reC5  ....  ....
        ....  reG5  ....  ....
        ....  ....  ....  ....
        ....  ....  ....  ....
    """)
    assert judge(conclave, Cell(1, 1)).rulings == (
        Ruling.EMISSARY_COUNTS, Ruling.MATCH_EITHER, Ruling.LINES_APART,
    )  # fmt: skip


def test_a_full_conclave_names_the_moment_and_a_crisis_what_it_takes() -> None:
    assert judge(CRISIS, Cell(1, 1)).rulings == (
        Ruling.EMISSARY_COUNTS, Ruling.CRISIS_MOMENT, Ruling.CRISIS_TAKES,
    )  # fmt: skip


def test_a_crisis_that_takes_nobody_names_its_own_ruling() -> None:
    brothers = parse_conclave("""
        beC2  puG1  grC2  orC1
        grG1  reG2  blG2  beG3
        blC3  beG4  orW2  grG5
        puC5  grG2  beW1  puC3
    """)
    assert judge(brothers, Cell(1, 1)).rulings[-1] is Ruling.CRISIS_EMPTY


def test_the_edition_decides_whom_a_crisis_takes() -> None:
    assert len(judge(CRISIS, Cell(1, 1)).taken) == 5
    assert len(judge(CRISIS, Cell(1, 1), Edition.KLEINE_KLAEFFER).taken) == 4
