"""Links that phones scan: an address, a page for the role, and the code in the fragment, out of every log."""

from __future__ import annotations

from dataclasses import dataclass

import qrcode
from qrcode.constants import ERROR_CORRECT_M

from companion.server.access import Access
from companion.server.roles import Role

PAGES = {
    Role.HOST: "host",
    Role.JUDGE: "judge",
    Role.PLAYER: "play",
    Role.VIEWER: "watch",
    Role.CAMERA: "camera",
}


@dataclass(frozen=True, slots=True)
class Link:
    """A way in, as text and as the dark squares of its QR code."""

    role: Role
    address: str
    link: str
    size: int
    path: str  # of an SVG, one unit a square


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where phones find this machine, the likeliest first: plain, and encrypted for their cameras."""

    plain: tuple[str, ...]
    secure: tuple[str, ...] = ()

    def of(self, role: Role) -> tuple[str, ...]:
        """The addresses for a role: only a camera needs an encrypted connection."""
        return self.secure if role is Role.CAMERA else self.plain


def links(access: Access, addresses: Addresses) -> list[Link]:
    """Every role's link at every address of this machine."""
    return [link_for(role, address, access.code(role)) for role in Role for address in addresses.of(role)]


def link_for(role: Role, address: str, code: str) -> Link:
    """One link with its QR code."""
    link = f"{address}/{PAGES[role]}#{code}"
    squares = qr_squares(link)
    path = "".join(
        f"M{column} {row}h1v1h-1z"
        for row, line in enumerate(squares)
        for column, dark in enumerate(line)
        if dark
    )
    return Link(role, address, link, len(squares), path)


def qr_squares(text: str) -> list[list[bool]]:
    """The squares of a QR code, without the quiet zone."""
    code = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=0)
    code.add_data(text)
    code.make(fit=True)
    return [[bool(dark) for dark in row] for row in code.get_matrix()]
