"""What may come in: the right host, origin, type, size and pace. The host machine is never locked out."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from starlette.types import ASGIApp, Message, Scope

from companion.server.gate import LARGEST_BODY, is_this_machine
from companion.server.pace import ADDRESSES_REMEMBERED, Pace, PaceKeeper
from companion.server.roles import Role
from tests.companion.server.served import ADDRESS, PHONE, Caller, Client, Served

NEW_GAME = {"players": ["Ana", "Ben"]}
TEN_THOUSAND = 10_000


def test_every_answer_carries_the_safety_headers(server: Served) -> None:
    for path in ("/host", "/api/view", "/api/nothing", "/openapi.json"):
        headers = server.host.get(path).headers
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "192.168.1.6:8765"])
def test_a_rebound_host_name_is_refused(server: Served, host: str) -> None:
    answer = server.host.client.get("/api/view", headers={"host": host})
    assert (answer.status_code, answer.json()) == (421, {"error": "unknown-host"})


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "http://127.0.0.1:9999"])
def test_a_cross_site_post_is_refused_even_from_the_host_machine(server: Served, origin: str | None) -> None:
    headers = {"origin": origin} if origin else {}
    answer = server.host.client.post("/api/game", json=NEW_GAME, headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (403, "foreign-origin")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_a_write_that_is_no_json_is_refused(server: Served, kind: str) -> None:
    headers = server.host.headers(**{"content-type": kind})
    answer = server.host.client.post("/api/game", content=b"{}", headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (415, "wrong-type")


def test_a_body_that_is_too_large_is_refused_by_its_length_and_by_its_bytes(server: Served) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(LARGEST_BODY // 1000 + 2):
            yield b" " * 1000

    headers = server.host.headers(**{"content-type": "application/json"})
    for content in (b" " * (LARGEST_BODY + 1), pieces()):
        answer = server.host.client.post("/api/game", content=content, headers=headers)
        assert answer.status_code == 413


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"players": "Ana"},
        {"players": ["Ana"]},
        {"players": ["Ana", "Ben"], "edition": "chess"},
        {"players": ["Ana", "Ben"], "cards_removed": -1},
        {"players": ["Ana", "Ben"], "unknown": 1},
        {"players": ["Ana", "x" * 41]},
        [1, 2],
    ],
)
def test_wrong_types_are_named(server: Served, body: Any) -> None:
    answer = server.host.client.post("/api/game", json=body, headers=server.host.headers())
    assert (answer.status_code, answer.json()["error"]) == (422, "unreadable")


def test_a_name_that_cannot_be_is_refused_by_the_rules(server: Served) -> None:
    answer = server.host.post("/api/game", players=["Ana", "Ana"])
    assert (answer.status_code, answer.json()["rule"]["code"]) == (409, "players")


def test_only_so_many_addresses_are_remembered() -> None:
    async def come() -> None:
        for number in range(TEN_THOUSAND):
            assert await keeper.admit(str(number))

    keeper = PaceKeeper(Pace(at_once=3, each_second=2), clock=lambda: 0.0)
    asyncio.run(come())
    assert len(keeper._free_at) == ADDRESSES_REMEMBERED


def test_those_who_ask_too_often_wait_and_the_insistent_are_sent_away() -> None:
    now, slept = [0.0], list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async def ask(times: int) -> list[bool]:
        return [await keeper.admit("192.168.1.77") for _ in range(times)]

    keeper = PaceKeeper(Pace(at_once=3, each_second=2), clock=lambda: now[0], sleep=sleep)
    assert asyncio.run(ask(8)) == [True] * 7 + [False]
    assert slept == [0.5, 1.0, 1.5, 2.0]
    now[0] = 60.0
    assert asyncio.run(ask(3)) == [True] * 3
    assert len(slept) == 4


def joins(server: Served, code: str, address_of: Callable[[int], str]) -> Counter[int]:
    """How ten thousand joins end that come one after the other, each from an address of its own making."""

    async def all_of_them() -> Counter[int]:
        return Counter([await _join(server.app, code, address_of(number)) for number in range(TEN_THOUSAND)])

    return server.runner.run(all_of_them())


async def _join(app: ASGIApp, code: str, address: str) -> int:
    """One join, as bare as a server hands it over; what it answers."""
    body, answered = json.dumps({"code": code}).encode(), list[Message]()
    headers = {"host": "192.168.1.5:8765", "origin": ADDRESS, "content-type": "application/json"}
    scope: Scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST", "scheme": "http",
        "path": "/api/join", "raw_path": b"/api/join", "query_string": b"", "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": (address, 50000), "server": ("192.168.1.5", 8765),
    }  # fmt: skip

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        answered.append(message)

    await app(scope, receive, send)
    return int(answered[0]["status"])


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for a turn: who comes too early is sent away."""
    monkeypatch.setattr("companion.server.pace.LONGEST_WAIT_SECONDS", 0.0)


