"""Two hundred kills: no acknowledged entry lost, the chain verifies, the resumed game equals the whole one.

python -m tests.proofs.killed_journal [--kills N]
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from tests.companion.journal.killing import kill_and_resume

KILLS_A_GAME = 5


def main() -> None:
    """Kill, check, resume."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    games = -(-parser.parse_args().kills // KILLS_A_GAME)
    acknowledged = 0
    for seed in range(100, 100 + games):
        with tempfile.TemporaryDirectory() as folder:
            acknowledged += kill_and_resume(Path(folder), seed, KILLS_A_GAME)
    print(
        f"{games * KILLS_A_GAME} kills in {games} games, {acknowledged} entries acknowledged by then: "
        "none lost, every chain holds, every game came to its whole end"
    )


if __name__ == "__main__":
    main()
