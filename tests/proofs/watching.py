"""How well filmed games are followed: every event against the truth beside the film, and what a frame costs.

python -m tests.proofs.watching FILM.mp4 … [--tell]

Each film has its truth in a JSON file of the same name (python -m models.training.films makes both). An
event of the truth is right when it was told just so; flagged when it was told with a question or missed while
one was open. An event that was told without a question and is not in the truth is silently wrong. Costs are
processor time beside one full decode of the same frame as a JPEG.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from companion.cli.watch_fields import event_fields
from companion.games.conclave.components import deck_of
from companion.games.conclave.notation import mage
from companion.watching.opening import Opening
from companion.watching.pace import FILM, STILLS
from companion.watching.watcher import TableWatcher
from models.training.reading_trials import Decks
from vision.frame import Frame
from vision.frames import open_frames

JUDGED = ("emissary_sent", "followers_taken", "conclave_refilled", "magic_crisis")
QUESTIONS = ("discrepancy", "ask", "table_lost", "camera_stalled")
ANSWERS = {"discrepancy": "thread_resumed", "table_lost": "table_found"}
Fields = dict[str, object]


@dataclass(slots=True)
class Outcome:
    """What became of the events of one film."""

    name: str
    right: int = 0
    flagged: int = 0
    missed: list[str] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)
    turns: int = 0
    turns_alone: int = 0
    late_seconds: list[float] = field(default_factory=list)
    latest: list[tuple[int, str]] = field(default_factory=list)
    extra: Counter[str] = field(default_factory=Counter)
    watch_seconds: list[float] = field(default_factory=list)
    decode_seconds: float = 0.0

    def line(self) -> str:
        """The outcome as a row of a table."""
        total = self.right + self.flagged + len(self.missed)
        late = max(self.late_seconds, default=0.0)
        cost = np.array(self.watch_seconds or [0.0]) / max(self.decode_seconds, 1e-9)
        shares = f"{np.median(cost):.2f} / {cost.mean():.2f} / {cost.max():.1f}"
        return (
            f"| {self.name} | {self.right}/{total} | {self.flagged} | {len(self.missed)} | "
            f"{len(self.silent)} | {self.turns_alone}/{self.turns} | {late:.2f} | {shares} | "
            f"{dict(self.extra)} |"
        )


def main() -> None:
    """Watch, compare and print."""
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("films", nargs="+", type=Path)
    parser.add_argument("--tell", action="store_true")
    arguments, decks = parser.parse_args(), Decks()
    print("| film | right | flagged | missed | silently wrong | turns alone | latest s | cost | others |")
    print("|---|---|---|---|---|---|---|---|---|")
    for film in arguments.films:
        outcome = watch_film(film, decks, tell=arguments.tell)
        print(outcome.line(), flush=True)
        for one in (*outcome.missed, *outcome.silent):
            print(f"    {one}")


def watch_film(film: Path, decks: Decks, *, tell: bool = False) -> Outcome:
    """Watch one film and compare it with its truth."""
    truth = json.loads(film.with_suffix(".json").read_text(encoding="utf-8"))
    pace = STILLS if film.is_dir() else FILM
    references = decks.references(truth["deck"])
    cards = decks.scene_deck(truth["deck"]).cards()
    opening = Opening(tuple(truth["players"]), deck_of(mage(code) for code in cards))
    watcher = TableWatcher(references, opening, pace)
    outcome, told = Outcome(film.stem), list[Fields]()
    with open_frames(film) as source:
        for frame in source:
            if frame.number == 0:
                outcome.decode_seconds = decode_seconds(frame)
            started = time.process_time()
            events = watcher.feed(frame)
            outcome.watch_seconds.append(time.process_time() - started)
            told += [event_fields(event) for event in events]
    told += [event_fields(event) for event in watcher.finish()]
    if tell:
        for one in told:
            print({name: value for name, value in one.items() if name not in ("verdict", "candidates")})
    compare(truth, told, outcome)
    if tell:
        print(*sorted(outcome.latest)[-3:], sep="\n")
    return outcome


def decode_seconds(frame: Frame) -> float:
    """Processor time of one full decode of a frame as a JPEG, the median of some."""
    file = cv2.imencode(".jpg", frame.frame_bgr, [cv2.IMWRITE_JPEG_QUALITY, 92])[1]
    spent = []
    for _ in range(7):
        started = time.process_time()
        cv2.imdecode(file, cv2.IMREAD_COLOR)
        spent.append(time.process_time() - started)
    return float(np.median(spent))


def compare(truth: dict[str, object], told: list[Fields], outcome: Outcome) -> None:
    """Go through both in order; an event may be told a little late, never in another order."""
    events = truth["events"]
    assert isinstance(events, list)
    fps = float(str(truth["fps"]))
    left = [one for one in told if one["event"] in JUDGED]
    open_question = _spans_of_questions(told)
    for event in events:
        if event["event"] not in JUDGED:
            continue
        match = next((one for one in left if _key(one) == _key(event)), None)
        if match is not None:
            left.remove(match)
            frame = int(str(match["frame"]))
            outcome.late_seconds.append((frame - event["clear_frame"]) / fps)
            outcome.latest.append((frame - event["clear_frame"], _words(match)))
            sure = _is_sure(match)
            outcome.right += sure
            outcome.flagged += not sure
        elif any(
            first <= event["clear_frame"] + 3 * fps and event["frame"] <= last
            for first, last in open_question
        ):
            outcome.flagged += 1
        else:
            outcome.missed.append(f"missed {_words(event)}")
        if event["event"] == "emissary_sent":
            outcome.turns += 1
            outcome.turns_alone += match is not None and _is_sure(match)
    outcome.silent += [
        f"told {_words(one)}" for one in left if _is_sure(one) and not _was_withdrawn(one, told)
    ]
    outcome.extra.update(str(one["event"]) for one in told if one["event"] not in JUDGED)


def _is_sure(event: Fields) -> bool:
    return not event.get("unsure") and event.get("unbroken", True) is True


def _was_withdrawn(event: Fields, told: Iterable[Fields]) -> bool:
    """Whether it was taken back later: laid and withdrawn again, or read anew."""
    return any(
        one["event"] == "emissary_withdrawn"
        and one["cell"] == event.get("cell")
        and one["frame"] >= event["frame"]  # type: ignore[operator]
        for one in told
    )


def _spans_of_questions(told: list[Fields]) -> list[tuple[int, int]]:
    """From which frame to which somebody had been asked to look."""
    spans = []
    for index, one in enumerate(told):
        if one["event"] in QUESTIONS:
            answer = ANSWERS.get(str(one["event"]))
            ends = [int(str(later["frame"])) for later in told[index:] if later["event"] == answer]
            spans.append((int(str(one["frame"])), ends[0] if ends else 10**9))
    return spans


def _key(event: Fields) -> tuple[object, ...]:
    if event["event"] in ("emissary_sent", "magic_crisis"):
        return event["event"], event["player"], str(event["cell"]), event["card"]
    cells = sorted(event["cells"])  # type: ignore[call-overload]
    return event["event"], event["player"], str([list(cell) for cell in cells])


def _words(event: Fields) -> str:
    kept = ("event", "frame", "player", "cell", "card", "cells", "cards")
    return str({name: event[name] for name in kept if name in event})


if __name__ == "__main__":
    main()
