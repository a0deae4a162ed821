"""The network that marks cards: for every second pixel, whether a card's core and whether a card is there."""

from __future__ import annotations

import torch
from torch import nn

INPUT = "frames"
OUTPUT = "marks"
STEP = 16  # sides of a frame are a multiple of this
CHANNELS = ("core", "card")


def _conv(given: int, made: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(given, made, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(made),
        nn.ReLU(inplace=True),
    )


class Lean(nn.Module):
    """A deep then a wide convolution around a shortcut."""

    def __init__(self, channels: int, reach: int = 1) -> None:
        super().__init__()
        self.deep = nn.Sequential(
            nn.Conv2d(channels, channels, 3, 1, reach, reach, groups=channels, bias=False),
            nn.BatchNorm2d(channels),
        )
        self.wide = nn.Sequential(nn.Conv2d(channels, channels, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """The same size out as in."""
        return torch.relu(seen + self.wide(torch.relu(self.deep(seen))))


class MaskNet(nn.Module):
    """Down to a sixteenth of the frame for the context, and up again to a half for the outlines."""

    def __init__(self) -> None:
        super().__init__()
        self.first = _conv(3, 16, 2)
        self.quarter = nn.Sequential(_conv(16, 32, 2), Lean(32))
        self.eighth = nn.Sequential(_conv(32, 48, 2), Lean(48), Lean(48, 2), Lean(48))
        self.sixteenth = nn.Sequential(
            _conv(48, 96, 2), Lean(96), Lean(96, 2), Lean(96, 4), Lean(96, 2), Lean(96)
        )
        self.up_eighth = nn.Sequential(_conv(96 + 48, 48, size=1), Lean(48), Lean(48))
        self.up_quarter = nn.Sequential(_conv(48 + 32, 32, size=1), Lean(32), Lean(32))
        self.up_half = nn.Conv2d(32, 4 * len(CHANNELS), 1)

    def forward(self, frames_bgr: torch.Tensor) -> torch.Tensor:
        """From bytes (n, height, width, 3) to logits (n, channels, height / 2, width / 2)."""
        frames = frames_bgr.permute(0, 3, 1, 2).float()
        level = frames.mean((1, 2, 3), keepdim=True)
        spread = (frames - level).square().mean((1, 2, 3), keepdim=True).sqrt()
        half = self.first((frames - level) / (spread + 4.0))
        quarter = self.quarter(half)
        eighth = self.eighth(quarter)
        deep = nn.functional.interpolate(
            self.sixteenth(eighth), scale_factor=2.0, mode="bilinear", align_corners=False
        )
        seen = self.up_eighth(torch.cat([deep, eighth], 1))
        seen = nn.functional.interpolate(seen, scale_factor=2.0, mode="bilinear", align_corners=False)
        seen = self.up_quarter(torch.cat([seen, quarter], 1))
        marks: torch.Tensor = nn.functional.pixel_shuffle(self.up_half(seen), 2)
        return marks
