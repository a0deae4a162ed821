"""Photos and doubts in a real browser: check by photo, and what the camera asks, answered in a tap."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from companion.cli.camera_source import Eyes
from companion.games.conclave.commands import DrawCard, LayOutTable, SendEmissary
from companion.games.conclave.conclave import Cell
from companion.games.conclave.draw_a_card import DrawDeck
from companion.games.conclave.events import EmissarySent
from companion.games.conclave.game import start
from companion.games.conclave.notation import mage, parse_conclave
from companion.server.camera import CameraView, CellAsked, CellDiffers, Sighted
from companion.server.roles import Role
from companion.table.photographed import PhotographedCell
from tests.companion.cli.filmed import BEGUN, SENT
from tests.companion.server.live import LiveServer, live_server
from tests.companion.witness.photographed import photographed, place, places, witness
from tests.companion.witness.watched_game import HOUSE
from tests.mobile_web.browser import assert_fit_for_all, choose, open_phone
from tests.mobile_web.games import TURNS, put_a_game_on_the_table

LONG_MS = 90_000


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "table.jpg"
    cv2.imwrite(str(path), photographed(parse_conclave(SENT)))
    return path


def take(page: Page, photo: Path) -> None:
    page.locator("input[type=file]").first.set_input_files(photo)


@pytest.mark.parametrize(
    ("locale", "headline"), [("en-US", "follows the Emissary"), ("es-ES", "este Emisario")]
)
def test_a_judge_checks_a_photo_on_one_screen(
    browser: Browser, live: LiveServer, photo: Path, locale: str, headline: str
) -> None:
    page = open_phone(browser, live.link(Role.JUDGE).replace("/judge#", "/check#"), locale)
    take(page, photo)
    spots = page.locator("button.spot")
    spots.first.wait_for(timeout=LONG_MS)
    assert_fit_for_all(page)
    page.locator('[data-key="spot 1,1"]').click()
    expect(page.locator(".headline")).to_contain_text(headline)
    expect(page.locator(".verdict .least")).to_contain_text(re.compile(r"\d,\d, 9\d %"))
    expect(page.locator(".verdict .least")).to_be_in_viewport()  # verdict, reasons and sureness on one screen
    assert_fit_for_all(page)
    page.context.close()


def test_a_misread_card_is_put_right_in_three_taps_and_the_verdict_changes(
    browser: Browser, live: LiveServer, photo: Path
) -> None:
    page = open_phone(browser, live.link(Role.JUDGE).replace("/judge#", "/check#"))
    take(page, photo)
    page.locator('[data-key="spot 1,1"]').click(timeout=LONG_MS)
    before = page.locator(".headline").inner_text()
    page.locator('[data-key="spot 1,1"]').click()
    expect(page.locator("#sheet .crop")).to_be_visible()
    assert_fit_for_all(page)
    choose(page, "orG1")
    expect(page.locator(".headline")).not_to_have_text(before)
    page.context.close()


def test_an_unsure_card_is_asked_before_the_verdict_is_told(
    browser: Browser, live: LiveServer, tmp_path: Path
) -> None:
    """A blurred card in the Emissary's row: no headline until somebody has said what it is."""
    picture = photographed(parse_conclave(SENT))
    (left, top), _, (right, bottom), _ = place(Cell(1, 0)).astype(int)
    picture[top:bottom, left:right] = cv2.GaussianBlur(picture[top:bottom, left:right], (0, 0), 8)
    cv2.imwrite(str(tmp_path / "blurred.jpg"), picture)
    page = open_phone(browser, live.link(Role.JUDGE).replace("/judge#", "/check#"))
    take(page, tmp_path / "blurred.jpg")
    page.locator('[data-key="spot 1,1"]').click(timeout=LONG_MS)
    expect(page.locator("#sheet-title")).to_have_text("What lies at 1,0?")  # asked by itself
    expect(page.locator("#sheet .candidate").first).to_have_attribute("data-key", "candidate grG5")
    expect(page.locator(".headline")).to_have_count(0)
    assert_fit_for_all(page)
    page.locator("#sheet .candidate").first.click()
    expect(page.locator(".headline")).to_have_text("1 Mage follows the Emissary")
    page.locator('details[data-key="sure"] summary').click()
    expect(page.locator(".sure li", has_text="1,0 Gazelle 5")).to_contain_text("you said so")
    page.context.close()


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en-US", ("no photo that can be read", "Close", "one plain surface")),
        ("es-ES", ("no es una foto que se pueda leer", "Cerrar", "una sola superficie lisa")),
    ],
)
def test_why_a_photo_is_refused_is_said_in_the_words_of_the_page(
    browser: Browser, live: LiveServer, tmp_path: Path, locale: str, words: tuple[str, str, str]
) -> None:
    refused, close, bare = words
    (tmp_path / "no.jpg").write_bytes(b"this is no photo")
    cv2.imwrite(str(tmp_path / "bare.png"), np.full((400, 600, 3), 90, np.uint8))
    page = open_phone(browser, live.link(Role.JUDGE).replace("/judge#", "/check#"), locale)
    take(page, tmp_path / "no.jpg")
    expect(page.locator("#sheet")).to_contain_text(refused, timeout=LONG_MS)
    page.get_by_role("button", name=close).click()
    take(page, tmp_path / "bare.png")
    expect(page.locator("main")).to_contain_text(bare, timeout=LONG_MS)
    page.context.close()


