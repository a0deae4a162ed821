"""What happened, told decision by decision, with what the judge was asked and what was set aside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.conclave.components import FaceDownMage
from companion.games.conclave.errors import AgainstTheRules
from companion.games.conclave.events import CardDrawn, GameEnded
from companion.games.conclave.game_log import print_event
from companion.games.conclave.words.tell import tell_event
from companion.journal.entries import CAMERAS
from companion.journal.story import SetAside, Story
from companion.server.verdict_views import rule_view
from companion.server.views import DisputeToldView, SetAsideView, ToldView


def told_view(story: Story, index: int, language: str, *, judging: bool) -> ToldView:
    """One decision and what came of it."""
    move = story.moves[index]
    before = (story.moves[index - 1].after if index else story.first).position
    first = move.events[0]
    if isinstance(first, CardDrawn):
        first = replace(first, card=FaceDownMage())  # a drawn card is hidden from judges as well
    seen = move.author not in CAMERAS  # a camera sees no hand reach for a deck
    sentences = tuple(tell_event(event, language, deck_seen=seen) for event in move.events)
    return ToldView(
        place=move.place,
        turn=before.turn,
        player="" if isinstance(first, GameEnded) else first.player,
        sentences=sentences,
        corrected=move.corrected_by is not None,
        author=move.author if judging else None,
        decision=print_event(first, story.names) if judging else None,
        frame=judging and bool(move.evidence),
        disputes=tuple(_disputes_after(story, index)),
    )


def _disputes_after(story: Story, index: int) -> Iterator[DisputeToldView]:
    """What the judge was asked after that decision and before the next."""
    first = story.moves[index].place if index else -1
    last = story.moves[index + 1].place if index + 1 < len(story.moves) else story.entries
    for one in story.judged:
        asked, word = one.dispute, one.settled
        if first < asked.place < last:
            yield DisputeToldView(asked.author, asked.reason, word.upheld, word.author, word.reason)
    if story.dispute is not None and first < story.dispute.place < last:
        yield DisputeToldView(story.dispute.author, story.dispute.reason)


def set_aside_view(one: SetAside, language: str) -> SetAsideView:
    """A decision that a correction has made impossible."""
    refusal = one.refusal
    rule = rule_view(language, refusal.rule) if isinstance(refusal, AgainstTheRules) else None
    return SetAsideView(one.move.place, tell_event(one.move.events[0], language), rule)
