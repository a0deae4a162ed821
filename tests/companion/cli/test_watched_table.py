"""A film of a table becomes a game on every phone: recorded with its frames, corrected by people, resumed."""

from __future__ import annotations

import errno
import json
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.cli.camera_source import Eyes
from companion.cli.decks import deck_list
from companion.cli.demo_film import AUTHOR, forget_demos
from companion.demo.film import PLAYERS
from companion.journal import evidence as evidence_module
from tests.companion.cli.filmed import BEGUN, SENT, conclaves, write_film
from tests.companion.server.live import LiveServer, live_server

PATIENCE_SECONDS = 120


class Host:
    """The host machine's own calls."""

    def __init__(self, live: LiveServer) -> None:
        self.live = live

    def call(self, path: str, body: dict[str, Any] | None = None) -> Any:
        headers = {"origin": self.live.address, "content-type": "application/json"}
        content = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(f"{self.live.address}{path}", content, headers)
        with urllib.request.urlopen(asked, timeout=30) as answer:
            found = answer.read()
            return json.loads(found) if "json" in answer.headers["content-type"] else found

    def wait(self, until: Callable[[Any], bool], path: str = "/api/view") -> Any:
        """The view, or another answer, once it is as it should become."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            found = self.call(path)
            if until(found):
                return found
            assert time.monotonic() < deadline, found
            time.sleep(0.2)


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tables = conclaves(BEGUN, SENT)
    return write_film(tmp_path_factory.mktemp("film") / "game.avi", tables)


@pytest.fixture
def host(tmp_path: Path, film: Path) -> Iterator[Host]:
    with live_server(tmp_path, deck_list("house"), Eyes(str(film), "house", tmp_path)) as live:
        yield Host(live)


def test_a_filmed_game_is_recorded_as_it_is_played_and_any_cell_can_be_set(host: Host) -> None:
    waiting = host.wait(lambda view: view["camera"] and view["camera"]["source"] == "running")
    assert waiting["stage"] == "none"
    host.call("/api/game", {"players": ["Ana", "Ben"], "starting_corner": None})
    view = host.wait(lambda view: view.get("verdict"))
    assert (view["verdict"]["player"], view["verdict"]["emissary"], view["verdict"]["cell"]) == (
        "Ana", "grC5", [1, 1],
    )  # fmt: skip
    assert view["camera"]["watching"] == "following"
    move = host.live.table.current().moves[0]
    assert move.author == "camera"
    assert move.evidence
    frame = host.call(f"/api/evidence/{move.evidence[0]}")
    assert frame.startswith(b"\xff\xd8\xff")
    sight = host.wait(
        lambda sight: {cell["card"] for cell in sight["cells"]} >= {"grC5", "puC4"}, "/api/camera/sight"
    )  # the preview may come a moment after the verdict
    assert host.call(f"/api/camera/pictures/{sight['number']}").startswith(b"\xff\xd8\xff")
    host.call("/api/game/cell", {"cell": [0, 0], "card": "beC3"})
    after = host.call("/api/view")
    assert after["conclave"][0] == "beC3"
    assert after["verdict"]["emissary"] == "grC5"


def test_a_full_disk_is_told_to_everybody_and_the_turn_is_kept_once_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no space left on device")

    film = write_film(tmp_path / "game.avi", conclaves(BEGUN, SENT), seconds_each=9.0)
    with live_server(tmp_path, deck_list("house"), Eyes(str(film), "house", tmp_path)) as live:
        host = Host(live)
        host.wait(lambda view: view["camera"] and view["camera"]["source"] == "running")
        monkeypatch.setattr(evidence_module, "write_durably", full)
        host.call("/api/game", {"players": ["Ana", "Ben"], "starting_corner": None})
        host.wait(lambda view: view["camera"]["advice"][:1] == ["disk_full"])
        assert live.table.current().moves == ()
        monkeypatch.undo()
        view = host.wait(lambda view: view.get("verdict"))
        assert view["verdict"]["emissary"] == "grC5"
        host.wait(lambda view: not view["camera"]["advice"])


def test_the_demonstration_plays_by_itself_and_leaves_the_table_to_people(tmp_path: Path, film: Path) -> None:
    with live_server(tmp_path, deck_list("house"), Eyes(str(film), "house", tmp_path, AUTHOR)) as live:
        host = Host(live)
        view = host.wait(lambda view: view.get("verdict"))
        assert [player["name"] for player in view["players"]] == list(PLAYERS)
        host.call("/api/game", {"players": ["Zoe", "Yan"]})
        view = host.wait(lambda view: view["stage"] == "laying")
        assert view["camera"] is None
        assert live.camera is not None
        assert live.camera.takes_frames  # a phone may film from now on
        forget_demos(live.table.journal)
        assert live.table.journal.games() == (view["game"],)
