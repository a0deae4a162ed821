"""Many phones on one process: how long after a decision each of them has the news, and what that costs.

python -m tests.proofs.many_phones [--phones N] [--messages M]

The server runs in a process of its own; the phones are connections of this one, on the same machine.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time

from tests.proofs.served_table import Table, allow_many_descriptors, served_table

AT_ONCE = 50  # connections opened together


async def follow(table: Table, heard: list[float], ready: asyncio.Semaphore) -> None:
    """A phone: opens the stream and notes when each message has arrived."""
    async with ready:
        reader, _writer = await table.open_stream()
        await reader.readuntil(b"\ndata: ")
        heard.append(time.monotonic())
    while True:
        await reader.readuntil(b"\ndata: ")
        heard.append(time.monotonic())


async def measure(table: Table, phones: int, messages: int) -> tuple[list[float], float]:
    """Open the phones, then decide something again and again.

    Milliseconds until each phone had the news, and of the server's processor a message.
    """
    ready = asyncio.Semaphore(AT_ONCE)
    heard: list[list[float]] = [[] for _ in range(phones)]
    following = [asyncio.create_task(follow(table, one, ready)) for one in heard]
    while not all(heard):
        await asyncio.sleep(0.1)
    delays: list[float] = []
    spent = table.processor_seconds()
    for number in range(messages):
        before = time.monotonic()
        await table.decide(number)
        until = before + 20
        while any(len(one) < number + 2 for one in heard) and time.monotonic() < until:
            await asyncio.sleep(0.02)
        delays += [1000 * (one[number + 1] - before) for one in heard if len(one) > number + 1]
        await asyncio.sleep(0.2)
    for task in following:
        task.cancel()
    spent = table.processor_seconds() - spent
    await asyncio.gather(*following, return_exceptions=True)
    return delays, 1000 * spent / messages


async def prove(phones: int, messages: int) -> None:
    """Start the server, measure, print, stop."""
    async with served_table() as table:
        found, processor_ms = await measure(table, phones, messages)
        delays = sorted(found)
        expected = phones * messages
        print(
            f"{phones} phones, {messages} messages: {len(delays)} of {expected} arrived; "
            f"median {statistics.median(delays):.0f} ms, "
            f"p99 {delays[int(0.99 * len(delays)) - 1]:.0f} ms, last {delays[-1]:.0f} ms; "
            f"server memory {table.memory_mb():.0f} MB, processor {processor_ms:.0f} ms a message"
        )


def main() -> None:
    """Measure as many phones as asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=2000)
    parser.add_argument("--messages", type=int, default=10)
    arguments = parser.parse_args()
    allow_many_descriptors()
    asyncio.run(prove(arguments.phones, arguments.messages))


if __name__ == "__main__":
    main()
