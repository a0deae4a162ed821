"""Fits how sharply cosines become beliefs, on decks kept for tuning: `python -m models.training.calibrate`.

Two numbers of the manifest are set: `sharpness`, by which cosines are multiplied, and `refusal`, the cosine
that "none of these" is given. The weights stay as they are.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np
import numpy.typing as npt

from models.training.crop_plan import DEFAULT_FOLDER, MODELS
from models.training.crop_shards import REFERENCE_CODES, CropShard
from models.training.evaluate import Decks, look_at_all
from vision.card_network import CardNetwork, Numbers
from vision.likeness import ReferenceEmbeddings, probabilities
from vision.network_manifest import STATES

SHARPNESSES = np.geomspace(8, 120, 40)
REFUSALS = np.linspace(0.1, 0.95, 35)
STRANGERS_COUNT_AS = 0.25


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """Cosines of crops with the labels of a deck, and the right column; the one after the last is none."""

    cosine: Numbers
    right: npt.NDArray[np.int64]


def compared(network: CardNetwork, shard: CropShard, deck: CropShard) -> Compared:
    """Cards and things of a shard beside a deck's references; of another deck none of them fits."""
    known = np.flatnonzero(deck.known)
    memory = ReferenceEmbeddings.of(network, {REFERENCE_CODES[i]: deck.references[i : i + 1] for i in known})
    shown = np.isin(np.array(STATES)[shard.states], ("card", "back", "other"))
    cosine = memory.compare(look_at_all(network, shard)).cosine[shown]
    if shard is not deck:
        return Compared(cosine, np.full(len(cosine), len(known)))
    return Compared(cosine, np.searchsorted(known, shard.codes[shown]))


def surprise(parts: list[Compared], sharpness: float, refusal: float) -> float:
    """The mean negative log of the belief in what is right."""
    beliefs = [
        probabilities(part.cosine, sharpness, refusal)[np.arange(len(part.right)), part.right]
        for part in parts
    ]
    return float(-np.log(np.maximum(np.concatenate(beliefs), 1e-6)).mean())


def fit(own: list[Compared], strangers: list[Compared]) -> tuple[float, float]:
    """The sharpness and refusal that are least surprised."""

    def cost(pair: tuple[float, float]) -> float:
        return surprise(own, *pair) + STRANGERS_COUNT_AS * surprise(strangers, *pair)

    return min(product(SHARPNESSES.tolist(), REFUSALS.tolist()), key=cost)


def main() -> None:
    """Read the command line, fit, and write the two numbers into the manifest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=DEFAULT_FOLDER)
    parser.add_argument("--models", type=Path, default=MODELS)
    arguments = parser.parse_args()
    path = arguments.models / "cards.json"
    network = CardNetwork.load(arguments.models / "cards.onnx", path)
    decks = Decks.load(arguments.folder / "tune")
    known = [*decks.house, *decks.styles]
    own = [compared(network, shard, shard) for shard in known]
    strangers = [
        compared(network, shard, deck)
        for deck in (known[0], known[-1])
        for shard in (*decks.things, *decks.styles[:-1])
        if shard is not deck
    ]
    sharpness, refusal = fit(own, strangers)
    said = json.loads(path.read_text(encoding="utf-8"))
    said.update(sharpness=round(sharpness, 3), refusal=round(refusal, 4))
    path.write_text(json.dumps(said, indent=2) + "\n", encoding="utf-8")
    print(f"sharpness {sharpness:.1f}, refusal {refusal:.3f}")


if __name__ == "__main__":
    main()
