"""The network in eight bits, a third of the size and half the time: `python -m models.training.quantise`."""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
from onnxruntime.quantization import (
    CalibrationDataReader,
    CalibrationMethod,
    QuantFormat,
    QuantType,
    quant_pre_process,
    quantize_static,
)

from models.training.crop_plan import DEFAULT_FOLDER, MODELS
from models.training.crop_shards import load_shard
from models.training.lean import make_lean

CROPS_OF_A_SHARD = 48
BATCH = 16


class TuningCrops(CalibrationDataReader):
    """Crops of the tuning part, a few of every shard."""

    def __init__(self, folder: Path) -> None:
        shards = [load_shard(path) for path in sorted(folder.glob("*.npz"))]
        crops = np.concatenate([shard.crops[:CROPS_OF_A_SHARD] for shard in shards])
        self._batches = iter([crops[at : at + BATCH] for at in range(0, len(crops), BATCH)])

    def get_next(self) -> dict[str, np.ndarray[tuple[int, ...], np.dtype[np.uint8]]] | None:
        """The next batch, or nothing when all have been given."""
        batch = next(self._batches, None)
        return None if batch is None else {"crops": batch}


def quantise(floats: Path, tuning: Path, to: Path) -> None:
    """Write the eight-bit network and a manifest that fits it; weights are scaled channel by channel.

    Weights use seven of their eight bits: processors without VNNI add pairs of products in sixteen bits,
    which would overflow, and the same file must read the same on every machine.
    """
    to.mkdir(parents=True, exist_ok=True)
    prepared = floats / "prepared.onnx"
    quant_pre_process(floats / "cards.onnx", prepared, skip_symbolic_shape=True)
    quantize_static(
        prepared,
        to / "cards.onnx",
        TuningCrops(tuning),
        quant_format=QuantFormat.QDQ,
        per_channel=True,
        reduce_range=True,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        calibrate_method=CalibrationMethod.MinMax,
        op_types_to_quantize=["Conv", "Gemm", "MatMul"],
    )
    prepared.unlink()
    said = json.loads((floats / "cards.json").read_text(encoding="utf-8"))
    balance = make_lean(to / "cards.onnx")
    model = (to / "cards.onnx").read_bytes()
    said.update(sha256=hashlib.sha256(model).hexdigest(), bytes=len(model), precision="int8")
    said.update(balance=balance.as_words())
    (to / "cards.json").write_text(json.dumps(said, indent=2) + "\n", encoding="utf-8")


def main() -> None:
    """Read the command line and write the eight-bit network."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=DEFAULT_FOLDER)
    parser.add_argument("--to", type=Path, default=MODELS)
    arguments = parser.parse_args()
    quantise(arguments.folder / "float", arguments.folder / "tune", arguments.to)


if __name__ == "__main__":
    main()
