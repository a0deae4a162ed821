"""A changed byte anywhere in a bundle is detected: 500 random places, every file, and the zip's tables.

python -m tests.proofs.changed_bundles [--places N]
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from pathlib import Path
from random import Random

from companion.journal.archive import unpack
from companion.journal.bundle import export_game
from companion.journal.errors import JournalError
from companion.journal.journal import Journal
from companion.journal.verification import verify_bundle
from companion.witness.rereading import FrameRereader
from tests.companion.witness.watched_game import watched_game

IN_EACH_FILE, IN_TABLES = 8, 300


def main() -> None:
    """Change, verify, count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--places", type=int, default=500)
    places = parser.parse_args().places
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder))
        packed = export_game(journal, watched_game(journal, moves=6).game_id)
    rereader = FrameRereader()
    held = list(verify_bundle(packed, rereader))
    print(f"{len(packed)} bytes, {len(unpack(packed))} files: {len(held)} checks hold as it was exported")
    chance = Random(2026)
    spread = [chance.randrange(len(packed)) for _ in range(places)]
    changed = Counter({"anywhere": detected(packed, spread, chance, rereader)})
    at = 0
    for name, content in unpack(packed).items():
        start = packed.index(content, packed.index(name.encode(), at) + len(name)) if content else at
        at = start + len(content)
        inside = [start + chance.randrange(max(1, len(content))) for _ in range(IN_EACH_FILE)]
        changed["files"] += detected(packed, inside, chance, rereader)
    tables = sorted({chance.randrange(at, len(packed)) for _ in range(IN_TABLES)})
    changed["zip tables"] += detected(packed, tables, chance, rereader)
    for what, count in changed.items():
        print(f"{what}: {count} changed bytes, all detected")


def detected(packed: bytes, places: list[int], chance: Random, rereader: FrameRereader) -> int:
    """Change a byte at each place; an error names the first that is not noticed."""
    for place in places:
        other = (packed[place] + chance.randrange(1, 256)) % 256
        try:
            list(verify_bundle(packed[:place] + bytes([other]) + packed[place + 1 :], rereader))
        except JournalError:
            continue
        raise SystemExit(f"byte {place} was changed and nobody noticed")
    return len(places)


if __name__ == "__main__":
    main()
