"""The pictures of the pages for the documentation, taken of the real pages at phone size.

python -m tests.proofs.screenshots [--out docs/pages]
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import cv2
from playwright.sync_api import Browser, Page

from calibration.deck_folder import BUILT_IN_DECKS
from companion.cli.camera_source import Eyes
from companion.cli.decks import deck_list
from companion.games.conclave.commands import DrawCard, LayOutTable, RefillConclave, SendEmissary
from companion.games.conclave.conclave import Cell, Conclave
from companion.games.conclave.draw_a_card import DrawDeck
from companion.games.conclave.game import start
from companion.games.conclave.notation import mage
from companion.journal.journal import Journal
from companion.journal.story import Story
from companion.server.camera import CameraView, CellAsked, Sighted
from companion.server.roles import Role
from companion.table.photographed import PhotographedTable
from models.training.scenes.picture_deck import picture_deck
from models.training.scenes.scene import render_scene
from tests.calibration.teaching.table_photos import grid_photo
from tests.companion.games.conclave.decks import mages
from tests.companion.journal.tables import hidden_setup, played_out
from tests.companion.server.live import LiveServer, live_server
from tests.companion.witness.photographed import witness
from tests.mobile_web.browser import COME_TO_REST, chromium, open_phone, pick, tap_cell
from vision.arrays import Picture
from vision.cell_images import cells_of_lattice
from vision.grid_finder import find_lattice
from vision.lattice import NotFound

QUALITY = 78
PATIENCE_MS = 90_000
EMISSARY = Cell(1, 2)
UNSURE = (("orW5", 0.62), ("orW3", 0.29), ("orG5", 0.06))
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


class Camera:
    """Takes the pictures."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def take(self, page: Page, name: str) -> None:
        """One picture of what a phone shows."""
        page.wait_for_timeout(SETTLE_MS)
        path = self._folder / f"{name}.jpg"
        page.evaluate(COME_TO_REST)
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


def of_a_game_by_hand(live: LiveServer, browser: Browser, camera: Camera) -> None:
    """The question which Emissary goes to a cell."""
    live.table.story = live.table.journal.start(hidden_setup(), "host")
    host = open_phone(browser, live.link(Role.HOST))
    tap_cell(host, 1, 1)
    pick(host, "puG5")
    camera.take(host, "by-hand")


def of_the_end(live: LiveServer, browser: Browser, camera: Camera) -> None:
    """The final tally."""
    live.table.story = played_out(live.table.journal, seed=11, players=3)
    camera.take(open_phone(browser, live.link(Role.VIEWER), scheme="light"), "end-of-the-game")


def photo() -> Picture:
    """A table of cards on wood."""
    return render_scene(87, "easy", picture_deck(BUILT_IN_DECKS / "house"), (1280, 720)).frame_bgr


def of_a_checked_photo(live: LiveServer, browser: Browser, camera: Camera) -> None:
    """The verdict on a photo, and the question before it."""
    with tempfile.NamedTemporaryFile(suffix=".jpg") as file:
        cv2.imwrite(file.name, photo())
        page = open_phone(browser, live.link(Role.JUDGE).replace("/judge#", "/check#"))
        page.locator("input[type=file]").first.set_input_files(file.name)
        page.locator(f'[data-key="spot {EMISSARY.row},{EMISSARY.column}"]').click(timeout=PATIENCE_MS)
    page.locator(".headline").wait_for()
    camera.take(page, "check")
    page.locator(f'[data-key="spot {EMISSARY.row},{EMISSARY.column}"]').click()
    page.locator("#sheet .candidate").first.wait_for()
    camera.take(page, "question")


def of_a_watched_game(live: LiveServer, browser: Browser, camera: Camera) -> None:
    """The host's page with the camera, the evidence of a verdict, and a phone that films."""
    frame = photo()
    seen = live.photos.read_now(cv2.imencode(".jpg", frame)[1].tobytes())
    live.table.story = as_photographed(live.table.journal, frame, seen)
    live.table.camera = CameraView(source="running", watching="following")
    sighted = Sighted(1, seen.picture_jpeg, seen.width_px, seen.height_px, seen.cells)
    live.loop.call_soon_threadsafe(live.table.sights.show, sighted)
    desk = browser.new_page(viewport={"width": 1280, "height": 900})
    desk.goto(f"{live.address}/host")
    desk.locator("#preview .sight").wait_for()
    camera.take(desk, "host")
    judge = open_phone(browser, live.link(Role.JUDGE), "es-ES", "light")
    judge.locator('[data-key^="evidence"]').first.click()
    judge.locator("#sheet .crops").wait_for()
    judge.evaluate("document.querySelector('#sheet .sight').scrollIntoView()")
    camera.take(judge, "evidence")
    asked = next(cell for cell in seen.cells if cell.card)
    doubt = CellAsked((asked.row, asked.column), UNSURE)
    view = CameraView(source="running", watching="following", asked=(doubt,))
    live.loop.call_soon_threadsafe(live.table.show_camera, view)
    host = open_phone(browser, f"{live.address}/host")
    host.locator(".doubt").wait_for()
    camera.take(host, "doubt")


