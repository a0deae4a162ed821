"""What finding costs beside decoding the frame, and how many tables are found right, set by set."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.benchmarks.measure import Measurement, NotMeasured, fastest_cpu_seconds

if TYPE_CHECKING:
    from vision.lattice import FindSettings, Image, Lattice, Points

ROOT = Path(__file__).resolve().parents[3]
PHOTOS = ROOT.parent / "shared" / "photos"
PHOTO_TRUTHS = ROOT / "tests" / "vision" / "photo_truth"
FIRST_SEED = 640_000
TABLES = {"normal": 10, "hard": 10, "tilt": 3, "glare": 3, "low_light": 3, "clutter": 3, "hand": 3}
GOALS = {"normal": 0.995, "hard": 0.97}
COST_TABLES = {"normal": 6, "hard": 4, "tilt": 2, "glare": 2, "low_light": 2, "clutter": 2, "hand": 2}
SAME_CARD = 0.8
JPEG_QUALITY = 92


def finding_measurements() -> Iterator[Measurement | NotMeasured]:
    """The cost of finding and of following, then every set that is there."""
    yield from _costs()
    yield from _rendered_tables()
    yield _photos("set", "real photos of SET cards: cards right")
    yield _alpha_deck()


def _costs() -> Iterator[Measurement | NotMeasured]:
    import cv2

    if not _scenes_are_here():
        yield NotMeasured("find: cold, 1080p", "the scenes of models/training are not installed")
        return
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    tables = [_cost(frame) for frame in _cost_frames(cards=True)]
    bare = [_cost(frame) for frame in _cost_frames(cards=False)]
    cv2.setNumThreads(threads)
    cold, followed, missed = _Ratios(tables, 0), _Ratios(tables, 1), _Ratios(bare, 0)
    yield cold.row("find: cold, 1080p, median of all conditions", 50, at_most=2)
    yield cold.row("find: cold, 1080p, 95th percentile", 95, at_most=2)
    yield missed.row("find: a table without a grid, 1080p, median", 50, at_most=2)
    yield missed.row("find: a table without a grid, 1080p, dearest", 100)
    yield followed.row("find: a followed frame, 1080p, 95th percentile", 95, at_most=0.5)


class _Ratios:
    """Costs of frames against decoding each of them."""

    def __init__(self, costs: list[tuple[float, float, float]], which: int) -> None:
        self._shares = [cost[which] / cost[2] for cost in costs]
        self._decoded = sum(cost[2] for cost in costs) / len(costs)

    def row(self, what: str, percentile: float, at_most: float | None = None) -> Measurement:
        import numpy as np

        share = float(np.percentile(self._shares, percentile))
        against, usual_ms = "decode the frame's JPEG in full", 1e3 * self._decoded
        return Measurement(what, "ms", share * usual_ms, against, usual_ms, at_most=at_most)


def _cost(frame: Image) -> tuple[float, float, float]:
    """The seconds of one core to find, to follow and to decode one frame."""
    import cv2
    import numpy as np

    from vision.grid_finder import find_lattice
    from vision.tracking import LatticeTracker

    photo = np.frombuffer(cv2.imencode(".jpg", frame, (cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY))[1], np.uint8)
    tracker = LatticeTracker()
    tracker.follow(frame)
    cold, followed, decoded = fastest_cpu_seconds(
        lambda: find_lattice(frame),
        lambda: tracker.follow(frame),
        lambda: cv2.imdecode(photo, cv2.IMREAD_COLOR),
        rounds=6,
    )
    return cold, followed, decoded


def _cost_frames(*, cards: bool) -> Iterator[Image]:
    """Photographs of tables of every condition, with their grid or with all but the grid."""
    from dataclasses import replace

    from models.training.scenes.deck_styles import style_deck
    from models.training.scenes.scene import draw_spec, render_spec
    from models.training.scenes.setting import Wish

    for condition, count in COST_TABLES.items():
        for seed in range(FIRST_SEED, FIRST_SEED + count):
            deck = style_deck(seed)
            spec = draw_spec(seed, condition, deck, Wish((1920, 1080)))
            if not cards:
                spec = replace(spec, layout=replace(spec.layout, cards={}))
            yield render_spec(spec, deck).frame_bgr


@lru_cache(maxsize=1)
def _scenes_are_here() -> bool:
    try:
        import models.training.scenes.scene  # noqa: F401
    except ImportError:
        return False
    return True


def _rendered_tables() -> Iterator[Measurement | NotMeasured]:
    for condition, count in TABLES.items():
        what = f"find: rendered tables, {condition}: all cells right"
        if not _scenes_are_here():
            yield NotMeasured(what, "the scenes of models/training are not installed")
            continue
        right, wrong, told = _judged(condition, count)
        share = GOALS.get(condition)
        yield Measurement(what, "tables", right, "tables that allow one lattice", told, at_least=share)
        yield Measurement(
            f"find: rendered tables, {condition}: wrong lattice", "tables", wrong, "tables", count, at_most=0
        )


def _judged(condition: str, count: int) -> tuple[int, int, int]:
    """How many tables were found right, how many wrong, and how many allow only one lattice."""
    from models.training.scenes.deck_styles import style_deck
    from models.training.scenes.scene import render_scene
    from vision.grid_finder import find_lattice
    from vision.lattice import Lattice

    right = wrong = told = 0
    for seed in range(FIRST_SEED, FIRST_SEED + count):
        scene = render_scene(seed, condition, style_deck(seed))
        cells = {(cell.row, cell.column): cell for cell in scene.truth.cells}
        cards = [place for place, cell in cells.items() if cell.code is not None and cell.visible > 0.3]
        told += all({place[axis] for place in cards} >= {0, 3} for axis in (0, 1))
        found = find_lattice(scene.frame_bgr)
        if not isinstance(found, Lattice):
            continue
        corners = {place: _points(cell.corners) for place, cell in cells.items()}
        likeness = {place: _iou(found.cell(*place).corners, quad) for place, quad in corners.items()}
        wrong += min(likeness.values()) < 0.4
        seen = {place: cell for place, cell in cells.items() if cell.state != "covered"}
        right += all(
            found.cell(*place).occupied == (cell.code is not None)
            and (cell.code is None or likeness[place] >= SAME_CARD)
            for place, cell in seen.items()
        )
    return right, wrong, told


def _photos(name: str, what: str) -> Measurement | NotMeasured:
    from vision.lattice import CardSize, FindSettings

    if not (PHOTOS / name).is_dir():
        return NotMeasured(what, "the photographs in ../shared/photos are not here")
    likeness: list[float] = []
    for path in sorted(PHOTO_TRUTHS.glob("*.json")):
        truth = json.loads(path.read_text(encoding="utf-8"))
        settings = FindSettings(truth["rows"], truth["columns"], CardSize(*truth["card_mm"]))
        likeness += _likeness(PHOTOS / truth["photo"], truth, settings)
    return _share_of_cards(what, likeness)


def _alpha_deck() -> Measurement | NotMeasured:
    from vision.lattice import CardSize, FindSettings

    what = "real photo of 40 illustrated cards: cards right"
    truth_path = PHOTOS / "magic" / "truth" / "alpha_deck.json"
    if not truth_path.exists():
        return NotMeasured(what, "the photographs in ../shared/photos are not here")
    truth = json.loads(truth_path.read_text(encoding="utf-8"))
    settings = FindSettings(5, 8, CardSize(63.0, 88.0))
    return _share_of_cards(what, _likeness(PHOTOS / "magic" / "alpha_deck.jpg", truth, settings))


def _share_of_cards(what: str, likeness: list[float]) -> Measurement:
    right = sum(each >= SAME_CARD for each in likeness)
    return Measurement(f"find: {what}", "cards", right, "cards", len(likeness), at_least=0.995)


def _likeness(photo: Path, truth: dict[str, list[dict[str, int]]], settings: FindSettings) -> list[float]:
    """How alike each true card and its cell are; nothing is alike where no lattice was found."""
    from vision.grid_finder import find_lattice
    from vision.lattice import Lattice
    from vision.photos import load_photo

    found: Lattice | object = find_lattice(load_photo(photo).frame_bgr, settings)
    if not isinstance(found, Lattice):
        return [0.0] * len(truth["cards"])
    return [
        _iou(found.cell(card["row"], card["column"]).corners, _points(card["corners"]))
        for card in truth["cards"]
    ]


def _points(corners: object) -> Points:
    import numpy as np

    return np.asarray(corners, np.float64)


def _iou(first: Points, second: Points) -> float:
    import cv2
    import numpy as np

    one, other = first.astype(np.float32), second.astype(np.float32)
    shared = cv2.intersectConvexConvex(one, other)[0]
    return float(shared / (cv2.contourArea(one) + cv2.contourArea(other) - shared))
