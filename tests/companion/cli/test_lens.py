"""`conclave lens`: the board printed, the lens measured and kept, forgotten again."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.lens_fit import MeasuredLens
from calibration.lens_store import keep_lens, lens_of
from companion.cli.checkups.camera import check_camera
from companion.cli.lenses import lenses_in
from companion.cli.main import main
from tests.calibration.board_views import TRUTH, views
from tests.vision.fake_camera import FakeCamera
from vision import frames
from vision.captures import CameraWish
from vision.frame_source import FrameSource
from vision.pushed_frames import PushedFrames
from vision.straight_frames import StraightFrames


def test_photos_of_the_board_measure_the_lens(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    for number, picture in enumerate([*views(TRUTH, 7), np.full((540, 960, 3), 90, np.uint8)]):
        cv2.imwrite(str(photos / f"{number}.png"), picture)
    words = ["lens", "calibrate", "--camera", str(photos), "--data", str(tmp_path / "data")]
    assert main(words) == 2
    assert "--as" in capsys.readouterr().err
    assert main([*words, "--as", "0"]) == 0
    said = capsys.readouterr()
    assert "measured from 7 views" in said.out
    assert "7.png 7: no board" in said.err
    stored = lens_of(tmp_path / "data", "Camera 0")
    assert stored is not None
    assert np.allclose(stored.measured.lens.bending, TRUTH.bending, atol=0.03)
    assert main(["lens", "list", "--data", str(tmp_path / "data")]) == 0
    assert "Camera 0: 960 x 540" in capsys.readouterr().out
    assert main(["lens", "forget", "0", "--data", str(tmp_path / "data")]) == 0
    assert main(["lens", "forget", "0", "--data", str(tmp_path / "data")]) == 2
    assert lens_of(tmp_path / "data", "Camera 0") is None


def test_pictures_without_the_board_leave_what_was_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep_lens(tmp_path, "Camera 0", MeasuredLens(TRUTH, 0.2, 9))
    photo = tmp_path / "bare.png"
    cv2.imwrite(str(photo), np.full((540, 960, 3), 90, np.uint8))
    assert main(["lens", "calibrate", "--camera", str(photo), "--as", "0", "--data", str(tmp_path)]) == 2
    assert "0 pictures, 6 are needed" in capsys.readouterr().err
    assert lens_of(tmp_path, "Camera 0") is not None


def test_the_board_is_written_whole(tmp_path: Path) -> None:
    assert main(["lens", "print", "--out", str(tmp_path / "board.pdf"), "--paper", "letter"]) == 0
    assert (tmp_path / "board.pdf").read_bytes().startswith(b"%PDF")


def test_frames_of_a_measured_camera_come_straight_and_those_of_others_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_lens(tmp_path, "Camera 3", MeasuredLens(TRUTH, 0.2, 9))
    picture = views(TRUTH, 1)[0]

    def plugged_in(_number: int, _wish: CameraWish) -> FakeCamera:
        camera = FakeCamera()
        camera.gives = picture
        return camera

    monkeypatch.setattr(frames, "open_camera", plugged_in)
    for number, kind in ((3, StraightFrames), (4, FrameSource)):
        with frames.open_frames(number, lens_of=lenses_in(tmp_path)) as source:
            frame = source.next_frame(3.0)
        assert isinstance(source, kind)
        assert frame is not None
        assert (frame.frame_bgr == picture).all() == (number == 4)


def test_pictures_of_another_shape_are_left_and_the_doctor_says_so() -> None:
    pushed = PushedFrames("Camera 0")
    straight = StraightFrames(pushed, TRUTH)
    pushed.push(np.full((480, 640, 3), 90, np.uint8))
    found = list(check_camera(straight, "house", lambda: None, True, lambda _view: None))
    said = [finding for finding in found if finding.code == "camera.lens"]
    assert "these have 640 x 480" in said[0].words("en")
    straight.close()
