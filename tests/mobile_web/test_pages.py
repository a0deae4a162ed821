"""People at the table: join by the link, enter a game by hand, dispute, judge, look back."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.conclave.commands import Command, DrawCard, SendEmissary
from companion.games.conclave.conclave import CELLS, Cell
from companion.games.conclave.draw_a_card import DrawDeck
from companion.games.conclave.notation import mage, parse_conclave
from companion.server.links import link_for
from companion.server.roles import Audience, Role
from companion.server.view_of import view_of
from tests.companion.games.conclave.decks import deck
from tests.companion.journal.tables import RING, hidden_setup
from tests.companion.server.live import LiveServer, live_server
from tests.companion.server.served import ADDRESS
from tests.mobile_web.browser import assert_fit_for_all, open_phone, pick, tap_cell

LAID = [
    (cell.row, cell.column, str(card)) for cell in CELLS if (card := parse_conclave(RING)[cell]) is not None
]
TURNS: list[Command] = [
    SendEmissary("Ana", mage("reG5"), Cell(1, 2)),
    DrawCard("Ana", DrawDeck.LEFT),
    SendEmissary("Ben", mage("puG4"), Cell(1, 1)),
]


def put_a_game_on_the_table(live: LiveServer, *commands: Command) -> None:
    """A game that was played so far before any phone came."""
    journal = live.table.journal
    story = journal.start(hidden_setup(), "host")
    for command in commands:
        story = journal.record(story, command, "host").story
    live.table.story = story


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
        page.get_by_label(words["one"], exact=True).fill("Ana")
        page.get_by_label(words["two"], exact=True).fill("Ben")
        page.get_by_label(words["removed"]).select_option("0")
        page.get_by_role("button", name=words["begin"], exact=True).click()
        page.get_by_role("button", name=words["lay"]).click()
        for row, column, card in LAID:
            expect(page.locator("#sheet-title")).to_contain_text(f"{row},{column}")
            pick(page, card)
        expect(page.locator("#sheet")).to_be_hidden()
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


def test_a_player_joins_by_the_link_and_plays_from_the_own_seat_alone(
    browser: Browser, live: LiveServer
) -> None:
    put_a_game_on_the_table(live)
    ana, ben = (open_phone(browser, live.link(Role.PLAYER)) for _ in range(2))
    assert "#" not in ana.url
    ana.get_by_role("button", name="Ana").click()
    ben.get_by_role("button", name="Ben").click()
    expect(ana.get_by_role("heading", name="Your turn, Ana")).to_be_visible()
    expect(ben.locator(".place")).to_have_count(0)
    tap_cell(ana, 1, 2)
    pick(ana, "reG5")
    ana.locator("#sheet").get_by_role("button", name="Send Gazelle 5").click()
    expect(ben.locator(".headline")).to_have_text("Nobody follows Ana")  # Ben's phone shows it by itself
    expect(ben.get_by_role("button", name="Left deck")).to_have_count(0)
    ana.get_by_role("button", name="Right deck").click()
    expect(ben.get_by_role("heading", name="Your turn, Ben")).to_be_visible()
    assert_fit_for_all(ben)
    ben.reload()
    expect(ben.get_by_role("heading", name="Your turn, Ben")).to_be_visible()  # the phone keeps its seat
    for page in (ana, ben):
        page.context.close()


def test_a_refusal_is_explained_by_its_rule(browser: Browser, live: LiveServer) -> None:
    put_a_game_on_the_table(live, *TURNS[:1])
    host, judge = open_phone(browser, live.link(Role.HOST)), open_phone(browser, live.link(Role.JUDGE))
    judge.get_by_role("button", name="Correct", exact=True).click()
    judge.get_by_role("button", name="Another cell").click()
    judge.locator("#sheet").locator('[data-key="cell 0,0"]').click()
    expect(judge.locator("#sheet")).to_contain_text("An Emissary goes to an empty cell.")
    assert_fit_for_all(judge)
    for page in (host, judge):
        page.context.close()


def test_a_dispute_freezes_the_tally_until_the_judge_has_corrected_and_spoken(
    browser: Browser, live: LiveServer
) -> None:
    put_a_game_on_the_table(live, *TURNS)
    ana, judge = open_phone(browser, live.link(Role.PLAYER)), open_phone(browser, live.link(Role.JUDGE))
    ana.get_by_role("button", name="Ana").click()
    ana.get_by_role("button", name="Ask the judge").click()
    ana.get_by_label("What is in doubt?").fill("Was that a Gazelle?")
    ana.get_by_role("button", name="Ask", exact=True).click()
    expect(judge.locator(".dispute")).to_contain_text("Was that a Gazelle?")
    judge.get_by_role("button", name="Correct", exact=True).first.click()
    judge.get_by_role("button", name="Another card").click()
    pick(judge, "puC1")
    judge.locator('[data-key="confirm"]').click()
    expect(judge.locator(".headline")).to_have_text("Nobody follows Ben")
    expect(ana.locator(".frozen")).to_be_visible()
    expect(ana.locator(".zone").nth(1)).to_contain_text("2 followers")  # what everybody had seen
    assert_fit_for_all(ana)
    judge.get_by_label("Why").fill("A Crow")
    judge.get_by_role("button", name="It was corrected").click()
    expect(ana.locator(".dispute")).to_have_count(0)
    expect(ana.locator(".zone").nth(1)).to_contain_text("0 followers")
    for page in (ana, judge):
        page.context.close()


def test_a_judge_corrects_a_card_of_the_first_conclave(browser: Browser, live: LiveServer) -> None:
    put_a_game_on_the_table(live, *TURNS)
    judge = open_phone(browser, live.link(Role.JUDGE))
    expect(judge.locator(".headline")).to_have_text("2 Mages follow Ben")
    judge.get_by_role("button", name="Correct the first Conclave").click()
    judge.locator("#sheet").locator('[data-key="cell 1,0"]').click()  # the green Gazelle that followed
    pick(judge, "beC4")
    judge.locator('[data-key="confirm"]').click()
    expect(judge.locator(".headline")).to_have_text("1 Mage follows Ben")
    judge.context.close()


def test_the_code_on_the_host_page_leads_to_the_players_page(browser: Browser, live: LiveServer) -> None:
    import cv2  # noqa: PLC0415 - slow to load, and only read with here
    import numpy as np  # noqa: PLC0415

    page = open_phone(browser, f"{live.address}/host")
    page.locator(".links .qr").wait_for()
    picture = page.screenshot(full_page=True)  # of the page: the code alone may be redrawn as phones come
    image = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert image is not None
    larger = cv2.copyMakeBorder(
        cv2.resize(image, None, fx=3, fy=3, interpolation=cv2.INTER_NEAREST),
        90,
        90,
        90,
        90,
        cv2.BORDER_CONSTANT,
        value=255,
    )
    tries = [  # OpenCV's two readers each miss a code now and then that phones read at once
        reader.detectAndDecode(one)[0]
        for one in (image, larger)
        for reader in (cv2.QRCodeDetector(), cv2.QRCodeDetectorAruco())
    ]
    assert set(tries) - {""} == {link_for(Role.PLAYER, ADDRESS, live.access.code(Role.PLAYER)).link}
    page.context.close()


def test_a_phone_comes_back_by_itself_and_renewed_codes_let_nobody_in(
    browser: Browser, live: LiveServer
) -> None:
    put_a_game_on_the_table(live)
    page = open_phone(browser, live.link(Role.VIEWER))
    page.context.set_offline(True)
    page.context.set_offline(False)
    page.reload()
    expect(page.locator(".conclave")).to_be_visible()
    live.access.renew(Role.VIEWER)
    page.reload()
    expect(page.get_by_role("heading", name="This link is not valid any more")).to_be_visible()
    assert_fit_for_all(page)
    page.context.close()


def test_the_language_changes_on_the_spot(browser: Browser, live: LiveServer) -> None:
    put_a_game_on_the_table(live, *TURNS)
    page = open_phone(browser, live.link(Role.VIEWER))
    expect(page.locator(".sentences").first).to_contain_text("enough")
    page.get_by_role("button", name="Español").click()
    expect(page.locator(".sentences").first).to_contain_text("suficiente")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.context.close()


def test_the_history_replays_a_game_step_by_step(browser: Browser, live: LiveServer) -> None:
    put_a_game_on_the_table(live, *TURNS)
    page = open_phone(browser, f"{live.address}/history")
    page.get_by_role("button", name="Replay").click()
    expect(page.get_by_text("Step 3 of 3")).to_be_visible()
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.get_by_text("Step 2 of 3")).to_be_visible()
    expect(page.locator(".zone").nth(1)).to_contain_text("0 followers")
    assert_fit_for_all(page)
    page.get_by_role("button", name="All games").click()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_text("No games yet.")).to_be_visible()
    page.context.close()


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_every_page_is_fit_for_all_by_night_and_by_day(
    browser: Browser, live: LiveServer, scheme: str
) -> None:
    put_a_game_on_the_table(live, *TURNS)
    for link in (
        live.link(Role.PLAYER),
        live.link(Role.JUDGE),
        live.link(Role.CAMERA),
        f"{live.address}/host",
        f"{live.address}/check",
        f"{live.address}/history",
        f"{live.address}/docs",
    ):
        page = open_phone(browser, link, scheme=scheme)
        page.wait_for_timeout(300)
        assert_fit_for_all(page)
        page.context.close()


def test_the_sheet_keeps_the_focus_and_gives_it_back(browser: Browser, live: LiveServer) -> None:
    put_a_game_on_the_table(live)
    page = open_phone(browser, f"{live.address}/host")
    tap_cell(page, 1, 1)
    for _ in range(20):
        page.keyboard.press("Tab")
        assert page.evaluate("document.getElementById('sheet').contains(document.activeElement)")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.dataset.key") == "cell 1,1"
    page.context.close()
