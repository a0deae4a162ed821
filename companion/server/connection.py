"""A connection that the program can cut: a phone that never reads would otherwise keep its bytes waiting."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol


class Connection(H11Protocol):
    """Hands its transport to the stream that uses it."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Remember the transport beside the state that every request carries."""
        self.app_state = {**self.app_state, "transport": transport}
        super().connection_made(transport)
