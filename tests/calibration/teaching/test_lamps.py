"""Colours of a deck that lamps would mistake for each other, whatever its photos say."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.teaching import lamps
from calibration.teaching.eyes import prepare_deck
from calibration.teaching.lamps import Lamp, mistaken_under_lamps
from calibration.teaching.photo_cards import MARGIN
from calibration.teaching.references import LabelledCard, Reference
from tests.calibration.teaching.table_photos import face
from vision.arrays import Picture
from vision.under_lamps import UnderLamps

COLOURS = ("be", "bl", "pu", "or", "re", "gr")
NUMBERS = dict.fromkeys(COLOURS, ("C5", "G4")) | {"pu": ("C4", "G4"), "re": ("C5", "G5")}


def reference(code: str, picture: Picture) -> Reference:
    """A card as a scan shows it."""
    left, top = (round(side * MARGIN / (1 - 2 * MARGIN)) for side in picture.shape[1::-1])
    framed = cv2.copyMakeBorder(picture, top, top, left, left, cv2.BORDER_CONSTANT, value=(118, 118, 118))
    card = LabelledCard(code, f"{code}.png", "", np.asarray(framed, np.uint8), is_scan=True, blur_mm=0.0)
    return Reference(code, card, picture, picture)


def found_with(changed: dict[str, Picture], monkeypatch: pytest.MonkeyPatch) -> tuple[UnderLamps, ...]:
    """What is found of some house cards, of which a few were photographed otherwise."""
    monkeypatch.setattr(lamps, "LAMPS", 12)
    codes = [f"{colour}{number}" for colour in COLOURS for number in NUMBERS[colour]]
    shown = {code: changed.get(code, face(code)) for code in codes}
    held = {code: [reference(code, picture)] for code, picture in shown.items()}
    return mistaken_under_lamps(held, prepare_deck(held))


def test_colours_that_stay_apart_are_mistaken_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    found = found_with({}, monkeypatch)
    assert len(found) == 15
    assert max(pair.ahead for pair in found) < -8


def test_a_colour_photographed_in_a_light_of_its_own_is_mistaken_under_some_lamp(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pale = {code: np.clip(face(f"be{code[2:]}") * (0.9, 1.0, 1.07), 0, 255) for code in ("orC5", "orG4")}
    worst = found_with({code: picture.astype(np.uint8) for code, picture in pale.items()}, monkeypatch)[0]
    assert {worst.one[:2], worst.other[:2]} == {"be", "or"}
    assert worst.ahead > 0


def test_more_light_than_a_camera_counts_leaves_white_in_the_tint_of_its_balance() -> None:
    lamp = Lamp(np.array([3.0, 3.0, 3.0]), np.array([0.9, 1.0, 0.8]), saturation=1.0, contrast=1.0)
    white, grey = (lamp.shows(np.full((1, 1, 3), level, np.uint8))[0, 0] for level in (255, 80))
    assert white[1] > white[0] > white[2]
    assert grey.max() < white.max()
