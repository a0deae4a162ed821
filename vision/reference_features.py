"""Find cards by their print: small features of the deck's pictures, each voting for where its card must lie.

Seen from above all cards have one size, so that a feature that is found again tells a card's place and turn.
A corner that peeps out of a fan has enough of them. Which card it is, is not decided here: many faces share
their features, and all of them vote for the same place.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Indices, Mask, Picture, Points
from vision.cell_images import HEIGHT_PX, WIDTH_PX
from vision.references import DeckReferences
from vision.top_view import TopView

PX_PER_MM = 1.25
BORDER_PX = 12
SAME_SCALE = 0.35  # largest logarithm between the sizes of a feature and its like
ALIKE = 0.82  # least likeness of two features that counts
SURELY_ALIKE = 0.92
LIKES = 5  # features of the deck that one of the photo may vote for
MOST_VOTES = 12000
PLACE_MM, TURN = 5.0, np.radians(10.0)
LEAST_FEATURES = 3
MOST_CARDS = 140
TWINS = 0.93
FAINTEST_VOTE = 0.04


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """Places in pixels, sizes, turns and descriptors of unit length; and which picture each is of."""

    places: Points
    sizes: Floats
    turns: Floats
    words: Floats
    pictures: Indices

    def some(self, chosen: Indices) -> Features:
        """Some of them."""
        return Features(
            self.places[chosen],
            self.sizes[chosen],
            self.turns[chosen],
            self.words[chosen],
            self.pictures[chosen],
        )


def deck_features(deck: DeckReferences) -> Features:
    """The features of all pictures of a deck, those that many faces share kept once."""
    size = (round(WIDTH_PX * PX_PER_MM / 2), round(HEIGHT_PX * PX_PER_MM / 2))
    found = []
    for index, picture in enumerate(deck.large[0].pictures):
        small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        edge = BORDER_PX
        framed = cv2.copyMakeBorder(small, edge, edge, edge, edge, cv2.BORDER_REPLICATE)
        one = _features(np.asarray(framed, np.uint8), index)
        found.append(
            Features(
                one.places - BORDER_PX - 0.5 * np.array(size), one.sizes, one.turns, one.words, one.pictures
            )
        )
    return _without_twins(_joined(found))


@dataclass(frozen=True, slots=True, eq=False)
class PrintVotes:
    """What a view's features say: each vote is of one of them, for a card's middle and turn."""

    view: TopView
    places: Points  # of the features, in pixels of the view
    voters: Indices
    middle_mm: Points
    turn: Floats
    worth: Floats

    def poses(self, may_vote: Mask | None = None) -> Points:
        """Return the cards that enough features vote for: corners in the view, in the card's own order."""
        chosen = (
            np.flatnonzero(may_vote[self.voters]) if may_vote is not None else np.arange(len(self.voters))
        )
        votes = (self.middle_mm[chosen], self.turn[chosen], self.worth[chosen])
        return _clusters(self.voters[chosen], *votes, self.view)


def gather_votes(view: TopView, deck: Features) -> PrintVotes:
    """Let every feature of the view vote for the cards of the deck that it may be part of."""
    seen = _features(view.image, 0)
    scale = view.px_per_mm / PX_PER_MM
    ours, theirs, worth = _likes(seen, deck, scale)
    turn = seen.turns[ours] - deck.turns[theirs]
    off = deck.places[theirs] * scale
    cos, sin = np.cos(turn), np.sin(turn)
    middle = seen.places[ours] - np.stack(
        [cos * off[:, 0] - sin * off[:, 1], sin * off[:, 0] + cos * off[:, 1]], axis=1
    )
    return PrintVotes(view, seen.places, ours, middle / view.px_per_mm, turn, worth)


