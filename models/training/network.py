"""The network: a trunk over a cut-out cell, an embedding, a colour-blind one, and heads of opinion."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.training.scenes.codes import ANIMALS, COLOURS, VALUES
from vision.crop_balance import BRIGHTEST, DARK, FAINTEST, LARGEST_LOG_GAIN, MIDDLE, PATCH_PX
from vision.network_manifest import STATES

OUTPUTS = ("state", "turned", "embedding", "shape", "colour", "animal", "digit")
HEAD_SIZES = {
    "state": len(STATES),
    "turned": 1,
    "colour": len(COLOURS),
    "animal": len(ANIMALS),
}
STEM_SIZE, STEM_STRIDE, STEM_PAD = 6, 4, 1
SPOT_WIDTH = 48
BALANCE_WIDTH = 16


@dataclass(frozen=True, slots=True)
class NetworkShape:
    """Widths of the stages, of the squeezed maps that keep where things are, and of the outputs.

    The last two stages both speak: digits are small, and the last map has but one cell for each.
    """

    widths: tuple[int, int, int] = (48, 64, 112)
    blocks: tuple[int, int, int] = (0, 1, 1)
    squeezed: tuple[int, int] = (12, 32)
    hidden: int = 112
    embedding: int = 96
    shape: int = 48
    height_px: int = 124
    width_px: int = 80

    def flat(self) -> int:
        """How many numbers the two squeezed maps have together."""
        height, width = self.height_px // STEM_STRIDE, self.width_px // STEM_STRIDE
        numbers = 0
        for squeezed in self.squeezed:
            height, width = (height + 1) // 2, (width + 1) // 2
            numbers += squeezed * height * width
        return numbers


class _Conv(nn.Sequential):
    def __init__(self, inward: int, outward: int, stride: int = 1, size: int = 3) -> None:
        super().__init__(
            nn.Conv2d(inward, outward, size, stride, size // 2, bias=False),
            nn.BatchNorm2d(outward),
            nn.ReLU(inplace=True),
        )


class _Stem(nn.Sequential):
    """Overlapping patches at a quarter of the size: full-size maps would take half of all the time."""

    def __init__(self, outward: int) -> None:
        super().__init__(
            nn.Conv2d(3, outward, STEM_SIZE, STEM_STRIDE, STEM_PAD, bias=False),
            nn.BatchNorm2d(outward),
            nn.ReLU(inplace=True),
        )


class _Block(nn.Module):
    """A convolution and a way around it."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.conv = nn.Conv2d(width, width, 3, 1, 1, bias=False)
        self.norm = nn.BatchNorm2d(width)

    def forward(self, maps: Tensor) -> Tensor:
        """The maps and what the convolution adds to them."""
        return functional.relu(maps + self.norm(self.conv(maps)))


class _Balance(nn.Module):
    """A learned white balance: a gain for each channel, from the crop's mean, brightest patch and rim.

    Dividing by the card's own white helps where there is white, and takes the colour from a card without.
    Sums of products instead of linear layers, so that eight bits leave these few numbers alone.
    """

    def __init__(self) -> None:
        super().__init__()
        self.learns = True
        self.inward = nn.Parameter(torch.randn(9, BALANCE_WIDTH) * 0.4)
        self.offset = nn.Parameter(torch.zeros(BALANCE_WIDTH))
        self.outward = nn.Parameter(torch.zeros(BALANCE_WIDTH, 3))

    def forward(self, patches: Tensor) -> Tensor:
        """A gain for each channel of each crop, from the means of its patches (0 to 1)."""
        rim = patches[:, :, 1].mean(2) + patches[:, :, -2].mean(2)
        rim = (rim + patches[:, :, :, 1].mean(2) + patches[:, :, :, -2].mean(2)) / 4
        seen = torch.cat([patches.mean((2, 3)), patches.amax((2, 3)), rim], dim=1)
        told = (seen + DARK).log()
        told = told - told[:, :3].mean(1, keepdim=True)
        hidden = ((told[:, :, None] * self.inward).sum(1) + self.offset).relu()
        gains = (LARGEST_LOG_GAIN * (hidden[:, :, None] * self.outward).sum(1).tanh()).exp()
        return gains if self.learns else gains.detach()


class CardNet(nn.Module):
    """Crops in bytes go in; see OUTPUTS for what comes out, embeddings with length one."""

    def __init__(self, shape: NetworkShape | None = None) -> None:
        super().__init__()
        self.shape = shape or NetworkShape()
        stem, middle, last = self.shape.widths
        before, between, after = (
            [_Block(w) for _ in range(n)] for w, n in zip(self.shape.widths, self.shape.blocks, strict=True)
        )
        self.balance = _Balance()
        self.near = nn.Sequential(_Stem(stem), *before, _Conv(stem, middle, 2), *between)
        self.far = nn.Sequential(_Conv(middle, last, 2), *after)
        self.squeeze_near = _Conv(middle, self.shape.squeezed[0], size=1)
        self.squeeze_far = _Conv(last, self.shape.squeezed[1], size=1)
        flat = self.shape.flat()
        self.embedding = nn.Linear(flat, self.shape.embedding, bias=False)
        self.likeness = nn.Linear(flat, self.shape.shape, bias=False)
        self.hidden = nn.Sequential(nn.Linear(flat, self.shape.hidden), nn.ReLU(inplace=True))
        self.heads = nn.ModuleDict({name: nn.Linear(self.shape.hidden, n) for name, n in HEAD_SIZES.items()})
        # A digit may stand anywhere: it is looked for at every spot alike, where there may also be none.
        self.spots = nn.Sequential(
            _Conv(middle, SPOT_WIDTH, size=1), nn.Conv2d(SPOT_WIDTH, len(VALUES) + 1, 1)
        )
        self.sharpness = nn.Parameter(torch.tensor(2.7))
        self.refusal = nn.Parameter(torch.tensor(0.4))

    def digit_spots(self, crops_bgr: Tensor) -> Tensor:
        """For every spot of the near map: a number for each digit, and one for none."""
        return self.spots(self.near(self._prepared(crops_bgr)))

    def _prepared(self, crops_bgr: Tensor) -> Tensor:
        """Bytes (n, height, width, 3) as planes, balanced and brought to the same mean.

        All is reckoned from patches, so that the pixels themselves are touched as seldom as can be.
        """
        planes = crops_bgr.permute(0, 3, 1, 2).to(torch.float32)
        patches = functional.avg_pool2d(planes, PATCH_PX) * (1 / 255)
        gains = self.balance(patches)
        mean = (patches.mean((2, 3)) * gains).mean(1, keepdim=True)
        factors = gains * (MIDDLE / 255) / (mean + FAINTEST)
        return (planes * factors[:, :, None, None]).clamp(max=BRIGHTEST) - MIDDLE

    def forward(self, crops_bgr: Tensor) -> dict[str, Tensor]:
        """Everything the network has to say, by the names in OUTPUTS."""
        near = self.near(self._prepared(crops_bgr))
        far = self.far(near)
        flat = torch.cat([self.squeeze_near(near).flatten(1), self.squeeze_far(far).flatten(1)], dim=1)
        hidden = self.hidden(flat)
        said = {name: head(hidden) for name, head in self.heads.items()}
        said["digit"] = self.spots(near).log_softmax(dim=1)[:, :-1].flatten(2).logsumexp(dim=2)
        said["embedding"] = functional.normalize(self.embedding(flat), dim=1)
        said["shape"] = functional.normalize(self.likeness(flat), dim=1)
        return {name: said[name] for name in OUTPUTS}
