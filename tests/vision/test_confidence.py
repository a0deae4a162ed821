"""How sure a reading is depends on the rest of its table, too."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from tests.vision.drawn_cards import cells, drawn_deck, table
from tests.vision.numbered_cards import DIGITS, face, on_a_table, taught
from vision.arrays import Picture
from vision.cell_images import quads_of
from vision.choice_features import choice_features
from vision.confidence import (
    COLOUR_NEAR,
    SUREST_MISTAKEN,
    card_confidence,
    colour_in_doubt,
    has_a_sure_digit,
    likelier_to_show,
    perhaps_instead,
    showing,
    shows_its_number,
    state_odds,
    surest_by_looks,
)
from vision.evidence import Evidence, gather
from vision.mistaken_colours import FAR_AHEAD
from vision.opinions import Opinions
from vision.reading_weights import ACCEPTED_FROM, READER_WEIGHTS, WITH_NETWORK
from vision.references import DeckReferences
from vision.strange_light import FAR_AHEAD as FAR_UNDER_LAMPS
from vision.strange_light import OF_MISTAKES
from vision.table_reading import decide, read_cells
from vision.under_lamps import UnderLamps

CODES = [["blX1", "reX2", "grX3"], ["orX1", "blX3", "reX1"]]


@dataclass(frozen=True)
class Stubborn:
    """A second reader that agrees about the first cell and may have other cards in mind for all others."""

    truth: tuple[int, ...]
    contradicts: bool
    likeness: float = 0.97

    def opinions(self, cells_bgr: Picture) -> Opinions:
        count = len(cells_bgr)
        minds = np.array(self.truth)
        if self.contradicts:
            minds[1:] = (minds[1:] + 1) % 12
        codes = np.full((count, 13), -14, np.float32)
        codes[np.arange(count), minds] = 0
        ones = np.ones(count, np.float32)
        return Opinions(
            codes=codes,
            likeness=self.likeness * ones,
            distance=np.where(codes == 0, 0.03, 0.4).astype(np.float32),
            apart=np.full(13, 0.3, np.float32),
            shows=0.99 * ones,
            empty=0.005 * ones,
            covered=0.005 * ones,
        )


def doubt_in_the_first(*, contradicts: bool) -> float:
    """What the curve says against the first card, as a logarithm of odds."""
    deck, found = drawn_deck(), cells(CODES)
    truth = tuple(deck.codes.index(code) for line in CODES for code in line)
    evidence = gather(table(CODES), quads_of(found), deck, Stubborn(truth, contradicts))
    decision = decide(evidence.scores(), np.ones(len(found), bool), deck)
    assert decision.chosen.tolist() == list(truth)
    features = choice_features(evidence, decision.odds, decision.chosen)[0]
    return -float(features @ np.asarray(WITH_NETWORK.choice.weights))


def test_a_card_is_less_sure_on_a_table_whose_other_cards_are_contradicted() -> None:
    """Under a light taken for another, many cards are in doubt and the others only seem to be right."""
    assert doubt_in_the_first(contradicts=True) > doubt_in_the_first(contradicts=False) + 0.3


def with_spot(level: int) -> Evidence:
    """What the readers say of a table whose first card has a spot of this brightness over most of it."""
    deck, found, picture = drawn_deck(), cells(CODES), table(CODES)
    (left, top), (right, bottom) = found[0].corners[[0, 2]].astype(int)
    picture[top + 8 : bottom - 40, left + 4 : right - 4] = level
    truth = tuple(deck.codes.index(code) for line in CODES for code in line)
    return gather(picture, quads_of(found), deck, Stubborn(truth, contradicts=False, likeness=0.8))


def test_a_card_that_a_mirrored_lamp_drowns_is_named_but_never_sure() -> None:
    evidence = with_spot(255)
    assert state_odds(evidence, [1.0] * len(evidence.bright)).claims[0]
    assert 0.5 < showing(evidence)[0] < ACCEPTED_FROM


def test_something_dull_over_most_of_a_card_is_no_drowned_card() -> None:
    evidence = with_spot(150)
    assert not state_odds(evidence, [1.0] * len(evidence.bright)).claims[0]


@dataclass(frozen=True)
class Undecided:
    """A second reader that takes no cell for a card, and every cell for empty with this probability."""

    empty: float

    def opinions(self, cells_bgr: Picture) -> Opinions:
        count = len(cells_bgr)
        ones = np.ones(count, np.float32)
        return Opinions(
            codes=np.zeros((count, 13), np.float32),
            likeness=0.5 * ones,
            distance=np.full((count, 13), 0.5, np.float32),
            apart=np.full(13, 0.3, np.float32),
            shows=0.01 * ones,
            empty=self.empty * ones,
            covered=(0.99 - self.empty) * ones,
        )


def empty_place(hidden: float, called_empty: float) -> float:
    """How surely a place is empty of which a share is hidden by something, the finder being sure of it."""
    codes = [["blX1", "....", "grX3"], ["orX1", "blX3", "reX1"]]
    found, picture = cells(codes), table(codes)
    (left, top), (right, bottom) = found[1].corners[[0, 2]].astype(int)
    picture[bottom - round(hidden * (bottom - top)) : bottom, left:right] = (90, 130, 210)
    evidence = gather(picture, quads_of(found), drawn_deck(), Undecided(called_empty))
    return float(state_odds(evidence, [1.0, 0.0005, 1.0, 1.0, 1.0, 1.0]).empty[1])


def test_a_place_half_hidden_is_asked_about_though_the_rest_is_bare_and_the_finder_is_sure() -> None:
    assert empty_place(hidden=0.0, called_empty=0.55) > ACCEPTED_FROM
    assert 0.5 < empty_place(hidden=0.3, called_empty=0.55) < ACCEPTED_FROM


def test_a_stain_on_the_table_does_not_hide_a_place_that_the_second_reader_calls_empty() -> None:
    assert empty_place(hidden=0.3, called_empty=0.98) > ACCEPTED_FROM


def test_a_place_under_something_smooth_in_the_colour_of_the_table_is_asked_about() -> None:
    """Shade and tint are the table's, the finder and the second reader call it empty: the grain is gone."""
    codes = [["blX1", "....", "grX3"], ["orX1", "blX3", "reX1"]]
    found, picture = cells(codes), table(codes)
    rows = np.random.default_rng(8).normal(0, 14, picture.shape[:2])[..., None]
    grained = np.clip(picture + rows, 0, 255).astype(np.uint8)
    (left, top), (right, bottom) = found[1].corners[[0, 2]].astype(int)
    covered = grained.copy()
    covered[top - 5 : (top + bottom) // 2, left - 5 : right + 5] = (60, 90, 120)

    def sure(frame: Picture) -> float:
        evidence = gather(frame, quads_of(found), drawn_deck(), Undecided(0.98))
        return float(state_odds(evidence, [1.0, 0.0005, 1.0, 1.0, 1.0, 1.0]).empty[1])

    assert sure(grained) > ACCEPTED_FROM
    assert 0.5 < sure(covered) < ACCEPTED_FROM


def test_a_card_that_all_readers_choose_shows_likelier_than_its_hidden_part_says_but_never_surely() -> None:
    shows = np.array([0.3, 0.6, 0.9, 0.96, 0.99], np.float32)
    chosen, hardly = np.full(5, 0.98, np.float32), np.full(5, 0.5, np.float32)
    raised = likelier_to_show(shows, chosen)
    assert raised[0] > 0.7
    assert raised[:3].max() < ACCEPTED_FROM
    np.testing.assert_array_equal(raised[3:], shows[3:])
    np.testing.assert_array_equal(likelier_to_show(shows, hardly), shows)


def test_of_a_sureness_beyond_what_shows_no_more_than_shows_or_a_little_counts_beside_other_looks() -> None:
    shows, sure = np.array([0.4, 0.9, 0.9], np.float32), np.array([0.85, 0.95, 0.88], np.float32)
    np.testing.assert_allclose(surest_by_looks(shows, sure), [0.83, 0.9, 1.0], atol=1e-6)


def test_what_hardly_shows_is_not_made_likelier_by_any_choice() -> None:
    """Of strange things some are like one card more than like all others."""
    few = np.array([0.01, 0.15], np.float32)
    np.testing.assert_array_equal(likelier_to_show(few, np.ones(2, np.float32)), few)


def test_a_number_that_no_taught_card_of_its_drawing_bears_is_doubted() -> None:
    """The blue Crow of 1 was never taught: it is no other blue Crow, whichever of them is the likeliest."""
    pictures = {code: [picture] for code, picture in taught().items() if code != "blC1"}
    deck = DeckReferences.prepare(pictures, {})

    def believed(digit: int) -> float:
        frame, corners = on_a_table(face("bl", "C", digit))
        evidence = gather(frame, corners[None], deck)
        chosen = evidence.scores().argmax(axis=1)
        assert deck.codes[int(chosen[0])].startswith("blC")
        return float(shows_its_number(evidence, chosen)[0])

    assert believed(2) > 0.95
    assert believed(1) < 0.6


def numbers_on_a_table(left_out: int) -> tuple[Evidence, list[str], list[str]]:
    """Eight cards read by a deck of which no card bears one of the digits; their codes and what they are."""
    codes = [f"{colour}C{digit}" for colour in ("bl", "re") for digit in DIGITS]
    pictures = {code: [picture] for code, picture in taught().items() if int(code[-1]) != left_out}
    deck = DeckReferences.prepare(pictures, {})
    laid = [on_a_table(face(code[:2], code[2], int(code[3]))) for code in codes]
    frame = np.concatenate([picture for picture, _ in laid], axis=1)
    width = laid[0][0].shape[1]
    corners = np.stack([own + np.array([index * width, 0]) for index, (_, own) in enumerate(laid)])
    evidence = gather(frame, corners, deck)
    return evidence, [deck.codes[kind] for kind in evidence.scores().argmax(axis=1)], codes


def test_a_number_that_was_never_taught_is_less_like_any_digit_than_its_neighbours_are() -> None:
    """Nobody taught a 3: it is no other number, however sure the likeliest is among the others."""
    evidence, chosen, codes = numbers_on_a_table(left_out=3)
    believed = shows_its_number(evidence, evidence.scores().argmax(axis=1))
    for code, name, sure in zip(codes, chosen, believed.tolist(), strict=True):
        if code.endswith("3"):
            assert sure < 0.5
        else:
            assert name == code
            assert sure > 0.9


def test_a_sure_digit_leaves_only_cards_of_that_digit_to_choose_from() -> None:
    """What another reader would rather have among cards that differ by their digit says nothing then."""
    evidence, chosen, codes = numbers_on_a_table(left_out=0)
    assert chosen == codes
    assert has_a_sure_digit(evidence, evidence.scores().argmax(axis=1)).all()


def test_a_card_of_which_two_curves_of_the_camera_tell_two_codes_is_asked_about() -> None:
    deck, found = drawn_deck(), cells(CODES)
    truth = tuple(deck.codes.index(code) for line in CODES for code in line)
    evidence = gather(table(CODES), quads_of(found), deck, Stubborn(truth, contradicts=False))
    decision = decide(evidence.scores(), np.ones(len(found), bool), deck)
    wavers = np.arange(len(found)) == 0
    sure, doubtful = (
        card_confidence(replace(evidence, wavers=mask), decision.odds, decision.chosen)
        for mask in (np.zeros(len(found), bool), wavers)
    )
    assert sure[0] > doubtful[0]
    assert doubtful[0] < ACCEPTED_FROM
    assert (sure[1:] == doubtful[1:]).all()


def beside_another_colour(ahead: float) -> tuple[Evidence, float, bool]:
    """A table of blue and other cards, the first beside its red sibling: how sure it is, and whether doubted.

    The deck's photos mistake blue for red, and the blue card is so far ahead of the red one.
    """
    deck, found = drawn_deck(), cells(CODES)
    truth = tuple(deck.codes.index(code) for line in CODES for code in line)
    evidence = gather(table(CODES), quads_of(found), deck, Stubborn(truth, contradicts=False))
    scores, sibling = evidence.scores()[0], deck.codes.index("reX1")
    light = evidence.light.copy()
    light[0, sibling] += (scores[truth[0]] - ahead - scores[sibling]) / READER_WEIGHTS.light
    known = deck.with_mistaken([("blX2", "reX2")]).mistaken
    near = replace(evidence, light=light, mistaken=known)
    chosen = near.scores().argmax(axis=1)
    assert chosen.tolist() == list(truth)
    odds = decide(near.scores(), np.ones(len(found), bool), deck).odds
    return near, float(card_confidence(near, odds, chosen)[0]), bool(colour_in_doubt(near, chosen)[0])


def test_a_colour_that_the_decks_own_photos_mistake_is_told_only_far_ahead_of_the_other() -> None:
    _, near, _ = beside_another_colour(FAR_AHEAD - 1)
    _, far, _ = beside_another_colour(FAR_AHEAD + 1)
    assert near < SUREST_MISTAKEN + 1e-6
    assert SUREST_MISTAKEN < ACCEPTED_FROM < far


def test_a_deck_whose_photos_mistake_nothing_is_not_asked_about_for_that() -> None:
    evidence, doubted, _ = beside_another_colour(FAR_AHEAD - 1)
    chosen = evidence.scores().argmax(axis=1)
    odds = decide(evidence.scores(), np.ones(len(chosen), bool), drawn_deck()).odds
    assert card_confidence(replace(evidence, mistaken=()), odds, chosen)[0] > ACCEPTED_FROM > doubted


def test_under_a_strange_light_a_colour_must_be_as_far_ahead_as_lamps_ask() -> None:
    evidence, _, _ = beside_another_colour(40.0)
    chosen = evidence.scores().argmax(axis=1)
    odds = decide(evidence.scores(), np.ones(len(chosen), bool), drawn_deck()).odds

    def sure(needed: float, *, strange: bool) -> float:
        pairs = (UnderLamps("blX2", "reX2", (needed - FAR_UNDER_LAMPS) / OF_MISTAKES),)
        lamps = drawn_deck().with_lamps(pairs).under_lamps
        asked = replace(evidence, mistaken=(), under_lamps=lamps, strange_light=strange)
        return float(card_confidence(asked, odds, chosen)[0])

    assert sure(45.0, strange=True) < SUREST_MISTAKEN + 1e-6
    assert sure(35.0, strange=True) > ACCEPTED_FROM
    assert sure(45.0, strange=False) > ACCEPTED_FROM


def test_colours_that_photos_mistake_must_be_as_far_ahead_as_lamps_ask_in_every_light() -> None:
    evidence, _, _ = beside_another_colour(40.0)
    chosen = evidence.scores().argmax(axis=1)
    lamps = drawn_deck().with_lamps((UnderLamps("blX2", "reX2", 20.0),)).under_lamps  # 45 ahead

    def doubted(mistaken: tuple[tuple[int, int], ...]) -> bool:
        return bool(perhaps_instead(replace(evidence, under_lamps=lamps, mistaken=mistaken), chosen)[0].any())

    assert not evidence.strange_light
    assert doubted(evidence.mistaken)
    assert not doubted(())


def test_what_is_asked_about_for_its_light_offers_the_other_colour_first() -> None:
    deck, found = drawn_deck(), cells(CODES)
    warm = np.clip(table(CODES) * (0.8, 0.97, 1.0), 0, 255).astype(np.uint8)
    alike = deck.with_lamps((UnderLamps("blX1", "reX1", 1000.0),))
    asked, sure = (next(iter(read_cells(warm, found, one))) for one in (alike, deck))
    assert [guess.name[:2] for guess in asked.candidates[:2]] == ["bl", "re"]
    assert asked.candidates[0].name == sure.candidates[0].name == "blX1"
    assert asked.candidates[0].confidence < SUREST_MISTAKEN + 1e-6
    assert not asked.accepted
    assert sure.accepted


def test_the_light_of_a_table_is_strange_by_its_tint_and_some_of_its_cells_lie_in_it() -> None:
    deck, found = drawn_deck(), cells(CODES)
    even, warm = table(CODES), np.clip(table(CODES) * (0.8, 0.97, 1.0), 0, 255).astype(np.uint8)
    whole = gather(warm, quads_of(found), deck)
    assert whole.strange_light
    assert gather(warm, quads_of(found[:1]), deck, table=whole.table).strange_light
    assert not gather(even, quads_of(found), deck).strange_light


def test_a_card_that_another_colour_is_near_to_is_doubted_for_its_colour() -> None:
    assert beside_another_colour(COLOUR_NEAR - 1)[2]
    assert not beside_another_colour(COLOUR_NEAR + 1)[2]
