"""Streams: a snapshot, then every change, resumed after the last one seen; sleepers are dropped."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from companion.games.conclave.commands import DrawCard, SendEmissary
from companion.games.conclave.conclave import Cell
from companion.games.conclave.draw_a_card import DrawDeck
from companion.games.conclave.notation import mage
from companion.journal.journal import Journal
from companion.server.hub import BYTES_WAITING, MESSAGES_KEPT, MESSAGES_WAITING, Hub, Phone
from companion.server.live_table import LiveTable
from companion.server.roles import Audience
from companion.server.stream import EventStream
from tests.companion.journal.tables import hidden_setup

PUBLIC = (Audience.PUBLIC, "en")


class Count:
    """Encodes the number of messages made so far."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self, audience: Audience, language: str) -> bytes:
        self.made += 1
        return json.dumps({"made": self.made, "for": [audience, language]}).encode()


def ids(phone: Phone) -> list[str]:
    """The ids of all messages waiting for a phone."""
    text = b""
    while not phone.waiting.empty():
        text += phone.waiting.get_nowait() or b""
    return [line.removeprefix("id: ") for line in text.decode().splitlines() if line.startswith("id: ")]


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(20):
            await scenario()

    asyncio.run(bounded())


def test_a_message_is_made_once_however_many_phones_there_are() -> None:
    async def scenario() -> None:
        encode = Count()
        hub = Hub(encode, "boot")
        phones = [Phone((Audience.PUBLIC, language), None) for language in ("en", "es") * 50]
        for phone in phones:
            hub.subscribe(phone, None)
        assert encode.made == 2
        hub.publish()
        assert encode.made == 4
        assert {tuple(ids(phone)) for phone in phones} == {("boot-0", "boot-1")}

    run(scenario)


def test_a_phone_that_comes_back_gets_just_what_it_missed() -> None:
    async def scenario() -> None:
        hub = Hub(Count(), "boot")
        hub.subscribe(Phone(PUBLIC, None), None)
        for _ in range(10):
            hub.publish()
        for last, expected in (
            ("boot-7", ["boot-8", "boot-9", "boot-10"]),
            ("boot-10", []),
            ("boot-0", [f"boot-{number}" for number in range(1, 11)]),
            ("other-7", ["boot-10"]),
            ("boot-99", ["boot-10"]),
            ("nonsense", ["boot-10"]),
            (None, ["boot-10"]),
        ):
            phone = Phone(PUBLIC, None)
            hub.subscribe(phone, last)
            assert ids(phone) == expected, last

    run(scenario)


def test_no_message_is_missed_over_a_hundred_reconnects() -> None:
    async def scenario() -> None:
        hub = Hub(Count(), "boot")
        seen: list[str] = []
        for round_number in range(100):
            phone = Phone(PUBLIC, None)
            hub.subscribe(phone, seen[-1] if seen else None)
            if round_number % 3:
                hub.publish()
            seen += ids(phone)
            hub.unsubscribe(phone)
            hub.publish()
        assert seen == [f"boot-{number}" for number in range(len(seen))]

    run(scenario)


def test_what_is_kept_is_bounded_and_a_long_absence_gets_a_snapshot() -> None:
    async def scenario() -> None:
        hub = Hub(Count(), "boot")
        first = Phone(PUBLIC, None)
        hub.subscribe(first, None)
        for _ in range(MESSAGES_KEPT + 50):
            hub.publish()
            ids(first)
        phone = Phone(PUBLIC, None)
        hub.subscribe(phone, "boot-3")
        assert ids(phone) == [f"boot-{MESSAGES_KEPT + 50}"]

    run(scenario)


def test_a_phone_that_never_reads_is_dropped_and_the_others_go_on() -> None:
    async def scenario() -> None:
        hub = Hub(Count(), "boot")
        sleeper, reader = Phone(PUBLIC, None), Phone(PUBLIC, None)
        for phone in (sleeper, reader):
            hub.subscribe(phone, None)
        for _ in range(MESSAGES_WAITING + 5):
            hub.publish()
            ids(reader)
        assert hub.phones == 1
        assert sleeper.waiting.qsize() == 1
        assert sleeper.waiting.get_nowait() is None

    run(scenario)


def test_a_phone_that_comes_while_the_program_stops_is_sent_away() -> None:
    async def scenario() -> None:
        hub, phone = Hub(Count(), "boot"), Phone(PUBLIC, None)
        hub.close()
        hub.subscribe(phone, None)
        assert hub.phones == 0
        assert phone.waiting.get_nowait() is None

    run(scenario)


class Socket(asyncio.Transport):
    """A connection whose other side reads nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.written, self.aborted = b"", False

    def write(self, data: Any) -> None:
        self.written += data

    def get_write_buffer_size(self) -> int:
        return len(self.written)

    def is_closing(self) -> bool:
        return self.aborted

    def abort(self) -> None:
        self.aborted = True


def test_a_socket_gets_whole_chunks_and_is_cut_when_too_much_waits_in_it() -> None:
    async def scenario() -> None:
        hub, socket = Hub(lambda *_: b"x" * 20_000, "boot"), Socket()
        phone = Phone(PUBLIC, None, socket)
        hub.subscribe(phone, None)
        size, _, rest = socket.written.partition(b"\r\n")
        assert len(rest) == int(size, 16) + 2
        assert rest.startswith(b"id: boot-0\nevent: view\ndata: xxx")
        for _ in range(40):
            hub.publish()
        assert socket.aborted
        assert hub.phones == 0
        assert len(socket.written) < BYTES_WAITING + 50_000

    run(scenario)


@pytest.mark.parametrize("hangs_up", [True, False])
def test_a_stream_ends_when_either_side_hangs_up(hangs_up: bool) -> None:
    async def scenario() -> None:
        hub, sent, gone = Hub(Count(), "boot"), list[dict[str, Any]](), asyncio.Event()
        phone = Phone(PUBLIC, None)

        async def receive() -> dict[str, Any]:
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        stream = asyncio.create_task(EventStream(hub, phone, None)({"type": "http"}, receive, send))
        while len(sent) < 2:
            await asyncio.sleep(0)
        hub.publish()
        while len(sent) < 3:
            await asyncio.sleep(0)
        if hangs_up:
            gone.set()
        else:
            hub.close()
        await stream
        assert hub.phones == 0
        assert dict(sent[0]["headers"])[b"content-type"].startswith(b"text/event-stream")
        assert sent[1]["body"].startswith(b"id: boot-0\nevent: view\ndata: {")

    run(scenario)


def test_every_change_of_the_table_reaches_the_phone(tmp_path: Path) -> None:
    async def scenario() -> None:
        journal = Journal(tmp_path)
        journal.start(hidden_setup(), "host")
        table = LiveTable(journal, "boot")
        phone = Phone(PUBLIC, None)
        table.hub.subscribe(phone, None)
        send, draw = SendEmissary("Ana", mage("reG5"), Cell(1, 1)), DrawCard("Ana", DrawDeck.LEFT)
        await table.change(lambda story: journal.record(story, send, "Ana").story)
        await table.change(lambda story: journal.record(story, draw, "Ana").story)
        assert ids(phone) == ["boot-0", "boot-1", "boot-2"]
        table.close()

    run(scenario)