def as_photographed(journal: Journal, frame: Picture, seen: PhotographedTable) -> Story:
    """A game in whose middle this picture was taken: the Emissary has just been sent."""
    cards = tuple(None if cell.card is None else mage(cell.card) for cell in seen.cells)
    conclave = Conclave(cards)
    sent = conclave.mage_at(EMISSARY)
    deck = deck_list("house")
    elsewhere = [one for one in deck if one not in cards]
    zones = tuple(tuple(elsewhere[first : first + 26 : 7]) for first in (0, 2, 5))
    names = ("Ana", "Ben", "Carla")
    _, setup = start(LayOutTable(names, deck, conclave.without([EMISSARY]), None, zones))
    story = journal.start(setup, "camera")
    lattice = find_lattice(frame)
    assert not isinstance(lattice, NotFound)
    pieces = witness().testify(frame, cells_of_lattice(lattice)).pieces
    return journal.record(story, SendEmissary("Ana", sent, EMISSARY), "camera", pieces).story


def of_a_phone_camera(live: LiveServer, browser: Browser, camera: Camera) -> None:
    """What the phone on the stand shows before it films."""
    page = open_phone(browser, live.link(Role.CAMERA))
    page.locator('[data-key="start"]').wait_for()
    camera.take(page, "camera")


def of_the_history(live: LiveServer, browser: Browser, camera: Camera) -> None:
    """Games of the past, one of them replayed; the pages for strangers and for programs."""
    live.table.story = in_the_middle(live.table.journal)
    page = open_phone(browser, live.link(Role.HOST).replace("/host#", "/history#"))
    camera.take(page, "history")
    page.locator('[data-key^="open "]').first.click()
    page.locator("input[type=range]").wait_for()
    camera.take(page, "replay")
    page.route("**/api/me*", lambda route: route.fulfill(status=401, json={"error": "unknown-code"}))
    page.goto(f"{live.address}/docs")
    camera.take(page, "docs")
    page.goto(f"{live.address}/")
    page.locator(".welcome").wait_for()
    camera.take(page, "welcome")


def of_teaching(live: LiveServer, browser: Browser, camera: Camera) -> None:
    """A deck being taught, and the report on it."""
    rows = [[f"blC{one}" for one in "1245"], [f"blG{one}" for one in "1234"], [f"blW{one}" for one in "2345"]]
    page = open_phone(browser, live.link(Role.HOST).replace("/host#", "/teach#"))
    page.locator("input[name=name]").fill("our-deck")
    page.locator("select[name=which]").select_option("deck house")
    page.locator('[data-key="begin"]').click()
    page.locator('[data-key="magic bl"]').click(timeout=PATIENCE_MS)
    with tempfile.NamedTemporaryFile(suffix=".jpg") as file:
        cv2.imwrite(file.name, grid_photo(rows, 1))
        page.locator('[data-key="take"]').set_input_files(file.name)
        page.locator(".crop-place .crop").first.wait_for(timeout=PATIENCE_MS)
    camera.take(page, "teach")
    page.locator('[data-key="card list"]').click()
    page.locator('[data-key="list unknown"]').click()
    page.locator('[data-key="finish"]').click()
    page.locator(".alike-pairs").wait_for(timeout=PATIENCE_MS)
    camera.take(page, "teach-report")


def main() -> None:
    """Serve, look, keep."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("docs/pages"))
    folder: Path = parser.parse_args().out
    folder.mkdir(parents=True, exist_ok=True)
    everything = (
        of_a_game_in_play,
        of_a_game_by_hand,
        of_the_end,
        of_a_checked_photo,
        of_a_watched_game,
        of_a_phone_camera,
        of_the_history,
        of_teaching,
    )
    for pictures in everything:
        with tempfile.TemporaryDirectory() as data, chromium() as browser:
            eyes = Eyes(None, "house", Path(data))
            with live_server(Path(data), eyes=eyes) as live:
                pictures(live, browser, Camera(folder))


if __name__ == "__main__":
    main()
