"""The pages: one frame around the content of each, with the styles and scripts that it needs."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from string import Template

from fastapi import APIRouter, Request
from starlette.responses import Response

from companion.server.shelf import Shelf, answer, kept

FRAME = "frame.html"
STATIC = "static"
IMPORT = re.compile(r'from "\./(\w+\.js)"')
FOR_GOOD = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class Page:
    """The name of a page, which its content and its script share, and its styles beyond the theme."""

    name: str
    styles: tuple[str, ...] = ()


TABLE = ("table", "photos", "tally")
PAGES = {
    "/": Page("index", ("host",)),
    "/host": Page("host", (*TABLE, "host")),
    "/play": Page("play", TABLE),
    "/watch": Page("play", TABLE),
    "/judge": Page("play", TABLE),
    "/camera": Page("camera", ("photos",)),
    "/check": Page("check", ("table", "photos")),
    "/teach": Page("teach", ("table", "photos", "teach")),
    "/history": Page("history", (*TABLE, "host")),
    "/docs": Page("docs", ("host",)),
}


NOTHING_HERE = Page("lost", ("host",))


def nothing_here(folder: Path) -> Callable[[Request], Response | None]:
    """The page for people who come to an address where nothing is; programs are not given one."""
    shelf = Shelf(folder)

    def page_for(request: Request) -> Response | None:
        wants_page = "text/html" in request.headers.get("accept", "")
        if not wants_page or request.method not in ("GET", "HEAD") or request.url.path.startswith("/api/"):
            return None
        return Response(put_together(shelf, NOTHING_HERE), 404, media_type="text/html")

    return page_for


def pages_router(folder: Path) -> APIRouter:
    """A route for each page, and one for what pages need."""
    router, shelf = APIRouter(include_in_schema=False), Shelf(folder)
    for path, page in PAGES.items():
        router.add_api_route(path, _route(shelf, page), methods=["GET", "HEAD"])

    async def static(request: Request, version: str, name: str) -> Response:
        found = answer(request, shelf[f"{STATIC}/{name}"])
        if version == shelf.last_version:  # any page names another as soon as anything changed
            found.headers["Cache-Control"] = FOR_GOOD
        return found

    router.add_api_route("/static/{version}/{name:path}", static, methods=["GET", "HEAD"])
    return router


def _route(shelf: Shelf, page: Page) -> Callable[[Request], Awaitable[Response]]:
    async def route(request: Request) -> Response:
        return answer(request, kept(put_together(shelf, page).encode(), "text/html; charset=utf-8"))

    return route


def put_together(shelf: Shelf, page: Page) -> str:
    """A whole page: the frame, filled."""
    folder = f"/{STATIC}/{shelf.version(STATIC)}"
    content = Template(shelf.text(f"pages/{page.name}.html").strip()).substitute(static=folder)
    needs = "\n".join(_needs(shelf, page, folder))
    return Template(shelf.text(FRAME)).substitute(page=page.name, static=folder, content=content, needs=needs)


def _needs(shelf: Shelf, page: Page, folder: str) -> list[str]:
    """Every script is named at once: a phone far from the table would else ask for one after the other."""
    first, *others = scripts_of(shelf, f"{page.name}.js")
    return [
        *(f'<link rel="stylesheet" href="{folder}/css/{style}.css">' for style in ("theme", *page.styles)),
        *(f'<link rel="modulepreload" href="{folder}/js/{script}">' for script in others),
        f'<script type="module" src="{folder}/js/{first}"></script>',
    ]


def scripts_of(shelf: Shelf, first: str) -> list[str]:
    """A script and all that it imports, and all that those import."""
    found = [first]
    for script in found:  # which grows as it is read
        found += [one for one in IMPORT.findall(shelf.text(f"{STATIC}/js/{script}")) if one not in found]
    return found
