"""Crops are compared with every reference of a deck, upright and on its head."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from models.training.quick_crops import quick_crop
from models.training.scenes.deck_styles import style_deck
from vision.card_network import CardNetwork, Crops
from vision.likeness import ReferenceEmbeddings, flat_reference, probabilities

MODELS = Path(__file__).parents[2] / "models"
STYLES = (70_001, 70_002, 70_005)  # neither trained on, nor tuned on, nor reported
CODES = ("reC1", "reC2", "blC1", "grG3", "grG4", "orG3", "puW5", "puW4", "beW5", "beC2", "blG1", "orW3")


@pytest.fixture(scope="module")
def network() -> CardNetwork:
    return CardNetwork.load(MODELS / "cards.onnx", MODELS / "cards.json")


def references(network: CardNetwork, style: int) -> dict[str, Crops]:
    deck = style_deck(style, 240)
    return {code: flat_reference(deck.faces[code], network.manifest.crop)[None] for code in CODES}


def crops_of(pictures: dict[str, Crops], seed: int) -> Crops:
    rng = np.random.default_rng(seed)
    tables = rng.integers(60, 200, (len(pictures), 1, 1, 3), dtype=np.uint8)
    tables = np.broadcast_to(tables, (len(pictures), 124, 80, 3))
    return np.stack(
        [quick_crop(rng, picture[0], table) for picture, table in zip(pictures.values(), tables, strict=True)]
    )


def test_a_reference_is_most_like_itself_upright(network: CardNetwork) -> None:
    pictures = references(network, STYLES[0])
    memory = ReferenceEmbeddings.of(network, pictures)
    likeness = memory.compare(network.look(np.concatenate(list(pictures.values()))))
    assert np.diag(likeness.cosine) == pytest.approx(np.ones(len(CODES)), abs=1e-3)
    assert not np.diag(likeness.turned).any()


def test_a_turned_card_is_the_same_card_turned(network: CardNetwork) -> None:
    pictures = references(network, STYLES[0])
    memory = ReferenceEmbeddings.of(network, pictures)
    crops = np.concatenate(list(pictures.values()))
    upright, turned = memory.compare(network.look(crops)), memory.compare(network.look(crops[:, ::-1, ::-1]))
    assert np.diag(turned.turned).all()
    assert np.diag(turned.cosine) == pytest.approx(np.diag(upright.cosine), abs=1e-3)


def test_cards_of_decks_never_seen_are_found_among_their_neighbours(network: CardNetwork) -> None:
    """Fresh crops in all kinds of light, twelve cards that differ in one thing or two: most must be right."""
    right = []
    for style in STYLES:
        pictures = references(network, style)
        memory = ReferenceEmbeddings.of(network, pictures)
        for seed in range(3):
            likeness = memory.compare(network.look(crops_of(pictures, seed + style)))
            right += [
                memory.labels[best] == code
                for best, code in zip(likeness.cosine.argmax(1), CODES, strict=True)
            ]
    assert np.mean(right) > 0.85


def test_a_second_reference_of_a_label_can_only_help_it(network: CardNetwork) -> None:
    pictures = references(network, STYLES[0])
    crops = crops_of(pictures, 3)
    more = {
        code: np.concatenate([picture, crops[at : at + 1]])
        for at, (code, picture) in enumerate(pictures.items())
    }
    said = network.look(crops)
    one, two = (
        ReferenceEmbeddings.of(network, pictures).compare(said),
        ReferenceEmbeddings.of(network, more).compare(said),
    )
    assert bool(np.all(two.cosine >= one.cosine - 1e-6))
    assert bool(np.all(two.cosine.argmax(axis=1) == np.arange(len(CODES))))


def test_what_is_like_nothing_is_believed_to_be_none(network: CardNetwork) -> None:
    cosine = np.array([[0.95, 0.2], [0.1, 0.05]], np.float32)
    shares = probabilities(cosine, network.manifest.sharpness, network.manifest.refusal)
    assert shares.sum(axis=1) == pytest.approx(np.ones(2))
    assert shares.argmax(axis=1).tolist() == [0, 2]


def test_a_flat_reference_is_framed_like_a_crop(network: CardNetwork) -> None:
    white = np.full((373, 240, 3), 255, np.uint8)
    crop = flat_reference(white, network.manifest.crop)
    assert crop.shape == (124, 80, 3)
    assert crop[62, 40].tolist() == [255, 255, 255]
    assert crop[0, 0].tolist() == [118, 118, 118]
