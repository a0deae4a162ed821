"""Every card can be told from every other, by any eye, whole or from one corner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass

import cv2
import numpy as np
import pytest

from calibration.house_deck.cards import COLOURS, HouseCard
from calibration.house_deck.face import draw_face
from calibration.house_deck.palette import MAGICS
from calibration.house_deck.pictures import CARD_AREA
from calibration.house_deck.pixels import render
from calibration.house_deck.shapes import Colour, Drawing
from tests.calibration.house_deck.conftest import SMALL_PX
from tests.calibration.house_deck.eyes import (
    DEFICIENCIES,
    VIEWS,
    WARM_BULB,
    Picture,
    View,
    distances,
    greyscale,
    most_alike,
)

ALIKE = 0.18  # below this, two normalised pictures are one card to a hurried eye
SIGNS_ALIKE = 0.5  # a plaque is looked at on its own, so it has to differ more
CORNER = (slice(0, round(SMALL_PX * 39 / 56)), slice(0, round(SMALL_PX * 14 / 56)))
MAGIC_SIGN = (slice(round(SMALL_PX * 14 / 56), round(SMALL_PX * 26 / 56)), CORNER[1])


def corner_of(picture: Picture) -> Picture:
    """What a fanned card shows: its top left pennant."""
    return np.ascontiguousarray(picture[CORNER])


def sign_of(picture: Picture) -> Picture:
    """The Magic's plaque in the corner."""
    return np.ascontiguousarray(picture[MAGIC_SIGN])


@pytest.mark.parametrize("see", VIEWS.values(), ids=VIEWS)
def test_no_two_faces_look_alike(faces: Mapping[str, Picture], see: View) -> None:
    distance, one, other = most_alike({code: see(face) for code, face in faces.items()})
    assert distance > ALIKE, f"{one} and {other}"


@pytest.mark.parametrize("see", VIEWS.values(), ids=VIEWS)
def test_one_corner_is_enough_to_know_a_card(faces: Mapping[str, Picture], see: View) -> None:
    distance, one, other = most_alike({code: corner_of(see(face)) for code, face in faces.items()})
    assert distance > ALIKE, f"{one} and {other}"


@pytest.mark.parametrize("see", VIEWS.values(), ids=VIEWS)
def test_the_magics_sign_alone_tells_the_magic(faces: Mapping[str, Picture], see: View) -> None:
    """Six crow cards of one Influence each; only the plaque is looked at."""
    signs = {colour: sign_of(see(faces[f"{colour}C4"])) for colour in ("be", "bl", "pu", "or", "re")}
    signs["gr"] = sign_of(see(faces["grC5"]))
    distance, one, other = most_alike(signs)
    assert distance > SIGNS_ALIKE, f"{one} and {other}"


@pytest.mark.parametrize("see", VIEWS.values(), ids=VIEWS)
def test_no_two_backs_look_alike(backs: Mapping[str, Picture], see: View) -> None:
    distance, one, other = most_alike({name: see(back) for name, back in backs.items()})
    assert distance > ALIKE, f"{one} and {other}"


def test_a_deck_that_differs_in_colour_alone_would_be_caught() -> None:
    """The same drawing in six inks is told apart in plain sight; every other view says that is not enough."""
    drawing = draw_face(HouseCard("pu", "C", 4))
    colour_only = {colour: render(_in_other_inks(drawing, colour), CARD_AREA, SMALL_PX) for colour in COLOURS}
    assert most_alike({colour: corner_of(face) for colour, face in colour_only.items()})[0] > ALIKE
    for name in ("greyscale", *DEFICIENCIES):
        seen = {colour: VIEWS[name](face) for colour, face in colour_only.items()}
        assert most_alike({colour: corner_of(face) for colour, face in seen.items()})[0] < ALIKE, name
        assert most_alike({colour: sign_of(face) for colour, face in seen.items()})[0] < SIGNS_ALIKE, name


def _in_other_inks(drawing: Drawing, magic: str) -> Drawing:
    """The drawing with every ink of Mind exchanged for another Magic's, shapes untouched."""
    exchange = {
        getattr(MAGICS["pu"], tone).channels: getattr(MAGICS[magic], tone)
        for tone in ("base", "light", "pale", "deep", "night")
    }

    def changed(value: object) -> object:
        if isinstance(value, Colour):
            return exchange.get(value.channels, value).faint(value.alpha)
        if isinstance(value, tuple):
            return tuple(changed(part) for part in value)
        if is_dataclass(value) and not isinstance(value, type):
            return type(value)(*(changed(getattr(value, field.name)) for field in fields(value)))
        return value

    return tuple(changed(shape) for shape in drawing)  # type: ignore[misc]  # shapes stay shapes


def test_a_face_upside_down_is_never_taken_for_a_face(faces: Mapping[str, Picture]) -> None:
    turned = [np.ascontiguousarray(face[::-1, ::-1]) for face in faces.values()]
    assert distances(turned, faces.values()).min() > 0.5


def test_both_corners_say_the_same(faces: Mapping[str, Picture]) -> None:
    """The bottom right pennant is the top left one turned by half; the picture between them is not."""
    px = SMALL_PX / 56
    printed = (slice(round(3 * px), round(31 * px)), slice(round(3 * px), round(12 * px)))
    for code, face in faces.items():
        turned = np.ascontiguousarray(face[::-1, ::-1])
        assert cv2.absdiff(face[printed], turned[printed]).mean() < 3, code


def test_a_back_reads_the_same_from_both_ends(backs: Mapping[str, Picture]) -> None:
    for name, back in backs.items():
        assert cv2.absdiff(back, np.ascontiguousarray(back[::-1, ::-1])).mean() < 3, name


def test_no_back_is_taken_for_a_face(faces: Mapping[str, Picture], backs: Mapping[str, Picture]) -> None:
    grey_faces, grey_backs = ([greyscale(picture) for picture in side.values()] for side in (faces, backs))
    assert distances(grey_backs, grey_faces).min() > 0.5


@pytest.mark.parametrize("see", [*VIEWS.values(), WARM_BULB], ids=[*VIEWS, "warm bulb"])
def test_the_six_inks_stay_apart(see: View) -> None:
    """Greyscale keeps only lightness, so shape must help there; every other view tells all six by ink"
    " alone."""
    inks = [MAGICS[colour].base.channels[::-1] for colour in COLOURS]
    swatches = np.rint(np.array([inks]) * 255).astype(np.uint8)
    lab = cv2.cvtColor(see(swatches).astype(np.float32) / 255, cv2.COLOR_BGR2Lab)[0]
    nearest = min(float(np.linalg.norm(lab[i] - lab[j])) for i in range(6) for j in range(i))
    assert nearest > (3 if see is VIEWS["greyscale"] else 20)


def test_every_face_has_white_to_measure_the_light_by(faces: Mapping[str, Picture]) -> None:
    """At least an eighth of the card is parchment, and parchment is nearly neutral."""
    for code, face in faces.items():
        white = (face.min(axis=2) > 225).mean()
        assert white > 0.125, f"{code}: {white:.3f}"


def test_every_face_shows_its_colour_on_a_large_area(faces: Mapping[str, Picture]) -> None:
    """Besides lighter and darker tones, about an eighth of the card is its Magic's own flat ink."""
    for code, face in faces.items():
        base = np.array(MAGICS[code[:2]].base.channels[::-1]) * 255
        share = (np.abs(face - base).max(axis=2) < 14).mean()
        assert share > 0.115, f"{code}: {share:.3f}"
