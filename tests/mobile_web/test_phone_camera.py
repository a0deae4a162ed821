"""A phone on a stand: its camera shows a rendered film, and the game appears on the other phones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.cli.camera_source import Eyes
from companion.cli.decks import deck_list
from companion.server.roles import Role
from tests.companion.cli.filmed import BEGUN, SENT, conclaves, write_film
from tests.companion.server.live import live_server
from tests.mobile_web.browser import CHROMIUM, assert_fit_for_all, chromium, open_phone
from tests.mobile_web.games import name_the_players

LONG_MS = 90_000


@pytest.fixture(scope="module")
def filming(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser whose camera shows the first Conclave, then the first Emissary."""
    if CHROMIUM is None:
        pytest.skip("no chromium on this machine")
    film = write_film(tmp_path_factory.mktemp("film") / "game.mjpeg", conclaves(BEGUN, SENT), 8.0)
    with chromium(film) as one:
        yield one


def test_a_phone_films_the_table_and_the_game_appears_on_another_phone(
    filming: Browser, tmp_path: Path
) -> None:
    with live_server(tmp_path, deck_list("house"), Eyes(None, "house", tmp_path)) as live:
        host = open_phone(filming, f"{live.address}/host")
        name_the_players(host)
        host.get_by_role("button", name="Begin", exact=True).click()
        camera = open_phone(filming, live.link(Role.CAMERA))
        assert camera.evaluate("[location.protocol, isSecureContext]") == ["https:", True]
        assert_fit_for_all(camera)
        camera.get_by_role("button", name="Start filming").click()
        expect(camera.get_by_role("heading", name="This phone is the table camera")).to_be_visible()
        player = open_phone(filming, live.link(Role.PLAYER))
        expect(player.locator(".headline")).to_contain_text("Ana", timeout=LONG_MS)
        expect(host.locator("#preview .sight")).to_be_visible(timeout=LONG_MS)
        assert_fit_for_all(host)
        assert_fit_for_all(camera)
        camera.get_by_role("button", name="Stop filming").click()
        expect(camera.get_by_role("button", name="Start filming")).to_be_visible()
        for page in (host, camera, player):
            page.context.close()
