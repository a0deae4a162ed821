"""Writes an exported network so that it costs less and says the same.

A convolution of single pixels may as well come before its input is enlarged as after: then it looks at a
quarter of the pixels, and nothing is laid side by side first. A square is a product, and so is a quotient of
many by one number.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import helper, numpy_helper

from models.training.onnx_graph import forget_makers, put_nodes

LARGE, ALIKE = "_enlarged", "_alike"  # the parts of a convolution: of what is enlarged, of what has its size

Weights = np.ndarray[tuple[int, ...], np.dtype[np.float32]]


def make_lean(path: Path) -> None:
    """Rewrite the network in a file."""
    model = onnx.load(path)
    graph = model.graph
    made = {output: node for node in graph.node for output in node.output}
    nodes: list[onnx.NodeProto] = []
    for node in graph.node:
        joined = made.get(node.input[0]) if node.op_type == "Conv" else None
        if joined is not None and joined.op_type == "Concat":
            nodes += _parted(node, made[joined.input[0]], joined.input[1], graph)
        elif node.op_type == "Pow":
            nodes.append(helper.make_node("Mul", [node.input[0]] * 2, node.output, name=node.name))
        elif node.op_type == "Div":
            over = f"{node.input[1]}_over"
            nodes.append(helper.make_node("Reciprocal", [node.input[1]], [over], name=over))
            nodes.append(helper.make_node("Mul", [node.input[0], over], node.output, name=node.name))
        else:
            nodes.append(node)
    put_nodes(graph, nodes)
    forget_makers(model)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def weights_of(path: Path) -> dict[str, Weights]:
    """All weights of a network by name, those of parted convolutions as one."""
    kept = {one.name: numpy_helper.to_array(one) for one in onnx.load(path).graph.initializer}
    for name in [name.removesuffix(LARGE) for name in kept if name.endswith(LARGE)]:
        kept[name] = np.concatenate([kept.pop(name + LARGE), kept.pop(name + ALIKE)], axis=1)
    return kept


def _parted(
    conv: onnx.NodeProto, enlarging: onnx.NodeProto, alike: str, graph: onnx.GraphProto
) -> list[onnx.NodeProto]:
    """The convolution of two inputs side by side as the sum of two, the first of them enlarged after it."""
    source, name, made = conv.input[0], conv.input[1], conv.output[0]
    whole = numpy_helper.to_array(next(one for one in graph.initializer if one.name == name))
    if whole.shape[2:] != (1, 1) or enlarging.op_type != "Resize":
        raise ValueError(f"expected a convolution of single pixels after an enlargement, got {conv.name}")
    channels = whole.shape[1] - _channels(alike, graph)
    for suffix, part in ((LARGE, whole[:, :channels]), (ALIKE, whole[:, channels:])):
        graph.initializer.append(numpy_helper.from_array(np.ascontiguousarray(part), name + suffix))
    small, large, other = (f"{source}_{which}" for which in ("small", "large", "other"))
    enlarged = helper.make_node("Resize", [small, *enlarging.input[1:]], [large], name=large)
    enlarged.attribute.extend(enlarging.attribute)
    return [
        helper.make_node("Conv", [enlarging.input[0], name + LARGE], [small], name=small),
        enlarged,
        helper.make_node("Conv", [alike, name + ALIKE, conv.input[2]], [other], name=other),
        helper.make_node("Add", [other, large], [made], name=conv.name),
    ]


def _channels(name: str, graph: onnx.GraphProto) -> int:
    """How many channels a value has: as many as the convolution makes that it comes from."""
    made = {output: node for node in graph.node for output in node.output}
    node = made[name]
    while node.op_type != "Conv":
        node = made[node.input[-1]]
    weights = next(one for one in graph.initializer if one.name == node.input[1])
    return int(weights.dims[0])
