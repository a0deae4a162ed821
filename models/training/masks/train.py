"""Trains the mask network and goes on where it was stopped: `python -m models.training.masks.train`."""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional

from models.training.masks.batches import draw_batch, load_tables
from models.training.masks.network import MaskNet

CHECKPOINT = "masks.pt"
BATCH = 10
RATE = 3e-3
KEPT = 0.997  # of the averaged weights, at every step


def loss_of(marks: torch.Tensor, wanted: torch.Tensor, told: torch.Tensor) -> torch.Tensor:
    """Cross entropy of every told pixel, and how little the marked and the true cores overlap."""
    each = functional.binary_cross_entropy_with_logits(marks, wanted, reduction="none") * told
    share = torch.sigmoid(marks) * told
    overlap = (share * wanted).sum((0, 2, 3)) * 2 + 1
    dice = 1 - overlap / ((share + wanted * told).sum((0, 2, 3)) + 1)
    return each.sum() / told.sum() / 2 + dice.mean()


def train(folder: Path, steps: int, minutes: float, highest_rate: float = RATE) -> None:
    """Train until the steps are done or the time is up; the checkpoint is written every now and then."""
    started = time.monotonic()
    net, mean = MaskNet(), MaskNet()
    mean.load_state_dict(net.state_dict())
    optimiser = torch.optim.AdamW(net.parameters(), RATE, weight_decay=1e-3)
    first = _resume(folder, net, mean, optimiser)
    tables = load_tables(folder / "train")
    print(f"{len(tables)} tables, from step {first}", flush=True)
    lately: list[float] = []
    for step in range(first, steps):
        falling = max(0.01, 0.5 * (1 + math.cos(math.pi * step / steps)))
        rate = highest_rate * min(1.0, (step + 1) / 100) * falling
        for group in optimiser.param_groups:
            group["lr"] = rate
        batch = draw_batch(np.random.default_rng([step, 99]), tables, BATCH)
        loss = loss_of(
            net(torch.from_numpy(batch.frames)), torch.from_numpy(batch.marks), torch.from_numpy(batch.told)
        )
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        _follow(mean, net, min(KEPT, (step + 1) / (step + 20)))
        lately.append(loss.item())
        late = (time.monotonic() - started) / 60 > minutes
        if step % 100 == 99 or late or step == steps - 1:
            print(f"step {step + 1}: loss {np.mean(lately[-100:]):.4f}", flush=True)
            keep(folder, net, mean, optimiser, step + 1)
        if late:
            break


def _follow(mean: MaskNet, net: MaskNet, kept: float) -> None:
    with torch.no_grad():
        for slow, fast in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
            if slow.dtype.is_floating_point:
                slow.lerp_(fast, 1 - kept)
            else:
                slow.copy_(fast)


def keep(folder: Path, net: MaskNet, mean: MaskNet, optimiser: torch.optim.Optimizer, step: int) -> None:
    """Write the checkpoint, whole or not at all."""
    kept = {"net": net.state_dict(), "mean": mean.state_dict(), "way": optimiser.state_dict(), "step": step}
    torch.save(kept, folder / f"{CHECKPOINT}.part")
    (folder / f"{CHECKPOINT}.part").replace(folder / CHECKPOINT)


def _resume(folder: Path, net: MaskNet, mean: MaskNet, optimiser: torch.optim.Optimizer) -> int:
    if not (folder / CHECKPOINT).exists():
        return 0
    kept = torch.load(folder / CHECKPOINT, weights_only=True)
    net.load_state_dict(kept["net"])
    mean.load_state_dict(kept["mean"])
    optimiser.load_state_dict(kept["way"])
    return int(kept["step"])


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("build/masks"))
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--rate", type=float, default=RATE, help="the highest, after a hundred steps")
    wishes = parser.parse_args()
    cv2.setNumThreads(1)
    torch.manual_seed(1)
    train(wishes.folder, wishes.steps, wishes.minutes, wishes.rate)


if __name__ == "__main__":
    main()
