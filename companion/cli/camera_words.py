"""What a watcher sees, in the plain values that the server hands to pages."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

import cv2
import numpy as np

from companion.games.conclave.commands import Command, SendEmissary
from companion.games.conclave.conclave import Cell
from companion.server.camera import CameraView, CellAsked, CellDiffers, PossibleMove, Sighted
from companion.table.layout import Doubt, Seen, seen_code
from companion.table.photographed import PhotographedCell, photographed_cell
from companion.table.referee import Difference, Discrepancy
from companion.watching.happenings import WatchState
from vision.frame import Frame
from vision.frame_quality import Advice, FlickerWatch, measure_quality
from vision.readings import CardReading
from vision.source_health import SourceHealth

PREVIEW_LONGEST_PX = 960
PREVIEW_QUALITY = 80
MEASURED_EVERY_FRAMES = 3
MEASURES_KEPT = 8
MEASURES_THAT_AGREE = 6  # one dark or blurred frame is a hand, not the lamp


class SteadyAdvice:
    """What people could change, once most of the last frames agree on it."""

    def __init__(self) -> None:
        self._flicker = FlickerWatch()
        self._measures: deque[frozenset[Advice]] = deque(maxlen=MEASURES_KEPT)
        self._frames = 0
        self.codes: tuple[Advice, ...] = ()

    def look(self, frame: Frame) -> None:
        """Take in a frame."""
        self._frames += 1
        if self._frames % MEASURED_EVERY_FRAMES:
            return
        quality = measure_quality(frame)
        flickers = (Advice.FLICKER,) if self._flicker.flickers(quality) else ()
        self._measures.append(frozenset((*quality.advice, *flickers)))
        self.codes = tuple(
            code for code in Advice if sum(code in one for one in self._measures) >= MEASURES_THAT_AGREE
        )


def camera_view(
    health: SourceHealth, state: WatchState | None, advice: tuple[Advice, ...], *, phone: bool
) -> CameraView:
    """How the camera is doing and what it asks."""
    plain = CameraView(source=health.state.value, advice=tuple(code.value for code in advice), phone=phone)
    if state is None:
        return plain
    discrepancy = state.discrepancy or Discrepancy(())
    readings = {Cell(one.row, one.column): one for one in state.reading}
    return CameraView(
        source=plain.source,
        watching=state.watching.value,
        advice=plain.advice,
        phone=phone,
        asked=tuple(_asked(cell, readings) for cell in state.to_ask),
        differs=tuple(_differs(one) for one in discrepancy.differences),
        choices=tuple(tuple(map(_move, course)) for course in discrepancy.choices),
    )


def layout_codes(state: WatchState) -> tuple[str, ...]:
    """What the sixteen cells show."""
    return tuple(seen_code(seen) for seen in state.layout.cells)


def cell_pairs(cells: Iterable[Cell]) -> tuple[tuple[int, int], ...]:
    """Cells as rows and columns."""
    return tuple(map(_pair, cells))


def sighted(frame: Frame, state: WatchState | None) -> Sighted:
    """A small picture of a frame, and where the cells lie in it."""
    scale = min(1.0, PREVIEW_LONGEST_PX / max(frame.width_px, frame.height_px))
    picture = cv2.resize(frame.frame_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, PREVIEW_QUALITY])[1].tobytes()
    height_px, width_px = picture.shape[:2]
    return Sighted(frame.number, jpeg, width_px, height_px, _cells(state, scale))


def _cells(state: WatchState | None, scale: float) -> tuple[PhotographedCell, ...]:
    if state is None or state.lattice is None:
        return ()
    readings = {(one.row, one.column): one for one in state.reading}
    found = []
    for cell in state.lattice.cells:
        reading = readings.get((cell.row, cell.column))
        if reading is not None:
            corners = tuple((float(x), float(y)) for x, y in np.round(cell.corners * scale, 1))
            found.append(photographed_cell(reading, corners))
    return tuple(found)


def _asked(cell: Cell, readings: dict[Cell, CardReading]) -> CellAsked:
    reading = readings.get(cell)
    guesses = () if reading is None else reading.candidates
    return CellAsked(_pair(cell), tuple((guess.name, round(guess.confidence, 4)) for guess in guesses))


def _differs(difference: Difference) -> CellDiffers:
    expected = tuple(None if card is None else str(card) for card in difference.expected)
    return CellDiffers(_pair(difference.cell), expected, _seen(difference.seen))


def _seen(seen: Seen) -> str | None:
    if isinstance(seen, Doubt):
        return seen_code(seen)
    return None if seen is None else str(seen)


def _move(command: Command) -> PossibleMove:
    if isinstance(command, SendEmissary):
        return PossibleMove(command.player, str(command.mage), _pair(command.cell))
    return PossibleMove(command.player, None, None)


def _pair(cell: Cell) -> tuple[int, int]:
    return cell.row, cell.column
