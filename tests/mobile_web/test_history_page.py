"""Past games: replayed, exported, taken in again, and their tally taken along."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.server.roles import Role
from companion.sharing.tally_picture import WIDTH as PICTURE_WIDTH
from tests.companion.journal.tables import played_out
from tests.companion.server.live import LiveServer
from tests.mobile_web.browser import assert_fit_for_all, open_phone
from tests.mobile_web.games import TURNS, put_a_game_on_the_table


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
    expect(page.locator("#sheet .sheet")).to_have_count(0)
    page.get_by_label("Take in an exported game").set_input_files(bundle)
    expect(page.locator("#sheet")).to_contain_text("That game is here already")
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Replay").click()
    expect(page.get_by_text("Step 3 of 3")).to_be_visible()
    page.context.close()


def test_a_game_whose_zones_are_being_counted_is_replayed_too(browser: Browser, live: LiveServer) -> None:
    put_a_game_on_the_table(live, *TURNS)
    page = open_phone(browser, f"{live.address}/host")
    page.get_by_role("button", name="Count the zones").click()
    page.get_by_text("not shown yet").first.wait_for()
    page.goto(f"{live.address}/history")
    page.get_by_role("button", name="Replay").click()
    expect(page.get_by_role("heading", name="The zones are being counted")).to_be_visible()
    page.get_by_role("button", name="First step").click()
    expect(page.locator(".banner .eyebrow")).to_have_text("Turn 1")
    assert page.evaluate("window.failed") is None
    page.context.close()


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
