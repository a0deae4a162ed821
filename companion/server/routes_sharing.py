"""The final tally to take along: a picture to send around, a table for spreadsheets, JSON for programs."""

from __future__ import annotations

import asyncio
from enum import StrEnum
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from companion.games.conclave.scoring import Tally
from companion.games.conclave.structure_of_a_round import Stage
from companion.journal.story import Story
from companion.server.access import Access
from companion.server.live_table import LiveTable
from companion.server.refusals import Refused
from companion.server.roles import Audience, Power
from companion.server.routes_games import GameId
from companion.server.scoring_views import tally_of
from companion.server.view_of import counted_game
from companion.server.visitor import visitor_of
from companion.sharing.tally_files import tally_csv, tally_json


class Kind(StrEnum):
    """The forms a tally can be taken in."""

    PICTURE = "picture"
    TABLE = "table"
    JSON = "json"


FILES = {
    Kind.PICTURE: ("png", "image/png"),
    Kind.TABLE: ("csv", "text/csv"),
    Kind.JSON: ("json", "application/json"),
}


def sharing_router(table: LiveTable, access: Access) -> APIRouter:
    """What everybody at the table may take home."""
    router = APIRouter(prefix="/api", tags=["history"])
    drawing = asyncio.Semaphore(1)  # one picture at a time, so that the phones' news never waits for many

    @router.get("/games/{game}/tally/{kind}", response_class=Response)
    async def tally_file(
        request: Request, game: GameId, kind: Kind, language: Annotated[Literal["en", "es"], Query()] = "en"
    ) -> Response:
        """The final tally of a game as a file; for all who may watch."""
        visitor = visitor_of(request, access)
        visitor.require(Power.WATCH)
        story = await table.read(lambda: table.journal.story(game))
        tally = _final_tally(story, visitor.audience)
        async with drawing:
            content = await asyncio.to_thread(_content, kind, tally, language, story)
        ending, media_type = FILES[kind]
        headers = {"Content-Disposition": f'attachment; filename="conclave-{game}.{ending}"'}
        return Response(content, media_type=media_type, headers=headers)

    return router


def _final_tally(story: Story, audience: Audience) -> Tally:
    position = counted_game(story, audience).position
    tally = tally_of(position) if position.stage is Stage.OVER else None
    if tally is None:
        raise Refused(409, "not-over", "the game has no final tally yet")
    return tally


def _content(kind: Kind, tally: Tally, language: str, story: Story) -> bytes:
    if kind is Kind.TABLE:
        return tally_csv(tally)
    if kind is Kind.JSON:
        return tally_json(tally, language, story.game_id)
    # Drawing needs OpenCV, which would cost every table its memory: it is loaded once somebody asks.
    from companion.sharing.tally_picture import tally_picture  # noqa: PLC0415

    return tally_picture(tally, language, story.started[:10])
