"""Phones come by a link, keep their seat, lose the table and find it again."""

from __future__ import annotations

import threading

from playwright.sync_api import Browser, expect

from companion.server.roles import Role
from tests.companion.server.live import LiveServer
from tests.mobile_web.browser import PHONE_SIZE, assert_fit_for_all, open_phone, pick, tap_cell
from tests.mobile_web.games import TURNS, put_a_game_on_the_table

MOST_BYTES, MOST_BYTES_AGAIN = 100_000, 8_000


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
    expect(page.locator(".conclave")).to_be_visible()
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
