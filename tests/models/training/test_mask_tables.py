"""The labelled tables the mask network learns from."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from models.training.masks import tables
from models.training.masks.batches import PIECE_PX, draw_batch, load_tables
from models.training.masks.decks import MIX, deck_of, framed_deck, strange_deck
from models.training.masks.tables import CORE, FIRST_SEED, NOT_TOLD, RIM, labelled_table, make_part
from models.training.scenes.condition import Condition
from models.training.scenes.setting import Setting, Wish, draw_setting
from models.training.scenes.spread import Spread


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


def test_decks_of_every_kind_come_in_turn_and_none_is_the_house_deck() -> None:
    names = {deck_of(number, 40 + number).name.split("-")[0] for number in range(len(MIX))}
    assert names == {"style", "illustrated", "strange", "framed"}


def test_a_framed_deck_has_one_border_around_every_picture() -> None:
    faces = list(framed_deck(8).faces.values())
    rims = np.concatenate([face[:4].reshape(-1, 3) for face in faces])
    assert np.ptp(rims.astype(int), axis=0).max() == 0
    assert max(face.std() for face in faces) > 20


def test_some_tables_are_as_pale_as_a_cards_border(monkeypatch: pytest.MonkeyPatch) -> None:
    """On them a border's edge hardly shows, and the network must not take the print for the card."""
    drawn: list[Condition] = []

    def draw(rng: np.random.Generator, spans: Condition, spread: Spread, wish: Wish) -> Setting:
        drawn.append(spans)
        return draw_setting(rng, spans, spread, wish)

    monkeypatch.setattr(tables, "draw_setting", draw)
    deck = strange_deck(5)
    for seed in range(8):
        labelled_table(seed, deck)
    assert any(spans.tables == tables.PALE for spans in drawn)


def test_parts_share_no_seed() -> None:
    starts = sorted(FIRST_SEED.values())
    assert all(after - before >= 4_000_000 for before, after in pairwise(starts))


def test_written_tables_become_batches(tmp_path: Path) -> None:
    make_part("tune", range(1), tmp_path)
    made = load_tables(tmp_path / "tune")
    batch = draw_batch(np.random.default_rng(0), made, 3)
    assert len(made) == 4
    assert batch.frames.shape == (3, PIECE_PX, PIECE_PX, 3)
    assert batch.marks.shape == (3, 2, PIECE_PX // 2, PIECE_PX // 2)
    assert (batch.marks[:, 0] <= batch.marks[:, 1]).all()  # a core is on a card
    assert batch.told.shape == (3, 1, PIECE_PX // 2, PIECE_PX // 2)
