"""A game entered by hand on phones: begun, played from seats, taken back, explained."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.conclave.commands import DrawCard, SendEmissary
from companion.games.conclave.components import Mage
from companion.games.conclave.conclave import Cell
from companion.games.conclave.draw_a_card import DrawDeck
from companion.games.conclave.notation import mage
from companion.server.roles import Audience, Role
from companion.server.view_of import view_of
from tests.companion.games.conclave.decks import deck
from tests.companion.journal.tables import RING
from tests.companion.server.live import LiveServer, live_server
from tests.mobile_web.browser import assert_fit_for_all, open_phone, pick, tap_cell
from tests.mobile_web.games import LAID, TURNS, name_the_players, put_a_game_on_the_table

WORDS = {
    "en-US": {
        "begin": "Begin",
        "one": "Name of player 1",
        "two": "Name of player 2",
        "removed": "Cards removed",
        "lay": "Lay the next card",
        "left": "Left deck",
        "over": "The game is over",
        "tally": "Final tally",
    },
    "es-ES": {
        "begin": "Empezar",
        "one": "Nombre del jugador 1",
        "two": "Nombre del jugador 2",
        "removed": "Cartas retiradas",
        "lay": "Colocar la siguiente carta",
        "left": "Mazo izquierdo",
        "over": "La partida ha terminado",
        "tally": "Recuento final",
    },
}
SHORT = deck(RING.replace("....", "") + "reG5 puG4 orC5 beG4 blC1 reW1 orW2 blG5 puC1 grC5")
"""Twenty-two cards: the ring, two hands, and two cards to draw."""


@pytest.mark.parametrize("locale", WORDS)
def test_a_whole_short_game_is_entered_by_hand_on_a_phone(
    browser: Browser, tmp_path: Path, locale: str
) -> None:
    with live_server(tmp_path, SHORT) as live:
        words = WORDS[locale]
        page = open_phone(browser, live.link(Role.HOST), locale)
        name_the_players(page, words["one"], words["two"])
        page.get_by_label(words["removed"]).select_option("0")
        page.get_by_role("button", name=words["begin"], exact=True).click()
        page.get_by_role("button", name=words["lay"]).click()
        for row, column, card in LAID:
            expect(page.locator("#sheet-title")).to_contain_text(f"{row},{column}")
            pick(page, card)
        expect(page.locator("#sheet .sheet")).to_have_count(0)
        steps = []
        while (action := take_one_step(page, live, words["left"])) != "over":
            steps.append(action)
        assert steps.count("send") == 4
        assert steps.count("show") == 2
        expect(page.get_by_role("heading", name=words["over"])).to_be_visible()
        expect(page.locator(".tally")).to_contain_text(words["tally"])
        expect(page.locator(".tally .sentences li").last).to_be_visible()
        assert_fit_for_all(page)
        page.context.close()


def take_one_step(page: Page, live: LiveServer, left: str) -> str:
    """Do by taps whatever the table waits for, and wait until the page has seen it."""
    story = live.table.current()
    view = view_of(story, Audience.JUDGES, "en")
    cards = list(view.possible)
    match view.next.action:
        case "send":
            tap_cell(page, *view.next.cells[0])
            pick(page, cards[0])
            page.locator('[data-key="confirm"]').click()
        case "draw":
            page.get_by_role("button", name=left).click()
        case "refill":
            page.locator('[data-key="refill"]').click()
            for card in cards[: len(view.next.cells)]:
                pick(page, card)
        case "show":
            name, count = view.next.hands[0]
            page.locator(f'[data-key="show {name}"]').click()
            for card in cards[:count]:
                pick(page, card)
        case "over":
            return "over"
    until = time.monotonic() + 30
    while live.table.current().entries == story.entries and time.monotonic() < until:
        page.wait_for_timeout(50)
    assert live.table.current().entries > story.entries, f"{view.next.action} did not arrive"
    page.wait_for_timeout(200)
    return view.next.action


def test_a_new_game_has_all_that_the_host_said(browser: Browser, live: LiveServer) -> None:
    page = open_phone(browser, f"{live.address}/host")
    page.get_by_role("button", name="Begin a game").click()  # which leads to the form
    expect(page.locator("#new-game form").first.locator("[name=player1]")).to_be_focused()
    for number, name in enumerate(("Ana", "Ben", "Carla"), 1):
        page.locator("#new-game form").first.locator(f"[name=player{number}]").fill(name)
    page.get_by_label("Who begins").select_option("Ben")
    page.get_by_label("Starting corner").select_option("bottom-left")
    page.get_by_label("Edition").select_option("kleine-klaeffer")
    page.get_by_label("Cards removed").select_option("5")
    page.get_by_role("button", name="Begin", exact=True).click()
    page.get_by_role("button", name="Lay the next card").wait_for()
    expect(page.locator(".banner h2")).to_be_in_viewport()
    position = live.table.current().game.position
    assert [player.name for player in position.players] == ["Ana", "Ben", "Carla"]
    assert position.player.name == "Ben"
    assert position.starting_corner.value == "bottom-left"
    assert position.edition.value == "kleine-klaeffer"
    view = view_of(live.table.current(), Audience.JUDGES, "en")
    assert view.cards_left == 72 - 5 - 3 * 4  # removed, and in three hands
    page.context.close()


def test_a_player_gives_a_pile_with_one_tap_and_takes_it_back(browser: Browser, live: LiveServer) -> None:
    ana_again = SendEmissary("Ana", mage("blG1"), Cell(2, 2)), DrawCard("Ana", DrawDeck.LEFT)
    put_a_game_on_the_table(live, *TURNS, DrawCard("Ben", DrawDeck.LEFT), *ana_again)
    ana, ben = (open_phone(browser, live.link(Role.PLAYER)) for _ in range(2))
    ana.get_by_role("button", name="Ana").click()
    ben.get_by_role("button", name="Ben").click()
    expect(ben.get_by_role("heading", name="Your turn, Ben")).to_be_visible()
    expect(ana.get_by_role("button", name="Give to")).to_have_count(0)
    expect(ana.locator(".banner")).to_contain_text("Ben now sends an Emissary.")
    expect(ana.locator(".gift-hint")).to_have_text("Ben may give a pile away first.")
    expect(ana.get_by_role("button", name="Go to the piles")).to_have_count(0)
    ben.get_by_role("button", name="Go to the piles").click()
    expect(ben.locator(".give").first).to_be_focused()
    expect(ben.locator(".give").first).to_be_in_viewport()
    expect(ben.locator(".phases .now")).to_have_text("Give")
    assert_fit_for_all(ben)
    ben.get_by_role("button", name="Give to Ana: the Nature pile").click()
    expect(ana.locator(".zone").first.locator(".pile")).to_contain_text(["Nature"])
    expect(ben.get_by_role("button", name="Give to")).to_have_count(0)  # one pile a turn
    expect(ben.locator(".phases .now")).to_have_text("Send")
    expect(ben.locator(".banner")).not_to_contain_text("first")
    ben.get_by_role("button", name="Undo the last step").click()
    expect(ben.get_by_role("button", name="Give to Ana: the Nature pile")).to_be_visible()
    for page in (ana, ben):
        page.context.close()


def test_nobody_is_told_to_do_what_their_phone_cannot(browser: Browser, live: LiveServer) -> None:
    """Neither while the first Conclave is laid nor on somebody else's turn; and no pile is there to give."""
    put_a_game_on_the_table(live)
    live.table.story = live.table.journal.lay(live.table.current(), Cell(3, 3), None, "host")
    watcher = open_phone(browser, live.link(Role.VIEWER))
    expect(watcher.locator(".banner h2")).to_have_text("The first Conclave is being laid")
    expect(watcher.locator(".banner")).to_contain_text("one is still missing")
    expect(watcher.locator(".banner")).not_to_contain_text("Tap")
    live.table.story = live.table.journal.lay(live.table.current(), Cell(3, 3), mage("beC4"), "host")
    live.publish()
    expect(watcher.locator(".banner")).to_contain_text("Ana now sends an Emissary.")
    expect(watcher.locator(".phases .now")).to_have_text("Send")
    expect(watcher.locator(".banner")).not_to_contain_text("pile")
    watcher.context.close()


