"""Check by photo: a picture of any table, the Emissary pointed at, and the verdict."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from companion.games.conclave.conclave import Cell
from companion.games.conclave.errors import NotKnownYet
from companion.games.conclave.notation import mage
from companion.server import requests as asked
from companion.server.access import Access
from companion.server.photo_shelf import PhotoShelf
from companion.server.refusals import Refused
from companion.server.roles import Power
from companion.server.verdict_views import verdict_view
from companion.server.visitor import visitor_of
from companion.table.photographed import PhotographedTable
from companion.table.table_check import (
    NoEmissaryThere,
    SeenTable,
    cells_of_lines,
    cells_to_ask,
    judge_table,
)

Language = Annotated[Literal["en", "es"], Query()]
PhotoName = Annotated[str, Path(pattern="^[0-9a-f]{16}$", examples=["0123456789abcdef"])]
PHOTO_BODY = {
    "requestBody": {
        "required": True,
        "content": {
            kind: {"schema": {"type": "string", "format": "binary"}}
            for kind in ("image/jpeg", "image/png", "image/webp")
        },
    }
}


def check_router(access: Access, shelf: PhotoShelf) -> APIRouter:
    """What a judge asks without a game."""
    router = APIRouter(prefix="/api/check", tags=["check"])

    @router.post("/photos", openapi_extra=PHOTO_BODY)
    async def take(request: Request) -> dict[str, Any]:
        """Have a photo of a table read: JPEG, PNG or WebP, at most 24 MiB; nothing of the phone is kept."""
        visitor_of(request, access).require(Power.CHECK)
        await shelf.enter()
        try:
            name = await shelf.take(await request.body())
        finally:
            shelf.leave()
        return {"photo": name, **_fields(shelf[name])}

    @router.get("/photos/{name}", response_class=Response)
    async def picture(request: Request, name: PhotoName) -> Response:
        """The picture that was made of a photo."""
        visitor_of(request, access).require(Power.CHECK)
        return Response(shelf[name].picture_jpeg, media_type="image/jpeg")

    @router.post("")
    async def check(request: Request, body: asked.CheckPhoto, language: Language = "en") -> dict[str, Any]:
        """Judge a photo: the verdict as far as it is known, and the cells to ask about before it holds."""
        visitor_of(request, access).require(Power.CHECK)
        reading = shelf[body.photo].reading
        if reading is None:
            raise Refused(409, "no-table", shelf[body.photo].not_found)
        told = {asked.as_cell(one.cell): mage(one.card) if one.card else None for one in body.told}
        return _judged(SeenTable(reading, told), body, language)

    return router


def _judged(table: SeenTable, body: asked.CheckPhoto, language: str) -> dict[str, Any]:
    emissary = asked.as_cell(body.emissary)
    try:
        verdict = judge_table(table, emissary, body.edition)
    except NoEmissaryThere as problem:
        raise Refused(409, "no-emissary", str(problem)) from problem
    except NotKnownYet:
        lines = cells_of_lines(emissary)
        return {"verdict": None, "unsure": [_pair(cell) for cell in table.unsure if cell in lines]}
    view = verdict_view(verdict, language)
    return {"verdict": asdict(view), "unsure": [_pair(cell) for cell in cells_to_ask(table, verdict)]}


def _fields(photo: PhotographedTable) -> dict[str, Any]:
    size = {"width": photo.width_px, "height": photo.height_px}
    if photo.reading is None:
        return {**size, "found": False, "error": photo.not_found}
    return {**size, "found": True, "cells": [asdict(cell) for cell in photo.cells]}


def _pair(cell: Cell) -> tuple[int, int]:
    return cell.row, cell.column
