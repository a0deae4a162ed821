"""The pages: files as they lie in mobile_web, by a short list of names."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles

PAGES = {
    "/": "index.html",
    "/host": "host.html",
    "/play": "play.html",
    "/watch": "play.html",
    "/judge": "play.html",
    "/camera": "camera.html",
    "/check": "check.html",
    "/history": "history.html",
    "/docs": "docs.html",
}


def pages_router(folder: Path) -> APIRouter:
    """A route for each page, and one for what pages need."""
    router = APIRouter(include_in_schema=False)
    for path, name in PAGES.items():
        router.add_api_route(path, _page(folder / name), methods=["GET"])
    router.mount("/static", StaticFiles(directory=folder / "static"))
    return router


def _page(file: Path) -> Callable[[], Awaitable[Response]]:
    async def page() -> Response:
        if not file.is_file():
            raise HTTPException(404, f"{file.name} is missing")
        return FileResponse(file, media_type="text/html; charset=utf-8")

    return page
