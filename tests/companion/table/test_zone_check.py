from __future__ import annotations

from collections import Counter

import pytest

from companion.games.conclave.errors import NotKnownYet
from companion.table.end_of_game import EndOfGame, ShownZone
from companion.table.zone_check import ZoneCheck
from companion.table.zone_photos import Crop, ZoneCard, zone_cards
from companion.table.zone_questions import IN_ZONE, NOT_IN_ZONE, Concern, KnownZones
from tests.companion.table.zones import corners_at, seen
from vision.loose_cards import LooseCard

COPIES = dict.fromkeys(("puG5", "puG4", "reC1", "blW2", "orG3", "beC2", "grW5", "grW4"), 1)


def check_of(*cards: LooseCard, tracked: str | None = None, elsewhere: str = "", hand: int = 0) -> ZoneCheck:
    """A zone on one photo, beside the tracked one if the game was watched."""
    same = [[(0, index)] for index in range(len(cards))]
    own = Counter(tracked.split()) if tracked is not None else None
    known = KnownZones(COPIES, own, hand, Counter(elsewhere.split()))
    return ZoneCheck(zone_cards([cards], same), known)


def on_one_photo(*cards: LooseCard) -> tuple[ZoneCard, ...]:
    return zone_cards([cards], [[(0, index)] for index in range(len(cards))])


def all_there(check: ZoneCheck) -> ZoneCheck:
    """The player says that these are all cards of the zone."""
    (question,) = check.questions
    assert question.concern is Concern.COUNT
    return check.answer(question.key, question.options[0])


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


def test_without_a_watched_game_unsure_cards_are_asked_and_then_the_count() -> None:
    check = check_of(seen("puG5"), seen("grW5", or_else="grW4"))
    (question,) = check.questions
    assert question.concern is Concern.UNSURE
    assert codes(all_there(check.answer(question.key, "grW4"))) == ["grW4", "puG5"]
    assert codes(all_there(check.answer(question.key, NOT_IN_ZONE))) == ["puG5"]


def test_a_card_that_no_photo_shows_is_named_and_the_count_asked_again() -> None:
    check = check_of(seen("puG5"))
    (question,) = check.questions
    assert question.options == ("1",)
    more = check.add("reC1")
    assert more.questions[0].options == ("2",)
    assert codes(all_there(more)) == ["puG5", "reC1"]


def test_any_card_that_shows_can_be_said_anew() -> None:
    check = all_there(check_of(seen("puG5"), seen("reC1")))
    assert codes(check.answer("card-0.1", "blW2")) == ["blW2", "puG5"]
    assert codes(all_there(check.answer("card-0.1", NOT_IN_ZONE))) == ["puG5"]


def test_strangers_in_a_watched_zone_are_the_cards_of_the_hand() -> None:
    check = check_of(*map(seen, ("puG5", "reC1", "blW2", "orG3")), tracked="puG5", hand=3)
    assert check.questions == ()
    assert codes(check) == ["blW2", "orG3", "puG5", "reC1"]


def test_a_card_of_the_hand_that_no_photo_shows_is_named() -> None:
    check = check_of(seen("puG5"), seen("reC1"), tracked="puG5", hand=2)
    (question,) = check.questions
    assert (question.concern, question.key) == (Concern.HAND, "hand-0")
    assert codes(check.answer(question.key, "blW2")) == ["blW2", "puG5", "reC1"]
    assert codes(check.answer(question.key, NOT_IN_ZONE)) == ["puG5", "reC1"]


def test_more_strangers_than_the_hand_had_are_asked_the_likely_misreading_first() -> None:
    check = check_of(seen("reC1"), seen("puG5", or_else="puG4", confidence=0.95), tracked="puG4", hand=1)
    (question,) = check.questions
    assert (question.concern, question.card) == (Concern.NOT_TRACKED, "puG5")
    assert codes(check.answer(question.key, "puG4")) == ["puG4", "reC1"]


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
    assert question.crops == (Crop(0, corners_at(200, 0)), Crop(0, corners_at(0, 0)))
    assert codes(all_there(check.answer(question.key, "puG4"))) == ["puG4", "puG5"]


def test_a_card_said_to_be_one_that_is_counted_at_its_place_is_the_same_card_and_counted_once() -> None:
    check = check_of(seen("puG5"), seen("grW5", (20, 0), or_else="grW4"), tracked="puG5", hand=0)
    (question,) = check.questions
    told = check.answer(question.key, "puG5")
    assert told.questions == ()
    assert codes(told) == ["puG5"]
    assert codes(told.answer("card-0.0", "puG5")) == ["puG5"]  # said of both, it is still one card


