"""Sixteen cells, one deck: who can be which card at once, and how sure each is of it."""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats, Indices, Points

FORBIDDEN = 1e6
ROUNDS = 12
SETTLED = 1e-6  # belief that changes by less between two rounds will not change any more


def cheapest_assignment(costs: Points) -> Indices:
    """For each row its column, no column twice, at the least sum of costs (the Hungarian method).

    There must be at least as many columns as rows.
    """
    rows, columns = costs.shape
    if rows > columns:
        raise ValueError(f"expected no more rows than columns, got {rows} x {columns}")
    row_price, column_price = np.zeros(rows), np.zeros(columns)
    owner = np.full(columns, -1, np.intp)
    for row in range(rows):
        _give_a_column(row, costs, (row_price, column_price), owner)
    chosen = np.empty(rows, np.intp)
    taken = np.flatnonzero(owner >= 0)
    chosen[owner[taken]] = taken
    return chosen


def _give_a_column(row: int, costs: Points, prices: tuple[Points, Points], owner: Indices) -> None:
    """Walk the cheapest way from a row to a free column, then shift everyone on the way by one."""
    row_price, column_price = prices
    distance = np.full(costs.shape[1], np.inf)
    came_from = np.full(costs.shape[1], -1, np.intp)
    done = np.zeros(costs.shape[1], bool)
    current, column, reached = row, -1, 0.0
    while current >= 0:
        step = reached + costs[current] - row_price[current] - column_price
        nearer = ~done & (step < distance)
        distance[nearer] = step[nearer]
        came_from[nearer] = column
        column = int(np.where(done, np.inf, distance).argmin())
        reached = float(distance[column])
        done[column] = True
        current = int(owner[column])
    row_price[row] += reached
    seen = done & (owner >= 0)
    row_price[owner[seen]] += reached - distance[seen]
    column_price[done] -= reached - distance[done]
    while column >= 0:
        before = int(came_from[column])
        owner[column] = owner[before] if before >= 0 else row
        column = before


def shared_odds(scores: Floats, own: Floats) -> Floats:
    """How likely each row takes each column when no column serves two rows: belief passed to and fro.

    `scores` are logarithms of likelihood (rows x columns); `own` is each row's choice of none of them. The
    answer has one column more, for that choice.
    """
    scale = np.maximum(scores.max(axis=1), own)
    weight = np.exp(np.maximum(scores - scale[:, None], -60)).astype(np.float64)
    alone = np.exp(np.maximum(own - scale, -60)).astype(np.float64)
    refusal = np.ones_like(weight)  # how far a column is left over by the other rows
    for _ in range(ROUNDS):
        offered = weight * refusal
        # What is left of a sum without its largest part may vanish: nothing is surer than this.
        others = np.maximum(alone[:, None] + offered.sum(axis=1, keepdims=True) - offered, 1e-12)
        claim = weight / others
        before, refusal = refusal, 1 / (1 + np.maximum(claim.sum(axis=0, keepdims=True) - claim, 0))
        if np.abs(refusal - before).max() < SETTLED:
            break
    odds = np.concatenate([weight * refusal, alone[:, None]], axis=1)
    answer: Floats = (odds / odds.sum(axis=1, keepdims=True)).astype(np.float32)
    return answer
