"""Many phones on one process: how long after a decision each of them has the news, and what that costs.

python -m tests.proofs.many_phones [--phones N] [--messages M]

The server runs in a process of its own; the phones are connections of this one, on the same machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import signal
import socket
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

PROGRAM = Path(sys.executable).with_name("conclave")
AT_ONCE = 50  # connections opened together
DESCRIPTORS = 20_000


@dataclass(frozen=True, slots=True)
class Table:
    """Where the server listens."""

    port: int

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

    async def follow(self, heard: list[float], ready: asyncio.Semaphore) -> None:
        """A phone: opens the stream and notes when each message has arrived."""
        async with ready:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            writer.write(f"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
            await reader.readuntil(b"data: ")
            heard.append(time.monotonic())
        while True:
            await reader.readuntil(b"data: ")
            heard.append(time.monotonic())


async def measure(table: Table, phones: int, messages: int) -> list[float]:
    """Open the phones, then decide something again and again; milliseconds until each phone had the news."""
    ready = asyncio.Semaphore(AT_ONCE)
    heard: list[list[float]] = [[] for _ in range(phones)]
    following = [asyncio.create_task(table.follow(one, ready)) for one in heard]
    while not all(heard):
        await asyncio.sleep(0.1)
    delays: list[float] = []
    for number in range(messages):
        before = time.monotonic()
        path = "/api/game/settle" if number % 2 else "/api/game/dispute"
        await table.request("POST", path, {"upheld": True} if number % 2 else {"reason": "load"})
        until = before + 20
        while any(len(one) < number + 2 for one in heard) and time.monotonic() < until:
            await asyncio.sleep(0.02)
        delays += [1000 * (one[number + 1] - before) for one in heard if len(one) > number + 1]
        await asyncio.sleep(0.2)
    for task in following:
        task.cancel()
    await asyncio.gather(*following, return_exceptions=True)
    return delays


async def prove(phones: int, messages: int) -> None:
    """Start the server, measure, print, stop."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        table = Table(int(probe.getsockname()[1]))
        probe.close()
        server = await asyncio.create_subprocess_exec(
            PROGRAM, "serve", "--host", "127.0.0.1", "--port", str(table.port), "--data", folder,
            stdout=asyncio.subprocess.DEVNULL, env={**os.environ, "CI": "1"},
        )  # fmt: skip
        try:
            await _wait_for(table)
            await table.request("POST", "/api/game", {"players": ["Ana", "Ben", "Carla"]})
            delays = sorted(await measure(table, phones, messages))
            expected = phones * messages
            print(
                f"{phones} phones, {messages} messages: {len(delays)} of {expected} arrived; "
                f"median {statistics.median(delays):.0f} ms, "
                f"p99 {delays[int(0.99 * len(delays)) - 1]:.0f} ms, last {delays[-1]:.0f} ms; "
                f"server memory {_memory_mb(server.pid):.0f} MB"
            )
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


def _memory_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return float("nan")
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def main() -> None:
    """Measure as many phones as asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=2000)
    parser.add_argument("--messages", type=int, default=10)
    arguments = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(DESCRIPTORS, most), most))
    asyncio.run(prove(arguments.phones, arguments.messages))


if __name__ == "__main__":
    main()
