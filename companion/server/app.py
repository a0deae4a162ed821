"""The server: routes, and what becomes of a refusal. Everything it needs is handed to it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from companion.games.conclave.components import Deck
from companion.games.conclave.errors import AgainstTheRules, ConclaveError
from companion.journal.errors import DiskFull, JournalError, NotInTheGame, UnknownGame
from companion.server.access import Access
from companion.server.camera import TableCamera
from companion.server.counting import Counting
from companion.server.gate import Gate
from companion.server.links import Addresses
from companion.server.live_table import LANGUAGES, LiveTable
from companion.server.pages import nothing_here, pages_router
from companion.server.photo_shelf import PhotoReader, PhotoShelf
from companion.server.play import TableDeck
from companion.server.refusals import Refused
from companion.server.routes_access import access_router
from companion.server.routes_answers import answers_router
from companion.server.routes_camera import camera_router
from companion.server.routes_check import check_router
from companion.server.routes_count import count_router
from companion.server.routes_decks import decks_router
from companion.server.routes_games import games_router
from companion.server.routes_play import play_router
from companion.server.routes_sharing import sharing_router
from companion.server.routes_teach import teach_router
from companion.server.teaching import Teacher
from companion.server.verdict_views import rule_view

PING_SECONDS = 15.0


@dataclass(frozen=True, slots=True)
class Site:
    """Where the companion is to be found, and where its pages lie."""

    pages: Path
    addresses: tuple[str, ...]  # for phones, the likeliest first
    hosts: tuple[str, ...]  # names under which it answers
    version: str
    secure_addresses: tuple[str, ...] = ()  # the same, encrypted, in the same order

    @property
    def secure_port(self) -> int | None:
        """Where encrypted connections are taken."""
        return int(self.secure_addresses[0].rpartition(":")[2]) if self.secure_addresses else None


@dataclass(frozen=True, slots=True)
class Sight:
    """Whoever sees and learns for the table; without them the game is entered by hand."""

    photos: PhotoReader | None = None
    camera: TableCamera | None = None
    teacher: Teacher | None = None


NOBODY_SEES = Sight()


class Problem(BaseModel):
    """Why something was refused: a code for the words, the fact, and the rule if one forbids it."""

    error: str
    fact: str = ""
    rule: dict[str, str] | None = None


REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": words}
    for status, words in {
        401: "The link is not valid any more.",
        403: "The role does not allow that, or it came from another page.",
        404: "There is no such thing.",
        405: "That cannot be done there.",
        409: "The game, or the rules, say no.",
        413: "Too large.",
        415: "Of the wrong type.",
        421: "The table does not answer to that name.",
        422: "Cannot be read.",
        429: "Too many requests at once.",
        500: "The journal cannot be read; nothing was destroyed.",
        503: "Not now: too many phones or photos.",
        507: "The disk is full; nothing was lost.",
    }.items()
}


def make_app(table: LiveTable, access: Access, deck: Deck, site: Site, sight: Sight = NOBODY_SEES) -> FastAPI:
    """Wire the routes."""

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        pinging = asyncio.create_task(_ping(table))
        yield
        pinging.cancel()
        with suppress(asyncio.CancelledError):
            await pinging
        table.close()

    app = FastAPI(
        title="Conclave companion",
        version=site.version,
        summary="The game at the table, for every phone.",
        docs_url=None,  # its page would fetch from elsewhere; ours is in pages.py
        redoc_url=None,
        lifespan=lifespan,
        responses=REFUSALS,
    )
    app.include_router(access_router(table, access, Addresses(site.addresses, site.secure_addresses)))
    table_deck, shelf = TableDeck(deck), PhotoShelf(sight.photos)
    app.include_router(play_router(table, access, table_deck))
    app.include_router(games_router(table, access))
    app.include_router(sharing_router(table, access))
    app.include_router(camera_router(table, access, sight.camera, site.secure_port))
    app.include_router(answers_router(table, access, sight.camera))
    app.include_router(check_router(access, shelf))
    app.include_router(count_router(access, Counting(table, shelf, table_deck)))
    app.include_router(decks_router(access, sight.teacher, table_deck, shelf))
    app.include_router(teach_router(access, sight.teacher, table_deck, shelf))
    app.include_router(pages_router(site.pages))
    app.add_middleware(Gate, hosts=site.hosts, is_host=access.is_host)
    for kind, answer in _ANSWERS.items():
        app.add_exception_handler(kind, answer)
    app.add_exception_handler(HTTPException, _answer_or_page(nothing_here(site.pages)))
    return app


async def _ping(table: LiveTable) -> None:
    while True:
        await asyncio.sleep(PING_SECONDS)
        table.hub.ping()


def _language(request: Request) -> str:
    asked = request.query_params.get("language", "")
    return asked if asked in LANGUAGES else LANGUAGES[0]


async def _refused(_request: Request, problem: Exception) -> Response:
    assert isinstance(problem, Refused)
    return JSONResponse({"error": problem.code, "fact": problem.fact}, problem.status)


async def _against_the_rules(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, AgainstTheRules)
    rule = asdict(rule_view(_language(request), problem.rule))
    return JSONResponse({"error": "against-the-rules", "fact": problem.fact, "rule": rule}, 409)


async def _game_trouble(_request: Request, problem: Exception) -> Response:
    return JSONResponse({"error": "not-possible", "fact": str(problem)}, 409)


async def _journal_trouble(_request: Request, problem: Exception) -> Response:
    status, code = 500, "journal-trouble"
    if isinstance(problem, UnknownGame):
        status, code = 404, "unknown-game"
    elif isinstance(problem, NotInTheGame):
        status, code = 409, "not-in-the-game"
    elif isinstance(problem, DiskFull):
        status, code = 507, "disk-full"
    return JSONResponse({"error": code, "fact": str(problem)}, status)


async def _unreadable(_request: Request, problem: Exception) -> Response:
    assert isinstance(problem, RequestValidationError)
    facts = [f"{'.'.join(str(part) for part in one['loc'])}: {one['msg']}" for one in problem.errors()]
    return JSONResponse({"error": "unreadable", "fact": "; ".join(facts)[:500]}, 422)


def _answer_or_page(
    page_for: Callable[[Request], Response | None],
) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def answer(request: Request, problem: Exception) -> Response:
        missing = isinstance(problem, HTTPException) and problem.status_code == 404
        return (page_for(request) if missing else None) or await _refused_by_route(request, problem)

    return answer


async def _refused_by_route(_request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    status = 422 if problem.status_code == 400 else problem.status_code  # a body that is no JSON at all
    code = {404: "not-found", 413: "too-large", 422: "unreadable"}.get(status, "not-possible")
    return JSONResponse({"error": code, "fact": str(problem.detail)}, status)


_ANSWERS = {
    Refused: _refused,
    AgainstTheRules: _against_the_rules,
    ConclaveError: _game_trouble,
    JournalError: _journal_trouble,
    RequestValidationError: _unreadable,
}
