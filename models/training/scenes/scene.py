"""A whole photograph of a table with the Conclave on it, and its truth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.training.scenes.arrays import Points
from models.training.scenes.clutter import Clutter, draw_clutter
from models.training.scenes.codes import is_back
from models.training.scenes.condition import CONDITIONS, Condition
from models.training.scenes.deck import CARD_HEIGHT_MM, CARD_WIDTH_MM, Deck
from models.training.scenes.layout import SIDE, Layout, draw_layout
from models.training.scenes.photograph import Photograph, take_photograph
from models.training.scenes.setting import Setting, Wish, draw_setting
from models.training.scenes.truth import COVERED_BELOW, CellState, CellTruth, Scene, SceneTruth
from models.training.scenes.witness import as_corners, share_of_place_seen


@dataclass(frozen=True, slots=True)
class SceneSpec:
    """Everything drawn for one photograph, before a pixel is painted.

    A film is one spec after another with the same setting: cards and hands replaced, the shot counted on.
    """

    seed: int
    condition: Condition
    layout: Layout
    setting: Setting
    clutter: Clutter
    shot: int = 0


def draw_spec(seed: int, condition: str, deck: Deck, wish: Wish | None = None) -> SceneSpec:
    """Draw a photograph from a seed."""
    spans = CONDITIONS[condition]
    streams = np.random.default_rng([seed, sorted(CONDITIONS).index(condition)]).spawn(3)
    layout = draw_layout(streams[0], spans, deck)
    setting = draw_setting(streams[1], spans, layout.spread, wish or Wish())
    clutter = draw_clutter(streams[2], spans, deck, layout.spread, setting.table.edges_mm)
    return SceneSpec(seed, spans, layout, setting, clutter)


def render_scene(seed: int, condition: str, deck: Deck, size_px: tuple[int, int] | None = None) -> Scene:
    """The photograph of a seed under a named condition; the same arguments give the same bytes."""
    return render_spec(draw_spec(seed, condition, deck, Wish(size_px)), deck)


def render_spec(spec: SceneSpec, deck: Deck) -> Scene:
    """Paint a drawn photograph and take down its truth."""
    cards = tuple(spec.layout.cards.values())
    shot = (spec.setting.camera.whole, (spec.seed, 77, spec.shot))
    photograph = take_photograph(spec.setting, cards, spec.clutter, deck, shot)
    return Scene(photograph.frame_bgr, scene_truth(spec, deck, photograph))


def scene_truth(spec: SceneSpec, deck: Deck, photograph: Photograph) -> SceneTruth:
    """What is true of a painted photograph."""
    camera, layout = spec.setting.camera, spec.layout
    quad = camera.project_flat(layout.quad_mm())
    turns = turns_until_upright(quad)
    cells = [
        _cell_truth(spec, photograph, (row, column), turns) for row in range(SIDE) for column in range(SIDE)
    ]
    loose = [
        photograph.card_truth(len(layout.cards) + index, body)
        for index, body in enumerate(spec.clutter.cards)
    ]
    return SceneTruth(
        seed=spec.seed,
        condition=spec.condition.name,
        deck=deck.name,
        table=spec.setting.table.kind,
        width_px=camera.width_px,
        height_px=camera.height_px,
        card_mm=(CARD_WIDTH_MM, CARD_HEIGHT_MM),
        gap_mm=layout.gap_mm if turns % 2 == 0 else layout.gap_mm[::-1],
        landscape=layout.landscape ^ (turns % 2 == 1),
        quad=as_corners(np.roll(quad, -turns, axis=0)),
        cells=tuple(sorted(cells, key=lambda cell: (cell.row, cell.column))),
        free_cards=tuple(card for card in loose if card.visible > 0),
    )


def _cell_truth(spec: SceneSpec, photograph: Photograph, cell: tuple[int, int], turns: int) -> CellTruth:
    camera = spec.setting.camera
    row, column = turned_cell(cell, turns)
    body = spec.layout.cards.get(cell)
    if body is None:
        place = camera.project_flat(spec.layout.place_corners_mm(*cell))
        corners = np.roll(place, -turns, axis=0)
        visible = share_of_place_seen(photograph.canvas, place)
        glare, state, code = 0.0, CellState.EMPTY, None
    else:
        corners = camera.project(body.corners_mm())
        index = list(spec.layout.cards).index(cell)
        visible, glare = photograph.card_seen(index, body), photograph.card_glare(index, body)
        state, code = CellState.BACK if is_back(body.code) else CellState.CARD, body.code
    if visible < COVERED_BELOW:
        state = CellState.COVERED
    return CellTruth(row, column, state, code, as_corners(corners), visible, glare)


def turns_until_upright(quad_px: Points) -> int:
    """How many corners on the side lies that is nearest the top of the picture."""
    heights = [(quad_px[k, 1] + quad_px[(k + 1) % 4, 1]) / 2 for k in range(4)]
    return int(np.argmin(heights))


def turned_cell(cell: tuple[int, int], turns: int) -> tuple[int, int]:
    """A row and column of the lattice as the picture counts them."""
    row, column = cell
    for _ in range(turns):
        row, column = SIDE - 1 - column, row
    return row, column
