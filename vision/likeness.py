"""How alike crops are to the reference images of a deck, whichever way up they lie."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.card_network import CardNetwork, CardOpinions, Crops, Numbers
from vision.network_manifest import CropSize

AROUND = 118  # the grey that stands for a table around a flat reference


@dataclass(frozen=True, slots=True, eq=False)
class Likeness:
    """Cosines, a row a crop and a column a label, the best of its references; and which way up that was."""

    cosine: Numbers
    shape_cosine: Numbers
    turned: npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class ReferenceEmbeddings:
    """Embeddings of a deck's references, each upright and on its head; a label may have several."""

    labels: tuple[str, ...]
    owner: npt.NDArray[np.int64]
    embedding: Numbers
    shape: Numbers

    @classmethod
    def of(cls, network: CardNetwork, references: Mapping[str, Crops]) -> ReferenceEmbeddings:
        """Look at every reference, by label crops (n, height, width, 3), both ways up."""
        labels = tuple(references)
        owner = np.repeat(np.arange(len(labels)), [len(references[label]) for label in labels])
        crops = np.concatenate([references[label] for label in labels])
        upright, turned = network.look(crops), network.look(crops[:, ::-1, ::-1])
        return cls(
            labels,
            owner,
            np.stack([upright.embedding, turned.embedding]),
            np.stack([upright.shape, turned.shape]),
        )

    def compare(self, opinions: CardOpinions) -> Likeness:
        """Compare crops with every label."""
        either_way = self._best(self.embedding @ opinions.embedding.T)
        shapes = self._best(self.shape @ opinions.shape.T)
        return Likeness(either_way.max(axis=0).T, shapes.max(axis=0).T, either_way[1].T > either_way[0].T)

    def apart(self, kin: npt.NDArray[np.intp] | None = None) -> Numbers:
        """How unlike each label is to the one most like it, either way up: 1 less their cosine.

        Labels of one number in `kin` are not compared.
        """
        upright = self.embedding[0]
        alike = np.maximum(*(either @ upright.T for either in self.embedding))
        own = self.owner if kin is None else kin[self.owner]
        alike = np.where(own[:, None] == own[None], -1, alike)
        nearest = np.maximum.reduceat(alike.max(axis=0), np.flatnonzero(np.diff(self.owner, prepend=-1)))
        return np.asarray(1 - nearest, np.float32)

    def _best(self, cosines: Numbers) -> Numbers:
        best: Numbers = np.maximum.reduceat(cosines, np.flatnonzero(np.diff(self.owner, prepend=-1)), axis=1)
        return best


def probabilities(cosine: Numbers, sharpness: float, refusal: float) -> Numbers:
    """Shares of belief in each label, and in a last column that it is none of them."""
    logits = sharpness * np.concatenate([cosine, np.full((len(cosine), 1), refusal, np.float32)], axis=1)
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)


def flat_reference(picture_bgr: Crops, size: CropSize) -> Crops:
    """A flat picture of a card, trimmed to its edge, as a crop would show it on a plain grey table."""
    left, top = round(size.margin * size.width_px), round(size.margin * size.height_px)
    inner = cv2.resize(
        picture_bgr, (size.width_px - 2 * left, size.height_px - 2 * top), interpolation=cv2.INTER_AREA
    )
    around = (AROUND, AROUND, AROUND)
    framed = cv2.copyMakeBorder(inner, top, top, left, left, cv2.BORDER_CONSTANT, value=around)
    return np.asarray(framed, np.uint8)
