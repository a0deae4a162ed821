"""Game Setup: from a shuffled deck, or from a table that somebody laid, to the first turn."""

from __future__ import annotations

from dataclasses import replace

from companion.games.conclave.commands import LayOutTable, SetUpGame
from companion.games.conclave.components import Card, FaceDownMage, Mage
from companion.games.conclave.conclave import CELLS, CENTRE, Cell, Conclave
from companion.games.conclave.draw_a_card import DrawDecks
from companion.games.conclave.errors import AgainstTheRules
from companion.games.conclave.events import GameSetUp
from companion.games.conclave.give_influence import InfluenceZone
from companion.games.conclave.rulings import PlainRule, Ruling
from companion.games.conclave.structure_of_a_round import Player

CARDS_REMOVED = {2: 18, 3: 12, 4: 6}  # rulebook: Game Setup
HAND_SIZE = 4
RING = tuple(cell for cell in CELLS if cell not in CENTRE)
LONGEST_NAME = 40


def set_up(command: SetUpGame) -> GameSetUp:
    """Remove, deal, lay the ring and split the rest, in the rulebook's order."""
    require_players(command.players)
    if sorted(map(str, command.shuffled)) != sorted(map(str, command.deck)):
        raise AgainstTheRules(Ruling.DECK_LIST, "the shuffled cards are not those of the deck")
    removed = cards_to_remove(command.cards_removed, len(command.players))
    dealt = removed + HAND_SIZE * len(command.players)
    laid = dealt + len(RING)
    if laid + 2 > len(command.shuffled):
        raise AgainstTheRules(Ruling.DECK_LIST, f"{len(command.shuffled)} cards leave no two draw decks")
    hands = [command.shuffled[start : start + HAND_SIZE] for start in range(removed, dealt, HAND_SIZE)]
    conclave = Conclave()
    for cell, mage in zip(RING, command.shuffled[dealt:laid], strict=True):
        conclave = conclave.with_card(cell, mage)
    rest = command.shuffled[laid:]
    half = (len(rest) + 1) // 2
    return GameSetUp(
        edition=command.edition,
        deck=command.deck,
        starting_corner=command.starting_corner,
        players=tuple(Player(name, hand) for name, hand in zip(command.players, hands, strict=True)),
        first_player=first_player(command.first_player, command.players),
        conclave=conclave,
        draw_decks=DrawDecks(rest[:half], rest[half:]),
        removed=command.shuffled[:removed],
    )


def lay_out(command: LayOutTable) -> GameSetUp:
    """Take over a table of which hands, draw decks and removed cards are hidden."""
    require_players(command.players)
    count = len(command.players)
    zones = _one_each(command.zones, (), count)
    hands = _one_each(command.hands, (FaceDownMage(),) * HAND_SIZE, count)
    laid = tuple(card for card in command.conclave.cards if card is not None)
    shown = [card for cards in (laid, *zones, *hands) for card in cards]
    command.deck.require_holds(card for card in shown if isinstance(card, Mage))
    removed = _removed_unseen(command.cards_removed, count)
    return GameSetUp(
        edition=command.edition,
        deck=command.deck,
        starting_corner=command.starting_corner,
        players=tuple(
            Player(name, hand, InfluenceZone(zone))
            for name, hand, zone in zip(command.players, hands, zones, strict=True)
        ),
        first_player=first_player(command.first_player, command.players),
        conclave=command.conclave,
        draw_decks=_draw_decks(command, removed, len(shown)),
        removed=removed,
    )


