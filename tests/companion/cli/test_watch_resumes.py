"""`conclave watch --data` goes on with the game that had stopped, at the same point."""

from __future__ import annotations

import json
import signal
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion.cli import read
from companion.cli.main import main
from companion.games.conclave.conclave import Cell, Conclave
from companion.games.conclave.events import EmissarySent
from companion.games.conclave.notation import mage
from companion.journal.journal import Journal
from companion.journal.story import Story
from tests.companion.cli.program import PROGRAM
from tests.companion.cli.test_watch import SECOND, SENT, TAKEN, photographed
from tests.companion.watching.drawn import RING, references

REFILLED = TAKEN.with_card(Cell(1, 0), mage("beG4"))
OTHER_RING = Conclave(RING.cards[::-1])


@pytest.fixture(autouse=True)
def _deck_known_already(monkeypatch: pytest.MonkeyPatch) -> None:
    """Learning the deck takes seconds each time."""
    monkeypatch.setattr(read, "load_references", lambda *_: references())


def watched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], *tables: Conclave, words: tuple[str, ...] = ()
) -> tuple[list[dict[str, Any]], str]:
    """What is told of a row of stills, and what is said beside it."""
    folder = tmp_path / f"stills{len(list(tmp_path.glob('stills*')))}"
    source = photographed(folder, *tables)
    assert main(["watch", source, "--json", "--data", str(tmp_path / "data"), *words]) == 0
    printed = capsys.readouterr()
    return [json.loads(line) for line in printed.out.splitlines()], printed.err


def stories(tmp_path: Path) -> list[Story]:
    journal = Journal(tmp_path / "data")
    told = [journal.story(game) for game in journal.games()]
    journal.close()
    return told


def named(events: list[dict[str, Any]], *names: str) -> list[str]:
    return [event["event"] for event in events if event["event"] in names]


PLAY = ("game_begun", "game_resumed", "emissary_sent", "followers_taken", "conclave_refilled", "discrepancy")


def test_a_game_stopped_in_the_middle_of_a_turn_goes_on_with_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It stops while the followers still lie there: that they are taken is told after the restart."""
    first, _ = watched(tmp_path, capsys, RING, SENT, SECOND, words=("--players", "Ana,Ben"))
    assert named(first, *PLAY) == ["game_begun", "emissary_sent", "emissary_sent"]
    again, said = watched(tmp_path, capsys, SECOND, TAKEN)
    assert named(again, *PLAY) == ["game_resumed", "followers_taken"]
    resumed = {"players": ["Ana", "Ben"], "player": "Ben", "turn": 2}
    assert again[0] == {"frame": 0, "seconds": 0.0, "event": "game_resumed", **resumed}
    assert "goes on; --new begins another" in said
    assert said.count("\n") == 1


def test_a_game_that_goes_on_is_the_same_as_one_that_never_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = [RING, SENT, SECOND, TAKEN, REFILLED]
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    for folder in (whole, stopped):
        folder.mkdir()
    told, _ = watched(whole, capsys, *tables)
    parts = [watched(stopped, capsys, *pair)[0] for pair in pairwise(tables)]
    again = [name for part in parts for name in named(part, *PLAY) if name != "game_resumed"]
    assert again == named(told, *PLAY)
    assert stories(stopped)[0].game == stories(whole)[0].game


def test_a_turn_that_nobody_saw_while_it_stood_still_is_marked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    watched(tmp_path, capsys, RING)
    again, _ = watched(tmp_path, capsys, SENT)
    sent = next(event for event in again if event["event"] == "emissary_sent")
    assert not sent["unbroken"]


@pytest.mark.parametrize(
    "words", [("--new",), ("--players", "Carla,Dario"), ("--edition", "kleine-klaeffer")]
)
def test_another_game_begins_where_one_is_asked_for_and_the_first_stays(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    watched(tmp_path, capsys, RING, SENT, words=("--players", "Ana,Ben"))
    again, said = watched(tmp_path, capsys, OTHER_RING, words=words)
    assert named(again, *PLAY) == ["game_begun"]
    assert ("the game of Ana and Ben stays as it stopped" in said) == (words != ("--new",))
    assert sorted(len(story.moves) for story in stories(tmp_path)) == [0, 2]


def test_a_table_laid_for_a_new_game_begins_one_and_that_is_gone_on_with_next(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same command on the next evening, or on the same film from its beginning."""
    watched(tmp_path, capsys, RING, SENT, SECOND, words=("--corner", "bottom-left"))
    again, _ = watched(tmp_path, capsys, OTHER_RING)
    assert named(again, *PLAY) == ["game_resumed", "game_begun"]
    begun = next(event for event in again if event["event"] == "game_begun")
    assert "starting_corner" in begun["assumed"], "nobody has said it of this game"
    sent = OTHER_RING.with_card(Cell(1, 1), mage("orG5"))
    third, _ = watched(tmp_path, capsys, OTHER_RING, sent)
    assert named(third, *PLAY) == ["game_resumed", "emissary_sent"]


def test_a_table_that_the_game_cannot_explain_is_a_discrepancy_not_a_new_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    watched(tmp_path, capsys, RING, SENT, SECOND, TAKEN, REFILLED)
    again, _ = watched(tmp_path, capsys, REFILLED.without([Cell(3, 3)]).with_card(Cell(3, 3), mage("puG3")))
    assert named(again, *PLAY) == ["game_resumed", "discrepancy"]


def test_a_damaged_game_is_named_and_left_and_a_new_one_begins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    watched(tmp_path, capsys, RING, SENT)
    journal = Journal(tmp_path / "data")
    (game,) = journal.games()
    journal.store._connection.execute("DROP TRIGGER entries_are_never_rewritten")
    journal.store._connection.execute("UPDATE entries SET body = replace(body, 'orG5', 'orG4')")
    journal.close()
    again, said = watched(tmp_path, capsys, RING)
    assert named(again, *PLAY) == ["game_begun"]
    assert game in said
    assert "left as it is" in said


def test_killed_as_soon_as_it_has_told_something_it_has_kept_that(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = photographed(tmp_path / "stills", RING, SENT, SECOND, TAKEN, REFILLED)
    words = [str(PROGRAM), "watch", source, "--json", "--data", str(tmp_path / "data")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        told = (json.loads(line)["event"] for line in program.stdout)
        assert "emissary_sent" in told
        program.send_signal(signal.SIGKILL)
    again, _ = watched(tmp_path, capsys, SENT, SECOND)
    assert named(again, *PLAY)[0] == "game_resumed"
    (story,) = stories(tmp_path)
    sent = [move.events[0] for move in story.moves if isinstance(move.events[0], EmissarySent)]
    assert [str(one.mage) for one in sent] == ["orG5", "grG5"], "each once"
