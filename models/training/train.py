"""Trains the network: `python -m models.training.train --folder build/training --steps 9000`."""

from __future__ import annotations

import argparse
import math
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import cv2
import torch
from torch import Tensor
from torch.optim.swa_utils import AveragedModel

from models.training.batch_maker import SHEETS_EVERY, BatchMaker
from models.training.crop_plan import DEFAULT_FOLDER
from models.training.episodes import Batch
from models.training.lessons import WEIGHTS, Truth, digit_loss, losses
from models.training.network import CardNet
from models.training.scattered_digits import Strewn

PEAK_RATE, WEIGHT_DECAY, WARM_STEPS = 3e-3, 0.03, 100
AVERAGE = 0.997
CHECKPOINT = "cards.pt"
REPORT_EVERY = 50
LARGEST_GRADIENT = 3.0
BALANCE_EVERY = 4  # a gradient down to the pixels takes a fifth of a step, for a few dozen weights
NORMS_REST_FROM = 0.85  # from this share of the steps on, batch statistics are those used when reading


@dataclass(frozen=True, slots=True)
class Schedule:
    """How long to train: so many steps, or fewer when the minutes run out; the rate falls to nothing."""

    steps: int
    minutes: float
    seed: int
    digit_steps: int
    go_on: bool = False

    def progress(self, step: int, seconds: float) -> float:
        """The share of the training that is done."""
        return min(1.0, max(step / self.steps, seconds / (60 * self.minutes)))

    def rate(self, step: int, progress: float) -> float:
        """The learning rate: rises for some steps, falls along a cosine."""
        return PEAK_RATE * min(1.0, (step + 1) / WARM_STEPS) * 0.5 * (1 + math.cos(math.pi * progress))


def train(folder: Path, schedule: Schedule) -> Path:
    """Train and return the checkpoint; the weights' running average is what counts."""
    torch.manual_seed(schedule.seed)
    cv2.setNumThreads(1)
    digit_steps = 0 if schedule.go_on else schedule.digit_steps
    batches = BatchMaker(folder, schedule.seed, digit_steps)
    net = CardNet().train()
    done = _continued(net, folder) if schedule.go_on else 0
    _learn_digits(net, batches, digit_steps)
    average = AveragedModel(net, avg_fn=_average, use_buffers=True)
    optimizer = torch.optim.AdamW(net.parameters(), lr=PEAK_RATE, weight_decay=WEIGHT_DECAY)
    sums: Counter[str] = Counter()
    started = time.monotonic()
    step, progress = 0, 0.0
    while progress < 1:
        for group in optimizer.param_groups:
            group["lr"] = schedule.rate(step, progress)
        sheets = batches.next_sheets() if step % SHEETS_EVERY == 0 else None
        net.balance.learns = step % BALANCE_EVERY == 2
        sums.update(_learn(net, optimizer, batches.next(), sheets))
        average.update_parameters(net)
        step += 1
        progress = schedule.progress(step, time.monotonic() - started)
        if progress > NORMS_REST_FROM:
            net.eval()
        if step % REPORT_EVERY == 0:
            told = "  ".join(f"{name} {value / REPORT_EVERY:.3f}" for name, value in sums.items())
            print(f"{step}  {progress:.3f}  {told}", flush=True)
            sums.clear()
            _keep(average, done + step, folder)
    return _keep(average, done + step, folder)


def _continued(net: CardNet, folder: Path) -> int:
    """Take up the weights of the last checkpoint; returns how many steps made them."""
    kept = torch.load(folder / CHECKPOINT, weights_only=True)
    net.load_state_dict(kept["net"])
    return int(kept["step"])


def _learn_digits(net: CardNet, batches: BatchMaker, steps: int) -> None:
    """Teach the first layers what digits look like before cards are shown."""
    optimizer = torch.optim.AdamW(net.parameters(), lr=PEAK_RATE, weight_decay=WEIGHT_DECAY)
    wrong = 0.0
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = PEAK_RATE * min(1.0, (step + 1) / WARM_STEPS)
        loss = digit_loss(net, batches.next_sheets())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        wrong += loss.item() / REPORT_EVERY
        if (step + 1) % REPORT_EVERY == 0:
            print(f"digits {step + 1}/{steps}  {wrong:.3f}", flush=True)
            wrong = 0.0


def _learn(
    net: CardNet, optimizer: torch.optim.Optimizer, batch: Batch, sheets: Strewn | None
) -> dict[str, float]:
    """One step; returns how wrong the answers were before it."""
    parts = losses(net, net(torch.from_numpy(batch.images)), Truth.of(batch))
    total = torch.stack([WEIGHTS[name] * part for name, part in parts.items()]).sum()
    if sheets is not None:
        total = total + digit_loss(net, sheets)
    optimizer.zero_grad()
    total.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), LARGEST_GRADIENT)
    optimizer.step()
    return {name: float(part.detach()) for name, part in parts.items()}


def _average(kept: Tensor, new: Tensor, count: Tensor | int) -> Tensor:
    """A running average that forgets its first steps sooner than its later ones."""
    share = min(AVERAGE, (1 + float(count)) / (10 + float(count)))
    return kept + (new - kept) * (1 - share)


def _keep(average: AveragedModel, step: int, folder: Path) -> Path:
    checkpoint = folder / CHECKPOINT
    part = checkpoint.with_suffix(".part")
    torch.save({"net": average.module.state_dict(), "step": step}, part)
    part.replace(checkpoint)
    return checkpoint


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=DEFAULT_FOLDER)
    parser.add_argument("--steps", type=int, default=9000)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--digit-steps", type=int, default=1200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--go-on", action="store_true", help="start from the last checkpoint")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    train(
        arguments.folder,
        Schedule(
            steps=arguments.steps,
            minutes=arguments.minutes,
            seed=arguments.seed,
            digit_steps=arguments.digit_steps,
            go_on=arguments.go_on,
        ),
    )


if __name__ == "__main__":
    main()
