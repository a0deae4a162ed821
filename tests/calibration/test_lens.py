"""A lens is measured with a printed board, kept for its camera, and taken out of its pictures."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.lens_board import COLUMNS, ROWS, black_boxes, board_pdf, board_picture
from calibration.lens_fit import BoardView, LensNotMeasured, MeasuredLens, find_board, is_new, measure_lens
from calibration.lens_store import BrokenLens, forget_lens, keep_lens, lens_of, lens_path
from tests.calibration.board_views import TRUTH, bending_difference_px, straight_rays, views
from vision.frame import BgrPixels, Frame
from vision.lens import Lens, LensDoesNotFit, straight_matrix
from vision.vector_page import PAPERS


@pytest.fixture(scope="module")
def pictures() -> list[BgrPixels]:
    return views(TRUTH, 9)


@pytest.fixture(scope="module")
def seen(pictures: list[BgrPixels]) -> list[BoardView]:
    found = [find_board(picture) for picture in pictures]
    return [view for view in found if view is not None]


def test_the_lens_that_bent_the_pictures_is_found_again(seen: list[BoardView]) -> None:
    assert len(seen) == 9
    measured = measure_lens(seen)
    assert measured.error_px < 0.15
    assert np.allclose(measured.lens.focal_px, TRUTH.focal_px, rtol=0.01)
    assert np.allclose(measured.lens.centre_px, TRUTH.centre_px, atol=4)
    assert np.allclose(measured.lens.bending, TRUTH.bending, atol=0.02)
    assert bending_difference_px(measured.lens, TRUTH) < 0.25
    straight = Lens(TRUTH.width_px, TRUTH.height_px, TRUTH.focal_px, TRUTH.centre_px, (0.0, 0.0, 0.0, 0.0))
    assert bending_difference_px(measured.lens, straight) > 5, "the lens of this test bends visibly"


def test_straightened_pictures_show_the_board_with_straight_lines(pictures: list[BgrPixels]) -> None:
    def crookedness(picture: BgrPixels) -> float:
        view = find_board(picture)
        assert view is not None
        across = COLUMNS - 1
        off = []
        for row in range(ROWS - 1):
            line = view.corners_px[view.ids // across == row].astype(float)
            if len(line) >= 4:
                centred = line - line.mean(axis=0)
                off.append(np.linalg.svd(centred)[1][1] / np.sqrt(len(line)))
        return float(np.mean(off))

    bent = pictures[0]
    straight = TRUTH.straighten(Frame(bent, 5, 1.5, "Camera 0"))
    assert (straight.number, straight.captured_seconds, straight.source) == (5, 1.5, "Camera 0")
    assert crookedness(straight.frame_bgr) < 0.25 * crookedness(bent)
    assert crookedness(straight.frame_bgr) < 0.15


def test_nothing_the_camera_saw_is_cut_away() -> None:
    edges = np.array([[0.0, 0], [959, 0], [959, 539], [0, 539], [480, 0], [0, 270], [959, 270], [480, 539]])
    matrix = straight_matrix(TRUTH)
    landed = straight_rays(edges, TRUTH) * matrix[[0, 1], [0, 1]] + matrix[:2, 2]
    assert (landed > -3).all()
    assert (landed < np.array([963, 543])).all()


def test_a_lens_serves_every_size_of_the_same_shape_and_no_other() -> None:
    large = TRUTH.for_size(1920, 1080)
    assert large.focal_px == (1520.0, 1514.0)
    assert np.allclose(large.centre_px, (974.5, 524.5))
    with pytest.raises(LensDoesNotFit, match="960 x 540 pixels, these have 640 x 480"):
        TRUTH.straighten(Frame(np.zeros((480, 640, 3), np.uint8)))


def test_pictures_that_do_not_tell_the_lens_say_what_is_missing(seen: list[BoardView]) -> None:
    with pytest.raises(LensNotMeasured, match="in 2 pictures, 6 are needed"):
        measure_lens(seen[:2])
    with pytest.raises(LensNotMeasured, match="every corner of the picture"):
        measure_lens([seen[2]] * 6)
    other = BoardView(seen[0].ids, seen[0].corners_px, (640, 480))
    with pytest.raises(LensNotMeasured, match="different sizes"):
        measure_lens([*seen, other])
    chance = np.random.default_rng(1)
    shaken = [
        BoardView(view.ids, view.corners_px + chance.normal(0, 6, view.corners_px.shape).astype(np.float32),
                  view.size_px) for view in seen
    ]  # fmt: skip
    with pytest.raises(LensNotMeasured, match=r"do not agree|is no lens"):
        measure_lens(shaken)


def test_a_picture_without_the_board_has_no_view_and_the_same_view_is_not_new(seen: list[BoardView]) -> None:
    assert find_board(np.full((540, 960, 3), 120, np.uint8)) is None
    assert not is_new(seen[0], seen)
    assert is_new(seen[0], seen[1:])


def test_the_printed_board_is_the_board_that_is_looked_for() -> None:
    picture = board_picture()
    drawn = np.full_like(picture, 255)
    for left, top, width, height in black_boxes(picture < 128):
        drawn[top : top + height, left : left + width] = 0
    assert (drawn == picture).all()
    framed = cv2.copyMakeBorder(board_picture(2), 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=255)
    view = find_board(np.asarray(cv2.cvtColor(framed, cv2.COLOR_GRAY2BGR), np.uint8))
    assert view is not None
    assert len(view.ids) == (COLUMNS - 1) * (ROWS - 1)
    for paper in PAPERS.values():
        assert board_pdf(paper).startswith(b"%PDF")


def test_a_lens_is_kept_for_its_camera_and_checked_when_it_is_read(tmp_path: Path) -> None:
    assert lens_of(tmp_path, "Camera 0") is None
    path = keep_lens(tmp_path, "Camera 0", MeasuredLens(TRUTH, 0.2, 9))
    stored = lens_of(tmp_path, "camera 0")
    assert stored is not None
    assert (stored.camera, stored.measured.lens) == ("Camera 0", TRUTH)
    whole = json.loads(path.read_text())
    for change in (
        {"format": 2}, {"size_px": [0, 540]}, {"bending": [9, 0, 0, 0]}, {"bending": [0.1]},
        {"focal_px": "long"}, {"centre_px": [5, 5]},
        {"focal_px": [float("nan"), 1.0]}, {"camera": None, "size_px": None},
    ):  # fmt: skip
        path.write_text(json.dumps(whole | change))
        with pytest.raises(BrokenLens, match=r"camera-0\.json"):
            lens_of(tmp_path, "Camera 0")
    path.write_bytes(b"\xff no lens")
    with pytest.raises(BrokenLens):
        lens_of(tmp_path, "Camera 0")
    assert forget_lens(tmp_path, "Camera 0")
    assert not forget_lens(tmp_path, "Camera 0")


def test_no_name_of_a_camera_leads_out_of_the_folder(tmp_path: Path) -> None:
    for name in ("../../evil", "/etc/passwd", "Camera at 192.168.1.7:8080", "..", ""):
        assert lens_path(tmp_path, name).parent == tmp_path / "lenses"
        assert not lens_path(tmp_path, name).name.startswith(".")
