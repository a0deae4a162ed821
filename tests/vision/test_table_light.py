from __future__ import annotations

import numpy as np

from vision.table_light import share_light

PLACES = np.array([[x, y] for y in (-1, 1) for x in (-1, -0.3, 0.3, 1)], float)


def gains_asked_for(true_light: tuple[float, float], wrong_ink: float) -> np.ndarray:
    """Two codes a cell: the right one asks for the true light, the wrong one for its own ink's on top."""
    gains = np.zeros((len(PLACES), 2, 3), np.float32)
    gains[:, :, 0] = true_light[0]
    gains[:, :, 2] = true_light[1]
    gains[:, 1, 2] += wrong_ink * np.resize([1, -1, 2], len(PLACES))
    return gains


def test_the_right_colours_agree_on_one_light_and_wrong_ones_pay() -> None:
    scores = np.zeros((len(PLACES), 2), np.float32)
    variance = np.full((len(PLACES), 2, 3), 1e-4, np.float32)
    light = share_light(scores, gains_asked_for((-0.4, 0.3), 0.5), variance, PLACES)
    assert (light.penalty[:, 0] < light.penalty[:, 1]).all()
    assert np.abs(light.tint - (-0.4, 0.3)).max() < 0.1


def test_a_light_that_changes_across_the_table_is_followed() -> None:
    gains = gains_asked_for((0.0, 0.0), 0.6)
    gains[:, :, 2] += 0.1 * PLACES[:, :1].astype(np.float32)
    variance = np.full((len(PLACES), 2, 3), 1e-4, np.float32)
    light = share_light(np.zeros((len(PLACES), 2), np.float32), gains, variance, PLACES)
    assert light.tint[3, 1] > light.tint[0, 1] + 0.05
    assert (light.penalty[:, 0] < light.penalty[:, 1]).all()


def test_one_card_alone_is_told_by_the_light_that_the_whole_table_showed() -> None:
    """Under daylight it would be the second code, under the lamp that was seen it is the first."""
    variance = np.full((len(PLACES), 2, 3), 1e-4, np.float32)
    gains = gains_asked_for((-0.5, 0.4), 0.5)
    whole = share_light(np.zeros((len(PLACES), 2), np.float32), gains, variance, PLACES)
    asked = np.array([[[-0.5, 0, 0.4], [-0.05, 0, 0.05]]], np.float32)
    alone = share_light(np.zeros((1, 2), np.float32), asked, variance[:1], PLACES[:1])
    assert alone.penalty[0, 0] > alone.penalty[0, 1]
    told = share_light(np.zeros((1, 2), np.float32), asked, variance[:1], PLACES[:1], whole.plane)
    assert told.penalty[0, 0] + 1 < told.penalty[0, 1]


def test_a_known_light_gives_way_to_what_the_cards_ask_for_the_looser_it_is_held() -> None:
    variance = np.full((len(PLACES), 2, 3), 1e-4, np.float32)
    scores = np.zeros((len(PLACES), 2), np.float32)
    before = share_light(scores, gains_asked_for((-0.2, 0.1), 0.5), variance, PLACES).plane
    now = gains_asked_for((0.0, 0.0), 0.5)
    held, loosened = (
        share_light(scores, now, variance, PLACES, plane).tint for plane in (before, before.loosened(0.1))
    )
    assert np.abs(loosened).max() < 0.5 * np.abs(held).max()
