from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.assignment import cheapest_assignment, shared_odds


@given(st.integers(0, 10_000), st.integers(1, 4), st.integers(0, 3))
def test_no_other_way_of_sharing_columns_is_cheaper(seed: int, rows: int, more: int) -> None:
    costs = np.random.default_rng(seed).normal(size=(rows, rows + more))
    chosen = cheapest_assignment(costs)
    assert len(set(chosen.tolist())) == rows
    best = min(
        sum(costs[row, column] for row, column in enumerate(columns))
        for columns in permutations(range(rows + more), rows)
    )
    assert costs[np.arange(rows), chosen].sum() == pytest.approx(best)


def test_two_cells_that_look_like_the_same_card_share_it_by_what_else_they_could_be() -> None:
    scores = np.array([[5.0, 0.0, -9.0], [5.0, -9.0, 4.0]], np.float32)
    odds = shared_odds(scores, np.full(2, -20, np.float32))
    assert odds[0].argmax() == 0
    assert odds[1].argmax() == 2
    assert odds.sum(axis=1) == pytest.approx([1, 1])


def test_odds_come_near_those_of_all_tables_counted_out() -> None:
    rng = np.random.default_rng(3)
    scores = rng.normal(0, 2, (3, 5)).astype(np.float32)
    own = np.full(3, -30, np.float32)
    counted = np.zeros((3, 5))
    for columns in permutations(range(5), 3):
        weight = np.exp(sum(scores[row, column] for row, column in enumerate(columns)))
        for row, column in enumerate(columns):
            counted[row, column] += weight
    counted /= counted.sum(axis=1, keepdims=True)
    assert np.abs(shared_odds(scores, own)[:, :5] - counted).max() < 0.08


def test_more_rows_than_columns_cannot_be_served() -> None:
    with pytest.raises(ValueError, match="no more rows than columns"):
        cheapest_assignment(np.zeros((3, 2)))
