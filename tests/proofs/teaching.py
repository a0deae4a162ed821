"""How well decks that were taught are read: drawn decks never used in tuning, and real SET cards.

python -m tests.proofs.teaching [--decks 7001:7006] [--ways scans] [--scenes 4] [--kept DIR] [--set FOLDER]

Each deck is taught by the real session, once from flat scans, once from one photo of each card and once from
three; the photos show fifteen cards each, under the condition `normal`. The test tables are others, in other
light, seen by other cameras; corners are the true ones, made to err as a finder's do. FOLDER holds rectified
real cards, `teach/LABEL/*.jpg` and `test/LABEL/*.jpg`.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from calibration.teaching.agreement import agreement
from calibration.teaching.codes import ALL_CODES
from calibration.teaching.eyes import prepare_deck
from calibration.teaching.labels import CellLabel, PhotoLabels
from calibration.teaching.lesson import off_shape_photos
from calibration.teaching.photo_cards import cut_cards
from calibration.teaching.references import LabelledCard, best_references, make_references
from calibration.teaching.session import Session
from calibration.teaching.sheet import lay_out
from companion.cli.read import seen_by_network
from models.training.reading_trials import Decks, Trial, found_cells, photographed
from models.training.scenes.deck import Deck
from models.training.scenes.truth import CellState
from tests.proofs.teaching_photos import Shot, take
from vision.lattice import CardSize
from vision.references import DeckReferences
from vision.table_reading import read_cells

TEST_SEED = 61000
CONDITIONS = ("normal", "hard")
ACROSS, DOWN = 5, 3
CARDS_AT_ONCE = 12


@dataclass(slots=True)
class Count:
    """Cards read by a taught deck; strangers are cards that it was not taught."""

    cards: int = 0
    right: int = 0
    accepted: int = 0
    silent: int = 0
    strangers: int = 0
    strangers_accepted: int = 0

    def line(self, name: str) -> str:
        """The count as a row of a table."""
        cards = max(self.cards, 1)
        return (
            f"| {name} | {self.cards} | {self.right / cards:.2%} | {self.accepted / cards:.1%} | "
            f"{self.silent}/{self.accepted} | {self.strangers_accepted}/{self.strangers} |"
        )


def grid_photos(deck: Deck, seed: int, rounds: int) -> Iterator[tuple[str, bytes, PhotoLabels]]:
    """Photos that show every card `rounds` times, fifteen at a time."""
    size = ACROSS * DOWN
    for number in range(rounds):
        for start in range(0, len(ALL_CODES), size):
            codes = ALL_CODES[start : start + size]
            rows = tuple(tuple(codes[row * ACROSS : (row + 1) * ACROSS]) for row in range(DOWN))
            photo = take(Shot(rows, "normal", seed * 1000 + number * 100 + start, fill=0.85), deck)
            labels = tuple(CellLabel(card.row, card.column, card.code) for card in photo.cards)
            file = cv2.imencode(".jpg", photo.frame_bgr, [cv2.IMWRITE_JPEG_QUALITY, 93])[1].tobytes()
            yield f"round-{number}-{start}.jpg", file, PhotoLabels(cells=labels)


def scans(deck: Deck) -> Iterator[tuple[str, bytes, PhotoLabels]]:
    """Every face as a flat image."""
    for code in ALL_CODES:
        file = cv2.imencode(".png", deck.picture(code))[1].tobytes()
        yield f"{code}.png", file, PhotoLabels(single=code)


def teach(photos: Iterator[tuple[str, bytes, PhotoLabels]], is_scan: bool | None) -> DeckReferences:
    """The deck as the real session learns it; its trial runs, which only the report needs, are left out."""
    with tempfile.TemporaryDirectory() as folder:
        session = Session.begin(Path(folder), "deck")
        decoding = looking = 0.0
        for name, content, labels in photos:
            started = time.process_time()
            cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
            decoded = time.process_time()
            session.add_photo(name, content, labels, is_scan)
            decoding += decoded - started
            looking += time.process_time() - decoded
        off_shape = off_shape_photos(session)
        cards = [card for card in session.labelled() if card.photo not in off_shape]
        started = time.process_time()
        found = agreement(make_references(cards))
        learning = time.process_time() - started
        troubles = [f"{photo.name}: {photo.troubles[0]!s:.60}" for photo in session.photos if photo.troubles]
    print(
        f"    {len({card.code for card in cards})} cards; decoding {decoding:.2f} s of CPU time, seeing "
        f"{looking:.2f} s, learning {learning:.2f} s; outvoted {len(found.outvoted)}, in doubt "
        f"{len(found.in_doubt)}, off shape {len(off_shape)}, troubles {troubles}",
        flush=True,
    )
    return prepare_deck(best_references(found.agreeing), seen_by_network)


def read_scenes(
    name: str, references: DeckReferences, decks: Decks, scenes: int, kept: Path | None
) -> list[Count]:
    """Counts for each condition."""
    counts = []
    for condition in CONDITIONS:
        count = Count()
        for seed in range(TEST_SEED, TEST_SEED + scenes):
            scene = photographed(Trial(name, condition, seed), decks, kept)
            reading = read_cells(scene.frame_bgr, found_cells(scene.truth), references)
            for cell in scene.truth.cells:
                if cell.state is not CellState.CARD or cell.code is None:
                    continue
                seen = reading.cell(cell.row, cell.column)
                if cell.code not in references.codes:
                    count.strangers += 1
                    count.strangers_accepted += seen.accepted and seen.code is not None
                    continue
                count.cards += 1
                count.right += seen.code == cell.code
                count.accepted += seen.accepted
                count.silent += seen.accepted and seen.code != cell.code
        counts.append(count)
    return counts


def added(counts: Sequence[Count]) -> Count:
    """All of them together."""
    total = Count()
    for count in counts:
        for name in Count.__slots__:
            setattr(total, name, getattr(total, name) + getattr(count, name))
    return total


def drawn_decks(seeds: range, chosen: Sequence[str], scenes_each: int, kept: Path | None) -> None:
    """Teach each deck three ways and read the same tables with it."""
    decks = Decks()
    ways: dict[str, Callable[[Deck, int], DeckReferences]] = {
        "scans": lambda deck, _: teach(scans(deck), True),
        "1 photo": lambda deck, seed: teach(grid_photos(deck, seed, 1), None),
        "3 photos": lambda deck, seed: teach(grid_photos(deck, seed, 3), None),
    }
    totals: dict[str, list[Count]] = {}
    for seed in seeds:
        name = f"style-{seed}"
        for way in chosen:
            print(f"{name}, {way}", flush=True)
            references = ways[way](decks.scene_deck(name), seed)
            counts = read_scenes(name, references, decks, scenes_each, kept)
            for condition, count in zip(CONDITIONS, counts, strict=True):
                print("    " + count.line(condition), flush=True)
                totals.setdefault(f"{way}, {condition}", []).append(count)
    print("| taught by | cards | right | accepted | accepted and wrong | untaught cards accepted |")
    print("|---|---|---|---|---|---|")
    for way, counts in totals.items():
        print(added(counts).line(way))


def set_cards(folder: Path) -> None:
    """Real cards: taught by `teach`, read one photo at a time, as those of one table."""
    kinds = sorted(path.name for path in (folder / "teach").iterdir())
    cards = []
    for kind in kinds:
        for path in sorted((folder / "teach" / kind).iterdir()):
            picture = np.asarray(cv2.imread(str(path)), np.uint8)
            cut = cut_cards(picture, PhotoLabels(single=ALL_CODES[0]), CardSize(57, 89), is_scan=True).cards[
                0
            ]
            # One day, one light: all were cut out of the same few photos.
            cards.append(LabelledCard(kind, path.name[:15], path.name, cut.picture_bgr, True, cut.blur_mm))
    references = prepare_deck(best_references(make_references(cards)), seen_by_network)
    tables: dict[str, list[tuple[str, Path]]] = {}
    for kind in kinds:
        for path in sorted((folder / "test" / kind).iterdir()):
            tables.setdefault(path.name[:15], []).append((kind, path))
    together, alone = Count(), Count()
    for table in tables.values():
        _read_set(table, references, together)
        for one in table:
            _read_set([one], references, alone)
    print("| SET cards | cards | right | accepted | accepted and wrong | untaught cards accepted |")
    print("|---|---|---|---|---|---|")
    print(together.line("cards of one photo together"))
    print(alone.line("each card alone"))


def _read_set(table: Sequence[tuple[str, Path]], references: DeckReferences, count: Count) -> None:
    for start in range(0, len(table), CARDS_AT_ONCE):
        some = table[start : start + CARDS_AT_ONCE]
        pictures = []
        for _, path in some:
            picture = np.asarray(cv2.imread(str(path)), np.uint8)
            pictures.append(
                cut_cards(picture, PhotoLabels(), CardSize(57, 89), is_scan=True).cards[0].picture_bgr
            )
        sheet = lay_out(pictures)
        for (kind, _), reading in zip(
            some, read_cells(sheet.frame_bgr, sheet.cells(), references), strict=True
        ):
            count.cards += 1
            count.right += reading.code == kind
            count.accepted += reading.accepted
            count.silent += reading.accepted and reading.code != kind


def main() -> None:
    """Measure and print."""
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", default="7001:7006", help="seeds of drawn decks, first:last")
    parser.add_argument("--ways", default="scans,1 photo,3 photos", help="how the decks are taught")
    parser.add_argument("--scenes", type=int, default=4, help="test tables of each deck and condition")
    parser.add_argument("--kept", type=Path, help="a folder where rendered scenes are kept and looked for")
    parser.add_argument("--set", type=Path, dest="real", help="a folder of rectified real cards")
    arguments = parser.parse_args()
    if arguments.real is not None:
        set_cards(arguments.real)
    first, last = (int(part) for part in arguments.decks.split(":"))
    if last > first:
        drawn_decks(range(first, last), arguments.ways.split(","), arguments.scenes, arguments.kept)


if __name__ == "__main__":
    main()
