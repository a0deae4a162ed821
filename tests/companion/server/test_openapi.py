"""The API describes itself, and no body, however odd, makes it fall over."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.server.roles import Role
from tests.companion.server.served import Caller, Served, served

NAMES = ["player", "card", "cards", "cell", "deck", "magic", "receiver", "place", "seen", "reason", "players"]
NAMES += ["upheld", "role", "code", "edition", "cards_removed", "starting_corner", "first_player"]
VALUES = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-5, 10**6),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(max_size=20),
        st.sampled_from(
            ["Ana", "Ben", "puG5", "reG5", "left", "nature", "top-left", "host", "player", "conclave"]
        ),
        st.lists(st.integers(-1, 4), min_size=2, max_size=2),
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)
BODIES = st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=6)
BYTES = (
    "/api/games/import",
    "/api/links/renew",
    "/api/check/photos",
    "/api/camera/frames",
    "/api/decks/import",
    "/api/teach-photos",
)
GAME = "20310509-200000-0123abcd"


@pytest.fixture(scope="module")
def playing() -> Iterator[Served]:
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as server:
        server.begin()
        yield server


def routes(server: Served, method: str) -> list[str]:
    description = server.host.get("/openapi.json").json()
    paths = [path for path, methods in description["paths"].items() if method in methods]
    facts = {"game": GAME, "digest": "0" * 64, "name": "0" * 16, "number": "0", "place": "0"}
    facts |= {"deck": "lost", "kind": "csv"}
    return [path.format(**facts) for path in paths]


def test_every_route_is_described(playing: Served) -> None:
    described = playing.host.get("/openapi.json").json()["paths"]
    assert "/api/game/send" in described
    for path, methods in described.items():
        for method, route in methods.items():
            assert route.get("description"), f"{method} {path}"


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=BODIES, choice=st.integers(0, 10**6), role=st.sampled_from([None, *Role]))
def test_no_body_makes_it_fall_over(
    playing: Served, body: dict[str, Any], choice: int, role: Role | None
) -> None:
    paths = [path for path in routes(playing, "post") if path not in BYTES]
    caller = (
        playing.host
        if role is None
        else Caller(playing.host.client, playing.access.join(playing.access.code(role))[0])
    )
    answer = caller.post(paths[choice % len(paths)], **body)
    assert answer.status_code < 500, answer.text
    assert answer.status_code == 200 or "error" in answer.json()


@pytest.mark.parametrize("query", ["", "?language=fr", "?moves=-1", "?moves=999999", "?language=es&moves=x"])
def test_no_question_makes_it_fall_over(playing: Served, query: str) -> None:
    for path in routes(playing, "get"):
        if path not in ("/api/stream", f"/api/evidence/{'0' * 64}"):
            assert playing.host.get(path + query).status_code in (200, 404, 409, 422), path
