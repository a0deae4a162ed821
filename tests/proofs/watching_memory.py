"""Whether memory stays steady while one watcher sees two hours of film.

python -m tests.proofs.watching_memory [--rounds 54]

The bundled film is shown again and again to the same watcher, as one long film: the time goes on, and each
round is told to be a new game. All of it is kept in one journal. Prints the memory that is in use at the end
of each round, and exits 1 if it has grown since the first quarter of the rounds, or if a later round is not
followed as the first one was.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2

from companion.cli.decks import deck_list
from companion.cli.read import load_references
from companion.cli.testifying import attested, witness_with
from companion.demo.film import PLAYERS, film_path, truth_path
from companion.games.conclave.conclave import Corner
from companion.games.conclave.game import Game
from companion.journal.journal import Journal
from companion.table.underway import Underway
from companion.watching.happenings import GameBegun, WatchEvent
from companion.watching.opening import Opening
from companion.watching.pace import FILM
from companion.watching.recorder import GameRecorder
from companion.watching.watcher import TableWatcher
from models.training.films.truth import read_truth
from vision.frame import Frame
from vision.frames import open_frames
from vision.held_memory import keep_memory_steady

PAGE_BYTES = 4096
STEADY_MB = 30.0


def megabytes_in_use() -> float:
    """The memory that this process holds now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * PAGE_BYTES / 2**20


class LongEvening:
    """One watcher that sees game after game, and the journal that keeps them."""

    def __init__(self, folder: Path) -> None:
        references = load_references("house")
        corner = Corner(read_truth(truth_path()).starting_corner)
        opening = Opening(PLAYERS, deck_list("house"), starting_corner=corner)
        self._watcher = TableWatcher(references, opening, FILM)
        self._witness = witness_with("house", references)
        self._journal = Journal(folder)
        self._frames = 0
        self._first: tuple[Game, WatchEvent] | None = None

    def watch_round(self, most_frames: int) -> int:
        """Watch the film once, or its beginning; how many decisions the journal has of it."""
        recorder = GameRecorder(self._journal)
        if self._first is not None:
            game, begun = self._first
            self._watcher.go_on_from(Underway(game))
            recorder.keep(begun)
        for frame in self._shown(most_frames):
            for event in attested(self._watcher.feed(frame), self._witness):
                if isinstance(event.happening, GameBegun) and self._watcher.state.game is not None:
                    self._first = self._watcher.state.game, event
                recorder.keep(event)
        return 0 if recorder.story is None else len(recorder.story.moves)

    def _shown(self, most_frames: int) -> Iterator[Frame]:
        with open_frames(film_path()) as source:
            for number, frame in enumerate(source):
                if number == most_frames:
                    return
                self._frames += 1
                seconds = self._frames / FILM.frames_a_second
                yield replace(frame, number=self._frames, captured_seconds=seconds)


def main() -> int:
    """Watch, measure, print."""
    cv2.setNumThreads(1)
    keep_memory_steady()  # as the commands that watch do
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=54, help="of the film, a little over two minutes each")
    parser.add_argument("--frames", type=int, default=10**6, help="of each round, at most")
    arguments = parser.parse_args()
    held: list[float] = []
    decisions: list[int] = []
    with tempfile.TemporaryDirectory() as folder:
        evening = LongEvening(Path(folder))
        for number in range(1, arguments.rounds + 1):
            moves = evening.watch_round(arguments.frames)
            held.append(megabytes_in_use())
            decisions.append(moves)
            print(f"round {number}: {moves} decisions, {held[-1]:.0f} MB", flush=True)
    early = max(held[: max(len(held) // 4, 1)])
    grown = held[-1] - early
    print(f"{grown:+.1f} MB since the most of the first quarter; steady is {STEADY_MB:.0f} at most")
    astray = sum(moves != decisions[0] for moves in decisions)
    print(f"{astray} of {len(decisions)} rounds were followed otherwise than the first")
    return int(grown > STEADY_MB or astray > 0)


if __name__ == "__main__":
    sys.exit(main())
