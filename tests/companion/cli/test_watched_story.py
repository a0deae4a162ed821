"""How a watched game goes into the journal: begun by the table, chosen, or taken over as it lies there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli.watched_story import accepted, began, chosen, opening_of
from companion.games.conclave.commands import DrawCard, LayOutTable, SendEmissary
from companion.games.conclave.conclave import CELLS, Cell, Conclave, Corner
from companion.games.conclave.draw_a_card import DrawDeck
from companion.games.conclave.game import start
from companion.games.conclave.notation import mage, parse_conclave
from companion.games.conclave.structure_of_a_round import Stage
from companion.journal.corrections import StartsAt
from companion.journal.journal import Journal
from companion.journal.story import Story
from companion.server.refusals import Refused
from companion.table.layout import layout_of, seen_code
from companion.watching.happenings import GameBegun
from companion.watching.recorder import CORNER_SEEN
from tests.companion.games.conclave.decks import FOUR_OF_EACH_PAIR
from tests.companion.journal.tables import RING, hidden_setup, played_out

MID_GAME = RING.replace("grG4  ....", "grG4  reG5").replace("puC4", "....")


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    one = Journal(tmp_path)
    yield one
    one.close()


def codes(conclave: Conclave) -> tuple[str, ...]:
    return tuple(seen_code(seen) for seen in layout_of(conclave).cells)


def being_laid(journal: Journal) -> Story:
    _, setup = start(
        LayOutTable(("Ana", "Ben"), FOUR_OF_EACH_PAIR, Conclave(), 18, starting_corner=Corner.BOTTOM_LEFT)
    )
    return journal.start(setup, "host")


def test_people_name_the_players_and_the_table_lays_the_cards(journal: Journal) -> None:
    named = being_laid(journal)
    story = began(journal, named, GameBegun(hidden_setup(), mid_game=False), "camera")
    assert story.game_id == named.game_id
    assert story.game.position.conclave == parse_conclave(RING)
    assert not story.is_being_laid


def test_a_table_met_in_mid_game_takes_the_place_of_the_empty_one(journal: Journal) -> None:
    named = being_laid(journal)
    setup = hidden_setup(MID_GAME)
    story = began(journal, named, GameBegun(setup, mid_game=True), "camera")
    assert journal.games() == (story.game_id,)


def test_without_a_game_the_table_begins_one(journal: Journal) -> None:
    story = began(journal, None, GameBegun(hidden_setup(), mid_game=False), "demo")
    assert journal.store.entries(story.game_id)[0].note.author == "demo"


def test_what_people_said_is_what_the_watcher_is_told(journal: Journal) -> None:
    opening = opening_of(being_laid(journal))
    assert (opening.players, opening.starting_corner, opening.cards_removed) == (
        ("Ana", "Ben"), Corner.BOTTOM_LEFT, 18,
    )  # fmt: skip


def test_a_corner_that_nobody_told_is_still_to_be_seen_after_a_restart(journal: Journal) -> None:
    """The first refill shows it, whenever it comes; from then on it is known."""
    story = journal.start(hidden_setup(), "host", corner_told=False)
    story = journal.record(story, SendEmissary("Ana", mage("reG5"), Cell(1, 2)), "camera").story
    assert opening_of(journal.story(story.game_id)).starting_corner is None
    seen = journal.correct(story, StartsAt(Corner.BOTTOM_LEFT), "camera", CORNER_SEEN)
    assert opening_of(seen).starting_corner is Corner.BOTTOM_LEFT
    assert opening_of(journal.story(story.game_id)).starting_corner is Corner.BOTTOM_LEFT


def test_the_corner_is_still_unknown_when_the_table_begins_what_people_named(journal: Journal) -> None:
    _, setup = start(LayOutTable(("Ana", "Ben"), FOUR_OF_EACH_PAIR, Conclave(), 18))
    named = journal.start(setup, "host", corner_told=False)
    begun = GameBegun(hidden_setup(MID_GAME), mid_game=True, assumed=("starting_corner",))
    assert not began(journal, named, begun, "camera").corner_told


def test_a_course_that_somebody_chose_is_recorded(journal: Journal) -> None:
    story = journal.start(hidden_setup(), "host")
    course = (SendEmissary("Ana", mage("reG5"), Cell(1, 2)), DrawCard("Ana", DrawDeck.LEFT))
    assert len(chosen(journal, story, course, "judge").moves) == 2


def test_a_table_with_another_card_was_misread_and_the_past_is_put_right(journal: Journal) -> None:
    story = journal.start(hidden_setup(), "host")
    story = journal.record(story, SendEmissary("Ana", mage("reG5"), Cell(1, 2)), "camera").story
    lies = story.game.position.conclave.without([Cell(1, 2)]).with_card(Cell(1, 2), mage("reG4"))
    after = accepted(journal, story, codes(lies), "judge")
    assert after.game_id == story.game_id
    assert after.game.position.conclave == lies


def test_a_table_that_nothing_explains_goes_on_as_a_new_game_with_everybodys_followers(
    journal: Journal,
) -> None:
    story = journal.start(hidden_setup(), "host")
    for command in (
        SendEmissary("Ana", mage("reG5"), Cell(1, 2)),
        DrawCard("Ana", DrawDeck.LEFT),
        SendEmissary("Ben", mage("puG4"), Cell(1, 1)),
    ):
        story = journal.record(story, command, "camera").story
    position = story.game.position
    empty = next(cell for cell in CELLS if position.conclave[cell] is None)
    lies = position.conclave.with_card(empty, mage("orC5"))
    after = accepted(journal, story, codes(lies), "judge")
    assert after.game_id != story.game_id
    assert after.game.position.conclave == lies
    assert after.game.position.player.name == "Ana"  # Ben had sent already
    zones = [player.zone.followers for player in after.game.position.players]
    assert zones == [player.zone.followers for player in position.players]
    assert not after.is_being_laid


def test_followers_that_were_taken_are_never_lost_by_a_table_that_is_right(journal: Journal) -> None:
    """As a beige Crow Ben's Emissary would have convinced nobody, yet the followers are gone."""
    story = journal.start(hidden_setup(), "host")
    for command in (
        SendEmissary("Ana", mage("reG5"), Cell(1, 2)),
        DrawCard("Ana", DrawDeck.LEFT),
        SendEmissary("Ben", mage("puG4"), Cell(1, 1)),
        DrawCard("Ben", DrawDeck.LEFT),
    ):
        story = journal.record(story, command, "camera").story
    taken = story.game.position.players[1].zone.followers
    assert [str(card) for card in taken] == ["grG4", "reG5"]
    lies = story.game.position.conclave.without([Cell(1, 1)]).with_card(Cell(1, 1), mage("beC1"))
    after = accepted(journal, story, codes(lies), "judge")
    assert after.game.position.conclave == lies
    assert after.game.position.players[1].zone.followers == taken
    assert after.game_id != story.game_id


