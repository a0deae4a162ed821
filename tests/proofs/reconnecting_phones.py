"""Phones that lose the line again and again miss nothing.

python -m tests.proofs.reconnecting_phones [--phones N] [--reconnects M]

Each phone cuts its stream after every few messages and comes back with the last event it saw, while the table
goes on deciding. Versions must follow each other without a gap.
"""

from __future__ import annotations

import argparse
import asyncio
import random

from tests.proofs.served_table import Table, allow_many_descriptors, served_table

PAUSE_SECONDS = 0.05  # between decisions, at least
RECONNECTS_A_SECOND = 400  # what one machine can do for both sides; more phones wait longer between decisions


def pause_seconds(phones: int) -> float:
    """How long the table waits between decisions: a phone hears two or three of them, then comes back."""
    return max(PAUSE_SECONDS, phones / RECONNECTS_A_SECOND / 3.5)


async def follow(table: Table, reconnects: int, pause: float, chance: random.Random) -> list[int]:
    """All versions that one phone hears over its many streams."""
    heard: list[int] = []
    last: str | None = None
    for _ in range(reconnects + 1):
        reader, writer = await table.open_stream(last)
        for _ in range(chance.randint(1, 4)):
            last = await _next_id(reader)
            heard.append(int(last.rpartition("-")[2]))
        writer.transport.abort()
        await asyncio.sleep(chance.uniform(0, 2 * pause))
    return heard


async def _next_id(reader: asyncio.StreamReader) -> str:
    while True:
        line = await reader.readline()
        if not line:
            raise ConnectionError("the table hung up")
        if line.startswith(b"id: "):
            return line[4:].decode().strip()


async def prove(phones: int, reconnects: int) -> None:
    """Decide all the time while phones come and go; a gap ends the proof."""
    pause = pause_seconds(phones)
    async with served_table() as table:
        deciding = asyncio.create_task(_decide(table, pause))
        following = [follow(table, reconnects, pause, random.Random(number)) for number in range(phones)]
        heard = await asyncio.gather(*following)
        deciding.cancel()
        await asyncio.gather(deciding, return_exceptions=True)
    gaps = [one for one in heard if one != list(range(one[0], one[0] + len(one)))]
    messages = sum(map(len, heard))
    print(
        f"{phones} phones, {reconnects} reconnects each: {messages} messages, {len(gaps)} phones with a gap"
    )
    if gaps:
        raise SystemExit(1)


async def _decide(table: Table, pause: float) -> None:
    number = 0
    while True:
        await table.decide(number)
        number += 1
        await asyncio.sleep(pause)


def main() -> None:
    """Prove with as many phones as asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=200)
    parser.add_argument("--reconnects", type=int, default=100)
    arguments = parser.parse_args()
    allow_many_descriptors()
    asyncio.run(prove(arguments.phones, arguments.reconnects))


if __name__ == "__main__":
    main()
