"""Decks: which there are, which lies on the table, and how they travel."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from companion.server import requests as asked
from companion.server.access import Access
from companion.server.photo_shelf import PhotoShelf
from companion.server.play import TableDeck
from companion.server.teaching import Corrected, Teacher
from companion.server.teaching_requests import DeckName, as_json, done, teacher_for


def decks_router(
    access: Access, teacher: Teacher | None, table_deck: TableDeck, shelf: PhotoShelf
) -> APIRouter:
    """Everything about finished decks."""
    router = APIRouter(prefix="/api/decks", tags=["decks"])

    @router.get("")
    async def decks(request: Request) -> dict[str, Any]:
        """Every deck, and every lesson that is under way."""
        one = teacher_for(request, access, teacher)
        known, begun = await done(one.decks()), await done(one.unfinished())
        return {"decks": [asdict(deck) for deck in known], "lessons": [asdict(lesson) for lesson in begun]}

    @router.post("/{deck}/use")
    async def use(request: Request, deck: DeckName) -> dict[str, Any]:
        """Put a deck on the table: new games, photos and the camera take it."""
        table_deck.cards = await done(teacher_for(request, access, teacher).use(deck))
        return {"deck": deck}

    @router.get("/{deck}/report", response_class=Response)
    async def deck_report(request: Request, deck: DeckName) -> Response:
        """The report on a deck, as it was when it was taught."""
        return as_json(await done(teacher_for(request, access, teacher).deck_report(deck)))

    @router.get("/{deck}/export", response_class=Response)
    async def export(request: Request, deck: DeckName) -> Response:
        """A deck as one file, for another machine."""
        packed = await done(teacher_for(request, access, teacher).export(deck))
        headers = {"Content-Disposition": f'attachment; filename="{deck}.deck.zip"'}
        return Response(packed, media_type="application/zip", headers=headers)

    @router.post("/import")
    async def take_in(request: Request) -> dict[str, Any]:
        """Take in a deck that was exported elsewhere, as application/zip, after every byte was checked."""
        one = teacher_for(request, access, teacher)
        return {"deck": await done(one.take_in(await request.body()))}

    @router.delete("/{deck}")
    async def delete(request: Request, deck: DeckName) -> dict[str, Any]:
        """Forget a taught deck that does not lie on the table."""
        await done(teacher_for(request, access, teacher).delete(deck))
        return {"deleted": deck}

    @router.post("/learn")
    async def learn(request: Request, body: asked.LearnCards) -> dict[str, Any]:
        """Add cards that people named in a checked photo to the deck on the table, which they consent to."""
        one = teacher_for(request, access, teacher)
        photo = shelf[body.photo]
        places = {(cell.row, cell.column): cell.corners for cell in photo.cells}
        told = [
            Corrected(said.card, places[said.cell]) for said in body.told if said.cell in places and said.card
        ]
        return {"deck": await done(one.learn(photo.picture_jpeg, tuple(told))), "cards": len(told)}

    return router
