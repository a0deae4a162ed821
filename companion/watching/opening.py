"""How a watched game begins: what people say beforehand, and what the table must show."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from companion.games.conclave.commands import LayOutTable
from companion.games.conclave.components import Deck, Mage
from companion.games.conclave.conclave import CELLS, CENTRE, Cell, Conclave, Corner
from companion.games.conclave.events import GameSetUp
from companion.games.conclave.game import Game, start
from companion.games.conclave.game_setup import HAND_SIZE, cards_to_remove
from companion.games.conclave.refill_the_conclave import CELLS_LEFT_EMPTY
from companion.games.conclave.rulings import Edition
from companion.table.layout import ConfirmedLayout


@dataclass(frozen=True, slots=True)
class Opening:
    """What no camera sees: who plays, who begins, where refilling starts, how many cards were removed.

    The first named begins unless `first_player` says otherwise. Where nobody said which corner is the
    starting corner, the first refill tells. `cards_removed` None means as many as the rulebook asks for.
    """

    players: tuple[str, ...]
    deck: Deck
    first_player: str | None = None
    starting_corner: Corner | None = None
    cards_removed: int | None = None
    edition: Edition = Edition.CONCLAVE

    @property
    def left_unsaid(self) -> tuple[str, ...]:
        """What is assumed because nobody said it."""
        said = {
            "first_player": self.first_player,
            "starting_corner": self.starting_corner,
            "cards_removed": self.cards_removed,
        }
        return tuple(name for name, value in said.items() if value is None)


@dataclass(frozen=True, slots=True)
class Begun:
    """A game to follow; `mid_game` if it did not begin with the ring of the setup."""

    game: Game
    setup: GameSetUp
    mid_game: bool


def cells_of_copies_too_many(deck: Deck, layout: ConfirmedLayout) -> tuple[Cell, ...]:
    """The cells of cards of which the table shows more than the deck holds: one of them is misread."""
    shown = Counter(seen for seen in layout.cells if isinstance(seen, Mage))
    return tuple(
        cell
        for cell in CELLS
        if isinstance(seen := layout[cell], Mage) and shown[seen] > deck.copies.get(seen, 0)
    )


def begin_game(opening: Opening, layout: ConfirmedLayout) -> Begun | None:
    """The game that a table shows the beginning of, or None while cards are still being laid.

    The setup is a ring of twelve cards around four empty cells; with one card in it, the first Emissary was
    sent before anybody looked. Another table with no more than four cells empty is the middle of a
    game: its draw decks are uncounted then. With more cells empty a
    turn is under way, or the setup is. A table with copies too many begins no game.
    """
    if cells_of_copies_too_many(opening.deck, layout):
        return None
    cards = tuple(seen if isinstance(seen, Mage) else None for seen in layout.cells)
    if any(seen is not None and card is None for seen, card in zip(layout.cells, cards, strict=True)):
        return None
    conclave = first_conclave(Conclave(cards))
    is_ring = all((conclave[cell] is None) == (cell in CENTRE) for cell in CELLS)
    if not is_ring and conclave.empty_count > CELLS_LEFT_EMPTY:
        return None
    removed = _cards_removed(opening, conclave) if is_ring else None
    game, setup = start(
        LayOutTable(
            players=opening.players,
            deck=opening.deck,
            conclave=conclave,
            cards_removed=removed,
            starting_corner=opening.starting_corner or Corner.TOP_LEFT,
            first_player=opening.first_player,
            edition=opening.edition,
        )
    )
    return Begun(game, setup, mid_game=not is_ring)


def first_conclave(seen: Conclave) -> Conclave:
    """The Conclave before the first Emissary, if that alone lies within the ring; else as it is seen."""
    ring_is_whole = all((seen[cell] is not None) or (cell in CENTRE) for cell in CELLS)
    inside = [cell for cell in CENTRE if seen[cell] is not None]
    return seen.without(inside) if ring_is_whole and len(inside) == 1 else seen


def _cards_removed(opening: Opening, conclave: Conclave) -> int | None:
    """How many cards were removed; None for a small deck of which that many cannot be missing."""
    players = len(opening.players)
    removed = cards_to_remove(opening.cards_removed, players)
    laid = len(conclave.cards) - conclave.empty_count
    left = len(opening.deck) - laid - HAND_SIZE * players - removed
    return removed if left > 0 else None
