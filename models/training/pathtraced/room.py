"""Camera, lamps and walls of Blender's room, and the tracing itself."""

from __future__ import annotations

import importlib
from pathlib import Path

import numpy as np

from models.training.pathtraced.blender import METRES, Blender, bpy, to_room
from models.training.scenes.arrays import Plane, Points, as_plane
from models.training.scenes.camera import Camera
from models.training.scenes.light import Light

SAMPLES = 8  # few, since the denoiser knows the print under the noise; near 50 s of one core at 1080p
WATTS_A_SQUARE_METRE = 12.0


def add_camera(camera: Camera, blur_stop: float) -> Blender:
    """The scene's camera without its lens bending, focused on the middle of the picture."""
    eye = bpy().data.cameras.new("camera")
    eye.sensor_fit = "HORIZONTAL"
    eye.sensor_width = 7.0
    eye.lens = camera.focal_px * eye.sensor_width / camera.width_px
    eye.clip_start, eye.clip_end = 0.01, 100.0
    eye.dof.use_dof = True
    forward = np.asarray(camera.forward)
    eye.dof.focus_distance = float(-camera.eye_mm[2] / forward[2]) * METRES
    eye.dof.aperture_fstop = blur_stop
    holder = bpy().data.objects.new("camera", eye)
    axes = np.array([camera.right, [-value for value in camera.down], [-value for value in camera.forward]])
    turned = axes * np.array([1.0, -1.0, 1.0])
    matrix = np.eye(4)
    matrix[:3, :3] = turned.T
    matrix[:3, 3] = to_room(np.asarray(camera.eye_mm))
    holder.matrix_world = importlib.import_module("mathutils").Matrix(matrix.tolist())
    bpy().context.collection.objects.link(holder)
    scene = bpy().context.scene
    scene.camera = holder
    scene.render.resolution_x, scene.render.resolution_y = camera.width_px, camera.height_px
    scene.render.resolution_percentage = 100
    bpy().context.view_layer.update()
    return holder


def add_light(light: Light) -> None:
    """The key light as a lamp of its size, pale walls around, and the room's own glow."""
    lamp = bpy().data.lights.new("key", "AREA")
    lamp.shape = "RECTANGLE"
    lamp.size, lamp.size_y = (2 * half * METRES for half in light.half_size_mm)
    place = to_room(np.asarray(light.place_mm))
    distance = float(np.linalg.norm(place))
    # A lamp's light thins with the square of its distance and falls aslant; make it count alike on the table.
    lean = float(place[2]) / distance
    lamp.energy = WATTS_A_SQUARE_METRE * light.key_share * distance**2 / max(lean, 0.2) * np.pi
    lamp.color = (light.key_colour[2], light.key_colour[1], light.key_colour[0])
    holder = bpy().data.objects.new("key", lamp)
    holder.location = tuple(float(value) for value in place)
    target = -place / distance
    holder.rotation_euler = _looking(target)
    bpy().context.collection.objects.link(holder)
    world = bpy().data.worlds.new("room")
    bpy().context.scene.world = world
    world.use_nodes = True
    glow = world.node_tree.nodes["Background"]
    glow.inputs["Color"].default_value = (light.room_colour[2], light.room_colour[1], light.room_colour[0], 1)
    glow.inputs["Strength"].default_value = WATTS_A_SQUARE_METRE * (1 - light.key_share) / np.pi


def trace(camera: Camera, folder: Path) -> Plane:
    """Trace the picture with one thread; linear light, blue first."""
    scene = bpy().context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = SAMPLES
    scene.cycles.use_adaptive_sampling = True
    scene.cycles.adaptive_threshold = 0.08
    scene.cycles.use_denoising = True
    scene.cycles.denoising_quality = "FAST"
    scene.cycles.denoising_prefilter = "FAST"
    scene.cycles.max_bounces = 3
    scene.cycles.diffuse_bounces, scene.cycles.transparent_max_bounces = 1, 4
    scene.cycles.caustics_reflective = scene.cycles.caustics_refractive = False
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.render.image_settings.file_format = "OPEN_EXR"
    scene.render.image_settings.color_depth = "32"
    scene.render.filepath = str(folder / "traced.exr")
    bpy().ops.render.render(write_still=True)
    image = bpy().data.images.load(scene.render.filepath)
    values = np.empty(camera.width_px * camera.height_px * 4, np.float32)
    image.pixels.foreach_get(values)
    Path(scene.render.filepath).unlink()
    traced = values.reshape(camera.height_px, camera.width_px, 4)[::-1, :, 2::-1]
    return as_plane(np.ascontiguousarray(traced))


def seen_by_blender(holder: Blender, points_mm: Points, camera: Camera) -> Points:
    """Where Blender itself projects points, in pixels: a check of the truth from the other side."""
    view = importlib.import_module("bpy_extras.object_utils").world_to_camera_view
    vector = importlib.import_module("mathutils").Vector
    found = [view(bpy().context.scene, holder, vector(point)) for point in to_room(points_mm)]
    return np.array(
        [[at[0] * camera.width_px - 0.5, (1 - at[1]) * camera.height_px - 0.5] for at in found], np.float64
    )


def _looking(direction: Points) -> tuple[float, float, float]:
    """The turn that points a lamp (which shines down its own z) along a direction."""
    x, y, z = (float(value) for value in direction)
    return float(np.arccos(np.clip(-z, -1, 1))), 0.0, float(np.arctan2(x, -y))
