"""The small network that looks at cut-out cells: what lies there, and numbers to compare it by.

It names no card. A card of any deck is told by how close its embedding is to those of the deck's references;
see vision.likeness. Its own heads for colour, animal and digit are further opinions.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from vision.network_manifest import NetworkManifest, UnusableModel, read_network_manifest
from vision.network_session import session_options

Numbers: TypeAlias = npt.NDArray[np.float32]
Crops: TypeAlias = npt.NDArray[np.uint8]
INPUT_NAME = "crops"
OUTPUTS = ("state", "turned", "embedding", "shape", "colour", "animal", "digit")
LARGEST_MODEL_BYTES = 5_000_000
THREADS = 1  # the other readers work on the second core meanwhile


@dataclass(frozen=True, slots=True, eq=False)
class CardOpinions:
    """What the network thinks of each crop, a row for each.

    `state`, `colour`, `animal` and `digit` are probabilities in the order of the manifest's labels, `turned`
    is the probability that the card stands on its head. Rows of `embedding` and `shape` have length one;
    `shape` is blind to colour.
    """

    state: Numbers
    turned: Numbers
    embedding: Numbers
    shape: Numbers
    colour: Numbers
    animal: Numbers
    digit: Numbers

    def __post_init__(self) -> None:
        counts = {name: len(getattr(self, name)) for name in OUTPUTS}
        if len(set(counts.values())) != 1:
            raise ValueError(f"expected one row a crop in every opinion, got {counts}")

    def __len__(self) -> int:
        return len(self.state)


class Port(Protocol):
    """What a network takes or gives: its name and shape, the first axis being the crops."""

    name: str
    shape: Sequence[int | str]


class Session(Protocol):
    """What this module needs of onnxruntime."""

    def get_inputs(self) -> Sequence[Port]:
        """What goes in."""
        ...

    def get_outputs(self) -> Sequence[Port]:
        """What comes out."""
        ...

    def run(self, outputs: Sequence[str], inputs: dict[str, Crops]) -> list[Numbers]:
        """Put crops in, take numbers out."""
        ...


class CardNetwork:
    """A network that was checked against its manifest before it looks at anything."""

    def __init__(self, session: Session, manifest: NetworkManifest) -> None:
        self._session = session
        self.manifest = manifest

    @classmethod
    def load(cls, onnx_path: Path, manifest_path: Path, threads: int = THREADS) -> CardNetwork:
        """Load a model; a missing, altered or unfitting one is an UnusableModel."""
        manifest = read_network_manifest(manifest_path)
        model = _bytes_of(onnx_path, manifest.sha256)
        return cls(_opened(model, onnx_path, manifest, threads), manifest)

    def look(self, crops: Crops) -> CardOpinions:
        """Look at crops (n, height, width, 3), in BGR bytes as they were cut: no white balance."""
        size = self.manifest.crop
        wanted = (size.height_px, size.width_px, 3)
        if crops.ndim != 4 or crops.shape[1:] != wanted or crops.dtype != np.uint8:
            raise ValueError(f"expected crops of {wanted} bytes, got {crops.shape} {crops.dtype}")
        said = dict(zip(OUTPUTS, self._run(self._balanced(crops)), strict=True))
        return CardOpinions(
            state=_shares(said["state"]),
            turned=(1 / (1 + np.exp(-said["turned"][:, 0]))).astype(np.float32),
            embedding=said["embedding"],
            shape=said["shape"],
            colour=_shares(said["colour"]),
            animal=_shares(said["animal"]),
            digit=_shares(said["digit"]),
        )

    def _balanced(self, crops: Crops) -> Crops:
        balance = self.manifest.balance
        return np.ascontiguousarray(crops) if balance is None else balance.balanced(crops)

    def _run(self, crops: Crops) -> list[Numbers]:
        if len(crops):
            return self._session.run(OUTPUTS, {INPUT_NAME: crops})
        sizes = self.manifest.output_sizes()
        return [np.zeros((0, sizes[name]), np.float32) for name in OUTPUTS]


def _shares(logits: Numbers) -> Numbers:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True, initial=-np.inf))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)


def _bytes_of(path: Path, sha256: str) -> bytes:
    try:
        if path.stat().st_size > LARGEST_MODEL_BYTES:
            raise UnusableModel(path, f"larger than {LARGEST_MODEL_BYTES} bytes")
        model = path.read_bytes()
    except FileNotFoundError:
        raise UnusableModel(path, "there is no such file") from None
    except OSError as trouble:
        raise UnusableModel(path, f"cannot be read ({trouble})") from trouble
    if hashlib.sha256(model).hexdigest() != sha256:
        raise UnusableModel(path, "is not the file its manifest describes (SHA-256 differs)")
    return model


def _opened(model: bytes, path: Path, manifest: NetworkManifest, threads: int) -> Session:
    import onnxruntime  # noqa: PLC0415  so that whoever only needs the values does not pay for the library

    options = session_options(threads)
    try:
        session: Session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except Exception as trouble:  # the library raises a dozen unrelated types for a bad file
        raise UnusableModel(
            path, f"is no network that can be run ({str(trouble).splitlines()[0]})"
        ) from trouble
    _check_fit(session, path, manifest)
    return session


def _check_fit(session: Session, path: Path, manifest: NetworkManifest) -> None:
    inputs = {put.name: list(put.shape[1:]) for put in session.get_inputs()}
    wanted = {INPUT_NAME: [manifest.crop.height_px, manifest.crop.width_px, 3]}
    if inputs != wanted:
        raise UnusableModel(path, f"looks at {inputs}, its manifest says {wanted}")
    outputs = {put.name: put.shape[-1] for put in session.get_outputs()}
    if outputs != manifest.output_sizes():
        raise UnusableModel(path, f"answers with {outputs}, its manifest says {manifest.output_sizes()}")