@pytest.mark.usefixtures("impatient")
def test_ten_thousand_joins_from_one_phone_are_mostly_refused_and_the_game_goes_on(server: Served) -> None:
    server.begin()
    ended = joins(server, server.access.code(Role.PLAYER), lambda _number: PHONE[0])
    assert set(ended) == {200, 429}
    assert ended[200] < TEN_THOUSAND // 10
    server.host.do("/api/game/send", player="Ana", card="reG5", cell=[1, 2])
    for _ in range(150):
        assert server.host.get("/api/me").status_code == 200


@pytest.mark.usefixtures("impatient")
def test_a_hosts_tablet_is_not_locked_out_by_phones_that_share_its_address(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Behind a phone's hotspot all may come from one address."""
    monkeypatch.setattr("companion.server.gate.EVERYTHING", Pace(at_once=5, each_second=0.001))
    host, player = server.phone(Role.HOST), server.phone(Role.PLAYER)
    assert [player.get("/api/me").status_code for _ in range(8)] == [200] * 5 + [429] * 3
    assert {host.get("/api/me").status_code for _ in range(8)} == {200}
    assert player.get("/api/me").status_code == 429


@pytest.mark.usefixtures("impatient")
def test_ten_thousand_joins_from_everywhere_fill_nothing_up(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sessions are bounded; the host machine needs none."""
    monkeypatch.setattr("companion.server.access.MOST_SESSIONS", 500)
    server.begin()
    ended = joins(
        server, server.access.code(Role.PLAYER), lambda number: f"10.1.{number // 250}.{number % 250}"
    )
    assert ended == {200: TEN_THOUSAND}
    assert len(server.access._sessions) == 500
    server.host.do("/api/game/send", player="Ana", card="reG5", cell=[1, 2])


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("127.0.0.1", True),
        ("127.1.2.3", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("192.168.1.5", False),
        ("", False),
    ],
)
def test_only_loopback_is_this_machine(address: str, here: bool) -> None:
    assert is_this_machine(address) is here


def test_the_host_machine_is_known_at_every_address_of_its_own(server: Served) -> None:
    """Whoever opens the phones' address on the host machine itself comes from that address."""
    here = Caller(Client(server.app, ADDRESS, ("192.168.1.5", 50000), server.runner))
    assert here.get("/api/me").json()["role"] == "host"
    elsewhere = Caller(Client(server.app, ADDRESS, ("192.168.1.6", 50000), server.runner))
    assert elsewhere.get("/api/me").status_code == 401


def test_a_phone_without_a_code_sees_nothing(server: Served) -> None:
    client = server.client(PHONE)
    for path in ("/api/view", "/api/me", "/api/links", "/api/games", "/api/stream", "/api/phones"):
        assert client.get(path).status_code == 401
    assert client.get("/play").status_code == 200


def test_renewing_a_code_drops_its_holders(server: Served) -> None:
    server.begin()
    player, judge = server.phone(Role.PLAYER), server.phone(Role.JUDGE)
    old = server.access.code(Role.PLAYER)
    server.host.do("/api/links/renew", role="player")
    assert player.get("/api/view").status_code == 401
    assert judge.view()["turn"] == 1
    assert server.access.code(Role.PLAYER) != old
    assert server.phone(Role.PLAYER).view()["turn"] == 1


def test_codes_are_kept_only_as_hashes(server: Served, tmp_path: Any) -> None:
    codes = [server.access.code(role) for role in Role]
    kept = (tmp_path / "access.json").read_text()
    assert not any(code in kept for code in codes)
    assert len(set(codes)) == len(codes)
    assert all(len(code) >= 22 for code in codes)


def test_a_seat_is_held_by_the_phone_that_follows_from_it(server: Served) -> None:
    server.begin()
    first, second = server.phone(Role.PLAYER).sit("Ana"), server.phone(Role.PLAYER)
    assert first.session
    server.access.session(first.session).streams = 1
    assert second.post("/api/seat", player="Ana").json()["error"] == "seat-taken"
    assert second.post("/api/seat", player="Zoe").json()["error"] == "no-such-player"
    server.access.session(first.session).streams = 0
    second.sit("Ana")


def test_a_page_that_is_loaded_again_keeps_its_seat(server: Served) -> None:
    server.begin()
    first = server.phone(Role.PLAYER).sit("Ana")
    assert first.session
    server.access.session(first.session).streams = 1  # its stream seems open still
    code = server.access.code(Role.PLAYER)
    answer = first.client.post(
        "/api/join", json={"code": code, "previous": first.session}, headers={"origin": first.client.base_url}
    )
    again = Caller(first.client, answer.json()["session"])
    again.sit("Ana")
    assert first.get("/api/view").status_code == 401


def test_a_full_disk_is_said_and_the_game_stands(server: Served) -> None:
    server.begin()
    store = server.table.journal.store
    store._connection.execute("PRAGMA max_page_count = 1")
    answers = [server.host.post("/api/game/dispute", reason="x" * 499)]
    while answers[-1].status_code == 200:
        answers.append(server.host.post("/api/game/settle", upheld=True, reason="x" * 499))
        if answers[-1].status_code == 200:
            answers.append(server.host.post("/api/game/dispute", reason="x" * 499))
    assert (answers[-1].status_code, answers[-1].json()["error"]) == (507, "disk-full")
    assert server.host.view()["stage"] == "rounds"
