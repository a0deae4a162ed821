"""Ends of simulated games, photographed zone by zone, read, asked about and tallied.

python -m tests.proofs.end_games [--games 200] [--first 0] [--results FILE] [--tuning] [--kept DIR]

Every game is played to its end by the rules; each player lays the zone out loose, in rows or fanned, so that
something shows of every card, and photographs it once, every third player twice from two places. A person who
knows what lies there answers what is asked and counts the cards; nobody looks at a card that was read surely.
Each end is tallied twice: by the photos alone, and beside the zones that a camera followed, with the last
three cards of each hand unseen.

One line a game goes to the results file; games that stand there already are not played again, so the proof
can be run in parts. Seeds of the games named by --tuning are their own, never those that are reported.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from companion.cli.decks import deck_list
from companion.games.conclave.events import HandShown
from companion.games.conclave.simulate import SimulatedGame, simulate_game
from companion.table.end_of_game import EndOfGame, ShownZone
from companion.table.zone_check import ZoneCheck
from companion.table.zone_photos import ZoneCard, zone_cards
from companion.table.zone_questions import IN_ZONE, NOT_IN_ZONE, Concern, Question
from models.training.reading_trials import Decks
from models.training.scenes.deck import Deck
from models.training.scenes.free_scene import LaidZone
from models.training.scenes.truth import Scene
from tests.proofs.free_layouts import SAME, photographed
from tests.vision.likeness import iou
from vision.free_reading import read_free
from vision.loose_cards import LooseCard
from vision.photo_overlap import overlap_photos
from vision.references import DeckReferences

BLIND_SEED, TUNING_SEED = 30_000_000, 40_000_000
SEEDS_A_ZONE, SEEDS_A_GAME, TRIES = 100, 1000, 12
SHOWS_ENOUGH = 0.22
"""A player lays a zone out so that so much of every card shows: the corner with number and animal."""
MOST_ANSWERS = 200


@dataclass(slots=True)
class Ending:
    """How one end was tallied: whether exactly, and what was asked, by concern."""

    exact: bool = False
    asked: Counter[str] = field(default_factory=Counter)

    @property
    def questions(self) -> int:
        """All that was asked but whether these are all cards, which is one tap a zone."""
        return sum(self.asked.values()) - self.asked[Concern.COUNT.value]


@dataclass(frozen=True, slots=True)
class PhotographedZone:
    """A player's zone: what lies there, its photos, and its cards as they were read."""

    name: str
    codes: Counter[str]
    hand: Counter[str]
    scenes: tuple[Scene, ...]
    cards: tuple[ZoneCard, ...]

    def shown(self, *, watched: bool) -> ShownZone:
        """What the table knows of it before anybody answers."""
        if not watched:
            return ShownZone(self.name, self.cards)
        return ShownZone(self.name, self.cards, self.codes - self.hand, self.hand.total())


def zone_photos(codes: Counter[str], seed: int, photos: int, deck: Deck, kept: Path | None) -> list[Scene]:
    """Photos of a zone; it is laid out anew until something shows of every card."""
    laid = tuple(codes.elements())
    for again in range(TRIES):
        scenes = [
            photographed((seed + again, "normal"), deck, LaidZone(laid, photo), "zone", kept)
            for photo in range(photos)
        ]
        if all(_shown(scenes, code) >= SHOWS_ENOUGH for code in codes):
            break
    return scenes


def _shown(scenes: list[Scene], code: str) -> float:
    seen = [card.visible for scene in scenes for card in scene.truth.free_cards if card.code == code]
    return max(seen, default=0.0)


def read_zone(scenes: list[Scene], references: DeckReferences, copies: Counter[str]) -> tuple[ZoneCard, ...]:
    """The cards of a zone, each once."""
    read: list[tuple[LooseCard, ...]] = [read_free(scene.frame_bgr, references) for scene in scenes]
    same = overlap_photos(read, copies).cards
    return zone_cards(read, [[(sighting.photo, sighting.card) for sighting in seen] for seen in same])


def hands_of(game: SimulatedGame) -> dict[str, Counter[str]]:
    """The last cards of every hand."""
    shown = [event for event in game.events if isinstance(event, HandShown)]
    return {event.player: Counter(str(one) for one in event.mages) for event in shown}


def zones_of(
    game: SimulatedGame, first_seed: int, decks: Decks, kept: Path | None
) -> Iterator[PhotographedZone]:
    """Every player's zone, photographed and read."""
    deck, references = decks.scene_deck("house"), decks.references("house")
    copies, hands = Counter(str(code) for code in deck.cards()), hands_of(game)
    for seat, player in enumerate(game.game.position.players):
        codes = Counter(str(one) for one in player.zone.followers)
        scenes = zone_photos(codes, first_seed + SEEDS_A_ZONE * seat, 1 + (seat % 3 == 2), deck, kept)
        cards = read_zone(scenes, references, copies)
        yield PhotographedZone(player.name, codes, hands[player.name], tuple(scenes), cards)


