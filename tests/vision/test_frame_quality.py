from __future__ import annotations

import time

import cv2
import numpy as np
import pytest

from tests.vision.photo_files import encode
from tests.vision.tables import blurred, exposed, grainy, painted_table, real_photos, shaken, with_reflection
from vision.frame import BgrPixels, Frame
from vision.frame_quality import Advice, FlickerWatch, FrameQuality, QualitySettings, measure_quality
from vision.photos import load_photo

SIZES = [(640, 480), (1280, 720), (1920, 1080), (4000, 3000)]


def quality(picture: BgrPixels) -> FrameQuality:
    return measure_quality(Frame(picture))


def advice(picture: BgrPixels) -> set[Advice]:
    return set(quality(picture).advice)


@pytest.mark.parametrize("size", SIZES)
def test_a_good_frame_of_any_size_needs_no_advice(size: tuple[int, int]) -> None:
    measured = quality(painted_table(*size))
    assert measured.advice == ()
    assert measured.is_good


def test_a_landscape_and_a_portrait_of_the_same_scene_measure_alike() -> None:
    table = painted_table()
    turned = quality(np.ascontiguousarray(np.rot90(table)))
    assert turned.blur_px == pytest.approx(quality(table).blur_px, abs=0.3)
    assert turned.white_level == pytest.approx(quality(table).white_level, abs=3)


@pytest.mark.parametrize("size", SIZES[1:])
@pytest.mark.parametrize("blur_px", [1.5, 2.5, 4.0])
def test_the_measured_blur_is_the_true_one_whatever_the_frame_size(
    size: tuple[int, int], blur_px: float
) -> None:
    assert quality(blurred(painted_table(*size), blur_px)).blur_px == pytest.approx(blur_px, abs=0.55)


@pytest.mark.parametrize("noise", [0.0, 4.0, 8.0])
def test_sensor_noise_does_not_pass_for_sharpness(noise: float) -> None:
    assert Advice.BLURRED in advice(grainy(blurred(painted_table(noise=0), 3.0), noise))
    assert Advice.BLURRED not in advice(painted_table(noise=noise))


@pytest.mark.parametrize("upright", [False, True])
def test_a_shaken_frame_is_blurred_even_if_only_one_way(upright: bool) -> None:
    assert Advice.BLURRED in advice(shaken(painted_table(), 11, upright))


@pytest.mark.parametrize(
    ("light", "expected"),
    [
        (0.02, {Advice.TOO_DARK}),
        (0.07, {Advice.TOO_DARK}),
        (0.5, set()),
        (1.3, set()),
        (4.0, {Advice.TOO_BRIGHT}),
    ],
)
def test_light_is_judged_by_how_bright_the_paper_is(light: float, expected: set[Advice]) -> None:
    assert advice(exposed(painted_table(), light)) - {Advice.BLURRED} == expected


