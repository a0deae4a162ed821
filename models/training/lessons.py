"""What the network is asked in training, and how wrong its answers are."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from models.training.episodes import BACK, CARD, Batch
from models.training.network import CardNet
from models.training.scattered_digits import NO_DIGIT, NOT_ASKED, Strewn

WEIGHTS = {
    "naming": 1.0,
    "likeness": 0.4,
    "state": 0.7,
    "turned": 0.3,
    "colour": 0.25,
    "animal": 0.3,
    "digit": 0.8,
}
NO_DIGIT_WEIGHT = 0.06  # of a sheet's 160 spots a handful have a digit
LEAST_SHARPNESS, GREATEST_SHARPNESS = 2.0, 3.7


@dataclass(frozen=True, slots=True, eq=False)
class Truth:
    """A batch's truth as tensors."""

    reference: Tensor
    deck: Tensor
    code: Tensor
    state: Tensor
    turned: Tensor
    true_colour: Tensor
    true_value: Tensor
    untaught: Tensor

    @classmethod
    def of(cls, batch: Batch) -> Truth:
        """The same, for torch."""
        return cls(
            reference=torch.from_numpy(batch.reference),
            deck=torch.from_numpy(batch.deck.astype("int64")),
            code=torch.from_numpy(batch.code.astype("int64")),
            state=torch.from_numpy(batch.state.astype("int64")),
            turned=torch.from_numpy(batch.turned),
            true_colour=torch.from_numpy(batch.true_colour),
            true_value=torch.from_numpy(batch.true_value),
            untaught=torch.from_numpy(batch.untaught),
        )


def losses(net: CardNet, said: dict[str, Tensor], truth: Truth) -> dict[str, Tensor]:
    """How wrong each answer is, unweighted."""
    face = truth.state == CARD
    named = truth.code >= 0
    colour = torch.where(truth.code < 90, truth.code // 15, truth.code - 90)
    return {
        "naming": _naming(net, said["embedding"], truth),
        "likeness": _likeness(net, said["shape"], truth),
        "state": _choice(said["state"], truth.state, ~truth.reference),
        "turned": _turned(said["turned"][:, 0], truth, face),
        "colour": _choice(said["colour"], colour, named & truth.true_colour),
        "animal": _choice(said["animal"], truth.code // 5 % 3, face & named),
        "digit": _choice(said["digit"], truth.code % 5, face & named & truth.true_value),
    }


def digit_loss(net: CardNet, strewn: Strewn) -> Tensor:
    """How wrong the network is about which digit stands at which spot."""
    said = net.digit_spots(torch.from_numpy(strewn.images))
    weight = torch.tensor([1.0] * NO_DIGIT + [NO_DIGIT_WEIGHT])
    spots = torch.from_numpy(strewn.spots)
    return functional.cross_entropy(said, spots, weight=weight, ignore_index=NOT_ASKED)


def _choice(said: Tensor, answers: Tensor, asked: Tensor) -> Tensor:
    """The mean over those that are asked; nobody is asked when all decks wear false colours."""
    each = functional.cross_entropy(said, torch.where(asked, answers, 0), reduction="none")
    return (each * asked).sum() / asked.sum().clamp(min=1)


def _turned(said: Tensor, truth: Truth, face: Tensor) -> Tensor:
    each = functional.binary_cross_entropy_with_logits(said, truth.turned.float(), reduction="none")
    return (each * face).sum() / face.sum().clamp(min=1)


def _sharpness(net: CardNet) -> Tensor:
    return net.sharpness.clamp(LEAST_SHARPNESS, GREATEST_SHARPNESS).exp()


def _naming(net: CardNet, embedding: Tensor, truth: Truth) -> Tensor:
    """Name each crop by the references and the other crops in the batch, or say that none of them fits.

    A crop marked untaught sees no picture of its own card, and the right answer is then none.
    """
    asked = ~truth.reference & ((truth.state == CARD) | (truth.state == BACK) | (truth.deck < 0))
    crops = asked.nonzero()[:, 0]
    same = (truth.deck[crops, None] == truth.deck) & (truth.code[crops, None] == truth.code)
    same &= (truth.code >= 0) & (truth.code[crops, None] >= 0)
    itself = crops[:, None] == torch.arange(len(embedding))
    hidden = itself | (same & truth.untaught[crops, None]) | ((truth.code < 0) & ~itself)
    sharp = _sharpness(net)
    against = sharp * embedding[crops] @ embedding.T
    none = (sharp * net.refusal).expand(len(crops), 1)
    logits = torch.cat([against.masked_fill(hidden, -1e4), none], dim=1)
    right = same & ~hidden
    right = torch.cat([right, ~right.any(dim=1, keepdim=True)], dim=1)
    # The flat reference is what a crop must find; another photograph of the card counts as well.
    weight = right * torch.cat([1.0 + truth.reference.float(), torch.ones(1)])
    return -((weight / weight.sum(1, keepdim=True)) * logits.log_softmax(dim=1)).sum(1).mean()


def _likeness(net: CardNet, shape: Tensor, truth: Truth) -> Tensor:
    """Find the cards of the same animal and value in every colour; a card's own colour is not asked for."""
    crops = (~truth.reference & (truth.state == CARD)).nonzero()[:, 0]
    gallery = (truth.reference & (truth.state == CARD)).nonzero()[:, 0]
    kin = truth.code % 15
    same = (kin[crops, None] == kin[gallery]) & (truth.deck[crops, None] == truth.deck[gallery])
    same &= truth.turned[crops, None] == truth.turned[gallery]
    logits = (_sharpness(net) * shape[crops] @ shape[gallery].T).log_softmax(dim=1)
    return -((same / same.sum(1, keepdim=True).clamp(min=1)) * logits).sum(1).mean()
