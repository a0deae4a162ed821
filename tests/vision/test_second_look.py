"""Cards whose corners the finder missed by far are laid anew, and only those."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.drawn_cards import cells, drawn_deck, table
from vision.arrays import Picture, Points
from vision.cell_images import quads_of
from vision.glance import Glance, glance_at
from vision.opinions import Opinions
from vision.references import DeckReferences
from vision.second_look import laid_better

TABLE = [["blX1", "reX3r", "grX2", "orX1"], ["orX3", "....", "blX3", "reX2"]]
HEAD, BARE = 1, 5


@pytest.fixture(scope="module")
def deck() -> DeckReferences:
    return drawn_deck()


class Silent:
    """A second reader that has no opinion, and remembers how many cells it was asked about."""

    def __init__(self, codes: int) -> None:
        self.asked: list[int] = []
        self._codes = codes

    def opinions(self, cells_bgr: Picture) -> Opinions:
        """Nothing for any code; how many cells were shown instead of a likeness."""
        count = len(cells_bgr)
        self.asked.append(count)
        nothing = np.zeros((count, self._codes), np.float32)
        even = np.full(count, 1 / 3, np.float32)
        told = np.full(count, count, np.float32)
        return Opinions(nothing, told, nothing, np.ones(self._codes, np.float32), even, even, even)


def off(quads: Points, which: list[int]) -> Points:
    """The corners as a finder gives them that saw some cards' places, but not how the cards lie there."""
    wrong = quads.copy()
    for index in which:
        middle = quads[index].mean(axis=0)
        turn = cv2.getRotationMatrix2D((float(middle[0]), float(middle[1])), 5.0, 0.97)
        wrong[index] = cv2.transform(quads[index][None], turn)[0] + (5.0, -4.0)
    return wrong


def glanced(deck: DeckReferences, which: list[int], second: Silent | None = None) -> Glance:
    return glance_at(table(TABLE), off(quads_of(cells(TABLE)), which), deck, second)


def farthest(glance: Glance, index: int) -> float:
    """How many pixels a corner of a card lies off at most."""
    true = quads_of(cells(TABLE))[index]
    true = np.roll(true, 2, axis=0) if index == HEAD else true
    return float(np.abs(glance.comparison.corners[index] - true).max())


def test_cards_whose_corners_were_missed_by_far_are_laid_anew(deck: DeckReferences) -> None:
    first = glanced(deck, [HEAD, 3])
    again = laid_better(first)
    for index, turned in ((HEAD, True), (3, False)):
        assert farthest(again, index) < 0.5 * farthest(first, index)
        assert again.comparison.explained[index] > first.comparison.explained[index] + 0.03
        assert bool(again.comparison.turned[index]) is turned
        codes = [deck.codes[glance.shape[index].argmax()] for glance in (first, again)]
        assert codes[1] == TABLE[0][index].removesuffix("r")


def test_all_others_stay_as_they_were_seen(deck: DeckReferences) -> None:
    first = glanced(deck, [3])
    again = laid_better(first)
    others = [index for index in range(8) if index != 3]
    for name in ("corners", "misfit", "explained", "likeness", "blocks"):
        before, now = getattr(first.comparison, name), getattr(again.comparison, name)
        np.testing.assert_array_equal(now[others], before[others])
    np.testing.assert_array_equal(again.comparison.patches[:, others], first.comparison.patches[:, others])
    assert again.comparison.light.misfit[3].min() < first.comparison.light.misfit[3].min()


def test_a_table_whose_cards_lie_well_is_left_alone(deck: DeckReferences) -> None:
    first = glanced(deck, [])
    assert laid_better(first) is first


def test_the_second_reader_sees_the_cards_that_were_laid_anew_once_more(deck: DeckReferences) -> None:
    second = Silent(len(deck.codes))
    again = laid_better(glanced(deck, [0, 3], second)).opinions()
    assert again is not None
    assert second.asked == [8, 2]
    assert again.likeness.tolist() == [2, 8, 8, 2, 8, 8, 8, 8]
