"""One route for each step of the count of the zones."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.responses import Response

from companion.journal.story import Story
from companion.server import requests as asked
from companion.server.access import Access
from companion.server.count_view import count_view
from companion.server.counting import Counting
from companion.server.refusals import Refused
from companion.server.roles import Power
from companion.server.routes_check import PHOTO_BODY
from companion.server.routes_play import refusal_language
from companion.server.visitor import visitor_of

PlayerName = Annotated[str, Query(min_length=1, max_length=40, description="whose zone the photo shows")]


def count_router(access: Access, counting: Counting) -> APIRouter:  # noqa: C901 - one function a route
    """What players show and say at the end of the game."""
    router = APIRouter(prefix="/api/count", tags=["count"], dependencies=[Depends(refusal_language)])
    table, shelf = counting.table, counting.shelf

    @router.get("")
    async def count(request: Request) -> dict[str, Any]:
        """Every zone with its photos, its cards, and what is still open."""
        visitor_of(request, access).require(Power.WATCH)
        story = table.current()
        if story.count is None:
            raise Refused(409, "no-count", "the zones are not being counted")
        return asdict(await table.read(lambda: count_view(counting, story)))

    @router.get("/pictures/{digest}", response_class=Response)
    async def picture(request: Request, digest: Annotated[str, Path(pattern="^[0-9a-f]{64}$")]) -> Response:
        """A photo of a zone, as it was kept; for all who may watch."""
        visitor_of(request, access).require(Power.WATCH)
        count = table.current().count
        records = count.zones.values() if count is not None else ()
        if not any(digest in photo.evidence for record in records for photo in record.photos):
            raise Refused(404, "not-found", "no zone shows that photo")
        content = await table.read(lambda: table.journal.evidence.read(digest))
        if not content.startswith(b"\xff\xd8\xff"):
            raise Refused(404, "not-found", "that is no photo")
        return Response(content, media_type="image/jpeg")

    @router.post("")
    async def begin(request: Request, body: asked.BeginCount) -> dict[str, Any]:
        """Begin to count the zones: of the current game, or of players of whom no game is known."""
        story = await counting.begin(visitor_of(request, access), body.players)
        if body.players is not None:
            access.free_seats()
        return _done(story)

    @router.post("/photos", openapi_extra=PHOTO_BODY)
    async def photograph(request: Request, player: PlayerName) -> dict[str, Any]:
        """Show a zone on a photo: JPEG, PNG or WebP, at most 24 MiB; nothing of the phone is kept."""
        visitor = visitor_of(request, access)
        visitor.require_decides_for(player)
        await shelf.enter()
        try:
            return _done(await counting.photograph(visitor, player, await request.body()))
        finally:
            shelf.leave()

    @router.post("/confirm")
    async def confirm(request: Request, body: asked.OfZone) -> dict[str, Any]:
        """Say that a zone is as the game was followed."""
        return _done(await counting.confirm(visitor_of(request, access), body.player))

    @router.post("/say")
    async def say(request: Request, body: asked.SayOfZone) -> dict[str, Any]:
        """Settle a question, or say what any card on a photo is."""
        visitor = visitor_of(request, access)
        return _done(await counting.say(visitor, body.player, body.key, body.choice))

    @router.post("/add")
    async def add(request: Request, body: asked.AddToZone) -> dict[str, Any]:
        """Name a card that no photo shows."""
        return _done(await counting.add(visitor_of(request, access), body.player, body.card))

    @router.post("/anew")
    async def anew(request: Request, body: asked.OfZone) -> dict[str, Any]:
        """Put away what was shown and said of a zone."""
        return _done(await counting.anew(visitor_of(request, access), body.player))

    @router.post("/tally")
    async def tally(request: Request, body: asked.Change) -> dict[str, Any]:
        """Count the zones, once nothing is open."""
        return _done(await counting.tally(visitor_of(request, access), body.seen))

    @router.post("/leave")
    async def leave(request: Request, body: asked.Change) -> dict[str, Any]:
        """Give the count up and play on."""
        _ = body
        return _done(await counting.leave(visitor_of(request, access)))

    return router


def _done(story: Story) -> dict[str, Any]:
    return {"game": story.game_id, "entries": story.entries}
