"""How a watched game begins: the ring, a table in mid-play, cards that cannot all be there."""

from __future__ import annotations

from companion.games.conclave.conclave import Cell
from companion.games.conclave.notation import mage
from companion.table.referee import EmissarySeen
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
)


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
