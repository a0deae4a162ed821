from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from calibration.deck_folder import BUILT_IN_DECKS, MANIFEST_NAME, find_deck
from calibration.house_deck.references import REFERENCE_WIDTH_PX, manifest_text
from calibration.kept_learning import LEARNED_NAME
from tests.calibration.house_deck.conftest import SMALL_PX
from tests.calibration.house_deck.eyes import Picture

OUT_OF_DATE = "run `python -m calibration.house_deck.references`"
CHANGED = 10.0
HOUSE = BUILT_IN_DECKS / "house"


def stored_at_the_size_of(picture: Picture, code: str) -> Picture:
    (stored,) = find_deck("house").reference_images(code)
    height, width = picture.shape[:2]
    return np.asarray(cv2.resize(stored, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def difference(one: Picture, other: Picture) -> float:
    """How far the two are apart where they differ most, in levels of 255 over a spot of 4 x 4 mm.

    Blurred first: what compression does to single pixels does not count.
    """
    soft = [cv2.GaussianBlur(picture, (0, 0), 1.0).astype(np.float32) for picture in (one, other)]
    apart = np.abs(soft[0] - soft[1]).mean(axis=2)
    return float(cv2.resize(apart, (14, 22), interpolation=cv2.INTER_AREA).max())


def test_there_is_a_picture_of_every_face_and_back(pictures: Mapping[str, Picture]) -> None:
    assert len(pictures) == 72 + 6
    assert {"puG5", "pu-back"} <= set(pictures)


def test_the_manifest_is_what_the_code_writes() -> None:
    assert (HOUSE / MANIFEST_NAME).read_text(encoding="utf-8") == manifest_text(), OUT_OF_DATE


def test_every_reference_shows_what_the_code_draws(pictures: Mapping[str, Picture]) -> None:
    for name, picture in pictures.items():
        code = f"{name[:2]}B?" if name.endswith("-back") else name
        assert difference(picture, stored_at_the_size_of(picture, code)) < CHANGED, f"{name}: {OUT_OF_DATE}"


def test_that_comparison_sees_a_gem_less(pictures: Mapping[str, Picture]) -> None:
    """A spot of 3 x 3 mm in the colour beside it is a changed drawing."""
    changed = pictures["puG5"].copy()
    row, column = round(79.7 * SMALL_PX / 56), round(35.4 * SMALL_PX / 56)
    changed[row - 4 : row + 5, column - 4 : column + 5] = changed[row, column + 8]
    assert difference(changed, stored_at_the_size_of(changed, "puG5")) > CHANGED


def test_references_are_sharp_enough_and_small_enough() -> None:
    deck = find_deck("house")
    (picture,) = deck.reference_images("puG5")
    assert picture.shape[1] == REFERENCE_WIDTH_PX >= 2 * SMALL_PX
    sizes = {file.name: file.stat().st_size for file in HOUSE.iterdir()}
    assert sizes.pop(LEARNED_NAME) < 4_000_000
    assert sum(sizes.values()) < 3_000_000


def test_no_file_in_the_folder_is_unaccounted_for() -> None:
    deck = find_deck("house")
    named = {image for card in deck.labels for image in card.images}
    named |= {image for back in deck.backs for image in back.images}
    assert {file.name for file in HOUSE.iterdir()} == {MANIFEST_NAME, LEARNED_NAME, *named}