def test_a_player_is_told_that_judges_check_photos(browser: Browser, live: LiveServer) -> None:
    page = open_phone(browser, live.link(Role.PLAYER).replace("/play#", "/check#"))
    expect(page.get_by_text("Only a judge or the host")).to_be_visible()
    page.context.close()


def show_camera(live: LiveServer, view: CameraView) -> None:
    live.loop.call_soon_threadsafe(live.table.show_camera, view)


def test_an_unsure_card_is_answered_in_one_tap_and_a_table_that_differs_is_shown(
    browser: Browser, tmp_path: Path
) -> None:
    with live_server(tmp_path, eyes=Eyes(None, "house", tmp_path)) as live:
        put_a_game_on_the_table(live, *TURNS)
        told: list[object] = []
        assert live.camera is not None
        live.camera.tell = lambda cell, card: told.append((str(cell), str(card)))  # type: ignore[method-assign]
        corners = ((10.0, 10.0), (60.0, 10.0), (60.0, 80.0), (10.0, 80.0))
        cell = PhotographedCell(1, 0, "card", "grG4", 0.6, False, corners, (("grG4", 0.6), ("grG5", 0.3)))
        picture = cv2.imencode(".jpg", photographed(parse_conclave(BEGUN)))[1].tobytes()
        live.loop.call_soon_threadsafe(live.table.sights.show, Sighted(1, picture, 700, 880, (cell,)))
        judge = open_phone(browser, live.link(Role.JUDGE))
        show_camera(
            live,
            CameraView(
                source="running", watching="lost-thread",
                asked=(CellAsked((1, 0), (("grG4", 0.6), ("grG5", 0.3))),),
                differs=(CellDiffers((0, 0), ("beC2",), None), CellDiffers((3, 3), (None,), "????")),
            ),
        )  # fmt: skip
        expect(judge.get_by_role("heading", name="The table shows something else")).to_be_visible()
        assert_fit_for_all(judge)
        player = open_phone(browser, live.link(Role.PLAYER))
        expect(player.locator(".differs")).to_contain_text("the host or the judge takes it over")
        expect(player.locator(".differs button")).to_have_count(0)
        tops = player.locator(".pair .card").evaluate_all(
            "cards => cards.map((one) => one.getBoundingClientRect().top)"
        )
        assert tops[0] == tops[1]  # expected and found, side by side
        player.context.close()
        judge.locator('[data-key="tell 1,0 grG5"]').click()
        judge.locator('[data-key="ask 1,0"]').click()
        expect(judge.locator("#sheet .crop")).to_be_visible()
        judge.locator('#sheet [data-key="candidate grG4"]').click()
        expect(judge.locator("#sheet .sheet")).to_have_count(0)
        assert told == [("1,0", "grG5"), ("1,0", "grG4")]
        show_camera(live, CameraView(source="running", watching="following"))
        expect(judge.locator(".doubt")).to_have_count(0)
        judge.context.close()


