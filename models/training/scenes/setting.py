"""Draws the circumstances of a photograph: camera, table, light and shot."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.training.scenes.arrays import Colour, Points, draw_between
from models.training.scenes.camera import Camera, Lens, Pose, camera_that_frames
from models.training.scenes.card import CardBody
from models.training.scenes.condition import Condition
from models.training.scenes.light import Light, ShadowEdge, colour_of_kelvin
from models.training.scenes.sensor import Sensor
from models.training.scenes.spread import Spread
from models.training.scenes.table import Table, make_surface

SURFACES_OF_A_KIND = 400
FLOORS = ("planks", "tiles", "felt")


@dataclass(frozen=True, slots=True)
class Setting:
    """The circumstances of one photograph."""

    camera: Camera
    table: Table
    light: Light
    sensor: Sensor


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for rather than drawn.

    The picture's size; a table that many photographs share; how much of the picture's half the cards fill
    (above 1 the picture cuts them off).
    """

    size_px: tuple[int, int] | None = None
    table_seed: int | None = None
    fill: float | None = None


def draw_setting(rng: np.random.Generator, condition: Condition, spread: Spread, wish: Wish) -> Setting:
    """Draw each part from a stream of its own, so that one does not disturb another."""
    streams = rng.spawn(4)
    if wish.table_seed is not None:
        streams[1] = np.random.default_rng(wish.table_seed)
    camera = draw_camera(streams[0], condition, spread.outline_mm, wish)
    table = draw_table(streams[1], condition, spread.outline_mm)
    light = draw_light(streams[2], condition, camera, spread.cards)
    return Setting(camera, table, light, draw_sensor(streams[3], condition, camera, light))


def draw_camera(rng: np.random.Generator, condition: Condition, outline_mm: Points, wish: Wish) -> Camera:
    """Someone holds a phone or clamps a webcam so that all cards are in the picture."""
    width, height = wish.size_px or condition.sizes[int(rng.integers(len(condition.sizes)))]
    lens = Lens(
        width,
        height,
        draw_between(rng, condition.view_degrees),
        (draw_between(rng, condition.lens_bend), 0.0),
    )
    if rng.random() < condition.any_side_chance:
        side = float(rng.uniform(0, 360))
    else:
        side = float(rng.choice([0, 0, 0, 90, 180, 270])) + float(rng.normal(0, 6))
    target = outline_mm.mean(axis=0) + rng.normal(0, 12, 2)
    pose = Pose(
        tilt_degrees=draw_between(rng, condition.tilt_degrees),
        side_degrees=side,
        roll_degrees=float(rng.normal(0, 3)),
        target_mm=(float(target[0]), float(target[1])),
    )
    fill = draw_between(rng, condition.fill)
    return camera_that_frames(pose, lens, outline_mm, wish.fill or fill)


def draw_table(rng: np.random.Generator, condition: Condition, outline_mm: Points) -> Table:
    """A table of a kind the condition allows, large enough for the cards."""
    kind = condition.tables[int(rng.integers(len(condition.tables)))]
    top = make_surface(kind, int(rng.integers(SURFACES_OF_A_KIND)))
    half = np.abs(outline_mm).max(axis=0)
    room = rng.uniform(25, 650, 4) + 25
    turn = float(rng.choice([0, 90, 180, 270])) + float(
        rng.normal(0, 5 if kind in ("wood", "planks") else 25)
    )
    return Table(
        top=top,
        turn_degrees=turn,
        shift_mm=(float(rng.uniform(-120, 120)), float(rng.uniform(-120, 120))),
        edges_mm=(
            float(-half[0] - room[0]),
            float(-half[1] - room[1]),
            float(half[0] + room[2]),
            float(half[1] + room[3]),
        ),
        floor=(FLOORS[int(rng.integers(len(FLOORS)))], int(rng.integers(4))),
    )


