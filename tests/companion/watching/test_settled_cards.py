"""Doubtful cards: told in time with their doubt, settled by further looks, and asked about only else."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.conclave.conclave import Cell
from companion.games.conclave.notation import mage
from companion.table.referee import EmissarySeen
from companion.watching.glimpse import Glimpse
from companion.watching.happenings import CardSettled, Happening
from companion.watching.unsure import cells_to_check
from tests.companion.watching.typed import NOBODY_FOLLOWS, Typist, begun, kinds, reading_of

HERE = Cell(1, 1)
DOUBT = (("orG5", 0.7), ("orG4", 0.2))
TOUCHED = frozenset({HERE})


def shown(
    typist: Typist, looks: Sequence[tuple[tuple[str, float], ...]], *, elsewhere: bool = False
) -> list[Happening]:
    """What is told while the Emissary is read so, one look after the other; a hand may move elsewhere."""
    told: list[Happening] = []
    for look in looks:
        typist.seconds += 0.1
        reading = reading_of(NOBODY_FOLLOWS, TOUCHED, unsure={HERE: look})
        restless = frozenset({Cell(3, 3)}) if elsewhere else frozenset()
        glimpse = Glimpse(typist.seconds, reading, TOUCHED | restless, restless)
        told += [one.happening for one in typist.follower.take_in(glimpse)]
    return told


def passing_hand(typist: Typist) -> None:
    typist.seconds += 0.1
    typist.follower.take_in(Glimpse(typist.seconds, touched=TOUCHED, restless=TOUCHED))


def test_a_verdict_on_a_doubtful_card_is_told_with_its_doubt_before_anybody_is_asked() -> None:
    """Four looks take less than half a second; the question waits for the fifth."""
    typist = begun()
    told = shown(typist, [DOUBT] * 4)
    assert "EmissarySeen" in kinds(told)
    assert "CardAsked" not in kinds(told)
    sent = next(one for one in told if isinstance(one, EmissarySeen))
    assert cells_to_check(sent, typist.follower.beliefs.guesses) == (HERE,)
    assert "CardAsked" in kinds(shown(typist, [DOUBT]))


def test_nothing_is_guessed_while_a_hand_is_about() -> None:
    """It may hide half of the card."""
    assert "EmissarySeen" not in kinds(shown(begun(), [DOUBT] * 4, elsewhere=True))


def test_a_look_that_is_sure_settles_the_card_and_nobody_is_asked() -> None:
    typist = begun()
    shown(typist, [DOUBT] * 4)
    told = shown(typist, [(("orG5", 0.99),)])
    assert CardSettled(HERE, mage("orG5")) in told
    assert {"CardAsked", "EmissaryWithdrawn", "EmissarySeen"}.isdisjoint(kinds(told))
    assert not typist.follower.beliefs.guesses


def test_a_guess_that_later_looks_make_nothing_of_is_asked_about() -> None:
    """Else every event that rests on it would stay in doubt, and nobody could say anything."""
    typist = begun()
    shown(typist, [DOUBT] * 4)
    told: list[Happening] = []
    for _ in range(4):
        typist.seconds += 0.5
        glimpse = Glimpse(typist.seconds, reading_of(NOBODY_FOLLOWS, TOUCHED, covered=TOUCHED), TOUCHED)
        told += [one.happening for one in typist.follower.take_in(glimpse)]
    assert kinds(told).count("CardAsked") == 1
    assert typist.follower.layout[HERE] == mage("orG5"), "the likeliest card stands meanwhile"


def test_a_nudge_that_takes_the_glare_away_answers_the_question() -> None:
    typist = begun()
    assert "CardAsked" in kinds(shown(typist, [DOUBT] * 5))
    passing_hand(typist)
    assert CardSettled(HERE, mage("orG5")) in shown(typist, [(("orG5", 0.99),)])
    assert not typist.follower.beliefs.to_ask
    assert not typist.follower.beliefs.guesses


def test_a_look_that_is_sure_of_another_card_takes_back_what_was_told_and_settles_it() -> None:
    typist = begun()
    shown(typist, [DOUBT] * 4)
    told = shown(typist, [(("orG4", 0.99),)])
    assert CardSettled(HERE, mage("orG4")) in told
    assert [name for name in kinds(told) if name.startswith("Emissary")] == [
        "EmissaryWithdrawn",
        "EmissarySeen",
    ]
    assert typist.follower.game is not None
    assert typist.follower.game.position.conclave[HERE] == mage("orG4")


def test_what_somebody_said_holds_when_a_hand_has_passed_and_the_card_looks_as_doubtful_as_before() -> None:
    typist = begun()
    shown(typist, [DOUBT] * 5)
    typist.follower.say_card(HERE, mage("orG1"))
    passing_hand(typist)
    told = shown(typist, [DOUBT] * 6)
    assert "CardAsked" not in kinds(told)
    assert kinds(told).count("EmissarySeen") == 1, "by the answer, once"
    assert typist.follower.layout[HERE] == mage("orG1")
    assert not typist.follower.beliefs.to_ask


def test_what_somebody_said_holds_for_a_card_that_each_look_takes_for_another_hardly_likely_one() -> None:
    """Nobody can read it under a mirrored lamp: which card comes first says nothing."""
    typist = begun()
    shown(typist, [(("orG5", 0.01), ("orG4", 0.01))] * 6)
    typist.follower.say_card(HERE, mage("orG1"))
    passing_hand(typist)
    told = shown(typist, [((code, 0.01),) for code in ("beC3", "reW2", "beC3", "puG1", "beC3", "reW2")])
    assert "CardAsked" not in kinds(told)
    assert typist.follower.layout[HERE] == mage("orG1")


def test_what_somebody_said_of_a_card_does_not_hold_for_another_one() -> None:
    typist = begun()
    shown(typist, [DOUBT] * 5)
    typist.follower.say_card(HERE, mage("orG1"))
    passing_hand(typist)
    assert "CardAsked" in kinds(shown(typist, [(("beC3", 0.6), ("beC4", 0.3))] * 5))


def test_a_question_stands_again_when_the_hand_that_passed_has_answered_nothing() -> None:
    typist = begun()
    shown(typist, [DOUBT] * 5)
    passing_hand(typist)
    assert not typist.follower.beliefs.to_ask, "nothing is asked of a card under a hand"
    assert "CardAsked" not in kinds(shown(typist, [DOUBT])), "it is the same question"
    assert typist.follower.beliefs.to_ask == (HERE,)
