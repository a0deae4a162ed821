"""Changes the nodes of a network in a file; what none of them needs any more is left out."""

from __future__ import annotations

from collections.abc import Iterable

import onnx


def put_nodes(graph: onnx.GraphProto, nodes: list[onnx.NodeProto]) -> None:
    """Give the graph these nodes, and leave out of it what none of them needs."""
    wanted = _given(nodes, graph)
    while len(kept := [node for node in nodes if set(node.output) & wanted]) < len(nodes):
        nodes = kept
        wanted = _given(nodes, graph)
    weights = [one for one in graph.initializer if one.name in wanted]
    del graph.node[:], graph.initializer[:], graph.value_info[:]
    graph.node.extend(nodes)
    graph.initializer.extend(weights)


def forget_makers(model: onnx.ModelProto) -> None:
    """Take out what the exporter notes of its own machine and code: no reader needs it."""
    graph = model.graph
    for part in (*graph.node, *graph.input, *graph.output, *graph.initializer, graph, model):
        part.ClearField("metadata_props")
        part.ClearField("doc_string")


def _given(nodes: Iterable[onnx.NodeProto], graph: onnx.GraphProto) -> set[str]:
    return {given for node in nodes for given in node.input} | {output.name for output in graph.output}
