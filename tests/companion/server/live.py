"""The whole server on a free port of this machine, in a thread of its own."""

from __future__ import annotations

import asyncio
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.cli.camera_source import Eyes
from companion.cli.demo_film import AUTHOR, DemoTable
from companion.cli.photo_desk import PhotoDesk
from companion.cli.table_camera import WatchedTable
from companion.games.conclave.components import Deck
from companion.journal.journal import Journal
from companion.server.access import Access
from companion.server.app import Sight, Site, make_app
from companion.server.connection import TableServer, server_config
from companion.server.links import link_for
from companion.server.live_table import LiveTable
from companion.server.roles import Role
from tests.companion.games.conclave.decks import FOUR_OF_EACH_PAIR
from tests.companion.server.served import ADDRESS, ROOT

SECURE_ADDRESS = "https://192.168.1.5:8766"
HOSTS = ("127.0.0.1", "localhost")


class LiveServer:
    """A server that phones can really reach."""

    def __init__(self, folder: Path, deck: Deck = FOUR_OF_EACH_PAIR, eyes: Eyes | None = None) -> None:
        self.table = LiveTable(Journal(folder), "boot")
        self.access = Access(folder)
        self.photos = PhotoDesk("house")
        kind = DemoTable if eyes is not None and eyes.author == AUTHOR else WatchedTable
        self.camera = kind(self.table, deck, eyes) if eyes else None
        self.table.watcher = self.camera
        site = Site(ROOT / "mobile_web", (ADDRESS,), HOSTS, "0", (SECURE_ADDRESS,))
        app = make_app(self.table, self.access, deck, site, Sight(self.photos, self.camera))
        self._server = TableServer(server_config(app), self.table.hang_up)
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)

    async def _run(self) -> None:
        self.loop = asyncio.get_running_loop()
        if isinstance(self.camera, DemoTable):
            await self.camera.begin()
        elif self.camera is not None and not self.camera.takes_frames:
            self.camera.open()
        await self._server.serve()
        if self.camera is not None:
            self.camera.close()

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
        self.photos.close()

    def publish(self) -> None:
        """Tell every phone, from outside of the server's thread."""
        asyncio.run_coroutine_threadsafe(self._publish(), self.loop).result(20)

    async def _publish(self) -> None:
        self.table.hub.publish()

    def link(self, role: Role) -> str:
        """The link that a phone of that role would scan."""
        return link_for(role, self.address, self.access.code(role)).link


@contextmanager
def live_server(
    folder: Path, deck: Deck = FOUR_OF_EACH_PAIR, eyes: Eyes | None = None
) -> Iterator[LiveServer]:
    """A server that is stopped again."""
    server = LiveServer(folder, deck, eyes)
    server.start()
    try:
        yield server
    finally:
        server.stop()
