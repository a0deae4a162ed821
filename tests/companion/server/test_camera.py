"""The camera for pages and phones: one phone films, pictures go to those who judge, answers go back."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.conclave.components import Mage
from companion.games.conclave.conclave import Cell
from companion.games.conclave.notation import mage
from companion.journal.story import Story
from companion.server.app import Sight
from companion.server.camera import (
    PICTURES_KEPT,
    CameraView,
    CellDiffers,
    PossibleMove,
    SightBoard,
    Sighted,
)
from companion.server.gate import LARGEST_FRAME_BYTES
from companion.server.roles import Role
from tests.companion.server.served import Caller, Served, served

FRAME = b"\xff\xd8\xff a picture"


class Eye:
    """A camera that remembers what it was told."""

    def __init__(self) -> None:
        self.takes_frames = True
        self.frames: list[bytes] = []
        self.told: list[tuple[Cell, Mage | None]] = []
        self.chosen: list[tuple[int, str]] = []
        self.accepted: list[str] = []
        self.followed: list[int | None] = []

    def push(self, frame_jpeg: bytes) -> None:
        self.frames.append(frame_jpeg)

    def tell(self, cell: Cell, card: Mage | None) -> None:
        self.told.append((cell, card))

    async def choose(self, number: int, author: str) -> None:
        self.chosen.append((number, author))

    async def accept(self, author: str) -> None:
        self.accepted.append(author)

    def go_on_from(self, story: Story | None) -> None:
        self.followed.append(story.entries if story else None)


@pytest.fixture
def eye() -> Eye:
    return Eye()


@pytest.fixture
def watched(tmp_path: Path, eye: Eye) -> Iterator[Served]:
    with served(tmp_path, Sight(camera=eye)) as server:
        server.table.camera = CameraView()
        server.table.watcher = eye
        yield server


def film(caller: Caller, frame: bytes = FRAME, kind: str = "image/jpeg") -> Any:
    headers = caller.headers(**{"content-type": kind})
    return caller.client.post("/api/camera/frames", content=frame, headers=headers)


def test_a_phone_by_the_camera_link_brings_frames_and_hears_how_they_are(watched: Served, eye: Eye) -> None:
    phone = watched.phone(Role.CAMERA)
    answer = film(phone)
    assert (answer.status_code, answer.json()["watching"]) == (200, "searching")
    assert eye.frames == [FRAME]


@pytest.mark.parametrize("role", [Role.PLAYER, Role.VIEWER, Role.JUDGE])
def test_no_other_role_but_the_host_films(watched: Served, role: Role) -> None:
    assert film(watched.phone(role)).status_code == 403
    assert film(watched.host).status_code == 200


def test_a_camera_phone_does_nothing_else(watched: Served) -> None:
    watched.begin()
    phone = watched.phone(Role.CAMERA)
    for path in ("/api/view", "/api/stream", "/api/games", "/api/links", "/api/camera/sight"):
        assert phone.get(path).status_code == 403, path
    assert phone.post("/api/game/dispute").status_code == 403
    assert phone.get("/api/camera").json() == {"secure_port": None, "camera": {
        "source": "starting", "watching": "searching", "advice": [], "phone": False, "recorded": False,
        "asked": [], "differs": [], "choices": [], "verdict_unsure": [],
    }}  # fmt: skip


def test_two_phones_do_not_film_at_once_but_one_takes_over_from_one_that_stopped(watched: Served) -> None:
    first, second = watched.phone(Role.CAMERA), watched.phone(Role.CAMERA)
    film(first)
    watched.table.camera = CameraView(source="running")
    assert film(second).json()["error"] == "another-camera"
    watched.table.camera = CameraView(source="stalled")
    assert film(second).status_code == 200


def test_nobody_plays_into_the_recorded_game(watched: Served) -> None:
    watched.begin()
    watched.table.camera = CameraView(source="running", recorded=True)
    send = {"player": "Ana", "card": "reG5", "cell": [1, 2]}
    refused = watched.host.post("/api/game/send", **send)
    assert (refused.status_code, refused.json()["error"]) == (409, "recorded-game")
    watched.host.do("/api/game/dispute", reason="disputes can be tried out")
    watched.table.camera = None
    watched.host.do("/api/game/send", **send)


def test_a_table_with_a_camera_of_its_own_takes_no_frames(watched: Served, eye: Eye) -> None:
    eye.takes_frames = False
    assert film(watched.phone(Role.CAMERA)).json()["error"] == "another-camera"


@pytest.mark.parametrize(
    ("frame", "kind", "status"),
    [
        (b"not a picture", "image/jpeg", 422),
        (FRAME, "image/png", 415),
        (FRAME + b" " * LARGEST_FRAME_BYTES, "image/jpeg", 413),
    ],
)
def test_frames_that_are_none_are_refused(
    watched: Served, eye: Eye, frame: bytes, kind: str, status: int
) -> None:
    assert film(watched.phone(Role.CAMERA), frame, kind).status_code == status
    assert eye.frames == []


def test_without_a_camera_everything_says_so(server: Served) -> None:
    assert film(server.host).json()["error"] == "no-camera"
    assert server.host.get("/api/camera/sight").json()["error"] == "no-camera"
    assert server.host.post("/api/camera/answer", cell=[0, 0], card=None).json()["error"] == "no-camera"
    assert server.host.view()["camera"] is None


def test_pictures_are_for_those_who_judge(watched: Served) -> None:
    watched.table.sights.show(Sighted(7, FRAME, 640, 480))
    judge = watched.phone(Role.JUDGE)
    found = judge.get("/api/camera/sight").json()
    assert (found["number"], found["width"], found["cells"]) == (7, 640, [])
    assert judge.get("/api/camera/pictures/7").content == FRAME
    assert judge.get("/api/camera/pictures/6").status_code == 404
    for role in (Role.PLAYER, Role.VIEWER):
        assert watched.phone(role).get("/api/camera/sight").status_code == 403
        assert watched.phone(role).get("/api/camera/pictures/7").status_code == 403


def test_whoever_asks_for_a_newer_picture_waits_for_it() -> None:
    async def look() -> None:
        board = SightBoard()
        assert await board.newer(-1, 0.01) is None
        waiting = asyncio.create_task(board.newer(-1, 10))
        await asyncio.sleep(0)
        for number in range(PICTURES_KEPT + 1):
            board.show(Sighted(number, FRAME, 1, 1))
        found = await waiting
        assert found is not None
        assert found.number == PICTURES_KEPT
        assert await board.newer(PICTURES_KEPT, 0.01) is None
        assert board.picture(0) is None
        waiting = asyncio.create_task(board.newer(PICTURES_KEPT, 10))
        await asyncio.sleep(0)
        board.close()  # the table closes at once, whoever waits
        assert await waiting is None

    asyncio.run(look())


def test_what_the_camera_asks_is_answered_by_a_judge_or_whoever_plays_now(watched: Served, eye: Eye) -> None:
    watched.begin()
    ana, ben = watched.phone(Role.PLAYER).sit("Ana"), watched.phone(Role.PLAYER).sit("Ben")
    ana.do("/api/camera/answer", cell=[1, 1], card="reG5")
    watched.phone(Role.JUDGE).do("/api/camera/answer", cell=[1, 2], card=None)
    assert ben.post("/api/camera/answer", cell=[1, 1], card="reG5").status_code == 403
    assert eye.told == [(Cell(1, 1), mage("reG5")), (Cell(1, 2), None)]


def test_a_course_of_play_is_chosen_from_those_that_explain_the_table(watched: Served, eye: Eye) -> None:
    watched.table.camera = replace(CameraView(), choices=((PossibleMove("Ana", "reG5", (1, 1)),), ()))
    watched.phone(Role.JUDGE).do("/api/camera/choose", number=1)
    assert watched.host.post("/api/camera/choose", number=2).json()["error"] == "stale"
    assert watched.phone(Role.PLAYER).post("/api/camera/choose", number=0).status_code == 403
    assert eye.chosen == [(1, "judge")]


def test_a_table_that_differs_is_taken_for_the_truth_in_one_tap(watched: Served, eye: Eye) -> None:
    judge = watched.phone(Role.JUDGE)
    assert judge.post("/api/camera/accept").json()["error"] == "stale"
    watched.table.camera = CameraView(differs=(CellDiffers((1, 1), ("reG5",), None),))
    assert watched.phone(Role.PLAYER).post("/api/camera/accept").status_code == 403
    judge.do("/api/camera/accept")
    assert eye.accepted == ["judge"]


def test_the_camera_hears_of_everything_that_was_decided_without_it(watched: Served, eye: Eye) -> None:
    watched.begin()
    watched.host.do("/api/game/send", player="Ana", card="reG5", cell=[1, 2])
    assert eye.followed == [*range(1, 15)]
    watched.host.delete(f"/api/games/{watched.host.view()['game']}")
    assert eye.followed[-1] is None


def test_how_the_camera_is_doing_is_published_once(watched: Served) -> None:
    published: list[int] = []
    watched.table.hub.publish = lambda: published.append(1)  # type: ignore[method-assign]
    for _ in range(3):
        watched.table.show_camera(CameraView(source="running"))
    assert len(published) == 1
    assert watched.host.view()["camera"]["source"] == "running"