def draw_light(
    rng: np.random.Generator, condition: Condition, camera: Camera, cards: tuple[CardBody, ...]
) -> Light:
    """A lamp or a window over the table; with glare it stands where some card mirrors it into the lens."""
    height = float(rng.uniform(700, 2200))
    is_window = rng.random() < 0.45
    half = (rng.uniform(250, 700), rng.uniform(350, 900)) if is_window else tuple([rng.uniform(40, 220)] * 2)
    if rng.random() < condition.glare_chance:
        place = _mirror_place(rng, camera, cards, height)
    else:
        reach = rng.uniform(0.5, 1.6) * height + max(half)
        angle = rng.uniform(0, 2 * np.pi)
        place = (float(reach * np.cos(angle)), float(reach * np.sin(angle)))
    kelvin = draw_between(rng, condition.kelvin)
    key = _tinted(rng, condition, colour_of_kelvin(kelvin))
    room = colour_of_kelvin(float(np.clip(kelvin + rng.normal(0, 450), 2500, 7500)))
    return Light(
        place_mm=(*place, height),
        half_size_mm=(float(half[0]), float(half[1])),
        key_share=draw_between(rng, condition.key_share),
        key_colour=key,
        room_colour=room,
        shadows=tuple(
            _shadow_edge(rng)
            for _ in range(int(rng.integers(condition.shadow_edges[0], condition.shadow_edges[1] + 1)))
        ),
    )


def draw_sensor(rng: np.random.Generator, condition: Condition, camera: Camera, light: Light) -> Sensor:
    """A shot whose white balance mostly, but not wholly, undoes the light's colour."""
    mixed = np.asarray(light.key_colour) * light.key_share + np.asarray(light.room_colour) * (
        1 - light.key_share
    )
    gains = mixed ** -draw_between(rng, condition.balance_strength) * np.exp(
        rng.normal(0, condition.balance_error, 3)
    )
    gains = gains / gains[1]
    fineness = min(camera.width_px, camera.height_px) / 1080
    shake = draw_between(rng, condition.shake_px) * fineness
    way = rng.uniform(0, 2 * np.pi)
    return Sensor(
        exposure=draw_between(rng, condition.exposure),
        balance=(float(gains[0]), float(gains[1]), float(gains[2])),
        iso=float(np.exp(rng.uniform(*np.log(condition.iso)))),
        focus_px=draw_between(rng, condition.focus_px) * max(0.7, fineness),
        shake_px=(float(shake * np.cos(way)), float(shake * np.sin(way))),
        vignette=float(rng.uniform(0.05, 0.5)),
        contrast=float(rng.integers(0, 12)) * 0.05,
        saturation=float(rng.uniform(0.9, 1.25)),
        sharpening=float(rng.choice([0.0, 0.4, 0.8])),
        jpeg_quality=round(draw_between(rng, condition.jpeg_quality)),
    )


def _mirror_place(
    rng: np.random.Generator, camera: Camera, cards: tuple[CardBody, ...], height: float
) -> tuple[float, float]:
    card = cards[int(rng.integers(len(cards)))]
    share = height / camera.eye_mm[2]
    x = card.x_mm + (card.x_mm - camera.eye_mm[0]) * share + rng.normal(0, 40)
    y = card.y_mm + (card.y_mm - camera.eye_mm[1]) * share + rng.normal(0, 40)
    return float(x), float(y)


def _tinted(rng: np.random.Generator, condition: Condition, colour: Colour) -> Colour:
    """Now and then a coloured lamp: neon, a screen, a painted shade."""
    if rng.random() >= condition.tint_chance:
        return colour
    tint = np.exp(rng.normal(0, 0.35, 3))
    tinted = np.asarray(colour) * tint / tint.mean()
    return float(tinted[0]), float(tinted[1]), float(tinted[2])


def _shadow_edge(rng: np.random.Generator) -> ShadowEdge:
    angle = rng.uniform(0, 2 * np.pi)
    return ShadowEdge(
        normal=(float(np.cos(angle)), float(np.sin(angle))),
        offset_mm=float(rng.uniform(-150, 220)),
        softness_mm=float(rng.uniform(8, 90)),
        depth=float(rng.uniform(0.3, 0.95)),
    )
