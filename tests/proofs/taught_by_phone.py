"""A whole drawn deck taught as the phone's pages teach it: labels, questions, time, and tables read with it.

python -m tests.proofs.taught_by_phone [--deck 8101] [--seed 640000] [--second] [--tables 3] [--kept DIR]

Six photos of a colour each, sorted; then, with --second, the same cards in another light with nothing said
about them, so that they must be recognised or asked about. The deck is tried out after either.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from calibration.deck_folder import find_deck
from companion.cli.classroom import Classroom
from companion.cli.read import load_references, read_frame
from companion.server.teaching import Lesson
from models.training.scenes.arrays import Picture
from models.training.scenes.deck import Deck
from models.training.scenes.deck_styles import style_deck
from models.training.scenes.scene import render_scene
from models.training.scenes.truth import CellState
from tests.proofs.teaching_photos import Shot, TeachingPhoto, take

PHOTO_PX = (2560, 1440)


def rows_of(colour: str) -> tuple[tuple[str, ...], ...]:
    """The cards of a colour as a page asks for them, of a deck with the house deck's list."""
    held = find_deck("house").counts
    return tuple(
        tuple(f"{colour}{animal}{value}" for value in "12345" if f"{colour}{animal}{value}" in held)
        for animal in "CGW"
    )


def layout_of(rows: tuple[tuple[str, ...], ...]) -> str:
    """The line that says so."""
    return f"{rows[0][0][:2]}: " + " ".join(row[0][2] + "".join(code[3] for code in row) for row in rows)


def jpeg(picture: Picture) -> bytes:
    """As a phone sends it."""
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()


def held_upright(photo: TeachingPhoto, first: str, size: tuple[int, int]) -> TeachingPhoto:
    """The photo turned as somebody holds a phone who stands before the cards."""
    frame, cards, seen = photo.frame_bgr, photo.cards, _size(photo)
    for _ in range(4):
        if seen == size and any((one.row, one.column, one.code) == (0, 0, first) for one in cards):
            break
        frame = np.ascontiguousarray(np.rot90(frame))
        cards = tuple(replace(one, row=seen[1] - 1 - one.column, column=one.row) for one in cards)
        seen = (seen[1], seen[0])
    return TeachingPhoto(frame, cards)


def _size(photo: TeachingPhoto) -> tuple[int, int]:
    return 1 + max(one.row for one in photo.cards), 1 + max(one.column for one in photo.cards)


