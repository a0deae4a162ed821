"""What Blender's things are made of: coated print, table tops of its own making, glaze and cloth."""

from __future__ import annotations

import numpy as np

from models.training.pathtraced.blender import Blender, bpy
from models.training.scenes.arrays import Colour, linear_from_colour
from models.training.scenes.table_tops import CLOTHS, WOODS


def plain(colour: tuple[float, float, float], roughness: float, coat: float = 0.0) -> Blender:
    """One colour (linear; blue, green, red), rough or coated."""
    material, shader = _material()
    shader.inputs["Base Color"].default_value = (colour[2], colour[1], colour[0], 1)
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Coat Weight"].default_value = coat
    return material


def coated_print(image: Blender, gloss: float, roughness: float) -> Blender:
    """Ink on coated card."""
    material, shader = _material()
    picture = _node(material, "ShaderNodeTexImage")
    picture.image = image
    picture.extension = "EXTEND"
    _join(material, picture, "Color", shader, "Base Color")
    _join(material, picture, "Alpha", shader, "Alpha")
    shader.inputs["Roughness"].default_value = 0.55
    shader.inputs["Coat Weight"].default_value = gloss
    shader.inputs["Coat Roughness"].default_value = roughness
    return material


def table_top(kind: str, rng: np.random.Generator) -> Blender:
    """A top of a kind, from Blender's own noises rather than the compositor's."""
    if kind in ("wood", "planks"):
        return _wood(rng, kind == "planks")
    if kind in ("chequered", "tiles"):
        return _squares(rng, kind == "tiles")
    if kind == "marble":
        return _mottled(rng, ((90, 95, 100), (235, 236, 238)), 6.0, 0.15)
    if kind == "cloth":
        return _spots(rng)
    if kind == "felt":
        ink = CLOTHS[int(rng.integers(len(CLOTHS)))]
        return _mottled(rng, (_dimmed(ink, 0.8), ink), 900.0, 0.95)
    level = rng.uniform(14, 50) if kind == "dark" else rng.uniform(180, 240)
    grey = (float(level), float(level), float(level))
    return _mottled(rng, (_dimmed(grey, 0.92), grey), 25.0, float(rng.uniform(0.25, 0.6)))


def _wood(rng: np.random.Generator, boards: bool) -> Blender:
    material, shader = _material()
    place = _placed(material, (1.0, float(rng.uniform(5, 9)), 1.0), float(rng.uniform(0, 360)))
    rings = _node(material, "ShaderNodeTexWave")
    rings.bands_direction = "Y"
    rings.inputs["Scale"].default_value = float(rng.uniform(1.2, 3.0))
    rings.inputs["Distortion"].default_value = float(rng.uniform(3, 9))
    rings.inputs["Detail"].default_value = 4
    rings.inputs["Detail Scale"].default_value = 1.2
    _join(material, place, "Vector", rings, "Vector")
    fibre = _noise(material, _placed(material, (6.0, 220.0, 1.0), 0.0), 3.0)
    mixed = _mix(material, rings, fibre, 0.25)
    tones = _ramp(material, WOODS[int(rng.integers(len(WOODS)))])
    _join(material, mixed, "Result", tones, "Fac")
    end, plug = tones, "Color"
    if boards:
        joints = _node(material, "ShaderNodeTexBrick")
        joints.inputs["Scale"].default_value = 1.0
        joints.inputs["Brick Width"].default_value = 2.5
        joints.inputs["Row Height"].default_value = float(rng.uniform(0.08, 0.15))
        joints.inputs["Mortar Size"].default_value = 0.0012
        joints.inputs["Mortar"].default_value = (0.01, 0.008, 0.006, 1)
        coordinates = _node(material, "ShaderNodeTexCoord")
        _join(material, coordinates, "Object", joints, "Vector")
        for input_name in ("Color1", "Color2"):
            _join(material, tones, "Color", joints, input_name)
        end = joints
    _join(material, end, plug, shader, "Base Color")
    _bumped(material, shader, fibre, 0.0003)
    shader.inputs["Roughness"].default_value = float(rng.uniform(0.3, 0.7))
    shader.inputs["Coat Weight"].default_value = float(rng.uniform(0, 0.5))
    return material


