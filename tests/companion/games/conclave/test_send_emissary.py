"""Send a Mage as an Emissary to the Conclave, phase 2."""

from __future__ import annotations

import pytest

from companion.games.conclave.components import FaceDownMage, Magic
from companion.games.conclave.conclave import CELLS, CENTRE, Cell, Conclave
from companion.games.conclave.errors import AgainstTheRules
from companion.games.conclave.notation import mage, parse_conclave
from companion.games.conclave.rulings import PlainRule, Ruling
from companion.games.conclave.send_emissary import card_played, legal_places, require_legal_place

CORNER = parse_conclave("""
    beC2  ....  ....  ....
    ....  ....  ....  ....
    ....  ....  ....  ....
    ....  ....  ....  ....
""")


def test_an_emissary_goes_beside_a_card() -> None:
    """Ruling adjacent-place: an empty cell that shares a side with a card."""
    assert legal_places(CORNER) == (Cell(0, 1), Cell(1, 0))


def test_at_the_start_the_four_cells_of_the_centre_are_open() -> None:
    ring = Conclave((mage("puG5"),) * 16).without(CENTRE)
    assert legal_places(ring) == CENTRE


def test_an_empty_conclave_is_open_everywhere() -> None:
    """Ruling adjacent-place, the second half."""
    assert legal_places(Conclave()) == CELLS
    require_legal_place(Conclave(), Cell(2, 2))


def test_a_full_conclave_is_open_nowhere() -> None:
    assert legal_places(Conclave((mage("puG5"),) * 16)) == ()


def test_an_occupied_cell_is_refused() -> None:
    with pytest.raises(AgainstTheRules) as refusal:
        require_legal_place(CORNER, Cell(0, 0))
    assert refusal.value.rule is PlainRule.EMPTY_SPACE
    assert refusal.value.fact == "cell 0,0 already holds a card"


def test_a_cell_that_touches_only_a_corner_is_refused() -> None:
    with pytest.raises(AgainstTheRules) as refusal:
        require_legal_place(CORNER, Cell(1, 1))
    assert refusal.value.rule is Ruling.ADJACENT_PLACE
    assert refusal.value.fact == "cell 1,1 touches no card"
    require_legal_place(CORNER, Cell(1, 0))


def test_a_known_hand_plays_the_card_itself() -> None:
    assert card_played((FaceDownMage(Magic.MIND), mage("puG5")), mage("puG5")) == mage("puG5")
    assert card_played((mage("puG4"), mage("reC1")), mage("puG5")) is None


def test_a_hidden_hand_plays_the_back_that_says_most() -> None:
    """A back that shows the Magic is surely it before one that nobody saw."""
    back, unseen = FaceDownMage(Magic.MIND), FaceDownMage()
    assert card_played((unseen, back), mage("puG5")) == back
    assert card_played((back, unseen), mage("reC1")) == unseen
    assert card_played((back,), mage("reC1")) is None
    assert card_played((), mage("reC1")) is None
