"""The camera: does it give pictures, is the light good, is the table in view, can its cards be read?"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.cli.checkups.finding import Check, Fact, Finding, fine, note, problem, warning
from companion.cli.finder_reasons import reason_code

if TYPE_CHECKING:
    from vision.frame import Frame
    from vision.frame_quality import GlareSpot
    from vision.frame_source import FrameSource
    from vision.lattice import Lattice
    from vision.references import DeckReferences
    from vision.source_health import SourceHealth
    from vision.table_view import Remark, TableView

FIRST_FRAME_SECONDS = 10.0
WATCHED_SECONDS = 2.5  # a camera needs a moment to set its exposure and focus
WATCHED_FRAMES = 40
VIEWS = 6  # frames in which the table is looked for
SMALLEST_PX = (1024, 576)


@dataclass(slots=True)
class Watched:
    """What came from a source: some of its frames, and how it fared."""

    frames: list[Frame] = field(default_factory=list)
    flickers: bool = False
    health: SourceHealth | None = None


def check_camera(
    source: FrameSource,
    deck_name: str,
    deck: Callable[[], DeckReferences | None],
    must: bool,
    show: Callable[[TableView], None],
) -> Iterator[Finding]:
    """Look through a source; without `must` a camera that is not there is no problem, play goes by hand."""
    watched = watch(source)
    if not watched.frames:
        yield _no_picture(source, watched, must=must)
        return
    yield from _about_the_source(source, watched)
    view = best_view(watched)
    show(view)
    yield from about_the_view(view, watched.flickers)
    references = deck() if view.is_found else None
    if references is not None:
        yield from _about_the_cards(view, deck_name, references)


def watch(source: FrameSource) -> Watched:
    """Take frames for a moment; of a recording the first ones."""
    from vision.frame_quality import FlickerWatch, measure_quality
    from vision.frame_source import EndOfFrames

    watched, flicker = Watched(), FlickerWatch()
    until = time.monotonic() + FIRST_FRAME_SECONDS
    started = False
    while time.monotonic() < until and len(watched.frames) < WATCHED_FRAMES:
        try:
            frame = source.next_frame(0.25)
        except EndOfFrames:
            break
        if frame is None:
            if source.health().tries and not started:
                break  # it was tried and could not be opened
            continue
        if not started:
            started, until = True, time.monotonic() + WATCHED_SECONDS
        watched.frames.append(frame)
        if source.is_live or source.name != frame.source or len(watched.frames) > 1:
            watched.flickers |= flicker.flickers(measure_quality(frame))
    watched.health = source.health()
    return watched


def _no_picture(source: FrameSource, watched: Watched, *, must: bool) -> Finding:
    health = watched.health
    if health is not None and health.skipped:
        return problem(Check.CAMERA, "camera.unreadable", trouble=health.skipped[0])
    trouble = (
        f":trouble.{health.trouble}" if health is not None and health.trouble else ":trouble.not_answering"
    )
    if must:
        return problem(Check.CAMERA, "camera.silent", source=source.name, trouble=trouble)
    return note(Check.CAMERA, "camera.none", source=source.name, trouble=trouble)


def _about_the_source(source: FrameSource, watched: Watched) -> Iterator[Finding]:
    from vision.source_health import SourceState
    from vision.straight_frames import StraightFrames

    last, health = watched.frames[-1], watched.health
    size: dict[str, Fact] = {"source": source.name, "width": last.width_px, "height": last.height_px}
    is_small = max(last.width_px, last.height_px) < SMALLEST_PX[0]
    yield (warning if is_small else fine)(Check.CAMERA, "camera.small" if is_small else "camera.fine", **size)
    if isinstance(source, StraightFrames):
        straight = fine(Check.CAMERA, "camera.straightened", source=source.name)
        trouble = source.does_not_fit
        yield warning(Check.CAMERA, "camera.lens", trouble=trouble) if trouble else straight
    if health is not None and health.state is SourceState.FROZEN:
        yield warning(Check.CAMERA, "camera.frozen", source=source.name)
    if health is not None and health.skipped:
        yield warning(
            Check.CAMERA, "camera.skipped", count=len(health.skipped), trouble="; ".join(health.skipped[:3])
        )


def best_view(watched: Watched) -> TableView:
    """The view that shows the table best: found, with the fewest remarks; the latest among equals."""
    from vision.table_view import examine

    frames = watched.frames
    step = max(1, len(frames) // VIEWS)
    views = []
    for frame in frames[::-1][::step][:VIEWS]:
        views.append(examine(frame))
        if views[-1].is_found and not views[-1].remarks:
            break
    return min(views, key=lambda view: (not view.is_found, len(view.remarks)))


def about_the_view(view: TableView, flickers: bool) -> Iterator[Finding]:
    """Light and place, each remark as a finding; play needs a table that is found."""
    from vision.frame_quality import Advice

    light = [remark for remark in view.remarks if isinstance(remark.trouble, Advice)]
    for remark in light:
        yield _light(view, remark)
    if flickers:
        yield warning(Check.LIGHT, "light.flicker")
    if not light and not flickers:
        yield fine(Check.LIGHT, "light.fine")
    if view.is_found:
        cards, width_px = cards_in_view(view)
        yield fine(Check.TABLE, "table.fine", cards=cards, card_px=width_px)
    for remark in view.remarks:
        if remark not in light:
            yield _place(remark)


def _light(view: TableView, remark: Remark) -> Finding:
    from vision.frame_quality import Advice

    if remark.trouble is Advice.BLURRED:
        return warning(Check.LIGHT, "light.blurred", blur=round(view.quality.blur_px, 1))
    if remark.trouble is not Advice.GLARE:
        return warning(Check.LIGHT, f"light.{remark.trouble}")
    size = (view.frame.width_px, view.frame.height_px)
    places = tuple(dict.fromkeys(f":place.{place_of(spot, size)}" for spot in remark.spots[:6]))
    boxes = tuple(f"{s.left_px},{s.top_px} {s.width_px}x{s.height_px}" for s in remark.spots[:6])
    if not remark.cells:
        return warning(Check.LIGHT, "light.glare", places=places, boxes=boxes)
    return warning(Check.LIGHT, "light.glare.cards", places=places, boxes=boxes, cells=_cells(remark.cells))


def _place(remark: Remark) -> Finding:
    from vision.table_view import ViewTrouble

    if remark.trouble is ViewTrouble.TOO_FAR:
        return warning(Check.TABLE, "table.too_far", card_px=remark.card_px)
    if remark.trouble is ViewTrouble.OUT_OF_VIEW:
        sides = tuple(f":side.{side}" for side in remark.sides)
        return problem(Check.TABLE, "table.out_of_view", sides=sides, reason=reason_key(remark.reason))
    return problem(Check.TABLE, "table.table_not_found", reason=reason_key(remark.reason))


def _about_the_cards(view: TableView, deck_name: str, deck: DeckReferences) -> Iterator[Finding]:
    from vision.cell_images import cells_of_lattice
    from vision.lattice import Lattice
    from vision.readings import CellState
    from vision.table_reading import read_cells

    if not isinstance(view.lattice, Lattice):
        return
    reading = read_cells(view.frame.frame_bgr, cells_of_lattice(view.lattice), deck)
    shown = [cell for cell in reading if cell.state is not CellState.EMPTY]
    unsure = tuple((cell.row, cell.column) for cell in reading.unsure)
    if not unsure:
        yield fine(Check.TABLE, "table.read", cards=len(shown), deck=deck_name)
        return
    facts: dict[str, Fact] = {"unsure": len(unsure), "cards": max(len(shown), len(unsure)), "deck": deck_name}
    if 2 * len(unsure) > len(shown):
        yield problem(Check.TABLE, "table.unreadable", **facts, cells=_cells(unsure))
    else:
        yield warning(Check.TABLE, "table.unsure", **facts, cells=_cells(unsure))


def cards_in_view(view: TableView) -> tuple[int, int]:
    """How many cards lie in the grid, and how wide one is."""
    import numpy as np

    lattice: Lattice = view.lattice  # type: ignore[assignment]  # only asked of a view that is found
    widths = [min(np.linalg.norm(np.diff(cell.corners[:3], axis=0), axis=1)) for cell in lattice.cells]
    return sum(cell.occupied for cell in lattice.cells), round(float(np.median(widths)))


def place_of(spot: GlareSpot, size_px: tuple[int, int]) -> str:
    """Where in the picture a spot lies, in ninths."""
    x = (spot.left_px + spot.width_px / 2) / size_px[0]
    y = (spot.top_px + spot.height_px / 2) / size_px[1]
    across = "left" if x < 1 / 3 else "right" if x > 2 / 3 else ""
    down = "top" if y < 1 / 3 else "bottom" if y > 2 / 3 else ""
    return "-".join(part for part in (down, across) if part) or "middle"


def reason_key(reason: str) -> str:
    """The catalogue's key for a reason of the finder; a reason that is new stands for itself."""
    code = reason_code(reason)
    return reason if code is None else f":reason.{code}"


def _cells(cells: tuple[tuple[int, int], ...]) -> tuple[str, ...]:
    return tuple(f"{row},{column}" for row, column in cells)
