from __future__ import annotations

import math

import numpy as np
import pytest

from vision.frame import Frame, InvalidFrame


def picture() -> np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]:
    return np.zeros((4, 6, 3), np.uint8)


def test_a_frame_knows_its_size_and_origin() -> None:
    frame = Frame(picture(), number=7, captured_seconds=1.5, source="camera 0")
    assert (frame.width_px, frame.height_px, frame.number, frame.source) == (6, 4, 7, "camera 0")


def test_nobody_paints_on_a_shared_frame_but_the_owner_keeps_the_array() -> None:
    pixels = picture()
    frame = Frame(pixels)
    with pytest.raises(ValueError, match="read-only"):
        frame.frame_bgr[0, 0] = 255
    pixels[0, 0] = 1


@pytest.mark.parametrize(
    ("pixels", "fact"),
    [
        (np.zeros((4, 6), np.uint8), "got 4 x 6"),
        (np.zeros((4, 6, 4), np.uint8), "got 4 x 6 x 4"),
        (np.zeros((4, 6, 3), np.float32), "got float32"),
        (np.zeros((0, 6, 3), np.uint8), "got 6 x 0"),
        ([[[0, 0, 0]]], "got list"),
    ],
)
def test_what_is_no_colour_picture_is_no_frame(pixels: object, fact: str) -> None:
    with pytest.raises(InvalidFrame, match=fact):
        Frame(pixels)  # type: ignore[arg-type]


def test_number_time_and_name_are_checked() -> None:
    with pytest.raises(InvalidFrame, match="got -1"):
        Frame(picture(), number=-1)
    for seconds in (-0.1, math.nan, math.inf):
        with pytest.raises(InvalidFrame, match="seconds"):
            Frame(picture(), captured_seconds=seconds)
    with pytest.raises(InvalidFrame, match="name"):
        Frame(picture(), source=" ")


def test_a_slanted_view_becomes_plain_memory() -> None:
    assert Frame(picture().swapaxes(0, 1)).frame_bgr.flags.c_contiguous
