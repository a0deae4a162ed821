from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.photo_files import (
    encode,
    exif_block,
    four_corners,
    jpeg_with_exif,
    noise,
    png_chunk,
    png_file,
    png_with_exif,
    webp_with_exif,
)
from vision.frame import BgrPixels
from vision.photos import PhotoLimits, UnreadablePhoto, load_photo

KINDS = (".jpg", ".png", ".webp")
# How a scene looks in the file when the camera was held that way; loading must bring the scene back.
HELD: dict[int, Callable[[BgrPixels], BgrPixels]] = {
    1: lambda scene: scene,
    2: lambda scene: scene[:, ::-1],
    3: lambda scene: scene[::-1, ::-1],
    4: lambda scene: scene[::-1],
    5: lambda scene: scene.swapaxes(0, 1),
    6: lambda scene: np.rot90(scene, 1),
    7: lambda scene: np.rot90(scene, 2).swapaxes(0, 1),
    8: lambda scene: np.rot90(scene, -1),
}


def same_picture(first: BgrPixels, second: BgrPixels) -> bool:
    """Alike but for what lossy coding does at edges."""
    return first.shape == second.shape and float(cv2.absdiff(first, second).mean()) < 4


def reason_of(photo: Path | str | bytes, limits: PhotoLimits | None = None) -> str:
    with pytest.raises(UnreadablePhoto) as caught:
        load_photo(photo, limits or PhotoLimits())
    assert "\n" not in str(caught.value)
    assert str(caught.value) == f"{caught.value.name} {caught.value.reason}"
    return caught.value.reason


@pytest.mark.parametrize("kind", KINDS)
def test_a_photo_is_told_by_its_content_not_its_name(kind: str, tmp_path: Path) -> None:
    wrongly_named = tmp_path / "table.txt"
    wrongly_named.write_bytes(encode(kind, four_corners()))
    frame = load_photo(wrongly_named)
    assert same_picture(frame.frame_bgr, four_corners())
    assert (frame.source, frame.width_px, frame.height_px) == ("table.txt", 96, 64)


@pytest.mark.parametrize("rotation", HELD)
@pytest.mark.parametrize("order", ["<", ">"])
def test_every_way_to_hold_a_phone_shows_the_same_scene(rotation: int, order: str) -> None:
    stored = np.ascontiguousarray(HELD[rotation](four_corners()))
    exif = exif_block(rotation, order)
    size = (stored.shape[1], stored.shape[0])
    for photo in (
        jpeg_with_exif(encode(".jpg", stored), exif),
        png_with_exif(encode(".png", stored), exif),
        webp_with_exif(encode(".webp", stored), size, exif),
    ):
        assert same_picture(load_photo(photo).frame_bgr, four_corners())


@pytest.mark.parametrize("rotation", HELD)
def test_our_turning_agrees_with_opencv(rotation: int) -> None:
    photo = jpeg_with_exif(encode(".jpg", noise()), exif_block(rotation))
    by_opencv = cv2.imdecode(np.frombuffer(photo, np.uint8), cv2.IMREAD_COLOR)
    assert by_opencv is not None
    assert np.array_equal(load_photo(photo).frame_bgr, by_opencv)


@pytest.mark.parametrize(
    "exif",
    [
        b"",
        b"II*\0",
        exif_block(0),
        exif_block(9),
        exif_block(6)[:20],
        b"XX*\0" + exif_block(6)[4:],
        b"II*\0" + struct.pack("<I", 2**32 - 1) + exif_block(6)[8:],
        exif_block(6).replace(struct.pack("<HHI", 0x0112, 3, 1), struct.pack("<HHI", 0x0112, 4, 1)),
    ],
)
def test_nonsense_in_exif_means_upright_and_never_refuses_the_photo(exif: bytes) -> None:
    photo = jpeg_with_exif(encode(".jpg", four_corners()), exif)
    assert same_picture(load_photo(photo).frame_bgr, four_corners())


@given(st.binary(max_size=80))
@settings(max_examples=200, deadline=None)
def test_no_exif_bytes_break_the_loading(exif: bytes) -> None:
    photo = jpeg_with_exif(encode(".jpg", four_corners()), b"II*\0\x08\0\0\0" + exif)
    assert load_photo(photo).frame_bgr.size == four_corners().size


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("kept", [0.02, 0.3, 0.9, 0.999])
def test_a_photo_cut_short_is_refused_not_filled_with_grey(kind: str, kept: float, tmp_path: Path) -> None:
    whole = encode(kind, noise())
    cut = tmp_path / f"half-sent{kind}"
    cut.write_bytes(whole[: int(len(whole) * kept)])
    assert "cut short" in reason_of(cut)
    assert "cut short" in reason_of(cut.read_bytes())


