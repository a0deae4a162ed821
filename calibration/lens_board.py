"""The board that people print to measure a lens: a chessboard with a marker in each white square."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from vision.vector_page import PageSize, VectorPage

COLUMNS, ROWS = 7, 9
SQUARE_MM, MARKER_MM = 25.0, 18.0
STEP_MM = 0.5  # every edge of the board falls on such a step
# Another dictionary than the corner tiles have: both may be in view.
DICTIONARY = cv2.aruco.DICT_4X4_50
_TOP_MM = 30.0
_WORDS = (
    ("Lens board: print at 100 %, glue it flat on cardboard, show it to the camera from all sides.", 11.0),
    ("A square must measure 25 mm. Then: conclave lens calibrate --camera 0", 8.5),
    (
        "Tablero de lente: imprime al 100 %, pégalo sobre cartón y muéstralo a la cámara por todas partes.",
        8.5,
    ),
)


@cache
def lens_board() -> cv2.aruco.CharucoBoard:
    """The board as OpenCV knows it, in millimetres."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), SQUARE_MM, MARKER_MM, dictionary)


def board_picture(steps_px: int = 1) -> npt.NDArray[np.uint8]:
    """The board in black and white, so many pixels for each half millimetre."""
    size = tuple(round(count * SQUARE_MM / STEP_MM) for count in (COLUMNS, ROWS))
    picture = np.asarray(lens_board().generateImage((size[0], size[1]), marginSize=0, borderBits=1), np.uint8)
    return np.kron(picture, np.ones((steps_px, steps_px), np.uint8))


def board_pdf(paper: PageSize) -> bytes:
    """The board on a sheet of paper."""
    page = VectorPage(paper)
    for number, (words, size) in enumerate(_WORDS):
        page.text(12.0, 11.0 + 5.0 * number, words, size)
    left_mm = (paper.width_mm - COLUMNS * SQUARE_MM) / 2
    for x, y, width, height in black_boxes(board_picture() < 128):
        page.fill(left_mm + x * STEP_MM, _TOP_MM + y * STEP_MM, width * STEP_MM, height * STEP_MM)
    return page.to_pdf()


def black_boxes(black: npt.NDArray[np.bool_]) -> Iterator[tuple[int, int, int, int]]:
    """Boxes that cover the black of a picture: left, top, width and height. Equal rows are drawn as one."""
    changes = np.flatnonzero((black[1:] != black[:-1]).any(axis=1)) + 1
    edges = [0, *changes.tolist(), len(black)]
    for top, bottom in pairwise(edges):
        row = np.concatenate([[False], black[top], [False]]).astype(np.int8)
        starts, ends = np.flatnonzero(np.diff(row) == 1), np.flatnonzero(np.diff(row) == -1)
        for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
            yield start, top, end - start, bottom - top
