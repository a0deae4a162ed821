"""`conclave simulate`: whole games, the same bytes for the same seed."""

from __future__ import annotations

import json
from pathlib import Path

from companion.games.conclave.game_log_reader import parse_game
from companion.games.conclave.rejudge import rejudge
from companion.games.conclave.structure_of_a_round import Stage
from tests.companion.cli.program import conclave


def test_one_line_a_game_as_the_contract_writes_it() -> None:
    done = conclave("simulate", "--players", "3", "--games", "5", "--seed", "7")
    games = [json.loads(line) for line in done.stdout.splitlines()]
    assert [game["seed"] for game in games] == [7, 8, 9, 10, 11]
    for game in games:
        assert {"seed", "players", "turns", "crises", "winners", "resentment"} <= game.keys()
        assert game["players"] == len(game["resentment"]) == len(game["names"]) == 3
        assert set(game["winners"]) <= set(game["names"])


def test_the_same_seed_prints_the_same_bytes() -> None:
    words = ("simulate", "--players", "4", "--games", "20", "--seed", "3")
    assert conclave(*words).stdout == conclave(*words).stdout
    assert conclave(*words[:-1], "4").stdout != conclave(*words).stdout


def test_each_log_is_a_game_that_can_be_judged_anew(tmp_path: Path) -> None:
    conclave("simulate", "--players", "2", "--games", "3", "--seed", "5", "--log", str(tmp_path / "logs"))
    logs = sorted((tmp_path / "logs").iterdir())
    assert [log.name for log in logs] == ["game-5.txt", "game-6.txt", "game-7.txt"]
    for log in logs:
        assert rejudge(parse_game(log.read_text(encoding="utf-8"))).position.stage is Stage.OVER


def test_a_game_can_be_told_in_either_language() -> None:
    english = conclave("simulate", "--players", "2", "--tell").stdout
    spanish = conclave("simulate", "--players", "2", "--tell", "es").stdout
    assert "The game is over." in english
    assert "La partida ha terminado." in spanish
    assert len(english.splitlines()) == len(spanish.splitlines())


def test_the_edition_changes_the_games() -> None:
    words = ("simulate", "--players", "2", "--games", "40")
    assert conclave(*words).stdout != conclave(*words, "--edition", "kleine-klaeffer").stdout
