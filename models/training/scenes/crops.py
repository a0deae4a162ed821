"""Cut-out cells for training, painted one small window at a time.

A whole photograph spends most of its time on pixels that no cell shows. Here a photograph is drawn as usual,
but only a window around each cell is painted and developed; then the cell is cut out by corners that err as
those of a finder do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from models.training.scenes.arrays import Picture, Points, as_picture
from models.training.scenes.camera import Window
from models.training.scenes.card import CardBody
from models.training.scenes.clutter import Clutter
from models.training.scenes.codes import is_back
from models.training.scenes.deck import Deck
from models.training.scenes.layout import SIDE
from models.training.scenes.photograph import Photograph, take_photograph
from models.training.scenes.scene import SceneSpec, draw_spec
from models.training.scenes.setting import Wish
from models.training.scenes.truth import COVERED_BELOW, CellState
from models.training.scenes.witness import share_of_place_seen

SIZES_PX = ((1024, 576), (1280, 720), (1280, 720), (1920, 1080))
WINDOW_MARGIN = 0.09
SHOWN_AROUND = 1.18
SEEDS_OF_A_TABLE = 8  # making a table costs as much as some dozens of cells


@dataclass(frozen=True, slots=True)
class CropShape:
    """A cut-out's size, the margin it keeps, how far its corners err, and how often a cell is cut."""

    width_px: int = 80
    height_px: int = 124
    margin: float = 0.04
    corner_error: float = 0.012
    views: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class CellCrop:
    """A cut-out and what it shows; turned means that the card stands on its head in it."""

    image_bgr: Picture
    state: CellState
    code: str | None
    turned: bool
    visible: float
    glare: float


def cut_cells(seed: int, condition: str, deck: Deck, shape: CropShape | None = None) -> Iterator[CellCrop]:
    """The sixteen cells of one photograph, in a random order, half of them turned."""
    shape = shape or CropShape()
    rng = np.random.default_rng([seed, 31])
    wish = Wish(SIZES_PX[int(rng.integers(len(SIZES_PX)))], table_seed=seed // SEEDS_OF_A_TABLE)
    spec = draw_spec(seed, condition, deck, wish)
    bare = replace(spec, clutter=Clutter((), (), spec.clutter.hands))
    for index in rng.permutation(SIDE * SIDE):
        yield from _cut_cell(bare, deck, (int(index) // SIDE, int(index) % SIDE), shape, rng)


def _cut_cell(
    spec: SceneSpec, deck: Deck, cell: tuple[int, int], shape: CropShape, rng: np.random.Generator
) -> Iterator[CellCrop]:
    camera = spec.setting.camera
    body = spec.layout.cards.get(cell)
    if body is not None:
        corners = camera.project(body.corners_mm())
    else:
        corners = camera.project_flat(spec.layout.place_corners_mm(*cell))
        corners = np.roll(corners, 1, axis=0) if spec.layout.landscape else corners
    window = _window_around(corners, spec)
    near = _reaching_in(spec, cell)
    shot = (window, (spec.seed, 79, cell[0] * SIDE + cell[1]))
    photograph = take_photograph(spec.setting, tuple(near.values()), spec.clutter, deck, shot)
    if body is None:
        visible, state, glare = share_of_place_seen(photograph.canvas, corners), CellState.EMPTY, 0.0
    else:
        index = list(near).index(cell)
        visible, glare = photograph.card_seen(index, body), photograph.card_glare(index, body)
        state = CellState.BACK if is_back(body.code) else CellState.CARD
    if visible < COVERED_BELOW:
        state = CellState.COVERED
    for _ in range(shape.views):
        turned = bool(rng.random() < 0.5)
        image = _rectified(photograph, np.roll(corners, 2, axis=0) if turned else corners, shape, rng)
        yield CellCrop(image, state, body.code if body is not None else None, turned, visible, glare)


def _reaching_in(spec: SceneSpec, cell: tuple[int, int]) -> dict[tuple[int, int], CardBody]:
    """The cell's own card and those neighbours that a cut-out may show a rim of."""
    place = spec.layout.place_corners_mm(*cell)
    middle = place.mean(axis=0)
    shown = middle + (place - middle) * SHOWN_AROUND
    near = {}
    for at, card in spec.layout.cards.items():
        if at == cell:
            near[at] = card
        elif max(abs(at[0] - cell[0]), abs(at[1] - cell[1])) < 2:
            outline = card.corners_mm()[:, :2]
            low, high = outline.min(axis=0), outline.max(axis=0)
            if np.all(low < shown.max(axis=0)) and np.all(high > shown.min(axis=0)):
                near[at] = card
    return near


def _window_around(corners_px: Points, spec: SceneSpec) -> Window:
    margin = WINDOW_MARGIN * float(np.linalg.norm(corners_px[2] - corners_px[0])) / 2 + 4
    camera = spec.setting.camera
    low = np.maximum(np.floor(corners_px.min(axis=0) - margin), 0).astype(int)
    high = np.minimum(np.ceil(corners_px.max(axis=0) + margin), (camera.width_px, camera.height_px)).astype(
        int
    )
    size = np.maximum(high - low, 8)
    return Window(int(low[0]), int(low[1]), int(size[0]), int(size[1]))


def _rectified(
    photograph: Photograph, corners_px: Points, shape: CropShape, rng: np.random.Generator
) -> Picture:
    diagonal = float(np.linalg.norm(corners_px[2] - corners_px[0]))
    window = photograph.canvas.window
    erring = (
        corners_px
        - (window.left_px, window.top_px)
        + rng.normal(0, shape.corner_error * diagonal / 2, (4, 2))
    )
    inset_x, inset_y = shape.margin * shape.width_px, shape.margin * shape.height_px
    right, bottom = shape.width_px - inset_x, shape.height_px - inset_y
    target = np.array([[inset_x, inset_y], [right, inset_y], [right, bottom], [inset_x, bottom]]) - 0.5
    way = cv2.getPerspectiveTransform(erring.astype(np.float32), target.astype(np.float32))
    size = (shape.width_px, shape.height_px)
    return as_picture(
        cv2.warpPerspective(
            photograph.frame_bgr, way, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
    )
