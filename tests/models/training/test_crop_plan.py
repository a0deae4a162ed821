"""What is trained on is never reported, and a shard is what its name says."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from models.training import cut_crops
from models.training.crop_decks import named_deck, some_face_down
from models.training.crop_plan import FIRST_SCENE, ShardPlan, plan_shards
from models.training.crop_shards import REFERENCE_CODES, load_shard
from models.training.disturb import DeckDisguise, disturbed
from models.training.other_things import TRAINED_THINGS, UNTRAINED_THINGS
from models.training.quick_crops import quick_crop
from models.training.scenes.deck_styles import style_deck
from vision.network_manifest import STATES


def test_no_scene_and_no_deck_style_is_in_two_parts() -> None:
    scenes, styles = {}, {}
    for part in FIRST_SCENE:
        plans = list(plan_shards(part, 1000))
        scenes[part] = {plan.first_scene + photo for plan in plans for photo in range(64)}
        styles[part] = {plan.deck for plan in plans if plan.deck != "house"}
    for one, other in combinations(FIRST_SCENE, 2):
        assert not scenes[one] & scenes[other]
        assert not styles[one] & styles[other]


def test_the_report_meets_things_that_training_never_drew() -> None:
    assert set(UNTRAINED_THINGS) - set(TRAINED_THINGS)
    assert any(plan.deck.startswith("untrained-things") for plan in plan_shards("report", 12))


@pytest.mark.parametrize("draw", [*TRAINED_THINGS, *UNTRAINED_THINGS])
def test_a_thing_is_the_same_for_the_same_seed(draw: object) -> None:
    assert callable(draw)
    first, second = draw(np.random.default_rng(3)), draw(np.random.default_rng(3))
    assert first.shape[0] / first.shape[1] == pytest.approx(87 / 56, rel=0.01)
    assert np.array_equal(first, second)


def test_a_shard_is_cut_once_and_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("models.training.crop_plan.PHOTOS_OF_A_SHARD", 1)
    path = cut_crops.cut_shard(ShardPlan("tune", 4, "style-70010"), tmp_path)
    shard = load_shard(path)
    assert shard.crops.shape == (16, 124, 80, 3)
    assert shard.references.shape == (len(REFERENCE_CODES), 124, 80, 3)
    cards = shard.states == STATES.index("card")
    assert bool(np.all(shard.codes[cards] >= 0))
    assert bool(np.all(shard.codes[shard.states == STATES.index("empty")] == -1))
    written = path.stat().st_mtime_ns
    assert cut_crops.cut_shard(ShardPlan("tune", 4, "style-70010"), tmp_path).stat().st_mtime_ns == written


def test_a_card_that_lies_face_down_shows_the_back_of_its_colour() -> None:
    deck = style_deck(70_011, 60)
    shown = some_face_down(deck, np.random.default_rng(1))
    code = sorted(shown.codes)[0]
    assert np.array_equal(shown.deck.faces[code], deck.backs[code[:2]])


def test_an_unknown_deck_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no such deck"):
        named_deck("marble-3", tmp_path)


def test_a_disguise_is_the_same_for_reference_and_crop() -> None:
    image = np.arange(124 * 80 * 3, dtype=np.uint8).reshape(124, 80, 3)
    disguise = DeckDisguise((2, 0, 1), True)
    assert np.array_equal(disguise.worn_by(image), image[:, ::-1][..., [2, 0, 1]])
    assert not disguise.true_colour
    assert not disguise.true_value


@pytest.mark.parametrize("seed", range(12))
def test_disturbed_and_quick_crops_keep_their_size(seed: int) -> None:
    rng = np.random.default_rng(seed)
    image = rng.integers(0, 255, (124, 80, 3), dtype=np.uint8)
    for crop in (disturbed(rng, image, False), disturbed(rng, image, True), quick_crop(rng, image, image)):
        assert crop.shape == image.shape
        assert crop.dtype == np.uint8
