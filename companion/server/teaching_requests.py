"""Decks and lessons as requests: who may ask, and what becomes of what the teacher refuses."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Annotated, TypeVar

from fastapi import Path, Request
from starlette.responses import Response

from companion.server.access import Access
from companion.server.refusals import Refused
from companion.server.roles import Power
from companion.server.teaching import NotTeachable, Teacher, TeachingTrouble
from companion.server.visitor import visitor_of
from companion.table.photographed import UnusablePhoto

DECK_PATTERN = "^[a-z0-9][a-z0-9_-]{0,63}$"
DeckName = Annotated[str, Path(pattern=DECK_PATTERN, examples=["my-deck"])]
Result = TypeVar("Result")
STATUS = {
    TeachingTrouble.NO_LESSON: 404,
    TeachingTrouble.NO_DECK: 404,
    TeachingTrouble.NO_SUCH_CARD: 404,
    TeachingTrouble.NO_REPORT: 404,
    TeachingTrouble.BAD_NAME: 422,
    TeachingTrouble.BAD_LAYOUT: 422,
    TeachingTrouble.DECK_FILE: 422,
    TeachingTrouble.DISK: 507,
    TeachingTrouble.DISK_FULL: 507,
    TeachingTrouble.DAMAGED: 500,
    TeachingTrouble.BROKE: 503,
}


def teacher_for(request: Request, access: Access, teacher: Teacher | None) -> Teacher:
    """The teacher, for the host: the decks are theirs."""
    visitor_of(request, access).require(Power.HOST)
    if teacher is None:
        raise Refused(404, "no-teacher", "this table teaches no decks")
    return teacher


async def done(work: Awaitable[Result]) -> Result:
    """What a teacher did; what was not done is a refusal."""
    try:
        return await work
    except NotTeachable as problem:
        raise Refused(STATUS.get(problem.trouble, 409), problem.trouble.value, problem.fact) from problem
    except UnusablePhoto as problem:
        raise Refused(422, problem.trouble.value, problem.fact) from problem


def as_json(content: bytes) -> Response:
    """Content that is JSON already."""
    return Response(content, media_type="application/json")
