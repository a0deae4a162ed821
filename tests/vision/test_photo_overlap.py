from __future__ import annotations

import numpy as np

from tests.companion.table.zones import seen
from vision.cell_images import through
from vision.loose_cards import LooseCard
from vision.photo_overlap import Sighting, overlap_photos

ONE_EACH: dict[str, int] = {}
TWO_GAZELLES = {"puG5": 2}
WAY = np.array([[0.9, 0.2, 30.0], [-0.15, 1.1, 12.0], [0.0002, 0.0001, 1.0]])


def moved(card: LooseCard) -> LooseCard:
    """The same card in a photo taken from elsewhere."""
    (a, b, c, d) = through(WAY[None], np.array(card.corners)[None])[0].tolist()
    return LooseCard(
        card.state, card.candidates, card.confidence, card.accepted, (tuple(a), tuple(b), tuple(c), tuple(d))
    )


def sizes(photos: list[list[LooseCard]], copies: dict[str, int]) -> list[int]:
    return sorted(len(card) for card in overlap_photos(photos, copies).cards)


def test_the_same_photo_twice_shows_no_more_cards() -> None:
    photo = [seen("puG5", (0, 0)), seen("reC1", (100, 0)), seen("blW2", (200, 50))]
    assert sizes([photo, photo], ONE_EACH) == [2, 2, 2]


def test_two_copies_are_told_from_one_card_seen_twice_by_their_places() -> None:
    first = [seen("reC1", (100, 0)), seen("blW2", (200, 50)), seen("puG5", (0, 0))]
    again = [moved(card) for card in first[:2]]
    assert sizes([first, [*again, moved(seen("puG5", (0, 0)))]], TWO_GAZELLES) == [2, 2, 2]
    assert sizes([first, [*again, moved(seen("puG5", (320, 120)))]], TWO_GAZELLES) == [1, 1, 2, 2]


def test_a_card_read_differently_in_two_photos_is_still_one_card() -> None:
    first = [seen("reC1", (100, 0)), seen("blW2", (200, 50)), seen("puG5", (0, 0))]
    second = [moved(first[0]), moved(first[1]), moved(seen("puG4", (0, 0), or_else="puG5"))]
    cards = overlap_photos([first, second], ONE_EACH).cards
    assert (Sighting(0, 2), Sighting(1, 2)) in cards


def test_cards_of_a_fan_are_joined_with_their_likes_though_the_next_one_lies_near() -> None:
    fan = [seen("puG5", (0, 0)), seen("puG4", (14, 0)), seen("reC1", (28, 0)), seen("blW2", (42, 0))]
    second = [moved(card) for card in (fan[1], fan[2], fan[0], fan[3])]
    pairs = {tuple(seen_at) for seen_at in overlap_photos([fan, second], {"puG5": 2, "puG4": 2}).cards}
    assert pairs == {
        (Sighting(0, 0), Sighting(1, 2)),
        (Sighting(0, 1), Sighting(1, 0)),
        (Sighting(0, 2), Sighting(1, 1)),
        (Sighting(0, 3), Sighting(1, 3)),
    }


def test_photos_that_share_one_card_are_joined_by_a_card_the_deck_holds_once() -> None:
    first, second = [seen("reC1", (0, 0)), seen("blW2", (200, 50))], [seen("reC1", (40, 40))]
    found = overlap_photos([first, second], ONE_EACH)
    assert sorted(len(card) for card in found.cards) == [1, 2]
    assert found.apart == {(0, 1)}
    assert sizes([[seen("puG5")], [seen("puG5")]], TWO_GAZELLES) == [1, 1]


def test_no_photos_show_no_cards() -> None:
    assert overlap_photos([], ONE_EACH).cards == ()
    assert overlap_photos([[], []], ONE_EACH).cards == ()
