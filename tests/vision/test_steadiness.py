from __future__ import annotations

import gc
import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.photo_files import encode
from tests.vision.tables import painted_table
from vision.frame_quality import FlickerWatch, measure_quality
from vision.frames import open_frames
from vision.photos import UnreadablePhoto, load_photo
from vision.pushed_frames import PushedFrames

PROCESS = Path("/proc/self")


def resident_megabytes() -> float:
    gc.collect()
    pages = int((PROCESS / "statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def open_files() -> int:
    gc.collect()
    return len(list((PROCESS / "fd").iterdir()))


@pytest.fixture(autouse=True)
def _only_where_a_process_can_be_weighed() -> None:
    if not (PROCESS / "statm").exists():
        pytest.skip("this system does not tell a process its memory")


def test_memory_stays_steady_over_thousands_of_pushed_and_measured_frames() -> None:
    watch, pictures = FlickerWatch(), [painted_table(320, 180, seed=seed) for seed in range(3)]
    with PushedFrames() as source:
        for number in range(2500):
            if number == 1000:
                before = resident_megabytes()
            source.push(pictures[number % 3].copy())
            frame = source.next_frame()
            assert frame is not None
            watch.flickers(measure_quality(frame))
    assert resident_megabytes() - before < 10


def test_memory_stays_steady_over_hundreds_of_photos_good_and_bad() -> None:
    good = [encode(kind, painted_table(320, 180)) for kind in (".jpg", ".png", ".webp")]
    bad = [photo[: len(photo) // 2] for photo in good]
    for number in range(700):
        if number == 300:
            before = resident_megabytes()
        load_photo(good[number % 3])
        with pytest.raises(UnreadablePhoto):
            load_photo(bad[number % 3])
    assert resident_megabytes() - before < 10


def test_opening_and_closing_videos_leaves_no_file_open(tmp_path: Path) -> None:
    path = tmp_path / "game.avi"
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for shade in range(6):
        film.write(np.full((48, 64, 3), shade * 30, np.uint8))
    film.release()
    before = open_files()
    for number in range(60):
        with open_frames(path) as source:
            if number % 2:
                assert len(list(source)) == 6
            else:
                assert source.next_frame() is not None
    assert open_files() == before
