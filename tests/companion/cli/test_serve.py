"""`conclave serve`: opens, tells phones where, and stops at once."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.cli.addresses import likeliest_first
from companion.cli.main import UsageError
from companion.cli.serving import (
    Wishes,
    door_of,
    listen,
    open_doors,
    open_journal,
    phone_addresses,
    serve,
    site_of,
)
from companion.cli.terminal_qr import terminal_qr
from companion.cli.welcome import Door, greet, welcome
from companion.journal.journal import FILE_NAME
from companion.server.access import Access
from companion.server.links import qr_squares
from companion.server.roles import Role
from tests.companion.cli.program import PROGRAM, conclave

PATIENCE_SECONDS = 60


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(folder: Path, port: int, *more: str) -> Iterator[subprocess.Popen[str]]:
    program = subprocess.Popen(
        [PROGRAM, "serve", "--data", str(folder), "--port", str(port), "--host", "127.0.0.1", *more],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, "CI": "1"},
    )  # fmt: skip
    try:
        yield program
    finally:
        program.kill()
        program.communicate()


def wait_for(port: int, path: str) -> bytes:
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as answer:
                return bytes(answer.read())
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


@pytest.mark.skipif(os.name == "nt", reason="sends a POSIX signal")
def test_it_opens_a_demo_prints_a_code_and_stops_at_once_although_a_phone_listens(tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, port, "--demo") as program:
        wait_for(port, "/api/me")
        while json.loads(wait_for(port, "/api/view"))["stage"] == "none":
            time.sleep(0.1)
        stream = urllib.request.urlopen(f"http://127.0.0.1:{port}/api/stream", timeout=30)
        assert stream.readline().startswith(b"id: ")
        begun = time.monotonic()
        program.send_signal(signal.SIGINT)
        text, _ = program.communicate(timeout=PATIENCE_SECONDS)
        assert time.monotonic() - begun < 10
        stream.close()
    assert program.returncode == 0
    assert f"http://127.0.0.1:{port}/play#" in text
    assert "▀" in text
    assert "The table is closed." in text
    assert "Traceback" not in text, text


def test_a_second_companion_on_the_same_folder_is_refused_in_one_line(tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, port):
        wait_for(port, "/api/me")
        done = conclave("serve", "--data", str(tmp_path), "--port", str(free_port()))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "is in use by another companion" in done.stderr


def test_a_deck_that_nobody_taught_is_refused_before_anything_is_opened(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    wishes = Wishes("127.0.0.1", (free_port(),), (), folder, demo=False, deck="never-taught")
    with pytest.raises(UsageError, match="never-taught"):
        serve(wishes)
    assert not folder.exists()
    assert replace(wishes, demo=True).deck_seen == "house"


def test_a_port_that_is_taken_is_named_and_the_next_one_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(UsageError, match=str(port)):
            listen("127.0.0.1", [port])
        with pytest.raises(UsageError, match=f"--https-port {port}"):
            listen("127.0.0.1", [port], "--https-port")
        with listen("127.0.0.1", [port, free_port()]) as second:
            assert second.getsockname()[1] != port


@pytest.mark.parametrize("port", ["0", "70000", "x"])
def test_a_port_that_cannot_be_is_refused(port: str) -> None:
    assert conclave("serve", "--port", port).returncode == 2


@pytest.mark.parametrize("speed", ["0", "-1", "nan", "1000", "fast"])
def test_a_speed_that_cannot_be_is_refused_in_one_line(speed: str) -> None:
    done = conclave("serve", f"--speed={speed}")
    assert done.returncode == 2
    assert "speed from 0.1 to 100" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_damaged_journal_is_left_as_it_is_and_play_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"this is no journal at all, but it is somebody's file" * 100)
    before = (tmp_path / FILE_NAME).read_bytes()
    open_journal(tmp_path).close()
    assert (tmp_path / FILE_NAME).read_bytes() == before
    assert "play goes on in a new journal beside it" in capsys.readouterr().err


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    with pytest.raises(UsageError, match="--data"):
        open_journal(tmp_path / "file" / "folder")
    assert capsys.readouterr().err == ""


def test_home_networks_come_before_virtual_ones() -> None:
    found = [
        "127.0.0.1",
        "172.17.0.1",
        "169.254.3.4",
        "203.0.113.9",
        "192.168.1.5",
        "10.0.0.7",
        "192.168.1.5",
    ]
    assert likeliest_first(found) == ("192.168.1.5", "10.0.0.7", "203.0.113.9", "172.17.0.1")


def test_phones_are_told_the_address_that_was_asked_for() -> None:
    assert phone_addresses("192.168.1.5", 80) == ("http://192.168.1.5:80",)
    assert all(address.endswith(":8765") for address in phone_addresses("0.0.0.0", 8765))


@pytest.mark.parametrize("colours", [True, False])
def test_the_code_in_the_terminal_can_be_read_by_a_camera(colours: bool) -> None:
    import cv2  # noqa: PLC0415 - slow to load, and only read with here
    import numpy as np  # noqa: PLC0415

    link = "http://192.168.1.5:8765/play#" + "aB3-_" * 4
    lines = terminal_qr(qr_squares(link), colours=colours).splitlines()
    halves = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
    rows: list[list[int]] = []
    for line in lines:
        blocks = [halves[block] for block in line if block in halves]
        rows += [[upper for upper, _ in blocks], [lower for _, lower in blocks]]
    ink = np.array(rows, np.uint8)
    light = 255 * (1 - ink if colours else ink)
    picture = np.pad(np.kron(light, np.ones((8, 8), np.uint8)), 32, constant_values=255).astype(np.uint8)
    read, _, _ = cv2.QRCodeDetector().detectAndDecode(picture)
    assert read == link


def test_every_network_gets_a_code_of_its_own(tmp_path: Path) -> None:
    access = Access(tmp_path)
    text = welcome(access, Door(("http://192.168.1.5:1", "http://10.0.0.7:1"), 1))
    assert [line.partition("#")[0] for line in text.splitlines() if line.startswith("Phones: ")] == [
        "Phones: http://192.168.1.5:1/play",
        "Phones: http://10.0.0.7:1/play",
    ]
    assert "several networks" in text


def test_a_network_that_is_surely_the_right_one_gets_the_only_code(tmp_path: Path) -> None:
    """Virtual machines and tunnels have addresses too, but phones are in the Wi-Fi."""
    addresses = "http://192.168.1.5:1", "http://203.0.113.9:1", "http://172.17.0.1:1"
    text = welcome(Access(tmp_path), Door(addresses, 1))
    assert text.count("Phones: ") == 1
    assert "Phones: http://192.168.1.5:1/play#" in text
    assert "also at http://203.0.113.9:1, http://172.17.0.1:1" in text
    assert "several networks" not in text


@pytest.mark.parametrize(("address", "said"), [("http://127.0.0.1:1", True), ("http://10.0.0.7:1", False)])
def test_a_machine_that_no_phone_can_reach_says_so(tmp_path: Path, address: str, said: bool) -> None:
    assert ("No phone can open that" in welcome(Access(tmp_path), Door((address,), 1))) is said


@pytest.mark.parametrize(
    ("host", "page"),
    [
        ("0.0.0.0", "http://127.0.0.1"),
        ("127.0.0.1", "http://127.0.0.1"),
        ("::1", "http://[::1]"),
    ],
)
def test_the_host_page_is_where_the_table_listens(host: str, page: str) -> None:
    wishes = Wishes(host=host, ports=(free_port(),), https_ports=(), data=Path(), demo=False)
    doors = open_doors(wishes)
    try:
        door = door_of(host, site_of(host, doors), doors)
        assert door.host_page == f"{page}:{wishes.ports[0]}/host"
        assert any(page.partition("//")[2] == name for name in site_of(host, doors).hosts)
    finally:
        doors.close()


@pytest.mark.skipif(os.name == "nt", reason="tells a screen as POSIX systems do")
def test_the_host_page_is_opened_where_there_is_a_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    open_table = SimpleNamespace(started=True)
    asyncio.run(greet(open_table, Access(tmp_path), Door(("http://192.168.1.5:1",), 4711), 0.0))  # type: ignore[arg-type]
    assert opened == ["http://127.0.0.1:4711/host"]


@pytest.mark.parametrize("somebody_came", [True, False])
def test_when_no_phone_arrives_it_says_what_to_try(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, somebody_came: bool
) -> None:
    monkeypatch.setenv("CI", "1")
    access = Access(tmp_path)
    if somebody_came:
        access.join(access.code(Role.PLAYER))
    open_table = SimpleNamespace(started=True)
    asyncio.run(greet(open_table, access, Door(("http://192.168.1.5:1",), 4711), 0.0))  # type: ignore[arg-type]
    told = capsys.readouterr().out
    for hint in ("guest network", "firewall", "port 4711", "hotspot"):
        assert (hint in told) is not somebody_came
