"""What the terminal says when the table opens, and when nobody comes."""

from __future__ import annotations

import asyncio
import os
import sys
import webbrowser
from dataclasses import dataclass

from companion.cli.addresses import for_this_machine_alone, likeliest
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

NO_NETWORK = (
    "No phone can open that: this machine is in no network, or --host keeps phones out. "
    "Put it into the Wi-Fi of the phones and start again."
)


@dataclass(frozen=True, slots=True)
class Door:
    """Where the table can be entered."""

    addresses: tuple[str, ...]  # for phones, the likeliest first
    port: int
    here: str = "127.0.0.1"  # the name by which this machine opens its own pages

    @property
    def host_page(self) -> str:
        """The host's page on this machine."""
        return f"http://{self.here}:{self.port}/host"


async def greet(server: TableServer, access: Access, door: Door, patience: float = LONELY_SECONDS) -> None:
    """Show the codes once the table is open; if no phone comes for a while, say what to try."""
    while not server.started:
        await asyncio.sleep(0.05)
    print(welcome(access, door), flush=True)
    if may_open_a_browser():
        await asyncio.to_thread(webbrowser.open, door.host_page)
    await asyncio.sleep(patience)
    if not access.joined:
        print(WHAT_TO_TRY.format(port=door.port), flush=True)


def welcome(access: Access, door: Door) -> str:
    """What the terminal shows: the host page, and the phones' address as a QR code, several when in doubt."""
    lines = [f"The table is open. Host page: {door.host_page}", ""]
    shown = likeliest(door.addresses)[:CODES_SHOWN]
    for address in shown:
        link = link_for(Role.PLAYER, address, access.code(Role.PLAYER)).link
        lines += [f"Phones: {link}", terminal_qr(qr_squares(link), colours=sys.stdout.isatty()), ""]
    if len(shown) > 1:
        lines.append("This machine is in several networks: use the code of the network the phones are in.")
    others = [address for address in door.addresses if address not in shown]
    if others:
        lines.append(f"It is also at {', '.join(others)}; the codes for that are on the host page.")
    if for_this_machine_alone(door.addresses[0]):
        lines.append(NO_NETWORK)
    lines.append("Ctrl-C closes the table.")
    return "\n".join(lines)


def may_open_a_browser() -> bool:
    """Whether there is a screen, and a person before it."""
    if os.environ.get("CI"):
        return False
    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return os.name == "nt" or sys.platform == "darwin" or bool(screen)
