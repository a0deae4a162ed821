"""What the network costs beside decoding a 1080p photograph: `python -m models.training.cost`."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from models.training.crop_plan import MODELS
from models.training.scenes.deck_styles import style_deck
from models.training.scenes.scene import render_scene
from vision.card_network import CardNetwork

ROUNDS = 60
CELLS = 16


def least_seconds(first: Callable[[], object], second: Callable[[], object]) -> tuple[float, float]:
    """The least wall time of both, taken in turns so that the machine's mood meets both alike."""
    least = [float("inf"), float("inf")]
    for _ in range(ROUNDS):
        for index, work in enumerate((first, second)):
            started = time.perf_counter()
            work()
            least[index] = min(least[index], time.perf_counter() - started)
    return least[0], least[1]


def main() -> None:
    """Measure and print one line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, default=MODELS)
    arguments = parser.parse_args()
    frame = render_scene(70_020, "normal", style_deck(70_020), (1920, 1080)).frame_bgr
    _, photo = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, 90])
    network = CardNetwork.load(arguments.models / "cards.onnx", arguments.models / "cards.json")
    crops = np.random.default_rng(1).integers(0, 256, (CELLS, 124, 80, 3), dtype=np.uint8)
    decode, look = least_seconds(lambda: cv2.imdecode(photo, cv2.IMREAD_COLOR), lambda: network.look(crops))
    print(
        f"decode {decode * 1e3:.1f} ms, look at {CELLS} crops {look * 1e3:.1f} ms: {look / decode:.2f} of it"
    )


if __name__ == "__main__":
    main()
