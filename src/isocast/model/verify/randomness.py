"""Operators whose results differ from run to run: two models that have them cannot be compared by their outputs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..graphs import Graph, Model, Node
from .pairing import constant

_RANDOM: Final = frozenset(
    ("RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike", "Multinomial", "Bernoulli")
)


def random_nodes(model: Model) -> Iterator[str]:
    """A line for each node whose result is drawn anew; those with a seed draw the same every time."""
    for graph in model.graphs():
        for node in graph.nodes:
            if not node.domain and "seed" not in node.attributes and (node.operator in _RANDOM or _drops(graph, node)):
                yield f"{node.place(graph)} draws random numbers without a seed"


def _drops(graph: Graph, node: Node) -> bool:
    """Whether a Dropout may be in training mode."""
    if node.operator != "Dropout":
        return False
    version = graph.opsets.get("", 1)
    if version < 7:
        return not node.attributes.get("is_test")
    if version < 12 or len(node.inputs) < 3 or not node.inputs[2]:
        return False
    return _is_false(graph, node.inputs[2]) is not True


def _is_false(graph: Graph, name: str) -> bool | None:
    """Whether a constant of the graph is false; None if it is no constant here."""
    for node in graph.nodes:
        tensor = constant(node) if name in node.outputs else None
        if tensor is not None:
            return not (any(tensor.raw_data) or any(tensor.int32_data))
    if graph.is_function:
        return None
    inputs = {info.name for info in graph.proto.input}
    for tensor in graph.proto.initializer:
        if tensor.name == name and name not in inputs:
            return not (any(tensor.raw_data) or any(tensor.int32_data))
    return None
