from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from models.training.scenes.camera import Lens, Pose, Window, camera_at, camera_that_frames


@settings(max_examples=40, deadline=None)
@given(tilt=st.floats(0, 55), side=st.floats(0, 360), roll=st.floats(-20, 20), bend=st.floats(-0.05, 0.15))
def test_a_pixels_point_on_the_table_projects_back_to_the_pixel(
    tilt: float, side: float, roll: float, bend: float
) -> None:
    camera = camera_at(Pose(tilt, side, roll, (10.0, -20.0)), Lens(640, 480, 60, (bend, 0.0)), 700)
    x, y = camera.table_map(Window(100, 80, 440, 320))
    rows, columns = np.array([0, 40, 319, 200]), np.array([0, 300, 439, 20])
    back = camera.project_flat(np.column_stack([x[rows, columns], y[rows, columns]]))
    assert np.allclose(back, np.column_stack([columns + 100, rows + 80]), atol=0.02)


def test_a_camera_frames_all_corners_within_the_wished_share() -> None:
    corners = np.array([[-150, -200], [150, -200], [150, 200], [-150, 200]], float)
    for bend in (-0.04, 0.0, 0.14):
        lens = Lens(1280, 720, 70, (bend, 0.0))
        camera = camera_that_frames(Pose(40, 33, 3, (0, 0)), lens, corners, 0.9)
        reach = np.abs(camera.project_flat(corners) - camera.centre_px) / (640, 360)
        assert 0.85 < reach.max() <= 0.9 + 1e-6


def test_points_behind_the_lens_stay_finite() -> None:
    camera = camera_at(Pose(50, 0, 0, (0, 0)), Lens(640, 480, 60, (-0.05, 0.0)), 400)
    assert np.all(np.isfinite(camera.project(np.array([[0.0, 900.0, 300.0], [0.0, 5000.0, 900.0]]))))


def test_a_barrel_lens_pulls_corners_inwards() -> None:
    pose = Pose(0, 0, 0, (0, 0))
    straight = camera_at(pose, Lens(640, 480, 60, (0.0, 0.0)), 700)
    barrel = camera_at(pose, Lens(640, 480, 60, (0.1, 0.0)), 700)
    corner = np.array([[300.0, 200.0]])
    middle = np.asarray(straight.centre_px)
    assert np.linalg.norm(barrel.project_flat(corner) - middle) < np.linalg.norm(
        straight.project_flat(corner) - middle
    )