@pytest.mark.parametrize("missing", [1, 2])
def test_even_a_jpeg_that_lacks_only_its_end_mark_is_refused(missing: int) -> None:
    for progressive in (0, 1):
        whole = encode(".jpg", noise(), cv2.IMWRITE_JPEG_PROGRESSIVE, progressive)
        load_photo(whole)
        assert "cut short" in reason_of(whole[:-missing])


def test_a_jpeg_cut_inside_its_exif_thumbnail_is_not_taken_for_whole() -> None:
    thumbnail = encode(".jpg", four_corners())
    photo = jpeg_with_exif(encode(".jpg", noise()), exif_block(1) + thumbnail)
    load_photo(photo)
    assert "cut short" in reason_of(photo[: len(photo) // 2])


def test_notes_after_the_end_of_a_jpeg_do_no_harm() -> None:
    """Phones append films and depth pictures to a photo."""
    assert same_picture(load_photo(encode(".jpg", four_corners()) + b"film" * 999).frame_bgr, four_corners())


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is empty"),
        (b"GIF89a\x01\0\x01\0\0\0\0;", "is a GIF"),
        (b"BM\x36\0\0\0", "is a BMP"),
        (b"II*\0\x08\0\0\0", "is a TIFF"),
        (b"%PDF-1.4", "is a PDF"),
        (b"PK\x03\x04rest", "zip"),
        (b"\0\0\0\x18ftypheic\0\0\0\0", "HEIC"),
        (b"\0\0\0\x18ftypavif\0\0\0\0", "AVIF"),
        ("these are the cards of Añá".encode(), "is text"),
        (b"\xff", "cut short"),
        (b"\x89PN", "cut short"),
        (bytes(100), "is no photo"),
        (b"\xff\xd8\xff\xe0\0\0", "damaged JPEG"),
        (b"\xff\xd8\xff\xe0\0\x04ab-no marker-", "damaged JPEG"),
        (b"RIFF\x04\0\0\0WEBP", "damaged WebP"),
    ],
)
def test_what_is_no_photo_is_named(content: bytes, reason: str) -> None:
    assert reason in reason_of(content)


def test_paths_that_are_no_photo_files_are_named(tmp_path: Path) -> None:
    assert reason_of(tmp_path) == "is a directory, not a photo"
    assert reason_of(tmp_path / "nowhere.jpg") == "does not exist"
    assert reason_of(str(tmp_path / ("x" * 5000))).startswith("cannot be opened")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        assert reason_of(tmp_path / "pipe") == "is no ordinary file"


def test_a_name_of_several_lines_still_gives_one_line() -> None:
    with pytest.raises(UnreadablePhoto, match=r"a\?b is empty") as caught:
        load_photo(b"", name="a\nb")
    assert "\n" not in str(caught.value)


@pytest.fixture
def _nothing_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    def decode(*_: object) -> None:
        pytest.fail("the photo was decoded")

    monkeypatch.setattr(cv2, "imdecode", decode)


@pytest.mark.usefixtures("_nothing_is_decoded")
def test_a_small_png_that_unfolds_into_hundreds_of_megabytes_is_refused_without_unfolding() -> None:
    squeeze = zlib.compressobj(9)
    rows = b"".join(squeeze.compress(bytes(12_000 * 3 + 1)) for _ in range(12_000)) + squeeze.flush()
    bomb = png_file((12_000, 12_000, 8, 2), rows, is_squeezed=True)
    assert len(bomb) < 500_000
    reason = reason_of(bomb)
    assert "12000 x 12000" in reason
    assert "60 megapixels" in reason


@pytest.mark.usefixtures("_nothing_is_decoded")
def test_a_hundred_megapixels_are_refused_in_every_format() -> None:
    png = png_file((10_000, 10_000, 8, 0), b"")
    jpeg = bytearray(encode(".jpg", four_corners()))
    at = jpeg.index(b"\xff\xc0")
    jpeg[at + 5 : at + 9] = struct.pack(">HH", 10_000, 10_000)
    webp = webp_with_exif(encode(".webp", four_corners()), (10_000, 10_000), exif_block(1))
    for bomb in (png, bytes(jpeg), webp):
        assert reason_of(bomb).startswith("is too large: 10000 x 10000")


def test_deep_transparent_pixels_count_double() -> None:
    picture = np.zeros((20, 20, 4), np.uint16)
    assert load_photo(encode(".png", picture), PhotoLimits(max_pixels=800)).width_px == 20
    assert "too large" in reason_of(encode(".png", picture), PhotoLimits(max_pixels=799))
    assert "too large" in reason_of(encode(".png", picture[:, :, :3]), PhotoLimits(max_pixels=399))


