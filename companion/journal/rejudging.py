"""Judges a recorded game anew, entry by entry: what the journal says followed must be what the rules give."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.conclave.errors import ConclaveError
from companion.games.conclave.events import EmissarySent, TurnEvent
from companion.games.conclave.game import Game
from companion.games.conclave.game_log import print_event
from companion.games.conclave.verdict import Verdict, judge
from companion.journal.corrections import Replaced, parse_correction
from companion.journal.decisions import decision_again, parse_events
from companion.journal.entries import Entry, Kind
from companion.journal.errors import Damaged, JournalError
from companion.journal.story import Story, tell


def rejudge_entries(entries: Sequence[Entry]) -> Story:
    """The story, each decision and correction put to the rules again; `Damaged` names the first one."""
    story = _setup(entries[0])
    for entry in entries[1:]:
        try:
            _require_ruled(story, entry)
            story = story.after_entry(entry)
        except (ConclaveError, JournalError, ValueError, IndexError) as problem:
            if isinstance(problem, Damaged) and problem.place is not None:
                raise
            raise Damaged(f"entry {entry.place}", str(problem), entry.place) from problem
    return story


def _setup(entry: Entry) -> Story:
    try:
        story = tell([entry])
        story.setup.deck.require_holds(story.first.position.known_mages())
    except (ConclaveError, ValueError, IndexError) as problem:
        raise Damaged("entry 0", str(problem), 0) from problem
    return story


def _require_ruled(story: Story, entry: Entry) -> None:
    if entry.note.kind is Kind.DECISION:
        _compare(entry.place, story.played, parse_events(entry.note.body, story.names), story.names)
    if entry.note.kind is Kind.CORRECTION:
        correction = parse_correction(entry.note.body, story.names)
        if isinstance(correction, Replaced):
            _compare(entry.place, story.before(correction.place), correction.events, story.names)


def _compare(place: int, before: Game, told: tuple[TurnEvent, ...], names: Sequence[str]) -> None:
    _, derived = before.apply(decision_again(told, before))
    for number, event in enumerate(derived):
        if number >= len(told) or told[number] != event:
            said = print_event(told[number], names) if number < len(told) else "nothing"
            ruled = print_event(event, names)
            raise Damaged(f"entry {place}", f"it says {said!r}, and the rules give {ruled!r}", place)
    if len(told) > len(derived):
        said = print_event(told[len(derived)], names)
        raise Damaged(f"entry {place}", f"it says {said!r}, and the rules give nothing more", place)


def verdict_on(before: Game, events: Sequence[TurnEvent]) -> Verdict | None:
    """The verdict on the Emissary that a decision sent, if it sent one."""
    sent = events[0]
    if not isinstance(sent, EmissarySent):
        return None
    conclave = before.position.conclave.with_card(sent.cell, sent.mage)
    return judge(conclave, sent.cell, before.position.edition)
