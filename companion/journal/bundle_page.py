"""A bundle's page: the whole game in one HTML file that needs no companion, no network and no script."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from companion.games.conclave.components import Mage
from companion.games.conclave.conclave import Cell
from companion.games.conclave.errors import NotKnownYet
from companion.games.conclave.events import EmissarySent, TurnEvent
from companion.games.conclave.game import Game
from companion.games.conclave.structure_of_a_round import Stage
from companion.games.conclave.words.catalogue import say_mage
from companion.games.conclave.words.explain import explain_verdict
from companion.games.conclave.words.tell import tell_event
from companion.journal.bundle_cards import board, full_name, signs
from companion.journal.bundle_pictures import Pictures
from companion.journal.bundle_style import ICON, STYLE
from companion.journal.bundle_tally import result, rulings_part, sentences
from companion.journal.bundle_words import CATALOGUES, LANGUAGES, both, word
from companion.journal.corrections import Correction, Laid, Replaced, Withdrawn, parse_correction
from companion.journal.counting import (
    VERBS,
    CountBegun,
    CountLeft,
    CountStep,
    ZoneSaid,
    ZonesTallied,
    parse_step,
)
from companion.journal.decisions import parse_events, parse_laid
from companion.journal.entries import Entry, Kind
from companion.journal.rejudging import verdict_on
from companion.journal.sightings import is_sighting, parse_sighting
from companion.journal.story import Story, tell

POLICY = "default-src 'none'; img-src data: 'self'; style-src 'unsafe-inline'"


def bundle_page(entries: Sequence[Entry], evidence: Mapping[str, bytes], program: str) -> bytes:
    """The page. The same entries and evidence give the same bytes."""
    story = tell(entries)
    title = CATALOGUES["en"]["title"]
    body = [
        signs(),
        "<main>",
        *_choose_language(),
        f"<header>{ICON}<div><h1>{word('title')}</h1><p class='soft'>{word('tagline')}</p></div></header>",
        *_facts(entries, evidence, story, program),
        *result(story),
        *_changes(entries, story),
        *_happened(entries, Pictures(evidence)),
        f"<p class='end'>Cónclave · <code>{escape(story.game_id)}</code></p></main>",
    ]
    head = (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="color-scheme" content="dark light">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f"<title>Cónclave · {title} · {escape(story.game_id)}</title><style>{STYLE}</style></head><body>"
    )
    return "\n".join([head, *body, "</body></html>\n"]).encode()


def _choose_language() -> Iterator[str]:
    """Two buttons that work without a script: the style shows the language that is chosen."""
    names = {"en": "English", "es": "Español"}
    for language, name in names.items():
        checked = " checked" if language == "en" else ""
        yield (
            f'<input class="tongue" type="radio" name="tongue" id="{language}" aria-label="{name}"{checked}>'
        )
    labels = "".join(f'<label for="{language}">{name}</label>' for language, name in names.items())
    yield f'<div class="choose">{labels}</div>'


def _facts(
    entries: Sequence[Entry], evidence: Mapping[str, bytes], story: Story, program: str
) -> Iterator[str]:
    seen = [parse_sighting(content) for content in evidence.values() if is_sighting(content)]
    decks = sorted({f"{one.deck.name} ({one.deck.digest[:12]})" for one in seen})
    models = sorted({one.model[:12] for one in seen if one.model})
    facts = {
        "game": f"{story.game_id} · {_when(story.started)}",
        "players": ", ".join(story.names),
        "edition": story.setup.edition.value,
        "program": program,
        "deck": ", ".join(decks),
        "model": ", ".join(models),
        "entries": str(len(entries)),
    }
    rows = "".join(f"<dt>{word(key)}</dt><dd>{escape(value)}</dd>" for key, value in facts.items() if value)
    rows += f"<dt>{word('chain')}</dt><dd><code>{entries[-1].digest}</code></dd>"
    yield f"<section class='panel'><h2>{word('facts')}</h2><dl>{rows}</dl>"
    yield f"<p class='soft small'>{word('check')}</p>"
    command = f"conclave verify conclave-{escape(story.game_id)}.zip"
    yield f"<p class='terminal'><code>{command}</code></p></section>"


def _changes(entries: Sequence[Entry], story: Story) -> Iterator[str]:
    changes = [entry for entry in entries if entry.note.kind in (Kind.CORRECTION, Kind.DISPUTE)]
    yield f"<section><h2>{word('changes')}</h2>"
    if not changes:
        yield f"<p class='soft'>{word('no-changes')}</p></section>"
        return
    lines = [
        f"<li><a href='#entry-{entry.place}'>{_heading(entry, story.names)}</a> "
        f"<span class='soft'>{word('by', author=entry.note.author)}. {_reason(entry)}</span></li>"
        for entry in changes
    ]
    yield f"<ul class='panel change' style='padding-left:2rem'>{''.join(lines)}</ul></section>"


def _happened(entries: Sequence[Entry], pictures: Pictures) -> Iterator[str]:
    yield f"<section><h2>{word('story')}</h2>"
    story: Story | None = None
    for entry in entries:
        before = story.played if story is not None else None
        story = tell([entry]) if story is None else story.after_entry(entry)
        changed = " change" if entry.note.kind in (Kind.CORRECTION, Kind.DISPUTE) else ""
        yield f"<article class='panel{changed}' id='entry-{entry.place}'>{_line(entry)}"
        yield f"<h3>{_heading(entry, story.names)}</h3>"
        if changed:
            yield f"<p>{_reason(entry)}</p>"
        yield from _answers(entry)
        events = _events(entry, story)
        if events and before is not None:
            yield from _decided(before, events)
        if entry.note.kind not in (Kind.DISPUTE, Kind.COUNT):
            yield board(story.game.position.conclave, _sent(events))
        yield from pictures.shown(entry)
        yield f"<p class='digest'><code>{entry.digest}</code></p></article>"
    yield "</section>"


def _line(entry: Entry) -> str:
    place = f"<span class='place'>{entry.place}</span>"
    author = word("by", author=entry.note.author)
    return f"<p class='when'>{place}<span>{escape(_when(entry.at))}</span><span>{author}</span></p>"


def _heading(entry: Entry, names: Sequence[str]) -> str:
    note = entry.note
    match note.kind:
        case Kind.SETUP:
            return word("setup")
        case Kind.DISPUTE:
            return word(note.body)
        case Kind.LAID:
            return _laid(*parse_laid(note.body))
        case Kind.COUNT:
            return _counted(parse_step(note.body))
        case Kind.DECISION:
            event = parse_events(note.body, names)[0]
            seen = not note.by_camera
            return both({one: tell_event(event, one, deck_seen=seen) for one in LANGUAGES})
        case Kind.CORRECTION:
            return _correction(parse_correction(note.body, names))


def _correction(correction: Correction) -> str:
    match correction:
        case Withdrawn():
            return word("withdrawn", place=correction.place)
        case Replaced():
            return word("replaced", place=correction.place)
        case Laid():
            return _laid(correction.cell, correction.card)
    return word("corrected")


def _counted(step: CountStep) -> str:
    if isinstance(step, CountBegun | CountLeft | ZonesTallied):
        return word(f"count-{VERBS[type(step)]}")
    return word(f"zone-{VERBS[type(step)]}", player=step.player)


def _answers(entry: Entry) -> Iterator[str]:
    """What a person said of a zone, in words."""
    step = parse_step(entry.note.body) if entry.note.kind is Kind.COUNT else None
    if isinstance(step, ZoneSaid):
        lines = "".join(f"<li>{_answer(key, choice)}</li>" for key, choice in step.answers)
        yield f"<ul>{lines}</ul>"


def _answer(key: str, choice: str) -> str:
    """Which card it is, whether it lies there, or how many there are."""
    about = full_name(key.split("-")[1]) if key.startswith("missing-") else None
    named = {language: CATALOGUES[language].get(f"said.{choice}") for language in LANGUAGES}
    if choice.isdigit():
        return word("said.count", count=choice)
    if about is not None:
        return both({one: f"{about[one]}: {named[one] or choice}" for one in LANGUAGES})
    return both({one: named[one] or full_name(choice)[one] for one in LANGUAGES})


def _laid(cell: Cell, card: Mage | None) -> str:
    if card is None:
        return word("laid-bare", cell=cell)
    texts = {
        language: CATALOGUES[language]["laid"].format(card=say_mage(language, card), cell=cell)
        for language in LANGUAGES
    }
    return both({language: text[:1].upper() + text[1:] for language, text in texts.items()})


def _events(entry: Entry, story: Story) -> tuple[TurnEvent, ...]:
    if entry.note.kind is Kind.DECISION:
        return parse_events(entry.note.body, story.names)
    if entry.note.kind is Kind.CORRECTION:
        correction = parse_correction(entry.note.body, story.names)
        if isinstance(correction, Replaced):
            return correction.events
    return ()


def _decided(before: Game, events: tuple[TurnEvent, ...]) -> Iterator[str]:
    """The verdict with its rulings where an Emissary was sent, otherwise what followed."""
    try:
        verdict = verdict_on(before, events)
    except NotKnownYet:
        verdict = None
    if verdict is None:
        rest = {language: tuple(tell_event(one, language) for one in events[1:]) for language in LANGUAGES}
        yield sentences(rest)
        return
    last_turn = before.position.stage is Stage.LAST_TURNS
    yield sentences(
        {language: explain_verdict(verdict, language, last_turn=last_turn) for language in LANGUAGES}
    )
    yield rulings_part(verdict.rulings)


def _sent(events: Sequence[TurnEvent]) -> Cell | None:
    first = events[0] if events else None
    return first.cell if isinstance(first, EmissarySent) else None


def _reason(entry: Entry) -> str:
    reason = entry.note.reason
    return word("reason", reason=reason) if reason else word("no-reason")


def _when(at: str) -> str:
    return at[:19].replace("T", " ") + " UTC"
