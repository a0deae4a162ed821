"""A judge's photo: taken in with care, read in a process of its own, judged on one screen."""

from __future__ import annotations

import asyncio
import struct
import zlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.deck_folder import BUILT_IN_DECKS
from companion.cli.photo_desk import PhotoDesk
from companion.server.app import Sight
from companion.server.photo_shelf import PHOTOS_KEPT, PhotoShelf
from companion.server.refusals import Refused
from companion.server.roles import Role
from companion.table.photographed import (
    LARGEST_PHOTO_BYTES,
    PhotographedTable,
    PhotographedZone,
    PhotoTrouble,
    UnusablePhoto,
    ZoneAsked,
)
from models.training.scenes.picture_deck import picture_deck
from models.training.scenes.scene import render_scene
from models.training.scenes.truth import Scene
from tests.companion.server.served import Caller, Served, served
from vision.photo_header import read_photo_header

UPLOAD = "/api/check/photos"


@pytest.fixture(scope="module")
def scene() -> Scene:
    return render_scene(7, "easy", picture_deck(BUILT_IN_DECKS / "house"), (1280, 720))


@pytest.fixture(scope="module")
def desk() -> Iterator[PhotoDesk]:
    one = PhotoDesk("house")
    yield one
    one.close()


@pytest.fixture
def seeing(tmp_path: Path, desk: PhotoDesk) -> Iterator[Served]:
    with served(tmp_path, Sight(photos=desk)) as server:
        yield server


def jpeg_of(scene: Scene, *, exif: bytes = b"") -> bytes:
    """A photo as phones send it: with what the phone says of itself and of the place."""
    content = cv2.imencode(".jpg", scene.frame_bgr)[1].tobytes()
    segment = b"\xff\xe1" + struct.pack(">H", len(exif) + 8) + b"Exif\0\0" + exif if exif else b""
    return content[:2] + segment + content[2:]


