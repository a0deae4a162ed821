"""The table as it lies, in a picture without noise that is kept up to date card by card."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.games.conclave.conclave import CELLS, Cell
from models.training.scenes.arrays import Picture, Points
from models.training.scenes.camera import Camera, Window
from models.training.scenes.card import CardBody
from models.training.scenes.deck import Deck
from models.training.scenes.layout import SIDE, placed_by_hand
from models.training.scenes.photograph import take_photograph
from models.training.scenes.scene import SceneSpec, draw_spec, turned_cell, turns_until_upright
from models.training.scenes.sensor import Sensor
from models.training.scenes.setting import Setting, Wish
from models.training.scenes.witness import share_in_frame, share_of_place_seen

TRIES = 60
ANOTHER_TABLE = 1_000_003  # added to the seed when a table will not do
STEEPEST_SIDE = 0.7  # rise over run of the upper side: beyond it nobody could say which side is up
MARGIN_PX = 14  # around a changed card: more than any blur reaches
CELL_FREE = 0.97  # the share of each place that the things on the table must leave in sight


class Stage:
    """What lies on the table, and the picture of it. Laying and lifting cards changes both."""

    def __init__(self, spec: SceneSpec, deck: Deck) -> None:
        self.spec = spec
        self.deck = deck
        self.setting = replace(spec.setting, sensor=without_noise(spec.setting.sensor))
        self.cards: dict[Cell, CardBody] = {}
        turns = turns_until_upright(self.camera.project_flat(spec.layout.quad_mm()))
        places = [(row, column) for row in range(SIDE) for column in range(SIDE)]
        self._places = {Cell(*turned_cell(place, turns)): place for place in places}
        self._turns = turns
        self.picture: Picture = self._taken(self.camera.whole)

    @property
    def camera(self) -> Camera:
        """The camera as it stands now."""
        return self.setting.camera

    def quad_px(self) -> Points:
        """The outer corners of the lattice in the picture, from its top left."""
        return np.roll(self.camera.project_flat(self.spec.layout.quad_mm()), -self._turns, axis=0)

    def middle_mm(self, cell: Cell) -> tuple[float, float]:
        """The middle of a cell on the table."""
        return self.spec.layout.middle_mm(*self._places[cell])

    def outline_px(self, cell: Cell) -> Points:
        """The corners of the card in a cell or, if it is empty, of its place."""
        body = self.cards.get(cell)
        if body is not None:
            return self.camera.project(body.corners_mm())
        return self.camera.project_flat(self.spec.layout.place_corners_mm(*self._places[cell]))

    def draw_body(self, rng: np.random.Generator, cell: Cell, code: str) -> CardBody:
        """A card as this table's hands would lay it into a cell."""
        layout = self.spec.layout
        body = placed_by_hand(rng, self.spec.condition, self.middle_mm(cell), code, layout.habit)
        return replace(body, angle_degrees=body.angle_degrees + 90) if layout.landscape else body

    def change(self, cell: Cell, body: CardBody | None) -> None:
        """Lay a card into a cell, or lift the one that lies there; only what changed is painted anew."""
        old = self.cards.pop(cell, None)
        if body is not None:
            self.cards[cell] = body
        for one in (old, body):
            if one is not None:
                self._repaint(self.camera.project(one.corners_mm()))

    def change_all(self, bodies: dict[Cell, CardBody]) -> None:
        """Lay all these cards at once."""
        self.cards.update(bodies)
        self.picture = self._taken(self.camera.whole)

    def move_camera(self, camera: Camera) -> None:
        """Look from another place."""
        self.setting = replace(self.setting, camera=camera)
        self.picture = self._taken(camera.whole)

    def _repaint(self, corners_px: Points) -> None:
        reach = MARGIN_PX + 2.0 * self.camera.pixels_per_mm(0, 0)
        low = np.maximum(np.floor(corners_px.min(axis=0) - reach), 0).astype(int)
        high = np.minimum(
            np.ceil(corners_px.max(axis=0) + reach), (self.camera.width_px, self.camera.height_px)
        ).astype(int)
        if (high <= low).any():
            return
        inner = Window(int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1]))
        outer = _grown(inner, MARGIN_PX, self.camera)
        fresh = self._taken(outer)
        top, left = inner.top_px - outer.top_px, inner.left_px - outer.left_px
        self.picture[low[1] : high[1], low[0] : high[0]] = fresh[
            top : top + inner.height_px, left : left + inner.width_px
        ]

    def _taken(self, window: Window) -> Picture:
        cards = tuple(self.cards.values())
        photograph = take_photograph(self.setting, cards, self.spec.clutter, self.deck, (window, (0,)))
        return photograph.frame_bgr


def draw_stage(seed: int, condition: str, deck: Deck, size_px: tuple[int, int]) -> Stage:
    """A table that can be played on: its upper side is plain to see and nothing stands before a cell."""
    for attempt in range(TRIES):
        spec = draw_spec(seed + attempt * ANOTHER_TABLE, condition, deck, Wish(size_px))
        spec = replace(spec, layout=replace(spec.layout, cards={}), clutter=replace(spec.clutter, hands=()))
        if _can_be_played_on(spec, deck):
            return Stage(spec, deck)
    raise ValueError(f"no table of condition {condition} near seed {seed} can be played on")


def without_noise(sensor: Sensor) -> Sensor:
    """The same shot from a camera that stands firm, before noise and compression."""
    return replace(sensor, iso=1e-6, shake_px=(0.0, 0.0), jpeg_quality=100)


def _can_be_played_on(spec: SceneSpec, deck: Deck) -> bool:
    camera, layout = spec.setting.camera, spec.layout
    quad = camera.project_flat(layout.quad_mm())
    upper = np.roll(quad, -turns_until_upright(quad), axis=0)
    run, rise = np.abs(upper[1] - upper[0])
    if rise > STEEPEST_SIDE * run or share_in_frame(quad, camera) < 1:
        return False
    setting: Setting = replace(spec.setting, sensor=without_noise(spec.setting.sensor))
    canvas = take_photograph(setting, (), spec.clutter, deck, (camera.whole, (0,))).canvas
    places = [camera.project_flat(layout.place_corners_mm(cell.row, cell.column)) for cell in CELLS]
    return all(share_of_place_seen(canvas, place) > CELL_FREE for place in places)


def _grown(window: Window, by_px: int, camera: Camera) -> Window:
    left, top = max(0, window.left_px - by_px), max(0, window.top_px - by_px)
    right = min(camera.width_px, window.left_px + window.width_px + by_px)
    bottom = min(camera.height_px, window.top_px + window.height_px + by_px)
    return Window(left, top, right - left, bottom - top)
