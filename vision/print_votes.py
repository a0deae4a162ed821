"""Find cards by their print: each feature that is found again votes for where its card must lie.

Seen from above all cards have one size, so that a feature that is found again tells a card's place and turn.
A corner that peeps out of a fan has enough of them. Which card it is, is not decided here: many faces share
their features, and all of them vote for the same place.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Indices, Mask, Points
from vision.cell_images import HEIGHT_PX, WIDTH_PX
from vision.reference_features import LEAST_FEATURES, PX_PER_MM, Features, SeenPrint
from vision.top_view import TopView

PLACE_MM, TURN = 5.0, np.radians(10.0)
MOST_CARDS = 140
BEYOND_MM = 60.0  # so far outside the view the middle of a card may lie that still shows


@dataclass(frozen=True, slots=True, eq=False)
class PrintVotes:
    """What a view's features say: each vote is of one of them, for a card's middle and turn."""

    seen: SeenPrint
    voters: Indices
    middle_mm: Points
    turn: Floats
    worth: Floats

    @property
    def view(self) -> TopView:
        """The view that was looked at."""
        return self.seen.view

    @property
    def places(self) -> Points:
        """Where the features lie, in pixels of the view."""
        return self.seen.places

    def poses(self, may_vote: Mask | None = None) -> Points:
        """Return the cards that enough features vote for: corners in the view, in the card's own order."""
        chosen = (
            np.flatnonzero(may_vote[self.voters]) if may_vote is not None else np.arange(len(self.voters))
        )
        votes = (self.middle_mm[chosen], self.turn[chosen], self.worth[chosen])
        return _clusters(self.voters[chosen], *votes, self.view)


def cast_votes(seen: SeenPrint, deck: Features) -> PrintVotes:
    """Let the print of a view vote for the cards of the deck that it may be part of."""
    scale = seen.view.px_per_mm / PX_PER_MM
    turn = seen.turns[seen.ours] - deck.turns[seen.theirs]
    off = deck.places[seen.theirs] * scale
    cos, sin = np.cos(turn), np.sin(turn)
    middle = seen.places[seen.ours] - np.stack(
        [cos * off[:, 0] - sin * off[:, 1], sin * off[:, 0] + cos * off[:, 1]], axis=1
    )
    high = np.array(seen.view.image.shape[1::-1]) / seen.view.px_per_mm + BEYOND_MM
    middle = middle / seen.view.px_per_mm
    near = np.flatnonzero(((middle > -BEYOND_MM) & (middle < high)).all(1))
    return PrintVotes(seen, seen.ours[near], middle[near], turn[near], seen.worth[near])


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
    beside = cv2.boxFilter(heights, -1, (3, 3), normalize=False)
    summed = _around(np.asarray(beside, np.float32), np.add)
    highest = cv2.dilate(summed, np.ones((3, 3), np.uint8))
    top = (summed > 0) & (summed >= _around(np.asarray(highest, np.float32), np.maximum))
    x, y, t = np.nonzero(top)
    order = np.argsort(-summed[x, y, t])[:MOST_CARDS]
    return [
        (float(x[i] + low[0]) * PLACE_MM, float(y[i] + low[1]) * PLACE_MM, float(t[i]) * TURN) for i in order
    ]


def _around(heights: Floats, combine: np.ufunc) -> Floats:
    """Each turn together with its neighbours; turns go round."""
    both: Floats = combine(combine(heights, np.roll(heights, 1, axis=2)), np.roll(heights, -1, axis=2))
    return both


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
