"""Magic Crisis: the last cell filled, and nobody convinced."""

from __future__ import annotations

from companion.games.conclave.conclave import Cell
from companion.games.conclave.gain_followers import Because
from companion.games.conclave.magic_crisis import is_magic_crisis, taken_in_crisis
from companion.games.conclave.notation import parse_conclave
from companion.games.conclave.rulings import Edition
from companion.games.conclave.verdict import judge

CRISIS = parse_conclave("""
    beC2  puW1  grC2  orC1
    grC1  reG2  blC2  reW3
    blC3  beW4  orW2  grG5
    puC5  grG2  beW1  puC3
""")


def test_a_crisis_takes_all_of_another_brotherhood_from_row_and_column() -> None:
    """The player takes the Mages that do not belong to the Emissary's Brotherhood."""
    verdict = judge(CRISIS, Cell(1, 1))
    assert verdict.column.influence == 9
    assert verdict.row.influence == 8
    assert verdict.magic_crisis
    assert [str(taken.mage) for taken in verdict.taken] == ["puW1", "grC1", "blC2", "reW3", "beW4"]
    assert [taken.cell for taken in verdict.taken] == [
        Cell(0, 1), Cell(1, 0), Cell(1, 2), Cell(1, 3), Cell(2, 1),
    ]  # fmt: skip
    assert {taken.because for taken in verdict.taken} == {Because.OTHER_BROTHERHOOD}


def test_in_kleine_klaeffer_a_shared_magic_protects_too() -> None:
    """Ruling crisis-takes, the other edition: neither Magic nor Brotherhood may match."""
    taken = taken_in_crisis(CRISIS, Cell(1, 1), Edition.KLEINE_KLAEFFER)
    assert [str(one.mage) for one in taken] == ["puW1", "grC1", "blC2", "beW4"]
    assert {one.because for one in taken} == {Because.NOTHING_SHARED}


def test_there_is_no_crisis_while_a_cell_is_empty() -> None:
    almost = CRISIS.without([Cell(3, 3)])
    assert not judge(almost, Cell(1, 1)).magic_crisis
    assert not is_magic_crisis(almost, anyone_convinced=False)


def test_there_is_no_crisis_once_anybody_follows() -> None:
    """A full Conclave alone is no crisis: somebody leaves it."""
    followed = CRISIS.with_card(Cell(1, 3), CRISIS.mage_at(Cell(2, 3)))
    verdict = judge(followed, Cell(1, 1))
    assert verdict.row.influence == 10
    assert not verdict.magic_crisis
    assert [taken.cell for taken in verdict.taken] == [Cell(1, 3)]
    assert not is_magic_crisis(followed, anyone_convinced=True)


def test_a_line_worth_ten_that_matches_nobody_is_still_a_crisis() -> None:
    """Ruling crisis-moment: what counts is whether the Conclave is still full after phase 3."""
    conclave = parse_conclave("""
        beC2  puW1  grC2  orC1
        grC5  reG2  blC2  beW3
        blC3  beW4  orW2  grG5
        puC5  grC2  beW1  puC3
    """)
    verdict = judge(conclave, Cell(1, 1))
    assert verdict.row.convinces
    assert verdict.magic_crisis
    assert len(verdict.taken) == 6


def test_a_crisis_among_brothers_takes_nobody() -> None:
    """Ruling crisis-empty: all six share the Emissary's Brotherhood, so the Conclave stays full."""
    conclave = parse_conclave("""
        beC2  puG1  grC2  orC1
        grG1  reG2  blG2  beG3
        blC3  beG4  orW2  grG5
        puC5  grG2  beW1  puC3
    """)
    verdict = judge(conclave, Cell(1, 1))
    assert verdict.magic_crisis
    assert verdict.taken == ()
    assert verdict.empty_afterwards == 0
