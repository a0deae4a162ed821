"""People at the table: join by the link, enter a game by hand, dispute, judge, look back."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.conclave.commands import Command, DrawCard, SendEmissary
from companion.games.conclave.components import Mage
from companion.games.conclave.conclave import CELLS, Cell
from companion.games.conclave.draw_a_card import DrawDeck
from companion.games.conclave.notation import mage, parse_conclave
from companion.server.roles import Audience, Role
from companion.server.view_of import view_of
from companion.sharing.tally_picture import WIDTH as PICTURE_WIDTH
from tests.companion.games.conclave.decks import deck
from tests.companion.journal.tables import RING, hidden_setup, played_out
from tests.companion.server.live import LiveServer, live_server
from tests.mobile_web.browser import PHONE_SIZE, assert_fit_for_all, open_phone, pick, tap_cell

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
MOST_BYTES, MOST_BYTES_AGAIN = 100_000, 8_000
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


def name_the_players(page: Page, one: str = "Name of player 1", two: str = "Name of player 2") -> None:
    """Fill the form of a new game, which stands before that for counting zones."""
    form = page.locator("#new-game form").first
    form.get_by_label(one, exact=True).fill("Ana")
    form.get_by_label(two, exact=True).fill("Ben")


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


def test_a_player_joins_by_the_link_and_plays_from_the_own_seat_alone(
    browser: Browser, live: LiveServer
) -> None:
    put_a_game_on_the_table(live)
    ana, ben = (open_phone(browser, live.link(Role.PLAYER)) for _ in range(2))
    assert "#" not in ana.url
    ana.get_by_role("button", name="Ana").click()
    expect(ben.get_by_role("button", name="Ana, taken")).to_be_visible()  # it learns that while it waits
    expect(ben.locator(".seats")).to_contain_text("If a name that is taken is yours")
    assert_fit_for_all(ben)
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
    expect(host.locator("#sheet")).to_be_hidden()
    assert len(live.table.current().moves) == 2
    host.context.close()


def test_a_phone_joins_by_the_link_in_the_code_on_the_host_page(browser: Browser, live: LiveServer) -> None:
    import cv2  # noqa: PLC0415 - slow to load, and only read with here
    import numpy as np  # noqa: PLC0415

    put_a_game_on_the_table(live)
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
    (link,) = set(tries) - {""}
    phone = open_phone(browser, link)
    expect(phone.get_by_role("button", name="Ana")).to_be_visible()
    expect(phone.locator("#role")).to_have_text("Player")
    for one in (page, phone):
        one.context.close()


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


def test_a_phone_says_in_words_that_the_table_is_silent(browser: Browser, live: LiveServer) -> None:
    """No connection ended, and yet nothing is heard: a machine asleep, a phone out of reach."""
    put_a_game_on_the_table(live)
    context = browser.new_context(viewport=PHONE_SIZE, is_mobile=True, has_touch=True, locale="en-US")
    page = context.new_page()
    page.clock.install()
    page.goto(live.link(Role.VIEWER))
    expect(page.locator(".link")).to_have_text("Live")
    expect(page.locator("#lost")).to_be_empty()
    wakes = threading.Event()
    live.loop.call_soon_threadsafe(wakes.wait)
    page.clock.fast_forward(46_000)
    expect(page.locator("#lost")).to_be_visible()
    expect(page.locator("#lost")).to_contain_text("may be out of date")
    assert_fit_for_all(page)
    wakes.set()
    expect(page.locator("#lost")).to_be_empty()
    expect(page.locator(".link")).to_have_text("Live")
    context.close()


def test_whoever_came_in_by_a_renewed_code_is_told_at_once(browser: Browser, live: LiveServer) -> None:
    put_a_game_on_the_table(live)
    viewer, host = open_phone(browser, live.link(Role.VIEWER)), open_phone(browser, f"{live.address}/host")
    expect(viewer.locator(".conclave")).to_be_visible()
    host.get_by_role("button", name="Viewer").click()
    host.get_by_role("button", name="Renew this code").click()
    expect(viewer.locator(".conclave")).to_be_visible()
    host.get_by_role("button", name="Renew it: every phone of this role must scan again").click()
    expect(viewer.get_by_role("heading", name="This link is not valid any more")).to_be_visible()
    for page in (viewer, host):
        page.context.close()


def test_the_language_changes_on_the_spot(browser: Browser, live: LiveServer) -> None:
    put_a_game_on_the_table(live, *TURNS)
    page = open_phone(browser, live.link(Role.VIEWER))
    expect(page.locator(".sentences").first).to_contain_text("enough")
    page.get_by_role("button", name="Español").click()
    expect(page.locator(".sentences").first).to_contain_text("suficiente")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.context.close()


def test_the_history_replays_exports_deletes_and_takes_in(
    browser: Browser, live: LiveServer, tmp_path: Path
) -> None:
    put_a_game_on_the_table(live, *TURNS)
    page = open_phone(browser, f"{live.address}/history")
    expect(page.locator(".games .badge")).to_have_text("on the table")
    expect(page.get_by_role("button", name="Put on the table")).to_have_count(0)
    page.get_by_role("button", name="Replay").click()
    expect(page.get_by_text("Step 3 of 3")).to_be_visible()
    page.get_by_role("button", name="First step").click()
    expect(page.get_by_text("Step 0 of 3")).to_be_visible()
    page.get_by_role("slider", name="Step of the game").press("ArrowRight")
    expect(page.get_by_text("Step 1 of 3")).to_be_visible()
    expect(page.get_by_role("slider")).to_be_focused()
    page.get_by_role("button", name="Last step").click()
    expect(page.get_by_text("Step 3 of 3")).to_be_visible()
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.get_by_text("Step 2 of 3")).to_be_visible()
    expect(page.locator(".zone").nth(1)).to_contain_text("0 followers")
    assert_fit_for_all(page)
    page.get_by_role("button", name="All games").click()
    with page.expect_download() as exported:
        page.get_by_role("button", name="Export", exact=True).click()
    bundle = tmp_path / exported.value.suggested_filename
    exported.value.save_as(bundle)
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_text("No games yet.")).to_be_visible()
    page.get_by_label("Take in an exported game").set_input_files(bundle)
    expect(page.get_by_role("button", name="Replay")).to_be_visible()
    expect(page.locator("#sheet")).to_be_hidden()
    page.get_by_label("Take in an exported game").set_input_files(bundle)
    expect(page.locator("#sheet")).to_contain_text("That game is here already")
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Replay").click()
    expect(page.get_by_text("Step 3 of 3")).to_be_visible()
    page.context.close()


def test_a_page_is_light_enough_for_an_old_phone(browser: Browser, live: LiveServer) -> None:
    """All of it weighs less than one small photo, and hardly anything when the phone comes back."""
    put_a_game_on_the_table(live, *TURNS)
    page = browser.new_page()
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    weights: list[int] = []
    network.on("Network.loadingFinished", lambda loaded: weights.append(int(loaded["encodedDataLength"])))
    page.goto(live.link(Role.PLAYER))
    page.locator(".conclave").wait_for()
    assert 10 < len(weights) < 60
    assert 10_000 < sum(weights) < MOST_BYTES
    weights.clear()
    page.goto(f"{live.address}/play")
    page.locator(".conclave").wait_for()
    assert sum(weights) < MOST_BYTES_AGAIN
    page.close()


@pytest.mark.parametrize("link", ["/play", "/host", "/history"])
def test_the_final_tally_is_taken_along_from_every_page(
    browser: Browser, live: LiveServer, link: str
) -> None:
    """As a picture that is looked at first, as a spreadsheet and as JSON."""
    live.table.story = played_out(live.table.journal, seed=11)
    game = live.table.story.game_id
    page = open_phone(browser, live.link(Role.PLAYER) if link == "/play" else f"{live.address}{link}")
    if link == "/history":
        page.get_by_role("button", name="Replay").click()
    for kind, ending in (("Spreadsheet", "csv"), ("JSON", "json")):
        with page.expect_download() as saved:
            page.get_by_role("button", name=kind).click()
        assert saved.value.suggested_filename == f"conclave-{game}.{ending}"
    page.get_by_role("button", name="Picture").click()
    picture = page.locator("#sheet img.shared")
    expect(picture).to_be_visible()
    assert picture.evaluate("one => one.complete && one.naturalWidth") == PICTURE_WIDTH
    assert_fit_for_all(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the picture").click()
    assert saved.value.suggested_filename == f"conclave-{game}.png"
    page.context.close()
