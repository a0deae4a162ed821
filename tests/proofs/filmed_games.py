"""Filmed games watched to their end and compared with their truth, condition by condition.

python -m tests.proofs.filmed_games [--films whole] [--kept DIR] [--turns 5] [--only normal] [--part 1/2]

Films that are not in the folder yet are shot (`python -m models.training.films`); what became of each is kept
beside it, so a proof that was broken off goes on where it stopped. Seeds and styles are those of no training
and no tuning. An event is right when it was told just as it was, without a question; flagged when it was told
with a question or while one stood open; silently wrong when it was told surely and is not so, or was passed
over while nobody was asked. A doubt that further looks settle by themselves is none (`card_settled`). A
person answers each question about a card that still stands after two seconds, and takes a table that does not
fit for the truth after two seconds, once no hand is over it. A verdict comes when it is first told, be it in
doubt. Costs are processor time beside one full decode of the frame as a JPEG.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

import cv2
import numpy as np

from companion.cli.watch_fields import event_fields
from companion.games.conclave.commands import LayOutTable
from companion.games.conclave.components import Deck
from companion.games.conclave.conclave import Cell, Conclave, Corner
from companion.games.conclave.game import start
from companion.games.conclave.notation import mage
from companion.games.conclave.refill_the_conclave import CELLS_LEFT_EMPTY
from companion.table.underway import Underway
from companion.watching.opening import Opening
from companion.watching.pace import pace_at
from companion.watching.watcher import TableWatcher
from models.training.films.decks import FilmDeck, film_deck
from models.training.films.film import Film, FilmWish
from models.training.films.game import play_game
from models.training.films.habits import parse_habits
from models.training.films.recorder import VideoRecorder
from models.training.films.truth import COVERED, FilmTruth, read_truth
from tests.proofs.film_judgement import JUDGED, Judgement, Told, judge_film
from tests.proofs.film_plans import Plan, films
from tests.proofs.filmed_decks import KnownDeck, known_deck
from vision.frame import Frame
from vision.frames import open_frames

COLUMNS = (
    *(
        "condition, deck, habits",
        "games",
        "turns",
        "events right",
        "flagged",
        "not told by the end",
        "silently wrong",
    ),
    *(
        "taken back",
        "questions",
        "turns alone",
        "verdict after s: median / 95 % / latest",
        "cost of a frame in decodes: mean / median / 99 % / highest",
    ),
    "MB more at the end",
)
WARM_UP_FRAMES = 100
ANSWER_SECONDS = 2.0


@dataclass(slots=True)
class Outcome:
    """What became of one film."""

    judgement: Judgement
    frames: int
    cost_mean: float
    cost_median: float
    cost_99: float
    cost_most: float
    megabytes_more: float


@dataclass(slots=True)
class Row:
    """What became of the films of one group."""

    outcomes: list[Outcome] = field(default_factory=list)

    def line(self, name: str) -> str:
        """The row of the table."""
        found = [outcome.judgement for outcome in self.outcomes]
        right, flagged = sum(one.right for one in found), sum(one.flagged for one in found)
        wrong = sum(len(one.silently_wrong) for one in found)
        turns, alone = sum(one.turns for one in found), sum(one.turns_alone for one in found)
        late = np.array([seconds for one in found for seconds in one.late_seconds] or [np.nan])
        events = sum(one.events for one in found)
        frames = [one.frames for one in self.outcomes]
        mean, median, most_of_99 = (
            np.average([getattr(one, name) for one in self.outcomes], weights=frames)
            for name in ("cost_mean", "cost_median", "cost_99")
        )
        return (
            f"| {name} | {len(found)} | {turns} | {right}/{events} | {flagged} | "
            f"{sum(one.unfinished for one in found)} | {wrong} | "
            f"{sum(one.taken_back for one in found)} | {sum(one.questions for one in found)} | "
            f"{alone}/{turns} = {alone / max(turns, 1):.1%} | "
            f"{np.median(late):.2f} / {np.quantile(late, 0.95):.2f} / {late.max():.2f} | "
            f"{mean:.2f} / {median:.2f} / {most_of_99:.1f} / "
            f"{max(one.cost_most for one in self.outcomes):.1f} | "
            f"{max(one.megabytes_more for one in self.outcomes):.0f} |"
        )


def shoot(plan: Plan, deck: FilmDeck, path: Path, turns: int | None) -> None:
    """Film a game and write its truth."""
    wish = FilmWish(plan.seed, plan.condition, habits=parse_habits(plan.habits), hands=plan.hands)
    film = Film(play_game(deck.cards, plan.players, plan.seed, turns), deck.pictures, wish)
    with VideoRecorder(path, wish.fps, wish.size_px) as recorder:
        for frame in film.shoot():
            recorder.add(frame)
    path.with_suffix(".json").write_text(film.truth().to_json(), encoding="utf-8")


def shot_with(plan: Plan, kept: Path, turns: int | None) -> FilmDeck:
    """Shoot a film unless it is kept; the deck it shows."""
    deck = film_deck(plan.deck, kept)
    path = kept / f"{plan.name}.mp4"
    if not path.with_suffix(".json").exists():
        shoot(plan, deck, path, turns)
    return deck


def watch(path: Path, truth: FilmTruth, deck: KnownDeck) -> Outcome:
    """Watch a film as `conclave watch` does, and compare."""
    watcher = TableWatcher(deck.references, Opening(truth.players, deck.cards), pace_at(truth.fps))
    person = Person(truth, deck.cards)
    told: list[Told] = []
    costs: list[float] = []
    warm = decode = 0.0
    with open_frames(path) as source:
        for frame in source:
            decode = decode or decode_seconds(frame)
            warm = megabytes() if frame.number == WARM_UP_FRAMES else warm
            started = time.process_time()
            events = watcher.feed(frame)
            costs.append((time.process_time() - started) / decode)
            told += [event_fields(event) for event in events]
            told += person.answers(watcher, frame.number, told)
    told += [event_fields(event) for event in watcher.finish()]
    path.with_suffix(".told.json").write_text(json.dumps(told), encoding="utf-8")
    path.with_suffix(".costs.json").write_text(json.dumps(costs), encoding="utf-8")
    more = megabytes() - (warm or megabytes())
    median, most_of_99 = (float(np.quantile(costs, share)) for share in (0.5, 0.99))
    mean, most = float(np.mean(costs)), max(costs)
    return Outcome(judge_film(truth, told), len(costs), mean, median, most_of_99, most, more)


class Person:
    """Somebody at the table who says which card lies there, a while after being asked."""

    def __init__(self, truth: FilmTruth, deck: Deck) -> None:
        self._truth, self._deck = truth, deck
        self._heard = 0
        self._unfit_frames = 0

    def answers(self, watcher: TableWatcher, frame: int, told: list[Told]) -> list[Told]:
        """Answer what was asked long enough ago; a card under a hand has to wait."""
        said: list[Told] = []
        while self._heard < len(told):
            question = told[self._heard]
            asked = question["frame"]
            if question["event"] == "ask" and not self._is_settled(question, told):
                assert isinstance(asked, int)
                cell = cell_of(question)
                code = self._truth.cells_at(frame)[cell.row][cell.column]
                if frame < asked + ANSWER_SECONDS * self._truth.fps or code == COVERED:
                    break
                said.append({"event": "answered", "frame": frame, "cell": question["cell"]})
                answer = watcher.say_card(cell, mage(code) if code else None)
                said += [event_fields(event) for event in answer]
            self._heard += 1
        return said + self._correction(watcher, frame)

    def _is_settled(self, question: Told, told: list[Told]) -> bool:
        """Whether further looks answered it meanwhile: then nobody is asked any more."""
        later = told[self._heard :]
        return any(one["event"] == "card_settled" and one["cell"] == question["cell"] for one in later)

    def _correction(self, watcher: TableWatcher, frame: int) -> list[Told]:
        """Take the table for the truth, between two turns and with no hand over it."""
        cells = [code for row in self._truth.cells_at(frame) for code in row]
        later = [event for event in self._truth.events if event.frame > frame and event.event in JUDGED]
        still = COVERED not in cells and bool(later) and later[0].event == "emissary_sent"
        self._unfit_frames = self._unfit_frames + 1 if watcher.state.discrepancy else 0
        waited = self._unfit_frames >= ANSWER_SECONDS * self._truth.fps
        if not still or not waited or cells.count(None) > CELLS_LEFT_EMPTY:
            return []
        game, _ = start(
            LayOutTable(
                players=self._truth.players,
                deck=self._deck,
                conclave=Conclave(tuple(mage(code) if code else None for code in cells)),
                cards_removed=None,
                starting_corner=Corner(self._truth.starting_corner),
                first_player=str(later[0].facts["player"]),
            )
        )
        watcher.go_on_from(Underway(game))
        return [{"event": "corrected", "frame": frame}]


def cell_of(told: Told) -> Cell:
    """The cell that something told is about."""
    cell = told["cell"]
    assert isinstance(cell, list)
    return Cell(*cell)


def decode_seconds(frame: Frame) -> float:
    """Processor time of one full decode of a frame as a JPEG, the median of some."""
    file = cv2.imencode(".jpg", frame.frame_bgr, [cv2.IMWRITE_JPEG_QUALITY, 92])[1]
    spent = []
    for _ in range(7):
        started = time.process_time()
        cv2.imdecode(file, cv2.IMREAD_COLOR)
        spent.append(time.process_time() - started)
    return float(np.median(spent))


def megabytes() -> float:
    """The most memory this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def outcome_of(plan: Plan, kept: Path, turns: int | None) -> Outcome:
    """What became of a film, found out now unless it is kept."""
    path = kept / f"{plan.name}.mp4"
    found = path.with_suffix(".outcome.json")
    if found.exists():
        fields = json.loads(found.read_text(encoding="utf-8"))
        return Outcome(**{**fields, "judgement": Judgement(**fields["judgement"])})
    deck = shot_with(plan, kept, turns)
    outcome = watch(path, read_truth(path.with_suffix(".json")), known_deck(plan.deck, deck, kept))
    found.write_text(json.dumps(asdict(outcome)), encoding="utf-8")
    return outcome


