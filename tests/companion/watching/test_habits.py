"""What hands do beside playing, typed by hand: lifted, withdrawn, sleeves, somebody who leans over."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.conclave.commands import DrawCard, SendEmissary
from companion.games.conclave.conclave import Cell
from companion.games.conclave.notation import mage
from companion.table.referee import (
    Discrepancy,
    EmissarySeen,
    EmissaryWithdrawn,
)
from companion.watching.glimpse import Glimpse
from companion.watching.happenings import (
    CardAsked,
    CellsCovered,
    Happening,
)
from companion.watching.thread import Told
from tests.companion.watching.typed import (
    FRAME_SECONDS,
    NOBODY_FOLLOWS,
    RING,
    SENT,
    TAKEN,
    Typist,
    begun,
    kinds,
    reading_of,
)
from vision.readings import TableReading


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


def test_a_sleeve_that_looks_like_bare_table_takes_no_card_away() -> None:
    """The Emissary's cell reads as empty while a hand is at the follower's: nothing was withdrawn."""
    typist = begun()
    typist.show(NOBODY_FOLLOWS)
    sleeve, hand = Cell(1, 1), Cell(1, 0)
    bare = reading_of(RING, [sleeve])
    for restless, reading in (({sleeve, hand}, None), ({hand}, bare), ({hand}, None), ({hand}, bare)):
        typist.seconds += FRAME_SECONDS
        glimpse = Glimpse(
            typist.seconds, reading or TableReading(()), frozenset({sleeve, hand}), frozenset(restless)
        )
        assert typist.follower.take_in(glimpse) == []
    assert kinds(typist.show(NOBODY_FOLLOWS, covered=[hand])) == ["CellsCovered"]
    assert typist.follower.game is not None
    assert typist.follower.game.position.conclave == NOBODY_FOLLOWS


def test_a_card_seen_to_be_gone_is_believed_soon_after_the_hands_have_left() -> None:
    typist = begun()
    typist.show(NOBODY_FOLLOWS)
    gone, hand = Cell(1, 1), frozenset({Cell(1, 0)})
    typist.seconds += FRAME_SECONDS
    touched = frozenset({gone}) | hand
    typist.follower.take_in(Glimpse(typist.seconds, reading_of(RING, [gone]), touched, hand))
    told = []
    for reading in (reading_of(RING, hand), *[TableReading(())] * 7):
        typist.seconds += FRAME_SECONDS
        told += typist.follower.take_in(Glimpse(typist.seconds, reading, frozenset({gone})))
    assert EmissaryWithdrawn("Ana", gone) in [one.happening for one in told]


def test_a_hand_that_rests_while_it_lays_a_card_and_looks_like_wood_takes_none_away() -> None:
    typist = begun()
    typist.show(NOBODY_FOLLOWS)
    under = frozenset({Cell(0, 1), Cell(1, 1)})
    like_wood = reading_of(NOBODY_FOLLOWS.without(under), under)
    told = []
    nothing: frozenset[Cell] = frozenset()
    for restless in (under, nothing, nothing, nothing, under):
        typist.seconds += FRAME_SECONDS
        reading = TableReading(()) if restless else like_wood
        told += typist.follower.take_in(Glimpse(typist.seconds, reading, under, restless))
    typist.seconds += FRAME_SECONDS
    told += typist.follower.take_in(Glimpse(typist.seconds, reading_of(NOBODY_FOLLOWS, under), under))
    assert kinds(one.happening for one in told) == []


def rest(typist: Typist, seconds: float, reached: frozenset[Cell]) -> list[Happening]:
    """Two cards look gone while nothing moves, for a while."""
    under = frozenset({Cell(1, 0), Cell(1, 1)})
    like_wood = reading_of(SENT.without(under), under)
    told: list[Told] = []
    for _ in range(round(seconds / FRAME_SECONDS)):
        typist.seconds += FRAME_SECONDS
        told += typist.follower.take_in(Glimpse(typist.seconds, like_wood, under, reached=reached))
    return [one.happening for one in told]


def test_a_place_that_an_arm_reaches_is_not_bare_however_long_the_hand_rests() -> None:
    """Not even where the rules say that the followers are to be taken now."""
    typist = begun()
    typist.show(NOBODY_FOLLOWS)
    typist.show(SENT)
    assert kinds(rest(typist, 4.0, frozenset({Cell(1, 0), Cell(1, 1)}))) == ["CellsCovered"]
    assert "FollowersSeenLeaving" in kinds(rest(typist, 0.3, frozenset()))


def test_somebody_is_asked_about_a_place_that_looks_bare_under_something_that_stays() -> None:
    typist = begun()
    typist.show(NOBODY_FOLLOWS)
    typist.show(SENT)
    told = rest(typist, 6.0, frozenset({Cell(1, 0), Cell(1, 1)}))
    assert [one.cell for one in told if isinstance(one, CardAsked)] == [Cell(1, 0), Cell(1, 1)]
    assert typist.follower.beliefs.guesses == (Cell(1, 0), Cell(1, 1))


def test_a_moved_card_is_told_at_once_where_no_arm_reaches_any_more() -> None:
    typist = begun()
    typist.show(NOBODY_FOLLOWS)
    gone, told = frozenset({Cell(1, 1)}), []
    for _ in range(5):
        typist.seconds += FRAME_SECONDS
        glimpse = Glimpse(typist.seconds, reading_of(RING, gone), gone, reached=frozenset())
        told += [one.happening for one in typist.follower.take_in(glimpse)]
    assert EmissaryWithdrawn("Ana", Cell(1, 1)) in told


@pytest.mark.parametrize(("gone", "is_told"), [((Cell(1, 0), Cell(1, 1)), True), ((Cell(0, 3),), False)])
def test_two_doubtful_looks_at_a_bare_place_are_enough_where_a_follower_is_to_be_taken(
    gone: tuple[Cell, ...], *, is_told: bool
) -> None:
    typist = begun()
    typist.show(NOBODY_FOLLOWS)
    typist.show(SENT)
    bare = reading_of(SENT.without(gone), gone)
    doubtful = TableReading(tuple(replace(one, confidence=0.85, accepted=False) for one in bare))
    told = []
    for restless in (frozenset(gone), frozenset(), frozenset()):
        typist.seconds += FRAME_SECONDS
        told += typist.follower.take_in(Glimpse(typist.seconds, doubtful, frozenset(gone), restless))
    assert ("FollowersSeenLeaving" in kinds(one.happening for one in told)) is is_told


def test_a_hand_that_rests_on_a_cell_is_told_and_the_cell_is_frozen() -> None:
    typist = begun()
    told = typist.show(RING, rest_seconds=1.0, covered=[Cell(3, 3)])
    assert CellsCovered((Cell(3, 3),)) in told
    assert Discrepancy not in map(type, typist.show(NOBODY_FOLLOWS, rest_seconds=5.0, covered=[Cell(3, 3)]))
    sent = [one.happening for one in typist.told if isinstance(one.happening, EmissarySeen)]
    assert [one.cell for one in sent] == [Cell(1, 1)]


def test_a_cell_that_stays_hidden_is_named_although_another_one_was_before() -> None:
    """A mug on one cell, and later something restless over another: news of that one cannot come."""
    typist, mug, other = begun(), Cell(3, 3), Cell(0, 1)
    assert CellsCovered((mug,)) in typist.show(RING, rest_seconds=1.0, covered=[mug])
    told: list[Happening] = []
    for _ in range(40):
        typist.seconds += 0.1
        glimpse = Glimpse(typist.seconds, touched=frozenset({mug, other}), restless=frozenset({other}))
        told += [one.happening for one in typist.follower.take_in(glimpse)]
    assert told == [CellsCovered((other, mug))], "once, after three seconds"


def test_a_thing_that_lies_on_a_card_is_never_taken_for_an_empty_cell() -> None:
    typist = begun()
    told = []
    for _ in range(12):
        typist.seconds += 0.5
        reading = reading_of(RING, [Cell(0, 0)], covered=[Cell(0, 0)])
        glimpse = Glimpse(typist.seconds, reading, frozenset({Cell(0, 0)}))
        told += [one.happening for one in typist.follower.take_in(glimpse)]
    assert kinds(told) == ["CellsCovered"]


def test_a_card_is_gone_although_something_else_stays_hidden_by_a_mirrored_lamp() -> None:
    typist = begun()
    typist.show(NOBODY_FOLLOWS)
    gone, lit = Cell(1, 1), Cell(3, 3)
    touched, told = frozenset({gone, lit}), []
    for number in range(25):
        typist.seconds += FRAME_SECONDS
        reading = reading_of(RING, [gone, lit], covered=[lit]) if number == 0 else TableReading(())
        told += [one.happening for one in typist.follower.take_in(Glimpse(typist.seconds, reading, touched))]
    assert EmissaryWithdrawn("Ana", gone) in told


def test_nobody_is_asked_about_a_card_of_which_somebody_who_leans_over_it_hides_half() -> None:
    typist = begun()
    half, whole = Cell(1, 2), frozenset({Cell(0, 2), Cell(0, 3)})
    sent = RING.with_card(half, mage("orG5"))
    unsure = {half: (("beG1", 0.6), ("beG2", 0.2))}
    touched, told = whole | {half}, []
    for _ in range(6):
        typist.seconds += FRAME_SECONDS
        reading = reading_of(sent, touched, covered=whole, unsure=unsure)
        told += [one.happening for one in typist.follower.take_in(Glimpse(typist.seconds, reading, touched))]
    assert CardAsked not in map(type, told)
    assert "EmissarySeen" in kinds(typist.show(sent))


def test_followers_taken_before_the_emissary_could_be_read_are_believed_to_be_gone_at_once() -> None:
    """Somebody leaned over the table meanwhile; no other card that is gone is believed so soon."""
    typist = begun()
    typist.show(NOBODY_FOLLOWS)
    told = kinds(typist.show(TAKEN, rest_seconds=0.1))
    assert [name for name in told if name != "LayoutConfirmed"] == [
        "EmissarySeen",
        "FollowersSeenLeaving",
        "TurnOver",
    ]
    lifted = begun()
    lifted.show(NOBODY_FOLLOWS)
    assert kinds(lifted.show(SENT.without([Cell(3, 0)]), rest_seconds=0.1)) == []


def test_nobody_is_asked_about_a_card_beside_a_place_that_looks_bare_under_a_hand() -> None:
    """The hand the colour of wood that rests there hides the other card's digit as well."""
    typist = begun()
    beside, under = Cell(0, 1), Cell(0, 0)
    touched = frozenset({beside, under})
    told = []
    for _ in range(6):
        typist.seconds += 0.1
        looks = reading_of(RING.without([under]), touched, unsure={beside: (("puC4", 0.5), ("puC2", 0.4))})
        glimpse = Glimpse(typist.seconds, looks, touched, reached=frozenset({under}))
        told += [one.happening for one in typist.follower.take_in(glimpse)]
    assert "CardAsked" not in kinds(told)
    assert typist.follower.game is not None
    assert not typist.follower.beliefs.guesses


def test_the_surest_look_at_a_bare_place_counts_while_nothing_moves_there() -> None:
    """Cloth that looks strange now and then: one look was sure, those after it are not."""
    typist, here = begun(), Cell(0, 0)
    touched, gone, told = frozenset({here}), RING.without([here]), []
    typist.follower.take_in(Glimpse(typist.seconds, touched=touched, restless=touched))
    for number in range(10):
        typist.seconds += 0.1
        bare = reading_of(gone, touched).cell(here.row, here.column)
        look = bare if number == 1 else replace(bare, confidence=0.75, accepted=False)
        told += typist.follower.take_in(Glimpse(typist.seconds, TableReading((look,)), touched))
    assert typist.follower.layout[here] is None
    assert kinds([one.happening for one in told]) == ["LayoutConfirmed"], "and nobody is asked"