def likeliest_scale(image: Picture, deck: Features) -> float | None:
    """How many times larger than its pictures most of the deck's print is in an image, if any of it shows."""
    seen = _features(image, 0)
    if len(seen.sizes) == 0 or len(deck.sizes) == 0:
        return None
    grow = []
    for start in range(0, len(seen.sizes), 512):
        alike = seen.words[start : start + 512] @ deck.words.T
        best = alike.argmax(axis=1)
        sure = np.flatnonzero(alike[np.arange(len(best)), best] > SURELY_ALIKE)
        grow.append(np.log(seen.sizes[start + sure] / deck.sizes[best[sure]]))
    logs = np.concatenate(grow)
    if len(logs) < LEAST_FEATURES:
        return None
    near = (np.abs(logs[:, None] - logs[None]) < 0.5 * SAME_SCALE).sum(1)
    middle = logs[near.argmax()]
    return float(np.exp(np.median(logs[np.abs(logs - middle) < 0.5 * SAME_SCALE])))


def _features(image: Picture, picture: int) -> Features:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    points, words = cv2.SIFT.create(contrastThreshold=0.03).detectAndCompute(grey, None)
    if words is None or len(points) == 0:
        return Features(
            np.zeros((0, 2)),
            *(np.zeros(0, np.float32),) * 2,
            np.zeros((0, 128), np.float32),
            np.zeros(0, np.intp),
        )
    root = np.sqrt(np.asarray(words, np.float32))
    root /= np.linalg.norm(root, axis=1, keepdims=True) + 1e-9
    return Features(
        np.array([point.pt for point in points], np.float64),
        np.array([point.size for point in points], np.float32),
        np.radians(np.array([point.angle for point in points], np.float32)),
        root,
        np.full(len(points), picture, np.intp),
    )


def _joined(parts: list[Features]) -> Features:
    return Features(
        np.concatenate([part.places for part in parts]),
        np.concatenate([part.sizes for part in parts]),
        np.concatenate([part.turns for part in parts]),
        np.concatenate([part.words for part in parts]),
        np.concatenate([part.pictures for part in parts]),
    )


def _without_twins(features: Features) -> Features:
    """Faces of one animal share most of their features: the same word at the same place is kept once."""
    boxes: dict[tuple[int, int, int], list[int]] = {}
    kept: list[int] = []
    for index, ((x, y), turn) in enumerate(zip(features.places, features.turns, strict=True)):
        box = (round(x / 3), round(y / 3), round(float(turn) / 0.6) % 10)
        others = boxes.setdefault(box, [])
        if others and float((features.words[others] @ features.words[index]).max()) > TWINS:
            continue
        others.append(index)
        kept.append(index)
    return features.some(np.array(kept, np.intp))


def _likes(seen: Features, deck: Features, scale: float) -> tuple[Indices, Indices, Floats]:
    """Pairs of a feature seen and one of the deck that are alike and of one size, with how alike they are."""
    ours, theirs, worth = [], [], []
    if len(seen.sizes) == 0 or len(deck.sizes) == 0:
        return np.zeros(0, np.intp), np.zeros(0, np.intp), np.zeros(0, np.float32)
    deck_order = np.argsort(deck.sizes)
    deck_sizes = np.log(deck.sizes[deck_order] * scale)
    own_sizes = np.log(seen.sizes)
    for low in np.arange(own_sizes.min(), own_sizes.max() + 1e-6, SAME_SCALE):
        rows = np.flatnonzero((own_sizes >= low) & (own_sizes < low + SAME_SCALE))
        first, last = np.searchsorted(deck_sizes, (low - SAME_SCALE, low + 2 * SAME_SCALE))
        columns = deck_order[first:last]
        if len(rows) == 0 or len(columns) == 0:
            continue
        alike = seen.words[rows] @ deck.words[columns].T
        row, place = np.nonzero(alike > ALIKE)
        value = alike[row, place]
        few = _best_of_each(row, value)
        ours.append(rows[row[few]])
        theirs.append(columns[place[few]])
        worth.append(value[few] - (ALIKE - FAINTEST_VOTE))
    if not ours:
        return np.zeros(0, np.intp), np.zeros(0, np.intp), np.zeros(0, np.float32)
    pairs = np.concatenate(ours), np.concatenate(theirs), np.concatenate(worth)
    most = np.argsort(-pairs[2])[:MOST_VOTES]
    return pairs[0][most], pairs[1][most], pairs[2][most].astype(np.float32)


