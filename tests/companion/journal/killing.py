"""Kills writers at random moments and checks what is left."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from random import Random

from companion.games.conclave.game import fold
from companion.journal.journal import Journal
from tests.companion.journal.tables import simulated

ROOT = Path(__file__).parents[3]


def kill_and_resume(folder: Path, seed: int, kills: int) -> int:
    """Record one game with that many kills in between; how many entries were acknowledged when killed."""
    chance, acknowledged = Random(seed), 0
    setup, commands, events = simulated(seed)
    for _ in range(kills):
        acknowledged = max(acknowledged, _run_until_killed(folder, seed, chance.randrange(1, 25), chance))
        _check(folder, acknowledged, seed)
    subprocess.run(_command(folder, seed), cwd=ROOT, check=True, capture_output=True)
    journal = Journal(folder)
    story = journal.story(journal.games()[0])
    journal.close()
    assert story.game == fold([setup, *events])
    assert len(story.moves) == len(commands)
    return acknowledged


def _run_until_killed(folder: Path, seed: int, after_lines: int, chance: Random) -> int:
    """The last entry that the writer had acknowledged when it was killed, some way into the next."""
    with subprocess.Popen(_command(folder, seed), cwd=ROOT, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        lines = []
        for line in writer.stdout:
            lines.append(line.strip())
            if len(lines) == after_lines:
                threading.Event().wait(chance.random() * 0.004)
                writer.kill()
    return max((int(line) for line in lines if line.isdigit()), default=0)


def _check(folder: Path, acknowledged: int, seed: int) -> None:
    journal = Journal(folder)
    games = journal.games()
    if acknowledged:
        story = journal.story(games[0])  # checks the chain
        assert story.entries >= acknowledged, (
            f"seed {seed}: entry {acknowledged} was acknowledged and is lost"
        )
        for move in story.moves:
            for digest in move.evidence:
                journal.evidence.read(digest)
    journal.close()


def _command(folder: Path, seed: int) -> list[str]:
    return [sys.executable, "-m", "tests.companion.journal.writer", str(folder), str(seed)]