def test_a_card_on_the_board_is_put_right_in_at_most_three_taps(browser: Browser, tmp_path: Path) -> None:
    """Cell, candidate: two taps where the camera has guesses."""
    with live_server(tmp_path, eyes=Eyes(None, "house", tmp_path)) as live:
        put_a_game_on_the_table(live, *TURNS)
        live.table.camera = CameraView(source="running", watching="following")
        corners = ((10.0, 10.0), (60.0, 10.0), (60.0, 80.0), (10.0, 80.0))
        cell = PhotographedCell(0, 0, "card", "beC2", 0.6, False, corners, (("beC2", 0.6), ("beC4", 0.3)))
        picture = cv2.imencode(".jpg", photographed(parse_conclave(BEGUN)))[1].tobytes()
        live.loop.call_soon_threadsafe(live.table.sights.show, Sighted(1, picture, 700, 880, (cell,)))
        judge = open_phone(browser, live.link(Role.JUDGE))
        judge.locator('[data-key="cell 0,0"]').click()
        judge.locator('#sheet [data-key="candidate beC4"]').click()
        expect(judge.locator('[data-key="cell 0,0"]')).to_have_attribute(
            "aria-label", "Crow 4, Earth (beige) at 0,0: put it right"
        )
        judge.context.close()


def put_a_seen_game_on_the_table(live: LiveServer) -> None:
    """Two Emissaries that a camera saw; hands and decks are hidden, as at a real table."""
    journal = live.table.journal
    story = journal.start(start(LayOutTable(("Ana", "Ben"), HOUSE, parse_conclave(BEGUN), 18))[1], "camera")
    for command in (
        SendEmissary("Ana", mage("grC5"), Cell(1, 1)),
        DrawCard("Ana", DrawDeck.LEFT),
        SendEmissary("Ben", mage("orG4"), Cell(2, 2)),
    ):
        frames: tuple[bytes, ...] = ()
        if isinstance(command, SendEmissary):
            shown = story.game.position.conclave.with_card(command.cell, command.mage)
            frames = witness().testify(photographed(shown), places()).pieces
        story = journal.record(story, command, "camera", frames).story
    live.table.story = story


def test_a_judge_looks_at_the_evidence_and_puts_a_card_right_in_three_taps(
    browser: Browser, live: LiveServer
) -> None:
    put_a_seen_game_on_the_table(live)
    move = live.table.current().moves[0]
    sent = move.events[0]
    assert isinstance(sent, EmissarySent)
    judge = open_phone(browser, live.link(Role.JUDGE))
    judge.locator(f'[data-key="evidence {move.place}"]').click()
    expect(judge.locator("#sheet .crops li")).to_have_count(16)
    under_pictures = " ".join(judge.locator("#sheet .odds").all_text_contents())
    assert not re.search(r"[a-z]{2}[CGW][1-5]", under_pictures)
    assert re.search(r"(Crow|Gazelle|Wild Boar) \d", under_pictures)
    assert_fit_for_all(judge)
    judge.locator(f'#sheet [data-key="crop {sent.cell.row},{sent.cell.column}"]').click()
    other = judge.locator("#sheet .candidate").first
    card = str(other.get_attribute("data-key")).removeprefix("candidate ")
    assert_fit_for_all(judge)
    other.click()
    expect(judge.locator("#sheet .was")).to_contain_text("1 Mage follows Ana")
    expect(judge.locator("#sheet .headline")).to_have_text("Nobody follows Ana")
    judge.locator('#sheet [data-key="close"]').click()
    expect(judge.locator(f'[data-key="cell {sent.cell.row},{sent.cell.column}"]')).to_contain_text(card[-1])
    corrected = live.table.current().moves[0].events[0]
    assert isinstance(corrected, EmissarySent)
    assert str(corrected.mage) == card != str(sent.mage)
    judge.context.close()


def test_the_history_shows_the_frame_of_each_step(browser: Browser, live: LiveServer) -> None:
    put_a_seen_game_on_the_table(live)
    page = open_phone(browser, f"{live.address}/history")
    page.get_by_role("button", name="Replay").click()
    page.get_by_role("button", name="First step").click()
    expect(page.get_by_text("Step 0 of")).to_be_visible()
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.get_by_text("Step 1 of")).to_be_visible()
    expect(page.locator(".frame .sight")).to_be_visible()
    page.locator('[data-key="evidence"]').click()
    expect(page.locator("#sheet .crops li")).to_have_count(16)
    assert_fit_for_all(page)
    page.context.close()