def test_a_file_of_too_many_bytes_is_refused_before_it_is_read(tmp_path: Path) -> None:
    huge = tmp_path / "huge.jpg"
    with huge.open("wb") as file:
        file.truncate(3_000_000_000)  # sparse: takes no room on disk
    assert reason_of(huge) == "is too large: more than 120 MB"
    assert "too large" in reason_of(bytes(101), PhotoLimits(max_file_bytes=100))


@pytest.mark.parametrize("size", [(0, 5), (5, 0), (0, 0)])
def test_a_photo_without_size_is_refused(size: tuple[int, int]) -> None:
    jpeg = bytearray(encode(".jpg", four_corners()))
    at = jpeg.index(b"\xff\xc0")
    jpeg[at + 5 : at + 9] = struct.pack(">HH", *size)
    assert "has no size" in reason_of(bytes(jpeg))
    assert "has no size" in reason_of(png_file((*size, 8, 2), b""))


def test_a_photo_without_header_or_with_an_impossible_one_is_damaged() -> None:
    assert "header is missing" in reason_of(b"\x89PNG\r\n\x1a\n" + png_chunk(b"IEND", b""))
    assert "colour type 5" in reason_of(png_file((4, 4, 8, 5), b""))


def test_a_png_with_a_flipped_bit_is_refused() -> None:
    damaged = bytearray(encode(".png", noise()))
    damaged[len(damaged) // 2] ^= 1
    assert "checksum" in reason_of(bytes(damaged))


@pytest.mark.parametrize("kind", [".png", ".webp"])
def test_transparent_parts_become_white_as_on_paper(kind: str) -> None:
    picture = np.zeros((16, 16, 4), np.uint8)
    picture[:, 8:] = (10, 20, 200, 255)
    picture[0, :8] = (0, 0, 0, 128)
    loaded = load_photo(encode(kind, picture, *((cv2.IMWRITE_WEBP_QUALITY, 101) if kind == ".webp" else ())))
    assert loaded.frame_bgr[8, 2].tolist() == [255, 255, 255]
    assert loaded.frame_bgr[8, 12].tolist() == [10, 20, 200]
    assert loaded.frame_bgr[0, 2].tolist() == [127, 127, 127]


def test_a_palette_with_transparency_and_grey_with_alpha_are_read() -> None:
    palette = png_chunk(b"PLTE", bytes((200, 20, 10, 0, 0, 0))) + png_chunk(b"tRNS", b"\xff\0")
    colours = load_photo(png_file((2, 1, 8, 3), b"\0\0\1", palette)).frame_bgr
    assert colours.tolist() == [[[10, 20, 200], [255, 255, 255]]]
    grey = load_photo(png_file((2, 1, 8, 4), b"\0\x40\xff\x40\0")).frame_bgr
    assert grey.tolist() == [[[64, 64, 64], [255, 255, 255]]]


@pytest.mark.parametrize("channels", [1, 3, 4])
def test_sixteen_bit_pictures_become_eight_bit(channels: int) -> None:
    deep = np.full((8, 8, channels), 40 * 257, np.uint16)
    if channels == 4:
        deep[:, :, 3] = 65535
    loaded = load_photo(encode(".png", deep)).frame_bgr
    assert abs(int(loaded[0, 0, 0]) - 40) <= 1
    assert loaded.shape == (8, 8, 3)


@pytest.mark.parametrize("kind", [".jpg", ".png"])
def test_grey_pictures_become_colour(kind: str) -> None:
    loaded = load_photo(encode(kind, np.full((8, 8), 77, np.uint8))).frame_bgr
    assert loaded[4, 4].tolist() == [77, 77, 77]


def test_refusing_bad_photos_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    """A command promises one clear line on stderr; the decoders must not add their own."""
    for kind in KINDS:
        whole = encode(kind, noise())
        for kept in (0.1, 0.5, 0.99):
            reason_of(whole[: int(len(whole) * kept)])
    reason_of(b"GIF89a")
    assert capfd.readouterr().err == ""


@given(st.sampled_from(KINDS), st.integers(0, 10_000), st.binary(min_size=1, max_size=12))
@settings(max_examples=300, deadline=None)
def test_any_damage_gives_a_picture_or_a_reason_never_a_crash(kind: str, place: int, damage: bytes) -> None:
    whole = encode(kind, four_corners())
    at = place % len(whole)
    try:
        frame = load_photo(whole[:at] + damage + whole[at + len(damage) :], PhotoLimits(max_pixels=1_000_000))
    except UnreadablePhoto as error:
        assert error.reason  # noqa: PT017  either outcome is right
    else:
        assert frame.frame_bgr.dtype == np.uint8


def test_limits_must_allow_something() -> None:
    with pytest.raises(ValueError, match="above 0"):
        PhotoLimits(max_pixels=0)