def test_a_reading_that_repeats_a_sure_card_at_its_place_is_not_asked() -> None:
    check = check_of(seen("puG5"), seen("puG5", (10, 10), confidence=0.95), tracked="puG5")
    assert codes(check) == ["puG5"]


def test_two_cards_apart_that_people_call_by_the_name_of_one_stay_open_until_one_is_another() -> None:
    check = check_of(seen("puG5"), seen("grW5", (200, 0), or_else="grW4"))
    told = check.answer("card-0.1", "puG5")
    (question,) = told.questions
    assert (question.concern, question.key) == (Concern.TOO_MANY, "card-0.0")
    both = told.answer("card-0.0", "puG5")
    (still,) = both.questions
    assert (still.concern, still.card) == (Concern.TOO_MANY, "puG5")
    assert "puG5" not in still.options
    with pytest.raises(NotKnownYet):
        _ = both.zone
    assert codes(all_there(both.answer(still.key, NOT_IN_ZONE))) == ["puG5"]


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
    assert codes(all_there(check_of(seen("puG5"), seen("grB?")))) == ["puG5"]


def test_only_open_questions_and_their_options_can_be_answered() -> None:
    check = check_of(seen("puG5", or_else="puG4"))
    with pytest.raises(ValueError, match=r"card-0\.7"):
        check.answer("card-0.7", "puG5")
    with pytest.raises(ValueError, match="perhaps"):
        check.answer("card-0.0", "perhaps")
    with pytest.raises(ValueError, match="perhaps"):
        check.add("perhaps")
    assert codes(all_there(check.answer("card-0.0", "blW2"))) == ["blW2"]  # any card may be named
    counted = check.answer("card-0.0", "puG5")
    with pytest.raises(ValueError, match="blW2"):
        counted.answer("count", "blW2")


def test_a_zone_that_nobody_has_shown_is_waited_for() -> None:
    end = EndOfGame((ShownZone("Ana", on_one_photo(seen("puG5"))), ShownZone("Ben")), COPIES)
    assert end.waiting_for == ("Ben",)
    with pytest.raises(NotKnownYet):
        end.answer("Ana", "count", "1").tally()


def test_zones_are_tallied_by_the_rules_once_nothing_is_open() -> None:
    ana = on_one_photo(seen("puG5"), seen("reC1", (100, 0)))
    ben = on_one_photo(seen("puG4"), seen("blW2", (100, 0), or_else="grW5"))
    end = EndOfGame((ShownZone("Ana", ana), ShownZone("Ben", ben)), COPIES)
    assert [(name, question.key) for name, question in end.questions] == [
        ("Ana", "count"),
        ("Ben", "card-0.1"),
    ]
    for player, key, choice in (("Ben", "card-0.1", "blW2"), ("Ben", "count", "2"), ("Ana", "count", "2")):
        end = end.answer(player, key, choice)
    result = end.tally()
    assert result.winners == ("Ana",)
    assert result.players[1].resentment_points == 4


def test_a_confirmed_zone_needs_no_photo_and_asks_for_the_hand() -> None:
    zone = ShownZone("Ana", (), Counter(["puG5", "reC1"]), hand=1, confirmed=True)
    end = EndOfGame((zone,), COPIES)
    ((_, question),) = end.questions
    assert question.concern is Concern.HAND
    assert codes(end.answer("Ana", question.key, "blW2").check("Ana")) == ["blW2", "puG5", "reC1"]


def test_a_card_that_two_zones_show_is_settled_in_one_tap() -> None:
    both = on_one_photo(seen("puG5"))
    end = EndOfGame((ShownZone("Ana", both), ShownZone("Ben", both)), COPIES)
    assert [(name, question.concern) for name, question in end.questions] == [
        ("Ana", Concern.OTHER_ZONE),
        ("Ben", Concern.OTHER_ZONE),
    ]
    denied, claimed = end.answer("Ana", "visitors", NOT_IN_ZONE), end.answer("Ana", "visitors", IN_ZONE)
    assert [len(check.found) for _, check in denied.checks] == [0, 1]
    assert [len(check.found) for _, check in claimed.checks] == [1, 0]
    assert all(
        question.concern is Concern.COUNT for one in (denied, claimed) for _, question in one.questions
    )
    with pytest.raises(ValueError, match="Cleo"):
        end.answer("Cleo", "card-0.0", "puG5")


def test_a_card_that_two_people_claim_is_counted_by_nobody() -> None:
    both = on_one_photo(seen("puG5"))
    end = EndOfGame((ShownZone("Ana", both), ShownZone("Ben", both)), COPIES)
    end = end.answer("Ana", "visitors", IN_ZONE).answer("Ben", "card-0.0", "puG5")
    assert end.overcounted == ("puG5",)
    with pytest.raises(NotKnownYet, match="puG5"):
        end.tally()
