"""`conclave watch`: stills and videos to events, one line each."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from companion.cli.main import main
from companion.games.conclave.conclave import Cell, Conclave
from companion.games.conclave.notation import mage
from companion.journal.journal import Journal
from tests.companion.watching.drawn import FPS, HEIGHT_PX, RING, WIDTH_PX, drawn, film

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
