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
from companion.cli.certificate import certificate_for
from companion.cli.demo_film import AUTHOR, DemoTable
from companion.cli.photo_desk import PhotoDesk
from companion.cli.serving import listen, port_of, seen_with
from companion.cli.table_camera import WatchedTable
from companion.cli.teaching_desk import TeachingDesk
from companion.games.conclave.components import Deck
from companion.journal.journal import Journal
from companion.server.access import Access
from companion.server.app import Sight, Site, make_app
from companion.server.connection import SecondServer, TableServer, second_config, server_config
from companion.server.links import link_for
from companion.server.live_table import LiveTable
from companion.server.roles import Role
from tests.companion.games.conclave.decks import FOUR_OF_EACH_PAIR
from tests.companion.server.served import ROOT

HOSTS = ("127.0.0.1", "localhost")


class LiveServer:
    """A server that phones can really reach."""

    def __init__(self, folder: Path, deck: Deck = FOUR_OF_EACH_PAIR, eyes: Eyes | None = None) -> None:
        self.table = LiveTable(Journal(folder), "boot")
        self.access = Access(folder)
        self.photos = PhotoDesk("house", folder)
        kind = DemoTable if eyes is not None and eyes.author == AUTHOR else WatchedTable
        self.camera = kind(self.table, deck, eyes) if eyes else None
        self.table.watcher = self.camera
        self.teacher = TeachingDesk(folder, "house", seen_with(self.photos, self.camera))
        self._door = listen("127.0.0.1", [0])
        self.port = port_of(self._door)
        self.address = f"http://127.0.0.1:{self.port}"
        self._secure_door = listen("127.0.0.1", [0])
        self.secure_address = f"https://127.0.0.1:{port_of(self._secure_door)}"
        site = Site(ROOT / "mobile_web", (self.address,), HOSTS, "0", (self.secure_address,))
        app = make_app(self.table, self.access, deck, site, Sight(self.photos, self.camera, self.teacher))
        self._second = SecondServer(second_config(app, certificate_for(folder, HOSTS).path))
        self._server = TableServer(server_config(app), self.table.hang_up, self._second)
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)

    async def _run(self) -> None:
        self.loop = asyncio.get_running_loop()
        if isinstance(self.camera, DemoTable):
            await self.camera.begin()
        elif self.camera is not None and not self.camera.takes_frames:
            self.camera.open()
        encrypted = asyncio.create_task(self._second.serve(sockets=[self._secure_door]))
        await self._server.serve(sockets=[self._door])
        await encrypted
        if self.camera is not None:
            self.camera.close()

    def start(self) -> None:
        """Return once it can be reached."""
        self._thread.start()
        while not self._server.started:
            time.sleep(0.02)

    def stop(self) -> None:
        """As Ctrl-C does."""
        self.loop.call_soon_threadsafe(self._server.handle_exit, signal.SIGTERM, None)
        self._thread.join(20)
        self.photos.close()
        self.teacher.close()

    def publish(self) -> None:
        """Tell every phone, from outside of the server's thread."""
        asyncio.run_coroutine_threadsafe(self._publish(), self.loop).result(20)

    async def _publish(self) -> None:
        self.table.hub.publish()

    def link(self, role: Role) -> str:
        """The link that a phone of that role would scan."""
        address = self.secure_address if role is Role.CAMERA else self.address
        return link_for(role, address, self.access.code(role)).link


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
