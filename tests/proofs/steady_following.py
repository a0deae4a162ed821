"""Ten thousand frames of one table, and the memory stays as it is: `python -m tests.proofs.steady_following`.

The table stands still, is shaken, covered by a hand, taken out of the picture and brought back, over and
over, so that following, holding, losing and finding anew all have their turn.
"""

from __future__ import annotations

import gc
import os
import sys
import time
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from tests.vision.drawn_table import DrawnTable
from vision.lattice import Image
from vision.tracking import Following, LatticeTracker

FRAMES = 10_000
SETTLED_FRAMES = 1_000
MOST_GROWTH_MB = 10.0
EPISODE_FRAMES = 250


def film_frame(number: int, table: Image, bare: Image) -> Image:
    """One frame of an endless film: still, shaken, a hand, the table gone."""
    place = number % EPISODE_FRAMES
    frame = table.copy()
    if 80 <= place < 110:
        move = np.array([[1.0, 0.0, 3.0 * np.sin(number)], [0.0, 1.0, 2.0 * np.cos(number)]])
        frame = np.asarray(cv2.warpAffine(table, move, table.shape[1::-1]), np.uint8)
    elif 140 <= place < 170:
        cv2.circle(frame, (320 + 4 * (place - 140), 180), 90, (90, 130, 190), -1)
    elif place >= 200:
        frame = bare.copy()
    frame[place % 360, :, 0] ^= 1  # no frame is quite like another
    return frame


def resident_megabytes() -> float:
    """What the process holds now."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main() -> int:
    """Follow, weigh, and say whether the memory stayed steady."""
    cv2.setNumThreads(1)
    table = DrawnTable(size_px=(640, 360)).draw()
    bare = DrawnTable(
        size_px=(640, 360), empty=frozenset((row, column) for row in range(4) for column in range(4))
    ).draw()
    tracker, seen, begun = LatticeTracker(), Counter[Following](), time.process_time()
    settled = 0.0
    for number in range(FRAMES):
        if number == SETTLED_FRAMES:
            settled = resident_megabytes()
        seen[tracker.follow(film_frame(number, table, bare)).following] += 1
    growth = resident_megabytes() - settled
    told = ", ".join(f"{count} {following.value}" for following, count in seen.most_common())
    print(f"{FRAMES} frames ({told}) in {time.process_time() - begun:.0f} s of one core")
    print(f"memory after {SETTLED_FRAMES} frames {settled:.1f} MB, at the end {growth:+.1f} MB")
    return 0 if growth < MOST_GROWTH_MB and seen[Following.FOLLOWED] > FRAMES / 2 else 1


if __name__ == "__main__":
    sys.exit(main())
