"""From glimpses to happenings, typed by hand: habits of real tables, doubt, patience, the lost thread."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.games.conclave.commands import DrawCard, GiveInfluence, RefillConclave, SendEmissary
from companion.games.conclave.components import Mage, Magic
from companion.games.conclave.conclave import Cell, Conclave
from companion.games.conclave.errors import AgainstTheRules
from companion.games.conclave.events import ConclaveRefilled, EmissarySent, FollowersGained, GameSetUp
from companion.games.conclave.notation import mage
from companion.games.conclave.simulate import SimulatedGame, simulate_game
from companion.table.referee import (
    Discrepancy,
    EmissarySeen,
    EmissaryWithdrawn,
    FollowersSeenLeaving,
    RefillSeen,
)
from companion.watching.follower import Glimpse, TableFollower
from companion.watching.happenings import (
    CardAsked,
    CardReadAnew,
    CellsCovered,
    GameBegun,
    StartingCornerSeen,
    TableLost,
    Watching,
)
from companion.watching.pace import STILLS
from tests.companion.games.conclave.decks import FOUR_OF_EACH_PAIR
from tests.companion.watching.typed import RING, Typist, kinds, opening, reading_of

# The orange Gazelle 5 at 1,1: the column 4 + 5 is too little, the row 4 + 5 as well.
NOBODY_FOLLOWS = RING.with_card(Cell(1, 1), mage("orG5"))
# Then the green Gazelle 5 at 1,2: row 4 + 5 + 5 + 4 = 18 convinces both Gazelles.
SENT = NOBODY_FOLLOWS.with_card(Cell(1, 2), mage("grG5"))
TAKEN = SENT.without([Cell(1, 0), Cell(1, 1)])


def begun() -> Typist:
    typist = Typist()
    typist.show(RING)
    return typist


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


def test_a_turn_is_told_with_the_commands_it_means() -> None:
    typist = begun()
    typist.show(NOBODY_FOLLOWS)
    typist.show(SENT)
    typist.show(TAKEN)
    told = [(type(one.happening).__name__, *map(type, one.commands)) for one in typist.told[2:]]
    assert [one for one in told if one[0] != "LayoutConfirmed"] == [
        ("EmissarySeen", SendEmissary),
        ("TurnOver", DrawCard),
        ("EmissarySeen", SendEmissary),
        ("FollowersSeenLeaving",),
        ("TurnOver", DrawCard),
    ]
    assert typist.follower.game is not None
    assert typist.follower.game.position.player.name == "Ana"


def test_a_card_lifted_and_put_back_soon_is_no_discrepancy() -> None:
    typist = begun()
    assert kinds(typist.show(RING.without([Cell(0, 0)]), rest_seconds=1.0)) == ["LayoutConfirmed"]
    assert kinds(typist.show(RING)) == ["LayoutConfirmed"]


def test_a_table_that_stays_wrong_is_a_discrepancy_with_its_cells_and_resumes_when_it_fits() -> None:
    typist = begun()
    told = typist.show(RING.without([Cell(0, 0)]), rest_seconds=4.0)
    assert kinds(told) == ["LayoutConfirmed", "Discrepancy"]
    assert isinstance(told[1], Discrepancy)
    assert [one.cell for one in told[1].differences] == [Cell(0, 0)]
    assert typist.follower.watching.value == "lost-thread"
    assert kinds(typist.show(RING)) == ["LayoutConfirmed", "ThreadResumed"]
    assert typist.follower.watching is Watching.FOLLOWING


def test_nothing_is_declared_while_hands_are_over_the_table() -> None:
    typist = begun()
    typist.show(RING.without([Cell(0, 0)]), rest_seconds=1.0)
    for _ in range(100):
        typist.seconds += 0.1
        moving = frozenset({Cell(0, 0), Cell(0, 1)})
        assert Discrepancy not in map(
            type,
            (
                one.happening
                for one in typist.follower.take_in(Glimpse(typist.seconds, touched=moving, restless=moving))
            ),
        )


def test_an_emissary_laid_and_withdrawn_is_told_and_undone() -> None:
    typist = begun()
    typist.show(NOBODY_FOLLOWS)
    told = typist.show(RING)
    assert EmissaryWithdrawn("Ana", Cell(1, 1)) in told
    assert typist.follower.game is not None
    assert typist.follower.game.position.conclave == RING


def test_a_hand_that_rests_on_a_cell_is_told_and_the_cell_is_frozen() -> None:
    typist = begun()
    told = typist.show(RING, rest_seconds=1.0, covered=[Cell(3, 3)])
    assert CellsCovered((Cell(3, 3),)) in told
    assert Discrepancy not in map(type, typist.show(NOBODY_FOLLOWS, rest_seconds=5.0, covered=[Cell(3, 3)]))
    sent = [one.happening for one in typist.told if isinstance(one.happening, EmissarySeen)]
    assert [one.cell for one in sent] == [Cell(1, 1)]


def test_glare_on_a_still_card_is_asked_about_and_the_likeliest_card_stands_until_somebody_says() -> None:
    typist = begun()
    guesses = {Cell(1, 1): (("orG5", 0.7), ("orG4", 0.2))}
    touched = frozenset({Cell(1, 1)})
    told = []
    for _ in range(6):
        typist.seconds += 0.2
        reading = reading_of(NOBODY_FOLLOWS, touched, unsure=guesses)
        told += typist.follower.take_in(Glimpse(typist.seconds, reading, touched))
    asked = [one.happening for one in told if isinstance(one.happening, CardAsked)]
    assert [one.cell for one in asked] == [Cell(1, 1)]
    assert list(typist.follower.beliefs.guesses) == [Cell(1, 1)]
    assert [str(one.happening.mage) for one in told if isinstance(one.happening, EmissarySeen)] == ["orG5"]
    anew = typist.follower.say_card(Cell(1, 1), mage("orG4"))
    assert anew == []
    typist.seconds += 0.2
    after = typist.follower.take_in(Glimpse(typist.seconds))
    sent = [one.happening for one in after if isinstance(one.happening, EmissarySeen)]
    assert [str(one.mage) for one in sent] == ["orG4"]
    assert not typist.follower.beliefs.guesses


def test_a_guessed_card_of_the_ring_that_is_read_anew_is_judged_again() -> None:
    typist = Typist(TableFollower(opening(), STILLS), STILLS)
    typist.still(RING, unsure={Cell(1, 0): (("grG1", 0.6), ("grG4", 0.3))})
    typist.still(SENT.without([Cell(1, 1)]), unsure={Cell(1, 0): (("grG1", 0.6), ("grG4", 0.3))})
    told = typist.still(SENT.without([Cell(1, 1)]))
    assert CardReadAnew(Cell(1, 0), mage("grG1"), mage("grG4")) in told
    assert typist.follower.game is not None
    assert typist.follower.game.position.conclave[Cell(1, 0)] == mage("grG4")


def test_a_table_out_of_sight_is_told_once_and_the_next_emissary_is_marked() -> None:
    typist = begun()
    told = typist.follower.out_of_sight("move the camera back", typist.seconds)
    told += typist.follower.out_of_sight("move the camera back", typist.seconds + 2)
    told += typist.follower.out_of_sight("move the camera back", typist.seconds + 3)
    assert [one.happening for one in told] == [TableLost("move the camera back")]
    assert typist.follower.watching is Watching.TABLE_LOST
    told_again = typist.show(NOBODY_FOLLOWS)
    assert kinds(told_again)[0] == "TableFound"
    sent = next(one for one in told_again if isinstance(one, EmissarySeen))
    assert not sent.unbroken


def test_piles_are_given_by_hand_and_only_as_the_rules_allow() -> None:
    typist = begun()
    assert typist.follower.thread is not None
    with pytest.raises(AgainstTheRules):
        typist.follower.thread.decide(GiveInfluence("Ana", Magic.MIND, "Ben"))


def test_after_a_correction_by_hand_the_table_is_explained_from_there() -> None:
    typist = begun()
    typist.show(RING.without([Cell(0, 0)]), rest_seconds=4.0)
    assert typist.follower.game is not None
    position = replace(typist.follower.game.position, conclave=RING.without([Cell(0, 0)]))
    typist.follower.go_on_from(replace(typist.follower.game, position=position))
    typist.show(RING.without([Cell(0, 0)]))
    assert typist.follower.watching is Watching.FOLLOWING


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


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("is_stills", [True, False], ids=["stills", "film"])
def test_whole_games_of_any_starting_corner_are_followed(seed: int, *, is_stills: bool) -> None:
    played = simulate_game(FOUR_OF_EACH_PAIR, 2 + seed % 3, seed)
    setup = played.events[0]
    assert isinstance(setup, GameSetUp)
    names = tuple(player.name for player in setup.players)
    said = replace(opening(*names), first_player=setup.first_player)
    typist = (
        Typist(TableFollower(said, STILLS), STILLS)
        if is_stills
        else Typist(TableFollower(said, Typist().pace))
    )
    for table in tables_of(played, Random(seed)):
        typist.still(table) if is_stills else typist.show(table, rest_seconds=0.1)
    happened = [one.happening for one in typist.told]
    assert [(one.player, one.mage, one.cell) for one in happened if isinstance(one, EmissarySeen)] == [
        (one.player, one.mage, one.cell) for one in played.events if isinstance(one, EmissarySent)
    ]
    assert [(one.player, one.cells) for one in happened if isinstance(one, FollowersSeenLeaving)] == [
        (one.player, tuple(cell for cell, _ in one.followers))
        for one in played.events
        if isinstance(one, FollowersGained) and one.followers
    ]
    refills = [one for one in played.events if isinstance(one, ConclaveRefilled) and one.mages]
    assert [(one.player, one.mages) for one in happened if isinstance(one, RefillSeen)] == [
        (one.player, one.mages) for one in refills
    ]
    corners = [one.corner for one in happened if isinstance(one, StartingCornerSeen)]
    assert corners == ([setup.starting_corner] if refills else [])
    assert not [one for one in happened if isinstance(one, Discrepancy)]
    commands = [command for one in typist.told for command in one.commands]
    assert sum(isinstance(one, RefillConclave) for one in commands) == len(refills)


def test_stills_with_a_wrong_card_taken_are_a_discrepancy_at_once() -> None:
    typist = Typist(TableFollower(opening(), STILLS), STILLS)
    for table in (RING, NOBODY_FOLLOWS, SENT):
        typist.still(table)
    told = typist.still(TAKEN.without([Cell(1, 3)]))
    assert kinds(told) == ["LayoutConfirmed", "Discrepancy"]
    assert kinds(typist.still(TAKEN)) == [
        "LayoutConfirmed",
        "ThreadResumed",
        "FollowersSeenLeaving",
        "TurnOver",
    ]


def test_a_still_with_a_hand_in_it_is_not_held_against_the_players() -> None:
    typist = Typist(TableFollower(opening(), STILLS), STILLS)
    typist.still(RING)
    told = typist.still(RING.without([Cell(0, 0)]), covered=[Cell(0, 1)])
    assert kinds(told) == ["CellsCovered"]


def test_more_copies_of_a_card_than_the_deck_holds_are_asked_about() -> None:
    twice = RING.without([Cell(0, 0)]).with_card(Cell(0, 0), mage("puW4"))
    told = Typist().show(twice)
    assert [one.cell for one in told if isinstance(one, CardAsked)] == [Cell(0, 0), Cell(0, 1)]
    assert not any(isinstance(one, GameBegun) for one in told)


def test_a_card_in_flight_in_a_still_with_a_hand_is_no_emissary_until_it_is_seen_again() -> None:
    typist = Typist(TableFollower(opening(), STILLS), STILLS)
    typist.still(RING)
    flying = RING.with_card(Cell(2, 2), mage("orG5"))
    assert kinds(typist.still(flying, covered=[Cell(0, 1)])) == ["CellsCovered"]
    assert kinds(typist.still(NOBODY_FOLLOWS, covered=[Cell(0, 1)])) == []
    told = typist.still(NOBODY_FOLLOWS, covered=[Cell(0, 2)])
    assert [one.cell for one in told if isinstance(one, EmissarySeen)] == [Cell(1, 1)]


def test_a_guess_that_proves_right_changes_nothing() -> None:
    """Also where another card lay in that cell when the turn began."""
    typist = Typist(TableFollower(opening(), STILLS), STILLS)
    doubt = {Cell(1, 0): (("grG4", 0.6), ("grG1", 0.3))}
    typist.still(RING, unsure=doubt)
    assert kinds(typist.still(RING)) == []
    assert typist.follower.game is not None
    assert typist.follower.game.position.conclave == RING


def test_two_emissaries_between_two_layouts_are_marked_or_asked() -> None:
    typist = Typist(TableFollower(opening(), STILLS), STILLS)
    typist.still(RING)
    told = typist.still(SENT)
    sent = [one for one in told if isinstance(one, EmissarySeen)]
    assert all(not one.unbroken for one in sent)
    assert sent or any(isinstance(one, Discrepancy) and one.choices for one in told)


def test_cloth_that_looks_like_nothing_known_is_taken_for_empty_where_the_rules_say_so_and_asked() -> None:
    """A cross woven into the cloth lies in a cell of the centre, and under a follower."""
    typist = Typist()
    strange = frozenset({Cell(2, 2)})
    told = []
    for _ in range(6):
        typist.seconds += 0.3
        reading = reading_of(RING, covered=strange)
        told += [one.happening for one in typist.follower.take_in(Glimpse(typist.seconds, reading, strange))]
    assert [one.cell for one in told if isinstance(one, CardAsked)] == [Cell(2, 2)]
    assert kinds(told)[-1] == "GameBegun"
    assert list(typist.follower.beliefs.guesses) == [Cell(2, 2)]


def test_a_thing_that_lies_on_a_card_is_never_taken_for_an_empty_cell() -> None:
    typist = begun()
    told = []
    for _ in range(12):
        typist.seconds += 0.5
        reading = reading_of(RING, [Cell(0, 0)], covered=[Cell(0, 0)])
        glimpse = Glimpse(typist.seconds, reading, frozenset({Cell(0, 0)}))
        told += [one.happening for one in typist.follower.take_in(glimpse)]
    assert kinds(told) == ["CellsCovered"]


def test_a_card_drowned_by_a_mirrored_lamp_is_asked_about_and_the_answer_begins_the_game() -> None:
    typist = Typist()
    drowned = frozenset({Cell(0, 1)})
    told = []
    for _ in range(10):
        typist.seconds += 0.5
        glimpse = Glimpse(typist.seconds, reading_of(RING, covered=drowned), drowned)
        told += [one.happening for one in typist.follower.take_in(glimpse)]
    assert [one.cell for one in told if isinstance(one, CardAsked)] == [Cell(0, 1)]
    assert "GameBegun" not in kinds(told)
    answer = RING[Cell(0, 1)]
    assert isinstance(answer, Mage)
    typist.follower.say_card(Cell(0, 1), answer)
    told = [one.happening for one in typist.follower.take_in(Glimpse(typist.seconds + 0.1))]
    assert "GameBegun" in kinds(told)