def main() -> None:
    """Shoot, watch, compare, print."""
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kept", type=Path, default=Path("build/films"))
    parser.add_argument("--films", choices=("short", "whole", "resting"), default="short")
    parser.add_argument("--turns", type=int, default=5, help="of each game that is not played to its end")
    parser.add_argument("--only", default="", help="films whose name holds this")
    parser.add_argument("--part", default="1/1", help="which of how many parts to work through")
    parser.add_argument("--shoot", action="store_true", help="only shoot the films")
    parser.add_argument("--report", action="store_true", help="only what is kept already")
    arguments = parser.parse_args()
    arguments.kept.mkdir(parents=True, exist_ok=True)
    part, parts = (int(number) for number in arguments.part.split("/"))
    wanted = [plan for plan in films(arguments.films)[part - 1 :: parts] if arguments.only in plan.name]
    turns = None if arguments.films == "whole" else arguments.turns
    if arguments.shoot:
        for plan in wanted:
            shot_with(plan, arguments.kept, turns)
        return
    if arguments.report:
        wanted = [plan for plan in wanted if (arguments.kept / f"{plan.name}.outcome.json").exists()]
    report({plan: outcome_of(plan, arguments.kept, turns) for plan in wanted})


def report(outcomes: dict[Plan, Outcome]) -> None:
    """Print what was silently wrong, where help was needed, and the table."""
    rows: dict[str, Row] = {}
    for plan, outcome in outcomes.items():
        rows.setdefault(plan.group, Row()).outcomes.append(outcome)
        for words in outcome.judgement.silently_wrong:
            print(f"{plan.name}: silently wrong: {words}")
        for words in outcome.judgement.helped:
            print(f"{plan.name}: {words}")
    print("| " + " | ".join(COLUMNS) + " |\n" + "|---" * len(COLUMNS) + "|")
    for name, row in rows.items():
        print(row.line(name))


if __name__ == "__main__":
    main()
