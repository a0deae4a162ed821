"""The wiring of `conclave serve`: the one place where journal, table, pages and network meet."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
import sys
import webbrowser
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from random import SystemRandom

import mobile_web
from companion.cli.addresses import lan_addresses, names_of_this_machine
from companion.cli.decks import deck_list
from companion.cli.demo_game import play_demo
from companion.cli.main import UsageError
from companion.cli.terminal_qr import terminal_qr
from companion.journal.errors import Damaged, JournalError, NewerVersion
from companion.journal.journal import FILE_NAME, Journal
from companion.server.access import Access
from companion.server.app import Site, make_app
from companion.server.connection import TableServer, server_config
from companion.server.links import link_for, qr_squares
from companion.server.live_table import LiveTable
from companion.server.roles import Role

LONELY_SECONDS = 90
WHAT_TO_TRY = """
No phone has joined yet. If a phone cannot open the page:
  - is it in the same Wi-Fi as this machine, and not in the guest network? Guest networks keep devices apart;
  - does a firewall on this machine ask about Python or port {port}? Allow it for private networks;
  - if neither helps, let a phone open a hotspot, put this machine into it and start again.
"""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What was asked for on the command line."""

    host: str
    ports: tuple[int, ...]  # the first that is free is taken
    data: Path
    demo: bool


def serve(wishes: Wishes) -> int:
    """Serve until somebody stops it."""
    journal = open_journal(wishes.data)
    listening = listen(wishes.host, wishes.ports)
    try:
        asyncio.run(_serve(wishes, journal, listening))
    except KeyboardInterrupt:
        pass
    finally:
        listening.close()
        journal.close()
    print("\nThe table is closed. Everything that happened is kept.", flush=True)
    return 0


async def _serve(wishes: Wishes, journal: Journal, listening: socket.socket) -> None:
    port = int(listening.getsockname()[1])
    table, access, deck = LiveTable(journal, secrets.token_hex(4)), Access(wishes.data), deck_list("house")
    addresses = phone_addresses(wishes.host, port)
    pages = Path(str(mobile_web.__file__)).parent
    hosts = (*names_of_this_machine(), wishes.host)
    app = make_app(table, access, deck, Site(pages, addresses, hosts, version("conclave-companion")))
    server = TableServer(server_config(app), table.hub)
    tasks = [asyncio.create_task(_welcome(server, access, addresses, port))]
    if wishes.demo:
        tasks.append(asyncio.create_task(play_demo(table, deck, SystemRandom().randrange(10**6))))
    await server.serve(sockets=[listening])
    for task in tasks:
        task.cancel()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(outcome, Exception):
            print(f"conclave serve: {outcome}", file=sys.stderr)


def open_journal(folder: Path) -> Journal:
    """The journal of the folder; one that cannot be read is left alone, and a new one begun beside it."""
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"--data: {folder} is not a folder")
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


def listen(host: str, ports: Sequence[int]) -> socket.socket:
    """A socket on the first of these ports that is free."""
    problem: OSError | None = None
    for candidate in ports:
        listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        if os.name == "posix":  # elsewhere this would let two programs share the port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, candidate))
        except OSError as refused:
            listening.close()
            problem = refused
        else:
            return listening
    raise UsageError(f"--host {host} --port {ports[0]}: {problem and (problem.strerror or problem)}")


def phone_addresses(host: str, port: int) -> tuple[str, ...]:
    """What phones are to open, the likeliest first."""
    names = lan_addresses() if host in ("0.0.0.0", "::") else (host,)
    return tuple(f"http://{name}:{port}" for name in names or ("127.0.0.1",))


async def _welcome(server: TableServer, access: Access, addresses: tuple[str, ...], port: int) -> None:
    while not server.started:
        await asyncio.sleep(0.05)
    print(welcome(access, addresses, port), flush=True)
    if may_open_a_browser():
        await asyncio.to_thread(webbrowser.open, f"http://127.0.0.1:{port}/host")
    await asyncio.sleep(LONELY_SECONDS)
    if not access.joined:
        print(WHAT_TO_TRY.format(port=port), flush=True)


def welcome(access: Access, addresses: tuple[str, ...], port: int) -> str:
    """What the terminal shows: the host page, and for each network the phones' address as a QR code."""
    lines = [f"The table is open. Host page: http://127.0.0.1:{port}/host", ""]
    for address in addresses[:2]:
        link = link_for(Role.PLAYER, address, access.code(Role.PLAYER)).link
        lines += [f"Phones: {link}", terminal_qr(qr_squares(link), colours=sys.stdout.isatty()), ""]
    if len(addresses) > 1:
        lines.append("This machine is in several networks: use the code of the network the phones are in.")
    lines.append("Ctrl-C closes the table.")
    return "\n".join(lines)


def may_open_a_browser() -> bool:
    """Whether there is a screen, and a person before it."""
    if os.environ.get("CI"):
        return False
    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return os.name == "nt" or sys.platform == "darwin" or bool(screen)
