"""Writes the trained network in float as cards.onnx with its manifest: `python -m models.training.export`."""

from __future__ import annotations

import argparse
import hashlib
import json
import math
from dataclasses import dataclass
from pathlib import Path

import torch

from models.training.crop_plan import DEFAULT_FOLDER, FIRST_SCENE, FIRST_STYLE, PHOTOS_OF_A_SHARD
from models.training.cut_crops import SHAPE
from models.training.lessons import GREATEST_SHARPNESS, LEAST_SHARPNESS
from models.training.network import OUTPUTS, CardNet
from models.training.scenes.codes import ANIMALS, COLOURS, VALUES
from models.training.train import CHECKPOINT
from vision.network_manifest import FORMAT_VERSION, STATES

OPSET = 18


@dataclass(frozen=True, slots=True)
class Training:
    """How the weights came about, for the manifest."""

    command: str
    steps: int
    photographed_shards: int
    flat_shards: int


def load_checkpoint(folder: Path) -> tuple[CardNet, int]:
    """The averaged weights and how many steps made them."""
    kept = torch.load(folder / CHECKPOINT, weights_only=True)
    net = CardNet()
    net.load_state_dict(kept["net"])
    return net.eval(), int(kept["step"])


def write_onnx(net: CardNet, path: Path) -> None:
    """The network as one file that takes any number of crops."""
    crops = torch.zeros((2, SHAPE.height_px, SHAPE.width_px, 3), dtype=torch.uint8)
    program = torch.onnx.export(
        net,
        (crops,),
        input_names=["crops"],
        output_names=list(OUTPUTS),
        dynamic_shapes={"crops_bgr": {0: torch.export.Dim("n")}},
        opset_version=OPSET,
        dynamo=True,
        verbose=False,
    )
    if program is None:
        raise RuntimeError("the exporter gave no program")
    program.save(path, external_data=False)


def manifest_text(net: CardNet, model: bytes, training: Training) -> str:
    """The manifest; see vision.network_manifest for its form."""
    sharpness = min(max(net.sharpness.item(), LEAST_SHARPNESS), GREATEST_SHARPNESS)
    seeds = {
        part: {"scenes_from": FIRST_SCENE[part], "styles_from": FIRST_STYLE[part]} for part in FIRST_SCENE
    }
    said = {
        "format": FORMAT_VERSION,
        "file": "cards.onnx",
        "sha256": hashlib.sha256(model).hexdigest(),
        "bytes": len(model),
        "precision": "float32",
        "input": {
            "name": "crops",
            "height_px": SHAPE.height_px,
            "width_px": SHAPE.width_px,
            "channels": "BGR bytes",
            "margin": SHAPE.margin,
        },
        "labels": {
            "state": list(STATES),
            "colour": list(COLOURS.values()),
            "animal": list(ANIMALS.values()),
            "digit": [str(value) for value in VALUES],
        },
        "embedding": net.shape.embedding,
        "shape": net.shape.shape,
        "sharpness": round(math.exp(sharpness), 4),
        "refusal": round(net.refusal.item(), 4),
        "training": {
            "command": training.command,
            "steps": training.steps,
            "photographed_shards": training.photographed_shards,
            "flat_shards": training.flat_shards,
            "photos_of_a_shard": PHOTOS_OF_A_SHARD,
            "seeds": seeds,
        },
    }
    return json.dumps(said, indent=2) + "\n"


def main() -> None:
    """Read the command line and write both files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=DEFAULT_FOLDER)
    parser.add_argument("--command", default="make train")
    arguments = parser.parse_args()
    net, steps = load_checkpoint(arguments.folder)
    counts = [len(list((arguments.folder / part).glob("*.npz"))) for part in ("train", "flat")]
    to = arguments.folder / "float"
    to.mkdir(parents=True, exist_ok=True)
    path = to / "cards.onnx"
    write_onnx(net, path)
    training = Training(arguments.command, steps, counts[0], counts[1])
    (to / "cards.json").write_text(manifest_text(net, path.read_bytes(), training), encoding="utf-8")
    print(f"{path.name}: {path.stat().st_size} bytes after {steps} steps")


if __name__ == "__main__":
    main()
