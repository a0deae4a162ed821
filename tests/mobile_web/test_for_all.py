"""Pages for everybody: by night and by day, in both languages, by keyboard, without colours or motion."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from companion.games.conclave.commands import DrawCard, SendEmissary
from companion.games.conclave.conclave import Cell
from companion.games.conclave.draw_a_card import DrawDeck
from companion.games.conclave.notation import mage
from companion.server.pages import PAGES
from companion.server.roles import Role
from tests.companion.journal.tables import hidden_setup
from tests.companion.server.live import LiveServer
from tests.mobile_web.browser import assert_fit_for_all, open_phone, tap_cell
from tests.mobile_web.games import TURNS, put_a_game_on_the_table
from tests.mobile_web.test_words import ENGLISH

BY_A_CODE = {"/play": Role.PLAYER, "/watch": Role.VIEWER, "/judge": Role.JUDGE, "/camera": Role.CAMERA}
TABS = 14
FOCUSED = """() => {
  const one = document.activeElement, shown = one.closest(".file-button") || one;
  const style = getComputedStyle(shown), box = shown.getBoundingClientRect();
  const width = style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth);
  return { name: one.outerHTML.slice(0, 120), width, inSight: box.bottom > 0 && box.top < innerHeight };
}"""
MAGICS = """(names) => [...document.querySelectorAll(':is(main, #sheet) [class*="magic-"]')].map((one) => {
  const code = one.className.match(/magic-(\\w\\w)/)[1];
  const said = one.textContent + ((one.closest("[aria-label]") || { ariaLabel: "" }).ariaLabel || "");
  const whole = one.querySelector(".sign") && one.querySelector(".letter") && said.includes(names[code]);
  return [Boolean(whole), one.outerHTML.slice(0, 200)];
})"""

LONGEST = ("Maximiliana" * 4)[:40], ("Bartholomaeus" * 4)[:40]
BEYOND = """() => [...document.querySelectorAll("main *")]
  .filter((one) => one.getBoundingClientRect().right > Math.min(innerWidth, screen.width) + 1)
  .filter((one) => !one.closest(".cave, .tally-scroll, .visually-hidden"))
  .map((one) => one.outerHTML.slice(0, 100))"""
OLD_PHONE: ViewportSize = {"width": 320, "height": 568}
CUT_OFF = """() => {
  const parts = ".sign, .letter, .name, .pile-sum, .crown, .resents";
  const holders = ".card, .choices button, .pile summary";
  const box = (one) => {
    if (one.matches(".sign")) return one.getBoundingClientRect();
    const text = document.createRange();
    text.selectNodeContents(one);
    return text.getBoundingClientRect();
  };
  const inside = (one, other) => one.left >= other.left - 1 && one.right <= other.right + 1
    && one.top >= other.top - 1 && one.bottom <= other.bottom + 1;
  const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  const cut = [];
  let looked = 0;
  for (const holder of document.querySelectorAll(holders)) {
    if (!holder.getBoundingClientRect().width) continue;
    const found = [...holder.querySelectorAll(parts)].map((one) => [one, box(one)]);
    looked += found.length;
    for (const [one, at] of found) {
      const within = one.closest(".chip, .card, button, summary").getBoundingClientRect();
      const covered = found.some(([other, place]) => other !== one && meet(at, place));
      if (!inside(at, within) || covered) cut.push(`${one.getAttribute("class")}: ${one.textContent}`);
    }
  }
  return { looked, cut };
}"""


@pytest.mark.parametrize(("scheme", "locale"), [("dark", "en-US"), ("light", "es-ES")])
def test_every_page_is_fit_for_all_by_night_and_by_day(
    browser: Browser, live: LiveServer, scheme: str, locale: str
) -> None:
    put_a_game_on_the_table(live, *TURNS)
    titles = set()
    for path in PAGES:
        link = live.link(BY_A_CODE[path]) if path in BY_A_CODE else f"{live.address}{path}"
        page = (
            open_as_a_stranger(browser, link, locale, scheme)
            if path == "/"
            else open_phone(browser, link, locale, scheme)
        )
        page.wait_for_timeout(300)
        assert_fit_for_all(page)
        expect(page.locator("html")).to_have_attribute("lang", locale[:2])
        titles.add(page.title())
        page.context.close()
    assert len(titles) >= len(PAGES) - 2  # player, viewer and judge look at one Conclave


def open_as_a_stranger(browser: Browser, link: str, locale: str, scheme: str) -> Page:
    """A phone that typed the address: it has no code, and is not the host machine."""
    page = open_phone(browser, f"{link}docs", locale, scheme)
    page.route("**/api/me*", lambda route: route.fulfill(status=401, json={"error": "unknown-code"}))
    page.goto(link)
    page.locator(".welcome").wait_for()
    return page


@pytest.mark.parametrize("path", ["check", "teach"])
def test_a_stranger_is_told_what_to_do_and_nothing_else(
    browser: Browser, live: LiveServer, path: str
) -> None:
    page = open_as_a_stranger(browser, f"{live.address}/", "en-US", "dark")
    page.goto(f"{live.address}/{path}")
    expect(page.get_by_role("heading", name="Scan the code at the table")).to_be_visible()
    expect(page.locator("#sheet .sheet")).to_have_count(0)
    page.context.close()


def test_an_address_where_nothing_is_leads_back(browser: Browser, live: LiveServer) -> None:
    put_a_game_on_the_table(live)
    page = open_phone(browser, live.link(Role.PLAYER), "es-ES")
    page.goto(f"{live.address}/nowhere")
    expect(page.get_by_role("heading", name="Aquí no hay nada.")).to_be_visible()
    assert_fit_for_all(page)
    page.get_by_role("link", name="Volver a la mesa").click()
    expect(page.locator(".seats")).to_be_visible()
    page.context.close()


@pytest.mark.parametrize("path", ["/host", "/judge", "/check", "/history"])
def test_whoever_uses_keys_sees_where_they_are(browser: Browser, live: LiveServer, path: str) -> None:
    put_a_game_on_the_table(live, *TURNS)
    link = live.link(BY_A_CODE[path]) if path in BY_A_CODE else f"{live.address}{path}"
    page = open_phone(browser, link)
    page.wait_for_timeout(300)
    for _ in range(TABS):
        page.keyboard.press("Tab")
        focused = page.evaluate(FOCUSED)
        assert focused["width"] >= 2 or "<body" in focused["name"], focused
        assert focused["inSight"], focused
    page.context.close()


def test_a_magic_is_never_its_colour_alone(browser: Browser, live: LiveServer) -> None:
    put_a_game_on_the_table(live, *TURNS, DrawCard("Ben", DrawDeck.LEFT))
    names = {
        key.removeprefix("magic."): words for key, words in ENGLISH.items() if re.match(r"magic\.\w\w$", key)
    }
    assert len(names) == 6
    page = open_phone(browser, live.link(Role.HOST))
    page.locator(".zone .chip").first.wait_for()
    tables = page.evaluate(MAGICS, names)
    page.locator(".glow").first.click()
    page.locator("#sheet .choices").first.wait_for()
    sheet = page.evaluate(MAGICS, names)
    for found, least in ((tables, 10), (sheet, len(tables) + 6)):
        assert len(found) >= least
        assert [html for whole, html in found if not whole] == []
    page.context.close()


@pytest.mark.parametrize("locale", ["en-US", "es-ES"])
def test_every_magic_can_be_read_on_an_old_phone(browser: Browser, live: LiveServer, locale: str) -> None:
    """Sign, letter and name, on cards, on piles and in the sheet that asks for a card."""
    put_a_game_on_the_table(live, *TURNS, DrawCard("Ben", DrawDeck.LEFT))
    page = open_phone(browser, live.link(Role.HOST), locale)
    page.set_viewport_size(OLD_PHONE)
    page.locator(".glow").first.click()
    page.locator("#sheet .choices").first.wait_for()
    found = page.evaluate(CUT_OFF)
    assert found["looked"] > 50
    assert found["cut"] == []
    page.keyboard.press("Escape")
    header = page.locator("header.top")
    assert header.evaluate("one => one.getBoundingClientRect().height") < 60  # one line
    assert_fit_for_all(page)
    page.context.close()


def test_names_of_two_lines_stand_in_the_middle_of_their_band(browser: Browser, live: LiveServer) -> None:
    """Who only watches sees cards that are no buttons, and must see them alike."""
    put_a_game_on_the_table(live, *TURNS, DrawCard("Ben", DrawDeck.LEFT))
    page = open_phone(browser, live.link(Role.VIEWER), "es-ES")
    page.set_viewport_size(OLD_PHONE)
    name = page.locator(".conclave .card .name", has_text="Amor").first
    assert name.evaluate("one => getComputedStyle(one).textAlign") == "center"
    page.context.close()


def test_the_longest_name_stays_on_the_narrowest_screen(browser: Browser, live: LiveServer) -> None:
    """Forty letters without a space, on seats, in the turn, in zones and beside the piles to give."""
    ana, ben = LONGEST
    journal = live.table.journal
    story = journal.start(hidden_setup(players=LONGEST), "host")
    for command in (
        SendEmissary(ana, mage("reG5"), Cell(1, 2)),
        DrawCard(ana, DrawDeck.LEFT),
        SendEmissary(ben, mage("puG4"), Cell(1, 1)),
        DrawCard(ben, DrawDeck.LEFT),
        SendEmissary(ana, mage("blG1"), Cell(2, 2)),
        DrawCard(ana, DrawDeck.LEFT),
    ):
        story = journal.record(story, command, "host").story
    live.table.story = story
    page = open_phone(browser, live.link(Role.PLAYER), "es-ES")
    page.set_viewport_size(OLD_PHONE)
    assert_fit_for_all(page)
    page.get_by_role("button", name=ben).click()
    expect(page.locator(".give").first).to_be_visible()
    assert page.evaluate(BEYOND) == []
    assert_fit_for_all(page)
    words = page.locator(".points-name").first
    assert words.evaluate("one => one.scrollWidth <= one.parentElement.clientWidth")
    page.context.close()


def test_who_wants_no_motion_gets_none(browser: Browser, live: LiveServer) -> None:
    put_a_game_on_the_table(live, *TURNS)
    page = open_phone(browser, live.link(Role.PLAYER))
    moving = """() => [...document.querySelectorAll("*")]
      .filter((one) => getComputedStyle(one).animationName !== "none").length"""
    page.emulate_media(reduced_motion="no-preference")
    page.locator(".orb").wait_for(state="attached")  # the Conclave comes a moment after the page
    assert page.evaluate(moving) > 0
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(moving) == 0
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
