"""The network that judges crops, written so that it costs less."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime
import pytest

onnx = pytest.importorskip("onnx")
lean = pytest.importorskip("models.training.lean")
MODEL = Path(__file__).parents[3] / "models" / "cards.onnx"
SCALE, ZERO = 0.01, 40
Numbers = np.ndarray[tuple[int, ...], np.dtype[np.float32]]


def _network(path: Path) -> None:
    """Bytes become numbers and bytes again, a convolution looks at them, shares come as logarithms."""
    helper, rng = onnx.helper, np.random.default_rng(3)
    weights = {
        "balance.inward": np.zeros((9, 2), np.float32),
        "balance.offset": np.ones(2, np.float32),
        "balance.outward": rng.normal(size=(2, 3)).astype(np.float32),
        "whole": np.float32(1 / 255),
        "scale": np.float32(SCALE),
        "zero": np.uint8(ZERO),
        "few": np.float32(0.1),
        "middle": np.uint8(128),
        "look": rng.normal(size=(4, 3, 2, 2)).astype(np.float32),
    }
    nodes = [
        helper.make_node("Transpose", ["crops"], ["planes"], perm=[0, 3, 1, 2]),
        helper.make_node("Cast", ["planes"], ["numbers"], to=onnx.TensorProto.FLOAT),
        helper.make_node("Mul", ["numbers", "whole"], ["shares"]),
        helper.make_node("QuantizeLinear", ["shares", "scale", "zero"], ["bytes"]),
        helper.make_node("DequantizeLinear", ["bytes", "scale", "zero"], ["again"]),
        helper.make_node("Conv", ["again", "look"], ["seen"], strides=[2, 2]),
        helper.make_node("QuantizeLinear", ["seen", "few", "middle"], ["small"]),
        helper.make_node("DequantizeLinear", ["small", "few", "middle"], ["told"]),
        helper.make_node("LogSoftmax", ["told"], ["digit"], axis=1),
    ]
    nodes[0].doc_string = "made on a machine"
    graph = helper.make_graph(
        nodes,
        "looking",
        [helper.make_tensor_value_info("crops", onnx.TensorProto.UINT8, ["n", 4, 6, 3])],
        [helper.make_tensor_value_info("digit", onnx.TensorProto.FLOAT, ["n", 4, 2, 3])],
        [onnx.numpy_helper.from_array(np.asarray(values), name) for name, values in weights.items()],
    )
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=10), path)


def _said(path: Path, crops: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> Numbers:
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    return np.asarray(session.run(["digit"], {"crops": crops})[0])


def test_a_lean_network_says_the_same_of_crops_that_are_bytes_already(tmp_path: Path) -> None:
    path = tmp_path / "cards.onnx"
    _network(path)
    crops = np.random.default_rng(4).integers(0, 256, (3, 4, 6, 3), dtype=np.uint8)
    before = _said(path, crops)
    balance = lean.make_lean(path)
    balanced = np.clip(np.rint(crops / 255 / SCALE + ZERO), 0, 255).astype(np.uint8)
    np.testing.assert_allclose(_said(path, balanced), before, atol=1e-5)
    assert (balance.zero, balance.scale) == (ZERO, pytest.approx(SCALE))
    assert balance.outward.shape == (2, 3)


def test_a_lean_network_has_no_balance_and_no_note_of_its_maker(tmp_path: Path) -> None:
    path = tmp_path / "cards.onnx"
    _network(path)
    lean.make_lean(path)
    model = onnx.load(path)
    assert not [one.name for one in model.graph.initializer if one.name.startswith("balance")]
    assert not [node.name for node in model.graph.node if node.doc_string or len(node.metadata_props)]


def test_the_packaged_network_is_lean() -> None:
    model = onnx.load(MODEL)
    kinds = {node.op_type for node in model.graph.node}
    assert not kinds & {"LogSoftmax", "AveragePool", "Cast"}
    assert not [node.name for node in model.graph.node if node.doc_string or len(node.metadata_props)]
