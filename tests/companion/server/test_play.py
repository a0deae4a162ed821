"""A whole game can be entered by hand, with the same rules, undo, verdicts and tally."""

from __future__ import annotations

from pathlib import Path

from companion.games.conclave.commands import DrawCard
from companion.games.conclave.draw_a_card import DrawDeck
from companion.journal.journal import MARK_NAME
from companion.server.roles import Role
from tests.companion.server.served import Served, served


def test_a_new_game_is_laid_card_by_card(server: Served) -> None:
    server.host.do("/api/game", players=["Ana", "Ben"], starting_corner="bottom-left", first_player="Ben")
    view = server.host.view()
    assert (view["stage"], view["next"]["action"], view["player"]) == ("laying", "lay", "Ben")
    assert len(view["next"]["cells"]) == 12
    early = server.host.post("/api/game/send", player="Ben", card="reG5", cell=[1, 1])
    assert (early.status_code, early.json()["rule"]["code"]) == (409, "setup-layout")
    server.begin()
    view = server.host.view()
    assert (view["stage"], view["next"]["action"]) == ("rounds", "send")
    assert view["conclave"][:6] == ["beC2", "puW4", "grC2", "orC1", "grG4", None]
    assert view["cards_left"] == 72 - 18 - 8 - 12


def test_a_turn_by_hand_with_its_verdict_in_both_languages(server: Served) -> None:
    server.begin()
    server.host.do("/api/game/send", player="Ana", card="reG5", cell=[1, 2])
    server.host.do("/api/game/draw", player="Ana", deck="left")
    server.host.do("/api/game/send", player="Ben", card="puG4", cell=[1, 1])
    english, spanish = server.host.view("en"), server.host.view("es")
    verdict = english["verdict"]
    assert [taken[2] for taken in verdict["taken"]] == ["grG4", "reG5"]
    assert verdict["row"] == {"cells": [[1, 0], [1, 1], [1, 2], [1, 3]], "influence": 17, "convinces": True}
    assert "Row: 4 + 4 + 5 + 4 = 17, enough." in verdict["sentences"][2]
    assert "Fila: 4 + 4 + 5 + 4 = 17, suficiente." in spanish["verdict"]["sentences"][2]
    ben = english["players"][1]
    assert [(pile["magic"], pile["influence"], pile["controls"]) for pile in ben["piles"]] == [
        ("love-and-war", 5, True),
        ("nature", 4, True),
    ]
    assert (ben["resentment"], ben["eliminated"]) == (0, False)


def test_a_player_gives_a_pile_with_one_call(server: Served) -> None:
    server.begin()
    server.host.do("/api/game/send", player="Ana", card="reG5", cell=[1, 2])
    server.host.do("/api/game/draw", player="Ana", deck="left")
    ben = server.phone(Role.PLAYER).sit("Ben")
    ben.do("/api/game/send", player="Ben", card="puG4", cell=[1, 1])
    ben.do("/api/game/draw", player="Ben", deck="left")
    server.host.do("/api/game/send", player="Ana", card="beC5", cell=[2, 1])
    after = server.host.view()["next"]["action"]
    server.host.do("/api/game/draw", player="Ana", deck="left")
    while server.host.view()["next"]["action"] == "refill":
        view = server.host.view()
        cards = [card for card in view["possible"] if card.startswith("or")][: len(view["next"]["cells"])]
        server.host.do("/api/game/refill", player="Ana", cards=cards)
    assert after == "draw"
    gifts = {gift["magic"]: gift["receivers"] for gift in ben.view()["next"]["gifts"]}
    assert gifts == {"love-and-war": ["Ana"], "nature": ["Ana"]}
    ben.do("/api/game/give", player="Ben", magic="nature", receiver="Ana")
    assert [pile["magic"] for pile in ben.view()["players"][0]["piles"]][-1] == "nature"


def test_a_refusal_names_its_rule_in_the_language_of_the_page(server: Served) -> None:
    server.begin()
    answer = server.host.post("/api/game/send?language=es", player="Ana", card="reG5", cell=[0, 0])
    assert answer.status_code == 409
    assert answer.json()["rule"] == {"code": "empty-space", "words": "El Emisario va a un hueco vacío."}


