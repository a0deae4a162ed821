from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from models.training.scenes.arrays import linear_from_picture
from models.training.scenes.condition import CONDITIONS
from models.training.scenes.deck_styles import style_deck
from models.training.scenes.scene import SceneSpec, draw_spec, render_spec
from models.training.scenes.setting import Wish
from models.training.scenes.truth import CellState, Scene

PICTURES = 4
SIZE = (320, 240)
SHARED_TABLE = 3  # making a table is the dearest part of a small picture


@cache
def specs(condition: str) -> list[SceneSpec]:
    deck = style_deck(2, 112)
    return [draw_spec(seed, condition, deck, Wish(SIZE, SHARED_TABLE)) for seed in range(30, 46)]


def scenes(condition: str) -> list[Scene]:
    deck = style_deck(2, 112)
    return [render_spec(spec, deck) for spec in specs(condition)[:PICTURES]]


def mean(condition: str, of: Callable[[SceneSpec], float]) -> float:
    return float(np.mean([of(spec) for spec in specs(condition)]))


def test_every_condition_of_the_contract_has_its_name() -> None:
    names = [
        "easy",
        "normal",
        "hard",
        "glare",
        "low_light",
        "warm_light",
        "tilt",
        "blur",
        "hand",
        "clutter",
        "upside_down",
    ]
    assert list(CONDITIONS) == names
    assert all(CONDITIONS[name].name == name for name in names)


def test_tilted_cameras_look_from_the_side() -> None:
    def lean(spec: SceneSpec) -> float:
        return float(np.degrees(np.arccos(-spec.setting.camera.forward[2])))

    tilted = [lean(spec) for spec in specs("tilt")]
    assert min(tilted) >= 34.9
    assert max(tilted) <= 55.1
    assert mean("easy", lean) < mean("normal", lean) < mean("hard", lean)


def test_low_light_is_noisy_and_warm_light_is_warm() -> None:
    assert mean("low_light", lambda spec: spec.setting.sensor.iso) > 5 * mean(
        "normal", lambda spec: spec.setting.sensor.iso
    )

    def warmth(spec: SceneSpec) -> float:
        """What a white card's red keeps over its blue after the camera's balance."""
        light = np.asarray(spec.setting.light.room_colour) * np.asarray(spec.setting.sensor.balance)
        return float(np.log(light[2] / light[0]))

    assert mean("warm_light", warmth) > mean("normal", warmth) + 0.2


def test_only_the_hand_condition_brings_hands() -> None:
    for name in CONDITIONS:
        hands = [len(spec.clutter.hands) for spec in specs(name)[:6]]
        assert all(hands) if name == "hand" else not any(hands)


def test_clutter_fills_the_table() -> None:
    def things(spec: SceneSpec) -> float:
        return len(spec.clutter.things) + len(spec.clutter.cards) / 5

    assert mean("clutter", things) > 1.6 * mean("normal", things)


def test_upside_down_cards_are_common_only_where_the_name_says_so() -> None:
    def turned(spec: SceneSpec) -> float:
        angles = [card.angle_degrees % 360 for card in spec.layout.cards.values()]
        return float(np.mean([90 < (angle - 90 * spec.layout.landscape) % 360 < 270 for angle in angles]))

    assert mean("upside_down", turned) > 0.5
    assert mean("easy", turned) == 0


@pytest.fixture(scope="module")
def pictures() -> dict[str, list[np.ndarray]]:
    names = ("easy", "low_light", "blur")
    return {name: [scene.frame_bgr for scene in scenes(name)] for name in names}


def sharpness(frame: np.ndarray) -> float:
    """The strength of edges beside that of the whole picture's contrast."""
    grey = frame.mean(axis=2)
    return float(np.abs(np.diff(grey, axis=1)).mean() / max(grey.std(), 1))


def test_pictures_of_low_light_are_darker(pictures: dict[str, list[np.ndarray]]) -> None:
    whites = {
        name: np.mean([np.percentile(linear_from_picture(frame), 97) for frame in frames])
        for name, frames in pictures.items()
    }
    assert whites["low_light"] < 0.8 * whites["easy"]


def test_blurred_pictures_have_softer_edges(pictures: dict[str, list[np.ndarray]]) -> None:
    edges = {name: np.mean([sharpness(frame) for frame in pictures[name]]) for name in pictures}
    assert edges["blur"] < 0.85 * edges["easy"]


def test_a_hand_covers_cells_and_leaves_others_open() -> None:
    cells = [cell for scene in scenes("hand") for cell in scene.truth.cells]
    assert all((cell.state is CellState.COVERED) == (cell.visible < 0.55) for cell in cells)
    assert min(cell.visible for cell in cells) < 0.55
    assert np.mean([cell.visible > 0.9 for cell in cells]) > 0.4


def test_glare_drowns_parts_of_some_cards() -> None:
    shares = {
        name: [cell.glare for scene in scenes(name) for cell in scene.truth.cells]
        for name in ("easy", "glare")
    }
    assert max(shares["easy"]) == 0
    assert max(shares["glare"]) > 0.2
    assert np.mean(shares["glare"]) < 0.3
