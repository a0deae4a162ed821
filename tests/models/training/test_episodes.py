"""A batch asks only what can be answered: every named crop has its reference there, the same way up."""

from __future__ import annotations

import numpy as np
import pytest

from models.training.crop_shards import REFERENCE_CODES, CropShard
from models.training.episodes import (
    BACK,
    CARD,
    CARDS,
    EMPTY_STATE,
    OTHER,
    OTHERS,
    QUICK_SHARE,
    Episode,
    draw_batch,
)


def upright_mark(code: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A picture that is bright at its top only, so that its way up can be seen whatever is done to it."""
    picture = np.full((124, 80, 3), 20 + code // 2, np.uint8)
    picture[:62] = 230
    return picture


def shard(states: list[int], codes: list[int], turned: list[bool]) -> CropShard:
    crops = [upright_mark(max(code, 0)) for code in codes]
    crops = [crop[::-1, ::-1] if turn else crop for crop, turn in zip(crops, turned, strict=True)]
    return CropShard(
        crops=np.array(crops, np.uint8).reshape(-1, 124, 80, 3),
        states=np.array(states, np.int16),
        codes=np.array(codes, np.int16),
        turned=np.array(turned, np.bool_),
        visible=np.ones(len(states), np.float32),
        conditions=np.zeros(len(states), np.int16),
        references=np.stack([upright_mark(code) for code in range(len(REFERENCE_CODES))]),
        known=np.ones(len(REFERENCE_CODES), np.bool_),
    )


@pytest.fixture(scope="module")
def decks() -> list[CropShard]:
    codes = [*range(96), *range(90), -1, -1, -1]
    states = [CARD if code < 90 else BACK for code in codes[:-3]] + [EMPTY_STATE] * 3
    turns = [index % 3 == 0 for index in range(len(codes))]
    return [shard(states, codes, turns) for _ in range(3)] + [shard([], [], [])]


THINGS = [shard([OTHER] * 12, [-1] * 12, [False] * 12)]


@pytest.mark.parametrize("seed", range(6))
def test_every_named_crop_has_its_reference_the_same_way_up(decks: list[CropShard], seed: int) -> None:
    batch = draw_batch(np.random.default_rng(seed), decks, THINGS)
    ways = {
        (deck, code): turned
        for deck, code, turned, reference in zip(
            batch.deck, batch.code, batch.turned, batch.reference, strict=True
        )
        if reference
    }
    for deck, code, turned in zip(batch.deck, batch.code, batch.turned, strict=True):
        assert code == -1 or ways[deck, code] == turned


@pytest.mark.parametrize("seed", range(6))
def test_images_stand_as_the_truth_says(decks: list[CropShard], seed: int) -> None:
    batch = draw_batch(np.random.default_rng(seed), decks, THINGS)
    cards = (batch.code >= 0) & batch.reference
    top = batch.images[cards, 20:50].mean(axis=(1, 2, 3))
    bottom = batch.images[cards, 74:104].mean(axis=(1, 2, 3))
    assert np.array_equal(top < bottom, batch.turned[cards])


def test_nearly_every_face_has_a_neighbour_that_differs_in_one_thing(decks: list[CropShard]) -> None:
    """Blocks of five or ten leave one of sixteen faces over."""
    batch = draw_batch(np.random.default_rng(2), decks, THINGS)
    for deck in range(3):
        faces = [REFERENCE_CODES[c] for c in batch.code[batch.reference & (batch.deck == deck)] if c < 90]
        assert len(faces) >= 10
        alone = 0
        for face in faces:
            apart = [
                sum(a != b for a, b in zip(face, other, strict=True)) for other in faces if other != face
            ]
            alone += min(apart) > 2  # a colour has two letters
        assert alone <= 1


def test_the_same_seed_draws_the_same_batch(decks: list[CropShard]) -> None:
    first, second = (draw_batch(np.random.default_rng(5), decks, THINGS) for _ in range(2))
    assert np.array_equal(first.images, second.images)
    assert np.array_equal(first.code, second.code)


def test_things_without_photographs_are_shown_by_quick_crops(decks: list[CropShard]) -> None:
    batch = draw_batch(np.random.default_rng(4), decks, [shard([], [], [])])
    others = batch.state == OTHER
    assert int(others.sum()) == OTHERS
    assert bool((batch.deck[others] == -1).all())


def test_decks_without_flat_ones_among_them_make_a_batch(decks: list[CropShard]) -> None:
    batch = draw_batch(np.random.default_rng(4), decks[:2], THINGS)
    assert {0, 1, 2} <= set(batch.deck.tolist())


def test_a_crop_taught_by_photographs_is_no_photograph_that_taught_it() -> None:
    """Of a deck photographed once a card, those photographs teach and only quick crops are asked for."""
    once = shard([CARD] * 90 + [EMPTY_STATE], [*range(90), -1], [False] * 91)
    for seed in range(8):
        episode = Episode.draw(np.random.default_rng(seed), once, 0, once.crops[-1:], numbered=True)
        rows = episode.rows()
        asked = sum(row.code >= 0 and not row.reference for row in rows)
        assert asked == round(CARDS * QUICK_SHARE) + (0 if episode.photographed else 12)


def test_a_shard_whose_parts_differ_in_length_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="2 crops but 1 states"):
        CropShard(
            crops=np.zeros((2, 124, 80, 3), np.uint8),
            states=np.zeros(1, np.int16),
            codes=np.zeros(2, np.int16),
            turned=np.zeros(2, np.bool_),
            visible=np.zeros(2, np.float32),
            conditions=np.zeros(2, np.int16),
            references=np.zeros((96, 124, 80, 3), np.uint8),
            known=np.zeros(96, np.bool_),
        )