def true_answer(question: Question, zone: PhotographedZone, check: ZoneCheck) -> str:
    """What a person says who sees the table: the card in the picture, or whether a card is there."""
    found = Counter(code for _, code in check.found)
    if question.concern is Concern.MISSING:
        return IN_ZONE if zone.codes[question.card] > found[question.card] else NOT_IN_ZONE
    if question.concern is Concern.HAND:
        return next(iter((zone.codes - found).elements()), NOT_IN_ZONE)
    if question.concern in (Concern.OTHER_ZONE, Concern.WRONG_ZONE):
        return IN_ZONE if set(question.card.split()) <= set(zone.codes) else NOT_IN_ZONE
    for crop in question.crops:
        cards = zone.scenes[crop.photo].truth.free_cards
        likeness = [iou(np.array(card.corners), np.array(crop.corners)) for card in cards]
        if max(likeness, default=0.0) > SAME:
            code = cards[int(np.argmax(likeness))].code
            again = question.concern is Concern.TOO_MANY and found[code] >= zone.codes[code]
            return NOT_IN_ZONE if again else code
    return NOT_IN_ZONE


def counted(zone: PhotographedZone, check: ZoneCheck) -> ZoneCheck:
    """The player counts: confirms, names a card that is not there, or takes one away that should not be."""
    found, true = Counter(code for _, code in check.found), zone.codes
    if len(check.found) < true.total():
        return check.add(next((true - found).elements()))
    if len(check.found) > true.total():
        name = next(name for name, code in check.found if code in found - true)
        return check.answer(f"card-{name}", NOT_IN_ZONE)
    return check.answer("count", str(true.total()))


def end_game(zones: list[PhotographedZone], copies: Counter[str], *, watched: bool) -> Ending:
    """Answer every question, then compare zones and tally with those of the rules."""
    end, ending = EndOfGame(tuple(zone.shown(watched=watched) for zone in zones), copies), Ending()
    by_name = {zone.name: zone for zone in zones}
    while end.questions and ending.asked.total() < MOST_ANSWERS:
        player, question = end.questions[0]
        zone, check = by_name[player], end.check(player)
        if question.concern is Concern.COUNT:
            settled = counted(zone, check)
            asked = Concern.COUNT.value if "count" in settled.answers else "put-right"
        else:
            settled = check.answer(question.key, true_answer(question, zone, check))
            asked = question.concern.value
        ending.asked[asked] += 1
        end = end.with_answers(player, settled.answers)
    read = {name: Counter(str(one) for one in check.zone) for name, check in end.checks}
    ending.exact = all(read[zone.name] == zone.codes for zone in zones)
    return ending


def play_one(number: int, base: int, decks: Decks, kept: Path | None) -> dict[str, object]:
    """One game to its end, and how that was tallied."""
    game = simulate_game(deck_list("house"), 2 + number % 3, base + number)
    zones = list(zones_of(game, base + SEEDS_A_GAME * number, decks, kept))
    copies = Counter(str(code) for code in decks.scene_deck("house").cards())
    line: dict[str, object] = {"game": base + number, "players": len(zones)}
    for name, watched in (("photos", False), ("watched", True)):
        ending = end_game(zones, copies, watched=watched)
        line[name] = {"exact": ending.exact, "questions": ending.questions, "asked": dict(ending.asked)}
    line["zones"] = [
        {
            "cards": zone.codes.total(),
            "unread": sorted((zone.codes - Counter(c.code for c in zone.cards)).elements()),
            "strange": sorted((Counter(c.code for c in zone.cards if c.face_up) - zone.codes).elements()),
            "unsure": sorted(card.code for card in zone.cards if not card.sure and card.face_up),
        }
        for zone in zones
    ]
    return line


def say(lines: list[dict[str, object]]) -> str:
    """All games in a few sentences."""
    players = sum(int(str(line["players"])) for line in lines)
    said = [f"{len(lines)} games, {players} zones"]
    for name, words in (("photos", "by photos alone"), ("watched", "beside a followed game")):
        ends = [end for line in lines if isinstance(end := line[name], dict)]
        exact, questions = sum(end["exact"] for end in ends), sum(end["questions"] for end in ends)
        asked: Counter[str] = Counter()
        for end in ends:
            asked.update(end["asked"])
        said.append(
            f"{words}: {exact} tallied exactly, {questions / max(players, 1):.2f} questions a player "
            f"({dict(sorted(asked.items()))})"
        )
    return "\n".join(said)


def main() -> None:
    """Play what is not played yet, and say what all of it came to."""
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the first game (%(default)s)")
    parser.add_argument("--results", type=Path, default=Path("build/end_games.jsonl"))
    parser.add_argument("--tuning", action="store_true", help="games that may be looked at and tuned on")
    parser.add_argument("--kept", type=Path, help="a folder where rendered scenes are kept and looked for")
    arguments = parser.parse_args()
    base, results = TUNING_SEED if arguments.tuning else BLIND_SEED, arguments.results
    lines = [json.loads(text) for text in results.read_text().splitlines()] if results.exists() else []
    results.parent.mkdir(parents=True, exist_ok=True)
    played, decks = {line["game"] for line in lines}, Decks()
    for number in range(arguments.first, arguments.first + arguments.games):
        if base + number not in played:
            lines.append(play_one(number, base, decks, arguments.kept))
            with results.open("a") as file:
                file.write(json.dumps(lines[-1]) + "\n")
    print(say(lines))


if __name__ == "__main__":
    main()
