from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.deck_folder import find_deck
from models.training.reading_trials import Decks
from models.training.scenes.free_scene import LaidZone, render_free_scene
from tests.proofs.free_layouts import Count, count_layout, drawn_cards
from vision import free_reading
from vision.arrays import Picture
from vision.cell_images import homographies
from vision.explained_cards import ExplainedCards
from vision.free_hypotheses import find_explained
from vision.free_reading import read_free
from vision.loose_cards import LooseCard
from vision.readings import CellState
from vision.references import DeckReferences

WIDTH, HEIGHT = 112, 174


@pytest.fixture(scope="module")
def deck() -> DeckReferences:
    folder = find_deck("house")
    faces = {label.code: folder.reference_images(label.code) for label in folder.labels}
    backs = {label.code: folder.reference_images(label.code) for label in folder.backs}
    return DeckReferences.prepare(faces, backs, folder.counts)


def table_with(*cards: tuple[str, float, float, float]) -> Picture:
    """A grey table with cards: code, middle in pixels, turn in degrees; later ones lie on top."""
    folder = find_deck("house")
    table = np.full((720, 1100, 3), (96, 104, 99), np.uint8)
    noise = np.random.default_rng(3).normal(0, 2.0, table.shape)
    for code, x, y, degrees in cards:
        face = folder.reference_images(code)[0]
        turn = np.radians(degrees)
        half = np.array([[-WIDTH, -HEIGHT], [WIDTH, -HEIGHT], [WIDTH, HEIGHT], [-WIDTH, HEIGHT]]) / 2
        quad = half @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + (x, y)
        own = np.array(
            [[0, 0], [face.shape[1], 0], [face.shape[1], face.shape[0]], [0, face.shape[0]]], float
        )
        way = homographies(own, quad[None])[0]
        size = (table.shape[1], table.shape[0])
        mask = cv2.warpPerspective(np.full(face.shape[:2], 255, np.uint8), way, size)
        laid = cv2.warpPerspective(cv2.GaussianBlur(face, (0, 0), face.shape[1] / 250), way, size)
        table[mask > 127] = laid[mask > 127]
    return np.clip(table + noise, 0, 255).astype(np.uint8)


def named(cards: tuple[LooseCard, ...]) -> Counter[str]:
    return Counter(card.code for card in cards)


def test_a_fan_is_read_by_the_strips_that_show(deck: DeckReferences) -> None:
    fan = [("puG5", 300, 300, -10), ("reC1", 345, 300, 0), ("blW2", 390, 305, 10), ("orG4", 800, 400, 77)]
    cards = read_free(table_with(*fan), deck)
    assert named(cards) == {"puG5": 1, "reC1": 1, "blW2": 1, "orG4": 1}
    by_code = {card.code: card for card in cards}
    assert by_code["puG5"].overlapped
    assert by_code["puG5"].visible < 0.7
    assert not by_code["blW2"].overlapped
    assert not by_code["orG4"].overlapped
    assert by_code["orG4"].accepted
    # The top left of a card that lies on its side by 77 degrees is at the right.
    assert by_code["orG4"].corners[0][0] > 860


def test_more_copies_than_the_deck_holds_are_named_as_they_look_and_not_all_accepted(
    deck: DeckReferences,
) -> None:
    cards = read_free(table_with(("puG5", 250, 300, 0), ("puG5", 500, 300, 30), ("reC1", 800, 300, 0)), deck)
    assert named(cards) == {"puG5": 2, "reC1": 1}
    assert sum(card.accepted for card in cards if card.code == "puG5") <= 1


def test_a_card_face_down_is_a_back(deck: DeckReferences) -> None:
    folder = find_deck("house")
    back = folder.backs[0].code
    cards = read_free(table_with((back, 300, 300, 20), ("reC1", 700, 300, 0)), deck)
    assert {card.code: card.state for card in cards} == {back: CellState.BACK, "reC1": CellState.CARD}


def test_things_that_are_no_cards_of_the_deck_are_refused(deck: DeckReferences) -> None:
    table = table_with(("reC1", 300, 300, 0))
    cv2.rectangle(table, (600, 200), (712, 374), (230, 235, 240), -1)
    cv2.putText(table, "NOTE", (612, 300), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (30, 30, 30), 3)
    assert named(read_free(table, deck)) == {"reC1": 1}


