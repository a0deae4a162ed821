"""A long evening in a short time: events at a hundred times the real rate, phones that come and go.

python -m tests.proofs.soak [--seconds 1200] [--phones 100]

A turn at a table takes some ten seconds and makes two or three events, so a hundred times that is some twenty
a second. Memory and descriptors are read all the while: after the first fifth they must stay where they are.
The long run of issue and release is `--seconds 1200`.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import time
from dataclasses import dataclass

from tests.proofs.served_table import Table, allow_many_descriptors, served_table

EVENTS_A_SECOND = 20
LOOK_EVERY_SECONDS = 1.0
MOST_GROWTH_MB = 12.0
MOST_GROWTH_DESCRIPTORS = 10


@dataclass(frozen=True, slots=True)
class Look:
    """What the server held at one moment."""

    memory_mb: float
    descriptors: int


async def come_and_go(table: Table, chance: random.Random) -> None:
    """A phone: follows for a while, is gone for a moment, comes back with the last event it saw."""
    last: str | None = None
    while True:
        reader, writer = await table.open_stream(last)
        until = time.monotonic() + chance.uniform(0.5, 6)
        while time.monotonic() < until:
            line = await reader.readline()
            if line.startswith(b"id: "):
                last = line[4:].decode().strip()
        writer.transport.abort()
        await asyncio.sleep(chance.uniform(0, 0.5))


async def decide(table: Table, made: list[int]) -> None:
    """Events at the wanted rate; games follow each other, as they do in an evening."""
    begun = time.monotonic()
    while True:
        await table.decide(len(made))
        made.append(1)
        if len(made) % 400 == 0:
            await table.request("POST", "/api/game", {"players": ["Ana", "Ben", "Carla"]})
        await asyncio.sleep(max(0.0, begun + len(made) / EVENTS_A_SECOND - time.monotonic()))


async def prove(seconds: float, phones: int) -> None:
    """Load the table and look at it; growth after the first fifth ends the proof."""
    looks: list[Look] = []
    made: list[int] = []
    async with served_table() as table:
        tasks = [asyncio.create_task(come_and_go(table, random.Random(number))) for number in range(phones)]
        tasks.append(asyncio.create_task(decide(table, made)))
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            await asyncio.sleep(LOOK_EVERY_SECONDS)
            looks.append(Look(table.memory_mb(), table.descriptors()))
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    settled = looks[len(looks) // 5 :]
    quarter = max(1, len(settled) // 4)
    first, last = settled[:quarter], settled[-quarter:]
    memory = [statistics.median(look.memory_mb for look in part) for part in (first, last)]
    files = [statistics.median(look.descriptors for look in part) for part in (first, last)]
    print(
        f"{seconds:.0f} s, {phones} phones coming and going, {len(made)} events: "
        f"memory {memory[0]:.0f} MB, then {memory[1]:.0f} MB; descriptors {files[0]:.0f}, then {files[1]:.0f}"
    )
    if memory[1] - memory[0] > MOST_GROWTH_MB or files[1] - files[0] > MOST_GROWTH_DESCRIPTORS:
        raise SystemExit("the server grows")


def main() -> None:
    """Soak for as long as asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--phones", type=int, default=100)
    arguments = parser.parse_args()
    allow_many_descriptors()
    asyncio.run(prove(arguments.seconds, arguments.phones))


if __name__ == "__main__":
    main()
