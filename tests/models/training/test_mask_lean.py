"""The network that marks cards, written so that it costs less."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime
import pytest

from vision.card_marks import MODEL

onnx = pytest.importorskip("onnx")
lean = pytest.importorskip("models.training.masks.lean")


def _joining_network(path: Path) -> None:
    """A network that enlarges one half of its channels, lays them beside the others and sums them up."""
    helper, of_floats = onnx.helper, onnx.TensorProto.FLOAT
    rng = np.random.default_rng(3)
    weights = {
        "deep": rng.normal(size=(4, 3, 2, 2)).astype(np.float32),
        "wide": rng.normal(size=(5, 3, 1, 1)).astype(np.float32),
        "joined": rng.normal(size=(2, 9, 1, 1)).astype(np.float32),
        "joined_bias": rng.normal(size=2).astype(np.float32),
        "twice": np.array([1, 1, 2, 2], np.float32),
        "two": np.array(2, np.float32),
        "three": np.array(3, np.float32),
    }
    nodes = [
        helper.make_node("Pow", ["frame", "two"], ["square"]),
        helper.make_node("Div", ["square", "three"], ["third"]),
        helper.make_node("Conv", ["third", "deep"], ["small"], strides=[2, 2]),
        helper.make_node("Resize", ["small", "", "twice"], ["large"], mode="linear"),
        helper.make_node("Conv", ["third", "wide"], ["alike"]),
        helper.make_node("Concat", ["large", "alike"], ["both"], axis=1),
        helper.make_node("Conv", ["both", "joined", "joined_bias"], ["marks"]),
    ]
    graph = helper.make_graph(
        nodes,
        "joining",
        [helper.make_tensor_value_info("frame", of_floats, [1, 3, 8, 12])],
        [helper.make_tensor_value_info("marks", of_floats, [1, 2, 8, 12])],
        [onnx.numpy_helper.from_array(values, name) for name, values in weights.items()],
    )
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=10), path)


def _marks(path: Path, frame: np.ndarray) -> np.ndarray:
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    return np.asarray(session.run(["marks"], {"frame": frame})[0])


def test_a_lean_network_says_the_same_and_lays_nothing_side_by_side(tmp_path: Path) -> None:
    path = tmp_path / "marks.onnx"
    _joining_network(path)
    frame = np.random.default_rng(4).normal(size=(1, 3, 8, 12)).astype(np.float32)
    before, weights = _marks(path, frame), lean.weights_of(path)
    lean.make_lean(path)
    np.testing.assert_allclose(_marks(path, frame), before, atol=1e-5)
    assert "Concat" not in {node.op_type for node in onnx.load(path).graph.node}
    np.testing.assert_array_equal(lean.weights_of(path)["joined"], weights["joined"])


def test_the_packaged_network_is_lean_and_has_its_whole_weights() -> None:
    assert "Concat" not in {node.op_type for node in onnx.load(MODEL).graph.node}
    assert lean.weights_of(MODEL)["up_eighth.0.0.weight"].shape == (48, 144, 1, 1)
