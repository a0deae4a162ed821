"""Decks and lessons through the server: who may, what is refused, and what it means for the table."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import pytest

from calibration.deck_writer import DeckContents, write_deck
from calibration.teaching.lesson import encoded
from companion.cli.deck_shelf import chosen_deck
from companion.cli.teaching_desk import TeachingDesk
from companion.games.conclave.components import Deck
from companion.server.app import Sight
from companion.server.roles import Role
from companion.table.photographed import (
    PhotographedTable,
    PhotographedZone,
    PhotoTrouble,
    UnusablePhoto,
    ZoneAsked,
)
from tests.calibration.teaching.table_photos import face, grid_photo
from tests.companion.server.served import Caller, Served, served
from tests.mobile_web.test_words import ENGLISH
from vision.readings import CardReading, CellState, Guess, TableReading

ROWS = (("blC1", "blC2"), ("blG1", "blG2"))
LAYOUT = "blue: C12 G12"


@dataclass
class Teaching:
    """A server that teaches, and what its table was told."""

    server: Served
    desk: TeachingDesk
    told: list[tuple[str, Deck]]

    @property
    def host(self) -> Caller:
        return self.server.host


@pytest.fixture
def teaching(tmp_path: Path) -> Iterator[Teaching]:
    told: list[tuple[str, Deck]] = []
    desk = TeachingDesk(tmp_path, "house", lambda name, deck: told.append((name, deck)))
    with served(tmp_path, Sight(photos=Glance(), teacher=desk)) as server:
        yield Teaching(server, desk, told)
        desk.close()


class Glance:
    """Reads every photo as blue Crows that it is not sure of."""

    async def read(self, content: bytes) -> PhotographedTable:
        cells = tuple(
            CardReading(row, column, CellState.CARD, (Guess("blC2", 0.5),), 0.5, accepted=False)
            for row in range(4)
            for column in range(4)
        )
        quad = ((200.0, 100.0), (386.0, 100.0), (386.0, 389.0), (200.0, 389.0))
        return PhotographedTable(content, 800, 600, TableReading(cells), (quad,) * 16)

    async def read_zone(self, asked: ZoneAsked) -> PhotographedZone:
        raise UnusablePhoto(PhotoTrouble.NO_CARDS, f"{len(asked.content)} bytes show nothing")


def send(caller: Caller, path: str, content: bytes, kind: str = "image/jpeg") -> Any:
    return caller.client.post(path, content=content, headers=caller.headers(**{"content-type": kind}))


def small_deck(folder: Path, name: str = "mine") -> None:
    pictures = {code: [encoded(face(code))] for row in ROWS for code in row}
    write_deck(folder / "decks", name, DeckContents((56, 87), pictures, dict.fromkeys(pictures, 1), True))


def photo(seed: int = 1) -> bytes:
    return cv2.imencode(".jpg", grid_photo(ROWS, seed))[1].tobytes()


def test_a_deck_is_taught_put_on_the_table_and_taken_away(teaching: Teaching, tmp_path: Path) -> None:
    host = teaching.server.phone(Role.HOST)
    assert host.do("/api/teach/mine", copies=None)["step"]["do"] == "magic"
    lesson = send(host, f"/api/teach-photos?deck=mine&layout={LAYOUT}", photo()).json()
    assert [card["card"] for card in lesson["photos"][0]["cards"]] == ["blC1", "blC2", "blG1", "blG2"]
    assert host.get("/api/teach/mine/photos/1").content.startswith(b"\xff\xd8\xff")
    named = {"place": "row 0, column 0", "card": "blC1"}
    assert host.do("/api/teach/mine/photos/1", cards=[named])["taught"]["blC1"] == 1
    assert host.do("/api/teach/mine/finish")["report"] == "taught"
    assert host.get("/api/teach/mine/report").json()["done"]
    assert host.get("/api/decks").json()["lessons"] == [
        {"name": "mine", "photos": 1, "cards": 4, "damaged": ""}
    ]
    host.do("/api/decks/mine/use")
    assert chosen_deck(tmp_path) == "mine"
    assert [(name, len(list(deck))) for name, deck in teaching.told] == [("mine", 4)]
    on_table = {deck["name"]: deck["on_table"] for deck in host.get("/api/decks").json()["decks"]}
    assert on_table == {"house": False, "mine": True}
    assert host.delete("/api/decks/mine").json()["error"] == "deck-in-use"
    packed = host.get("/api/decks/mine/export").content
    host.do("/api/decks/house/use")
    assert host.delete("/api/decks/mine").status_code == 200
    assert send(host, "/api/decks/import", packed, "application/zip").json() == {"deck": "mine"}
    assert host.delete("/api/teach/mine").status_code == 200
    assert host.get("/api/teach/mine").json()["error"] == "no-lesson"


def test_a_new_game_is_played_with_the_deck_on_the_table(teaching: Teaching, tmp_path: Path) -> None:
    small_deck(tmp_path)
    teaching.host.do("/api/decks/mine/use")
    answer = teaching.host.post("/api/game", players=["Ana", "Ben"])
    assert "4 cards" in answer.json()["fact"], answer.text


@pytest.mark.parametrize("role", [Role.JUDGE, Role.PLAYER, Role.VIEWER, Role.CAMERA])
def test_only_the_host_teaches_and_changes_decks(teaching: Teaching, role: Role) -> None:
    other = teaching.server.phone(role)
    for path in ("/api/decks", "/api/teach/mine", "/api/teach/mine/report", "/api/decks/house/export"):
        assert other.get(path).status_code == 403
    for path in ("/api/teach/mine", "/api/teach/mine/finish", "/api/decks/house/use"):
        assert other.post(path).status_code == 403
    assert send(other, "/api/teach-photos?deck=mine", photo()).status_code == 403
    assert send(other, "/api/decks/import", b"", "application/zip").status_code == 403
    assert other.delete("/api/decks/house").status_code == 403


@pytest.mark.parametrize(
    ("path", "content", "kind", "said"),
    [
        ("/api/teach-photos?deck=mine", b"no picture", "image/jpeg", (422, "no-photo")),
        ("/api/teach-photos?deck=mine&layout=pink: C", photo(), "image/jpeg", (422, "bad-layout")),
        ("/api/teach-photos?deck=lost", photo(), "image/jpeg", (404, "no-lesson")),
        ("/api/teach-photos?deck=..", photo(), "image/jpeg", (422, "unreadable")),
        ("/api/teach-photos?deck=mine", b"<svg/>", "image/svg+xml", (415, "wrong-type")),
        ("/api/decks/import", b"PK no deck", "application/zip", (422, "no-deck-file")),
        ("/api/decks/import", photo(), "image/jpeg", (415, "wrong-type")),
    ],
)
def test_a_wrong_file_is_named(
    teaching: Teaching, path: str, content: bytes, kind: str, said: tuple[int, str]
) -> None:
    teaching.host.do("/api/teach/mine")
    answer = send(teaching.host, path, content, kind)
    status, error = said
    assert (answer.status_code, answer.json()["error"]) == (status, error)
    assert f"error.{error}" in ENGLISH


def test_what_broke_the_teacher_is_said_and_the_next_wish_is_heard(teaching: Teaching) -> None:
    teaching.host.do("/api/teach/mine")
    assert teaching.desk._worker._process is not None
    teaching.desk._worker._process.kill()
    answer = teaching.host.get("/api/teach/mine")
    assert (answer.status_code, answer.json()["error"]) == (503, "lesson-broke")
    assert teaching.host.get("/api/teach/mine").json()["deck"] == "mine"


def test_while_a_deck_is_tried_out_its_lesson_says_so(teaching: Teaching) -> None:
    teaching.desk.busy_with = "mine"
    assert teaching.host.get("/api/teach/mine").json() == {"deck": "mine", "busy": True}


def test_answers_about_a_checked_photo_are_learned_by_a_taught_deck(
    teaching: Teaching, tmp_path: Path
) -> None:
    small_deck(tmp_path)
    checked = send(teaching.host, "/api/check/photos", photo()).json()["photo"]
    told = [{"cell": [0, 0], "card": "blC1"}, {"cell": [0, 1], "card": None}]
    refused = teaching.host.post("/api/decks/learn", photo=checked, told=told)
    assert (refused.status_code, refused.json()["error"]) == (409, "own-deck")
    teaching.host.do("/api/decks/mine/use")
    assert teaching.host.do("/api/decks/learn", photo=checked, told=told) == {"deck": "mine", "cards": 1}
    assert len(list((tmp_path / "decks" / "mine").glob("blC1-*"))) == 2
    assert [name for name, _ in teaching.told] == ["mine", "mine"]


def test_a_table_without_a_teacher_says_so(server: Served) -> None:
    answer = server.host.get("/api/decks")
    assert (answer.status_code, answer.json()["error"]) == (404, "no-teacher")


def test_a_chosen_deck_that_is_gone_is_not_looked_for(tmp_path: Path) -> None:
    assert chosen_deck(tmp_path) == "house"
    desk = TeachingDesk(tmp_path, "house", lambda _name, _deck: None)
    small_deck(tmp_path)
    asyncio.run(desk.use("mine"))
    assert chosen_deck(tmp_path) == "mine"
    (tmp_path / "decks" / "mine" / "manifest.json").unlink()
    assert chosen_deck(tmp_path) == "house"
    desk.close()
