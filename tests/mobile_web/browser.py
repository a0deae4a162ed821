"""A real browser at phone size, and a real server for it on loopback."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
]  # fmt: skip
PHONE_SIZE: ViewportSize = {"width": 390, "height": 844}
PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)  # a busy machine is slow, not wrong
AXE_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

COME_TO_REST = """() => Promise.all(document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
  .map((one) => one.finished.catch(() => null))).then(() => null)"""


@contextmanager
def chromium(film: Path | None = None) -> Iterator[Browser]:
    """The browser; its camera shows a film, over and over, if there is one."""
    camera = [
        "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    ]  # fmt: skip
    with sync_playwright() as playwright:
        arguments = ARGUMENTS + (camera if film else [])
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield browser
        browser.close()


def open_phone(browser: Browser, link: str, locale: str = "en-US", scheme: str = "dark") -> Page:
    """A fresh phone that opens a link; a script that fails there fails the test."""
    context = browser.new_context(
        viewport=PHONE_SIZE, is_mobile=True, has_touch=True, locale=locale,
        color_scheme="light" if scheme == "light" else "dark",
        ignore_https_errors=True,  # as people do who trust the certificate that was made at their table
    )  # fmt: skip
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.on("pageerror", lambda problem: page.evaluate("text => { window.failed = text }", str(problem)))
    page.goto(link)
    page.locator("main .panel, main .banner").first.wait_for()
    return page


def pick(page: Page, card: str) -> None:
    """Choose a card in the open sheet by its three taps."""
    sheet = page.locator("#sheet")
    for key in (f"magic {card[:2]}", f"brotherhood {card[2]}", f"influence {card[3]}"):
        sheet.locator(f'[data-key="{key}"]').click()


def choose(page: Page, card: str) -> None:
    """Choose any card in a question about one, by two taps: its Magic, then the card."""
    for key in (f"all {card[:2]}", f"all {card}"):
        page.locator(f'#sheet [data-key="{key}"]').click()


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


def violations(page: Page) -> list[str]:
    """What axe finds wrong by the rules of WCAG 2.2 AA and its own good practice."""
    found = Axe().run(page, options={"runOnly": AXE_RULES}).response["violations"]
    return [f"{one['id']}: {one['help']}: {one['nodes'][0]['html'][:200]}" for one in found]


def assert_fit_for_all(page: Page) -> None:
    """Names for every control, targets to tap, contrast, nothing wider than the phone, no failed script."""
    page.evaluate(COME_TO_REST)  # what still fades in would seem too faint
    found = [*unlabelled(page), *contrast(page), *violations(page)]
    assert not found, "\n".join(found)
    failed = page.evaluate("window.failed || null")
    assert failed is None, failed
