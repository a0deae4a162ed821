"""The network as a second reader: it judges by itself, and its word changes what is believed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.vision.drawn_cards import cells, drawn_deck, table
from vision.card_network import CardNetwork
from vision.network_reader import NetworkReader, load_network
from vision.opinions import Opinions
from vision.references import DeckReferences
from vision.table_reading import read_cells

MODELS = Path(__file__).parents[2] / "models"
LINE = [["blX1", "reX3", "grX2", "orX1"]]


@pytest.fixture(scope="module")
def deck() -> DeckReferences:
    return drawn_deck()


@pytest.fixture(scope="module")
def network() -> CardNetwork:
    return load_network(MODELS)


class Stubborn:
    """A reader that is sure of one code for every cell."""

    def __init__(self, deck: DeckReferences, code: str) -> None:
        self.codes = np.where(np.array(deck.codes) == code, 0.0, -40.0).astype(np.float32)

    def opinions(self, cells_bgr: np.ndarray) -> Opinions:
        ones = np.ones(len(cells_bgr), np.float32)
        codes = np.tile(self.codes, (len(cells_bgr), 1))
        apart = np.full(len(self.codes), 0.5, np.float32)
        return Opinions(codes, ones, -codes, apart, ones, 0 * ones, 0 * ones)


def test_every_code_gets_a_word_and_the_best_is_nought(deck: DeckReferences, network: CardNetwork) -> None:
    crops = np.random.default_rng(3).integers(0, 256, (5, 124, 80, 3), dtype=np.uint8)
    said = NetworkReader.of(network, deck).opinions(crops)
    assert said.codes.shape == (5, len(deck.codes))
    assert said.codes.max(axis=1) == pytest.approx(np.zeros(5))
    assert bool(np.all((said.shows >= 0) & (said.shows + said.empty + said.covered <= 1 + 1e-5)))


def test_a_table_is_read_with_the_network_that_comes_with_the_deck(
    deck: DeckReferences, network: CardNetwork
) -> None:
    both = deck.seen_by(NetworkReader.of(network, deck))
    assert [cell.code for cell in read_cells(table(LINE), cells(LINE), both)] == LINE[0]


def test_a_reader_that_disagrees_makes_the_reading_less_sure(deck: DeckReferences) -> None:
    agreeing = read_cells(table(LINE), cells(LINE), deck.seen_by(Stubborn(deck, "blX1")))
    doubting = read_cells(table(LINE), cells(LINE), deck.seen_by(Stubborn(deck, "orX3")))
    assert doubting.cell(0, 0).confidence < agreeing.cell(0, 0).confidence
