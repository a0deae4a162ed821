"""Draws batches in a thread of its own, so that the network need not wait for them."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from queue import Queue
from threading import Thread

import numpy as np

from models.training.crop_shards import CropShard, load_shard
from models.training.episodes import Batch, draw_batch

LOOK_EVERY, READY = 50, 6


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

    def batch(self, seed: int, number: int) -> Batch:
        """The batch of a number; it depends on nothing but the seed and the shards."""
        return draw_batch(np.random.default_rng([seed, 515, number]), self.decks, self.things)


class BatchMaker:
    """Batches in order, a few of them ready."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._collection = Collection(folder)
        self._seed = seed
        self._ready: Queue[Batch] = Queue(READY)
        Thread(target=self._draw_all, daemon=True).start()

    def next(self) -> Batch:
        """The next batch."""
        return self._ready.get()

    def _draw_all(self) -> None:
        for number in count():
            if number % LOOK_EVERY == 0:
                self._collection.look()
            self._ready.put(self._collection.batch(self._seed, number))
