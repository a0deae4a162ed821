"""A process that records a simulated game, says so entry by entry, and may be killed at any moment.

python -m tests.companion.journal.writer FOLDER SEED
"""

from __future__ import annotations

import sys
from pathlib import Path

from companion.journal.journal import Journal
from tests.companion.journal.tables import simulated


def main() -> None:
    """Begin the game or resume it where the journal ends, and print each entry once it is acknowledged."""
    folder, seed = Path(sys.argv[1]), int(sys.argv[2])
    setup, commands, _ = simulated(seed)
    journal = Journal(folder)
    games = journal.games()
    story = journal.story(games[0]) if games else journal.start(setup, "host")
    print(story.entries, flush=True)
    for command in commands[len(story.moves) :]:
        frame = f"{story.entries} {command}".encode() * 200
        story = journal.record(story, command, "host", frames=[frame]).story
        print(story.entries, flush=True)
    print("whole", flush=True)


if __name__ == "__main__":
    main()
