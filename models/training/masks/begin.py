"""Begins a training where the packaged network stands: `python -m models.training.masks.begin`.

The exported network has its normalising layers folded into the convolutions before them. They are unfolded
over some batches, so that the network says the same as before and can learn on.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import nn

from models.training.masks.batches import draw_batch, load_tables
from models.training.masks.lean import weights_of
from models.training.masks.network import MaskNet
from models.training.masks.train import CHECKPOINT, keep

PACKAGED = Path(__file__).parents[2] / "marks.onnx"
BATCHES = 12
BATCH = 10

Moments = tuple[torch.Tensor, torch.Tensor]


def unfolded(path: Path, frames: list[torch.Tensor]) -> MaskNet:
    """The network of a file, its normalising layers set to what these frames show them."""
    kept = weights_of(path)
    net = MaskNet()
    net.eval()
    pairs = _pairs(net)
    with torch.no_grad():
        net.up_half.weight.copy_(torch.tensor(kept["up_half.weight"]))
        net.up_half.bias.copy_(torch.tensor(kept["up_half.bias"]))
        for name, (conv, norm) in pairs.items():
            conv.weight.copy_(torch.tensor(kept[f"{name}.weight"]))
            norm.bias.copy_(torch.tensor(kept[f"{name}.weight_bias"]))
            norm.running_var.fill_(1 - norm.eps)
        seen: dict[str, list[Moments]] = {name: [] for name in pairs}
        hooks = [conv.register_forward_hook(_Noted(seen[name])) for name, (conv, _) in pairs.items()]
        for batch in frames:
            net(batch)
        for hook in hooks:
            hook.remove()
        for name, (_, norm) in pairs.items():
            _unfold(norm, seen[name])
    return net


def _pairs(net: MaskNet) -> dict[str, tuple[nn.Conv2d, nn.BatchNorm2d]]:
    """Each convolution with the normalising layer after it, by the convolution's name."""
    modules = dict(net.named_modules())
    pairs = {}
    for name, conv in modules.items():
        norm = modules.get(f"{name[:-1]}1")
        if isinstance(conv, nn.Conv2d) and name.endswith(".0") and isinstance(norm, nn.BatchNorm2d):
            pairs[name] = (conv, norm)
    return pairs


class _Noted:
    """Notes the mean and the mean square of every channel that a convolution gives."""

    def __init__(self, seen: list[Moments]) -> None:
        self._seen = seen

    def __call__(self, _conv: nn.Module, _given: tuple[torch.Tensor, ...], made: torch.Tensor) -> None:
        self._seen.append((made.mean((0, 2, 3)), made.square().mean((0, 2, 3))))


def _unfold(norm: nn.BatchNorm2d, seen: list[Moments]) -> None:
    mean = torch.stack([mean for mean, _ in seen]).mean(0)
    var = torch.stack([square for _, square in seen]).mean(0) - mean.square()
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(var)
    norm.weight.copy_((var + norm.eps).sqrt())
    norm.bias.add_(mean)


def main() -> None:
    """Read the command line and write the first checkpoint of a training."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("build/masks"))
    parser.add_argument("--packaged", type=Path, default=PACKAGED)
    wishes = parser.parse_args()
    if (wishes.folder / CHECKPOINT).exists():
        parser.error(f"{wishes.folder / CHECKPOINT} is there already")
    tables = load_tables(wishes.folder / "train")
    rng = np.random.default_rng(7)
    frames = [torch.from_numpy(draw_batch(rng, tables, BATCH).frames) for _ in range(BATCHES)]
    net = unfolded(wishes.packaged, frames)
    keep(wishes.folder, net, net, torch.optim.AdamW(net.parameters()), 0)


if __name__ == "__main__":
    main()
