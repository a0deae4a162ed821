"""A whole photograph of a table with the Conclave on it, and its truth."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.training.scenes.arrays import Plane, Points, as_plane
from models.training.scenes.camera import Camera, Window
from models.training.scenes.canvas import TABLE, Canvas, new_canvas
from models.training.scenes.card import paint_card
from models.training.scenes.condition import CONDITIONS, Condition
from models.training.scenes.deck import CARD_HEIGHT_MM, CARD_WIDTH_MM, Deck
from models.training.scenes.layout import SIDE, Layout, draw_layout
from models.training.scenes.light import Light, Shine
from models.training.scenes.sensor import Sensor
from models.training.scenes.setting import draw_camera, draw_light, draw_sensor, draw_table
from models.training.scenes.table import Table
from models.training.scenes.truth import COVERED_BELOW, CellState, CellTruth, Corners, Scene, SceneTruth

FIRST_CARD = 1  # owners: 0 is the table, then the cards in their order; others are negative


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


def draw_spec(seed: int, condition: str, deck: Deck, size_px: tuple[int, int] | None = None) -> SceneSpec:
    """Draw a photograph from a seed; each part has its own stream, so that one does not disturb another."""
    spans = CONDITIONS[condition]
    streams = np.random.default_rng([seed, sorted(CONDITIONS).index(condition)]).spawn(5)
    layout = draw_layout(streams[0], spans, deck)
    camera = draw_camera(streams[1], spans, layout.quad_mm(), size_px)
    light = draw_light(streams[3], spans, camera, layout)
    return SceneSpec(
        seed,
        spans,
        layout,
        camera,
        draw_table(streams[2], spans),
        light,
        draw_sensor(streams[4], spans, camera, light),
    )


def render_scene(seed: int, condition: str, deck: Deck, size_px: tuple[int, int] | None = None) -> Scene:
    """The photograph of a seed under a named condition, with any deck; the same arguments give the same bytes."""
    return render_spec(draw_spec(seed, condition, deck, size_px), deck)


def render_spec(spec: SceneSpec, deck: Deck) -> Scene:
    """Paint a drawn photograph and take down its truth."""
    canvas = new_canvas(spec.camera, spec.camera.whole)
    paint_table(canvas, spec.table, spec.light)
    painted = {
        cell: paint_card(canvas, body, deck, spec.light, FIRST_CARD + index)
        for index, (cell, body) in enumerate(spec.layout.cards.items())
    }
    light = lit(canvas, spec.light)
    rng = np.random.default_rng([spec.seed, 77])
    frame = spec.sensor.develop(light, spec.camera, canvas.window, rng)
    return Scene(frame, _truth(spec, deck, canvas, painted))


def paint_table(canvas: Canvas, table: Table, light: Light) -> None:
    """Lay the table itself, its varnish included."""
    canvas.reflectance[:] = table.under(canvas.x_mm, canvas.y_mm)
    if table.gloss > 0.02:
        step = 4 if canvas.window.width_px > 400 else 2
        x, y = _thinned(canvas, step)
        level = np.zeros_like(x)
        shine = Shine(table.gloss, table.roughness, canvas.camera.eye_mm)
        canvas.mirrored[:] = _grown(light.mirrored((x, y), (level, level), shine), canvas.window)


def lit(canvas: Canvas, light: Light) -> Plane:
    """The light that leaves every painted point towards the camera."""
    step = 8 if canvas.window.width_px > 400 else 4
    fallen = _grown(light.irradiance(*_thinned(canvas, step)), canvas.window)
    fallen *= canvas.reflectance
    fallen += canvas.mirrored[..., None] * np.asarray(light.key_colour, np.float32)
    return fallen


def _thinned(canvas: Canvas, step: int) -> tuple[Plane, Plane]:
    return canvas.x_mm[step // 2 :: step, step // 2 :: step], canvas.y_mm[
        step // 2 :: step, step // 2 :: step
    ]


def _grown(plane: Plane, window: Window) -> Plane:
    return as_plane(cv2.resize(plane, (window.width_px, window.height_px), interpolation=cv2.INTER_LINEAR))


def _truth(spec: SceneSpec, deck: Deck, canvas: Canvas, painted: dict[tuple[int, int], int]) -> SceneTruth:
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
        free_cards=(),
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


def share_seen(canvas: Canvas, corners_px: Points, owner: int, painted_px: int) -> float:
    """The share of a card that shows: neither covered by a later thing nor outside the picture."""
    if painted_px == 0:
        return 0.0
    box = canvas.box_around(corners_px, 2)
    left = int(np.count_nonzero(canvas.owner[box] == owner)) if box is not None else 0
    return round(left / painted_px * share_in_frame(corners_px, canvas.camera), 4)


def share_of_place_seen(canvas: Canvas, corners_px: Points) -> float:
    """The share of an empty place that shows the bare table, or a neighbour that strayed into it."""
    box = canvas.box_around(corners_px, 0)
    if box is None:
        return 0.0
    mask = np.zeros(canvas.owner[box].shape, np.uint8)
    origin = (box[1].start + canvas.window.left_px, box[0].start + canvas.window.top_px)
    cv2.fillConvexPoly(mask, np.rint(corners_px - origin).astype(np.int32), 1)
    inside = mask > 0
    bare = np.count_nonzero(canvas.owner[box][inside] >= TABLE)
    return round(bare / max(1, np.count_nonzero(inside)) * share_in_frame(corners_px, canvas.camera), 4)


def share_in_frame(corners_px: Points, camera: Camera) -> float:
    """The share of a quadrilateral that lies within the picture."""
    frame = np.array(
        [
            [-0.5, -0.5],
            [camera.width_px - 0.5, -0.5],
            [camera.width_px - 0.5, camera.height_px - 0.5],
            [-0.5, camera.height_px - 0.5],
        ],
        np.float32,
    )
    quad = corners_px.astype(np.float32)
    area = cv2.contourArea(quad)
    if area < 1:
        return 0.0
    return float(min(1.0, cv2.intersectConvexConvex(quad, frame)[0] / area))


def as_corners(points_px: Points) -> Corners:
    """Four points as plain numbers, to a thousandth of a pixel."""
    first, second, third, fourth = ((round(float(x), 3), round(float(y), 3)) for x, y in points_px)
    return first, second, third, fourth


def _turns_until_upright(quad_px: Points) -> int:
    """How many corners on the side lies that is nearest the top of the picture."""
    heights = [(quad_px[k, 1] + quad_px[(k + 1) % 4, 1]) / 2 for k in range(4)]
    return int(np.argmin(heights))


def _turned_cell(cell: tuple[int, int], turns: int) -> tuple[int, int]:
    row, column = cell
    for _ in range(turns):
        row, column = SIDE - 1 - column, row
    return row, column
