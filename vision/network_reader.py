"""The network as a reader of one deck: it looks at each cell by itself and errs by itself."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.arrays import Floats, Picture
from vision.card_network import CardNetwork
from vision.likeness import ReferenceEmbeddings, flat_reference
from vision.network_manifest import STATES, UnusableModel
from vision.opinions import OPINION_MARGIN, OPINION_SIZE_PX, Opinions
from vision.references import DeckReferences

MODEL_NAME, MANIFEST_NAME = "cards.onnx", "cards.json"


def load_network(folder: Path) -> CardNetwork:
    """The network of a folder; one that cannot be trusted, or looks at other crops, is an UnusableModel."""
    network = CardNetwork.load(folder / MODEL_NAME, folder / MANIFEST_NAME)
    crop = network.manifest.crop
    if ((crop.width_px, crop.height_px), crop.margin) != (OPINION_SIZE_PX, OPINION_MARGIN):
        raise UnusableModel(
            folder / MANIFEST_NAME,
            f"looks at crops of {crop.width_px} x {crop.height_px} pixels with a margin of {crop.margin:g}, "
            f"the reader cuts {OPINION_SIZE_PX[0]} x {OPINION_SIZE_PX[1]} with {OPINION_MARGIN:g}",
        )
    return network


@dataclass(frozen=True, slots=True, eq=False)
class NetworkReader:
    """A network beside the embeddings of a deck's pictures."""

    network: CardNetwork
    embeddings: ReferenceEmbeddings
    apart: Floats

    @classmethod
    def of(cls, network: CardNetwork, deck: DeckReferences) -> NetworkReader:
        """Show the network every picture of the deck."""
        pictures = [flat_reference(picture, network.manifest.crop) for picture in deck.pictures]
        by_code = {
            code: np.stack([pictures[index] for index in np.flatnonzero(deck.kinds == kind)])
            for kind, code in enumerate(deck.codes)
        }
        embeddings = ReferenceEmbeddings.of(network, by_code)
        return cls(network, embeddings, embeddings.apart(deck.digits.kin))

    def opinions(self, cells_bgr: Picture) -> Opinions:
        """Judge cut-outs: what lies there, and how like each of the deck's codes it is."""
        looked = self.network.look(cells_bgr)
        cosine = self.embeddings.compare(looked).cosine
        best = cosine.max(axis=1, keepdims=True, initial=-1)
        state = {name: looked.state[:, index] for index, name in enumerate(STATES)}
        return Opinions(
            codes=(self.network.manifest.sharpness * (cosine - best)).astype(np.float32),
            likeness=best[:, 0].astype(np.float32),
            distance=(1 - cosine).astype(np.float32),
            apart=self.apart,
            shows=state["card"] + state["back"],
            empty=state["empty"],
            covered=state["covered"],
        )
