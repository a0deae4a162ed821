"""Cards that stay unsure: asked about, guessed meanwhile, judged anew once somebody says."""

from __future__ import annotations

from companion.games.conclave.components import Mage
from companion.games.conclave.conclave import Cell
from companion.games.conclave.notation import mage
from companion.table.referee import EmissarySeen, FollowersSeenLeaving, RefillSeen
from companion.watching.beliefs import Beliefs
from companion.watching.follower import TableFollower
from companion.watching.glimpse import Glimpse
from companion.watching.happenings import CardAsked, CardReadAnew, Watching
from companion.watching.pace import FILM, STILLS
from companion.watching.unsure import cells_to_check
from tests.companion.watching.typed import (
    NOBODY_FOLLOWS,
    RING,
    SENT,
    TAKEN,
    Typist,
    begun,
    kinds,
    opening,
    reading_of,
)
from vision.readings import CardReading, CellState, Guess, TableReading

LIT = Cell(3, 3)


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


def test_a_guess_that_proves_right_changes_nothing_and_is_told_to_be_settled() -> None:
    typist = Typist(TableFollower(opening(), STILLS), STILLS)
    doubt = {Cell(1, 0): (("grG4", 0.6), ("grG1", 0.3))}
    typist.still(RING, unsure=doubt)
    assert kinds(typist.still(RING)) == ["CardSettled"]
    assert typist.follower.game is not None
    assert typist.follower.game.position.conclave == RING


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


def test_a_card_of_the_ring_drowned_by_a_mirrored_lamp_holds_up_no_game_and_is_asked_about() -> None:
    """It is taken for the likeliest card; once somebody says which it is, the turn is judged again."""
    typist = Typist()
    drowned, guess = frozenset({Cell(0, 1)}), {Cell(0, 1): (("puW2", 0.3), ("puW4", 0.2))}
    told = []
    for _ in range(10):
        typist.seconds += 0.5
        reading = reading_of(RING, covered=drowned, unsure=guess)
        told += typist.follower.take_in(Glimpse(typist.seconds, reading, drowned))
    happened = [one.happening for one in told]
    assert [one.cell for one in happened if isinstance(one, CardAsked)] == [Cell(0, 1)]
    assert "GameBegun" in kinds(happened)
    assert list(typist.follower.beliefs.guesses) == [Cell(0, 1)]
    sent = typist.show(NOBODY_FOLLOWS, covered=drowned)
    assert "EmissarySeen" in kinds(sent)
    answer = RING[Cell(0, 1)]
    assert isinstance(answer, Mage)
    anew = [one.happening for one in typist.follower.say_card(Cell(0, 1), answer)]
    assert CardReadAnew(Cell(0, 1), mage("puW2"), answer) in anew
    assert not typist.follower.beliefs.guesses
    typist.show(NOBODY_FOLLOWS)
    assert typist.follower.game is not None
    assert typist.follower.game.position.conclave == NOBODY_FOLLOWS


def test_a_card_of_the_ring_read_now_and_then_under_a_mirrored_lamp_holds_up_no_game() -> None:
    """Some looks show something strange, others a card that is never sure; both are the same lamp."""
    typist, lit = Typist(), Cell(0, 1)
    guess = {lit: (("puW2", 0.6), ("puW4", 0.2))}
    told = []
    for number in range(6):
        typist.seconds += 0.3
        covered = [lit] if number in (0, 3) else []
        reading = reading_of(RING, covered=covered, unsure=guess)
        told += typist.follower.take_in(Glimpse(typist.seconds, reading, frozenset({lit})))
    assert "GameBegun" in kinds([one.happening for one in told])
    assert list(typist.follower.beliefs.guesses) == [lit]


