"""The labelled tables the mask network learns from."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np

from models.training.masks.batches import PIECE_PX, draw_batch, load_tables
from models.training.masks.tables import (
    CORE,
    FIRST_SEED,
    NOT_TOLD,
    RIM,
    labelled_table,
    make_part,
    strange_deck,
)


def test_a_label_stands_for_every_pixel_and_cores_lie_within_rims() -> None:
    table = labelled_table(3, strange_deck(3))
    assert table.labels.shape == table.frame_bgr.shape[:2]
    assert set(np.unique(table.labels)) <= {0, RIM, CORE, NOT_TOLD}
    core, rim = (table.labels == CORE).sum(), (table.labels == RIM).sum()
    assert 0.3 * core < rim < 2.0 * core


def test_the_same_seed_gives_the_same_table() -> None:
    first, second = (labelled_table(4, strange_deck(4)) for _ in range(2))
    assert (first.frame_bgr == second.frame_bgr).all()
    assert (first.labels == second.labels).all()


def test_parts_share_no_seed() -> None:
    starts = sorted(FIRST_SEED.values())
    assert all(after - before >= 4_000_000 for before, after in pairwise(starts))


def test_written_tables_become_batches(tmp_path: Path) -> None:
    make_part("tune", range(1), tmp_path)
    tables = load_tables(tmp_path / "tune")
    batch = draw_batch(np.random.default_rng(0), tables, 3)
    assert len(tables) == 4
    assert batch.frames.shape == (3, PIECE_PX, PIECE_PX, 3)
    assert batch.marks.shape == (3, 2, PIECE_PX // 2, PIECE_PX // 2)
    assert (batch.marks[:, 0] <= batch.marks[:, 1]).all()  # a core is on a card
    assert batch.told.shape == (3, 1, PIECE_PX // 2, PIECE_PX // 2)
