"""The same cards in several photos: what lies at one place of the table is one card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from vision.arrays import Points
from vision.cell_images import homographies, through
from vision.loose_cards import LooseCard

SAME_PLACE = 0.3  # of a card's width: so far apart two sightings may lie
AGREEING = 2  # cards that must agree before photos are laid over each other


@dataclass(frozen=True, slots=True)
class Sighting:
    """One card in one photo, both counted from 0."""

    photo: int
    card: int


@dataclass(frozen=True, slots=True)
class PhotoOverlap:
    """The sightings that are one card each, and the pairs of photos that could not be laid together."""

    cards: tuple[tuple[Sighting, ...], ...]
    apart: frozenset[tuple[int, int]]


def overlap_photos(photos: Sequence[Sequence[LooseCard]], copies: Mapping[str, int]) -> PhotoOverlap:
    """Gather the sightings of each card.

    Photos that share cards are laid over each other: what lies at one place is one card, what lies
    elsewhere is another, even if they look alike. Where photos cannot be laid over each other, only a card
    that the deck holds once is known to be the same.
    """
    groups = {Sighting(p, c): (p, c) for p, cards in enumerate(photos) for c in range(len(cards))}
    apart: set[tuple[int, int]] = set()
    for first, second in combinations(range(len(photos)), 2):
        way = _way_between(photos[first], photos[second])
        if way is None:
            apart.add((first, second))
        for one, other in _same(photos[first], photos[second], way, copies):
            _join(groups, Sighting(first, one), Sighting(second, other))
    gathered: dict[tuple[int, int], list[Sighting]] = {}
    for sighting, leader in groups.items():
        gathered.setdefault(leader, []).append(sighting)
    return PhotoOverlap(tuple(tuple(seen) for seen in gathered.values()), frozenset(apart))


def _join(groups: dict[Sighting, tuple[int, int]], one: Sighting, other: Sighting) -> None:
    """Make two sightings one card, unless a photo would then show it twice."""
    ours, theirs = groups[one], groups[other]
    if ours == theirs:
        return
    members = [seen for seen, leader in groups.items() if leader in (ours, theirs)]
    if len({seen.photo for seen in members}) == len(members):
        for seen in members:
            groups[seen] = ours


def _corners(cards: Sequence[LooseCard]) -> Points:
    return np.array([card.corners for card in cards], np.float64).reshape(-1, 4, 2)


def _way_between(first: Sequence[LooseCard], second: Sequence[LooseCard]) -> Points | None:
    """The way from one photo to another on which most cards of both lie on their likes."""
    ours, theirs = _corners(first), _corners(second)
    alike = [(a, b) for a in range(len(first)) for b in range(len(second)) if first[a].code == second[b].code]
    best: list[tuple[int, int]] = []
    for a, b in alike:
        way = homographies(ours[a], theirs[b][None])[0]
        agreeing = [pair for pair in alike if _lies_on(way, ours[pair[0]], theirs[pair[1]])]
        best = max(best, agreeing, key=len)
    if len({a for a, _ in best}) < AGREEING:
        return None
    points = np.concatenate([ours[a] for a, _ in best]), np.concatenate([theirs[b] for _, b in best])
    return _least_squares_way(*points)


def _lies_on(way: Points, ours: Points, theirs: Points) -> bool:
    return _apart(way, ours, theirs) < SAME_PLACE


def _apart(way: Points, ours: Points, theirs: Points) -> float:
    """How far the middles of two sightings lie apart, in widths of a card."""
    there = through(way[None], ours[None])[0]
    width = float(np.linalg.norm(theirs[1] - theirs[0]) + np.linalg.norm(theirs[3] - theirs[2])) / 2
    return float(np.linalg.norm(there.mean(0) - theirs.mean(0))) / max(width, 1.0)


def _least_squares_way(ours: Points, theirs: Points) -> Points:
    """The homography that takes many points nearest to others."""
    middle, scale = ours.mean(0), max(float(ours.std()), 1e-6)
    end, end_scale = theirs.mean(0), max(float(theirs.std()), 1e-6)
    x, y = ((ours - middle) / scale).T
    u, v = ((theirs - end) / end_scale).T
    one, none = np.ones_like(x), np.zeros_like(x)
    rows = np.concatenate(
        [
            np.stack([x, y, one, none, none, none, -u * x, -u * y], axis=1),
            np.stack([none, none, none, x, y, one, -v * x, -v * y], axis=1),
        ]
    )
    solved = np.linalg.lstsq(rows, np.concatenate([u, v]), rcond=None)[0]
    way = np.append(solved, 1.0).reshape(3, 3)
    before = np.array([[1 / scale, 0, -middle[0] / scale], [0, 1 / scale, -middle[1] / scale], [0, 0, 1.0]])
    after = np.array([[end_scale, 0, end[0]], [0, end_scale, end[1]], [0, 0, 1.0]])
    whole: Points = after @ way @ before
    return whole


def _same(
    first: Sequence[LooseCard], second: Sequence[LooseCard], way: Points | None, copies: Mapping[str, int]
) -> Iterator[tuple[int, int]]:
    """Pairs of sightings that are one card, by their place, or since the deck holds no second one.

    In a fan the next card lies nearly at the same place, so what is read alike goes first, then what is near.
    """
    ours, theirs = _corners(first), _corners(second)
    pairs = [(a, b) for a in range(len(first)) for b in range(len(second))]
    if way is not None:
        apart = {(a, b): _apart(way, ours[a], theirs[b]) for a, b in pairs}
        near = [pair for pair in pairs if apart[pair] < SAME_PLACE]
        yield from sorted(near, key=lambda pair: (first[pair[0]].code != second[pair[1]].code, apart[pair]))
    for a, b in pairs:
        code = first[a].code
        if code == second[b].code and copies.get(code, 1) == 1 and first[a].accepted and second[b].accepted:
            yield a, b