def test_undo_and_corrections_judge_the_past_again(server: Served) -> None:
    server.begin()
    server.host.do("/api/game/send", player="Ana", card="reG5", cell=[1, 2])
    server.host.do("/api/game/draw", player="Ana", deck="left")
    place = server.host.do("/api/game/send", player="Ben", card="puG4", cell=[1, 1])["entries"] - 1
    judge = server.phone(Role.JUDGE)
    judge.do("/api/game/correct", place=place, card="puC1", reason="misread", seen=place + 1)
    assert judge.view()["verdict"]["taken"] == []
    assert judge.view()["told"][0]["corrected"]
    judge.do("/api/game/undo", place=place, seen=place + 2)
    assert judge.view()["player"] == "Ben"
    wrong = judge.post("/api/game/correct", place=place - 1, cell=[0, 0])
    assert (wrong.status_code, wrong.json()["error"]) == (422, "wrong-correction")


def test_a_stale_page_cannot_overwrite_what_it_has_not_seen(server: Served) -> None:
    server.begin()
    seen = server.host.view()["entries"]
    server.host.do("/api/game/send", player="Ana", card="reG5", cell=[1, 2], seen=seen)
    again = server.host.post("/api/game/send", player="Ana", card="reG5", cell=[1, 2], seen=seen)
    assert (again.status_code, again.json()["error"]) == (409, "stale")


def test_a_player_takes_back_only_the_own_last_decision(server: Served) -> None:
    server.begin()
    ana, ben = server.phone(Role.PLAYER).sit("Ana"), server.phone(Role.PLAYER).sit("Ben")
    place = ana.do("/api/game/send", player="Ana", card="reG5", cell=[1, 2])["entries"] - 1
    assert ben.post("/api/game/undo", place=place).status_code == 403
    ana.do("/api/game/undo", place=place)
    assert ana.view()["conclave"][6] is None
    assert ana.post("/api/game/undo", place=place).status_code == 403


def test_a_dispute_freezes_the_public_tally_and_says_so(server: Served) -> None:
    server.begin()
    server.host.do("/api/game/send", player="Ana", card="reG5", cell=[1, 2])
    server.host.do("/api/game/draw", player="Ana", deck="left")
    ben = server.phone(Role.PLAYER).sit("Ben")
    place = ben.do("/api/game/send", player="Ben", card="puG4", cell=[1, 1])["entries"] - 1
    ben.do("/api/game/dispute", reason="I think it was a Crow")
    judge = server.phone(Role.JUDGE)
    judge.do("/api/game/correct", place=place, card="puC1", reason="a Crow it is")
    view = ben.view()
    assert view["dispute"] == {"author": "Ben", "reason": "I think it was a Crow"}
    assert view["tally"]["frozen"]
    assert view["players"][1]["followers"] == 2
    assert judge.view()["players"][1]["followers"] == 0
    second = ben.post("/api/game/dispute", reason="and more")
    assert (second.status_code, second.json()["error"]) == (409, "dispute-open")
    judge.do("/api/game/settle", upheld=False, reason="a Crow it was")
    assert ben.view()["dispute"] is None
    assert ben.view()["players"][1]["followers"] == 0


