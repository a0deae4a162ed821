"""Draws batches in a thread of its own, so that the network need not wait for them."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from queue import Queue
from threading import Thread

import numpy as np

from models.training.crop_shards import CropShard, load_shard
from models.training.episodes import EMPTY_STATE, Batch, draw_batch
from models.training.scattered_digits import Strewn, strew
from models.training.scenes.arrays import Picture, as_picture
from models.training.scenes.codes import ALL_CODES

LOOK_EVERY, READY, SHEETS = 50, 6, 32
SHEETS_EVERY = 4  # batches of cards, so that digits are not forgotten


@dataclass(slots=True)
class Collection:
    """The shards to train on, photographed and flat; those that arrive while training runs are taken in."""

    folder: Path
    decks: list[CropShard] = field(default_factory=list)
    things: list[CropShard] = field(default_factory=list)
    _taken: set[str] = field(default_factory=set)

    def look(self) -> None:
        """Take in what is new."""
        for path in sorted((*self.folder.glob("train/*.npz"), *self.folder.glob("flat/*.npz"))):
            if path.name not in self._taken:
                self._taken.add(path.name)
                (self.things if "things" in path.name else self.decks).append(load_shard(path))

    def grounds(self) -> Picture:
        """Pictures without digits: backs and empty tables."""
        backs = [shard.references[len(ALL_CODES) :] for shard in self.decks]
        tables = [shard.crops[shard.states == EMPTY_STATE] for shard in self.decks]
        return as_picture(np.concatenate([*backs, *tables]))

    def batch(self, seed: int, number: int) -> Batch:
        """The batch of a number; it depends on nothing but the seed and the shards."""
        return draw_batch(np.random.default_rng([seed, 515, number]), self.decks, self.things)


class BatchMaker:
    """Sheets of digits, so many as are wished, then batches of cards with some sheets between; in order."""

    def __init__(self, folder: Path, seed: int, digit_steps: int) -> None:
        self._collection = Collection(folder)
        self._seed = seed
        self._digit_steps = digit_steps
        self._sheets: Queue[Strewn] = Queue(READY)
        self._ready: Queue[Batch] = Queue(READY)
        Thread(target=self._draw_all, daemon=True).start()

    def next_sheets(self) -> Strewn:
        """The next sheets of digits."""
        return self._sheets.get()

    def next(self) -> Batch:
        """The next batch of cards."""
        return self._ready.get()

    def _draw_all(self) -> None:
        self._collection.look()
        rng = np.random.default_rng([self._seed, 616])
        grounds = self._collection.grounds()
        for _ in range(self._digit_steps):
            self._sheets.put(strew(rng, SHEETS, grounds))
        for number in count():
            if number % LOOK_EVERY == 0:
                self._collection.look()
            if number % SHEETS_EVERY == 0:
                self._sheets.put(strew(rng, SHEETS, grounds))
            self._ready.put(self._collection.batch(self._seed, number))
