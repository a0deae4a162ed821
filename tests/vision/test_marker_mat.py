from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.mat_scenes import MatScene, photograph, project, through_a_lens
from tests.vision.photo_files import noise
from tests.vision.tables import painted_table, real_photos
from vision.marker_mat import MarkerLattice, find_marker_lattice, find_tiles
from vision.photos import load_photo


def find(scene: MatScene) -> MarkerLattice | None:
    return find_marker_lattice(photograph(scene), scene.rows, scene.columns)


def found(scene: MatScene) -> MarkerLattice:
    lattice = find(scene)
    assert lattice is not None
    return lattice


def error_px(scene: MatScene, lattice: MarkerLattice) -> float:
    """The worst corner of the grid, whichever of them is counted first."""
    return min(
        float(np.abs(np.roll(scene.corners_px, turn, axis=0) - lattice.quad).max()) for turn in range(4)
    )


@pytest.mark.parametrize("tilt", [0.0, 30.0, 55.0])
@pytest.mark.parametrize("turn", [0.0, 20.0, 90.0, 250.0])
def test_four_tiles_give_the_grid_from_any_side_and_tilt(tilt: float, turn: float) -> None:
    scene = MatScene(tilt_degrees=tilt, turn_degrees=turn)
    lattice = found(scene)
    assert error_px(scene, lattice) < 1.0
    assert (lattice.rows, lattice.columns) == (4, 4)
    assert sorted(lattice.cell_mm) == [56.0, 87.0]
    assert np.allclose(np.array(lattice.pitch_mm) - np.array(lattice.cell_mm), 10, atol=1.0)


@pytest.mark.parametrize("size", [(640, 480), (1920, 1080), (4000, 3000)])
def test_the_grid_is_found_at_every_frame_size(size: tuple[int, int]) -> None:
    scene = MatScene(size=size)
    assert error_px(scene, found(scene)) < 1.0


@pytest.mark.parametrize("tiles", [(0, 1, 2), (1, 2, 3), (0, 1), (1, 2), (2, 3), (0, 3), (0, 2), (1, 3)])
@pytest.mark.parametrize("hand", [0.0, 1.0])
def test_two_or_three_tiles_are_enough_and_the_doubt_covers_the_error(
    tiles: tuple[int, ...], hand: float
) -> None:
    for seed in range(2):
        scene = MatScene(tiles=tiles, tilt_degrees=35, shift_mm=hand, skew_degrees=2 * hand, seed=seed)
        lattice = found(scene)
        assert lattice.tiles_seen == len(tiles)
        assert error_px(scene, lattice) < 3 * lattice.doubt_px
        assert error_px(scene, lattice) < 15


def test_fewer_tiles_leave_more_doubt() -> None:
    doubts = [found(MatScene(tiles=tiles)).doubt_px for tiles in ((0, 1, 2, 3), (0, 1, 2), (0, 1))]
    assert doubts == sorted(doubts)
    assert doubts[0] < 1


@pytest.mark.parametrize("tiles", [(), (0,), (3,)])
def test_one_tile_is_not_enough(tiles: tuple[int, ...]) -> None:
    assert find(MatScene(tiles=tiles)) is None


def test_cells_lie_where_the_cards_are() -> None:
    scene = MatScene(tilt_degrees=30)
    lattice = found(scene)
    for row, column in ((0, 0), (1, 2), (3, 3)):
        place = np.array([column * 66.0, row * 97.0])
        card = place + np.array([[0.0, 0.0], [56.0, 0.0], [56.0, 87.0], [0.0, 87.0]])
        truth = project(scene.table_to_image, card)
        assert np.abs(lattice.cell_corners(row, column) - truth).max() < 1.5
    with pytest.raises(ValueError, match="4 x 4"):
        lattice.cell_corners(4, 0)


def test_row_0_is_nearest_the_top_of_the_frame_whoever_the_mat_was_laid_for() -> None:
    for turn in (0.0, 90.0, 180.0, 270.0):
        lattice = found(MatScene(turn_degrees=turn))
        assert lattice.cell_corners(0, 0)[:, 1].mean() < lattice.cell_corners(3, 0)[:, 1].mean()
        assert lattice.cell_corners(0, 0)[:, 0].mean() < lattice.cell_corners(0, 3)[:, 0].mean()
        assert cv2.contourArea(lattice.quad.astype(np.float32), oriented=True) > 0


