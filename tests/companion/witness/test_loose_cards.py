"""Photos of zones as evidence: read as they are stored, and read the same again elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from companion.journal.bundle import export_game
from companion.journal.counting import CountBegun, ZonePhotographed
from companion.journal.errors import Damaged
from companion.journal.journal import Journal
from companion.journal.sightings import Sighting, print_sighting
from companion.journal.verification import Held, verify_bundle
from companion.witness.rereading import FrameRereader
from companion.witness.testimony import LooseTestimony
from tests.companion.journal.tables import hidden_setup
from tests.companion.witness.photographed import laid_out, witness

CARDS = "puG5 reC1 grW2"


@cache
def told() -> LooseTestimony:
    return witness().testify_to_loose(laid_out(CARDS, columns=3))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    one = Journal(tmp_path)
    yield one
    one.close()


def checked(journal: Journal, sighting: Sighting) -> list[Held]:
    """A game whose only photo is of a zone, exported and checked from the pixels up."""
    story = journal.count(journal.start(hidden_setup(), "host"), CountBegun(), "host")
    pieces = (*told().pieces[:-1], print_sighting(sighting))
    story = journal.count(story, ZonePhotographed("Ana"), "Ana", pieces)
    return list(verify_bundle(export_game(journal, story.game_id), FrameRereader()))


def recorded() -> Sighting:
    sighting = told().sighting
    assert sighting is not None
    return sighting


def test_a_photo_of_a_zone_is_read_the_same_again(journal: Journal) -> None:
    assert sorted(str(cell.code) for cell in recorded().cells) == sorted(CARDS.split())
    assert recorded().layout == "free"
    held = checked(journal, recorded())
    assert any("1 frames read again, 3 cells" in one.said for one in held)


def test_a_card_that_was_recorded_as_another_is_named(journal: Journal) -> None:
    cells = recorded().cells
    other = replace(cells[0], candidates=(("blW5", 0.99),))
    with pytest.raises(Damaged, match="was recorded as blW5"):
        checked(journal, replace(recorded(), cells=(other, *cells[1:])))


def test_a_card_that_was_not_recorded_is_named(journal: Journal) -> None:
    with pytest.raises(Damaged, match="which was not recorded"):
        checked(journal, replace(recorded(), cells=recorded().cells[:-1]))


def test_a_picture_without_cards_testifies_to_nothing() -> None:
    assert witness().testify_to_loose(laid_out(CARDS)[:150, :100]).sighting is None
