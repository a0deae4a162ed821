"""A real browser at phone size, and a real server for it on loopback."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
]  # fmt: skip
PHONE_SIZE: ViewportSize = {"width": 390, "height": 844}
PATIENCE_MS = 30_000


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
