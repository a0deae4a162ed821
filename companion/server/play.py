"""The play: every decision at the table as a request."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.games.conclave.commands import (
    Command,
    DrawCard,
    GiveInfluence,
    LayOutTable,
    PassTurn,
    RefillConclave,
    SendEmissary,
    ShowHand,
)
from companion.games.conclave.components import Deck
from companion.games.conclave.conclave import Conclave, Corner
from companion.games.conclave.game import start
from companion.games.conclave.game_setup import cards_to_remove, require_players
from companion.games.conclave.notation import mage
from companion.journal.corrections import Laid
from companion.journal.decisions import decision_again
from companion.journal.story import Story
from companion.server import requests as asked
from companion.server.live_table import LiveTable
from companion.server.refusals import Refused, not_allowed
from companion.server.roles import Power
from companion.server.set_cell import set_cell, set_past_cell
from companion.server.visitor import Visitor

PLAYED_BY_THE_FILM = (SendEmissary, PassTurn, DrawCard, RefillConclave)


@dataclass(slots=True)
class TableDeck:
    """The cards of the deck on the table; another deck may be put there before a game."""

    cards: Deck


@dataclass(frozen=True, slots=True)
class Play:
    """Turns requests into decisions and corrections of the current game."""

    table: LiveTable
    deck: TableDeck

    async def begin(self, visitor: Visitor, body: asked.NewGame) -> Story:
        """Begin a game whose first Conclave is still to be laid."""
        visitor.require(Power.HOST)
        require_players(body.players)
        require_players(tuple(name.casefold() for name in body.players))  # nobody tells Ana from ana
        removed = cards_to_remove(body.cards_removed, len(body.players))
        _, setup = start(
            LayOutTable(
                players=body.players,
                deck=self.deck.cards,
                conclave=Conclave(),
                cards_removed=removed,
                starting_corner=body.starting_corner or Corner.TOP_LEFT,
                first_player=body.first_player,
                edition=body.edition,
            )
        )
        told = body.starting_corner is not None
        journal = self.table.journal
        return await self.table.begin(lambda: journal.start(setup, visitor.author, corner_told=told))

    async def lay(self, visitor: Visitor, body: asked.LayCard) -> Story:
        """Lay a card of the first Conclave; once play has begun, that is a correction."""
        visitor.require(Power.ENTER)
        cell, card = asked.as_cell(body.cell), mage(body.card) if body.card else None
        journal = self.table.journal

        def work(story: Story) -> Story:
            if story.moves:
                return journal.correct(story, Laid(cell, card), visitor.author, body.reason)
            return journal.lay(story, cell, card, visitor.author)

        return await self.table.change(work, body.seen)

    async def set_cell(self, visitor: Visitor, body: asked.SetCell) -> Story:
        """Put a cell right by hand, whatever laid its card; the camera is told as well."""
        visitor.require(Power.CORRECT)
        cell, card = asked.as_cell(body.cell), mage(body.card) if body.card else None
        journal, watcher = self.table.journal, self.table.watcher

        if body.place is not None:
            return await self._set_past_cell(visitor, body, body.place)

        def work(story: Story) -> Story:
            if story.is_being_laid or (not story.moves and story.game.position.conclave[cell] is not None):
                return journal.lay(story, cell, card, visitor.author)
            try:
                return set_cell(journal, story, cell, card, (visitor.author, body.reason))
            except Refused:
                if self.table.camera is None:
                    raise
                return story  # a card on its way, such as of a refill: the camera knows what it means

        story = await self.table.change(work, body.seen)
        if watcher is not None:
            watcher.tell(cell, card)
        return story

    async def _set_past_cell(self, visitor: Visitor, body: asked.SetCell, place: int) -> Story:
        if body.card is None:
            raise Refused(422, "wrong-correction", "some card lay there: say which")
        told, said = (asked.as_cell(body.cell), mage(body.card)), (visitor.author, body.reason)
        journal = self.table.journal
        return await self.table.change(
            lambda story: set_past_cell(journal, story, place, told, said), body.seen
        )

    async def decide(self, visitor: Visitor, command: Command, seen: int | None) -> Story:
        """Carry out a decision of a player."""
        visitor.require_decides_for(command.player)
        if isinstance(command, PLAYED_BY_THE_FILM) and self.table.camera and self.table.camera.recorded:
            raise Refused(409, "recorded-game", "the film plays this game; begin another to play")
        journal = self.table.journal
        return await self.table.change(
            lambda story: journal.record(story, command, visitor.author).story, seen
        )

    async def undo(self, visitor: Visitor, body: asked.Undo) -> Story:
        """Withdraw a decision: judges any, a player the last one if it was entered on the same seat."""
        if not visitor.may(Power.CORRECT):
            visitor.require(Power.PLAY)
            last = self.table.current().moves[-1:]
            if not last or last[0].place != body.place or last[0].author != visitor.seat:
                raise not_allowed("a player may withdraw only the last decision, entered by the same player")
            if self.table.current().dispute is not None:
                raise Refused(409, "judge-asked", "nothing is withdrawn until the judge has spoken")
        journal = self.table.journal
        return await self.table.change(
            lambda story: journal.undo(story, body.place, visitor.author, body.reason), body.seen
        )

    async def correct(self, visitor: Visitor, body: asked.Correct) -> Story:
        """Put another decision in the place of a past one."""
        visitor.require(Power.CORRECT)
        journal = self.table.journal

        def work(story: Story) -> Story:
            move = story.moves[story.index_of(body.place)]
            command = decision_again(move.events, story.before(body.place))
            right = corrected(command, body)
            return journal.replace(story, body.place, right, visitor.author, body.reason)

        return await self.table.change(work, body.seen)

    async def dispute(self, visitor: Visitor, body: asked.OpenDispute) -> Story:
        """Ask the judge."""
        visitor.require(Power.DISPUTE)
        journal = self.table.journal

        def work(story: Story) -> Story:
            if story.dispute is not None:
                raise Refused(409, "dispute-open", f"{story.dispute.author} has asked the judge already")
            return journal.open_dispute(story, visitor.author, body.reason)

        return await self.table.change(work, body.seen)

    async def settle(self, visitor: Visitor, body: asked.SettleDispute) -> Story:
        """Close the dispute."""
        visitor.require(Power.SETTLE)
        journal = self.table.journal

        def work(story: Story) -> Story:
            if story.dispute is None:
                raise Refused(409, "no-dispute", "no dispute is open")
            return journal.settle_dispute(story, visitor.author, body.reason, upheld=body.upheld)

        return await self.table.change(work, body.seen)


def command_of(body: asked.Change) -> Command:
    """The decision that a request asks for."""
    match body:
        case asked.Give():
            return GiveInfluence(body.player, body.magic, body.receiver)
        case asked.SendMage():
            return SendEmissary(body.player, mage(body.card), asked.as_cell(body.cell))
        case asked.Pass():
            return PassTurn(body.player)
        case asked.Draw():
            return DrawCard(body.player, body.deck)
        case asked.Refill():
            return RefillConclave(body.player, tuple(mage(card) for card in body.cards))
        case asked.Show():
            return ShowHand(body.player, tuple(mage(card) for card in body.cards))
    raise ValueError(f"{type(body).__name__} is no decision")


def corrected(command: Command, body: asked.Correct) -> Command:
    """The same decision with what the judge says instead."""
    told: dict[str, Any] = {
        "mage": mage(body.card) if body.card else None,
        "cell": asked.as_cell(body.cell) if body.cell else None,
        "deck": body.deck,
        "mages": tuple(mage(card) for card in body.cards) if body.cards is not None else None,
        "magic": body.magic,
        "receiver": body.receiver,
    }
    facts = {name: fact for name, fact in told.items() if fact is not None}
    wrong = [name for name in facts if not hasattr(command, name)]
    if wrong or not facts:
        raise Refused(422, "wrong-correction", f"that decision has no {', '.join(wrong) or 'such fact'}")
    return replace(command, **facts)