def test_a_restart_goes_on_at_the_same_point(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        server.begin()
        server.host.do("/api/game/send", player="Ana", card="reG5", cell=[1, 2])
        before, code = server.host.view(), server.access.code(Role.PLAYER)
    with served(tmp_path) as again:
        assert again.host.view() == before
        assert again.access.code(Role.PLAYER) != code
        again.access.join(code)  # a phone that has the link of the first run still gets in


def test_the_history_replays_exports_imports_and_deletes(server: Served) -> None:
    server.begin()
    server.host.do("/api/game/send", player="Ana", card="reG5", cell=[1, 2])
    game = server.host.view()["game"]
    line = server.host.get("/api/games").json()[0]
    assert (line["game"], line["players"], line["moves"]) == (game, ["Ana", "Ben"], 1)
    first = server.host.get(f"/api/games/{game}?moves=0").json()
    assert (first["moves"], first["view"]["conclave"][6]) == (1, None)
    packed = server.host.get(f"/api/games/{game}/export")
    assert packed.headers["content-type"] == "application/zip"
    assert server.host.delete(f"/api/games/{game}").json() == {"deleted": game}
    assert server.host.view() == {"stage": "none", "camera": None}
    for here in (False, True):  # the second time it is there, and that is said
        taken = server.host.client.post(
            "/api/games/import",
            content=packed.content,
            headers=server.host.headers(**{"content-type": "application/zip"}),
        )
        assert taken.json() == {"game": game, "already_here": here}
        assert not server.host.get("/api/games").json()[0]["on_table"]
    server.host.do(f"/api/games/{game}/resume")
    assert server.host.view()["conclave"][6] == "reG5"
    assert server.host.get("/api/games").json()[0]["on_table"]
    bad = server.host.client.post(
        "/api/games/import", content=b"PK", headers=server.host.headers(**{"content-type": "application/zip"})
    )
    assert (bad.status_code, bad.json()["error"]) == (422, "no-bundle")


def test_a_restart_goes_on_with_the_game_on_the_table_though_another_was_begun_later(tmp_path: Path) -> None:
    with served(tmp_path) as before:
        before.begin("Ana", "Ben")
        older = before.host.view()["game"]
        before.begin("Carla", "Dario")
        before.host.do(f"/api/games/{older}/resume")
    with served(tmp_path) as after:
        assert after.host.view()["game"] == older
        after.host.delete(f"/api/games/{older}")
    with served(tmp_path) as at_last:
        assert at_last.host.view()["stage"] == "none", "an empty table stays empty"


def test_a_mark_that_names_no_game_is_passed_over(tmp_path: Path) -> None:
    with served(tmp_path) as before:
        before.begin()
        game = before.host.view()["game"]
    (tmp_path / MARK_NAME).write_bytes(b"\xff 20310509-200000-0123abcd")
    with served(tmp_path) as after:
        assert after.host.view()["game"] == game


def test_a_player_withdraws_nothing_while_the_judge_is_asked(server: Served) -> None:
    server.begin()
    ana = server.phone(Role.PLAYER).sit("Ana")
    ana.do("/api/game/send", player="Ana", card="reG5", cell=[1, 2])
    place = ana.view()["can_undo"]
    server.phone(Role.PLAYER).do("/api/game/dispute", reason="was it the 5?")
    assert ana.view()["can_undo"] is None
    refused = ana.post("/api/game/undo", place=place)
    assert (refused.status_code, refused.json()["error"]) == (409, "judge-asked")
    judge = server.phone(Role.JUDGE)
    assert judge.view()["can_undo"] == place
    judge.do("/api/game/settle", upheld=True, reason="it was")
    ana.do("/api/game/undo", place=place)


def test_what_the_judge_was_asked_is_told_where_it_happened(server: Served) -> None:
    server.begin()
    server.host.do("/api/game/send", player="Ana", card="reG5", cell=[1, 2])
    server.host.do("/api/game/dispute", reason="a 4?")
    asked = server.host.view()["told"][0]["disputes"]
    assert [(one["reason"], one["upheld"]) for one in asked] == [("a 4?", None)]
    server.host.do("/api/game/settle", upheld=False, reason="a 4")
    server.host.do("/api/game/draw", player="Ana", deck="left")
    draw, send = server.host.view()["told"]
    assert draw["disputes"] == []
    assert [(one["upheld"], one["settled_reason"]) for one in send["disputes"]] == [(False, "a 4")]
    game = server.host.view()["game"]
    replayed = server.host.get(f"/api/games/{game}?moves=1").json()["view"]["told"]
    assert [one["upheld"] for one in replayed[0]["disputes"]] == [False]


def test_nobody_is_told_from_which_deck_a_camera_saw_a_card_drawn(server: Served) -> None:
    server.begin()
    server.host.do("/api/game/send", player="Ana", card="reG5", cell=[1, 2])
    draw, journal = DrawCard("Ana", DrawDeck.LEFT), server.table.journal
    server.table.story = journal.record(server.table.current(), draw, "camera").story
    assert server.host.view()["told"][0]["sentences"][0] == "Ana draws a card."
    assert server.host.view("es")["told"][0]["sentences"][0] == "Ana roba una carta."


def test_two_names_that_sound_the_same_are_refused(server: Served) -> None:
    refused = server.host.post("/api/game", players=["Ana", "ana"])
    assert (refused.status_code, refused.json()["rule"]["code"]) == (409, "players")
