"""Whether memory stays steady while games are watched: the bundled film, round after round, in one process.

python -m tests.proofs.watching_memory [--rounds 54]     # two hours of film

Every round is watched by the program's own watcher and kept in a journal. Prints the memory that is in use
at the end of each round, and by how much it has grown since the first.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import cv2

from companion.cli.decks import deck_list
from companion.cli.read import load_references
from companion.cli.testifying import attested, witness_with
from companion.demo.film import PLAYERS, film_path
from companion.journal.journal import Journal
from companion.watching.opening import Opening
from companion.watching.pace import FILM
from companion.watching.recorder import GameRecorder
from companion.watching.watcher import TableWatcher
from vision.frames import open_frames
from vision.references import DeckReferences

PAGE_BYTES = 4096


def megabytes_in_use() -> float:
    """The memory that this process holds now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * PAGE_BYTES / 2**20


def watch_once(references: DeckReferences, journal: Journal, most_frames: int) -> int:
    """Watch the bundled game, or its beginning, and keep it; how many frames were seen."""
    watcher = TableWatcher(references, Opening(PLAYERS, deck_list("house")), FILM)
    recorder, witness = GameRecorder(journal), witness_with("house", references)
    frames = 0
    with open_frames(film_path()) as source:
        for frame in source:
            for event in attested(watcher.feed(frame), witness):
                recorder.keep(event)
            frames += 1
            if frames == most_frames:
                break
    return frames


def main() -> None:
    """Watch, measure, print."""
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=54, help="of the film, a little over two minutes each")
    parser.add_argument("--frames", type=int, default=10**6, help="of each round, at most")
    arguments = parser.parse_args()
    references = load_references("house")
    first = 0.0
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder))
        for number in range(1, arguments.rounds + 1):
            frames = watch_once(references, journal, arguments.frames)
            held = megabytes_in_use()
            first = first or held
            print(f"round {number}: {frames} frames, {held:.0f} MB, {held - first:+.1f} MB", flush=True)
        journal.close()


if __name__ == "__main__":
    main()
