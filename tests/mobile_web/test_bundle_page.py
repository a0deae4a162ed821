"""The page inside an exported game, opened from the disk on a phone, without any server."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from companion.journal.bundle import export_game, open_bundle
from companion.journal.journal import Journal
from tests.companion.witness.watched_game import watched_game
from tests.mobile_web.browser import assert_fit_for_all, open_phone


@pytest.fixture(scope="module")
def link(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("bundle")
    journal = Journal(folder / "journal")
    packed = export_game(journal, watched_game(journal, moves=2).game_id)
    (folder / "index.html").write_bytes(open_bundle(packed).page)
    return (folder / "index.html").as_uri()


def asks_for_nothing(page: Page) -> bool:
    return bool(
        page.evaluate("performance.getEntriesByType('resource').every(one => one.name.startsWith('data:'))")
    )


def test_the_page_opens_anywhere_and_speaks_two_languages(browser: Browser, link: str) -> None:
    page = open_phone(browser, link)
    assert page.locator("h1").inner_text() == "Evidence of a game"
    page.get_by_text("Español").click()
    assert page.locator("h1").inner_text() == "Pruebas de una partida"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert asks_for_nothing(page)
    assert_fit_for_all(page)


def test_the_frame_and_its_sixteen_crops_are_shown(browser: Browser, link: str) -> None:
    page = open_phone(browser, link, scheme="light")
    page.locator("details summary", has_text="Show the evidence").first.click()
    crops = page.locator("article").filter(has=page.locator(".crops")).first.locator(".crop")
    assert crops.count() == 16
    assert page.locator("svg.frame polygon").count() >= 16
    drawn = page.evaluate(
        """async () => {
            const href = document.querySelector('svg.frame image').getAttribute('href')
            const picture = new Image(); picture.src = href; await picture.decode()
            return [picture.naturalWidth, picture.naturalHeight]
        }"""
    )
    assert max(drawn) == 800
    assert_fit_for_all(page)