def _best_of_each(row: Indices, value: Floats) -> Indices:
    """Of the pairs of each row, the few best."""
    order = np.lexsort((-value, row))
    first = np.searchsorted(row[order], row[order])
    return order[np.arange(len(order)) - first < LIKES]


def _clusters(ours: Indices, middle_mm: Points, turn: Floats, worth: Floats, view: TopView) -> Points:
    """The places that more votes agree on than any place beside them."""
    corners = []
    for x, y, around in _peaks(middle_mm, turn, worth):
        near = (np.abs(middle_mm[:, 0] - x) < 1.5 * PLACE_MM) & (np.abs(middle_mm[:, 1] - y) < 1.5 * PLACE_MM)
        members = np.flatnonzero(near)
        members = members[np.abs(_wrapped(turn[members] - around)) < 1.5 * TURN]
        if len(members) < LEAST_FEATURES:
            continue
        held, pose = _settled(members, middle_mm, turn, worth)
        if len(np.unique(ours[held])) >= LEAST_FEATURES:
            corners.append(_corners(pose, view))
    return np.stack(corners) if corners else np.zeros((0, 4, 2))


def _peaks(middle_mm: Points, turn: Floats, worth: Floats) -> list[tuple[float, float, float]]:
    """Places and turns with more votes around them than their neighbours have, most votes first."""
    if len(worth) == 0:
        return []
    turns = round(2 * np.pi / TURN)
    place = np.rint(middle_mm / PLACE_MM).astype(int)
    low = place.min(0) - 2
    heights = np.zeros((*(place.max(0) - low + 3), turns), np.float32)
    bin_turn = np.rint(turn / TURN).astype(int) % turns
    np.add.at(heights, (place[:, 0] - low[0], place[:, 1] - low[1], bin_turn), worth)
    summed = _over_neighbours(heights, np.add)
    top = (summed > 0) & (summed >= _over_neighbours(summed, np.maximum))
    x, y, t = np.nonzero(top)
    order = np.argsort(-summed[x, y, t])[:MOST_CARDS]
    return [
        (float(x[i] + low[0]) * PLACE_MM, float(y[i] + low[1]) * PLACE_MM, float(t[i]) * TURN) for i in order
    ]


def _over_neighbours(heights: Floats, combine: np.ufunc) -> Floats:
    """Each bin together with its neighbours; turns go round."""
    for axis in range(3):
        ahead, behind = np.roll(heights, 1, axis), np.roll(heights, -1, axis)
        heights = combine(combine(heights, ahead), behind)
    return heights


def _settled(
    members: Indices, middle_mm: Points, turn: Floats, worth: Floats
) -> tuple[Indices, tuple[float, float, float]]:
    """The votes that agree with their own mean, and that mean: x, y in millimetres and the turn."""
    held = members
    pose = (0.0, 0.0, 0.0)
    for near_mm in (7.0, 5.0, 4.0):
        share = worth[held] / worth[held].sum()
        x, y = share @ middle_mm[held]
        mean = float(np.angle((share * np.exp(1j * turn[held])).sum()))
        pose = (float(x), float(y), mean)
        close = (np.abs(middle_mm[members] - pose[:2]).max(1) < near_mm) & (
            np.abs(_wrapped(turn[members] - mean)) < TURN
        )
        if not close.any():
            break
        held = members[close]
    return held, pose


def _corners(pose: tuple[float, float, float], view: TopView) -> Points:
    x, y, turn = pose
    half = np.array([WIDTH_PX, HEIGHT_PX]) / 4  # a reference has two pixels a millimetre
    own = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    cos, sin = np.cos(turn), np.sin(turn)
    turned: Points = (own @ np.array([[cos, sin], [-sin, cos]]) + [x, y]) * view.px_per_mm
    return turned


def _wrapped(turn: Floats) -> Floats:
    wrapped: Floats = (turn + np.pi) % (2 * np.pi) - np.pi
    return wrapped
