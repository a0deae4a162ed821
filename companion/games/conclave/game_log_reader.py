"""Reads the text of a whole game back into its events."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeVar

from companion.games.conclave.components import Card, Mage, deck_of
from companion.games.conclave.conclave import SIDE, Cell, Conclave, Corner
from companion.games.conclave.draw_a_card import DrawDeck, DrawDecks
from companion.games.conclave.errors import AgainstTheRules, Unreadable
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
from companion.games.conclave.game_log import FIRST_LINE
from companion.games.conclave.game_setup import require_players
from companion.games.conclave.give_influence import InfluenceZone
from companion.games.conclave.notation import MAGICS_BY_CODE, no_card, parse_card, parse_cell, parse_conclave
from companion.games.conclave.rulings import Edition
from companion.games.conclave.structure_of_a_round import Player

LONGEST_COUNT = 3  # digits: no deck has a thousand copies of a card
Choice = TypeVar("Choice", bound=StrEnum)


def parse_game(text: str) -> tuple[Event, ...]:
    """The events that a text tells; Unreadable names the line that cannot be read."""
    return _Parser(text).parse()


class _Parser:
    """Reads a game log line by line; the line number is part of every error."""

    def __init__(self, text: str) -> None:
        self.lines = [line.strip() for line in text.strip().splitlines()]
        self.number = 0

    def parse(self) -> tuple[Event, ...]:
        if self._next() != FIRST_LINE:
            raise self._unreadable(f"a game log begins with {FIRST_LINE!r}")
        setup = self._setup()
        names = [player.name for player in setup.players]
        events: list[Event] = [setup]
        while self.number < len(self.lines):
            events.append(self._event(self._next().split(), names))
        return tuple(events)

    def _setup(self) -> GameSetUp:
        edition = self._choice(Edition, self._field("edition"))
        corner = self._choice(Corner, self._field("corner"))
        mages = self._mages(self._field("deck"))
        removed_text = self._field("removed")
        removed = None if removed_text == "unknown" else self._cards(removed_text)
        players = self._players()
        self._field("conclave")
        conclave = self._conclave()
        left, right = self._cards(self._field("left")), self._cards(self._field("right"))
        uncounted = self._field("uncounted")
        decks = DrawDecks(left, right, None if uncounted == "unknown" else self._count(uncounted))
        first = self._seat(self._field("first"), [player.name for player in players])
        return GameSetUp(edition, deck_of(mages), corner, players, first, conclave, decks, removed)

    def _players(self) -> tuple[Player, ...]:
        players = []
        while self.number < len(self.lines) and self.lines[self.number].startswith("player "):
            name = self._field("player")
            hand = self._cards(self._field("hand"))
            players.append(Player(name, hand, InfluenceZone(self._cards(self._field("zone")))))
        try:
            require_players(tuple(player.name for player in players))
        except AgainstTheRules as refusal:
            raise self._unreadable(refusal.fact) from refusal
        return tuple(players)

    def _event(self, words: list[str], names: list[str]) -> TurnEvent:  # noqa: C901, PLR0911 - one an event
        match words:
            case ["game", "over"]:
                return GameEnded()
            case [seat, "gives", code, "to", receiver] if code in MAGICS_BY_CODE:
                magic = MAGICS_BY_CODE[code]
                return InfluenceGiven(self._seat(seat, names), magic, self._seat(receiver, names))
            case [seat, "sends", code, "to", cell]:
                return EmissarySent(self._seat(seat, names), self._mage(code), self._cell(cell))
            case [seat, "passes"]:
                return TurnPassed(self._seat(seat, names))
            case [seat, "crisis", "at", cell]:
                return MagicCrisisOccurred(self._seat(seat, names), self._cell(cell))
            case [seat, "gains", *places]:
                return FollowersGained(self._seat(seat, names), self._places(places, "from", "nobody"))
            case [seat, "draws", code, "from", deck]:
                card = self._card(code)
                return CardDrawn(self._seat(seat, names), card, self._choice(DrawDeck, deck))
            case [seat, "refills", *places]:
                return ConclaveRefilled(self._seat(seat, names), self._places(places, "at", "nothing"))
            case [seat, "empties", "the", "decks"]:
                return DrawDecksRanOut(self._seat(seat, names))
            case [seat, "ends"]:
                return TurnEnded(self._seat(seat, names))
            case [seat, "shows", *codes]:
                mages = () if codes == ["nothing"] else self._mages(" ".join(codes))
                return HandShown(self._seat(seat, names), mages)
        raise self._unreadable(f"{' '.join(words)[:60]!r} tells no event")

    def _places(self, words: list[str], joint: str, none: str) -> tuple[tuple[Cell, Mage], ...]:
        if words == [none]:
            return ()
        parts = [part.split() for part in " ".join(words).split(", ")]
        if not all(len(part) == 3 and part[1] == joint for part in parts):
            raise self._unreadable(f"expected 'card {joint} cell, …'")
        return tuple((self._cell(cell), self._mage(code)) for code, _, cell in parts)

    def _cards(self, text: str) -> tuple[Card, ...]:
        cards: list[Card] = []
        for word in text.split():
            code, star, count = word.partition("*")
            cards += [self._card(code)] * (self._count(count) if star else 1)
        return tuple(cards)

    def _mages(self, text: str) -> tuple[Mage, ...]:
        cards = self._cards(text)
        mages = tuple(card for card in cards if isinstance(card, Mage))
        if len(mages) != len(cards):
            raise self._unreadable("a card face down where its face must be known")
        return mages

    def _mage(self, code: str) -> Mage:
        card = self._card(code)
        if not isinstance(card, Mage):
            raise self._unreadable(no_card(code))
        return card

    def _conclave(self) -> Conclave:
        rows = "\n".join(self._next() for _ in range(SIDE))
        try:
            return parse_conclave(rows)
        except Unreadable as problem:
            raise self._unreadable(str(problem)) from problem

    def _card(self, code: str) -> Card:
        return parse_card(code, f"line {self.number}")

    def _cell(self, text: str) -> Cell:
        return parse_cell(text, f"line {self.number}")

    def _count(self, text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_COUNT):
            raise self._unreadable(f"{text[:20]!r} is no number of cards")
        return int(text)

    def _choice(self, kind: type[Choice], text: str) -> Choice:
        try:
            return kind(text)
        except ValueError as problem:
            known = ", ".join(kind)
            raise self._unreadable(f"{text[:20]!r} is none of {known}") from problem

    def _seat(self, text: str, names: list[str]) -> str:
        seats = {f"P{seat}": name for seat, name in enumerate(names, start=1)}
        if text not in seats:
            raise self._unreadable(f"{text[:20]!r} is none of {', '.join(seats)}")
        return seats[text]

    def _field(self, name: str) -> str:
        key, _, value = self._next().partition(" ")
        if key != name:
            raise self._unreadable(f"expected {name!r}, got {key[:20]!r}")
        return value

    def _next(self) -> str:
        self.number += 1
        if self.number > len(self.lines):
            raise self._unreadable("the log ends too early")
        return self.lines[self.number - 1]

    def _unreadable(self, problem: str) -> Unreadable:
        return Unreadable(f"line {self.number}", problem)
