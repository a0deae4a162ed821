"""The referee follows hands: slow, early, straightening, withdrawing, wrong."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.games.conclave.commands import GiveInfluence
from companion.games.conclave.components import FaceDownMage, Magic
from companion.games.conclave.conclave import Cell, Conclave, Corner
from companion.games.conclave.draw_a_card import DrawDecks
from companion.games.conclave.events import (
    ConclaveRefilled,
    EmissarySent,
    FollowersGained,
    GameSetUp,
    InfluenceGiven,
)
from companion.games.conclave.game import Game, fold
from companion.games.conclave.notation import mage, parse_conclave
from companion.games.conclave.simulate import SimulatedGame, simulate_game
from companion.table.layout import ConfirmedLayout, Doubt, layout_of
from companion.table.referee import (
    Difference,
    Discrepancy,
    EmissarySeen,
    EmissaryWithdrawn,
    FollowersSeenLeaving,
    Notice,
    Referee,
    RefillSeen,
    ThreadResumed,
    begin,
)
from tests.companion.games.conclave.decks import FOUR_OF_EACH_PAIR, mages
from tests.companion.games.conclave.tables import hidden_table
from tests.companion.games.conclave.test_game import EXAMPLE

START = hidden_table(EXAMPLE, cards_removed=18)
SENT = parse_conclave(EXAMPLE).with_card(Cell(1, 1), mage("reG5"))
TAKEN = SENT.without([Cell(1, 0), Cell(1, 3)])
REFILLED = TAKEN.with_card(Cell(0, 2), mage("grW1")).with_card(Cell(1, 0), mage("grW2"))


def watch(referee: Referee, *conclaves: Conclave) -> tuple[Referee, list[Notice]]:
    notices: list[Notice] = []
    for conclave in conclaves:
        referee, told = referee.watch(layout_of(conclave))
        notices += told
    return referee, notices


def test_an_untouched_table_tells_nothing() -> None:
    referee, notices = watch(begin(START), parse_conclave(EXAMPLE))
    assert notices == []
    assert referee.game == START


def test_a_turn_seen_step_by_step() -> None:
    referee, notices = watch(begin(START), SENT, TAKEN, REFILLED)
    sent, leaving, refill = notices
    assert isinstance(sent, EmissarySeen)
    assert (sent.player, str(sent.mage), sent.cell, sent.verdict.row.influence) == (
        "Ana",
        "reG5",
        Cell(1, 1),
        18,
    )
    assert leaving == FollowersSeenLeaving("Ana", (Cell(1, 0), Cell(1, 3)), mages("grG4 reW4"))
    assert refill == RefillSeen("Ana", ((Cell(0, 2), mage("grW1")), (Cell(1, 0), mage("grW2"))))
    assert referee.game.position.player.name == "Ben"
    assert referee.game.position.conclave == REFILLED


@pytest.mark.parametrize(
    "seen",
    [
        (TAKEN, REFILLED),
        (SENT, REFILLED),
        (SENT, SENT.without([Cell(1, 3)]), TAKEN, TAKEN.with_card(Cell(0, 2), mage("grW1")), REFILLED),
        (SENT, TAKEN, TAKEN.with_card(Cell(0, 2), mage("grW1")), TAKEN, REFILLED),
    ],
    ids=["followers first", "refill at once", "card by card", "a refill card taken back"],
)
def test_real_habits_come_to_the_same_game(seen: tuple[Conclave, ...]) -> None:
    referee, notices = watch(begin(START), *seen)
    expected = watch(begin(START), SENT, TAKEN, REFILLED)
    assert referee.game == expected[0].game
    assert notices == expected[1]


def test_a_card_laid_and_withdrawn_is_told_and_undone() -> None:
    referee, notices = watch(begin(START), SENT, parse_conclave(EXAMPLE))
    assert notices[1:] == [EmissaryWithdrawn("Ana", Cell(1, 1))]
    assert referee.game == START


def test_an_emissary_moved_or_read_anew_is_judged_anew() -> None:
    elsewhere = parse_conclave(EXAMPLE).with_card(Cell(2, 1), mage("reG5"))
    referee, notices = watch(begin(START), SENT, elsewhere)
    assert notices[1] == EmissaryWithdrawn("Ana", Cell(1, 1))
    assert isinstance(notices[2], EmissarySeen)
    assert notices[2].cell == Cell(2, 1)
    reread = parse_conclave(EXAMPLE).with_card(Cell(1, 1), mage("reG4"))
    referee, notices = watch(begin(START), SENT, reread)
    assert isinstance(notices[2], EmissarySeen)
    assert str(notices[2].mage) == "reG4"
    assert referee.game.position.players[0].zone.followers == mages("grG4 reW4")


def test_an_emissary_under_a_hand_is_not_taken_for_moved() -> None:
    """A card of the same kind of turn appears elsewhere while the follower still seems to lie there."""
    referee, _ = watch(begin(START), SENT)
    cells = list(layout_of(SENT.with_card(Cell(2, 1), mage("blC1"))).cells)
    cells[5] = Doubt.COVERED
    _, notices = referee.watch(ConfirmedLayout(tuple(cells)))
    assert not any(isinstance(notice, EmissaryWithdrawn | EmissarySeen) for notice in notices)


def test_a_card_lifted_and_put_back_pauses_and_resumes() -> None:
    lifted = parse_conclave(EXAMPLE).without([Cell(0, 0)])
    referee, notices = watch(begin(START), lifted)
    assert notices == [Discrepancy((Difference(Cell(0, 0), (mage("beC2"),), None),))]
    referee, notices = watch(referee, lifted, parse_conclave(EXAMPLE))
    assert notices == [ThreadResumed()]
    assert referee.game == START


def test_a_wrong_follower_taken_is_a_discrepancy_with_its_cell() -> None:
    """The blue Crow does not follow the red Gazelle."""
    wrong = TAKEN.without([Cell(1, 2)])
    referee, notices = watch(begin(START), SENT, wrong)
    assert notices[-1] == Discrepancy((Difference(Cell(1, 2), (mage("blC5"),), None),))
    assert referee.lost is not None
    referee, notices = watch(referee, TAKEN)
    assert notices == [
        ThreadResumed(),
        FollowersSeenLeaving("Ana", (Cell(1, 0), Cell(1, 3)), mages("grG4 reW4")),
    ]


def test_a_follower_left_behind_is_a_discrepancy_once_play_goes_on() -> None:
    left = REFILLED.with_card(Cell(1, 3), mage("reW4")).without([Cell(1, 0)])
    referee, notices = watch(begin(START), SENT, left)
    assert [type(notice) for notice in notices] == [EmissarySeen]
    assert referee.unfinished
    referee, notices = watch(referee, left.with_card(Cell(2, 1), mage("puC5")))
    assert isinstance(notices[-1], Discrepancy)
    assert {difference.cell for difference in notices[-1].differences} == {Cell(0, 2), Cell(2, 1)}


@pytest.mark.parametrize(
    "early",
    [
        SENT.with_card(Cell(0, 2), mage("grW1")),
        SENT.without([Cell(1, 0)]).with_card(Cell(1, 0), mage("grW2")),
        TAKEN.with_card(Cell(1, 0), mage("grW2")),
    ],
    ids=["before any follower left", "into a follower's cell", "the second cell first"],
)
def test_a_refill_begun_early_is_waited_for(early: Conclave) -> None:
    referee, notices = watch(begin(START), SENT, early)
    assert referee.unfinished
    assert Discrepancy not in [type(notice) for notice in notices]
    referee, notices = watch(referee, REFILLED)
    assert isinstance(notices[-1], RefillSeen)
    assert not referee.unfinished
    assert referee.game.position.conclave == REFILLED


def test_a_refill_may_start_from_another_corner() -> None:
    """With the starting corner at the bottom right, the last rows are refilled first."""
    other = TAKEN.with_card(Cell(3, 0), mage("grW1")).with_card(Cell(2, 3), mage("grW2"))
    referee, _ = watch(begin(START), SENT, TAKEN)
    assert isinstance(watch(referee, other)[1][-1], Discrepancy)
    turned = referee.with_starting_corner(Corner.BOTTOM_RIGHT)
    assert watch(turned, other)[1] == [
        RefillSeen("Ana", ((Cell(3, 0), mage("grW1")), (Cell(2, 3), mage("grW2"))))
    ]


def test_a_refill_in_the_wrong_cell_is_a_discrepancy() -> None:
    wrong = TAKEN.with_card(Cell(0, 2), mage("grW1")).with_card(Cell(3, 0), mage("grW2"))
    _, notices = watch(begin(START), SENT, TAKEN, wrong)
    assert isinstance(notices[-1], Discrepancy)
    assert [difference.cell for difference in notices[-1].differences] == [Cell(3, 0)]


def test_a_hand_over_cells_that_do_not_matter_changes_nothing() -> None:
    cells = list(layout_of(SENT).cells)
    cells[12] = cells[15] = Doubt.COVERED
    _, notices = begin(START).watch(ConfirmedLayout(tuple(cells)))
    assert [type(notice) for notice in notices] == [EmissarySeen]


def test_a_covered_emissary_is_not_guessed() -> None:
    cells = list(layout_of(SENT).cells)
    cells[5] = Doubt.UNREAD
    referee, notices = begin(START).watch(ConfirmedLayout(tuple(cells)))
    assert notices == (Discrepancy((Difference(Cell(1, 1), (None,), Doubt.UNREAD),)),)
    cells[5] = Doubt.COVERED
    assert referee.watch(ConfirmedLayout(tuple(cells)))[1] == (ThreadResumed(),)


def test_a_pile_given_on_a_phone_is_part_of_the_game() -> None:
    position = START.position
    zone = position.players[0].zone.joined_by(mages("puG5"))
    game = Game(replace(position, players=(replace(position.players[0], zone=zone), position.players[1])))
    referee, events = begin(game).decide(GiveInfluence("Ana", Magic.MIND, "Ben"))
    assert events == (InfluenceGiven("Ana", Magic.MIND, "Ben"),)
    referee, notices = watch(referee, SENT, parse_conclave(EXAMPLE))
    assert isinstance(notices[1], EmissaryWithdrawn)
    assert referee.game.position.players[1].zone.followers == mages("puG5")


def hidden_start(played: SimulatedGame) -> Game:
    setup = played.events[0]
    assert isinstance(setup, GameSetUp)
    players = tuple(replace(player, hand=(FaceDownMage(),) * 4) for player in setup.players)
    decks = DrawDecks(uncounted=setup.draw_decks.cards_left)
    return fold([replace(setup, players=players, draw_decks=decks)])


def moments(played: SimulatedGame, chance: Random) -> list[Conclave]:
    """What a camera sees of a game: the Conclave after each move of a hand."""
    setup = played.events[0]
    assert isinstance(setup, GameSetUp)
    conclave, seen = setup.conclave, [setup.conclave]
    for event in played.events:
        if isinstance(event, EmissarySent):
            conclave = conclave.with_card(event.cell, event.mage)
            seen.append(conclave)
        elif isinstance(event, FollowersGained):
            for cell, _ in chance.sample(event.followers, len(event.followers)):
                conclave = conclave.without([cell])
                seen.append(conclave)
        elif isinstance(event, ConclaveRefilled):
            for cell, laid in event.mages:
                conclave = conclave.with_card(cell, laid)
                seen.append(conclave)
    return seen


Sent = tuple[str, str, Cell]


def truth_of(played: SimulatedGame) -> list[Sent]:
    return [
        (event.player, str(event.mage), event.cell)
        for event in played.events
        if isinstance(event, EmissarySent)
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_are_followed_from_what_the_table_shows(players: int) -> None:
    for seed in range(12):
        played = simulate_game(FOUR_OF_EACH_PAIR, players, seed)
        _, told = watch(begin(hidden_start(played)), *moments(played, Random(seed)))
        sent = [(one.player, str(one.mage), one.cell) for one in told if isinstance(one, EmissarySeen)]
        assert sent == truth_of(played)
        assert {type(one) for one in told} <= {EmissarySeen, FollowersSeenLeaving, RefillSeen}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_with_moments_missed_nothing_is_told_for_sure_that_was_not_so(players: int) -> None:
    """A third of all moments is out of sight: what is told without a question was there all the same."""
    sure = asked = paused = 0
    for seed in range(12):
        played = simulate_game(FOUR_OF_EACH_PAIR, players, seed)
        chance = Random(seed)
        referee, unbroken = begin(hidden_start(played)), True
        truth = {(mage_code, cell) for _, mage_code, cell in truth_of(played)}
        for conclave in moments(played, chance):
            if chance.random() < 0.3:
                unbroken = False
                continue
            referee, told = referee.watch(layout_of(conclave), unbroken=unbroken)
            unbroken = referee.lost is None
            for notice in told:
                paused += isinstance(notice, Discrepancy)
                if isinstance(notice, EmissarySeen):
                    asked += not notice.unbroken
                    sure += notice.unbroken
                    assert not notice.unbroken or (str(notice.mage), notice.cell) in truth
    assert min(sure, asked, paused) > 0


def test_a_whole_turn_at_once_may_be_read_two_ways_and_is_asked() -> None:
    """Which of the new cards was the Emissary, and which were laid to refill?"""
    _, notices = watch(begin(START), REFILLED)
    (discrepancy,) = notices
    assert isinstance(discrepancy, Discrepancy)
    assert discrepancy.differences == ()
    assert len(discrepancy.choices) == 2
