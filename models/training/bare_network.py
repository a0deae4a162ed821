"""Writes a network without what its export tells of the machine that made it.

Exporters put the lines of code that each node came from, with their folders, beside the node. A network says
and costs the same without them.
"""

from __future__ import annotations

from pathlib import Path

import onnx


def leave_out_traces(path: Path) -> None:
    """Rewrite the network in a file without remarks and traces."""
    model = onnx.load(path)
    graph = model.graph
    told = (model, graph, *graph.node, *graph.value_info, *graph.input, *graph.output, *graph.initializer)
    for one in (*told, *model.functions, *(node for made in model.functions for node in made.node)):
        one.ClearField("doc_string")
        one.ClearField("metadata_props")
    onnx.checker.check_model(model)
    onnx.save(model, path)
