"""The position: everything known of one moment of a game, and how each event changes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.games.conclave.components import Card, Deck, Mage
from companion.games.conclave.conclave import Conclave, Corner
from companion.games.conclave.draw_a_card import DrawDeck, DrawDecks
from companion.games.conclave.end_of_the_game import last_turns_for, stage_after_turn
from companion.games.conclave.events import (
    CardDrawn,
    ConclaveRefilled,
    DrawDecksRanOut,
    EmissarySent,
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
from companion.games.conclave.give_influence import InfluenceZone
from companion.games.conclave.rulings import Edition
from companion.games.conclave.send_emissary import card_played
from companion.games.conclave.structure_of_a_round import Player, Stage, TurnPhase, seat_to_the_left
from companion.games.conclave.verdict import Verdict, judge


@dataclass(frozen=True, slots=True)
class Position:
    """One moment of a game."""

    edition: Edition
    deck: Deck
    starting_corner: Corner
    players: tuple[Player, ...]
    conclave: Conclave
    draw_decks: DrawDecks
    removed: tuple[Card, ...] | None
    seat: int
    turn: int = 1
    stage: Stage = Stage.ROUNDS
    phase: TurnPhase = TurnPhase.GIVE
    verdict: Verdict | None = None  # on this turn's Emissary, from phase 3 to the end of the turn
    drawn_from: DrawDeck | None = None  # this turn's deck, from phase 4 to the end of the turn
    last_turns_left: int = 0
    passes: int = 0  # turns passed in a row

    @property
    def player(self) -> Player:
        """Whose turn it is."""
        return self.players[self.seat]

    @property
    def in_turns(self) -> bool:
        """Whether turns are still being played."""
        return self.stage in (Stage.ROUNDS, Stage.LAST_TURNS)

    @property
    def refill_deck(self) -> DrawDeck:
        """The deck drawn from this turn, from which the Conclave is refilled first."""
        if self.drawn_from is None:
            raise ValueError("nobody has drawn a card this turn")
        return self.drawn_from

    def seat_of(self, name: str) -> int | None:
        """Where a player sits; None for somebody who does not play."""
        return next((seat for seat, player in enumerate(self.players) if player.name == name), None)

    @property
    def card_count(self) -> int | None:
        """How many cards there are in all, known or face down; None where nobody counted them."""
        left = self.draw_decks.cards_left
        if left is None or self.removed is None:
            return None
        laid = len(self.conclave.cards) - self.conclave.empty_count
        held = sum(len(player.hand) + len(player.zone.followers) for player in self.players)
        return left + len(self.removed) + laid + held

    def counted(self, zones: Sequence[tuple[Mage, ...]]) -> Position:
        """The end of the game with the zones as they were counted on the table, the last cards in them."""
        players = zip(self.players, zones, strict=True)
        shown = tuple(Player(player.name, (), InfluenceZone(zone)) for player, zone in players)
        return replace(self, players=shown, stage=Stage.OVER)

    def known_mages(self) -> Iterator[Mage]:
        """Every Mage whose face is known, wherever it lies."""
        places: list[tuple[Card | None, ...]] = [self.conclave.cards, self.removed or ()]
        places += [self.draw_decks.left, self.draw_decks.right]
        for player in self.players:
            places += [player.hand, player.zone.followers]
        return (card for place in places for card in place if isinstance(card, Mage))

    def after(self, event: TurnEvent) -> Position:  # noqa: C901, PLR0911 - one branch an event
        """The position once the event has happened."""
        match event:
            case InfluenceGiven():
                return self._after_gift(event)
            case EmissarySent():
                return self._after_emissary(event)
            case TurnPassed():
                return replace(self, phase=TurnPhase.GAIN, passes=self.passes + 1)
            case MagicCrisisOccurred():
                return self  # the crisis shows in the verdict; whom it takes follows as FollowersGained
            case FollowersGained():
                return self._after_followers(event)
            case CardDrawn():
                return self._after_draw(event)
            case ConclaveRefilled():
                return self._after_refill(event)
            case DrawDecksRanOut():
                return replace(
                    self, draw_decks=DrawDecks(), last_turns_left=last_turns_for(len(self.players))
                )
            case TurnEnded():
                return self._after_turn()
            case HandShown():
                return self._after_hand_shown(event)
            case GameEnded():
                return replace(self, stage=Stage.OVER)

    def _after_gift(self, event: InfluenceGiven) -> Position:
        pile = self.player.zone.pile(event.magic)
        players = list(self.players)
        players[self.seat] = replace(self.player, zone=self.player.zone.without_pile(event.magic))
        receiver_seat = self._seat(event.receiver)
        receiver = players[receiver_seat]
        players[receiver_seat] = replace(receiver, zone=receiver.zone.joined_by(pile))
        return replace(self, players=tuple(players), phase=TurnPhase.SEND)

    def _after_emissary(self, event: EmissarySent) -> Position:
        played = card_played(self.player.hand, event.mage)
        if played is None:
            raise ValueError(f"{event.mage} is not in the hand of {self.player.name}")
        hand = list(self.player.hand)
        hand.remove(played)
        conclave = self.conclave.with_card(event.cell, event.mage)
        return replace(
            self,
            players=self._players_with(self.seat, replace(self.player, hand=tuple(hand))),
            conclave=conclave,
            phase=TurnPhase.GAIN,
            verdict=judge(conclave, event.cell, self.edition),
            passes=0,
        )

    def _after_followers(self, event: FollowersGained) -> Position:
        if not event.followers:
            return replace(self, phase=TurnPhase.DRAW)
        zone = self.player.zone.joined_by(mage for _, mage in event.followers)
        return replace(
            self,
            players=self._players_with(self.seat, replace(self.player, zone=zone)),
            conclave=self.conclave.without(cell for cell, _ in event.followers),
            phase=TurnPhase.DRAW,
        )

    def _after_draw(self, event: CardDrawn) -> Position:
        _, decks = self.draw_decks.after_drawing(event.deck)
        drawer = replace(self.player, hand=(*self.player.hand, event.card))
        return replace(
            self,
            players=self._players_with(self.seat, drawer),
            draw_decks=decks,
            phase=TurnPhase.REFILL,
            drawn_from=event.deck,
        )

    def _after_refill(self, event: ConclaveRefilled) -> Position:
        conclave = self.conclave
        for cell, mage in event.mages:
            conclave = conclave.with_card(cell, mage)
        _, decks = self.draw_decks.after_refilling(self.refill_deck, len(event.mages))
        return replace(self, conclave=conclave, draw_decks=decks)

    def _after_turn(self) -> Position:
        last_turns_left = self.last_turns_left - (self.stage is Stage.LAST_TURNS)
        stage = stage_after_turn(
            self.stage,
            decks_ran_out=self.draw_decks.cards_left == 0,
            last_turns_left=last_turns_left,
            passes=self.passes,
            players=len(self.players),
        )
        return replace(
            self,
            seat=seat_to_the_left(self.seat, len(self.players)),
            turn=self.turn + 1,
            stage=stage,
            phase=TurnPhase.GIVE,
            verdict=None,
            drawn_from=None,
            last_turns_left=last_turns_left,
        )

    def _after_hand_shown(self, event: HandShown) -> Position:
        seat = self._seat(event.player)
        player = self.players[seat]
        shown = replace(player, hand=(), zone=player.zone.joined_by(event.mages))
        return replace(self, players=self._players_with(seat, shown))

    def _players_with(self, seat: int, player: Player) -> tuple[Player, ...]:
        return (*self.players[:seat], player, *self.players[seat + 1 :])

    def _seat(self, name: str) -> int:
        seat = self.seat_of(name)
        if seat is None:
            raise ValueError(f"{name!r} does not play")
        return seat


def position_at_start(event: GameSetUp) -> Position:
    """The position in which the first player may begin."""
    names = [player.name for player in event.players]
    return Position(
        edition=event.edition,
        deck=event.deck,
        starting_corner=event.starting_corner,
        players=event.players,
        conclave=event.conclave,
        draw_decks=event.draw_decks,
        removed=event.removed,
        seat=names.index(event.first_player),
    )