def test_a_card_that_lies_there_and_in_a_zone_is_not_taken_over(journal: Journal) -> None:
    story = journal.start(hidden_setup(), "host")
    for command in (
        SendEmissary("Ana", mage("reG5"), Cell(1, 2)),
        DrawCard("Ana", DrawDeck.LEFT),
        SendEmissary("Ben", mage("puG4"), Cell(1, 1)),
    ):
        story = journal.record(story, command, "camera").story
    lies = story.game.position.conclave.with_card(Cell(2, 2), mage("grG4"))  # Ben holds it
    with pytest.raises(Refused) as refused:
        accepted(journal, story, codes(lies), "judge")
    assert refused.value.code == "held-twice"
    assert len(journal.games()) == 1


def test_in_the_last_turns_a_table_that_nothing_explains_is_not_taken_over(journal: Journal) -> None:
    story = played_out(journal, seed=11)
    last = next(move for move in story.moves if move.after.position.stage is Stage.LAST_TURNS)
    story = replace(story, moves=story.moves[: story.index_of(last.place) + 1])
    conclave = story.game.position.conclave
    laid = [cell for cell in CELLS if conclave[cell] is not None]
    lies = conclave.without(laid[:2])
    for cell, other in zip(laid[:2], reversed(laid[:2]), strict=True):
        lies = lies.with_card(cell, conclave.mage_at(other))
    for cell in [one for one in CELLS if lies[one] is None][4:]:
        lies = lies.with_card(cell, mage("orC5"))
    with pytest.raises(Refused) as refused:
        accepted(journal, story, codes(lies), "judge")
    assert refused.value.code == "table-last-turns"


@pytest.mark.parametrize(
    ("layout", "error"),
    [
        ((), "table-unclear"),
        (("????", *codes(parse_conclave(RING))[1:]), "table-unclear"),
        (("....", *codes(parse_conclave(RING))[1:]), "table-unfinished"),
    ],
)
def test_a_table_that_is_not_clear_is_not_taken_over(
    journal: Journal, layout: tuple[str, ...], error: str
) -> None:
    story = journal.start(hidden_setup(), "host")
    with pytest.raises(Refused) as refused:
        accepted(journal, story, layout, "judge")
    assert refused.value.code == error
    assert len(journal.games()) == 1