def _squares(rng: np.random.Generator, stone: bool) -> Blender:
    material, shader = _material()
    if stone:
        pattern = _node(material, "ShaderNodeTexBrick")
        pattern.offset = 0.0
        size = float(rng.uniform(0.1, 0.3))
        pattern.inputs["Brick Width"].default_value = size
        pattern.inputs["Row Height"].default_value = size
        pattern.inputs["Mortar Size"].default_value = 0.002
        pattern.inputs["Scale"].default_value = 1.0
        shader.inputs["Roughness"].default_value = 0.25
    else:
        pattern = _node(material, "ShaderNodeTexChecker")
        pattern.inputs["Scale"].default_value = float(rng.uniform(10, 45))
        shader.inputs["Roughness"].default_value = 0.9
    inks = [CLOTHS[int(index)] for index in rng.permutation(len(CLOTHS))[:2]]
    for input_name, ink in zip(("Color1", "Color2"), inks, strict=True):
        pattern.inputs[input_name].default_value = _shown(ink)
    _join(material, _placed(material, (1, 1, 1), float(rng.uniform(0, 90))), "Vector", pattern, "Vector")
    _join(material, pattern, "Color", shader, "Base Color")
    return material


def _spots(rng: np.random.Generator) -> Blender:
    material, shader = _material()
    cells = _node(material, "ShaderNodeTexVoronoi")
    cells.inputs["Scale"].default_value = float(rng.uniform(18, 60))
    cells.inputs["Randomness"].default_value = float(rng.uniform(0, 1))
    _join(material, _placed(material, (1, 1, 1), float(rng.uniform(0, 90))), "Vector", cells, "Vector")
    inks = [CLOTHS[int(index)] for index in rng.permutation(len(CLOTHS))[:3]]
    tones = _ramp(material, inks)
    tones.color_ramp.interpolation = "CONSTANT"
    _join(material, cells, "Distance", tones, "Fac")
    _join(material, tones, "Color", shader, "Base Color")
    shader.inputs["Roughness"].default_value = 0.9
    return material


def _mottled(rng: np.random.Generator, tones: tuple[Colour, Colour], scale: float, rough: float) -> Blender:
    material, shader = _material()
    noise = _noise(material, _placed(material, (1, 1, 1), float(rng.uniform(0, 360))), scale)
    ramp = _ramp(material, list(tones))
    _join(material, noise, "Fac", ramp, "Fac")
    _join(material, ramp, "Color", shader, "Base Color")
    _bumped(material, shader, noise, 0.0004 if rough > 0.8 else 0.00005)
    shader.inputs["Roughness"].default_value = rough
    return material


def _material() -> tuple[Blender, Blender]:
    material = bpy().data.materials.new("surface")
    material.use_nodes = True
    return material, material.node_tree.nodes["Principled BSDF"]


def _node(material: Blender, kind: str) -> Blender:
    return material.node_tree.nodes.new(kind)


def _join(material: Blender, start: Blender, output: str, end: Blender, input_name: str) -> None:
    material.node_tree.links.new(start.outputs[output], end.inputs[input_name])


def _placed(material: Blender, scale: tuple[float, float, float], degrees: float) -> Blender:
    coordinates = _node(material, "ShaderNodeTexCoord")
    mapping = _node(material, "ShaderNodeMapping")
    mapping.inputs["Scale"].default_value = scale
    mapping.inputs["Rotation"].default_value = (0, 0, float(np.radians(degrees)))
    _join(material, coordinates, "Object", mapping, "Vector")
    return mapping


def _noise(material: Blender, place: Blender, scale: float) -> Blender:
    noise = _node(material, "ShaderNodeTexNoise")
    noise.inputs["Scale"].default_value = scale
    noise.inputs["Detail"].default_value = 6
    _join(material, place, "Vector", noise, "Vector")
    return noise


def _mix(material: Blender, first: Blender, second: Blender, share: float) -> Blender:
    mix = _node(material, "ShaderNodeMix")
    mix.inputs["Factor"].default_value = share
    material.node_tree.links.new(first.outputs["Fac"], mix.inputs["A"])
    material.node_tree.links.new(second.outputs["Fac"], mix.inputs["B"])
    return mix


def _ramp(material: Blender, colours: list[Colour]) -> Blender:
    ramp = _node(material, "ShaderNodeValToRGB")
    stops = ramp.color_ramp.elements
    while len(stops) < len(colours):
        stops.new(0.5)
    for index, colour in enumerate(colours):
        stops[index].position = 0.2 + 0.6 * index / max(1, len(colours) - 1)
        stops[index].color = _shown(colour)
    return ramp


def _bumped(material: Blender, shader: Blender, height: Blender, metres: float) -> None:
    bump = _node(material, "ShaderNodeBump")
    bump.inputs["Distance"].default_value = metres
    _join(material, height, "Fac", bump, "Height")
    _join(material, bump, "Normal", shader, "Normal")


def _shown(colour: Colour) -> tuple[float, float, float, float]:
    linear = linear_from_colour(colour)
    return float(linear[2]), float(linear[1]), float(linear[0]), 1.0


def _dimmed(colour: Colour, share: float) -> Colour:
    return colour[0] * share, colour[1] * share, colour[2] * share
