"""Names for what is inserted: made from the name of the value concerned, never one that the model has already.

A name holds `/isocast_` and the role of its node. Since IR version 10 the node's metadata says the same.
Must not import onnx-ir.
"""

from __future__ import annotations

from typing import Final

from ..graphs import Graph, Model

MARK: Final = "/isocast_"
"""What the name of every inserted node and value holds."""

METADATA: Final = "isocast"
"""The key of an inserted node's metadata."""

METADATA_SINCE: Final = 10  # the IR version that gave nodes metadata


class Names:
    """Every name in use."""

    def __init__(self, model: Model) -> None:
        self._taken: set[str] = set()
        self._counts: dict[str, int] = {}
        for graph in model.graphs():
            self._taken.update(_names(graph))

    def new(self, value: str, role: str) -> str:
        """A name for what plays a role for a value; for one inserted itself, for the value behind it.

        >>> from onnx.parser import parse_model
        >>> from ..load import load
        >>> text = '<ir_version: 9, opset_import: ["": 18]> m (float x) => (float y) { y = Relu(x) }'
        >>> names = Names(load(parse_model(text)))
        >>> names.new("x", "expand"), names.new("x/isocast_shape", "expand")
        ('x/isocast_expand', 'x/isocast_expand_1')
        """
        wanted = f"{value.partition(MARK)[0]}{MARK}{role}"
        name = wanted
        while name in self._taken:
            count = self._counts[wanted] = self._counts.get(wanted, 0) + 1
            name = f"{wanted}_{count}"
        self._taken.add(name)
        return name


def _names(graph: Graph) -> set[str]:
    """Names of values and of nodes."""
    proto = graph.proto
    found = {node.proto.name for node in graph.nodes if isinstance(node.proto.name, str)}
    for node in graph.nodes:
        found.update(node.inputs)
        found.update(node.outputs)
    if graph.is_function:
        return found.union(proto.input, proto.output)
    found.update(info.name for info in (*proto.input, *proto.output, *proto.value_info))
    found.update(tensor.name for tensor in proto.initializer)
    return found.union(sparse.values.name for sparse in proto.sparse_initializer)
