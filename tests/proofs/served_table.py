"""A table in a process of its own, for proofs that load it from outside."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
import socket
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

PROGRAM = Path(sys.executable).with_name("conclave")
DESCRIPTORS = 20_000


@dataclass(frozen=True, slots=True)
class Table:
    """Where the server listens."""

    port: int
    pid: int = 0

    async def request(self, method: str, path: str, body: object = None) -> dict[str, object]:
        """One request from the host machine, on a connection of its own."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        content = json.dumps(body).encode() if body is not None else b""
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Origin: http://127.0.0.1:{self.port}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(content)}\r\nConnection: close\r\n\r\n".encode()
            + content
        )
        answer = await reader.read()
        writer.close()
        found: dict[str, object] = json.loads(answer.partition(b"\r\n\r\n")[2])
        return found

    async def open_stream(self, last: str | None = None) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A phone's stream, from the last event it has seen."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        seen = f"Last-Event-ID: {last}\r\n" if last else ""
        writer.write(f"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{seen}\r\n".encode())
        return reader, writer

    async def decide(self, number: int) -> None:
        """Something that everybody is told: a question to the judge, and the answer."""
        path = "/api/game/settle" if number % 2 else "/api/game/dispute"
        await self.request("POST", path, {"upheld": True} if number % 2 else {"reason": "load"})

    def memory_mb(self) -> float:
        """What the server holds in memory."""
        status = Path(f"/proc/{self.pid}/status")
        if not status.exists():
            return float("nan")
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

    def processor_seconds(self) -> float:
        """How long the server has used a processor, which other work on the machine does not change."""
        stat = Path(f"/proc/{self.pid}/stat")
        if not stat.exists():
            return float("nan")
        user, system = stat.read_text().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def descriptors(self) -> int:
        """How many files and sockets the server has open."""
        folder = Path(f"/proc/{self.pid}/fd")
        return len(list(folder.iterdir())) if folder.exists() else -1


@asynccontextmanager
async def served_table() -> AsyncIterator[Table]:
    """A table with a game on it, closed again."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
        probe.close()
        server = await asyncio.create_subprocess_exec(
            PROGRAM, "serve", "--host", "127.0.0.1", "--port", str(port), "--data", folder,
            stdout=asyncio.subprocess.DEVNULL, env={**os.environ, "CI": "1"},
        )  # fmt: skip
        try:
            table = Table(port, server.pid)
            await _wait_for(table)
            await table.request("POST", "/api/game", {"players": ["Ana", "Ben", "Carla"]})
            yield table
        finally:
            server.send_signal(signal.SIGINT)
            await server.wait()


async def _wait_for(table: Table) -> None:
    while True:
        try:
            await table.request("GET", "/api/me")
        except OSError:
            await asyncio.sleep(0.1)
        else:
            return


def allow_many_descriptors() -> None:
    """Thousands of connections need as many descriptors."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(DESCRIPTORS, most), most))
