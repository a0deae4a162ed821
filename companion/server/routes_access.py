"""Joining, sitting down, links and codes, and the stream of what happens."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Query, Request
from starlette.responses import Response

from companion.server import requests as asked
from companion.server.access import Access
from companion.server.hub import Phone
from companion.server.links import Addresses, links
from companion.server.live_table import LiveTable
from companion.server.refusals import Refused
from companion.server.roles import POWERS, Power
from companion.server.stream import EventStream
from companion.server.views import View
from companion.server.visitor import Visitor, visitor_of

Language = Annotated[Literal["en", "es"], Query()]
MOST_STREAMS = 8000


def access_router(  # noqa: C901 - one function a route
    table: LiveTable, access: Access, addresses: Addresses
) -> APIRouter:
    """Who may come in, and what they are shown."""
    router = APIRouter(prefix="/api", tags=["access"])

    @router.post("/join")
    async def join(body: asked.Join) -> dict[str, Any]:
        """Open a session by the code of a link."""
        token, session = access.join(body.code)
        if body.previous is not None:
            table.hub.drop_sessions(access.leave(body.previous))
        return {"session": token, "role": session.role.value}

    @router.get("/me")
    async def me(request: Request) -> dict[str, Any]:
        """The role of this phone, its powers and its seat."""
        visitor = visitor_of(request, access)
        return {
            "role": visitor.role.value,
            "powers": sorted(POWERS[visitor.role]),
            "seat": visitor.seat,
            "seats_held": access.seats_held(),
        }

    @router.post("/seat")
    async def sit(request: Request, body: asked.Sit) -> dict[str, Any]:
        """Sit down: from now on this phone decides for that player."""
        visitor = visitor_of(request, access)
        visitor.require(Power.PLAY)
        if body.player is not None and body.player not in table.current().names:
            raise Refused(409, "no-such-player", f"{body.player} does not play")
        if visitor.session is not None:
            access.sit(visitor.session, body.player)
        return {"seat": visitor.seat}

    @router.get("/links")
    async def all_links(request: Request) -> list[dict[str, Any]]:
        """The links of all roles with their QR codes; for the host alone."""
        visitor_of(request, access).require(Power.HOST)
        return [asdict(link) for link in links(access, addresses)]

    @router.post("/links/renew")
    async def renew(request: Request, body: asked.RenewCode) -> list[dict[str, Any]]:
        """Make a new code for a role and drop all who came in by an older one."""
        visitor_of(request, access).require(Power.HOST)
        table.hub.drop_sessions(access.renew(body.role))
        return [asdict(link) for link in links(access, addresses)]

    @router.get("/phones")
    async def phones(request: Request) -> dict[str, Any]:
        """How many phones are connected, and for whom they play."""
        visitor_of(request, access).require(Power.WATCH)
        return {"phones": table.hub.phones, "seats": access.seats_held()}

    @router.get("/view", responses={200: {"model": View}})
    async def view(request: Request, language: Language = "en") -> Response:
        """The game as it stands."""
        visitor = visitor_of(request, access)
        visitor.require(Power.WATCH)
        return Response(table.encode(visitor.audience, language), media_type="application/json")

    @router.get("/stream", response_class=Response)
    async def stream(
        request: Request,
        language: Language = "en",
        last_event_id: Annotated[str | None, Header(max_length=80)] = None,
    ) -> Response:
        """The game as it changes: server-sent events, resumed after the last one seen."""
        visitor = visitor_of(request, access)
        visitor.require(Power.WATCH)
        if table.hub.phones >= MOST_STREAMS and not _is_host(visitor):
            raise Refused(503, "too-many-phones", f"{MOST_STREAMS} phones are connected")
        phone = Phone((visitor.audience, language), visitor.session)
        return EventStream(table.hub, phone, last_event_id)

    return router


def _is_host(visitor: Visitor) -> bool:
    return visitor.may(Power.HOST)
