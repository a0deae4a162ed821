"""`conclave watch`: frames of a table to the events of a game, as they happen."""

from __future__ import annotations

import argparse
import json
import time
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.rule_options import EDITIONS, LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.journal.story import Story
    from companion.watching.happenings import WatchEvent
    from companion.watching.opening import Opening
    from companion.watching.pace import Pace
    from companion.watching.watcher import TableWatcher
    from vision.frame_source import FrameSource
    from vision.references import DeckReferences

CORNERS = ("top-left", "top-right", "bottom-right", "bottom-left")
DEFAULT_PLAYERS = "Player 1,Player 2"
WAIT_SECONDS = 1.0
FIRST_FRAME_SECONDS = 30.0  # a camera across the network, switched on together with this machine


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "source", metavar="SOURCE", help="a video, a folder of stills, a camera number or URL"
    )
    parser.add_argument("--deck", default="house", help="the deck on the table (%(default)s)")
    parser.add_argument("--players", help=f"who plays, in turn order ({DEFAULT_PLAYERS})")
    parser.add_argument("--json", action="store_true", help="one JSON line an event, for programs")
    parser.add_argument("--first", metavar="NAME", help="who begins (the first named)")
    parser.add_argument(
        "--corner", choices=CORNERS, help="the starting corner as the camera sees it (the first refill tells)"
    )
    parser.add_argument(
        "--removed", type=int, metavar="N", help="cards removed at the start (the rulebook's)"
    )
    parser.add_argument("--edition", choices=EDITIONS, default=EDITIONS[0], help="whose rules (%(default)s)")
    parser.add_argument("--explain", choices=LANGUAGES, default="en", help="the language (%(default)s)")
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="keep the game in the journal of that folder, and go on with the one that had stopped there; "
        "taught decks are looked for there too",
    )
    parser.add_argument(
        "--new", action="store_true", help="begin a new game, whatever had stopped in that folder"
    )


def run(arguments: argparse.Namespace) -> int:
    """Watch until the source ends or somebody presses Ctrl-C."""
    from calibration.lens_store import BrokenLens
    from companion.cli.lenses import lenses_in
    from companion.cli.main import UsageError
    from companion.cli.read import load_references
    from companion.cli.watch_keeping import keeper_for
    from vision.frame_source import UnreadableSource
    from vision.frames import open_frames
    from vision.held_memory import keep_memory_steady

    keep_memory_steady()
    opening = _opening(arguments)
    references = load_references(arguments.deck, arguments.data)
    say = _teller(arguments)
    try:
        source = open_frames(arguments.source, lens_of=arguments.data and lenses_in(arguments.data))
    except (UnreadableSource, BrokenLens) as problem:
        raise UsageError(str(problem)) from problem
    with source, closing(keeper_for(arguments, references)) as keeper:
        watcher = _watcher(references, opening, pace_of(source), keeper.go_on_with(arguments, opening))
        for event in chain(keeper.resumed, watch(source, watcher)):
            keeper.keep(event)  # on the disk before anybody is told
            print(say(event), flush=True)
        return _ended(source)


def _watcher(references: DeckReferences, opening: Opening, pace: Pace, story: Story | None) -> TableWatcher:
    """Somebody who watches for a game that begins, or goes on with one that had stopped."""
    from companion.cli.watched_story import opening_of
    from companion.table.underway import underway
    from companion.watching.watcher import TableWatcher

    if story is None:
        return TableWatcher(references, opening, pace)
    return TableWatcher(references, opening_of(story), pace, underway(story), anew=opening)


def pace_of(source: FrameSource) -> Pace:
    """How to watch a source: stills one by one, a film by its frames a second."""
    from companion.watching.pace import FILM, STILLS, pace_at
    from vision.recorded_frames import StillFrames, VideoFrames

    if isinstance(source, StillFrames):
        return STILLS
    return pace_at(source.frames_a_second) if isinstance(source, VideoFrames) else FILM


def watch(source: FrameSource, watcher: TableWatcher) -> Iterator[WatchEvent]:
    """Every event of a source: all frames of a recording, the newest of a camera.

    A camera that comes and goes is waited for; one that never showed anything is none.
    """
    from companion.cli.main import UsageError
    from vision.frame_source import EndOfFrames

    patience, has_begun = time.monotonic() + FIRST_FRAME_SECONDS, False
    while True:
        try:
            frame = source.next_frame(WAIT_SECONDS)
        except EndOfFrames:
            yield from watcher.finish()
            return
        if frame is None:
            if not has_begun and time.monotonic() > patience:
                raise UsageError(source.health().reason)
            yield from watcher.notice_health(source.health())
        else:
            has_begun = True
            yield from watcher.feed(frame)


def _ended(source: FrameSource) -> int:
    """Say what could not be read; the exit status is 2 if that was everything, or a part of it."""
    from companion.cli.main import BAD_INPUT, complain

    health = source.health()
    if health.trouble is None and not health.skipped:
        return 0
    complain(f"conclave watch: {health.words}")
    return BAD_INPUT


def _opening(arguments: argparse.Namespace) -> Opening:
    """What people say beforehand, refused before any frame is looked at."""
    from companion.cli.decks import deck_list
    from companion.cli.main import UsageError
    from companion.games.conclave.conclave import Corner
    from companion.games.conclave.errors import ConclaveError
    from companion.games.conclave.game_setup import cards_to_remove, first_player, require_players
    from companion.games.conclave.rulings import Edition
    from companion.watching.opening import Opening

    players = tuple(name.strip() for name in (arguments.players or DEFAULT_PLAYERS).split(","))
    try:
        require_players(players)
        first_player(arguments.first, players)
        cards_to_remove(arguments.removed, len(players))
    except ConclaveError as refusal:
        raise UsageError(str(refusal)) from refusal
    return Opening(
        players=players,
        deck=deck_list(arguments.deck, arguments.data),
        first_player=arguments.first,
        starting_corner=None if arguments.corner is None else Corner(arguments.corner),
        cards_removed=arguments.removed,
        edition=Edition(arguments.edition),
    )


def _teller(arguments: argparse.Namespace) -> Callable[[WatchEvent], str]:
    from companion.cli.watch_fields import event_fields
    from companion.watching.words import tell_event

    if arguments.json:
        return lambda event: json.dumps(event_fields(event), ensure_ascii=False)
    return lambda event: tell_event(event, arguments.explain)
