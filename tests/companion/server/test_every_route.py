"""Every route of the API by who may call it: what is not for players refuses them, whatever they send."""

from __future__ import annotations

import json
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode

from companion.server.roles import Role
from tests.companion.server.live import LiveServer, live_server
from tests.companion.server.test_schema import BYTES, ENDLESS, OPERATIONS, described
from tests.mobile_web.games import TURNS, put_a_game_on_the_table

FOR_VIEWERS = {
    "POST /api/join", "GET /api/me", "GET /api/phones", "GET /api/view", f"GET {ENDLESS}",
    "GET /api/games", "GET /api/games/{game}", "GET /api/games/{game}/tally/{kind}", "GET /api/camera",
    "GET /api/count", "GET /api/count/pictures/{digest}",
}  # fmt: skip
FOR_PLAYERS = {
    *FOR_VIEWERS, "POST /api/seat", "POST /api/game/dispute", "POST /api/count/tally",
}  # fmt: skip
FROM_THE_OWN_SEAT = {  # a phone that sits nowhere is refused as a viewer is
    "POST /api/game/give", "POST /api/game/send", "POST /api/game/pass", "POST /api/game/draw",
    "POST /api/game/refill", "POST /api/game/show", "POST /api/game/undo", "POST /api/camera/answer",
}  # fmt: skip
EXAMPLES = 2


@pytest.fixture(scope="module")
def table() -> Iterator[LiveServer]:
    with tempfile.TemporaryDirectory() as folder, live_server(Path(folder)) as live:
        put_a_game_on_the_table(live, *TURNS)
        yield live


def session(live: LiveServer, role: Role) -> str:
    """A phone of that role has joined."""
    content = json.dumps({"code": live.access.code(role)}).encode()
    headers = {"origin": live.address, "content-type": "application/json"}
    asked = urllib.request.Request(f"{live.address}/api/join", content, headers)
    with urllib.request.urlopen(asked, timeout=30) as answer:
        return str(json.loads(answer.read())["session"])


def test_every_route_that_is_named_here_exists() -> None:
    there = {f"{method.upper()} {path}" for path, ways in described()["paths"].items() for method in ways}
    assert there >= FOR_PLAYERS | FROM_THE_OWN_SEAT


@pytest.mark.parametrize("role", [Role.PLAYER, Role.VIEWER])
@pytest.mark.parametrize("label", [label for label in OPERATIONS if label not in FOR_PLAYERS])
def test_what_is_not_for_players_refuses_them(table: LiveServer, label: str, role: Role) -> None:
    headers = {
        "origin": table.address,
        "content-type": "application/json",
        "authorization": f"Bearer {session(table, role)}",
    }

    seen: set[tuple[int, str]] = set()

    @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=OPERATIONS[label].as_strategy(generation_mode=GenerationMode.POSITIVE))
    def refused(case: Any) -> None:
        answer = case.call(base_url=table.address, headers=headers)
        seen.add((answer.status_code, answer.json()["error"]))

    refused()
    assert (403, "not-allowed") in seen
    assert seen <= {
        (403, "not-allowed"),
        (422, "unreadable"),
    }  # descriptions cannot say all that is asked for


@pytest.mark.parametrize("role", [Role.PLAYER, Role.VIEWER])
@pytest.mark.parametrize("path", BYTES)
def test_no_file_of_a_player_is_taken_in(table: LiveServer, path: str, role: Role) -> None:
    kind = "application/zip" if path.endswith("import") else "image/jpeg"
    headers = {
        "origin": table.address,
        "content-type": kind,
        "authorization": f"Bearer {session(table, role)}",
    }
    asked = urllib.request.Request(f"{table.address}{path}?deck=ours&player=Ana", b"\xff\xd8\xff", headers)
    with pytest.raises(urllib.error.HTTPError) as refusal:
        urllib.request.urlopen(asked, timeout=30)
    with refusal.value as answer:
        assert answer.code == 403
