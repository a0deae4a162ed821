"""Past games: replayed turn by turn, taken away, taken in, put back on the table, deleted."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from companion.journal.bundle import export_game, import_game
from companion.journal.errors import Damaged, HarmfulBundle, JournalError, NewerVersion
from companion.journal.journal import Journal
from companion.journal.sightings import Sighting, is_sighting, parse_sighting
from companion.server.access import Access
from companion.server.live_table import LiveTable
from companion.server.next_step import stage_of
from companion.server.refusals import Refused
from companion.server.roles import Power
from companion.server.view_of import after_moves, view_of
from companion.server.visitor import visitor_of

Language = Annotated[Literal["en", "es"], Query()]
GameId = Annotated[
    str, Path(pattern=r"^[0-9]{8}-[0-9]{6}-[0-9a-f]{8}$", examples=["20310509-200000-0123abcd"])
]
PICTURES = {b"\xff\xd8\xff": "image/jpeg", b"\x89PNG": "image/png"}


def games_router(table: LiveTable, access: Access) -> APIRouter:  # noqa: C901 - one function a route
    """The history."""
    router = APIRouter(prefix="/api", tags=["history"])

    @router.get("/games")
    async def games(request: Request) -> list[dict[str, Any]]:
        """Every game, the latest first; a damaged one says so."""
        visitor_of(request, access).require(Power.WATCH)
        listed = await table.read(lambda: [_line(table.journal, game) for game in table.journal.games()])
        current = table.story.game_id if table.story else None
        return [{**line, "on_table": line["game"] == current} for line in listed[::-1]]

    @router.get("/games/{game}")
    async def game_at(
        request: Request,
        game: GameId,
        moves: Annotated[int | None, Query(ge=0)] = None,
        language: Language = "en",
    ) -> Response:
        """A game after so many moves; after all of them if none are named."""
        visitor = visitor_of(request, access)
        visitor.require(Power.WATCH)
        story = await table.read(lambda: table.journal.story(game))
        shown = story if moves is None else after_moves(story, moves)
        view = asdict(view_of(shown, visitor.audience, language))
        content = json.dumps({"moves": len(story.moves), "view": view}, ensure_ascii=False)
        return Response(content, media_type="application/json")

    @router.get("/games/{game}/export", response_class=Response)
    async def export(request: Request, game: GameId) -> Response:
        """The whole game as one file, hidden cards included."""
        visitor_of(request, access).require(Power.EXPORT)
        packed = await table.read(lambda: export_game(table.journal, game))
        headers = {"Content-Disposition": f'attachment; filename="conclave-{game}.zip"'}
        return Response(packed, media_type="application/zip", headers=headers)

    @router.post("/games/import")
    async def take_in(request: Request) -> dict[str, Any]:
        """Take in a game that was exported, as application/zip, after every hash has been checked."""
        visitor_of(request, access).require(Power.HOST)
        packed = await request.body()
        try:
            known = await table.read(table.journal.games)
            story = await table.read(lambda: import_game(table.journal, packed))
        except JournalError as problem:
            raise _refused_bundle(problem) from problem
        return {"game": story.game_id, "already_here": story.game_id in known}

    @router.post("/games/{game}/resume")
    async def resume(request: Request, game: GameId) -> dict[str, Any]:
        """Put a game of the past back on the table."""
        visitor_of(request, access).require(Power.HOST)
        story = await table.begin(lambda: table.journal.story(game))
        return {"game": story.game_id, "entries": story.entries}

    @router.delete("/games/{game}")
    async def delete(request: Request, game: GameId) -> dict[str, Any]:
        """Forget a whole game."""
        visitor_of(request, access).require(Power.HOST)
        await table.delete(game)
        return {"deleted": game}

    @router.get("/games/{game}/sightings/{place}")
    async def sighting(
        request: Request, game: GameId, place: Annotated[int, Path(ge=0, le=100_000)]
    ) -> dict[str, Any]:
        """What the frame of a decision showed: pictures by their digests, every cell with its candidates."""
        visitor_of(request, access).require(Power.CORRECT)
        found = await table.read(lambda: _sighting(table.journal, game, place))
        if found is None:
            raise Refused(404, "no-sighting", "no frame was kept for that decision")
        return asdict(found)

    @router.get("/evidence/{digest}", response_class=Response)
    async def evidence(request: Request, digest: Annotated[str, Path(pattern="^[0-9a-f]{64}$")]) -> Response:
        """A frame that some entry cites; for judges."""
        visitor_of(request, access).require(Power.CORRECT)
        content = await table.read(lambda: _evidence(table.journal, digest))
        kind = next((kind for start, kind in PICTURES.items() if content.startswith(start)), None)
        return Response(content, media_type=kind or "application/octet-stream")

    return router


def _refused_bundle(problem: JournalError) -> Refused:
    """Why a file is not taken in, each with its own way forward."""
    if isinstance(problem, NewerVersion):
        return Refused(422, "newer-bundle", str(problem))
    if isinstance(problem, HarmfulBundle):
        return Refused(422, "harmful-bundle", str(problem))
    if isinstance(problem, Damaged):
        return Refused(422, "changed-bundle", str(problem))
    return Refused(422, "no-bundle", str(problem))


def _evidence(journal: Journal, digest: str) -> bytes:
    if digest not in journal.store.evidence_cited():
        raise Refused(404, "not-found", "no entry cites that frame")
    return journal.evidence.read(digest)


def _sighting(journal: Journal, game: str, place: int) -> Sighting | None:
    """The sighting that an entry cites, if it cites one."""
    story = journal.story(game)
    for digest in story.moves[story.index_of(place)].evidence:
        content = journal.evidence.read(digest)
        if is_sighting(content):
            return parse_sighting(content)
    return None


def _line(journal: Journal, game: str) -> dict[str, Any]:
    try:
        story = journal.story(game)
    except JournalError as problem:
        return {"game": game, "damaged": str(problem)}
    return {
        "game": game,
        "started": story.started,
        "players": story.names,
        "stage": stage_of(story),
        "turns": story.game.position.turn,
        "moves": len(story.moves),
    }
