"""The finders on real photographs, which lie beside the project and are never part of it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.vision.likeness import iou
from vision.free_finder import find_cards
from vision.grid_finder import find_lattice
from vision.lattice import CardSize, FindSettings, Lattice, Points
from vision.photos import load_photo

PHOTOS = Path(__file__).resolve().parents[2].parent / "shared" / "photos"
TRUTHS = sorted((Path(__file__).parent / "photo_truth").glob("*.json"))
WHOLE_SHARE = 0.995

needs_photos = pytest.mark.skipif(
    not PHOTOS.is_dir(), reason="the photographs in ../shared/photos are not here"
)


def true_cards(truth: object) -> dict[tuple[int, int], Points]:
    assert isinstance(truth, dict)
    return {(card["row"], card["column"]): np.array(card["corners"]) for card in truth["cards"]}


def grid_likeness(photo: Path, cards: dict[tuple[int, int], Points], settings: FindSettings) -> list[float]:
    lattice = find_lattice(load_photo(photo).frame_bgr, settings)
    assert isinstance(lattice, Lattice), f"{photo.name}: {lattice.reason}"
    assert all(cell.occupied for cell in lattice.cells), photo.name
    return [iou(cell.corners, cards[cell.row, cell.column]) for cell in lattice.cells]


@needs_photos
def test_every_card_of_the_set_photos_is_found_at_iou_80() -> None:
    likeness: list[float] = []
    for path in TRUTHS:
        truth = json.loads(path.read_text())
        settings = FindSettings(truth["rows"], truth["columns"], CardSize(*truth["card_mm"]))
        likeness += grid_likeness(PHOTOS / truth["photo"], true_cards(truth), settings)
    assert len(likeness) == 14 * 9 + 4 * 12
    assert np.mean(np.array(likeness) >= 0.8) >= WHOLE_SHARE


@needs_photos
def test_forty_illustrated_cards_in_a_grid_are_found_at_iou_80() -> None:
    truth = json.loads((PHOTOS / "magic" / "truth" / "alpha_deck.json").read_text())
    settings = FindSettings(5, 8, CardSize(63.0, 88.0))
    likeness = grid_likeness(PHOTOS / "magic" / "alpha_deck.jpg", true_cards(truth), settings)
    assert min(likeness) >= 0.8


@needs_photos
@pytest.mark.parametrize(
    "name", ["black", "geyser_twister_fireball", "instill_energy", "lands_and_fatties", "ruby"]
)
def test_separate_cards_are_found_and_nothing_else(name: str) -> None:
    truth = json.loads((PHOTOS / "magic" / "truth" / f"{name}.json").read_text())
    cards = find_cards(
        load_photo(PHOTOS / "magic" / f"{name}.jpg").frame_bgr, FindSettings(card=CardSize(63.0, 88.0))
    )
    best = [max(iou(card.corners, np.array(real["corners"])) for card in cards) for real in truth["cards"]]
    assert min(best) >= 0.8
    assert len(cards) == len(truth["cards"])


@needs_photos
def test_photos_of_a_few_loose_cards_have_no_grid() -> None:
    for name in ("black", "lands_and_fatties", "dragon_whelp", "ruby", "counterspell_bgs"):
        assert not isinstance(
            find_lattice(load_photo(PHOTOS / "magic" / f"{name}.jpg").frame_bgr), Lattice
        ), name
