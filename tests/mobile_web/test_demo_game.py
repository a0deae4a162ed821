"""The recorded game of `make run` on a phone, from its first verdict to the final tally.

Every frame of the film goes through the whole real pipeline, only faster than it was filmed.
"""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Browser, expect

from companion.cli.camera_source import Eyes
from companion.cli.decks import deck_list
from companion.cli.demo_film import AUTHOR
from companion.cli.serve import FASTEST
from companion.demo.film import PLAYERS, film_path, truth_path
from companion.games.conclave.events import EmissarySent
from companion.server.roles import Role
from tests.companion.server.live import live_server
from tests.mobile_web.browser import assert_fit_for_all, open_phone

WHOLE_GAME_MS = 480_000  # a minute or two on a free machine
HEAR_HEADLINES = """() => {
  window.headlines = [];
  new MutationObserver(() => {
    const line = document.querySelector(".verdict .headline");
    if (line && line.textContent !== window.headlines.at(-1)) window.headlines.push(line.textContent);
  }).observe(document.getElementById("table"), { childList: true, subtree: true });
}"""


def test_the_recorded_game_is_followed_to_its_end_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    truth = json.loads(truth_path().read_text(encoding="utf-8"))
    eyes = Eyes(str(film_path()), "house", tmp_path, AUTHOR, speed=FASTEST)
    with live_server(tmp_path, deck_list("house"), eyes) as live:
        page = open_phone(browser, live.link(Role.PLAYER))
        page.evaluate(HEAR_HEADLINES)
        expect(page.get_by_role("heading", name="The game is over")).to_be_visible(timeout=WHOLE_GAME_MS)
        headlines = page.evaluate("window.headlines")
        assert any(line.startswith("Magic Crisis! Ben") for line in headlines), headlines
        expect(page.locator(".banner")).to_contain_text("Ben wins")
        points = dict(zip(PLAYERS, page.locator(".zone .points").all_text_contents(), strict=True))
        assert points == {"Ana": "37", "Ben": "16"}, "as the film was played"
        expect(page.locator(".tally .sentences")).to_contain_text("Ben has 16 Resentment Points")
        assert_fit_for_all(page)
        sent = [
            (first.player, str(first.mage), [first.cell.row, first.cell.column])
            for move in live.table.current().moves
            if isinstance(first := move.events[0], EmissarySent)
        ]
        filmed = [
            (event["player"], event["card"], event["cell"])
            for event in truth["events"]
            if event["event"] == "emissary_sent"
        ]
        assert sent == filmed
        page.context.close()
