"""Path-traced photographs of the same tables, for validation only: never trained on.

    python -m models.training.pathtraced.render_tables --out FOLDER --count 20 --condition normal

Writes NNNNNN.png and NNNNNN.json (the truth, as the compositor writes it) into a folder outside the project.
Light, shadows, gloss, blur and table tops are Blender's own; the layout, the camera's place and the shot's
white balance, noise and curve are drawn as for the compositor, so that conditions mean the same.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from models.training.pathtraced import room, things
from models.training.pathtraced.blender import clear_room
from models.training.scenes.arrays import Plane, as_plane
from models.training.scenes.condition import CONDITIONS
from models.training.scenes.cylinder import Cylinder
from models.training.scenes.deck import Deck
from models.training.scenes.deck_styles import style_deck
from models.training.scenes.photograph import take_photograph
from models.training.scenes.picture_deck import picture_deck
from models.training.scenes.scene import SceneSpec, draw_spec, scene_truth
from models.training.scenes.setting import Wish
from models.training.scenes.slab import Slab
from models.training.scenes.truth import Scene

SIZE = (1920, 1080)
MOST_DISAGREEMENT_PX = 0.1


def render_traced(seed: int, condition: str, deck: Deck, size_px: tuple[int, int] = SIZE) -> Scene:
    """The path-traced photograph of a seed, and its truth."""
    drawn = draw_spec(seed, condition, deck, Wish(size_px))
    camera = replace(drawn.setting.camera, bend=(0.0, 0.0))
    spec = replace(drawn, setting=replace(drawn.setting, camera=camera))
    clear_room()
    holder = room.add_camera(camera, blur_stop=float(np.random.default_rng(seed).uniform(1.8, 5.6)))
    room.add_light(spec.setting.light)
    _furnish(spec, deck)
    _check_truth(spec, lambda points: room.seen_by_blender(holder, points, camera))
    with tempfile.TemporaryDirectory() as folder:
        light = room.trace(camera, Path(folder))
    frame = spec.setting.sensor.develop(
        _metered(light), camera, camera.whole, np.random.default_rng([seed, 80])
    )
    # The compositor's owners say what hides what; the pixels themselves are Blender's.
    shot = (camera.whole, (seed, 80))
    witness = take_photograph(spec.setting, tuple(spec.layout.cards.values()), spec.clutter, deck, shot)
    return Scene(frame, scene_truth(spec, deck, witness))


def _furnish(spec: SceneSpec, deck: Deck) -> None:
    things.add_table(spec.setting.table, spec.seed)
    for body in (*spec.layout.cards.values(), *spec.clutter.cards):
        things.add_card(body, deck)
    for thing in spec.clutter.things:
        if isinstance(thing, Slab):
            things.add_slab(thing)
        elif isinstance(thing, Cylinder):
            things.add_cylinder(thing)
    for hand in spec.clutter.hands:
        things.add_hand(hand)


def _check_truth(spec: SceneSpec, seen: Callable[[np.ndarray], np.ndarray]) -> None:
    """Both cameras must put every corner at the same pixel, or the truth is not true."""
    for body in spec.layout.cards.values():
        corners = body.corners_mm()
        apart = np.abs(seen(corners) - spec.setting.camera.project(corners)).max()
        if apart > MOST_DISAGREEMENT_PX:
            raise ValueError(f"the two cameras disagree by {apart:.3f} pixels about {body.code}")


def _metered(light: Plane) -> Plane:
    """Exposed as a phone does it: bright paper just below white, whatever the lamps' power."""
    grey = light.mean(axis=2)
    return as_plane(light * np.float32(0.72 / max(float(np.percentile(grey, 96)), 1e-4)))


def main() -> None:
    """Render a set of tables."""
    parser = argparse.ArgumentParser(description="Path-traced tables with their truth.")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--condition", choices=sorted(CONDITIONS), default="normal")
    parser.add_argument("--seed", type=int, default=900_000)
    parser.add_argument(
        "--deck", type=Path, help="a folder of card pictures; otherwise each table has its own style"
    )
    wishes = parser.parse_args()
    deck = picture_deck(wishes.deck) if wishes.deck else None
    wishes.out.mkdir(parents=True, exist_ok=True)
    for seed in range(wishes.seed, wishes.seed + wishes.count):
        started = time.process_time()
        scene = render_traced(seed, wishes.condition, deck or style_deck(seed))
        cv2.imwrite(str(wishes.out / f"{wishes.condition}-{seed}.png"), scene.frame_bgr)
        (wishes.out / f"{wishes.condition}-{seed}.json").write_text(scene.truth.to_json(), encoding="utf-8")
        print(f"{wishes.condition} {seed}: {time.process_time() - started:.1f} s of one core", flush=True)


if __name__ == "__main__":
    main()
