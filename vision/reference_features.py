"""Print that is found again: small features of the deck's pictures, and a photo's that are like them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Indices, Picture, Points
from vision.cell_images import HEIGHT_PX, WIDTH_PX
from vision.lattice import project
from vision.references import DeckReferences
from vision.top_view import TopView

PX_PER_MM = 1.25
BORDER_PX = 12
SAME_SCALE = 0.35  # largest logarithm between the sizes of a feature and its like
ALIKE = 0.82  # least likeness of two features that counts
SURELY_ALIKE = 0.92
LIKES = 5  # features of the deck that one of the photo may vote for
MOST_VOTES = 12000
LEAST_FEATURES = 3
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
class SeenPrint:
    """Features of a view that are like some of the deck's: pairs of one of either, and how alike they are."""

    view: TopView
    places: Points  # of the view's features, in its pixels
    turns: Floats
    ours: Indices
    theirs: Indices
    worth: Floats

    def seen_from(self, view: TopView) -> SeenPrint:
        """The same print where it lies in another view of the same photo, one that is not much different."""
        way = view.from_photo @ np.linalg.inv(self.view.from_photo)
        ahead = self.places + np.stack([np.cos(self.turns), np.sin(self.turns)], axis=1)
        places = project(way, self.places)
        off = project(way, ahead) - places
        turns = np.arctan2(off[:, 1], off[:, 0]).astype(np.float32)
        return SeenPrint(view, places, turns, self.ours, self.theirs, self.worth)


def find_print(view: TopView, deck: Features) -> SeenPrint:
    """Look for the deck's print in a view."""
    seen = _features(view.image, 0)
    pairs = _likes(seen, deck, view.px_per_mm / PX_PER_MM)
    return SeenPrint(view, seen.places, seen.turns, *pairs)


def likeliest_scale(image: Picture, deck: Features) -> float | None:
    """How many times larger than its pictures most of the deck's print is in an image, if any of it shows.

    A cloth repeats what it has in common with a card, so each feature of the deck has one vote in all.
    """
    seen = _features(image, 0)
    if len(seen.sizes) == 0 or len(deck.sizes) == 0:
        return None
    grow, told_by = [], []
    for start in range(0, len(seen.sizes), 512):
        alike = seen.words[start : start + 512] @ deck.words.T
        best = alike.argmax(axis=1)
        sure = np.flatnonzero(alike[np.arange(len(best)), best] > SURELY_ALIKE)
        grow.append(np.log(seen.sizes[start + sure] / deck.sizes[best[sure]]))
        told_by.append(best[sure])
    logs, features = np.concatenate(grow), np.concatenate(told_by)
    if len(logs) < LEAST_FEATURES:
        return None
    votes = 1.0 / np.bincount(features)[features]
    near = (np.abs(logs[:, None] - logs[None]) < 0.5 * SAME_SCALE) @ votes
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
