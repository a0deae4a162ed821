"""What may come in: the right host, origin, type, size and pace. The host machine is never locked out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from companion.server.gate import LARGEST_BODY, is_this_machine
from companion.server.pace import Pace, PaceKeeper
from companion.server.roles import Role
from tests.companion.server.served import PHONE, Served

NEW_GAME = {"players": ["Ana", "Ben"]}


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


def test_ten_thousand_joins_do_not_lock_the_host_out(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.server.pace.LONGEST_WAIT_SECONDS", 0.0)
    server.begin()
    client = server.client(PHONE)
    statuses = {
        client.post(
            "/api/join", json={"code": "not a code"}, headers={"origin": "http://192.168.1.5:8765"}
        ).status_code
        for _ in range(60)
    }
    assert statuses == {401, 429}
    assert server.host.view()["stage"] == "rounds"
    for _ in range(150):
        assert server.host.get("/api/me").status_code == 200


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