@pytest.mark.parametrize("gaps", [(3.0, 3.0), (25.0, 22.0), (6.0, 10.0)])
def test_gaps_are_measured_not_assumed(gaps: tuple[float, float]) -> None:
    scene = MatScene(gaps_mm=gaps)
    lattice = found(scene)
    assert error_px(scene, lattice) < 1.0
    assert np.allclose(np.array(lattice.pitch_mm) - np.array(lattice.cell_mm), gaps, atol=1)


def test_cards_lying_sideways_are_recognised() -> None:
    lattice = found(MatScene(cell_mm=(87.0, 56.0)))
    assert lattice.cell_mm == (87.0, 56.0)


@pytest.mark.parametrize("turn", [0.0, 90.0])
def test_other_grids_than_four_by_four_keep_their_rows_and_columns(turn: float) -> None:
    scene = MatScene(rows=3, columns=5, turn_degrees=turn)
    lattice = found(scene)
    assert (lattice.rows, lattice.columns) == (3, 5)
    assert lattice.cell_mm == (56.0, 87.0)
    assert error_px(scene, lattice) < 1.0


def test_a_lone_corner_of_the_marker_is_not_pulled_inwards_by_blur() -> None:
    """The gap between cards comes from the markers' size; a marker that seems smaller would widen it."""
    for blur_px in (0.6, 1.4):
        lattice = found(MatScene(blur_px=blur_px, tilt_degrees=10))
        assert np.allclose(np.array(lattice.pitch_mm), (66, 97), atol=1.2)


@pytest.mark.parametrize("print_scale", [0.94, 1.03])
def test_a_sheet_printed_too_small_or_too_large_still_gives_the_corners(print_scale: float) -> None:
    scene = MatScene(print_scale=print_scale)
    assert error_px(scene, found(scene)) < 1.0


@pytest.mark.parametrize("bend", [-0.3, -0.1, 0.1])
def test_lenses_that_bend_lines_do_not_move_the_corners(bend: float) -> None:
    for tiles, largest_px in (((0, 1, 2, 3), 1.0), ((0, 1, 2), 6.0)):
        picture, corners = through_a_lens(MatScene(tiles=tiles), bend)
        lattice = find_marker_lattice(picture)
        assert lattice is not None
        assert np.abs(lattice.quad - corners).max() < largest_px


@pytest.mark.parametrize("spoil", [{"light": 0.15}, {"noise": 12.0}, {"blur_px": 1.8}])
def test_bad_light_noise_and_some_blur_are_survived(spoil: dict[str, float]) -> None:
    scene = MatScene(**spoil)  # type: ignore[arg-type]
    assert error_px(scene, found(scene)) < 4


@pytest.mark.parametrize("tile", range(4))
def test_a_tile_laid_the_wrong_way_round_is_no_grid(tile: int) -> None:
    assert find(MatScene(turned_tile=tile)) is None


def test_a_mirrored_or_doubled_mat_is_no_grid() -> None:
    picture = photograph(MatScene())
    assert find_marker_lattice(np.ascontiguousarray(picture[:, ::-1])) is None
    assert len(find_tiles(np.hstack([picture, picture]))) == 8
    assert find_marker_lattice(np.hstack([picture, picture])) is None


def test_tiles_of_another_grid_are_not_taken_for_this_one() -> None:
    assert find_marker_lattice(photograph(MatScene(rows=2, columns=2))) is None


def test_tables_without_a_mat_show_none() -> None:
    for picture in (painted_table(), noise(1280, 720), np.zeros((48, 64, 3), np.uint8)):
        assert find_tiles(picture) == []
        assert find_marker_lattice(picture) is None


def test_no_real_photo_is_taken_for_a_mat() -> None:
    for path in real_photos():
        assert find_tiles(load_photo(path).frame_bgr) == [], path.name


@pytest.mark.parametrize(
    ("rows", "columns", "card_mm"), [(0, 4, (56, 87)), (4, 4, (0, 87)), (4, 4, (87, 56))]
)
def test_grids_that_cannot_be_are_refused(rows: int, columns: int, card_mm: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="expected rows, columns and a card"):
        find_marker_lattice(painted_table(320, 180), rows, columns, card_mm)
