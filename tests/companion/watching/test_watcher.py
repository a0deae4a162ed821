"""The whole way from frames to events, on drawn tables with a hand that comes and goes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.games.conclave.commands import DrawCard, SendEmissary
from companion.games.conclave.conclave import Cell, Conclave
from companion.games.conclave.notation import mage
from companion.table.referee import EmissarySeen
from companion.table.underway import Underway
from companion.watching.happenings import CameraBack, CameraStalled, LayoutConfirmed, WatchEvent, Watching
from companion.watching.pace import FILM, STILLS
from companion.watching.watcher import SEARCH_EVERY_SECONDS, TableWatcher
from tests.companion.watching.drawn import FPS, RING, drawn, film, opening, references
from vision.frame import Frame
from vision.readings import CardReading, CellState, TableReading
from vision.source_health import SourceHealth, SourceState

HERE = Cell(1, 1)
SENT = RING.with_card(HERE, mage("orG5"))  # nobody follows
SECOND = SENT.with_card(Cell(1, 2), mage("grG5"))  # the row convinces both Gazelles
TAKEN = SECOND.without([Cell(1, 0), HERE])


def watcher(pace: object = FILM) -> TableWatcher:
    return TableWatcher(references(), opening(), STILLS if pace is STILLS else FILM)


def feed(one: TableWatcher, frames: Iterable[Frame]) -> list[WatchEvent]:
    return [event for frame in frames for event in one.feed(frame)]


def names(events: Iterable[WatchEvent]) -> list[str]:
    told = [type(event.happening).__name__ for event in events]
    return [name for name in told if name not in ("LayoutConfirmed", "CellsCovered")]


def stills(*tables: Conclave) -> list[Frame]:
    return [
        Frame(drawn(table, number=place), place, float(place), "still") for place, table in enumerate(tables)
    ]


@pytest.fixture(scope="module")
def filmed() -> tuple[TableWatcher, list[WatchEvent]]:
    one = watcher()
    scenes = [
        (RING, None, 8), (RING, HERE, 6), (SENT, HERE, 6), (SENT, None, 9),
        (SENT, Cell(1, 2), 6), (SECOND, Cell(1, 2), 6), (SECOND, None, 9),
        (SECOND, HERE, 6), (TAKEN, HERE, 6), (TAKEN, None, 9),
    ]  # fmt: skip
    return one, feed(one, film(*scenes))


def test_a_filmed_turn_is_told_as_it_was(filmed: tuple[TableWatcher, list[WatchEvent]]) -> None:
    assert names(filmed[1]) == [
        "GameBegun", "EmissarySeen", "TurnOver", "EmissarySeen", "FollowersSeenLeaving", "TurnOver",
    ]  # fmt: skip


def test_the_verdict_comes_within_half_a_second_after_the_hand_has_left(
    filmed: tuple[TableWatcher, list[WatchEvent]],
) -> None:
    sent = [event.frame for event in filmed[1] if isinstance(event.happening, EmissarySeen)]
    hand_left = [20, 41]
    assert all(0 <= frame - left <= FPS / 2 for frame, left in zip(sent, hand_left, strict=True))


def test_a_hand_the_colour_of_the_table_that_rests_over_cards_takes_none_away() -> None:
    """It comes in, lies still for two seconds over two cards and leaves again."""
    one = watcher()
    over = Cell(1, 2)
    told = feed(one, film((SENT, None, 30)))
    hand = [drawn(SENT, over, number % 3, (82, 104, 72)) for number in range(4)] + [
        drawn(SENT, over, 30, (82, 104, 72))
    ] * 30
    frames = [Frame(picture, 30 + place, (30 + place) / FPS, "drawn") for place, picture in enumerate(hand)]
    told += feed(one, frames)
    after = [
        replace(frame, number=64 + frame.number, captured_seconds=(64 + frame.number) / FPS)
        for frame in film((SENT, None, 12))
    ]
    told += feed(one, after)
    layouts = [event.happening.layout for event in told if isinstance(event.happening, LayoutConfirmed)]
    assert len(layouts) == 1
    assert names(told) == ["GameBegun", "EmissarySeen", "TurnOver"]


def test_a_doubtful_look_at_a_place_that_looks_as_when_it_was_bare_is_sure() -> None:
    one = watcher()
    feed(one, film((RING, None, 8)))
    doubtful = CardReading(1, 1, CellState.EMPTY, (), 0.85, accepted=False)
    (bare,) = one._known_cloth(TableReading((doubtful,)))
    assert (bare.state, bare.accepted) == (CellState.EMPTY, True)


def test_something_strange_that_looks_as_the_place_did_when_it_was_bare_is_bare() -> None:
    one = watcher()
    feed(one, film((RING, None, 8)))
    strange = TableReading(tuple(CardReading(row, row, CellState.COVERED, (), 0.9, False) for row in (0, 1)))
    card, bare = one._known_cloth(strange)
    assert (card.state, bare.state, bare.accepted) == (CellState.COVERED, CellState.EMPTY, True)
    feed(one, film((SENT, None, 8)))
    assert [cell.state for cell in one._known_cloth(strange)] == [CellState.COVERED] * 2


def test_before_a_game_a_card_that_nobody_can_read_is_asked_about_before_the_next_search() -> None:
    """A search begins all looks anew: nothing was ever asked where it came as soon as the question."""
    frames = FILM.read_again_after_frames[FILM.hidden_reads - 1] + FILM.motion.rest_frames
    assert frames / FILM.frames_a_second + 1 < SEARCH_EVERY_SECONDS


def test_every_event_keeps_the_frame_the_lattice_and_the_readings_it_rests_on(
    filmed: tuple[TableWatcher, list[WatchEvent]],
) -> None:
    sent = next(event for event in filmed[1] if isinstance(event.happening, EmissarySeen))
    assert sent.evidence is not None
    assert sent.evidence.lattice is not None
    picture = cv2.imdecode(np.frombuffer(sent.evidence.frame_jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape == (720, 960, 3)
    assert len(sent.evidence.reading.cells) == 16
    assert sent.evidence.reading.cell(1, 1).candidates[0].name == "orG5"
    assert [type(command) for command in sent.commands] == [SendEmissary]


def test_the_state_is_there_for_a_preview(filmed: tuple[TableWatcher, list[WatchEvent]]) -> None:
    state = filmed[0].state
    assert state.watching is Watching.FOLLOWING
    assert str(state.layout) == str(TAKEN_LAYOUT)
    assert state.lattice is not None
    assert not state.covered
    assert not state.to_ask
    assert state.game is not None
    assert state.game.position.player.name == "Ana"


TAKEN_LAYOUT = "\n".join(
    "  ".join(str(card or "....") for card in TAKEN.cards[start : start + 4]) for start in range(0, 16, 4)
)


def test_one_still_of_each_table_is_enough() -> None:
    events = feed(watcher(STILLS), stills(RING, SENT, SECOND, TAKEN))
    assert names(events) == [
        "GameBegun", "EmissarySeen", "TurnOver", "EmissarySeen", "FollowersSeenLeaving", "TurnOver",
    ]  # fmt: skip
    assert [event.frame for event in events if isinstance(event.happening, EmissarySeen)] == [1, 2]
    assert all(event.seconds == event.frame for event in events)


def test_a_film_of_something_else_is_named_and_begins_no_game() -> None:
    rng = np.random.default_rng(3)
    blot = cv2.resize(rng.integers(0, 255, (9, 12, 3), dtype=np.uint8), (960, 720))
    one = watcher()
    events = feed(one, (Frame(np.asarray(blot, np.uint8), number, number / FPS) for number in range(30)))
    assert names(events) == ["TableLost"]
    assert one.state.watching is Watching.SEARCHING


def test_a_clock_that_jumps_makes_no_patience_run_out() -> None:
    """A card is lifted; then the clock jumps an hour ahead, and back."""
    lifted = RING.without([Cell(0, 0)])
    frames = list(film((RING, None, 6), (RING, Cell(0, 0), 4), (lifted, Cell(0, 0), 4), (lifted, None, 9)))
    for jump in (3600.0, -0.5):
        one = watcher()
        late = [
            replace(frame, captured_seconds=max(frame.captured_seconds + jump, 0.0)) for frame in frames[-4:]
        ]
        assert names(feed(one, [*frames[:-4], *late])) == ["GameBegun"]


def test_a_camera_that_dies_is_told_once_and_the_next_emissary_is_marked() -> None:
    one = watcher()
    feed(one, film((RING, None, 8)))
    dead = SourceHealth("Camera 0", SourceState.STALLED, silent_seconds=3)
    told = [*one.notice_health(dead), *one.notice_health(dead)]
    assert [type(event.happening) for event in told] == [CameraStalled]
    back = feed(one, film((SENT, None, 8)))
    assert isinstance(back[0].happening, CameraBack)
    sent = next(event.happening for event in back if isinstance(event.happening, EmissarySeen))
    assert not sent.unbroken


def test_a_game_that_is_known_is_gone_on_with() -> None:
    first = watcher()
    feed(first, film((RING, None, 8)))
    game = first.state.game
    assert game is not None
    again = TableWatcher(references(), opening(), FILM, Underway(game))
    assert names(feed(again, film((SENT, None, 8)))) == ["EmissarySeen", "TurnOver"]


def test_what_no_camera_sees_is_refused_before_a_game_has_begun() -> None:
    with pytest.raises(ValueError, match="no game has begun"):
        watcher().decide(DrawCard("Ana", "left"))  # type: ignore[arg-type]
