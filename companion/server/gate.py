"""The gate before every request: right host, right origin, right type, right size, right pace."""

from __future__ import annotations

import ipaddress
import json
from collections.abc import Callable, Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.server.pace import EVERYTHING, JOINS, PaceKeeper
from companion.table.photographed import LARGEST_PHOTO_BYTES

LARGEST_BODY = 64 * 1024
LARGEST_FRAME_BYTES = 3 * 2**20
LARGEST_BUNDLE = (
    256 * 2**20
)  # a long game with the frames of every decision; read only after the role is known
LARGEST_DECK_BYTES = 64 * 2**20  # the same, for all the pictures of a deck
JSON_ONLY = ("application/json",)
PICTURES = ("image/jpeg", "image/png", "image/webp", "application/octet-stream")  # what it is, its bytes tell
# The few paths that take something else than a little JSON: which types, and how many bytes at most.
OTHER_BODIES: dict[str, tuple[tuple[str, ...], int]] = {
    "/api/games/import": (("application/zip",), LARGEST_BUNDLE),
    "/api/check/photos": (PICTURES, LARGEST_PHOTO_BYTES),
    "/api/count/photos": (PICTURES, LARGEST_PHOTO_BYTES),
    "/api/teach-photos": (PICTURES, LARGEST_PHOTO_BYTES),
    "/api/decks/import": (("application/zip",), LARGEST_DECK_BYTES),
    "/api/camera/frames": (("image/jpeg",), LARGEST_FRAME_BYTES),
}
JOIN_PATH = "/api/join"
TOO_LARGE = 413
READING = ("GET", "HEAD", "OPTIONS")
SAFETY_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
}


class Gate:
    """Lets through what may come in, and puts the safety headers on what goes out."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str], is_host: Callable[[str], bool]) -> None:
        self._app, self._is_host = app, is_host
        self._hosts = {host.lower().rstrip(".") for host in hosts}
        self._everything, self._joins = PaceKeeper(EVERYTHING), PaceKeeper(JOINS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or hand it on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        send = _with_safety_headers(send, scope["path"])
        problem = self._refusal(scope) or await self._too_fast(scope)
        if problem is not None:
            await _answer(send, *problem)
            return
        await self._app(scope, _limited(receive, _body_of(scope)[1]), send)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if _host_name(host) not in self._hosts:
            return 421, "unknown-host"
        if scope["method"] in READING:
            return None
        origin = headers.get("origin", "")
        if origin not in (f"http://{host}", f"https://{host}"):
            return 403, "foreign-origin"
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        kinds, largest = _body_of(scope)
        if kind not in kinds:
            return 415, "wrong-type"
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length) > largest:
            return TOO_LARGE, "too-large"
        return None

    async def _too_fast(self, scope: Scope) -> tuple[int, str] | None:
        if comes_from_here(scope):
            return None
        address = (scope.get("client") or ("", 0))[0]
        keeper = self._joins if scope["path"] == JOIN_PATH else self._everything
        if await keeper.admit(address) or self._is_host(bearer_token(Headers(scope=scope))):
            return None  # a host's tablet may share its address with others, as behind a phone's hotspot
        return 429, "too-fast"


def bearer_token(headers: Headers) -> str:
    """The session that a request names; nothing if it names none."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def comes_from_here(scope: Scope) -> bool:
    """Whether the host machine asks: over loopback, or at an address of its own, which no other can have."""
    client, server = (scope.get(end) or ("", 0) for end in ("client", "server"))
    return is_this_machine(client[0]) or (bool(client[0]) and client[0] == server[0])


def is_this_machine(address: str) -> bool:
    """Whether a request comes from the machine that the companion runs on."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return bool((mapped or found).is_loopback)


def _host_name(host: str) -> str:
    """A Host header without its port."""
    name = host.lower()
    if name.startswith("["):
        return name.partition("]")[0] + "]"
    return name.partition(":")[0].rstrip(".")


def _body_of(scope: Scope) -> tuple[tuple[str, ...], int]:
    return OTHER_BODIES.get(scope["path"], (JSON_ONLY, LARGEST_BODY))


def _limited(receive: Receive, most: int) -> Receive:
    read = 0

    async def counted() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > most:
            raise HTTPException(TOO_LARGE, "the body is too large")
        return message

    return counted


def _with_safety_headers(send: Send, path: str) -> Send:
    async def safe_send(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.update(SAFETY_HEADERS)
            if message["status"] == TOO_LARGE:
                headers["Connection"] = "close"  # or the rest of a body without end would still be read
            headers.setdefault("Cache-Control", "no-store" if path.startswith("/api/") else "no-cache")
        await send(message)

    return safe_send


async def _answer(send: Send, status: int, code: str) -> None:
    body = json.dumps({"error": code}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"5"))
    headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
