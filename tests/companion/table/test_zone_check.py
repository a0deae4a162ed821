from __future__ import annotations

from collections import Counter

import pytest

from companion.games.conclave.errors import NotKnownYet
from companion.table.end_of_game import check_zones, confirm_tracked
from companion.table.zone_check import IN_ZONE, NOT_IN_ZONE, Concern, KnownZones, ZoneCheck
from companion.table.zone_photos import Crop, zone_cards
from tests.companion.table.zones import corners_at, seen
from vision.loose_cards import LooseCard

COPIES = dict.fromkeys(("puG5", "puG4", "reC1", "blW2", "orG3", "beC2", "grW5", "grW4"), 1)


def check_of(*cards: LooseCard, tracked: str | None = None, elsewhere: str = "") -> ZoneCheck:
    """A zone on one photo, beside the tracked one if the game was watched."""
    same = [[(0, index)] for index in range(len(cards))]
    own = Counter(tracked.split()) if tracked is not None else None
    return ZoneCheck(zone_cards([cards], same), KnownZones(COPIES, own, Counter(elsewhere.split())))


def codes(check: ZoneCheck) -> list[str]:
    return [str(mage) for mage in check.zone]


def test_what_photo_and_game_agree_on_needs_no_question() -> None:
    check = check_of(seen("puG5"), seen("reC1"), tracked="puG5 reC1")
    assert check.questions == ()
    assert codes(check) == ["puG5", "reC1"]


def test_an_unsure_card_that_the_game_saw_come_is_settled_by_two_witnesses() -> None:
    check = check_of(seen("puG5", or_else="puG4"), seen("reC1"), tracked="puG5 reC1")
    assert codes(check) == ["puG5", "reC1"]


def test_an_unsure_card_is_asked_with_its_picture_and_the_tracked_card_first() -> None:
    check = check_of(seen("puG5", (40, 60), or_else="puG4"), seen("reC1"), tracked="puG4 reC1")
    (question,) = check.questions
    assert question.concern is Concern.UNSURE
    assert question.options[:2] == ("puG4", "puG5")
    assert question.crops == (Crop(0, corners_at(40, 60)),)
    with pytest.raises(NotKnownYet):
        _ = check.zone
    assert codes(check.answer(question.key, "puG4")) == ["puG4", "reC1"]


def test_without_a_watched_game_only_unsure_cards_are_asked() -> None:
    check = check_of(seen("puG5"), seen("grW5", or_else="grW4"))
    (question,) = check.questions
    assert codes(check.answer(question.key, "grW4")) == ["grW4", "puG5"]
    assert codes(check.answer(question.key, NOT_IN_ZONE)) == ["puG5"]


def test_a_card_that_no_photo_shows_is_asked_and_kept_or_dropped() -> None:
    check = check_of(seen("puG5"), tracked="puG5 reC1")
    (question,) = check.questions
    assert (question.concern, question.card, question.crops) == (Concern.MISSING, "reC1", ())
    assert codes(check.answer(question.key, IN_ZONE)) == ["puG5", "reC1"]
    assert codes(check.answer(question.key, NOT_IN_ZONE)) == ["puG5"]


def test_a_sure_card_that_the_game_did_not_see_come_takes_one_question_together_with_the_missing_one() -> (
    None
):
    check = check_of(seen("puG5", or_else="puG4", confidence=0.95), tracked="puG4")
    (question,) = check.questions
    assert question.concern is Concern.NOT_TRACKED
    assert question.options[0] == "puG5"
    assert codes(check.answer(question.key, "puG4")) == ["puG4"]
    (missing,) = check.answer(question.key, "puG5").questions
    assert missing.card == "puG4"


def test_more_of_a_card_than_the_deck_holds_is_asked() -> None:
    check = check_of(seen("puG5"), seen("puG5", (200, 0), or_else="puG4", confidence=0.95))
    (question,) = check.questions
    assert question.concern is Concern.TOO_MANY
    assert question.options[0] == NOT_IN_ZONE
    assert question.crops == (Crop(0, corners_at(200, 0)),)
    assert codes(check.answer(question.key, "puG4")) == ["puG4", "puG5"]


def test_cards_of_another_zone_in_the_picture_are_one_question() -> None:
    check = check_of(
        seen("puG5"), seen("puG4"), seen("reC1"), seen("blW2"), tracked="puG5 puG4", elsewhere="reC1 blW2"
    )
    (question,) = check.questions
    assert question.concern is Concern.OTHER_ZONE
    assert question.card == "blW2 reC1"
    assert len(question.crops) == 2
    assert codes(check.answer(question.key, NOT_IN_ZONE)) == ["puG4", "puG5"]


def test_a_photo_of_the_wrong_zone_is_named_before_anything_else() -> None:
    strange = "reC1 blW2 orG3 beC2"
    check = check_of(*(seen(code) for code in strange.split()), tracked="puG5 grW5", elsewhere=strange)
    (question,) = check.questions
    assert question.concern is Concern.WRONG_ZONE


def test_a_card_face_down_is_not_counted() -> None:
    assert codes(check_of(seen("puG5"), seen("grB?"))) == ["puG5"]


def test_only_open_questions_and_their_options_can_be_answered() -> None:
    check = check_of(seen("puG5", or_else="puG4"))
    with pytest.raises(ValueError, match="card-7"):
        check.answer("card-7", "puG5")
    with pytest.raises(ValueError, match="perhaps"):
        check.answer("card-0", "perhaps")
    assert codes(check.answer("card-0", "blW2")) == ["blW2"]  # any card may be named


def test_zones_without_photos_are_confirmed_and_the_tally_follows_the_rules() -> None:
    ana = zone_cards([[seen("puG5"), seen("reC1", (100, 0))]], [[(0, 0)], [(0, 1)]])
    ben = zone_cards([[seen("puG4"), seen("blW2", (100, 0), or_else="grW5")]], [[(0, 0)], [(0, 1)]])
    end = check_zones([("Ana", ana), ("Ben", ben)], COPIES)
    ((player, question),) = end.questions
    assert player == "Ben"
    result = end.answer("Ben", question.key, "blW2").tally()
    assert result.winners == ("Ana",)
    assert result.players[1].resentment_points == 4
    confirmed = confirm_tracked(COPIES, Counter(["puG5", "reC1"]))
    assert codes(confirmed) == ["puG5", "reC1"]


def test_a_card_that_two_zones_show_is_asked_about() -> None:
    both = zone_cards([[seen("puG5")]], [[(0, 0)]])
    end = check_zones([("Ana", both), ("Ben", both)], COPIES)
    assert [(name, question.concern) for name, question in end.questions] == [
        ("Ana", Concern.OTHER_ZONE),
        ("Ben", Concern.OTHER_ZONE),
    ]
    with pytest.raises(ValueError, match="Cleo"):
        end.answer("Cleo", "card-0", "puG5")
