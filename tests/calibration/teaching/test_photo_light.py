"""The light of teaching photos is taken out of their cards, and nothing of the cards' own colour with it."""

from __future__ import annotations

import numpy as np

from calibration.teaching.photo_light import even_light
from vision.arrays import Floats, Picture
from vision.light_curve import linear_light, shown_light

INKS = {"bl": (190, 90, 40), "re": (40, 40, 200), "gr": (60, 150, 60), "or": (30, 140, 240)}
LIGHTS = {"bl": (1.0, 1.0, 1.0), "re": (0.9, 1.0, 1.05), "gr": (1.08, 1.0, 0.95), "or": (1.0, 0.98, 1.02)}


def card(ink: tuple[int, int, int], *, bordered: bool) -> Picture:
    """A card painted in shades of its ink to its edges, or on white paper."""
    shades = np.linspace(0.5, 1.15, 348)[:, None, None]
    painted = np.clip(np.array(ink) * shades + 20 * (shades > 1), 0, 255)
    picture = np.broadcast_to(painted, (348, 224, 3)).astype(np.uint8).copy()
    if bordered:
        picture[:40], picture[-40:], picture[:, :30], picture[:, -30:] = 240, 240, 240, 240
    return picture


def lit(picture: Picture, light: tuple[float, float, float]) -> Picture:
    return np.rint(255 * shown_light((linear_light(picture) * np.array(light)).astype(np.float32))).astype(
        np.uint8
    )


def tints(pictures: list[Picture]) -> Floats:
    """Blue and red beside green of each card's mean light, as logarithms, beside those of all."""
    means = np.log([linear_light(picture).mean(axis=(0, 1)) for picture in pictures])
    own = means[:, [0, 2]] - means[:, 1:2]
    return np.asarray(own - own.mean(axis=0), np.float32)


def strays(*, bordered: bool, named: bool = True) -> float:
    """How far, usually, the tint of a card strays from its own once its photo's light is taken out."""
    true = [card(ink, bordered=bordered) for ink in INKS.values()]
    photos = list(INKS)
    seen = [lit(picture, LIGHTS[photo]) for picture, photo in zip(true, photos, strict=True)]
    codes = [f"{colour if named else 'xx'}C1" for colour in INKS]
    even = even_light(seen, codes, photos, np.zeros(len(codes), np.bool_))
    return float(np.abs(tints(even) - tints(true)).mean())


def test_cards_painted_to_their_edges_keep_their_colours() -> None:
    """What is brightest on a red card is red: taken for paper it made red and blue cards grey alike."""
    assert strays(bordered=False) < 0.6 * strays(bordered=False, named=False)


def test_white_paper_tells_the_light() -> None:
    assert strays(bordered=True) < 0.15


def test_paper_that_is_too_bright_in_one_channel_stays_white() -> None:
    """Where red is at the end of its range it is brighter than its number, not less red."""
    paper = np.full((348, 224, 3), (200, 205, 255), np.uint8)
    paper[:, 150:] = (160, 165, 225)
    paper[120:200, 60:140] = (40, 30, 30)
    even = even_light([paper], ["blC1"], ["a"], np.zeros(1, np.bool_))[0]
    bright = even[20, 20].astype(int)
    assert int(bright[2]) >= int(bright[:2].max()) - 6
