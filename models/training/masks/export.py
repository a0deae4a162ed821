"""Writes the trained mask network as marks.onnx with a manifest: `python -m models.training.masks.export`."""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

import torch

from models.training.masks.lean import make_lean
from models.training.masks.network import INPUT, OUTPUT, STEP, MaskNet
from models.training.masks.tables import CORE_SHARE, FIRST_SEED
from models.training.masks.train import CHECKPOINT
from vision.marks_manifest import FORMAT_VERSION, LABELS

OPSET = 18
LONGEST_PX = 416


def write_onnx(net: MaskNet, path: Path) -> None:
    """The network as one file that takes a frame of any size whose sides are a multiple of the step."""
    frame = torch.zeros((1, 17 * STEP, 30 * STEP, 3), dtype=torch.uint8)
    program = torch.onnx.export(
        net,
        (frame,),
        input_names=[INPUT],
        output_names=[OUTPUT],
        dynamic_shapes={
            "frames_bgr": {
                1: STEP * torch.export.Dim("rows", min=2),
                2: STEP * torch.export.Dim("columns", min=2),
            }
        },
        opset_version=OPSET,
        dynamo=True,
        verbose=False,
    )
    if program is None:
        raise RuntimeError("the exporter gave no program")
    program.save(path, external_data=False)


def main() -> None:
    """Read the command line and export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("build/masks"))
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[2])
    wishes = parser.parse_args()
    kept = torch.load(wishes.folder / CHECKPOINT, weights_only=True)
    net = MaskNet()
    net.load_state_dict(kept["mean"])
    path = wishes.out / "marks.onnx"
    write_onnx(net.eval(), path)
    make_lean(path)
    said = {
        "format": FORMAT_VERSION,
        "file": path.name,
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "longest_px": LONGEST_PX,
        "core_share": CORE_SHARE,
        "labels": list(LABELS),
        "training": {
            "command": "python -m models.training.masks.train",
            "steps": int(kept["step"]),
            "decks": sum(1 for _ in (wishes.folder / "train").glob("*.npz")),
            "first_seeds": FIRST_SEED,
        },
    }
    path.with_suffix(".json").write_text(json.dumps(said, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
