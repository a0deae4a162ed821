"""The wiring of `conclave serve`: the one place where journal, table, pages and network meet."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path

from fastapi import FastAPI

import mobile_web
from companion.cli.addresses import in_url, lan_addresses, names_of_this_machine
from companion.cli.camera_source import Eyes, require_source
from companion.cli.data_folder import require_folder
from companion.cli.deck_shelf import HOUSE_DECK
from companion.cli.decks import deck_list
from companion.cli.demo_film import AUTHOR, DemoTable
from companion.cli.main import UsageError
from companion.cli.photo_desk import PhotoDesk
from companion.cli.sound_models import require_whole_models
from companion.cli.table_camera import WatchedTable
from companion.cli.teaching_desk import Changed, TeachingDesk
from companion.cli.welcome import Door, greet
from companion.demo.film import film_path
from companion.games.conclave.components import Deck
from companion.journal.errors import Damaged, JournalError, NewerVersion
from companion.journal.journal import FILE_NAME, Journal
from companion.server.access import Access
from companion.server.app import Sight, Site, make_app
from companion.server.connection import SecondServer, TableServer, second_config, server_config
from companion.server.live_table import LiveTable

EVERYWHERE = ("0.0.0.0", "::")


@dataclass(frozen=True, slots=True)
class Wishes:
    """What was asked for on the command line."""

    host: str
    ports: tuple[int, ...]  # the first that is free is taken
    https_ports: tuple[int, ...]  # the same for encrypted connections
    data: Path
    demo: bool
    camera: str | None = None
    deck: str = HOUSE_DECK
    speed: float = 1.0

    @property
    def deck_seen(self) -> str:
        """The deck on the table: the recorded game is played with ours."""
        return HOUSE_DECK if self.demo else self.deck


@dataclass(frozen=True, slots=True)
class Doors:
    """The sockets that phones knock at: plain for all of the play, encrypted for their cameras."""

    plain: socket.socket
    secure: socket.socket | None

    def close(self) -> None:
        """Let the ports go."""
        for one in (self.plain, self.secure):
            if one is not None:
                one.close()


def serve(wishes: Wishes) -> int:
    """Serve until somebody stops it."""
    require_whole_models()
    if wishes.camera is not None:
        require_source(wishes.camera)
    deck = deck_list(wishes.deck_seen, wishes.data)
    journal = open_journal(wishes.data)
    doors = open_doors(wishes)
    try:
        asyncio.run(_serve(wishes, deck, journal, doors))
    except KeyboardInterrupt:
        pass
    finally:
        doors.close()
        journal.close()
    print("\nThe table is closed. Everything that happened is kept.", flush=True)
    return 0


async def _serve(wishes: Wishes, deck: Deck, journal: Journal, doors: Doors) -> None:
    table, access = LiveTable(journal, secrets.token_hex(4)), Access(wishes.data)
    photos, camera = PhotoDesk(wishes.deck_seen, wishes.data), _camera(wishes, table, deck)
    table.watcher = camera
    teacher = TeachingDesk(wishes.data, wishes.deck_seen, seen_with(photos, camera))
    site = site_of(wishes.host, doors)
    app = make_app(table, access, deck, site, Sight(photos, camera, teacher))
    second = _second_server(app, wishes, doors, site)
    server = TableServer(server_config(app), table.hang_up, second)
    greeting = greet(server, access, door_of(wishes.host, site, doors))
    tasks = [asyncio.create_task(greeting)]
    if wishes.camera is not None:
        camera.open()
    elif isinstance(camera, DemoTable):
        tasks.append(asyncio.create_task(camera.begin()))
    if second is not None and doors.secure is not None:
        tasks.append(asyncio.create_task(second.serve(sockets=[doors.secure])))
    try:
        await server.serve(sockets=[doors.plain])
    finally:
        camera.close()
        photos.close()
        teacher.close()
        await _end(tasks)


def _camera(wishes: Wishes, table: LiveTable, deck: Deck) -> WatchedTable:
    """A camera, the film of the demonstration, or what a phone may bring."""
    eyes = Eyes(wishes.camera, wishes.deck_seen, wishes.data, speed=wishes.speed)
    if wishes.demo:
        return DemoTable(table, deck, replace(eyes, source=str(film_path()), author=AUTHOR))
    return WatchedTable(table, deck, eyes)


def seen_with(photos: PhotoDesk, camera: WatchedTable | None) -> Changed:
    """Lets photos and camera be read with the deck that lies on the table now."""

    def changed(name: str, deck: Deck) -> None:
        photos.use(name)
        if camera is not None:
            camera.use(name, deck)

    return changed


async def _end(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(outcome, Exception):
            print(f"conclave serve: {outcome}", file=sys.stderr)


def site_of(host: str, doors: Doors) -> Site:
    """Where the companion is to be found."""
    return Site(
        pages=Path(str(mobile_web.__file__)).parent,
        addresses=phone_addresses(host, port_of(doors.plain)),
        secure_addresses=phone_addresses(host, port_of(doors.secure), "https") if doors.secure else (),
        hosts=(*names_of_this_machine(), in_url(host)),
        version=version("conclave-companion"),
    )


def _second_server(app: FastAPI, wishes: Wishes, doors: Doors, site: Site) -> SecondServer | None:
    if doors.secure is None:
        return None
    from companion.cli.certificate import certificate_for  # slow to load

    names = [name for name in site.hosts if name not in EVERYWHERE]
    return SecondServer(second_config(app, certificate_for(wishes.data, names).path))


def open_journal(folder: Path) -> Journal:
    """The journal of the folder; one that cannot be read is left alone, and a new one begun beside it."""
    require_folder(folder)
    names = [FILE_NAME, *(FILE_NAME.replace(".", f"-{number}.") for number in range(2, 10))]
    for name in names:
        try:
            return Journal(folder, file_name=name)
        except (Damaged, NewerVersion) as problem:
            print(
                f"{problem}. It is left as it is; play goes on in a new journal beside it.", file=sys.stderr
            )
        except (JournalError, OSError) as problem:
            raise UsageError(str(problem)) from problem
    raise UsageError(f"{folder}: no journal there can be used; choose another folder with --data")


def open_doors(wishes: Wishes) -> Doors:
    """Both sockets; without a port for the encrypted one, everything but the cameras of phones works."""
    plain = listen(wishes.host, wishes.ports)
    try:
        secure = listen(wishes.host, wishes.https_ports, "--https-port") if wishes.https_ports else None
    except UsageError as problem:
        print(f"{problem}; the cameras of phones cannot be used this time.", file=sys.stderr)
        secure = None
    return Doors(plain, secure)


def door_of(host: str, site: Site, doors: Doors) -> Door:
    """What the terminal tells of the door."""
    here = "127.0.0.1" if host in EVERYWHERE else in_url(host)
    return Door(site.addresses, port_of(doors.plain), here)


def port_of(listening: socket.socket) -> int:
    """The port it listens on."""
    return int(listening.getsockname()[1])


def listen(host: str, ports: Sequence[int], option: str = "--port") -> socket.socket:
    """A socket on the first of these ports that is free."""
    problem: OSError | None = None
    for candidate in ports:
        listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        if os.name == "posix":  # elsewhere this would let two programs share the port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, candidate))
            listening.listen()  # only then is the port really ours
        except OSError as refused:
            listening.close()
            problem = refused
        else:
            return listening
    raise UsageError(f"--host {host} {option} {ports[0]}: {problem and (problem.strerror or problem)}")


def phone_addresses(host: str, port: int, scheme: str = "http") -> tuple[str, ...]:
    """What phones are to open, the likeliest first."""
    names = lan_addresses() if host in EVERYWHERE else (host,)
    return tuple(f"{scheme}://{in_url(name)}:{port}" for name in names or ("127.0.0.1",))
