"""One route for each decision."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request

from companion.journal.story import Story
from companion.server import requests as asked
from companion.server.access import Access
from companion.server.live_table import LiveTable
from companion.server.play import Play, TableDeck, command_of
from companion.server.visitor import visitor_of

Language = Annotated[Literal["en", "es"], Query(description="of the words of a refusal")]


def refusal_language(language: Language = "en") -> str:
    """In which language a refusal explains itself."""
    return language


def play_router(  # noqa: C901 - one function a route
    table: LiveTable, access: Access, deck: TableDeck
) -> APIRouter:
    """What players, judges and hosts decide."""
    router = APIRouter(prefix="/api/game", tags=["play"], dependencies=[Depends(refusal_language)])
    play = Play(table, deck)

    async def decide(request: Request, body: asked.Change) -> dict[str, Any]:
        visitor = visitor_of(request, access)
        return _done(await play.decide(visitor, command_of(body), body.seen))

    @router.post("")
    async def new_game(request: Request, body: asked.NewGame) -> dict[str, Any]:
        """Begin a game; its first Conclave is then laid card by card."""
        story = await play.begin(visitor_of(request, access), body)
        access.free_seats()
        return _done(story)

    @router.post("/lay")
    async def lay(request: Request, body: asked.LayCard) -> dict[str, Any]:
        """Set a cell of the first Conclave; after the first turn that is a correction."""
        return _done(await play.lay(visitor_of(request, access), body))

    @router.post("/cell")
    async def cell(request: Request, body: asked.SetCell) -> dict[str, Any]:
        """Set any cell by hand at any time: the decision that laid its card is told anew."""
        return _done(await play.set_cell(visitor_of(request, access), body))

    @router.post("/give")
    async def give(request: Request, body: asked.Give) -> dict[str, Any]:
        """Give a whole pile to another player."""
        return await decide(request, body)

    @router.post("/send")
    async def send(request: Request, body: asked.SendMage) -> dict[str, Any]:
        """Send an Emissary to the Conclave."""
        return await decide(request, body)

    @router.post("/pass")
    async def pass_turn(request: Request, body: asked.Pass) -> dict[str, Any]:
        """Pass, since the Conclave is full."""
        return await decide(request, body)

    @router.post("/draw")
    async def draw(request: Request, body: asked.Draw) -> dict[str, Any]:
        """Draw from a deck."""
        return await decide(request, body)

    @router.post("/refill")
    async def refill(request: Request, body: asked.Refill) -> dict[str, Any]:
        """Say which cards the Conclave was refilled with."""
        return await decide(request, body)

    @router.post("/show")
    async def show(request: Request, body: asked.Show) -> dict[str, Any]:
        """Show the cards left in a hand."""
        return await decide(request, body)

    @router.post("/undo")
    async def undo(request: Request, body: asked.Undo) -> dict[str, Any]:
        """Withdraw a decision; everything after it is judged again."""
        return _done(await play.undo(visitor_of(request, access), body))

    @router.post("/correct")
    async def correct(request: Request, body: asked.Correct) -> dict[str, Any]:
        """Put another decision in the place of a past one; everything after it is judged again."""
        return _done(await play.correct(visitor_of(request, access), body))

    @router.post("/dispute")
    async def dispute(request: Request, body: asked.OpenDispute) -> dict[str, Any]:
        """Ask the judge; the public tally stands still until it is settled."""
        return _done(await play.dispute(visitor_of(request, access), body))

    @router.post("/settle")
    async def settle(request: Request, body: asked.SettleDispute) -> dict[str, Any]:
        """Close the dispute."""
        return _done(await play.settle(visitor_of(request, access), body))

    return router


def _done(story: Story) -> dict[str, Any]:
    return {"game": story.game_id, "entries": story.entries, "set_aside": len(story.set_aside)}
