"""What reading costs: sixteen cells of a found grid, and one that changed, beside decoding the frame."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.cli.benchmarks.measure import Measurement, fastest_cpu_seconds
from companion.cli.read import load_references
from vision.cell_images import CellImage
from vision.table_reading import read_cells

if TYPE_CHECKING:
    from vision.arrays import Picture
    from vision.references import DeckReferences

ROWS = COLUMNS = 4
CARD_PX, PITCH_PX, FIRST_PX = (128, 199), (176, 240), (600, 70)
FRAME_PX = (1920, 1080)


def reading_measurements() -> Iterator[Measurement]:
    """Sixteen cells of the house deck in a 1080p frame, and one cell alone."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        deck = load_references("house")
        frame, cells = laid_table(deck)
        file = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, 92])[1]
        decode, whole, one = fastest_cpu_seconds(
            lambda: cv2.imdecode(file, cv2.IMREAD_COLOR),
            lambda: read_cells(frame, cells, deck),
            lambda: read_cells(frame, cells[5:6], deck),
        )
    finally:
        cv2.setNumThreads(threads)
    for what, taken, at_most in (
        ("sixteen cells of a grid", whole, 1.0),
        ("one cell that changed", one, None),
    ):
        yield Measurement(
            what=f"read: {what}",
            unit="milliseconds",
            measured=1e3 * taken,
            against="decode the 1080p frame's JPEG",
            reference=1e3 * decode,
            at_most=at_most,
        )


def laid_table(deck: DeckReferences) -> tuple[Picture, Sequence[CellImage]]:
    """A brown table of fine grain with sixteen cards of the deck."""
    grain = np.random.default_rng(1).normal(0, 7, (FRAME_PX[1], FRAME_PX[0], 1))
    frame = np.clip(np.array([60, 90, 120]) + cv2.blur(grain, (9, 1))[..., None], 0, 255).astype(np.uint8)
    cells = []
    for index, picture in enumerate(deck.pictures[: ROWS * COLUMNS * 4 : 4]):
        row, column = divmod(index, COLUMNS)
        left, top = FIRST_PX[0] + column * PITCH_PX[0], FIRST_PX[1] + row * PITCH_PX[1]
        right, bottom = left + CARD_PX[0], top + CARD_PX[1]
        frame[top:bottom, left:right] = cv2.resize(picture, CARD_PX, interpolation=cv2.INTER_AREA)
        corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]]) - 0.5
        cells.append(CellImage(row, column, corners))
    return frame, cells
