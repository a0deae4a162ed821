"""Taking a game in: each thing that may be wrong with a file is named for the page, and nothing is lost."""

from __future__ import annotations

from typing import Any

import pytest

from companion.journal.archive import pack, unpack
from companion.journal.bundle import export_game
from tests.companion.journal.test_bundle import with_manifest, zipped
from tests.companion.server.served import Served


@pytest.fixture
def packed(server: Served) -> bytes:
    server.begin()
    return export_game(server.table.journal, server.table.current().game_id)


def take_in(server: Served, content: bytes) -> Any:
    headers = server.host.headers(**{"content-type": "application/zip"})
    return server.host.client.post("/api/games/import", content=content, headers=headers)


def test_what_is_wrong_with_a_bundle_is_named_and_the_games_stay(server: Served, packed: bytes) -> None:
    content = unpack(packed)
    wrong = {
        "newer-bundle": pack(with_manifest(packed, version=9)),
        "harmful-bundle": zipped({**content, "../evil": b"evil"}),
        "changed-bundle": packed.replace(b"setup", b"setuq"),
        "no-bundle": b"no zip",
    }
    for code, bundle in wrong.items():
        answer = take_in(server, bundle)
        assert (answer.status_code, answer.json()["error"]) == (422, code)
        assert answer.json()["fact"]
    assert len(server.host.get("/api/games").json()) == 1
    assert take_in(server, packed).status_code == 200