class Teacher:
    """Drives a classroom as somebody with a phone does, who knows the truth, and counts."""

    def __init__(self, folder: Path, deck: Deck, seed: int) -> None:
        self.classroom, self._deck, self._seed = Classroom(folder), deck, seed
        self.counts: Counter[str] = Counter()
        self.seconds = {"photos": 0.0, "answers": 0.0}
        self.taught = False
        self.classroom.begin("drawn", dict(find_deck("house").counts))

    def photograph(self, colour: str, light: int, *, is_sorted: bool) -> None:
        """Take a photo, up to three times, and put right what is wrong in it."""
        rows = rows_of(colour)
        for attempt in range(3):
            shot = Shot(
                rows,
                "normal",
                self._seed + 1000 * light + 10 * ["be", "bl", "pu", "or", "re", "gr"].index(colour) + attempt,
                PHOTO_PX,
            )
            photo = held_upright(take(shot, self._deck), rows[0][0], (len(rows), len(rows[0])))
            self.counts["photos taken"] += 1
            started = time.process_time()
            lesson = self.classroom.add_photo(
                "drawn", jpeg(photo.frame_bgr), layout_of(rows) if is_sorted else "", ""
            )
            self.seconds["photos"] += time.process_time() - started
            shown = lesson.photos[-1]
            if not shown.wrong and len(shown.cards) == len(photo.cards):
                self._put_right(lesson, photo, "sorted" if is_sorted else "unsorted")
                return
            kinds = [one.kind for one in shown.wrong]
            print(f"  the photo of {colour} is asked for again: {len(shown.cards)} cards, {kinds}")
            self.counts["photos asked for again"] += 1
            self.classroom.drop_photo("drawn", shown.name)

    def _put_right(self, lesson: Lesson, photo: TeachingPhoto, kind: str) -> None:
        truth = {f"row {card.row}, column {card.column}": card.code for card in photo.cards}
        shown = lesson.photos[-1]
        wrong = {}
        for card in shown.cards:
            said = "label" if card.card else "question"
            guess = card.card or (card.candidates or ("",))[0]
            right = guess == truth.get(card.place)
            self.counts[f"{kind} {said}s {'right' if right else 'wrong'}"] += 1
            if not right or not card.card:
                wrong[card.place] = truth.get(card.place)
        if wrong:
            started = time.process_time()
            self.classroom.answer("drawn", shown.name, wrong)
            self.seconds["answers"] += time.process_time() - started

    def try_out(self, name: str) -> None:
        """Finish, and say what the report says."""
        started = time.process_time()
        outcome = self.classroom.finish("drawn").report
        self.taught = self.taught or outcome == "taught"
        spent = time.process_time() - started
        report = json.loads(self.classroom.lesson_report("drawn"))
        kinds = Counter(str(one["kind"]) for part in ("mend", "look_at") for one in report[part])
        pairs = [(pair["cards"], round(pair["margin"], 1)) for pair in report["pairs"][:3]]
        print(f"{name}: {outcome}, {spent:.1f} s of processor time; {report['faces']} faces; closest {pairs}")
        print(f"  left out: {report['right']} of {report['tried']} right, {report['silent']} silent")
        print(f"  to mend or to look at: {dict(kinds)}")
        for one in report["mend"]:
            print("   ", one["kind"], one["facts"])


def read_tables(folder: Path, deck: Deck, first_seed: int, tables: int) -> None:
    """Tables of other scenes, found and read as any photo."""
    references = load_references("drawn", folder)
    known = set(references.codes)
    counts: Counter[str] = Counter()
    for seed in range(first_seed, first_seed + tables):
        scene = render_scene(seed, "normal", deck, (1920, 1080))
        answer = read_frame("table", scene.frame_bgr, references, time.perf_counter())
        if answer.laid is None:
            counts["tables not found"] += 1
            continue
        truth = {(cell.row, cell.column): cell for cell in scene.truth.cells}
        for cell in answer.laid.reading:
            true = truth[cell.row, cell.column]
            if true.state is not CellState.CARD or true.code not in known:
                continue
            counts["cards"] += 1
            counts["right"] += cell.code == true.code
            counts["asked"] += not cell.accepted
            counts["wrong without asking"] += cell.accepted and cell.code != true.code
    print(f"tables: {dict(counts)}")


def main() -> None:
    """Measure and print."""
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deck", type=int, default=8101, help="the seed of a drawn deck")
    parser.add_argument("--seed", type=int, default=640_000, help="of the photos")
    parser.add_argument("--tables", type=int, default=3, help="tables read at the end")
    parser.add_argument("--second", action="store_true", help="the same cards once more, unsorted")
    parser.add_argument("--kept", type=Path, help="a folder in which the lesson is kept")
    arguments = parser.parse_args()
    deck = style_deck(arguments.deck)
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.kept or Path(temporary)
        teacher = Teacher(folder, deck, arguments.seed)
        for colour in ("be", "bl", "pu", "or", "re", "gr"):
            teacher.photograph(colour, 0, is_sorted=True)
        teacher.try_out("sorted photos")
        if arguments.second:
            for colour in ("be", "bl", "pu", "or", "re", "gr"):
                teacher.photograph(colour, 1, is_sorted=False)
            teacher.try_out("with the second photos")
        print(dict(teacher.counts), {name: round(spent, 1) for name, spent in teacher.seconds.items()})
        if teacher.taught:
            read_tables(folder, deck, arguments.seed + 90_000, arguments.tables)


if __name__ == "__main__":
    main()