@pytest.mark.parametrize("tile", [(60, 93), (40, 62)])
def test_tiles_with_the_shape_of_cards_tell_no_wrong_plane(
    deck: DeckReferences, tile: tuple[int, int]
) -> None:
    """They are many and alike, and the cards of a fan have hardly an outline."""
    fan = [("puG5", 300, 300, -10), ("reC1", 345, 300, 0), ("blW2", 390, 305, 10), ("orG4", 430, 310, 18)]
    table = table_with(*fan)
    bare = (np.abs(table.astype(int) - (96, 104, 99)) < 14).all(2)
    rows, columns = np.mgrid[: table.shape[0], : table.shape[1]]
    dark = ((rows // tile[1] + columns // tile[0]) % 2 == 0) & bare
    table[dark], table[bare & ~dark] = (28, 30, 30), (222, 226, 228)
    assert named(read_free(table, deck)) == {"puG5": 1, "reC1": 1, "blW2": 1, "orG4": 1}


def test_a_part_that_two_readers_name_otherwise_is_asked(
    deck: DeckReferences, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a number of which only the tip shows, each may be sure of another; a whole card needs one reader."""
    fan = [("puG5", 300, 300, 0), ("reC1", 345, 300, 0), ("orG4", 800, 400, 77)]
    table = table_with(*fan)
    agreed = {card.code: card.accepted for card in read_free(table, deck)}
    assert agreed == {"puG5": True, "reC1": True, "orG4": True}
    other = {"puG5": "puG4", "orG4": "orG5"}

    def named_otherwise(*asked: Any) -> ExplainedCards:
        cards = find_explained(*asked)
        codes = [deck.codes[deck.kinds[picture]] for picture in cards.picture]
        pictures = [
            int(np.flatnonzero(deck.kinds == deck.codes.index(other.get(one, one)))[0]) for one in codes
        ]
        return replace(cards, picture=np.array(pictures, np.intp))

    monkeypatch.setattr(free_reading, "find_explained", named_otherwise)
    as_well = {card.code: card.accepted for card in read_free(table, deck)}
    assert as_well == agreed, "what they are named explains them as well"
    monkeypatch.setattr(free_reading, "explained_as", lambda _, cards, *__: np.full(len(cards), 0.8))
    disputed = {card.code: card.accepted for card in read_free(table, deck)}
    assert disputed == {"puG5": False, "reC1": True, "orG4": True}


def test_a_part_of_a_card_must_be_surer_than_a_whole_one(
    deck: DeckReferences, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of a crow lies under a gazelle; both are named with 0.95."""
    table = table_with(("reC1", 400, 360, 0), ("puG5", 460, 360, 0))
    assert all(card.accepted for card in read_free(table, deck))
    monkeypatch.setattr(free_reading, "_confidence", lambda cards, *_: np.full(len(cards), 0.95, np.float32))
    told = {card.code: card.accepted for card in read_free(table, deck)}
    assert told == {"puG5": True, "reC1": False}


def rendered(seed: int, name: str) -> Count:
    """A layout of a drawn deck, rendered and read."""
    decks = Decks()
    zone = LaidZone(drawn_cards(decks.scene_deck(name), seed))
    scene = render_free_scene(seed, "normal", decks.scene_deck(name), (1920, 1080), zone)
    return count_layout(scene.truth.free_cards, read_free(scene.frame_bgr, decks.references(name)))


def test_cards_on_a_chequered_cloth_are_found_though_its_squares_are_more() -> None:
    """Squares that look like small cards on a slanted table, and 27 cards among them."""
    count = rendered(770002, "style-773")
    assert count.whole_right >= count.whole - 1 > 10
    assert count.accepted_wrong == 0


def test_a_number_of_which_only_the_tip_shows_is_never_silently_another() -> None:
    """Two cards in a column whose 3 shows its two tips alone, which one reader took for a 1."""
    count = rendered(770013, "style-772")
    assert count.part_right > 3
    assert count.accepted_wrong == 0


def test_an_empty_table_has_no_cards(deck: DeckReferences) -> None:
    assert read_free(table_with(), deck) == ()
