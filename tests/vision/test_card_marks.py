"""The network that marks cards, and the outlines taken from its marks."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.drawn_table import DrawnTable
from tests.vision.likeness import iou
from vision.card_marks import (
    MODEL,
    CardMarker,
    CardMarks,
    count_alike_spots,
    default_marker,
    outlines_of_marks,
)
from vision.lattice import Image
from vision.marks_manifest import CORE_SHARE
from vision.network_manifest import UnusableModel

NO_CARDS = frozenset((row, column) for row in range(4) for column in range(4))


def marks_of(quads: list[list[list[int]]], size: tuple[int, int] = (240, 135)) -> CardMarks:
    """Marks as a perfect network would make them of these cards, in pixels of the marks."""
    core = np.full(size[::-1], -8.0, np.float32)
    for quad in quads:
        corners = np.array(quad)
        shrunk = corners.mean(0) + CORE_SHARE * (corners - corners.mean(0))
        cv2.fillConvexPoly(core, np.rint(shrunk * 16).astype(np.int32), 8.0, cv2.LINE_AA, 4)
    return CardMarks(core, core, np.array([4.0, 4.0]))


def test_every_core_becomes_the_outline_of_its_card() -> None:
    cards = [[[20, 20], [48, 22], [46, 66], [18, 64]], [[60, 20], [88, 20], [88, 64], [60, 64]]]
    outlines = outlines_of_marks(marks_of(cards))
    true = [4.0 * np.array(card, float) + 1.5 for card in cards]
    likeness = np.array([[iou(found, card) for card in true] for found in outlines.corners])
    assert (likeness.max(0) > 0.85).all()  # every card has an outline
    assert (likeness.max(1) > 0.75).all()  # every outline is of a card


def test_marks_without_cards_have_no_outlines() -> None:
    assert len(outlines_of_marks(marks_of([]))) == 0


def test_spots_of_one_size_are_counted_faint_ones_too_and_others_not() -> None:
    """A box and a pile beside three cards are two more marks, but of other sizes."""
    cards = [[[x, 20], [x + 20, 20], [x + 20, 50], [x, 50]] for x in (10, 40, 70)]
    box, pile = [[110, 5], [200, 5], [200, 120], [110, 120]], [[10, 90], [18, 90], [18, 98], [10, 98]]
    marks = marks_of([*cards, box, pile])
    assert count_alike_spots(marks) == 3
    faint = marks_of([[[40, 70], [60, 70], [60, 100], [40, 100]]]).core > 0
    marks.core[faint] = -0.5
    assert count_alike_spots(marks) == 4
    assert count_alike_spots(marks_of([])) == 0


def test_marks_are_read_at_places_of_the_small_frame() -> None:
    marks = marks_of([[[20, 20], [60, 20], [60, 80], [20, 80]]])
    on_card, on_table = marks.at(np.array([[160.0, 200.0], [20.0, 20.0]]))
    assert on_card > 0.99
    assert on_table < 0.01


@pytest.mark.parametrize(
    "table", [DrawnTable(tilt=25.0), DrawnTable(table="chequered"), DrawnTable(table="wood")]
)
def test_the_network_marks_the_cards_of_a_table(table: DrawnTable) -> None:
    outlines = outlines_of_marks(default_marker().mark(table.draw()))
    found = [
        max((iou(outline, quad) for outline in outlines.corners), default=0.0)
        for quad in table.cards().values()
    ]
    assert np.mean(np.array(found) > 0.6) > 0.9


def test_the_network_marks_no_cards_on_a_bare_table() -> None:
    assert len(outlines_of_marks(default_marker().mark(DrawnTable(empty=NO_CARDS).draw()))) < 3


@pytest.mark.parametrize("size_px", [(1280, 720), (720, 1280), (640, 480), (500, 500)])
def test_frames_of_any_shape_are_marked(size_px: tuple[int, int]) -> None:
    marks = default_marker().mark(np.zeros((size_px[1], size_px[0], 3), np.uint8))
    covered = np.array(marks.core.shape[::-1]) * marks.scale
    assert np.allclose(covered, size_px)


def copied_model(folder: Path) -> Path:
    shutil.copy(MODEL, folder / "marks.onnx")
    shutil.copy(MODEL.with_suffix(".json"), folder / "marks.json")
    return folder / "marks.onnx"


def test_an_altered_network_is_refused(tmp_path: Path) -> None:
    path = copied_model(tmp_path)
    path.write_bytes(path.read_bytes() + b" ")
    with pytest.raises(UnusableModel, match="SHA-256"):
        CardMarker.load(path)


def test_a_missing_network_and_a_strange_manifest_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnusableModel, match="cannot be read"):
        CardMarker.load(tmp_path / "marks.onnx")
    path = copied_model(tmp_path)
    path.with_suffix(".json").write_text(json.dumps({"format": 99}))
    with pytest.raises(UnusableModel, match="format"):
        CardMarker.load(path)


@pytest.mark.parametrize(
    ("said", "match"),
    [
        ({"labels": ["card", "core"]}, "expected the labels core, card"),
        ({"labels": ["core", "card", "back"]}, "expected the labels core, card"),
        ({"labels": None}, "NoneType"),
        ({"core_share": 0.9}, "expected cores of 0.74"),
        ({"longest_px": 3}, "frames 64 to 4096 long"),
        ({"sha256": "x"}, "SHA-256 of 64 hex digits"),
    ],
)
def test_a_network_whose_labels_or_size_do_not_fit_is_refused(
    tmp_path: Path, said: dict[str, object], match: str
) -> None:
    path = copied_model(tmp_path)
    manifest = path.with_suffix(".json")
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), **said}))
    with pytest.raises(UnusableModel, match=match):
        CardMarker.load(path)


@pytest.mark.parametrize("left_out", ["labels", "sha256", "longest_px", "core_share"])
def test_a_manifest_that_does_not_say_enough_is_refused(tmp_path: Path, left_out: str) -> None:
    path = copied_model(tmp_path)
    manifest = path.with_suffix(".json")
    said = json.loads(manifest.read_text())
    del said[left_out]
    manifest.write_text(json.dumps(said))
    with pytest.raises(UnusableModel, match=f"does not say '{left_out}'"):
        CardMarker.load(path)


def named_in_the_manifest(path: Path, model: bytes) -> Path:
    """Another model that the manifest vouches for."""
    path.write_bytes(model)
    manifest = path.with_suffix(".json")
    said = {**json.loads(manifest.read_text()), "sha256": hashlib.sha256(model).hexdigest()}
    manifest.write_text(json.dumps(said))
    return path


def test_a_file_that_is_no_network_or_another_one_is_refused(tmp_path: Path) -> None:
    path = copied_model(tmp_path)
    whole = path.read_bytes()
    with pytest.raises(UnusableModel, match="no network that can be run"):
        CardMarker.load(named_in_the_manifest(path, whole[: len(whole) // 2]))
    with pytest.raises(UnusableModel, match="which its labels do not fit"):
        CardMarker.load(named_in_the_manifest(path, MODEL.with_name("cards.onnx").read_bytes()))


def test_the_frame_is_given_to_the_network_with_sides_it_can_halve() -> None:
    sizes = []

    class Session:
        def run(self, outputs: list[str], inputs: dict[str, Image]) -> list[np.ndarray]:
            assert outputs == ["marks"]
            sizes.append(inputs["frames"].shape)
            _, height, width, _ = inputs["frames"].shape
            return [np.zeros((1, 2, height // 2, width // 2), np.float32)]

    CardMarker(Session(), 480).mark(np.zeros((540, 960, 3), np.uint8))
    assert sizes == [(1, 272, 480, 3)]
