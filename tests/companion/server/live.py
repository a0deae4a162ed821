"""The whole server on a free port of this machine, in a thread of its own."""

from __future__ import annotations

import asyncio
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.games.conclave.components import Deck
from companion.journal.journal import Journal
from companion.server.access import Access
from companion.server.app import Site, make_app
from companion.server.connection import TableServer, server_config
from companion.server.links import link_for
from companion.server.live_table import LiveTable
from companion.server.roles import Role
from tests.companion.games.conclave.decks import FOUR_OF_EACH_PAIR
from tests.companion.server.served import ADDRESS, ROOT

HOSTS = ("127.0.0.1", "localhost")


class LiveServer:
    """A server that phones can really reach."""

    def __init__(self, folder: Path, deck: Deck = FOUR_OF_EACH_PAIR) -> None:
        self.table = LiveTable(Journal(folder), "boot")
        self.access = Access(folder)
        app = make_app(self.table, self.access, deck, Site(ROOT / "mobile_web", (ADDRESS,), HOSTS, "0"))
        self._server = TableServer(server_config(app), self.table.hub)
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)

    async def _run(self) -> None:
        self.loop = asyncio.get_running_loop()
        await self._server.serve()

    def start(self) -> None:
        """Return once it can be reached."""
        self._thread.start()
        while not self._server.started:
            time.sleep(0.02)
        self.port = int(self._server.servers[0].sockets[0].getsockname()[1])
        self.address = f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        """As Ctrl-C does."""
        self.loop.call_soon_threadsafe(self._server.handle_exit, signal.SIGTERM, None)
        self._thread.join(20)

    def publish(self) -> None:
        """Tell every phone, from outside of the server's thread."""
        asyncio.run_coroutine_threadsafe(self._publish(), self.loop).result(20)

    async def _publish(self) -> None:
        self.table.hub.publish()

    def link(self, role: Role) -> str:
        """The link that a phone of that role would scan."""
        return link_for(role, self.address, self.access.code(role)).link


@contextmanager
def live_server(folder: Path, deck: Deck = FOUR_OF_EACH_PAIR) -> Iterator[LiveServer]:
    """A server that is stopped again."""
    server = LiveServer(folder, deck)
    server.start()
    try:
        yield server
    finally:
        server.stop()
