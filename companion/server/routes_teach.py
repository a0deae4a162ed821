"""Teaching a deck photo by photo."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from companion.server import requests as asked
from companion.server.access import Access
from companion.server.photo_shelf import PhotoShelf
from companion.server.play import TableDeck
from companion.server.routes_check import PHOTO_BODY
from companion.server.teaching import Lesson, Teacher
from companion.server.teaching_requests import DECK_PATTERN, DeckName, as_json, done, teacher_for

PhotoNumber = Annotated[int, Path(ge=1, le=9999)]


def teach_router(  # noqa: C901 - one function a route
    access: Access, teacher: Teacher | None, table_deck: TableDeck, shelf: PhotoShelf
) -> APIRouter:
    """Everything about lessons."""
    router = APIRouter(prefix="/api", tags=["teaching"])

    @router.post("/teach/{deck}")
    async def begin(request: Request, deck: DeckName, body: asked.BeginLesson) -> dict[str, Any]:
        """Begin to teach a deck, or say anew which cards it holds."""
        return _fields(await done(teacher_for(request, access, teacher).begin(deck, body.copies)))

    @router.get("/teach/{deck}")
    async def lesson(request: Request, deck: DeckName) -> dict[str, Any]:
        """How a lesson stands; while the deck is being tried out, only that."""
        one = teacher_for(request, access, teacher)
        if one.busy_with is not None:
            return {"deck": deck, "busy": True}
        return _fields(await done(one.lesson(deck)))

    @router.post("/teach-photos", openapi_extra=PHOTO_BODY)
    async def add_photo(
        request: Request,
        deck: Annotated[str, Query(pattern=DECK_PATTERN)],
        layout: Annotated[str, Query(max_length=200, examples=["blue: C G W"])] = "",
        again: Annotated[int | None, Query(ge=1, le=9999)] = None,
    ) -> dict[str, Any]:
        """Look at a photo of cards, in any order or as the layout says; `again` is one that it replaces."""
        one = teacher_for(request, access, teacher)
        await shelf.enter()
        try:
            content = await request.body()
            found = await done(one.add_photo(deck, content, layout, "" if again is None else str(again)))
        finally:
            shelf.leave()
        return _fields(found)

    @router.get("/teach/{deck}/photos/{number}", response_class=Response)
    async def sheet(request: Request, deck: DeckName, number: PhotoNumber) -> Response:
        """The cards that were cut out of a photo, side by side."""
        picture = await done(teacher_for(request, access, teacher).sheet(deck, str(number)))
        return Response(picture, media_type="image/jpeg")

    @router.post("/teach/{deck}/photos/{number}")
    async def answer(
        request: Request, deck: DeckName, number: PhotoNumber, body: asked.NameCards
    ) -> dict[str, Any]:
        """Say which cards a photo shows; null for one that is not to be learned."""
        said = {one.place: one.card for one in body.cards}
        return _fields(await done(teacher_for(request, access, teacher).answer(deck, str(number), said)))

    @router.delete("/teach/{deck}/photos/{number}")
    async def drop(request: Request, deck: DeckName, number: PhotoNumber) -> dict[str, Any]:
        """Forget a photo."""
        return _fields(await done(teacher_for(request, access, teacher).drop_photo(deck, str(number))))

    @router.post("/teach/{deck}/finish")
    async def finish(request: Request, deck: DeckName) -> dict[str, Any]:
        """Try the deck out and, if nothing stands in the way, keep it."""
        one = teacher_for(request, access, teacher)
        found = await done(one.finish(deck))
        if found.report == "taught" and one.on_table == deck:
            table_deck.cards = await done(one.use(deck))
        return _fields(found)

    @router.get("/teach/{deck}/report", response_class=Response)
    async def report(request: Request, deck: DeckName) -> Response:
        """What was found when the deck was last tried out."""
        return as_json(await done(teacher_for(request, access, teacher).lesson_report(deck)))

    @router.delete("/teach/{deck}")
    async def give_up(request: Request, deck: DeckName) -> dict[str, Any]:
        """Forget a lesson and its photos; a deck that came of it stays."""
        await done(teacher_for(request, access, teacher).give_up(deck))
        return {"given_up": deck}

    return router


def _fields(lesson: Lesson) -> dict[str, Any]:
    return {**asdict(lesson), "busy": False}
