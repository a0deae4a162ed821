"""`conclave watch`: stills and videos to events, one line each."""

from __future__ import annotations

import errno
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import watch as watch_command
from companion.cli.main import main
from companion.games.conclave.conclave import Cell, Conclave
from companion.games.conclave.errors import AgainstTheRules
from companion.games.conclave.notation import mage
from companion.games.conclave.rulings import Ruling
from companion.journal import evidence as evidence_module
from companion.journal.journal import FILE_NAME, Journal
from tests.companion.watching.drawn import FPS, HEIGHT_PX, RING, WIDTH_PX, drawn, film
from tests.vision.fake_camera import FakePlug
from vision.camera_reader import Patience
from vision.frame import Frame
from vision.frame_source import EndOfFrames
from vision.live_frames import LiveFrames
from vision.source_health import SourceHealth, SourceState

SENT = RING.with_card(Cell(1, 1), mage("orG5"))
SECOND = SENT.with_card(Cell(1, 2), mage("grG5"))
TAKEN = SECOND.without([Cell(1, 0), Cell(1, 1)])


def photographed(folder: Path, *tables: Conclave) -> str:
    folder.mkdir(exist_ok=True)
    for place, table in enumerate(tables):
        cv2.imwrite(str(folder / f"still{place}.png"), drawn(table, number=place))
    return str(folder)


