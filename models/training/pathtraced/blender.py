"""The door to Blender, which is needed for validation pictures only and is no dependency of the product."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from models.training.scenes.arrays import Plane, Points

METRES = 0.001  # scenes are drawn in millimetres
Blender = Any
"""Blender's own objects carry no types."""


def bpy() -> Blender:
    """Blender as a module, or a clear word about what is missing."""
    try:
        return importlib.import_module("bpy")
    except ImportError as missing:
        raise SystemExit("the path-traced source needs Blender: install the package bpy 5.0.1") from missing


def to_room(points_mm: Points) -> Points:
    """Points of a scene (y towards the near edge) as points of Blender's room (y away from it), in metres."""
    return np.asarray(np.asarray(points_mm, np.float64) * (METRES, -METRES, METRES))


def add_mesh(name: str, corners: Points, faces: list[tuple[int, ...]], material: Blender) -> Blender:
    """A thing from its corners in metres and its faces."""
    mesh = bpy().data.meshes.new(name)
    mesh.from_pydata([tuple(corner) for corner in corners], [], faces)
    mesh.update()
    thing = bpy().data.objects.new(name, mesh)
    thing.data.materials.append(material)
    bpy().context.collection.objects.link(thing)
    return thing


def add_image(name: str, light: Plane) -> Blender:
    """A picture in linear light with three or four planes, blue first, as Blender holds it."""
    rows, columns = light.shape[:2]
    image = bpy().data.images.new(name, columns, rows, alpha=True, float_buffer=True)
    straight = np.ones((rows, columns, 4), np.float32)
    straight[..., :3] = light[..., 2::-1]
    if light.shape[2] == 4:
        straight[..., 3] = light[..., 3]
    image.pixels.foreach_set(np.ascontiguousarray(straight[::-1]).ravel())
    return image


def clear_room() -> None:
    """Forget everything of the picture before."""
    bpy().ops.wm.read_factory_settings(use_empty=True)
