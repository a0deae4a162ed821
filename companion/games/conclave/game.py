"""The game: the fold of its events, and the one place where a command becomes events or is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.games.conclave.commands import (
    Command,
    DrawCard,
    GiveInfluence,
    LayOutTable,
    PassTurn,
    RefillConclave,
    SendEmissary,
    SetUpGame,
    ShowHand,
)
from companion.games.conclave.components import Card, FaceDownMage, Mage
from companion.games.conclave.conclave import Cell
from companion.games.conclave.draw_a_card import DrawDeck
from companion.games.conclave.end_of_the_game import require_shown_hand
from companion.games.conclave.errors import AgainstTheRules
from companion.games.conclave.events import (
    CardDrawn,
    ConclaveRefilled,
    DrawDecksRanOut,
    EmissarySent,
    Event,
    FollowersGained,
    GameEnded,
    GameSetUp,
    HandShown,
    InfluenceGiven,
    MagicCrisisOccurred,
    TurnEnded,
    TurnEvent,
    TurnPassed,
)
from companion.games.conclave.game_setup import lay_out, set_up
from companion.games.conclave.give_influence import require_gift
from companion.games.conclave.position import Position, position_at_start
from companion.games.conclave.refill_the_conclave import cells_to_refill, require_refill_order
from companion.games.conclave.rulings import PlainRule, Ruling
from companion.games.conclave.send_emissary import card_played, require_legal_place
from companion.games.conclave.structure_of_a_round import Stage, TurnPhase

NO_LIMIT = 16  # more cards than any refill can need


@dataclass(frozen=True, slots=True)
class Game:
    """A game in play. Immutable: a command gives a new game and the events that led to it."""

    position: Position

    def apply(self, command: Command) -> tuple[Game, tuple[TurnEvent, ...]]:
        """Carry out a command, with all that follows from it by itself, or refuse it and change nothing."""
        turn = _Turn(self.position)
        try:
            events = tuple(turn.carry_out(command))
        except AgainstTheRules as refusal:
            refusal.position = self.position
            raise
        return Game(turn.position), events

    def after(self, events: Iterable[TurnEvent]) -> Game:
        """The game once these events have happened."""
        position = self.position
        for event in events:
            position = position.after(event)
        return Game(position)


def start(command: SetUpGame | LayOutTable) -> tuple[Game, GameSetUp]:
    """Set a game up, in open play or at a real table."""
    event = set_up(command) if isinstance(command, SetUpGame) else lay_out(command)
    return Game(position_at_start(event)), event


def fold(events: Sequence[Event]) -> Game:
    """The game that these events tell, beginning with its setup."""
    if not events or not isinstance(events[0], GameSetUp):
        raise ValueError("a game begins with its setup")
    turn_events = [event for event in events[1:] if not isinstance(event, GameSetUp)]
    if len(turn_events) != len(events) - 1:
        raise ValueError("a game is set up only once")
    return Game(position_at_start(events[0])).after(turn_events)


class _Turn:
    """Decides one command: yields events, and follows the position along so that each sees the last."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def carry_out(self, command: Command) -> Iterator[TurnEvent]:
        for event in self._decide(command):
            self.position = self.position.after(event)
            yield event

    def _decide(self, command: Command) -> Iterator[TurnEvent]:
        match command:
            case GiveInfluence():
                return self._give(command)
            case SendEmissary():
                return self._send(command)
            case PassTurn():
                return self._pass(command)
            case DrawCard():
                return self._draw(command)
            case RefillConclave():
                return self._refill(command)
            case ShowHand():
                return self._show_hand(command)

    def _give(self, command: GiveInfluence) -> Iterator[TurnEvent]:
        self._require_turn_of(command.player)
        if self.position.phase is TurnPhase.SEND:
            raise AgainstTheRules(Ruling.GIVE_PILE, "one pile has been given this turn already")
        self._require_phase(TurnPhase.GIVE)
        receiver = self._seat_of(command.receiver)
        if receiver == self.position.seat:
            raise AgainstTheRules(Ruling.GIVE_PILE, "a pile goes to another player")
        require_gift(self.position.player.zone, command.magic, self.position.players[receiver].zone)
        yield InfluenceGiven(command.player, command.magic, command.receiver)

    def _send(self, command: SendEmissary) -> Iterator[TurnEvent]:
        self._require_turn_of(command.player)
        self._require_phase(TurnPhase.GIVE, TurnPhase.SEND)
        require_legal_place(self.position.conclave, command.cell)
        played = card_played(self.position.player.hand, command.mage)
        if played is None:
            raise AgainstTheRules(PlainRule.OWN_HAND, f"{command.mage} is not in the hand")
        if not isinstance(played, Mage):
            self._require_copies_left((command.mage,))
        yield EmissarySent(command.player, command.mage, command.cell)
        yield from self._gain(command.player, command.cell)

    def _gain(self, name: str, cell: Cell) -> Iterator[TurnEvent]:
        verdict = self.position.verdict
        if verdict is None:
            raise ValueError("no Emissary was sent")
        if verdict.magic_crisis:
            yield MagicCrisisOccurred(name, cell)
        yield FollowersGained(name, tuple((taken.cell, taken.mage) for taken in verdict.taken))
        if self.position.stage is Stage.LAST_TURNS:
            yield from self._end_turn()

    def _pass(self, command: PassTurn) -> Iterator[TurnEvent]:
        self._require_turn_of(command.player)
        self._require_phase(TurnPhase.GIVE, TurnPhase.SEND)
        if not self.position.conclave.is_full:
            raise AgainstTheRules(PlainRule.MUST_SEND, "the Conclave has a free place")
        yield TurnPassed(command.player)
        yield from self._end_turn()

    def _draw(self, command: DrawCard) -> Iterator[TurnEvent]:
        self._require_turn_of(command.player)
        self._require_phase(TurnPhase.DRAW)
        card, _ = self.position.draw_decks.after_drawing(command.deck)
        yield CardDrawn(command.player, card, command.deck)
        yield from self._run_out(declared=command.decks_ran_out)
        cells = self._cells_to_refill()
        mages = [card for card in self._cards_for(cells) if isinstance(card, Mage)]
        if len(mages) < len(cells):
            return  # the table will show which cards are laid
        if cells:
            yield ConclaveRefilled(command.player, tuple(zip(cells, mages, strict=True)))
            yield from self._run_out(declared=False)
        yield from self._end_turn()

    def _refill(self, command: RefillConclave) -> Iterator[TurnEvent]:
        self._require_turn_of(command.player)
        self._require_phase(TurnPhase.REFILL)
        cells = self._cells_to_refill()
        short = len(command.mages) < len(cells)
        if len(command.mages) > len(cells) or (short and not self._may_run_out(command)):
            raise AgainstTheRules(
                Ruling.REFILL_DECK,
                f"{len(command.mages)} cards laid where {len(cells)} cells are to be filled",
            )
        laid = cells[: len(command.mages)]
        if command.cells is not None:
            require_refill_order(command.cells, laid)
        self._require_tops_of_decks(laid, command.mages)
        self._require_copies_left(command.mages)
        yield ConclaveRefilled(command.player, tuple(zip(laid, command.mages, strict=True)))
        yield from self._run_out(declared=command.decks_ran_out)
        yield from self._end_turn()

    def _require_tops_of_decks(self, cells: tuple[Cell, ...], mages: tuple[Mage, ...]) -> None:
        for card, mage in zip(self._cards_for(cells), mages, strict=True):
            if isinstance(card, FaceDownMage) and not card.may_be(mage):
                raise AgainstTheRules(Ruling.REFILL_DECK, f"{mage} laid where {card} lay on top of the deck")

    def _may_run_out(self, command: RefillConclave) -> bool:
        return command.decks_ran_out and self.position.draw_decks.cards_left is None

    def _run_out(self, *, declared: bool) -> Iterator[TurnEvent]:
        """Notice empty decks: by counting where they are counted, by what the table shows where not."""
        left = self.position.draw_decks.cards_left
        if declared and left:
            raise AgainstTheRules(Ruling.LAST_TURN, f"{left} cards are left to draw")
        if left == 0 or (left is None and declared):
            yield DrawDecksRanOut(self.position.player.name)

    def _end_turn(self) -> Iterator[TurnEvent]:
        yield TurnEnded(self.position.player.name)
        if self.position.stage is Stage.SHOWING_HANDS:
            yield from self._show_known_hands()

    def _show_known_hands(self) -> Iterator[TurnEvent]:
        for player in self.position.players:
            mages = tuple(card for card in player.hand if isinstance(card, Mage))
            if len(mages) == len(player.hand):
                yield HandShown(player.name, mages)
        yield from self._end_game()

    def _show_hand(self, command: ShowHand) -> Iterator[TurnEvent]:
        player = self.position.players[self._seat_of(command.player)]
        if self.position.stage is not Stage.SHOWING_HANDS or not player.hand:
            raise AgainstTheRules(PlainRule.LAST_THREE, "hands are shown once, after the last turn")
        require_shown_hand(player.hand, command.mages)
        revealed = Counter(command.mages) - Counter(card for card in player.hand if isinstance(card, Mage))
        self._require_copies_left(tuple(revealed.elements()))
        yield HandShown(command.player, command.mages)
        yield from self._end_game()

    def _end_game(self) -> Iterator[TurnEvent]:
        if not any(player.hand for player in self.position.players):
            yield GameEnded()

    def _cards_for(self, cells: tuple[Cell, ...]) -> tuple[Card, ...]:
        """The cards on top of the decks, face down where nobody has seen them."""
        deck = self.position.drawn_from or DrawDeck.LEFT
        return self.position.draw_decks.after_refilling(deck, len(cells))[0]

    def _cells_to_refill(self) -> tuple[Cell, ...]:
        position = self.position
        left = position.draw_decks.cards_left
        return cells_to_refill(
            position.conclave, position.starting_corner, NO_LIMIT if left is None else left
        )

    def _require_turn_of(self, name: str) -> None:
        if not self.position.in_turns:
            raise AgainstTheRules(PlainRule.GAME_OVER, "the last turn has been played")
        if self._seat_of(name) != self.position.seat:
            raise AgainstTheRules(PlainRule.TURN_ORDER, f"it is the turn of {self.position.player.name}")

    def _require_phase(self, *phases: TurnPhase) -> None:
        if self.position.phase not in phases:
            raise AgainstTheRules(PlainRule.PHASE_ORDER, f"the turn is in phase {self.position.phase.value}")

    def _seat_of(self, name: str) -> int:
        seat = self.position.seat_of(name)
        if seat is None:
            raise AgainstTheRules(PlainRule.PLAYERS, f"{name!r} is none of the players")
        return seat

    def _require_copies_left(self, mages: tuple[Mage, ...]) -> None:
        known = [mage for mage in self.position.known_mages() if mage in mages]
        self.position.deck.require_holds([*known, *mages])
