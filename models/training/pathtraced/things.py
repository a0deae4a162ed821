"""Cards, boxes, mugs and hands as meshes in Blender's room."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.training.pathtraced.blender import METRES, Blender, add_image, add_mesh, bpy, to_room
from models.training.pathtraced.surfaces import coated_print, plain, table_top
from models.training.scenes.arrays import Points, as_plane, linear_from_colour, linear_from_picture
from models.training.scenes.card import HALF_MM, THICKNESS_MM, CardBody
from models.training.scenes.card_stock import MARGIN_MM, card_texture
from models.training.scenes.cylinder import Cylinder
from models.training.scenes.deck import Deck
from models.training.scenes.hand import CLOTH, Hand
from models.training.scenes.slab import Slab
from models.training.scenes.table import Table

CARD_PIXELS_PER_MM = 5.0
ACROSS, ALONG = 8, 12


def add_card(body: CardBody, deck: Deck) -> Blender:
    """A bent sheet of card with its print, its worn edges and its round corners."""
    texture, scale = card_texture(deck, body.code, replace(body.stock, sleeve_mm=0.0), CARD_PIXELS_PER_MM)
    margin = round(MARGIN_MM * scale)
    sheet = texture[margin:-margin, margin:-margin].copy()
    sheet[..., :3] /= np.maximum(sheet[..., 3:], 1e-3)
    a, b = np.meshgrid(
        np.linspace(-HALF_MM[0], HALF_MM[0], ACROSS + 1), np.linspace(-HALF_MM[1], HALF_MM[1], ALONG + 1)
    )
    x, y = body.to_table(a.ravel(), b.ravel())
    corners = np.column_stack([x, y, body.height(a.ravel(), b.ravel())])
    faces = _grid_faces(ACROSS, ALONG)
    material = coated_print(add_image(body.code, as_plane(sheet)), body.stock.gloss, body.stock.roughness)
    card = add_mesh(body.code, to_room(corners), faces, material)
    layer = card.data.uv_layers.new()
    for loop in card.data.loops:
        row, column = divmod(loop.vertex_index, ACROSS + 1)
        layer.data[loop.index].uv = (column / ACROSS, 1 - row / ALONG)
    thick = card.modifiers.new("thick", "SOLIDIFY")
    thick.thickness = THICKNESS_MM * 0.9 * METRES
    thick.offset = -1.0
    card.data.shade_smooth()
    return card


def add_table(table: Table, seed: int) -> None:
    """The top with its edges, and the floor under it."""
    rng = np.random.default_rng([seed, 505])
    left, near, right, far = table.edges_mm
    _add_block((left, near, right, far), (-30.0, 0.0), table_top(table.kind, rng))
    _add_block((-6000, -6000, 6000, 6000), (-750.0, -740.0), table_top(table.floor[0], rng))


def add_slab(slab: Slab) -> None:
    """A box or a book: plain walls and a printed top laid just over them."""
    foot = slab.footprint_mm()
    walls = plain(slab.side, 0.6)
    lower = np.column_stack([foot, np.full(4, 0.05)])
    upper = np.column_stack([foot, np.full(4, slab.height_mm)])
    add_mesh("walls", to_room(np.vstack([lower, upper])), _box_faces(), walls)
    image = add_image("top", linear_from_picture(slab.top))
    lid = np.column_stack([foot, np.full(4, slab.height_mm + 0.05)])
    top = add_mesh("top", to_room(lid), [(3, 2, 1, 0)], coated_print(image, slab.gloss, slab.roughness))
    layer = top.data.uv_layers.new()
    places = {0: (0, 1), 1: (1, 1), 2: (1, 0), 3: (0, 0)}
    for loop in top.data.loops:
        layer.data[loop.index].uv = places[loop.vertex_index]


def add_cylinder(cylinder: Cylinder) -> None:
    """A mug or a coin."""
    material = plain(cylinder.colour, 0.25, coat=0.5)
    _add_tube(cylinder, cylinder.radius_mm, cylinder.height_mm, material)
    if cylinder.filling is not None:
        _add_tube(cylinder, cylinder.radius_mm * 0.9, cylinder.height_mm + 0.3, plain(cylinder.filling, 0.1))


def add_hand(hand: Hand) -> None:
    """Skin drawn over balls along the bones, and a sleeve."""
    skin = linear_from_colour(hand.skin)
    sleeve = linear_from_colour(hand.sleeve)
    flesh = plain((float(skin[0]), float(skin[1]), float(skin[2])), 0.5)
    cloth = plain((float(sleeve[0]), float(sleeve[1]), float(sleeve[2])), 0.95)
    for stuff, material in ((0, flesh), (CLOTH, cloth)):
        body = bpy().data.metaballs.new(f"hand-{stuff}")
        body.resolution = body.render_resolution = 0.004
        body.threshold = 0.1
        for bone in hand.bones:
            if bone.stuff == stuff:
                _add_balls(body, np.asarray(bone.start), np.asarray(bone.end), (bone.start_mm, bone.end_mm))
        body.materials.append(material)
        bpy().context.collection.objects.link(bpy().data.objects.new(f"hand-{stuff}", body))


def _add_balls(body: Blender, start: Points, end: Points, radii_mm: tuple[float, float]) -> None:
    count = max(3, int(np.linalg.norm(end - start) / 5))
    for share in np.linspace(0, 1, count):
        ball = body.elements.new()
        point = to_room(start + share * (end - start))
        ball.co = (float(point[0]), float(point[1]), float(point[2]))
        ball.radius = (radii_mm[0] + share * (radii_mm[1] - radii_mm[0])) * METRES * 1.15


def _add_tube(cylinder: Cylinder, radius: float, height: float, material: Blender) -> None:
    bpy().ops.mesh.primitive_cylinder_add(
        vertices=64,
        radius=radius * METRES,
        depth=height * METRES,
        location=(cylinder.x_mm * METRES, -cylinder.y_mm * METRES, height * METRES / 2),
    )
    tube = bpy().context.active_object
    tube.data.materials.append(material)
    bevel = tube.modifiers.new("edge", "BEVEL")
    bevel.width = min(2.0, height * 0.2) * METRES
    bevel.segments = 2


def _add_block(
    edges_mm: tuple[float, float, float, float], heights_mm: tuple[float, float], material: Blender
) -> None:
    left, near, right, far = edges_mm
    foot = np.array([[left, near], [right, near], [right, far], [left, far]])
    corners = np.vstack([np.column_stack([foot, np.full(4, height)]) for height in heights_mm])
    add_mesh("block", to_room(corners), _box_faces(), material)


def _box_faces() -> list[tuple[int, ...]]:
    return [(0, 1, 2, 3), (7, 6, 5, 4), (0, 4, 5, 1), (1, 5, 6, 2), (2, 6, 7, 3), (3, 7, 4, 0)]


def _grid_faces(across: int, along: int) -> list[tuple[int, ...]]:
    width = across + 1
    return [
        (
            row * width + column,
            (row + 1) * width + column,
            (row + 1) * width + column + 1,
            row * width + column + 1,
        )
        for row in range(along)
        for column in range(across)
    ]
