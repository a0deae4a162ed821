"""How the bare table looks in each place: cloth that no reader knows is known again by its look."""

from __future__ import annotations

from collections import defaultdict, deque

import numpy as np

from companion.watching.closer_look import placed
from vision.arrays import Floats
from vision.cell_motion import MotionSettings, cell_samples, differs
from vision.lattice import Image, Lattice

LOOKS_KEPT = 3  # of each place: by day, by lamp, after a knock against the camera


class BarePlaces:
    """Remembers what showed where surely nothing lay. Samples lie where cards should, not where one lay."""

    def __init__(self) -> None:
        self._known: defaultdict[int, deque[Floats]] = defaultdict(lambda: deque(maxlen=LOOKS_KEPT))
        self._now: tuple[Image, float, Lattice] | None = None
        self._samples: Floats | None = None

    def look(self, small_bgr: Image, scale: float, lattice: Lattice) -> None:
        """Take in one frame, made smaller by a scale."""
        self._now, self._samples = (small_bgr, scale, lattice), None

    def note(self, index: int) -> None:
        """Surely nothing lies in this place now."""
        self._known[index].append(self._shown(index).copy())

    def looks_bare(self, index: int, settings: MotionSettings) -> bool:
        """Whether the place looks as it did when nothing lay there."""
        if self._now is None or index not in self._known:
            return False
        shown = self._shown(index)
        return any(not differs(shown[None], known[None], settings)[0] for known in self._known[index])

    def _shown(self, index: int) -> Floats:
        if self._samples is None:
            if self._now is None:
                raise ValueError("no frame was looked at")
            small, scale, lattice = self._now
            self._samples = cell_samples(small, scale, placed(lattice))
        return np.asarray(self._samples[index], np.float32)