def taken_beside_a_lamp(alike: frozenset[Cell], reached: frozenset[Cell] | None) -> list[str]:
    """What is told in a third of a second of followers that were taken while a card under a lamp is hidden.

    Somebody said what that card is, and a shadow passed over it.
    """
    typist = begun()
    for table in (NOBODY_FOLLOWS, SENT):
        typist.show(table)
    answer = RING[LIT]
    assert isinstance(answer, Mage)
    typist.follower.say_card(LIT, answer)
    typist.seconds += 0.1
    moving = frozenset({LIT, Cell(1, 0), Cell(1, 1)})
    typist.follower.take_in(Glimpse(typist.seconds, touched=moving, restless=moving))
    told = []
    for _ in range(3):
        typist.seconds += 0.11
        reading = reading_of(TAKEN, moving, covered=[LIT])
        told += typist.follower.take_in(
            Glimpse(typist.seconds, reading, moving, reached=reached, alike=alike)
        )
    return kinds([one.happening for one in told])


def test_a_lamp_on_a_card_that_looks_as_when_somebody_said_what_it_is_is_no_hand() -> None:
    assert "FollowersSeenLeaving" in taken_beside_a_lamp(frozenset({LIT}), reached=None)
    assert "FollowersSeenLeaving" not in taken_beside_a_lamp(frozenset(), reached=None)


def test_what_hides_a_card_is_no_hand_where_no_arm_reaches() -> None:
    assert "FollowersSeenLeaving" in taken_beside_a_lamp(frozenset(), reached=frozenset())
    assert "FollowersSeenLeaving" not in taken_beside_a_lamp(frozenset(), reached=frozenset({LIT}))


def test_a_follower_that_left_before_anybody_could_read_it_is_told_to_be_checked() -> None:
    """Nor is the same card guessed a second time, though it was the likeliest again."""
    typist, lit = Typist(), Cell(0, 2)
    guess = {lit: (("puC4", 0.3), ("puC2", 0.2), ("puC5", 0.1))}
    for _ in range(10):
        typist.seconds += 0.5
        reading = reading_of(RING, covered=[lit], unsure=guess)
        typist.follower.take_in(Glimpse(typist.seconds, reading, frozenset({lit})))
    second = TAKEN.with_card(Cell(2, 2), mage("orC5"))
    gone = second.without([lit, Cell(2, 3)])
    for table in (NOBODY_FOLLOWS, SENT, TAKEN, second):
        typist.show(table, covered=[lit])
    told = typist.show(gone)
    left = next(one for one in told if isinstance(one, FollowersSeenLeaving))
    beliefs = typist.follower.beliefs
    assert cells_to_check(left, beliefs.guesses, beliefs.left_unread) == (lit,)
    for _ in range(10):
        typist.seconds += 0.5
        reading = reading_of(gone, [lit], covered=[lit], unsure=guess)
        typist.told += typist.follower.take_in(Glimpse(typist.seconds, reading, frozenset({lit})))
    refills = [one.happening for one in typist.told if isinstance(one.happening, RefillSeen)]
    assert [one.mages for one in refills] == [((lit, mage("puC2")),)]


def test_hands_before_the_first_turn_are_no_cards_that_nobody_can_read() -> None:
    typist = Typist()
    hidden = frozenset({Cell(0, 0), Cell(0, 1), Cell(0, 2)})
    told = []
    for _ in range(20):
        typist.seconds += 0.5
        glimpse = Glimpse(typist.seconds, reading_of(RING, covered=hidden), hidden)
        told += [one.happening for one in typist.follower.take_in(glimpse)]
    assert "GameBegun" not in kinds(told)
    assert {one.cell for one in told if isinstance(one, CardAsked)} == hidden, "after three seconds"


def test_an_emissary_that_does_not_hang_on_a_card_read_anew_is_not_told_again() -> None:
    typist = begun()
    typist.show(NOBODY_FOLLOWS)
    corner = Cell(3, 3)
    before = RING[corner]
    assert isinstance(before, Mage)
    typist.follower.beliefs.tell(corner, mage("reG1"))
    told = [one.happening for one in typist.follower.say_card(corner, mage("reG1"))]
    assert told == [CardReadAnew(corner, before, mage("reG1"))]
    after = typist.show(NOBODY_FOLLOWS.without([corner]).with_card(corner, mage("reG1")))
    assert kinds(after) == ["LayoutConfirmed"]
    assert typist.follower.watching is Watching.FOLLOWING


