"""Any cell can be set by hand at any time: whatever laid its card is told anew and judged again."""

from __future__ import annotations

from companion.games.conclave.commands import LayOutTable
from companion.games.conclave.conclave import Cell
from companion.games.conclave.game import start
from companion.games.conclave.notation import mage, parse_conclave
from companion.journal.journal import Journal
from companion.server.roles import Role
from tests.companion.games.conclave.decks import FOUR_OF_EACH_PAIR
from tests.companion.server.served import Served

MID_GAME = """
    beC2  puW4  grC2  orC1
    grG4  reG5  ....  reW4
    blC4  ....  ....  puG1
    grW1  grW5  beW1  ....
"""


def card_at(server: Served, row: int, column: int) -> str | None:
    found: str | None = server.host.view()["conclave"][4 * row + column]
    return found


def test_a_card_of_the_first_conclave_is_put_right_in_mid_game(server: Served) -> None:
    server.begin()
    server.host.do("/api/game/send", player="Ana", card="reG5", cell=[1, 2])
    server.host.do("/api/game/cell", cell=[0, 0], card="beC4", reason="misread")
    assert card_at(server, 0, 0) == "beC4"
    assert card_at(server, 1, 2) == "reG5"


def test_an_emissary_becomes_another_and_the_verdict_follows(server: Served) -> None:
    server.begin()
    server.host.do("/api/game/send", player="Ana", card="puG5", cell=[1, 1])
    before = server.host.view()["verdict"]
    server.phone(Role.JUDGE).do("/api/game/cell", cell=[1, 1], card="puC1")
    after = server.host.view()["verdict"]
    assert (before["emissary"], after["emissary"]) == ("puG5", "puC1")
    assert before["place"] == after["place"]


def test_a_refilled_card_is_put_right(server: Served) -> None:
    server.begin()
    for player, card, cell in (("Ana", "reG5", (1, 2)), ("Ben", "puG4", (1, 1)), ("Ana", "puW5", (2, 1))):
        server.host.do("/api/game/send", player=player, card=card, cell=cell)
        server.host.do("/api/game/draw", player=player, deck="left")
    cells = server.host.view()["next"]["cells"]
    cards = ["orG1", "blW2", "reC1", "orC5"][: len(cells)]
    server.host.do("/api/game/refill", player="Ana", cards=cards)
    server.host.do("/api/game/cell", cell=cells[0], card="blG5")
    assert card_at(server, *cells[0]) == "blG5"


def test_a_card_set_into_an_empty_cell_is_the_emissary_of_the_turn(server: Served) -> None:
    server.begin()
    server.host.do("/api/game/cell", cell=[1, 2], card="reG5")
    view = server.host.view()
    assert (view["verdict"]["player"], view["verdict"]["cell"]) == ("Ana", [1, 2])


def test_an_emissary_taken_away_was_not_sent(server: Served) -> None:
    server.begin()
    server.host.do("/api/game/send", player="Ana", card="beW5", cell=[2, 1])
    server.host.do("/api/game/cell", cell=[2, 1], card=None)
    view = server.host.view()
    assert view["verdict"] is None
    assert view["next"]["action"] == "send"


def test_a_card_that_cannot_simply_be_gone_is_refused(server: Served) -> None:
    server.begin()
    server.host.do("/api/game/send", player="Ana", card="beW5", cell=[2, 1])
    answer = server.host.post("/api/game/cell", cell=[0, 0], card=None)
    assert (answer.status_code, answer.json()["error"]) == (409, "set-what-happened")
    early = server.host.post("/api/game/cell", cell=[9, 0], card=None)
    assert early.status_code == 422


def test_a_card_where_none_can_go_is_refused(server: Served) -> None:
    server.begin()
    server.host.do("/api/game/send", player="Ana", card="beW5", cell=[2, 1])
    answer = server.host.post("/api/game/cell", cell=[1, 1], card="orC5")
    assert (answer.status_code, answer.json()["error"]) == (409, "set-what-happened")


def test_while_the_first_conclave_is_laid_a_cell_is_laid(server: Served) -> None:
    server.host.do("/api/game", players=["Ana", "Ben"])
    server.host.do("/api/game/cell", cell=[0, 0], card="beC4")
    assert (card_at(server, 0, 0), server.host.view()["stage"]) == ("beC4", "laying")


def test_before_the_first_turn_any_card_is_changed_or_taken_up_again(server: Served) -> None:
    """The twelfth card lies, and one before it was named wrongly."""
    server.begin()
    laid = server.host.view()["last_laid"]
    server.host.do("/api/game/cell", cell=[0, 0], card="beC4")
    assert (card_at(server, 0, 0), server.host.view()["stage"]) == ("beC4", "rounds")
    assert server.host.view()["last_laid"] == [0, 0] != laid
    server.host.do("/api/game/cell", cell=[0, 0], card=None)
    view = server.host.view()
    assert (card_at(server, 0, 0), view["stage"], view["next"]["cells"]) == (None, "laying", [[0, 0]])
    assert view["last_laid"] == laid
    server.host.do("/api/game/lay", cell=[0, 0], card="beC4")
    server.host.do("/api/game/send", player="Ana", card="beW5", cell=[2, 1])
    assert server.host.view()["last_laid"] is None  # from now on it is a decision that is undone


def test_players_set_no_cells(server: Served) -> None:
    server.begin()
    ana = server.phone(Role.PLAYER).sit("Ana")
    assert ana.post("/api/game/cell", cell=[0, 0], card="beC4").status_code == 403


def test_a_table_met_in_mid_game_is_played_from_there_and_its_cells_can_be_set(
    server: Served,
) -> None:
    """A camera may come to a game that has been going on for a while."""
    journal: Journal = server.table.journal
    _, setup = start(LayOutTable(("Ana", "Ben"), FOUR_OF_EACH_PAIR, parse_conclave(MID_GAME), None))
    server.table.story = journal.start(setup, "camera")
    assert server.host.view()["stage"] == "rounds"
    server.host.do("/api/game/cell", cell=[1, 1], card="reG4")
    assert server.table.current().game.position.conclave[Cell(1, 1)] == mage("reG4")
    server.host.do("/api/game/send", player="Ana", card="orC5", cell=[1, 2])
