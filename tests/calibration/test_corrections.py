from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from calibration.corrections import MOST_PICTURES, add_correction, card_picture
from calibration.deck_folder import find_deck
from calibration.deck_manifest import DeckError
from calibration.deck_writer import DeckContents, write_deck
from calibration.teaching.lesson import encoded
from tests.calibration.teaching.table_photos import face
from vision.under_lamps import UnderLamps


@pytest.fixture
def data(tmp_path: Path) -> Path:
    pictures = {"blC1": [encoded(face("blC1"))], "puB?": [encoded(face("pu-back"))]}
    write_deck(tmp_path / "decks", "mine", DeckContents((56, 87), pictures, {"blC1": 2}, True))
    return tmp_path


def test_a_corrected_card_becomes_a_reference(data: Path) -> None:
    frame = np.zeros((600, 800, 3), np.uint8)
    frame[100:389, 200:386] = face("blC1")
    corners = np.array([[200, 100], [386, 100], [386, 389], [200, 389]], float) - 0.5
    deck = add_correction(data, "mine", "blC1", card_picture(frame, corners))
    first, second = deck.reference_images("blC1")
    assert np.abs(first.mean(axis=(0, 1)) - second.mean(axis=(0, 1))).max() < 4
    assert find_deck("mine", data).counts == {"blC1": 2}


def test_a_corrected_deck_still_knows_what_its_photos_mistake(tmp_path: Path) -> None:
    pictures = {code: [encoded(face(code))] for code in ("blC1", "puC1")}
    mistaken, lamps = (("blC1", "puC1"),), (UnderLamps("blC1", "puC1", 4.0),)
    write_deck(tmp_path / "decks", "mine", DeckContents((56, 87), pictures, {}, True, mistaken, lamps))
    deck = add_correction(tmp_path, "mine", "blC1", np.full((348, 224, 3), 90, np.uint8))
    assert deck.manifest.mistaken == mistaken
    assert deck.manifest.under_lamps == lamps


def test_corrections_do_not_pile_up_and_what_was_taught_stays(data: Path) -> None:
    taught = find_deck("mine", data).labels[0].images[0]
    for shade in range(MOST_PICTURES + 2):
        add_correction(data, "mine", "blC1", np.full((348, 224, 3), 10 * shade, np.uint8))
    images = find_deck("mine", data).labels[0].images
    assert len(images) == MOST_PICTURES
    assert images[0] == taught
    on_disk = {path.name for path in (data / "decks" / "mine").glob("blC1*")}
    assert on_disk == set(images)


@pytest.mark.parametrize(("name", "code"), [("house", "blC1"), ("mine", "blC2"), ("lost", "blC1")])
def test_only_cards_of_a_taught_deck_can_be_corrected(data: Path, name: str, code: str) -> None:
    with pytest.raises(DeckError):
        add_correction(data, name, code, face("blC1"))
