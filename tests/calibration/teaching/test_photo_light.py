"""The light of teaching photos is told from the inks of the cards."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from calibration.teaching.photo_light import even_light
from vision.arrays import Floats, Picture
from vision.light_curve import linear_light, shown_light

SIZE_PX = (112, 174)
INKS = {"be": (150, 190, 215), "bl": (190, 110, 40), "or": (30, 130, 235), "gr": (70, 140, 50)}
LIGHTS = {"be": (0.65, 1.0, 1.25), "bl": (1.1, 1.0, 0.9), "or": (0.85, 1.0, 1.0), "gr": (0.9, 1.0, 1.15)}


def test_a_drawing_that_colours_share_tells_how_their_photos_were_lit() -> None:
    """A photo for each colour, no paper on any card: grey drawings in thin coloured frames."""
    cards = {colour: framed(INKS[colour]) for colour in INKS}
    assert tint_spread(cards, lit(cards, LIGHTS)) > 0.2
    assert tint_spread(cards, evened(lit(cards, LIGHTS))) < 0.03


def test_vivid_grounds_keep_their_inks() -> None:
    """Nothing on these cards is white: what is brightest is ink, and the camera's balance is believed."""
    cards = {colour: ground(INKS[colour]) for colour in INKS}
    assert tint_spread(cards, evened(cards)) < 0.05


def test_paper_shows_the_tint_of_each_photo() -> None:
    """White borders, but no drawing that two colours share."""
    cards = {colour: bordered(INKS[colour], seed) for seed, colour in enumerate(INKS)}
    assert tint_spread(cards, lit(cards, LIGHTS)) > 0.2
    assert tint_spread(cards, evened(lit(cards, LIGHTS))) < 0.1


def test_a_ground_that_is_pale_in_one_photo_only_is_no_paper() -> None:
    cards = {colour: ground(INKS[colour], waves=0) for colour in INKS}
    assert tint_spread(cards, evened(cards)) < 0.05


def test_paper_that_is_too_bright_in_one_channel_stays_white() -> None:
    """Where red is at the end of its range it is brighter than its number, not less red."""
    paper = np.full((348, 224, 3), (200, 205, 255), np.uint8)
    paper[:, 150:] = (160, 165, 225)
    paper[120:200, 60:140] = (40, 30, 30)
    bright = even_light([paper], ["blC1"], ["a"], np.zeros(1, np.bool_))[0][20, 20].astype(int)
    assert bright[2] >= bright[:2].max() - 6


def framed(ink: tuple[int, ...]) -> Picture:
    """The same grey drawing on every card, in a frame of that ink."""
    card = drawing(1)
    for side in (np.s_[:6], np.s_[-6:], np.s_[:, :6], np.s_[:, -6:]):
        card[side] = ink
    return card


def ground(ink: tuple[int, ...], waves: float = 0.3) -> Picture:
    """A card of one ink, more or less of it, and a dark numeral."""
    rows = np.sin(np.arange(SIZE_PX[1]) / 9)[:, None, None]
    card = np.clip(np.asarray(ink) * (0.9 + waves * rows * np.ones((1, SIZE_PX[0], 1))), 0, 255)
    card[20:40, 20:34] = 25
    return card.astype(np.uint8)


def bordered(ink: tuple[int, ...], seed: int) -> Picture:
    """A drawing of its own in that ink, with a white border."""
    card = (drawing(seed + 7) * (np.asarray(ink) / 255)).astype(np.uint8)
    for side in (np.s_[:8], np.s_[-8:], np.s_[:, :8], np.s_[:, -8:]):
        card[side] = 235
    return card


def drawing(seed: int) -> Picture:
    blocks = np.random.default_rng(seed).integers(60, 190, (SIZE_PX[1] // 6, SIZE_PX[0] // 8, 1))
    return np.repeat(np.repeat(np.repeat(blocks, 6, axis=0), 8, axis=1), 3, axis=2).astype(np.uint8)


def lit(cards: Mapping[str, Picture], lights: Mapping[str, tuple[float, ...]]) -> dict[str, Picture]:
    """The cards under a light for each photo."""
    return {
        colour: np.rint(
            255
            * shown_light(np.clip(0.8 * linear_light(card) * np.asarray(lights[colour], np.float32), 0, 1))
        ).astype(np.uint8)
        for colour, card in cards.items()
    }


def evened(cards: Mapping[str, Picture]) -> dict[str, Picture]:
    """The cards as they are learned, three of each colour in a photo of their own."""
    codes = [f"{colour}C{value}" for colour in cards for value in (1, 2, 3)]
    pictures = [cards[code[:2]] for code in codes]
    found = even_light(pictures, codes, [code[:2] for code in codes], np.zeros(len(codes), np.bool_))
    return {colour: found[3 * at] for at, colour in enumerate(cards)}


def tint_spread(true: Mapping[str, Picture], seen: Mapping[str, Picture]) -> float:
    """How far the tints of the photos lie apart at most, as logarithms, where the cards are not dark."""
    tints = []
    for colour, card in true.items():
        ratio: Floats = np.log(
            np.maximum(linear_light(seen[colour]), 1e-3) / np.maximum(linear_light(card), 1e-3)
        )
        usual = np.median(ratio.reshape(-1, 3), axis=0)
        tints.append(usual - usual.mean())
    return float(np.ptp(np.array(tints), axis=0).max() / 2)
