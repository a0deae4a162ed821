from __future__ import annotations

import json
from random import Random

import cv2

from companion.cli.decks import deck_list
from companion.cli.demo_film import done_on_a_phone
from companion.demo.film import PLAYERS, film_path, phones_path, truth_path
from companion.games.conclave.commands import GiveInfluence, SetUpGame
from companion.games.conclave.events import HandShown, InfluenceGiven
from companion.games.conclave.game import start
from companion.games.conclave.simulate import choose
from companion.games.conclave.structure_of_a_round import Stage

MOST_BYTES = 10_000_000


def test_the_recorded_game_is_small_enough_to_come_along() -> None:
    assert film_path().stat().st_size + truth_path().stat().st_size < MOST_BYTES


def test_the_recorded_game_can_be_decoded_to_its_last_frame() -> None:
    """By OpenCV alone, at the size, pace and length that its truth says."""
    truth = json.loads(truth_path().read_text(encoding="utf-8"))
    capture = cv2.VideoCapture(str(film_path()))
    assert capture.get(cv2.CAP_PROP_FPS) == truth["fps"]
    frames = 0
    while capture.grab():
        frames += 1
    assert frames == truth["frames"]


def test_the_recorded_game_moves() -> None:
    """The first frame and one of the middle of the first visit are pictures of the true size, and differ."""
    truth = json.loads(truth_path().read_text(encoding="utf-8"))
    capture = cv2.VideoCapture(str(film_path()))
    first, moved = None, False
    for _ in range(sum(truth["hands"][0]) // 2):
        there, frame = capture.read()
        assert there
        assert frame.shape == (truth["height_px"], truth["width_px"], 3)
        first = frame if first is None else first
        moved = moved or bool((cv2.absdiff(first, frame) > 60).mean() > 0.01)
    assert moved


def test_the_recorded_game_is_a_whole_game_for_two() -> None:
    truth = json.loads(truth_path().read_text(encoding="utf-8"))
    assert tuple(truth["players"]) == PLAYERS
    told = {event["event"] for event in truth["events"]}
    assert {"emissary_sent", "followers_taken", "conclave_refilled", "magic_crisis"} <= told
    seconds = truth["frames"] / truth["fps"]
    assert 120 <= seconds <= 300


def test_what_the_players_did_on_their_phones_is_what_the_filmed_game_had() -> None:
    """The film was played from a seed: gifts and last hands must be those of that very game."""
    deck, chance = deck_list("house"), Random(json.loads(truth_path().read_text(encoding="utf-8"))["seed"])
    shuffled = list(deck)
    chance.shuffle(shuffled)
    game, _ = start(SetUpGame(PLAYERS, deck, tuple(shuffled)))
    gifts, hands = [], {}
    while game.position.stage is not Stage.OVER:
        turn, said = game.position.turn, done_on_a_phone(game.position)
        game, events = game.apply(choose(game.position, chance))
        for event in events:
            if isinstance(event, InfluenceGiven):
                gifts.append(
                    {
                        "turn": turn,
                        "player": event.player,
                        "magic": event.magic.value,
                        "receiver": event.receiver,
                    }
                )
                assert said == GiveInfluence(event.player, event.magic, event.receiver)
            if isinstance(event, HandShown):
                hands[event.player] = [str(card) for card in event.mages]
    assert json.loads(phones_path().read_text(encoding="utf-8")) == {"gifts": gifts, "hands": hands}