def test_a_folder_of_stills_is_told_as_the_contract_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = photographed(tmp_path / "stills", RING, SENT, SECOND, TAKEN)
    assert main(["watch", source, "--players", "Ana,Ben", "--json"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all({"frame", "seconds", "event"} <= set(event) for event in events)
    first = events[0]
    assert (first["event"], first["grid"][0]) == ("layout_confirmed", ["beC2", "puW4", "puC4", "orC1"])
    assert first["grid"][1][1] is None
    sent = [event for event in events if event["event"] == "emissary_sent"]
    assert [(event["frame"], event["player"], event["cell"], event["card"]) for event in sent] == [
        (1, "Ana", [1, 1], "orG5"),
        (2, "Ben", [1, 2], "grG5"),
    ]
    assert sent[1]["verdict"]["taken"] == [[1, 0], [1, 1]]
    assert set(sent[1]["verdict"]) >= {"column", "row", "magic_crisis", "taken", "rulings"}
    taken = next(event for event in events if event["event"] == "followers_taken")
    assert (taken["player"], taken["cells"], taken["cards"]) == ("Ben", [[1, 0], [1, 1]], ["grG4", "orG5"])


def test_a_video_is_told_to_people_and_kept_in_the_journal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FPS, (WIDTH_PX, HEIGHT_PX))
    for frame in film((RING, None, 8), (RING, Cell(1, 1), 5), (SENT, Cell(1, 1), 5), (SENT, None, 9)):
        writer.write(frame.frame_bgr)
    writer.release()
    words = ["watch", str(path), "--players", "Ana,Ben", "--explain", "es", "--data", str(tmp_path / "data")]
    assert main(words) == 0
    told = capsys.readouterr().out
    assert "Ana envía" in told
    journal = Journal(tmp_path / "data")
    story = journal.story(journal.games()[0])
    assert story.game.position.conclave == SENT
    assert story.moves[0].evidence, "the frame, and what testifies to it"
    journal.close()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["nowhere"], "nowhere does not exist"),
        (["{}", "--players", "Ana"], "2 to 4 players"),
        (["{}", "--players", "Ana,Ben", "--first", "Carla"], "'Carla' is none of the players"),
        (["{}", "--removed", "30"], "30 cards removed"),
        (["{}", "--deck", "nosuch"], "nosuch"),
        (["{}", "--data", "{}/still0.png"], "still0.png is not a folder"),
    ],
)
def test_bad_usage_is_one_clear_line(
    words: list[str], complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = photographed(tmp_path / "stills", RING)
    assert main(["watch", *(word.format(source) for word in words)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("conclave watch: ")
    assert complaint in printed.err
    assert printed.err.count("\n") == 1


def test_stills_that_cannot_be_read_are_named_and_the_others_are_watched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = photographed(tmp_path / "stills", RING, SENT)
    (tmp_path / "stills" / "still0a.jpg").write_bytes(b"no picture")
    assert main(["watch", source, "--json"]) == 2
    printed = capsys.readouterr()
    assert '"emissary_sent"' in printed.out
    assert "still0a.jpg" in printed.err


def test_a_journal_of_a_newer_version_is_named_before_anything_is_watched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = photographed(tmp_path / "stills", RING)
    journal = Journal(tmp_path / "data")
    journal.store._connection.execute("PRAGMA user_version = 7")
    journal.close()
    assert main(["watch", source, "--data", str(tmp_path / "data")]) == 2
    assert "newer companion" in capsys.readouterr().err


def test_a_damaged_journal_is_named_before_anything_is_watched_and_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = photographed(tmp_path / "stills", RING, SENT)
    data = tmp_path / "data"
    assert main(["watch", source, "--data", str(data)]) == 0
    content = (data / FILE_NAME).read_bytes()
    flipped = bytes([content[0] ^ 0x10]) + content[1:]
    (data / FILE_NAME).write_bytes(flipped)
    capsys.readouterr()
    assert main(["watch", source, "--data", str(data)]) == 2
    assert "damaged" in capsys.readouterr().err
    assert (data / FILE_NAME).read_bytes() == flipped


def test_what_the_journal_refuses_by_the_rules_is_said_in_a_line_and_the_game_is_watched_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AgainstTheRules(Ruling.REFILL_ORDER, "cards laid at 2,3 where 0,2 come first")

    source = photographed(tmp_path / "stills", RING, SENT, SECOND, TAKEN)
    monkeypatch.setattr(Journal, "record", refuse)
    main(["watch", source, "--data", str(tmp_path / "data"), "--json"])
    printed = capsys.readouterr()
    assert printed.out.count('"emissary_sent"') == 2
    first, last = printed.err.splitlines()
    assert "where 0,2 come first" in first
    assert "entries of this game were not kept" in last


def test_a_full_disk_is_said_once_and_the_game_is_watched_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no space left on device")

    source = photographed(tmp_path / "stills", RING, SENT, SECOND, TAKEN)
    monkeypatch.setattr(evidence_module, "write_durably", full)
    main(["watch", source, "--data", str(tmp_path / "data"), "--json"])
    printed = capsys.readouterr()
    assert printed.out.count('"emissary_sent"') == 2
    first, last = printed.err.splitlines()
    assert "disk is full" in first
    assert "watched on" in first
    assert "5 entries of this game were not kept" in last


def test_a_film_of_something_else_tells_no_game_and_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "garden.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FPS, (WIDTH_PX, HEIGHT_PX))
    chance = np.random.default_rng(6)
    leaves = chance.integers(0, 255, (HEIGHT_PX // 20, WIDTH_PX // 20, 3), np.uint8)
    garden = cv2.resize(leaves, (WIDTH_PX, HEIGHT_PX), interpolation=cv2.INTER_CUBIC)
    for shift in range(2 * int(FPS)):
        writer.write(np.roll(garden, 3 * shift, axis=1))
    writer.release()
    assert main(["watch", str(path), "--json"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {event["event"] for event in events} == {"table_lost"}
    assert events[0]["reason"]


def test_stills_of_any_shape_are_looked_at(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A strip a few pixels high can be made no smaller."""
    source = photographed(tmp_path / "stills", RING, SENT)
    cv2.imwrite(str(tmp_path / "stills" / "still0a.png"), np.zeros((3, 4000, 3), np.uint8))
    cv2.imwrite(str(tmp_path / "stills" / "still0b.png"), np.zeros((1, 1, 3), np.uint8))
    assert main(["watch", source, "--json"]) == 0
    assert '"emissary_sent"' in capsys.readouterr().out


def test_a_file_that_is_no_film_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.mp4").write_text("no film\n" * 40)
    assert main(["watch", str(tmp_path / "notes.mp4")]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("conclave watch: notes.mp4 ")
    assert printed.err.count("\n") == 1
    assert "read" in printed.err
    assert "closed" not in printed.err


class PausingCamera:
    """Shows one picture, then none for a while, then is switched off."""

    def __init__(self) -> None:
        self._shows = iter((Frame(np.zeros((480, 640, 3), np.uint8)), *[None] * 5))

    def next_frame(self, _: float) -> Frame | None:
        """What it shows next."""
        try:
            return next(self._shows)
        except StopIteration:
            raise EndOfFrames from None

    def health(self) -> SourceHealth:
        """All that is known of it."""
        return SourceHealth("Camera 7", SourceState.STALLED)


class Onlooker:
    """Takes the place of a watcher and counts what it is told."""

    def __init__(self) -> None:
        self.frames = self.pauses = 0

    def feed(self, _: Frame) -> list[object]:
        """A frame."""
        self.frames += 1
        return []

    def notice_health(self, _: SourceHealth) -> list[object]:
        """That there is none."""
        self.pauses += 1
        return []

    def finish(self) -> list[object]:
        """That there will be none any more."""
        return []


def test_a_camera_that_showed_something_once_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch_command, "FIRST_FRAME_SECONDS", 0.0)
    onlooker = Onlooker()
    assert list(watch_command.watch(PausingCamera(), onlooker)) == []  # type: ignore[arg-type]
    assert (onlooker.frames, onlooker.pauses) == (1, 5)


def test_a_camera_that_is_not_there_ends_the_watch_with_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source = LiveFrames("Camera 7", FakePlug().open, Patience(first_pause_seconds=0.01))
    monkeypatch.setattr("vision.frames.open_frames", lambda *_, **__: source)
    monkeypatch.setattr(watch_command, "FIRST_FRAME_SECONDS", 0.0)
    monkeypatch.setattr(watch_command, "WAIT_SECONDS", 0.2)
    assert main(["watch", "7"]) == 2
    assert capsys.readouterr().err == (
        "conclave watch: Camera 7 cannot be opened; is it plugged in, and does no other program use it?\n"
    )
