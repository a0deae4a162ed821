"""A photograph of cards that lie in no lattice, and its truth."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from models.training.scenes.clutter import draw_clutter
from models.training.scenes.condition import CONDITIONS
from models.training.scenes.deck import CARD_HEIGHT_MM, CARD_WIDTH_MM, Deck
from models.training.scenes.free_layout import draw_free_spread
from models.training.scenes.photograph import take_photograph
from models.training.scenes.setting import Wish, draw_setting
from models.training.scenes.truth import Scene, SceneTruth


@dataclass(frozen=True, slots=True)
class LaidZone:
    """The cards of a zone as a player lays them out, and which photo of them this is."""

    codes: tuple[str, ...]
    photo: int = 0


def render_free_scene(
    seed: int,
    condition: str,
    deck: Deck,
    size_px: tuple[int, int] | None = None,
    zone: LaidZone | None = None,
) -> Scene:
    """From 6 to 30 loose cards under a named condition; half-hidden ones have their visible share.

    A zone is laid out with nothing but its own cards; its photos differ in camera, light and table.
    """
    spans = CONDITIONS[condition]
    streams = np.random.default_rng([seed, sorted(CONDITIONS).index(condition), 1]).spawn(3)
    spread = draw_free_spread(streams[0], spans, deck, zone.codes if zone else ())
    if zone and zone.photo:
        streams[1] = np.random.default_rng([seed, zone.photo, 2])
    setting = draw_setting(streams[1], spans, spread, Wish(size_px))
    clutter = draw_clutter(streams[2], spans, deck, spread, setting.table.edges_mm)
    if zone:
        clutter = replace(clutter, cards=())
    shot = (setting.camera.whole, (seed, 78))
    photograph = take_photograph(setting, spread.cards, clutter, deck, shot)
    everything = enumerate((*spread.cards, *clutter.cards))
    cards = [photograph.card_truth(index, body) for index, body in everything]
    truth = SceneTruth(
        seed=seed,
        condition=condition,
        deck=deck.name,
        table=setting.table.kind,
        width_px=setting.camera.width_px,
        height_px=setting.camera.height_px,
        card_mm=(CARD_WIDTH_MM, CARD_HEIGHT_MM),
        gap_mm=(0.0, 0.0),
        landscape=False,
        quad=None,
        cells=(),
        free_cards=tuple(card for card in cards if card.visible > 0),
    )
    return Scene(photograph.frame_bgr, truth)
