"""In which plane of its colours a number stands out from its ground.

Gold on beige shows in blue, red on green of the same brightness in what red has more than green; grey shows
neither. Which plane does is told by the cards themselves: it is the one in which cards of one digit are
alike and those of different digits are not.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats, Indices

Plane = tuple[float, float, float]
"""How much of blue, green and red is looked at."""
GREY: Plane = (0.114, 0.587, 0.299)
NOISE, COLOUR_NOISE = 5.0, 6.0
"""Levels by which a camera errs in each channel, and beside grey: files keep colours coarsely."""
GROUND_SHOWS = 0.1
"""How much of what is drawn around a number counts as chance: the less of it shows the better."""
GREY_WILL_DO = 0.4
"""Of what the best plane tells, that grey must tell to be preferred: it is the same in every light."""


def telling_plane(patches: Floats, digits: Indices, drawings: Indices) -> Plane:
    """The plane that tells the digits of patches (n x samples x 3) apart, grey if that will do."""
    between, within = _scatter(patches - patches.mean(axis=1, keepdims=True), digits, drawings)
    root = np.linalg.inv(np.linalg.cholesky(within))
    worth, ways = np.linalg.eigh(root @ between @ root.T)
    best = root.T @ ways[:, -1]
    grey = np.array(GREY)
    if grey @ between @ grey >= GREY_WILL_DO * worth[-1] * (grey @ within @ grey):
        return GREY
    blue, green, red = (best / np.abs(best).sum()).tolist()
    return blue, green, red


def _scatter(patches: Floats, digits: Indices, drawings: Indices) -> tuple[Floats, Floats]:
    """How the channels vary with the digit, and how they do for any other reason (3 x 3 each)."""
    own = patches - means_of(patches, drawings)[drawings]
    of_digit = means_of(own, digits)[digits]
    between, chance = (_covariance(part) for part in (of_digit, own - of_digit))
    grey = np.full((3, 3), 1 / 3)
    noise = NOISE**2 * np.eye(3) + COLOUR_NOISE**2 * (np.eye(3) - grey)
    ground = _covariance(patches.mean(axis=0, keepdims=True))
    return between, chance + noise + GROUND_SHOWS * ground


def _covariance(values: Floats) -> Floats:
    flat = values.reshape(-1, 3).astype(np.float64)
    return np.asarray(flat.T @ flat / len(flat))


def means_of(values: Floats, groups: Indices) -> Floats:
    """The mean of the values of each group; zero of a group that has none."""
    count = int(groups.max()) + 1
    means = np.zeros((count, *values.shape[1:]), np.float32)
    for group in np.unique(groups).tolist():
        means[group] = values[groups == group].mean(axis=0)
    return means
