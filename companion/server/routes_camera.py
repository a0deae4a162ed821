"""The camera: how it is doing, its pictures for the host and the judge, and frames from a phone."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from companion.server.access import Access, Session
from companion.server.camera import Sighted, TableCamera
from companion.server.live_table import LiveTable
from companion.server.refusals import Refused
from companion.server.roles import Power
from companion.server.visitor import Visitor, visitor_of

WAIT_SECONDS = 10.0
FRAME_BODY = {
    "requestBody": {
        "required": True,
        "content": {"image/jpeg": {"schema": {"type": "string", "format": "binary"}}},
    }
}


@dataclass(slots=True)
class Stand:
    """The place of the one phone that films: who stands there changes, never two at once."""

    session: Session | None = None
    pushed: int = 0

    def take(self, session: Session | None, *, silent: bool) -> None:
        """Stand there, unless another phone does and still brings pictures."""
        if self.session is not session and self.pushed and not silent:
            raise Refused(409, "another-camera", "another phone films this table")
        self.session = session
        self.pushed += 1


def camera_router(
    table: LiveTable, access: Access, camera: TableCamera | None, secure_port: int | None
) -> APIRouter:
    """What the camera shows."""
    router = APIRouter(prefix="/api/camera", tags=["camera"])
    stand = Stand()

    @router.get("")
    async def how_it_is(request: Request) -> dict[str, Any]:
        """How the camera is doing, and the port at which phones may open theirs."""
        _require_any(visitor_of(request, access), Power.WATCH, Power.FILM)
        return {"secure_port": secure_port, "camera": asdict(table.camera) if table.camera else None}

    @router.post("/frames", openapi_extra=FRAME_BODY)
    async def bring(request: Request) -> dict[str, Any]:
        """Bring a picture of the table as JPEG, at most 3 MiB: a phone is the camera."""
        visitor = visitor_of(request, access)
        visitor.require(Power.FILM)
        one = present(camera)
        if not one.takes_frames:
            raise Refused(409, "another-camera", "another camera watches this table")
        frame = await request.body()
        if not frame.startswith(b"\xff\xd8\xff"):
            raise Refused(422, "no-photo", "the frame is no JPEG")
        silent = table.camera is None or table.camera.source != "running"
        stand.take(visitor.session, silent=silent)
        one.push(frame)
        return asdict(table.camera) if table.camera else {}

    @router.get("/sight")
    async def sight(request: Request, after: Annotated[int, Query(ge=-1, le=2**53)] = -1) -> dict[str, Any]:
        """Where the cells lie in the latest picture; waits a while for one that is newer than `after`."""
        visitor_of(request, access).require(Power.CORRECT)
        present(camera)
        found = await table.sights.newer(after, WAIT_SECONDS)
        return {"number": None} if found is None else _sight_fields(found)

    @router.get("/pictures/{number}", response_class=Response)
    async def picture(request: Request, number: Annotated[int, Path(ge=0, le=2**53)]) -> Response:
        """One of the latest pictures."""
        visitor_of(request, access).require(Power.CORRECT)
        found = table.sights.picture(number)
        if found is None:
            raise Refused(404, "unknown-photo", "that picture is not kept any more")
        return Response(found.picture_jpeg, media_type="image/jpeg")

    return router


def present(camera: TableCamera | None) -> TableCamera:
    """The camera, if there is one."""
    if camera is None:
        raise Refused(409, "no-camera", "no camera watches this table")
    return camera


def _sight_fields(found: Sighted) -> dict[str, Any]:
    return {
        "number": found.number,
        "width": found.width_px,
        "height": found.height_px,
        "cells": [asdict(cell) for cell in found.cells],
    }


def _require_any(visitor: Visitor, first: Power, second: Power) -> None:
    if not visitor.may(first):
        visitor.require(second)