def lay_card(setup: GameSetUp, cell: Cell, card: Mage | None) -> GameSetUp:
    """The same table with a card laid into a cell of the first Conclave, or taken up from it."""
    before = setup.conclave[cell]
    if cell in CENTRE and card is not None and before is None:
        raise AgainstTheRules(PlainRule.SETUP_LAYOUT, f"cell {cell} begins empty")
    conclave = setup.conclave.without([cell])
    if card is not None:
        conclave = conclave.with_card(cell, card)
    held = [one for player in setup.players for one in (*player.hand, *player.zone.followers)]
    shown = [*conclave.cards, *held]
    setup.deck.require_holds(one for one in shown if isinstance(one, Mage))
    decks = setup.draw_decks
    if decks.uncounted is not None:
        left = decks.uncounted + (before is not None) - (card is not None)
        if left < 0:
            raise AgainstTheRules(Ruling.DECK_LIST, "every card that is not seen lies in the draw decks")
        decks = replace(decks, uncounted=left)
    return replace(setup, conclave=conclave, draw_decks=decks)


def ring_is_laid(setup: GameSetUp) -> bool:
    """Whether no more than four cells are empty, so that the player whose turn it is may send somebody.

    In the setup that is the ring of twelve around the centre; a table may also be taken over in mid-game.
    """
    return setup.conclave.empty_count <= len(CENTRE)


def _one_each(
    given: tuple[tuple[Card, ...], ...], otherwise: tuple[Card, ...], players: int
) -> tuple[tuple[Card, ...], ...]:
    if given and len(given) != players:
        raise AgainstTheRules(PlainRule.PLAYERS, f"cards of {len(given)} players where {players} play")
    return given or (otherwise,) * players


def _removed_unseen(cards_removed: int | None, players: int) -> tuple[Card, ...] | None:
    if cards_removed is None:
        return None
    return (FaceDownMage(),) * cards_to_remove(cards_removed, players)


def _draw_decks(command: LayOutTable, removed: tuple[Card, ...] | None, shown: int) -> DrawDecks:
    """What is left to draw: as seen, else by counting, else uncounted."""
    if command.draw_decks is not None and command.draw_decks.cards_left == 0:
        raise AgainstTheRules(
            Ruling.LAST_TURN, "the draw decks are empty: nobody can say whose last turn it is"
        )
    if removed is None:
        return command.draw_decks or DrawDecks(uncounted=None)
    left = len(command.deck) - len(removed) - shown
    decks = command.draw_decks or DrawDecks(uncounted=max(left, 0))
    if left < 1 or decks.cards_left != left:
        raise AgainstTheRules(
            Ruling.DECK_LIST,
            f"{left} of {len(command.deck)} cards should be left to draw, not {decks.cards_left}",
        )
    return decks


def cards_to_remove(wanted: int | None, players: int) -> int:
    """The rulebook's number for these players; fewer are allowed (ruling remove-fewer), never more."""
    standard = CARDS_REMOVED[players]
    if wanted is None:
        return standard
    if not 0 <= wanted <= standard:
        raise AgainstTheRules(
            Ruling.REMOVE_FEWER, f"{wanted} cards removed; with {players} players 0 to {standard} may be"
        )
    return wanted


def require_players(names: tuple[str, ...]) -> None:
    """Two to four players, each with a name of their own that fits on one line."""
    if len(names) not in CARDS_REMOVED:
        raise AgainstTheRules(PlainRule.PLAYERS, f"2 to 4 players can play, got {len(names)}")
    if len(set(names)) != len(names):
        raise AgainstTheRules(PlainRule.PLAYERS, f"two players are called {_twice(names)!r}")
    for name in names:
        if not name.strip() or name != name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
            raise AgainstTheRules(
                PlainRule.PLAYERS, f"a name is 1 to {LONGEST_NAME} printable characters, got {name[:60]!r}"
            )


def _twice(names: tuple[str, ...]) -> str:
    return next(name for place, name in enumerate(names) if name in names[:place])


def first_player(wanted: str | None, names: tuple[str, ...]) -> str:
    """Who begins: the one chosen, or else the first named."""
    if wanted is None:
        return names[0]
    if wanted not in names:
        raise AgainstTheRules(PlainRule.PLAYERS, f"{wanted!r} is none of the players")
    return wanted
