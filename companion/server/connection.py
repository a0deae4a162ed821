"""Connections that the program can cut, and servers that stop at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol


class Connection(H11Protocol):
    """Hands its transport to the stream that uses it: bytes for a phone that never reads would stay."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Remember the transport beside the state that every request carries."""
        self.app_state = {**self.app_state, "transport": transport}
        super().connection_made(transport)


class SecondServer(uvicorn.Server):
    """The same app once more, encrypted; it stops when it is told to, and listens to no signals."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave the signals to the first server."""
        yield


class TableServer(uvicorn.Server):
    """A server that hangs up on every phone as soon as it is asked to stop."""

    def __init__(
        self, config: uvicorn.Config, hang_up: Callable[[], None], second: SecondServer | None = None
    ) -> None:
        super().__init__(config)
        self._hang_up, self._second = hang_up, second

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ctrl-C, or a polite kill."""
        self._hang_up()
        if self._second is not None:
            self._second.should_exit = True
        super().handle_exit(sig, frame)


def server_config(app: FastAPI, port: int = 0) -> uvicorn.Config:
    """How the app is served: nothing believed that a proxy might say, nothing logged that a phone asked."""
    return uvicorn.Config(
        app,
        port=port,
        http=Connection,
        ws="none",
        log_level="error",  # what a broken or hostile client sends is answered, and no news to the host
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=1,
        backlog=4096,
    )


def second_config(app: FastAPI, certificate: Path) -> uvicorn.Config:
    """The same over an encrypted connection; the app is opened and closed by the first server alone."""
    config = server_config(app)
    config.ssl_certfile = str(certificate)
    config.ssl_keyfile = str(certificate)
    config.lifespan = "off"
    config.log_level = "critical"  # phones that do not trust the certificate yet hang up, which is no trouble
    return config
