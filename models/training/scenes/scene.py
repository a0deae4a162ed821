"""A whole photograph of a table with the Conclave on it, and its truth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.training.scenes.arrays import Points
from models.training.scenes.camera import Camera
from models.training.scenes.canvas import Canvas, new_canvas
from models.training.scenes.card import paint_card
from models.training.scenes.clutter import Clutter, draw_clutter
from models.training.scenes.condition import CONDITIONS, Condition
from models.training.scenes.deck import CARD_HEIGHT_MM, CARD_WIDTH_MM, Deck
from models.training.scenes.layout import SIDE, Layout, draw_layout
from models.training.scenes.light import Light
from models.training.scenes.painting import lit, paint_table
from models.training.scenes.sensor import Sensor
from models.training.scenes.setting import draw_camera, draw_light, draw_sensor, draw_table
from models.training.scenes.table import Table
from models.training.scenes.truth import COVERED_BELOW, CardTruth, CellState, CellTruth, Scene, SceneTruth
from models.training.scenes.witness import as_corners, share_of_place_seen, share_seen

FIRST_CARD = 1  # owners: 0 is the table, then the cards in their order
COVER = -1  # whatever hides cards or table


@dataclass(frozen=True, slots=True)
class SceneSpec:
    """Everything drawn for one photograph, before a pixel is painted."""

    seed: int
    condition: Condition
    layout: Layout
    camera: Camera
    table: Table
    light: Light
    sensor: Sensor
    clutter: Clutter


def draw_spec(seed: int, condition: str, deck: Deck, size_px: tuple[int, int] | None = None) -> SceneSpec:
    """Draw a photograph from a seed; each part has its own stream, so that one does not disturb another."""
    spans = CONDITIONS[condition]
    streams = np.random.default_rng([seed, sorted(CONDITIONS).index(condition)]).spawn(6)
    layout = draw_layout(streams[0], spans, deck)
    camera = draw_camera(streams[1], spans, layout.quad_mm(), size_px)
    table = draw_table(streams[2], spans, layout)
    light = draw_light(streams[3], spans, camera, layout)
    return SceneSpec(
        seed,
        spans,
        layout,
        camera,
        table,
        light,
        draw_sensor(streams[4], spans, camera, light),
        draw_clutter(streams[5], spans, deck, layout, table.edges_mm),
    )


def render_scene(seed: int, condition: str, deck: Deck, size_px: tuple[int, int] | None = None) -> Scene:
    """The photograph of a seed under a named condition; the same arguments give the same bytes."""
    return render_spec(draw_spec(seed, condition, deck, size_px), deck)


def render_spec(spec: SceneSpec, deck: Deck) -> Scene:
    """Paint a drawn photograph and take down its truth."""
    canvas = new_canvas(spec.camera, spec.camera.whole)
    paint_table(canvas, spec.table, spec.light)
    painted = {
        cell: paint_card(canvas, body, deck, spec.light, FIRST_CARD + index)
        for index, (cell, body) in enumerate(spec.layout.cards.items())
    }
    loose = _paint_clutter(canvas, spec, deck)
    light = lit(canvas, spec.light)
    rng = np.random.default_rng([spec.seed, 77])
    frame = spec.sensor.develop(light, spec.camera, canvas.window, rng)
    return Scene(frame, _truth(spec, deck, canvas, painted, loose))


def _paint_clutter(canvas: Canvas, spec: SceneSpec, deck: Deck) -> dict[int, int]:
    """Paint cards, then things from far to near, then hands; the pixels of each loose card by its owner."""
    first = FIRST_CARD + len(spec.layout.cards)
    loose = {
        first + index: paint_card(canvas, body, deck, spec.light, first + index)
        for index, body in enumerate(spec.clutter.cards)
    }
    eye = np.asarray(spec.camera.eye_mm[:2])
    far_first = sorted(
        spec.clutter.things, key=lambda thing: -float(np.linalg.norm(thing.footprint_mm().mean(axis=0) - eye))
    )
    for thing in far_first:
        thing.paint(canvas, spec.light, COVER)
    for hand in spec.clutter.hands:
        hand.paint(canvas, spec.light, COVER)
    return loose


def _loose_truth(spec: SceneSpec, canvas: Canvas, loose: dict[int, int]) -> tuple[CardTruth, ...]:
    truths = []
    for body, (owner, painted_px) in zip(spec.clutter.cards, loose.items(), strict=True):
        corners = spec.camera.project(body.corners_mm())
        visible = share_seen(canvas, corners, owner, painted_px)
        if visible > 0:
            truths.append(CardTruth(body.code, as_corners(corners), visible))
    return tuple(truths)


def _truth(
    spec: SceneSpec, deck: Deck, canvas: Canvas, painted: dict[tuple[int, int], int], loose: dict[int, int]
) -> SceneTruth:
    turns = _turns_until_upright(spec.camera.project_flat(spec.layout.quad_mm()))
    cells = [
        _cell_truth(spec, canvas, painted, (row, column), turns)
        for row in range(SIDE)
        for column in range(SIDE)
    ]
    quad = np.roll(spec.camera.project_flat(spec.layout.quad_mm()), -turns, axis=0)
    gap = spec.layout.gap_mm if turns % 2 == 0 else spec.layout.gap_mm[::-1]
    return SceneTruth(
        seed=spec.seed,
        condition=spec.condition.name,
        deck=deck.name,
        table=spec.table.kind,
        width_px=spec.camera.width_px,
        height_px=spec.camera.height_px,
        card_mm=(CARD_WIDTH_MM, CARD_HEIGHT_MM),
        gap_mm=gap,
        landscape=spec.layout.landscape ^ (turns % 2 == 1),
        quad=as_corners(quad),
        cells=tuple(sorted(cells, key=lambda cell: (cell.row, cell.column))),
        free_cards=_loose_truth(spec, canvas, loose),
    )


def _cell_truth(
    spec: SceneSpec, canvas: Canvas, painted: dict[tuple[int, int], int], cell: tuple[int, int], turns: int
) -> CellTruth:
    body = spec.layout.cards.get(cell)
    row, column = _turned_cell(cell, turns)
    if body is None:
        place = spec.camera.project_flat(spec.layout.place_corners_mm(*cell))
        visible = share_of_place_seen(canvas, place)
        corners, state, code = np.roll(place, -turns, axis=0), CellState.EMPTY, None
    else:
        owner = FIRST_CARD + list(spec.layout.cards).index(cell)
        corners = spec.camera.project(body.corners_mm())
        visible = share_seen(canvas, corners, owner, painted[cell])
        code = body.code
        state = CellState.BACK if code.endswith("B?") else CellState.CARD
    if visible < COVERED_BELOW:
        state = CellState.COVERED
    return CellTruth(row, column, state, code, as_corners(corners), visible)


def _turns_until_upright(quad_px: Points) -> int:
    """How many corners on the side lies that is nearest the top of the picture."""
    heights = [(quad_px[k, 1] + quad_px[(k + 1) % 4, 1]) / 2 for k in range(4)]
    return int(np.argmin(heights))


def _turned_cell(cell: tuple[int, int], turns: int) -> tuple[int, int]:
    row, column = cell
    for _ in range(turns):
        row, column = SIDE - 1 - column, row
    return row, column
