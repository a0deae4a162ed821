"""Writes the network in eight bits so that it costs less and says the same.

What comes before the first eight bits, the white balance that the network learned, is taken out of the file:
`vision.crop_balance` does it sooner, byte by byte. Shares among a handful are reckoned in one go and not spot
by spot.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx
from onnx import helper, numpy_helper

from models.training.onnx_graph import forget_makers, put_nodes
from vision.crop_balance import CropBalance

LARGEST_POWER = 80.0


def make_lean(path: Path) -> CropBalance:
    """Rewrite the network in a file; give back the balance that was in it."""
    model = onnx.load(path)
    graph = model.graph
    balance = _without_balance(graph)
    put_nodes(graph, list(_shared_in_one_go(graph)))
    forget_makers(model)
    onnx.checker.check_model(model)
    onnx.save(model, path)
    return balance


def _without_balance(graph: onnx.GraphProto) -> CropBalance:
    """Let the crops come as the bytes that the first convolution takes."""
    first = next(node for node in graph.node if node.op_type == "QuantizeLinear")
    scale, zero = (_number(graph, name) for name in first.input[1:])
    inward, offset, outward = (
        numpy_helper.to_array(_weights(graph, f"balance.{name}")) for name in ("inward", "offset", "outward")
    )
    turned = helper.make_node("Transpose", ["crops"], [first.output[0]], name="planes", perm=[0, 3, 1, 2])
    put_nodes(graph, [turned if node is first else node for node in graph.node])
    return CropBalance(inward, offset, outward, float(scale), int(zero))


def _shared_in_one_go(graph: onnx.GraphProto) -> Iterator[onnx.NodeProto]:
    """All nodes, but a logarithm of shares in parts: numbers of eight bits are too small to overflow."""
    made = {output: node for node in graph.node for output in node.output}
    for node in graph.node:
        if node.op_type != "LogSoftmax":
            yield node
            continue
        (said,), name = node.input, node.name
        if (255 - _number(graph, made[said].input[2])) * _number(graph, made[said].input[1]) > LARGEST_POWER:
            raise ValueError(f"expected smaller numbers to take shares of, at {name}")
        axis = numpy_helper.from_array(np.array([node.attribute[0].i], np.int64), f"{name}_axis")
        graph.initializer.append(axis)
        powers, total, whole = (f"{name}_{part}" for part in ("powers", "total", "whole"))
        yield helper.make_node("Exp", [said], [powers], name=powers)
        yield helper.make_node("ReduceSum", [powers, axis.name], [total], name=total, keepdims=1)
        yield helper.make_node("Log", [total], [whole], name=whole)
        yield helper.make_node("Sub", [said, whole], node.output, name=name)


def _weights(graph: onnx.GraphProto, name: str) -> onnx.TensorProto:
    return next(one for one in graph.initializer if one.name == name)


def _number(graph: onnx.GraphProto, name: str) -> float:
    return float(numpy_helper.to_array(_weights(graph, name)))
