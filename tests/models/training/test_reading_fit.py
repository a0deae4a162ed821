"""The reader's curves are fitted on scenes of their own, by curves that tell right from wrong."""

from __future__ import annotations

import numpy as np
import pytest

from models.training import reading_samples
from models.training.crop_plan import FIRST_SCENE, FIRST_STYLE
from models.training.fit_reading import fit_logistic
from models.training.reading_samples import (
    Sample,
    emptiness_trials,
    stranger_to,
    teaching_photos,
    tuning_trials,
)
from models.training.scenes.deck_styles import illustrated_style
from models.training.taught_pictures import SIZE_PX, photographed_pictures
from tests.proofs import reading
from vision.odds import probability


def test_tuning_and_blind_scenes_have_no_seed_and_no_deck_in_common() -> None:
    tuned = tuning_trials()
    blind = list(reading.trials(730_000, 73_000, 24))
    assert not {trial.seed for trial in tuned} & {trial.seed for trial in blind}
    assert {trial.deck for trial in tuned} & {trial.deck for trial in blind} == {"house"}


def test_no_drawn_deck_of_the_fit_is_one_that_the_network_learned_from() -> None:
    styles = {int(trial.deck.partition("-")[2]) for trial in tuning_trials() if trial.deck != "house"}
    assert min(styles) > max(FIRST_STYLE.values()) + 10_000
    assert max(trial.seed for trial in tuning_trials()) < min(FIRST_SCENE.values())


def test_of_the_painted_decks_of_the_fit_half_share_their_drawings() -> None:
    """Cards that differ by a small number alone are what people bring: the curves must know them."""
    decks = {trial.deck for trial in tuning_trials() if trial.deck.startswith("illustrated")}
    shared = [illustrated_style(int(deck.partition("-")[2])).shared_drawing for deck in decks]
    assert sum(shared) * 2 == len(shared)


def test_every_scene_is_also_read_with_a_deck_that_is_not_on_the_table() -> None:
    assert all(stranger_to(trial) != trial.deck for trial in tuning_trials())
    assert {teaching_photos(trial.deck) for trial in tuning_trials()} == {0, 1, 3}


def test_the_curve_of_empty_places_has_tables_of_its_own() -> None:
    own = {trial.seed for trial in emptiness_trials()}
    blind = [*reading.trials(730_000, 73_000, 24), *reading.house_trials(836_000, 70)]
    assert not own & {trial.seed for trial in [*tuning_trials(), *blind]}
    assert {trial.condition for trial in emptiness_trials()} >= {"normal", "hard", "hand", "glare"}


def test_what_is_kept_between_two_commands_is_of_neither() -> None:
    """A class of a module that is run as a command is kept as one of `__main__`, which the other has not."""
    assert Sample.__module__ == "models.training.reading_samples"
    assert not hasattr(reading_samples, "main")


def test_a_fitted_curve_gives_the_share_that_is_right() -> None:
    rng = np.random.default_rng(5)
    features = rng.normal(0, 1, (4000, 2)).astype(np.float32)
    right = rng.random(4000) < 1 / (1 + np.exp(-(2 * features[:, 0] + 1)))
    sure = probability(features, fit_logistic(features, right.astype(np.float32)))
    for low in (0.2, 0.5, 0.8):
        some = (sure > low) & (sure < low + 0.2)
        assert right[some].mean() == pytest.approx(sure[some].mean(), abs=0.06)


def test_a_photographed_card_looks_like_itself_but_is_not_the_same() -> None:
    flat = np.random.default_rng(1).integers(0, 255, (12, 8, 3)).astype(np.uint8).repeat(30, 0).repeat(30, 1)
    pictures = photographed_pictures({"a": flat, "b": 255 - flat}, seed=3, photos=2)
    assert [len(held) for held in pictures.values()] == [2, 2]
    first, second = (picture.astype(float).ravel() for picture in pictures["a"])
    assert pictures["a"][0].shape == (SIZE_PX[1], SIZE_PX[0], 3)
    assert 0.9 < np.corrcoef(first, second)[0, 1] < 1
