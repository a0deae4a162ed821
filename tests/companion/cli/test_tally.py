"""`conclave tally`: the end of games in, the tally out, one a line."""

from __future__ import annotations

import json

import pytest

from tests.companion.cli.program import conclave

SECOND_ZONE = ("beC4", "beG2", "blW4", "blW3", "puC5", "orC5", "orW2", "reG5", "grC5", "grG4")
EXAMPLE = {
    "players": [
        {"name": "Uno", "zone": ["beC3", "blG2", "blC2", "puW4", "orG5", "reC4", "grG5", "grW2"]},
        {"name": "Dos", "zone": list(SECOND_ZONE)},
        {"name": "Tres", "zone": ["blC5", "blW5", "orG4", "orW3", "reW3", "puW2"]},
    ]
}
LINE = json.dumps(EXAMPLE)


def two(first: object, second: object = None) -> str:
    return json.dumps({"players": [first, second or {"name": "Ben", "zone": ["puG5"]}]})


def test_the_rulebook_example_is_answered_as_the_contract_writes_it() -> None:
    done = conclave("tally", typed=LINE)
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    assert answer["winners"] == ["Tres"]
    assert answer["players"][2] == {
        "name": "Tres",
        "controls": ["blue", "orange"],
        "piles": {"blue": 10, "purple": 2, "orange": 7, "red": 3},
        "resentment": 5,
        "followers": 6,
        "eliminated": False,
    }
    assert [player["resentment"] for player in answer["players"]] == [27, 7, 5]
    assert [player["eliminated"] for player in answer["players"]] == [True, False, False]
    assert answer["decided_by"] == "least-resentment"
    assert answer["rulings"] == ["control-tie", "eliminated"]


def test_a_tally_is_explained_in_either_language() -> None:
    spanish = json.loads(conclave("tally", "--explain", "es", typed=LINE).stdout)["explanation"]
    assert spanish[0] == "Uno no controla ninguna Magia y queda fuera, con 27 puntos de decepción."


def test_any_number_of_copies_is_tallied_unless_a_deck_is_named() -> None:
    twins = two({"name": "Ana", "zone": ["puG5"]})
    assert conclave("tally", typed=twins).returncode == 0
    done = conclave("tally", "--deck", "house", typed=twins)
    assert json.loads(done.stdout)["error"] == "players: 2 of puG5, and the deck holds 1 [deck-list]"
    assert done.returncode == 2


BAD_LINES = {
    "[]": "expected {",
    "{}": "players: missing",
    '{"players": {}}': "players: expected a list",
    '{"players": []}': "players: 2 to 4 players can play, got 0",
    two("Ana"): "players[0]: expected {",
    two({"name": "Ana"}): "players[0].zone: missing",
    two({"zone": []}): "players[0].name: missing",
    two({"name": 7, "zone": []}): "players[0].name: expected a text",
    two({"name": "Ana", "zone": "puG5"}): "players[0].zone: expected a list of card codes",
    two({"name": "Ana", "zone": ["puG5", "puG6"]}): "players[0].zone[1]: 'puG6' is no card code",
    two({"name": "Ana", "zone": [None]}): "players[0].zone[0]: expected a card code",
    two(
        {"name": "Ana", "zone": ["puB?"]}
    ): "players[0].zone[0]: a card that lies face down cannot be tallied",
    two({"name": "Ben", "zone": []}): "players: two players are called 'Ben'",
    two({"name": "", "zone": []}): "players: a name is 1 to 40 printable characters",
    two({"name": "\ud800", "zone": []}): "players: a name is 1 to 40 printable characters",
}


@pytest.mark.parametrize("line", BAD_LINES, ids=range(len(BAD_LINES)))
def test_a_bad_line_is_named_and_the_others_are_still_answered(line: str) -> None:
    done = conclave("tally", typed="\n".join([LINE, line, LINE]))
    good, bad, good_again = (json.loads(answer) for answer in done.stdout.splitlines())
    assert done.returncode == 2
    assert good == good_again
    assert bad["line"] == 2
    assert bad["error"].startswith(BAD_LINES[line])


def test_a_zone_is_not_said_to_have_empty_places() -> None:
    """A cell of the Conclave may be null, a card in a zone may not."""
    done = conclave("tally", typed=two({"name": "Ana", "zone": [None]}))
    assert json.loads(done.stdout)["error"] == "players[0].zone[0]: expected a card code"
