"""Games in the middle of play, for tests that need one."""

from __future__ import annotations

from dataclasses import replace

from companion.games.conclave.commands import LayOutTable, SetUpGame
from companion.games.conclave.components import FaceDownMage
from companion.games.conclave.draw_a_card import DrawDecks
from companion.games.conclave.game import Game, start
from companion.games.conclave.give_influence import InfluenceZone
from companion.games.conclave.notation import MAGES_BY_CODE, parse_conclave
from companion.games.conclave.structure_of_a_round import Player
from tests.companion.games.conclave.decks import deck, mages

NAMES = ("Ana", "Ben", "Cai", "Dua")
ALL_NINETY = deck(" ".join(MAGES_BY_CODE))


def open_table(
    conclave: str,
    hand: str,
    *,
    zones: tuple[str, ...] = (),
    left: str = "grG1 grG2 grG3",
    right: str = "grW1 grW2 grW3",
    players: int = 2,
) -> Game:
    """A game of open play at the start of Ana's turn; the others hold cards that no test names."""
    shuffled = tuple(ALL_NINETY)
    game, _ = start(SetUpGame(NAMES[:players], ALL_NINETY, shuffled))
    seats = [
        Player(name, mages(hand if seat == 0 else "grC1 grC2 grC3 grC4"), InfluenceZone(mages(zone)))
        for seat, (name, zone) in enumerate(
            zip(NAMES[:players], (*zones, *("",) * (players - len(zones))), strict=True)
        )
    ]
    position = replace(
        game.position,
        conclave=parse_conclave(conclave),
        players=tuple(seats),
        draw_decks=DrawDecks(mages(left), mages(right)),
    )
    return Game(position)


def hidden_table(conclave: str, cards_removed: int | None = None, players: int = 2) -> Game:
    """A game at a real table, of which only the Conclave is seen."""
    game, setup = start(LayOutTable(NAMES[:players], ALL_NINETY, parse_conclave(conclave), cards_removed))
    assert all(player.hand == (FaceDownMage(),) * 4 for player in setup.players)
    return game
