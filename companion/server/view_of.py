"""From a story to the view of it, for an audience and in a language."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from companion.games.conclave.components import Mage
from companion.games.conclave.game import Game
from companion.games.conclave.position import Position
from companion.journal.story import Story
from companion.server.next_step import next_step, stage_of
from companion.server.roles import Audience
from companion.server.scoring_views import players_of, settled_view, tally_view
from companion.server.told_views import set_aside_view, told_view
from companion.server.verdict_views import last_verdict, pair
from companion.server.views import DisputeView, View

MOVES_TOLD = 12  # to everybody; judges get them all


def view_of(story: Story, audience: Audience, language: str) -> View:
    """What this audience is shown of a game."""
    position = story.game.position
    judging = audience is Audience.JUDGES
    scored = counted_game(story, audience)
    first_told = 0 if judging else max(0, len(story.moves) - MOVES_TOLD)
    return View(
        game=story.game_id,
        entries=story.entries,
        language=language,
        stage=stage_of(story),
        edition=position.edition.value,
        starting_corner=position.starting_corner.value,
        turn=position.turn,
        phase=position.phase.value,
        player=position.player.name,
        conclave=tuple(None if card is None else str(card) for card in position.conclave.cards),
        cards_left=position.draw_decks.cards_left,
        possible=_possible(position),
        players=players_of(scored.position),
        next=next_step(story),
        verdict=last_verdict(story, language),
        tally=tally_view(scored, language, frozen=story.dispute is not None),
        dispute=None if story.dispute is None else DisputeView(story.dispute.author, story.dispute.reason),
        settled=None if story.settled is None else settled_view(story.settled),
        told=tuple(
            told_view(story, index, language, judging=judging)
            for index in reversed(range(first_told, len(story.moves)))
        ),
        set_aside=tuple(set_aside_view(one, language) for one in story.set_aside),
        can_undo=_last_place(story, judging=judging),
        last_laid=pair(story.laid[-1]) if story.laid and not story.moves else None,
    )


def _last_place(story: Story, *, judging: bool) -> int | None:
    """The decision that may be withdrawn: the last one, while a dispute is open by judges alone."""
    waits = story.dispute is not None and not judging
    return story.moves[-1].place if story.moves and not waits else None


def counted_game(story: Story, audience: Audience) -> Game:
    """The game whose tally is told: while a dispute is open, everybody but judges sees it stand still."""
    return story.game if audience is Audience.JUDGES or story.dispute is None else story.dispute.frozen


def after_moves(story: Story, count: int) -> Story:
    """The story as it stands, but only its first moves and what the judge was asked until then.

    Zones are counted when all has been played: no earlier step knows of it.
    """
    if count >= len(story.moves):
        return replace(story, set_aside=())
    until = story.moves[count].place
    judged = tuple(one for one in story.judged if one.dispute.place < until)
    return replace(story, moves=story.moves[:count], judged=judged, dispute=None, set_aside=(), count=None)


def _possible(position: Position) -> tuple[str, ...]:
    """What may still turn up, by what lies open; hands and decks are not asked, even where they are known."""
    open_cards = [
        *position.conclave.cards,
        *(one for player in position.players for one in player.zone.followers),
    ]
    seen = Counter(card for card in open_cards if isinstance(card, Mage))
    return tuple(
        str(mage) for mage, copies in position.deck.copies.items() for _ in range(copies - seen[mage])
    )