def test_a_cell_looks_empty_as_soon_as_play_went_on(browser: Browser, live: LiveServer) -> None:
    """Whom the verdict took is marked as gone until then, and what is next is said only while it is next."""
    put_a_game_on_the_table(live, *TURNS)
    watcher = open_phone(browser, live.link(Role.VIEWER))
    expect(watcher.locator(".ghost + .gone-mark")).to_have_count(2)
    expect(watcher.locator(".verdict .sentences")).to_contain_text("Next: draw a card")
    record = live.table.journal.record
    live.table.story = record(live.table.current(), DrawCard("Ben", DrawDeck.LEFT), "host").story
    live.publish()
    expect(watcher.locator(".ghost")).to_have_count(0)
    expect(watcher.locator(".verdict .sentences")).not_to_contain_text("Next")
    watcher.context.close()


def test_a_card_laid_wrongly_is_put_right_before_the_first_turn(browser: Browser, live: LiveServer) -> None:
    """By undo, by the way back in the sheet, and by a tap on any card of the first Conclave."""
    put_a_game_on_the_table(live)
    journal, corner = live.table.journal, Cell(3, 3)
    right = live.table.current().game.position.conclave[corner]
    assert isinstance(right, Mage)
    for card in (None, mage("beC4")):
        live.table.story = journal.lay(live.table.current(), corner, card, "host")
    host = open_phone(browser, live.link(Role.HOST))
    host.get_by_role("button", name="Undo the last step").click()
    host.get_by_role("button", name="Lay the next card").click()
    pick(host, "beC5")
    expect(host.get_by_role("button", name="Correct the first Conclave")).to_be_visible()
    tap_cell(host, 3, 3)
    host.get_by_role("button", name="Nothing lies there").click()
    tap_cell(host, 3, 3)
    pick(host, str(right))
    expect(host.locator(".banner h2")).to_have_text("Ana's turn")
    assert live.table.current().game.position.conclave[corner] == right
    assert_fit_for_all(host)
    host.context.close()


def test_a_second_tap_means_the_first(browser: Browser, live: LiveServer) -> None:
    put_a_game_on_the_table(live, *TURNS[:1])
    host = open_phone(browser, live.link(Role.HOST))
    asked: list[str] = []
    host.on("request", lambda request: asked.append(request.url))
    host.get_by_role("button", name="Left deck").evaluate("one => { one.click(); one.click(); }")
    expect(host.locator(".banner h2")).to_have_text("Ben's turn")
    assert len([url for url in asked if "/api/game/draw" in url]) == 1
    expect(host.locator("#sheet .sheet")).to_have_count(0)
    assert len(live.table.current().moves) == 2
    host.context.close()