def test_a_refilled_card_that_nobody_can_read_is_taken_for_the_likeliest_one_and_asked_about() -> None:
    typist = begun()
    # The row 5 + 5 and the column 5 + 5 + 5 + 1 each convince a Crow; then five cells are empty.
    second, lit = TAKEN.with_card(Cell(2, 2), mage("orC5")), Cell(0, 2)
    gone = second.without([lit, Cell(2, 3)])
    for table in (NOBODY_FOLLOWS, SENT, TAKEN, second, gone):
        typist.show(table)
    refilled, told = gone.with_card(lit, mage("puG5")), []
    for _ in range(10):
        typist.seconds += 0.5
        reading = reading_of(refilled, [lit], covered=[lit], unsure={lit: (("puG4", 0.2), ("puG5", 0.1))})
        glimpse = Glimpse(typist.seconds, reading, frozenset({lit}))
        told += [one.happening for one in typist.follower.take_in(glimpse)]
    assert [one.cell for one in told if isinstance(one, CardAsked)] == [lit]
    assert [one.mages for one in told if isinstance(one, RefillSeen)] == [((lit, mage("puG4")),)]
    assert list(typist.follower.beliefs.guesses) == [lit]
    assert CardReadAnew(lit, mage("puG4"), mage("puG5")) in typist.show(refilled)


def test_an_emissary_is_not_taken_for_the_refill_of_another_corner_while_the_refill_is_hidden() -> None:
    """Nobody has said which corner it starts from: the card at 2,1 would be the refill from another one."""
    second, hidden = TAKEN.with_card(Cell(2, 2), mage("orC5")), Cell(0, 2)
    gone = second.without([hidden, Cell(2, 3)])
    laid = gone.with_card(Cell(2, 3), mage("grG1"))
    for covered in ([hidden], []):
        typist = begun()
        for table in (NOBODY_FOLLOWS, SENT, TAKEN, second, gone):
            typist.show(table)
        told = kinds(typist.show(laid, rest_seconds=0.2, covered=covered))
        assert ("RefillSeen" in told) == (not covered)


def test_a_refilled_card_that_glare_half_drowns_is_asked_about_however_its_readings_waver() -> None:
    """Now hidden, now a doubtful card, never sure: it was passed over as neither was so often in a row."""
    typist = begun()
    typist.show(NOBODY_FOLLOWS)
    lit, told = Cell(1, 2), []
    laid = NOBODY_FOLLOWS.with_card(lit, mage("grG5"))
    for number in range(9):
        typist.seconds += 0.4
        doubtful = reading_of(laid, [lit], unsure={lit: (("grG5", 0.5), ("grG4", 0.3))})
        reading = doubtful if number % 2 else reading_of(laid, [lit], covered=[lit])
        glimpse = Glimpse(typist.seconds, reading, frozenset({lit}))
        told += [one.happening for one in typist.follower.take_in(glimpse)]
    assert [one.cell for one in told if isinstance(one, CardAsked)] == [lit]


def test_no_film_is_sure_of_a_card_that_is_hidden_in_part_however_often_it_sees_it() -> None:
    """Every look says the same of what shows; what hides the rest may rest there."""
    for surest, is_believed in ((0.83, False), (1.0, True)):
        beliefs = Beliefs(FILM)
        card = (Guess("puG5", 0.95),)
        look = CardReading(1, 1, CellState.CARD, card, 0.95, accepted=False, surest_by_looks=surest)
        sure = [beliefs.take_in(TableReading((look,))) for _ in range(30)]
        assert (beliefs.confirmed(Cell(1, 1)) == mage("puG5")) is is_believed
        assert any(sure) is is_believed
        assert beliefs.reading_at(Cell(1, 1)).confidence == 0.95, "the look itself is kept as it was"