def png_bomb(width: int, height: int) -> bytes:
    """A few bytes that claim to be a huge picture."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b"\0" * 1000))
        + chunk(b"IEND", b"")
    )


def send(caller: Caller, content: Any, kind: str = "image/jpeg") -> Any:
    return caller.client.post(UPLOAD, content=content, headers=caller.headers(**{"content-type": kind}))


def test_a_judges_photo_is_read_asked_about_and_judged(seeing: Served, scene: Scene) -> None:
    judge = seeing.phone(Role.JUDGE)
    found = send(judge, jpeg_of(scene)).json()
    assert found["found"]
    truth = {(cell.row, cell.column): cell for cell in scene.truth.cells}
    for cell in found["cells"]:
        true = truth[cell["row"], cell["column"]]
        assert cell["card"] == true.code or not cell["accepted"]
    told = [
        {"cell": place, "card": cell.code if cell.state.value == "card" else None}
        for place, cell in truth.items()
    ]
    emissary = next(place for place, cell in truth.items() if cell.state.value == "card")
    answer = judge.do("/api/check", photo=found["photo"], emissary=emissary, told=told)
    assert answer["unsure"] == []
    assert answer["verdict"]["emissary"] == truth[emissary].code
    assert answer["verdict"]["sentences"]
    spanish = judge.client.post(
        "/api/check?language=es",
        json={"photo": found["photo"], "emissary": emissary, "told": told},
        headers=judge.headers(),
    ).json()
    assert spanish["verdict"]["sentences"] != answer["verdict"]["sentences"]


def test_an_emissary_where_no_card_lies_is_refused(seeing: Served, scene: Scene) -> None:
    judge = seeing.phone(Role.JUDGE)
    photo = send(judge, jpeg_of(scene)).json()["photo"]
    answer = judge.post("/api/check", photo=photo, emissary=[0, 0], told=[{"cell": [0, 0], "card": None}])
    assert (answer.status_code, answer.json()["error"]) == (409, "no-emissary")


def test_nothing_of_the_phone_or_the_place_is_kept(seeing: Served, scene: Scene) -> None:
    gps = b"MM\0*\0\0\0\x08\0\1\x88\x25\0\4\0\0\0\1\0\0\0\x1aGPSLatitude 41.38"
    judge = seeing.phone(Role.JUDGE)
    name = send(judge, jpeg_of(scene, exif=gps)).json()["photo"]
    picture = judge.get(f"{UPLOAD}/{name}").content
    assert b"Exif" not in picture
    assert b"GPS" not in picture
    assert read_photo_header(picture).pixels == 1280 * 720


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"", "photo-empty"),
        (b"%PDF-1.7 this is no photo", "no-photo"),
        (b"\0\0\0\x18ftypheic" + b"\0" * 40, "photo-heic"),
        (b"\xff\xd8\xff\xe0 and then nothing of a JPEG", "photo-cut-short"),
        (png_bomb(100_000, 100_000), "photo-too-large"),
        (png_bomb(2000, 1000), "photo-damaged"),
    ],
)
def test_what_is_no_photo_is_named_and_the_next_one_is_read(
    seeing: Served, content: bytes, error: str
) -> None:
    answer = send(seeing.phone(Role.JUDGE), content, "application/octet-stream")
    assert (answer.status_code, answer.json()["error"]) == (422, error)


def test_a_picture_without_a_table_says_so(seeing: Served) -> None:
    judge = seeing.phone(Role.JUDGE)
    plain = cv2.imencode(".png", np.full((400, 600, 3), 90, np.uint8))[1].tobytes()
    found = send(judge, plain, "image/png").json()
    assert (found["found"], found["error"]) == (False, "plain")
    answer = judge.post("/api/check", photo=found["photo"], emissary=[0, 0])
    assert (answer.status_code, answer.json()["error"]) == (409, "no-table")


def test_a_photo_that_is_too_large_is_refused_by_its_length_and_by_its_bytes(server: Served) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(LARGEST_PHOTO_BYTES // 2**20 + 2):
            yield b"\xff" * 2**20

    judge = server.phone(Role.JUDGE)
    claims = judge.headers(**{"content-type": "image/jpeg", "content-length": str(2**30)})
    assert judge.client.post(UPLOAD, content=b"x", headers=claims).status_code == 413
    assert send(judge, pieces()).status_code == 413


@pytest.mark.parametrize("kind", ["text/html", "image/svg+xml", "multipart/form-data", "application/json"])
def test_a_photo_of_a_foreign_type_is_refused(server: Served, kind: str) -> None:
    assert send(server.phone(Role.JUDGE), b"x", kind).status_code == 415


@pytest.mark.parametrize("role", [Role.PLAYER, Role.VIEWER, Role.CAMERA])
def test_only_judges_and_hosts_have_photos_read(server: Served, role: Role) -> None:
    assert send(server.phone(role), b"\xff\xd8\xff").status_code == 403
    assert server.phone(role).get(f"{UPLOAD}/{'0' * 16}").status_code == 403


def test_a_photo_that_breaks_the_reader_does_not_break_the_table(desk: PhotoDesk, scene: Scene) -> None:
    desk.read_now(jpeg_of(scene))
    assert desk._worker._process is not None
    desk._worker._process.kill()
    with pytest.raises(UnusablePhoto, match="broke what reads it"):
        desk.read_now(jpeg_of(scene))
    assert desk.read_now(jpeg_of(scene)).reading is not None


def test_a_photo_that_takes_too_long_is_given_up(scene: Scene) -> None:
    hasty = PhotoDesk("house", patience_seconds=0.01)
    try:
        with pytest.raises(UnusablePhoto) as caught:
            hasty.read_now(jpeg_of(scene))
        assert caught.value.trouble is PhotoTrouble.TOO_SLOW
    finally:
        hasty.close()


class Glance:
    """Reads every photo as a picture of nothing."""

    async def read(self, content: bytes) -> PhotographedTable:
        return PhotographedTable(content, 1, 1, not_found="nothing")

    async def read_zone(self, asked: ZoneAsked) -> PhotographedZone:
        raise UnusablePhoto(PhotoTrouble.NO_CARDS, f"{len(asked.content)} bytes show nothing")


def test_only_the_last_photos_are_kept_under_names_made_here() -> None:
    async def fill() -> None:
        shelf = PhotoShelf(Glance())
        names = [await shelf.take(b"%d" % number) for number in range(PHOTOS_KEPT + 1)]
        assert len(set(names)) == len(names)
        assert shelf[names[-1]].picture_jpeg == b"%d" % PHOTOS_KEPT
        with pytest.raises(Refused, match="take it again"):
            shelf[names[0]]

    asyncio.run(fill())


def test_a_table_without_a_reader_says_so(server: Served) -> None:
    answer = send(server.phone(Role.JUDGE), b"\xff\xd8\xff")
    assert (answer.status_code, answer.json()["error"]) == (503, "no-reader")
