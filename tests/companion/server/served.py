"""A server in memory with a game on its table, and phones of every role that call it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI

from companion.games.conclave.conclave import CELLS
from companion.games.conclave.notation import parse_conclave
from companion.journal.journal import Journal
from companion.server.access import Access
from companion.server.app import NOBODY_SEES, Sight, Site, make_app
from companion.server.live_table import LiveTable
from companion.server.roles import Role
from tests.companion.games.conclave.decks import FOUR_OF_EACH_PAIR
from tests.companion.journal.tables import RING

ROOT = Path(__file__).parents[3]
ADDRESS = "http://192.168.1.5:8765"
SITE = Site(ROOT / "mobile_web", (ADDRESS,), ("localhost", "127.0.0.1", "[::1]", "192.168.1.5"), "0")
PHONE = ("192.168.1.77", 50000)
THIS_MACHINE = ("127.0.0.1", 50000)


class Client:
    """Calls the app in memory, from an address of its own."""

    def __init__(self, app: FastAPI, base_url: str, address: tuple[str, int], runner: asyncio.Runner) -> None:
        self.base_url, self._runner = base_url, runner
        self._transport = httpx.ASGITransport(app, client=address)

    def request(self, method: str, path: str, **wishes: Any) -> httpx.Response:
        return self._runner.run(self._request(method, path, wishes))

    def get(self, path: str, **wishes: Any) -> httpx.Response:
        return self.request("GET", path, **wishes)

    def post(self, path: str, **wishes: Any) -> httpx.Response:
        return self.request("POST", path, **wishes)

    async def _request(self, method: str, path: str, wishes: dict[str, Any]) -> httpx.Response:
        async with httpx.AsyncClient(transport=self._transport, base_url=self.base_url) as client:
            return await client.request(method, path, **wishes)


class Caller:
    """A phone or the host machine."""

    def __init__(self, client: Client, session: str | None = None) -> None:
        self.client, self.session = client, session

    def headers(self, **more: str) -> dict[str, str]:
        known = {"authorization": f"Bearer {self.session}"} if self.session else {}
        return {"origin": self.client.base_url, **known, **more}

    def get(self, path: str) -> Any:
        return self.client.get(path, headers=self.headers())

    def post(self, path: str, **body: Any) -> Any:
        return self.client.post(path, json=body, headers=self.headers())

    def do(self, path: str, **body: Any) -> Any:
        """A post that must succeed."""
        answer = self.post(path, **body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def delete(self, path: str) -> Any:
        return self.client.request(
            "DELETE", path, headers=self.headers(**{"content-type": "application/json"})
        )

    def view(self, language: str = "en") -> Any:
        answer = self.get(f"/api/view?language={language}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def sit(self, player: str) -> Caller:
        self.do("/api/seat", player=player)
        return self


class Served:
    """The server, and everybody who calls it."""

    def __init__(self, folder: Path, sight: Sight = NOBODY_SEES) -> None:
        self.table = LiveTable(Journal(folder), "boot")
        self.access = Access(folder)
        self.runner = asyncio.Runner()
        self.app = make_app(self.table, self.access, FOUR_OF_EACH_PAIR, SITE, sight)
        self.host = Caller(self.client(THIS_MACHINE))

    def client(self, address: tuple[str, int]) -> Client:
        base = ADDRESS if address == PHONE else "http://127.0.0.1:8765"
        return Client(self.app, base, address, self.runner)

    def phone(self, role: Role) -> Caller:
        """A phone that came in by the link of a role."""
        caller = Caller(self.client(PHONE))
        answer = caller.do("/api/join", code=self.access.code(role))
        assert answer["role"] == role
        return Caller(caller.client, answer["session"])

    def begin(self, *players: str, **wishes: Any) -> None:
        """A game whose first Conclave lies as in the journal's tests."""
        self.host.do("/api/game", players=players or ("Ana", "Ben"), **wishes)
        ring = parse_conclave(RING)
        for cell in CELLS:
            if ring[cell] is not None:
                self.host.do("/api/game/lay", cell=[cell.row, cell.column], card=str(ring[cell]))


@contextmanager
def served(folder: Path, sight: Sight = NOBODY_SEES) -> Iterator[Served]:
    """A server that is closed again."""
    one = Served(folder, sight)
    try:
        yield one
    finally:
        one.table.close()
        one.runner.close()
