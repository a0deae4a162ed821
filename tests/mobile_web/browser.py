"""A real browser at phone size, and a real server for it on loopback."""

from __future__ import annotations

import shutil
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from companion.games.conclave.components import Deck
from companion.journal.journal import Journal
from companion.server.access import Access
from companion.server.app import Site, make_app
from companion.server.connection import TableServer, server_config
from companion.server.links import link_for
from companion.server.live_table import LiveTable
from companion.server.roles import Role
from tests.companion.games.conclave.decks import FOUR_OF_EACH_PAIR
from tests.companion.server.served import ROOT

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
]  # fmt: skip
PHONE_SIZE: ViewportSize = {"width": 390, "height": 844}
PATIENCE_MS = 30_000


class LiveServer:
    """The whole server on a free port of this machine."""

    def __init__(self, folder: Path, deck: Deck = FOUR_OF_EACH_PAIR) -> None:
        self.table = LiveTable(Journal(folder), "boot")
        self.access = Access(folder)
        hosts = ("127.0.0.1", "localhost")
        app = make_app(
            self.table, self.access, deck, Site(ROOT / "mobile_web", ("http://192.168.1.5:8765",), hosts, "0")
        )
        self._server = TableServer(server_config(app), self.table.hub)
        self._thread = threading.Thread(target=self._server.run, daemon=True)

    def start(self) -> None:
        self._thread.start()
        while not self._server.started:
            time.sleep(0.02)
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"

    def stop(self) -> None:
        self._server.handle_exit(signal.SIGTERM, None)
        self._thread.join(20)

    def link(self, role: Role) -> str:
        return link_for(role, self.address, self.access.code(role)).link


@contextmanager
def live_server(folder: Path, deck: Deck = FOUR_OF_EACH_PAIR) -> Iterator[LiveServer]:
    server = LiveServer(folder, deck)
    server.start()
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


def open_phone(browser: Browser, link: str, locale: str = "en-US", scheme: str = "dark") -> Page:
    """A fresh phone that opens a link; a script that fails there fails the test."""
    context = browser.new_context(
        viewport=PHONE_SIZE, is_mobile=True, has_touch=True, locale=locale,
        color_scheme="light" if scheme == "light" else "dark",
    )  # fmt: skip
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.on("pageerror", lambda problem: page.evaluate("text => { window.failed = text }", str(problem)))
    page.goto(link)
    page.locator("#table .panel, #table .banner").first.wait_for()
    return page


def pick(page: Page, card: str) -> None:
    """Choose a card in the open sheet by its three taps."""
    sheet = page.locator("#sheet")
    for key in (f"magic {card[:2]}", f"brotherhood {card[2]}", f"influence {card[3]}"):
        sheet.locator(f'[data-key="{key}"]').click()


def tap_cell(page: Page, row: int, column: int) -> None:
    page.locator(f'[data-key="cell {row},{column}"]').click()


def contrast(page: Page) -> list[str]:
    """Text that is too faint on what lies behind it, by the formula of WCAG."""
    script = (Path(__file__).parent / "contrast.js").read_text(encoding="utf-8")
    found: list[str] = page.evaluate(script)
    return found


def unlabelled(page: Page) -> list[str]:
    """Controls without a name, pictures without words, and targets too small to tap."""
    script = (Path(__file__).parent / "labels.js").read_text(encoding="utf-8")
    found: list[str] = page.evaluate(script)
    return found
