"""What the terminal says when the table opens, and when nobody comes."""

from __future__ import annotations

import asyncio
import os
import sys
import webbrowser
from dataclasses import dataclass

from companion.cli.terminal_qr import terminal_qr
from companion.server.access import Access
from companion.server.connection import TableServer
from companion.server.links import link_for, qr_squares
from companion.server.roles import Role

LONELY_SECONDS = 90
CODES_SHOWN = 3
WHAT_TO_TRY = """
No phone has joined yet. If a phone cannot open the page:
  - is it in the same Wi-Fi as this machine, and not in the guest network? Guest networks keep devices apart;
  - does a firewall on this machine ask about Python or port {port}? Allow it for private networks;
  - if neither helps, let a phone open a hotspot, put this machine into it and start again.
"""


@dataclass(frozen=True, slots=True)
class Door:
    """Where the table can be entered."""

    addresses: tuple[str, ...]  # for phones, the likeliest first
    port: int


async def greet(server: TableServer, access: Access, door: Door, patience: float = LONELY_SECONDS) -> None:
    """Show the codes once the table is open; if no phone comes for a while, say what to try."""
    while not server.started:
        await asyncio.sleep(0.05)
    print(welcome(access, door), flush=True)
    if may_open_a_browser():
        await asyncio.to_thread(webbrowser.open, f"http://127.0.0.1:{door.port}/host")
    await asyncio.sleep(patience)
    if not access.joined:
        print(WHAT_TO_TRY.format(port=door.port), flush=True)


def welcome(access: Access, door: Door) -> str:
    """What the terminal shows: the host page, and for each network the phones' address as a QR code."""
    lines = [f"The table is open. Host page: http://127.0.0.1:{door.port}/host", ""]
    for address in door.addresses[:CODES_SHOWN]:
        link = link_for(Role.PLAYER, address, access.code(Role.PLAYER)).link
        lines += [f"Phones: {link}", terminal_qr(qr_squares(link), colours=sys.stdout.isatty()), ""]
    if len(door.addresses) > 1:
        lines.append("This machine is in several networks: use the code of the network the phones are in.")
    lines.append("Ctrl-C closes the table.")
    return "\n".join(lines)


def may_open_a_browser() -> bool:
    """Whether there is a screen, and a person before it."""
    if os.environ.get("CI"):
        return False
    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return os.name == "nt" or sys.platform == "darwin" or bool(screen)
