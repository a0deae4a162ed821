"""The final tally is everybody's to take along: as a picture, a table and JSON, and only once it is final."""

from __future__ import annotations

import csv
import io
import json

import pytest

from companion.server.roles import Role
from tests.companion.journal.tables import played_out
from tests.companion.server.served import Served


@pytest.fixture
def finished(server: Served) -> Served:
    server.table.story = played_out(server.table.journal, seed=11)
    return server


@pytest.mark.parametrize("role", [Role.VIEWER, Role.PLAYER, Role.JUDGE, Role.HOST])
def test_all_who_watch_may_take_it(finished: Served, role: Role) -> None:
    phone, game = finished.phone(role), finished.table.current().game_id
    starts = {"picture": b"\x89PNG\r\n\x1a\n", "table": "\ufeffplayer,".encode(), "json": b"{"}
    for kind, start in starts.items():
        answer = phone.get(f"/api/games/{game}/tally/{kind}?language=es")
        assert answer.content.startswith(start), answer.text
        assert f'filename="conclave-{game}.' in answer.headers["content-disposition"]


def test_every_form_says_what_the_page_says(finished: Served) -> None:
    phone, game = finished.phone(Role.PLAYER), finished.table.current().game_id
    view = phone.view("es")
    told = json.loads(phone.get(f"/api/games/{game}/tally/json?language=es").content)
    assert told["explanation"] == view["tally"]["sentences"]
    assert told["winners"] == view["tally"]["winners"]
    table = phone.get(f"/api/games/{game}/tally/table").content.decode("utf-8-sig")
    points = {row["player"]: int(row["resentment"]) for row in csv.DictReader(io.StringIO(table))}
    assert points == {player["name"]: player["resentment"] for player in view["players"]}


def test_a_game_in_play_has_no_final_tally(server: Served) -> None:
    server.begin()
    phone = server.phone(Role.PLAYER)
    answer = phone.get(f"/api/games/{phone.view()['game']}/tally/json")
    assert (answer.status_code, answer.json()["error"]) == (409, "not-over")


def test_a_camera_takes_nothing_and_an_unknown_game_has_nothing(finished: Served) -> None:
    game = finished.table.current().game_id
    assert finished.phone(Role.CAMERA).get(f"/api/games/{game}/tally/json").status_code == 403
    answer = finished.phone(Role.PLAYER).get("/api/games/20310509-200000-0123abcd/tally/json")
    assert (answer.status_code, answer.json()["error"]) == (404, "unknown-game")
    assert finished.phone(Role.PLAYER).get(f"/api/games/{game}/tally/song").status_code == 422
