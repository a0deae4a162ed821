"""A stream of server-sent events to one phone, written as bytes that were made for all."""

from __future__ import annotations

import asyncio

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from companion.server.hub import Hub, Phone

SLOWEST_READ_SECONDS = 20.0


class EventStream(Response):
    """Sends what the hub hands the phone until either side hangs up."""

    media_type = "text/event-stream"

    def __init__(self, hub: Hub, phone: Phone, last_event: str | None) -> None:
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._hub, self._phone, self._last_event = hub, phone, last_event

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Open the stream and keep it open."""
        phone, session = self._phone, self._phone.session
        watcher = asyncio.create_task(_wait_for_hang_up(receive, phone))
        if session is not None:
            session.streams += 1
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            phone.socket = _socket(scope)
            self._hub.subscribe(phone, self._last_event)
            await _send_all(phone, send)
        finally:
            watcher.cancel()
            self._hub.unsubscribe(phone)
            if session is not None:
                session.streams -= 1


def _socket(scope: Scope) -> asyncio.Transport | None:
    """The connection itself, where the server hands it over and the answer is sent in chunks."""
    found: asyncio.Transport | None = scope.get("state", {}).get("transport")
    return found if scope.get("http_version") == "1.1" else None


async def _send_all(phone: Phone, send: Send) -> None:
    try:
        while (message := await phone.waiting.get()) is not None:
            async with asyncio.timeout(SLOWEST_READ_SECONDS):
                await send({"type": "http.response.body", "body": message, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    except (TimeoutError, OSError):
        phone.drop()  # it does not read; what it left unread must not pile up


async def _wait_for_hang_up(receive: Receive, phone: Phone) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    phone.end()
