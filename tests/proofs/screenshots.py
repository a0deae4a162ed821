"""The pictures of the pages for the documentation, taken of the real pages at phone size.

python -m tests.proofs.screenshots [--out docs/pages]
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page

from companion.games.conclave.commands import DrawCard, RefillConclave, SendEmissary
from companion.games.conclave.conclave import Cell
from companion.games.conclave.draw_a_card import DrawDeck
from companion.games.conclave.notation import mage
from companion.games.conclave.simulate import simulate_game
from companion.journal.journal import Journal
from companion.journal.story import Story
from companion.server.roles import Role
from tests.companion.games.conclave.decks import FOUR_OF_EACH_PAIR, mages
from tests.companion.journal.tables import decisions, hidden_setup
from tests.companion.server.live import LiveServer, live_server
from tests.mobile_web.browser import chromium, open_phone, pick, tap_cell

QUALITY = 78
SETTLE_MS = 1200


def in_the_middle(journal: Journal) -> Story:
    """A game of three in which something has just happened."""
    story = journal.start(hidden_setup(players=("Ana", "Ben", "Carla")), "host")
    for command in (
        SendEmissary("Ana", mage("reG5"), Cell(1, 2)),
        DrawCard("Ana", DrawDeck.LEFT),
        SendEmissary("Ben", mage("puG4"), Cell(1, 1)),
        DrawCard("Ben", DrawDeck.LEFT),
        SendEmissary("Carla", mage("beW5"), Cell(2, 1)),
        DrawCard("Carla", DrawDeck.RIGHT),
    ):
        story = journal.record(story, command, command.player).story
    missing = story.game.position.conclave.empty_count - 4
    if story.game.position.phase.value == "refill":
        cards = mages("orG1 blW2 reC1 orC5 blG5")[:missing]
        story = journal.record(story, RefillConclave("Carla", cards), "Carla").story
    return journal.record(story, SendEmissary("Ana", mage("blG4"), Cell(1, 2)), "Ana").story


def at_the_end(journal: Journal) -> Story:
    """A simulated game played out."""
    game = simulate_game(FOUR_OF_EACH_PAIR, 3, 11)
    setup = game.events[0]
    story = journal.start(setup, "host")  # type: ignore[arg-type]
    for command in decisions(game.events[1:]):
        story = journal.record(story, command, "host").story
    return story


class Camera:
    """Takes the pictures."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def take(self, page: Page, name: str) -> None:
        """One picture of what a phone shows."""
        page.wait_for_timeout(SETTLE_MS)
        path = self._folder / f"{name}.jpg"
        page.screenshot(path=path, type="jpeg", quality=QUALITY)
        print(f"{path} {path.stat().st_size // 1024} KB")


def of_a_game_in_play(live: LiveServer, browser: Browser, camera: Camera) -> None:
    """Player, verdict, judge and host in the middle of a game."""
    live.table.story = in_the_middle(live.table.journal)
    player = open_phone(browser, live.link(Role.PLAYER))
    player.get_by_role("button", name="Ana").first.click()
    camera.take(player, "player")
    player.evaluate("document.querySelector('.verdict').scrollIntoView()")
    camera.take(player, "verdict")
    spanish = open_phone(browser, live.link(Role.PLAYER), "es-ES", "light")
    spanish.get_by_role("button", name="Ben").first.click()
    camera.take(spanish, "player-spanish-light")
    judge = open_phone(browser, live.link(Role.JUDGE))
    judge.get_by_role("button", name="Correct", exact=True).first.click()
    camera.take(judge, "judge")
    desk = browser.new_page(viewport={"width": 1280, "height": 900})
    desk.goto(f"{live.address}/host")
    camera.take(desk, "host")


def of_a_game_by_hand(live: LiveServer, browser: Browser, camera: Camera) -> None:
    """The question which Emissary goes to a cell."""
    live.table.story = live.table.journal.start(hidden_setup(), "host")
    host = open_phone(browser, live.link(Role.HOST))
    tap_cell(host, 1, 1)
    pick(host, "puG5")
    camera.take(host, "by-hand")


def of_the_end(live: LiveServer, browser: Browser, camera: Camera) -> None:
    """The final tally."""
    live.table.story = at_the_end(live.table.journal)
    camera.take(open_phone(browser, live.link(Role.VIEWER), scheme="light"), "end-of-the-game")


def main() -> None:
    """Serve, look, keep."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("docs/pages"))
    folder: Path = parser.parse_args().out
    folder.mkdir(parents=True, exist_ok=True)
    for pictures in (of_a_game_in_play, of_a_game_by_hand, of_the_end):
        with tempfile.TemporaryDirectory() as data, live_server(Path(data)) as live, chromium() as browser:
            pictures(live, browser, Camera(folder))


if __name__ == "__main__":
    main()