def test_a_dark_cloth_alone_is_not_too_dark() -> None:
    table = painted_table()
    assert Advice.TOO_DARK not in advice(np.where(table < 100, table // 4, table).astype(np.uint8))


@pytest.mark.parametrize("centre", [(500, 200), (700, 500)])
def test_a_reflection_is_found_where_it_is(centre: tuple[int, int]) -> None:
    measured = quality(with_reflection(painted_table(), centre, 30))
    assert measured.advice == (Advice.GLARE,)
    spot = measured.glare[0]
    assert spot.left_px < centre[0] < spot.left_px + spot.width_px
    assert spot.top_px < centre[1] < spot.top_px + spot.height_px
    assert 40 < spot.width_px < 125


def test_the_largest_reflection_comes_first() -> None:
    two = with_reflection(with_reflection(painted_table(), (500, 200), 15), (800, 500), 45)
    spots = quality(two).glare
    areas = [spot.width_px * spot.height_px for spot in spots]
    assert areas == sorted(areas, reverse=True)
    assert spots[0].left_px < 800 < spots[0].left_px + spots[0].width_px
    assert any(spot.left_px < 500 < spot.left_px + spot.width_px for spot in spots[1:])


def test_a_sparkle_and_a_saturated_colour_are_no_glare() -> None:
    table = painted_table()
    table[300:303, 600:603] = 255
    table[400:480, 500:580] = (0, 0, 255)
    assert quality(table).glare == ()


def test_white_paper_in_full_light_is_not_taken_for_glare() -> None:
    bright = exposed(painted_table(), 2.2)
    assert Advice.GLARE not in advice(bright)


def test_a_covered_lens_a_blank_wall_and_fog_are_told_apart() -> None:
    assert advice(np.zeros((720, 1280, 3), np.uint8)) == {Advice.TOO_DARK}
    assert advice(np.full((720, 1280, 3), 150, np.uint8)) == {Advice.TOO_LITTLE_DETAIL}
    assert advice(np.full((720, 1280, 3), 255, np.uint8)) == {Advice.TOO_BRIGHT, Advice.TOO_LITTLE_DETAIL}
    fog = (painted_table(noise=0) * 0.08 + 140).astype(np.uint8)
    assert advice(fog) == {Advice.TOO_LITTLE_DETAIL}


def test_a_frame_whose_rest_never_arrived_is_damaged() -> None:
    """A broken JPEG that was given an end mark passes for whole, and its missing rows come out grey."""
    whole = encode(".jpg", painted_table())
    broken = load_photo(whole[: len(whole) // 2] + b"\xff\xd9")
    assert measure_quality(broken).advice[0] is Advice.DAMAGED
    assert Advice.DAMAGED not in measure_quality(load_photo(whole)).advice
    grey_cloth = painted_table(noise=0)
    grey_cloth[-40:] = 60
    assert Advice.DAMAGED not in advice(grey_cloth)


@pytest.mark.parametrize("size", [(1, 1), (3, 2), (9, 400), (400, 9)])
def test_the_smallest_frames_are_measured_without_complaint(size: tuple[int, int]) -> None:
    for shade in (0, 128, 255):
        assert quality(np.full((*size, 3), shade, np.uint8)).advice


def test_flicker_is_noticed_but_a_passing_hand_is_not() -> None:
    table = painted_table(320, 180)
    steady, flickering, hand = FlickerWatch(), FlickerWatch(), FlickerWatch()
    lamp = [1.0 + 0.25 * np.sin(number * 2.0) for number in range(30)]
    assert not any(steady.flickers(quality(painted_table(320, 180, seed=number))) for number in range(30))
    assert [flickering.flickers(quality(exposed(table, light))) for light in lamp][-10:] == [True] * 10
    shadows = [1.0] * 12 + [0.9, 0.7, 0.5, 0.5, 0.5, 0.7, 0.9] + [1.0] * 12
    assert not any(hand.flickers(quality(exposed(table, light))) for light in shadows)


def test_flicker_needs_some_frames_before_it_speaks() -> None:
    watch = FlickerWatch(QualitySettings(flicker_frames=6))
    bright, dark = quality(painted_table(320, 180)), quality(exposed(painted_table(320, 180), 0.4))
    assert [watch.flickers(dark if number % 2 else bright) for number in range(7)] == [False] * 5 + [True] * 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"darkest_white_level": 0},
        {"whitest_paper_level": 300},
        {"largest_clipped_share": 1.0},
        {"smallest_glare_share": 0.0},
        {"flicker_frames": 3},
        {"largest_blur_px": 0},
    ],
)
def test_settings_without_sense_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="expected"):
        QualitySettings(**wrong)  # type: ignore[arg-type]


def test_measuring_costs_a_fraction_of_decoding_the_same_frame() -> None:
    frame = Frame(painted_table(1920, 1080))
    jpeg = np.frombuffer(encode(".jpg", frame.frame_bgr), np.uint8)

    def best_seconds(work: object) -> float:
        times = []
        for _ in range(12):
            start = time.perf_counter()
            work()  # type: ignore[operator]
            times.append(time.perf_counter() - start)
        return min(times)

    decoding = best_seconds(lambda: cv2.imdecode(jpeg, cv2.IMREAD_COLOR))
    assert best_seconds(lambda: measure_quality(frame)) < 0.5 * decoding


def test_every_real_photo_is_good_and_each_spoiled_one_is_noticed() -> None:
    for path in real_photos():
        photo = load_photo(path).frame_bgr
        shrink = min(1.0, 1920 / max(photo.shape[:2]))
        picture = np.asarray(
            cv2.resize(photo, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8
        )
        measured = quality(picture)
        assert measured.advice == (), (path.name, measured)
        assert measured.blur_px < 2.0, path.name
        assert Advice.BLURRED in advice(blurred(picture, 3.0)), path.name
        assert Advice.TOO_DARK in advice(exposed(picture, 0.05)), path.name
        assert quality(blurred(picture, 2.0)).blur_px > measured.blur_px, path.name
        if measured.white_level < 225:
            height, width = picture.shape[:2]
            spoiled = with_reflection(picture, (width // 2, height // 2), max(height, width) // 40)
            assert Advice.GLARE in advice(spoiled), path.name
