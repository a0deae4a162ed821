"""How a watched game begins: the ring, a table in mid-play, cards that cannot all be there."""

from __future__ import annotations

from dataclasses import replace

from companion.games.conclave.conclave import Cell
from companion.games.conclave.notation import mage
from companion.table.layout import Doubt
from companion.table.referee import EmissarySeen
from companion.watching.glimpse import Glimpse
from companion.watching.happenings import (
    CardAsked,
    GameBegun,
    Watching,
)
from tests.companion.watching.typed import (
    NOBODY_FOLLOWS,
    RING,
    TAKEN,
    Typist,
    kinds,
    reading_of,
)
from vision.readings import TableReading


def test_a_game_begins_when_the_ring_lies_there() -> None:
    typist = Typist()
    unlaid = RING.without([Cell(3, 3), Cell(3, 2)])
    assert kinds(typist.show(unlaid)) == ["LayoutConfirmed"]
    assert typist.follower.watching is Watching.WAITING
    told = typist.show(RING)
    assert kinds(told) == ["LayoutConfirmed", "GameBegun"]
    assert isinstance(told[1], GameBegun)
    assert (told[1].mid_game, told[1].setup.first_player, told[1].setup.draw_decks.cards_left) == (
        False,
        "Ana",
        34,
    )


def test_a_table_in_the_middle_of_a_game_is_taken_over_with_uncounted_decks() -> None:
    told = Typist().show(TAKEN)
    assert isinstance(told[1], GameBegun)
    assert told[1].mid_game
    assert told[1].setup.draw_decks.cards_left is None


def test_a_first_emissary_that_lies_there_already_is_told_and_marked() -> None:
    told = Typist().show(NOBODY_FOLLOWS)
    assert kinds(told) == ["LayoutConfirmed", "GameBegun", "EmissarySeen", "TurnOver"]
    assert isinstance(told[1], GameBegun)
    assert not told[1].mid_game
    assert isinstance(told[2], EmissarySeen)
    assert not told[2].unbroken


def test_more_copies_of_a_card_than_the_deck_holds_are_asked_about() -> None:
    twice = RING.without([Cell(0, 0)]).with_card(Cell(0, 0), mage("puW4"))
    told = Typist().show(twice)
    assert [one.cell for one in told if isinstance(one, CardAsked)] == [Cell(0, 0), Cell(0, 1)]
    assert not any(isinstance(one, GameBegun) for one in told)


def test_cloth_that_looks_bare_but_not_surely_is_so_within_a_whole_ring_and_nobody_is_asked() -> None:
    """Before the ring is whole a card may yet come to lie anywhere, and nothing is expected."""
    chequered = Cell(2, 2)
    for table, is_ring in ((RING, True), (RING.without([Cell(3, 3), Cell(0, 1)]), False)):
        typist, told = Typist(), []
        for _ in range(5):
            typist.seconds += 0.2
            looks = reading_of(table)
            doubtful = tuple(
                replace(one, confidence=0.6, accepted=False) if (one.row, one.column) == (2, 2) else one
                for one in looks
            )
            glimpse = Glimpse(typist.seconds, TableReading(doubtful), frozenset({chequered}))
            told += [one.happening for one in typist.follower.take_in(glimpse)]
        assert ("CardAsked" not in kinds(told)) == is_ring
        assert ("GameBegun" in kinds(told)) == is_ring


def test_whoever_said_that_nothing_lies_in_a_strange_place_is_not_asked_again() -> None:
    """Although the game has not begun yet, since another place looks stranger still."""
    typist, strange, stranger = Typist(), Cell(2, 2), Cell(2, 1)
    touched, told = frozenset({strange, stranger}), []
    for number in range(8):
        typist.seconds += 0.3
        looks = reading_of(RING, covered=[strange], unsure={stranger: (("grG3", 0.02),)})
        glimpse = Glimpse(typist.seconds, looks, touched) if number < 6 else Glimpse(typist.seconds)
        told += typist.follower.take_in(glimpse)
        if number == 5:
            typist.follower.say_card(strange, None)
    asked = [one.happening.cell for one in told if isinstance(one.happening, CardAsked)]
    assert sorted(asked) == [stranger, strange]


def test_nobody_is_asked_about_strange_cloth_in_the_centre_where_the_search_found_no_card() -> None:
    typist, strange = Typist(), frozenset({Cell(2, 2)})
    told = []
    for _ in range(6):
        typist.seconds += 0.3
        reading = reading_of(RING, covered=strange)
        glimpse = Glimpse(typist.seconds, reading, strange, vacant=strange)
        told += [one.happening for one in typist.follower.take_in(glimpse)]
    assert kinds(told) == ["LayoutConfirmed", "GameBegun"]
    assert not typist.follower.beliefs.guesses


def test_nothing_is_believed_of_a_vacant_place_before_the_ring_is_whole() -> None:
    typist, strange = Typist(), frozenset({Cell(2, 2)})
    for _ in range(6):
        typist.seconds += 0.3
        reading = reading_of(RING.without([Cell(0, 1)]), covered=strange)
        typist.follower.take_in(Glimpse(typist.seconds, reading, strange, vacant=strange))
    assert typist.follower.layout[Cell(2, 2)] is Doubt.COVERED
