"""Games that were played so far before any phone came."""

from __future__ import annotations

from playwright.sync_api import Page

from companion.games.conclave.commands import Command, DrawCard, SendEmissary
from companion.games.conclave.conclave import CELLS, Cell
from companion.games.conclave.draw_a_card import DrawDeck
from companion.games.conclave.notation import mage, parse_conclave
from tests.companion.journal.tables import RING, hidden_setup
from tests.companion.server.live import LiveServer

LAID = [
    (cell.row, cell.column, str(card)) for cell in CELLS if (card := parse_conclave(RING)[cell]) is not None
]
TURNS: list[Command] = [
    SendEmissary("Ana", mage("reG5"), Cell(1, 2)),
    DrawCard("Ana", DrawDeck.LEFT),
    SendEmissary("Ben", mage("puG4"), Cell(1, 1)),
]


def put_a_game_on_the_table(live: LiveServer, *commands: Command) -> None:
    """A game that was played so far before any phone came."""
    journal = live.table.journal
    story = journal.start(hidden_setup(), "host")
    for command in commands:
        story = journal.record(story, command, "host").story
    live.table.story = story


def name_the_players(page: Page, one: str = "Name of player 1", two: str = "Name of player 2") -> None:
    """Fill the form of a new game, which stands before that for counting zones."""
    form = page.locator("#new-game form").first
    form.get_by_label(one, exact=True).fill("Ana")
    form.get_by_label(two, exact=True).fill("Ben")
