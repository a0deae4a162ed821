"""Real sockets: framing, resuming, renewed codes, a phone that never reads, a body without end."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.server.gate import LARGEST_BODY
from companion.server.roles import Role
from companion.table.photographed import LARGEST_PHOTO_BYTES
from tests.companion.journal.tables import hidden_setup
from tests.companion.server.live import LiveServer, live_server

PATIENCE_SECONDS = 30


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveServer]:
    with live_server(tmp_path) as server:
        server.table.story = server.table.journal.start(hidden_setup(), "host")
        yield server


def follow(live: LiveServer, **headers: str) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
    connection = http.client.HTTPConnection("127.0.0.1", live.port, timeout=PATIENCE_SECONDS)
    connection.request("GET", "/api/stream", headers=headers)
    answer = connection.getresponse()
    assert answer.status == 200
    return connection, answer


def next_id(answer: http.client.HTTPResponse) -> str:
    """The id of the next message, whose data must be whole."""
    while not (line := answer.readline().decode()).startswith("id: "):
        assert line, "the stream has ended"
    assert answer.readline() == b"event: view\n"
    assert json.loads(answer.readline().removeprefix(b"data: "))["turn"] == 1
    return line.removeprefix("id: ").strip()


def wait_until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_a_stream_is_framed_so_that_any_browser_reads_it_and_resumes(live: LiveServer) -> None:
    connection, answer = follow(live)
    assert answer.getheader("content-type", "").startswith("text/event-stream")
    assert next_id(answer) == "boot-0"
    live.publish()
    assert next_id(answer) == "boot-1"
    connection.close()
    wait_until(lambda: live.table.hub.phones == 0)
    live.publish()
    live.publish()
    connection, answer = follow(live, **{"Last-Event-ID": "boot-1"})
    assert [next_id(answer), next_id(answer)] == ["boot-2", "boot-3"]
    connection.close()


def test_a_renewed_code_ends_the_streams_of_its_holders_at_once(live: LiveServer) -> None:
    token, _ = live.access.join(live.access.code(Role.VIEWER))
    connection, answer = follow(live, Authorization=f"Bearer {token}")
    next_id(answer)
    other, still = follow(live)
    next_id(still)
    dropped = live.access.renew(Role.VIEWER)
    live.loop.call_soon_threadsafe(live.table.hub.drop_sessions, dropped)
    with pytest.raises((ConnectionError, http.client.IncompleteRead, AssertionError)):
        next_id(answer)
    live.publish()
    assert next_id(still) == "boot-1"
    for one in (connection, other):
        one.close()


GIGABYTE = 2**30
IN_SOCKETS = 64 * 2**20  # what is under way while a busy machine comes to cut the line


@pytest.mark.parametrize("told", [True, False], ids=["with its length", "in chunks"])
@pytest.mark.parametrize(
    ("path", "kind", "most"),
    [
        ("/api/game", "application/json", LARGEST_BODY),
        ("/api/check/photos", "image/jpeg", LARGEST_PHOTO_BYTES),
    ],
)
def test_a_body_of_a_gigabyte_is_cut_and_the_table_goes_on(
    live: LiveServer, path: str, kind: str, most: int, told: bool
) -> None:
    length = f"Content-Length: {GIGABYTE}" if told else "Transfer-Encoding: chunked"
    lines = [f"POST {path} HTTP/1.1", "Host: 127.0.0.1", "Origin: http://127.0.0.1", f"Content-Type: {kind}"]
    piece = bytes(2**16) if told else b"10000\r\n" + bytes(2**16) + b"\r\n"
    sent = 0
    with socket.create_connection(("127.0.0.1", live.port), timeout=30) as sender:
        sender.sendall("\r\n".join([*lines, length, "", ""]).encode())
        with contextlib.suppress(ConnectionError):
            while sent < GIGABYTE:
                sender.sendall(piece)
                sent += 2**16
    assert sent <= (0 if told else most) + IN_SOCKETS
    connection, answer = follow(live)
    assert next_id(answer) == "boot-0"
    connection.close()


def test_a_phone_that_never_reads_is_cut_and_the_others_miss_nothing(live: LiveServer) -> None:
    sleeper = socket.socket()
    sleeper.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sleeper.connect(("127.0.0.1", live.port))
    sleeper.sendall(f"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1:{live.port}\r\n\r\n".encode())
    connection, answer = follow(live)
    assert next_id(answer) == "boot-0"
    wait_until(lambda: live.table.hub.phones == 2)
    number = 0
    while live.table.hub.phones == 2:
        number += 1
        live.publish()
        assert next_id(answer) == f"boot-{number}"
        assert number < 20_000, "what the phone leaves unread has no bound"
    assert live.table.hub.phones == 1
    connection.close()
    sleeper.close()
