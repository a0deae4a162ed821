"""The network looks only after its file, labels and sizes were checked; the same crops, the same answer."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from vision.card_network import CardNetwork, CardOpinions
from vision.network_manifest import UnusableModel

MODELS = Path(__file__).parents[2] / "models"
Manifest = dict[str, object]


@pytest.fixture(scope="module")
def network() -> CardNetwork:
    return CardNetwork.load(MODELS / "cards.onnx", MODELS / "cards.json")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for name in ("cards.onnx", "cards.json"):
        shutil.copy(MODELS / name, tmp_path / name)
    return tmp_path


def load(folder: Path) -> CardNetwork:
    return CardNetwork.load(folder / "cards.onnx", folder / "cards.json")


def rewrite(folder: Path, change: Callable[[Manifest], object]) -> None:
    path = folder / "cards.json"
    said = json.loads(path.read_text(encoding="utf-8"))
    change(said)
    path.write_text(json.dumps(said), encoding="utf-8")


def noise(count: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.random.default_rng(7).integers(0, 256, (count, 124, 80, 3), dtype=np.uint8)


def test_every_opinion_has_a_row_a_crop_and_shares_that_add_up(network: CardNetwork) -> None:
    said = network.look(noise(5))
    assert len(said) == 5
    for shares in (said.state, said.colour, said.animal, said.digit):
        assert shares.sum(axis=1) == pytest.approx(np.ones(5), abs=1e-5)
    for vectors in (said.embedding, said.shape):
        assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(5), abs=1e-4)
    assert bool(np.all((said.turned >= 0) & (said.turned <= 1)))


def test_the_same_crops_give_the_same_numbers(network: CardNetwork) -> None:
    first, second = network.look(noise(4)), network.look(noise(4))
    assert np.array_equal(first.embedding, second.embedding)
    assert np.array_equal(first.state, second.state)


def test_a_crop_is_judged_alone(network: CardNetwork) -> None:
    """Whatever lies in the other cells does not change an opinion."""
    crops = noise(6)
    together, alone = network.look(crops), network.look(crops[2:3])
    assert together.embedding[2] == pytest.approx(alone.embedding[0], abs=1e-4)


def test_exposure_hardly_changes_the_embedding(network: CardNetwork) -> None:
    """A bright photograph of the same thing is the same thing."""
    dim = (noise(1) // 3).astype(np.uint8)
    bright = (dim * 2).astype(np.uint8)
    said = network.look(np.concatenate([dim, bright]))
    assert float(said.embedding[0] @ said.embedding[1]) > 0.9


def test_no_crops_give_no_opinions(network: CardNetwork) -> None:
    said = network.look(noise(0))
    assert len(said) == 0
    assert said.embedding.shape == (0, network.manifest.embedding)


@pytest.mark.parametrize("shape", [(1, 80, 124, 3), (124, 80, 3), (1, 124, 80, 1)])
def test_crops_of_another_size_are_misuse(network: CardNetwork, shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="expected crops of"):
        network.look(np.zeros(shape, np.uint8))


def test_crops_that_are_no_bytes_are_misuse(network: CardNetwork) -> None:
    with pytest.raises(ValueError, match="float64"):
        network.look(np.zeros((1, 124, 80, 3)))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["cards.onnx", "cards.json"])
def test_a_missing_file_is_named(copy: Path, name: str) -> None:
    (copy / name).unlink()
    with pytest.raises(UnusableModel, match=f"{name}: there is no such file"):
        load(copy)


def test_a_truncated_model_is_refused(copy: Path) -> None:
    path = copy / "cards.onnx"
    path.write_bytes(path.read_bytes()[:-1000])
    with pytest.raises(UnusableModel, match="SHA-256"):
        load(copy)


def test_one_altered_bit_is_refused(copy: Path) -> None:
    path = copy / "cards.onnx"
    model = bytearray(path.read_bytes())
    model[len(model) // 2] ^= 1
    path.write_bytes(model)
    with pytest.raises(UnusableModel, match="SHA-256"):
        load(copy)


def test_a_huge_model_is_not_read(copy: Path) -> None:
    with (copy / "cards.onnx").open("ab") as file:
        file.truncate(6_000_000)
    with pytest.raises(UnusableModel, match="larger than"):
        load(copy)


def test_bytes_that_are_no_network_are_refused_even_with_the_right_hash(copy: Path) -> None:
    (copy / "cards.onnx").write_bytes(b"not a network")
    rewrite(copy, lambda said: said.update(sha256=hashlib.sha256(b"not a network").hexdigest()))
    with pytest.raises(UnusableModel, match="no network that can be run"):
        load(copy)


def _labels(said: Manifest) -> dict[str, list[str]]:
    labels = said["labels"]
    assert isinstance(labels, dict)
    return labels


def _input(said: Manifest) -> dict[str, float]:
    size = said["input"]
    assert isinstance(size, dict)
    return size


def _balance(said: Manifest) -> dict[str, object]:
    balance = said["balance"]
    assert isinstance(balance, dict)
    return balance


WRONG: dict[str, tuple[Callable[[Manifest], object], str]] = {
    "a colour too few": (lambda said: _labels(said)["colour"].pop(), "answers with"),
    "a digit too many": (lambda said: _labels(said)["digit"].append("6"), "answers with"),
    "one animal twice": (lambda said: _labels(said).update(animal=["crow"] * 3), "labels that differ"),
    "other states": (lambda said: _labels(said).update(state=["yes", "no"]), "expected the states"),
    "no labels": (lambda said: said.pop("labels"), "does not say 'labels'"),
    "labels of the wrong kind": (lambda said: said.update(labels=[1]), "to be objects"),
    "another crop size": (lambda said: _input(said).update(width_px=96), "looks at"),
    "an absurd crop size": (lambda said: _input(said).update(height_px=0), "expected a crop of"),
    "an absurd margin": (lambda said: _input(said).update(margin=2), "expected a margin"),
    "another embedding": (lambda said: said.update(embedding=12), "answers with"),
    "an embedding in words": (lambda said: said.update(embedding="many"), "to be a number"),
    "a hash that is none": (lambda said: said.update(sha256="abc"), "64 hex digits"),
    "a refusal out of range": (lambda said: said.update(refusal=3), "refusal"),
    "a balance of words": (lambda said: said.update(balance="even"), "balance to be an object"),
    "a balance in part": (lambda said: said.update(balance={"inward": []}), "does not say 'offset'"),
    "a balance of other numbers": (lambda said: _balance(said).update(offset=[1.0]), "balance of 9"),
    "a balance that is ragged": (lambda said: _balance(said).update(outward=[[1.0], []]), "cards.json"),
    "another format": (lambda said: said.update(format=2), "format 1"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_manifest_that_does_not_fit_is_refused_in_one_line(copy: Path, case: str) -> None:
    change, said = WRONG[case]
    rewrite(copy, change)
    with pytest.raises(UnusableModel, match=said) as refusal:
        load(copy)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "\xff"])
def test_a_manifest_that_is_no_json_object_is_refused(copy: Path, text: str) -> None:
    (copy / "cards.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(UnusableModel, match=r"cards\.json"):
        load(copy)


def test_opinions_of_different_lengths_cannot_be_made(network: CardNetwork) -> None:
    said = network.look(noise(2))
    with pytest.raises(ValueError, match="one row a crop"):
        CardOpinions(
            state=said.state[:1],
            turned=said.turned,
            embedding=said.embedding,
            shape=said.shape,
            colour=said.colour,
            animal=said.animal,
            digit=said.digit,
        )


@pytest.mark.parametrize("path", sorted(MODELS.glob("*.onnx")), ids=lambda path: path.name)
def test_a_network_tells_nothing_of_the_machine_that_made_it(path: Path) -> None:
    """Exporters write the lines of code, with their folders, beside each node."""
    written = path.read_bytes()
    assert b'File "' not in written
    assert b"site-packages" not in written
