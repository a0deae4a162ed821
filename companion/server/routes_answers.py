"""Answers to what the camera asks: which card that is, what happened, and that the table is right."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from companion.games.conclave.notation import mage
from companion.server import requests as asked
from companion.server.access import Access
from companion.server.camera import TableCamera
from companion.server.live_table import LiveTable
from companion.server.refusals import Refused
from companion.server.roles import Power
from companion.server.routes_camera import present
from companion.server.visitor import Visitor, visitor_of


def answers_router(table: LiveTable, access: Access, camera: TableCamera | None) -> APIRouter:
    """What people say to the camera, each in one tap."""
    router = APIRouter(prefix="/api/camera", tags=["camera"])

    @router.post("/answer")
    async def answer(request: Request, body: asked.ToldCell) -> dict[str, Any]:
        """Say what lies in a cell that the camera is not sure of."""
        visitor = visitor_of(request, access)
        if not _plays_now(visitor, table):
            visitor.require(Power.ENTER)
        present(camera).tell(asked.as_cell(body.cell), mage(body.card) if body.card else None)
        return {"told": True}

    @router.post("/choose")
    async def choose(request: Request, body: asked.ChooseCourse) -> dict[str, Any]:
        """Say which course of play explains the table, by its place in the list."""
        visitor = visitor_of(request, access)
        visitor.require(Power.ENTER)
        one, choices = present(camera), table.camera.choices if table.camera else ()
        if body.number >= len(choices):
            raise Refused(409, "stale", "that is no choice any more")
        await one.choose(body.number, visitor.author)
        return {"chosen": body.number}

    @router.post("/accept")
    async def accept(request: Request) -> dict[str, Any]:
        """Take what the table shows for the truth: misread cards are put right, and play goes on from it."""
        visitor = visitor_of(request, access)
        visitor.require(Power.ENTER)
        one = present(camera)
        if table.camera is None or not table.camera.differs:
            raise Refused(409, "stale", "the table fits again")
        await one.accept(visitor.author)
        return {"accepted": True}

    return router


def _plays_now(visitor: Visitor, table: LiveTable) -> bool:
    """Whether the visitor sits at the seat whose turn it is: whoever laid a card may say which it was."""
    return (
        visitor.may(Power.PLAY)
        and visitor.seat is not None
        and visitor.seat == table.current().game.position.player.name
    )
