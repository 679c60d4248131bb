"""Two graphs side by side: which nodes of the explicit one are the original's, and which were inserted.

A node is the original's if it makes a value of the original; names of values are all that is gone by, and they have to
be the same anyway. No mark, name of a node or piece of metadata is trusted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from onnx import TensorProto

from ..graphs import Graph, Node

LIFTS: Final = frozenset(("Reshape", "Unsqueeze"))
"""What may stand between an operand of before opset 7 and its Expand: axes of size 1 that `axis` stood for."""

ARITHMETIC: Final = LIFTS | {"Shape", "Slice", "Concat", "Constant", "Gather", "Squeeze", "Max", "Cast", "Identity"}
"""What may be computed to make the target of an Expand."""


@dataclass(eq=False)
class Pair:
    """A graph of the original, the same one of the explicit model, and the pair around them.

    `made` are the inserted nodes by the values they make, `tensors` the initializers that only the explicit graph has.
    `squeezes` are nodes that take an axis from the result of a MatMul one of whose operands was a vector, by the name
    that the result has before that.
    """

    original: Graph
    explicit: Graph
    outer: Pair | None = None
    kept: list[Node] = field(default_factory=list)
    inserted: list[Node] = field(default_factory=list)
    made: dict[str, Node] = field(default_factory=dict)
    tensors: dict[str, TensorProto] = field(default_factory=dict)
    squeezes: dict[str, Node] = field(default_factory=dict)
    old_tensors: dict[str, TensorProto] | None = None

    def __post_init__(self) -> None:
        makers = {name: node for node in self.original.nodes for name in node.outputs if name}
        for node in self.explicit.nodes:
            if node.operator == "Squeeze" and makers.get(node.outputs[0], node).operator == "MatMul":
                self.squeezes[node.inputs[0]] = node
        for node in self.explicit.nodes:
            names = [name for name in node.outputs if name]
            if self.squeezes and node in self.squeezes.values():
                self.inserted.append(node)
            elif not names or any(name in makers or name in self.squeezes for name in names):
                self.kept.append(node)
            else:
                self.inserted.append(node)
                self.made |= dict.fromkeys(names, node)
        if not self.explicit.is_function:
            known = {tensor.name for tensor in self.original.proto.initializer}
            self.tensors = {t.name: t for t in self.explicit.proto.initializer if t.name not in known}

    def outputs(self, node: Node) -> tuple[str, ...]:
        """The values that a kept node makes, as the original calls them."""
        found = (self.squeezes.get(name) for name in node.outputs)
        return tuple(
            name if squeeze is None else squeeze.outputs[0] for name, squeeze in zip(node.outputs, found, strict=True)
        )

    def maker(self, name: str) -> Node | None:
        """The inserted node that makes a value, here or in a graph around; None for a value of the original."""
        found: Pair | None = self
        while found is not None:
            if name in found.made:
                return found.made[name]
            found = found.outer
        return None

    def new_tensor(self, name: str) -> TensorProto | None:
        """The constant with a name that only the explicit model has: an initializer, or a Constant inserted."""
        found: Pair | None = self
        while found is not None:
            if name in found.tensors:
                return found.tensors[name]
            if name in found.made:
                return constant(found.made[name])
            found = found.outer
        return None

    def old_tensor(self, name: str, ir_version: int) -> TensorProto | None:
        """The constant with a name in the original: an initializer that no caller replaces, or a Constant."""
        found: Pair | None = self
        while found is not None:
            if found.old_tensors is None:
                is_fixed = ir_version < 4 or found.outer is not None
                found.old_tensors = _constants(found.original, is_fixed)
            if name in found.old_tensors:
                return found.old_tensors[name]
            found = found.outer
        return None

    def origin(self, name: str) -> tuple[str, list[Node]]:
        """The value an operand is an expansion of, and the inserted nodes on the way, the last one first."""
        way: list[Node] = []
        node = self.maker(name)
        while node is not None and node.operator in LIFTS | {"Expand"} and node.inputs and len(way) < 8:
            way.append(node)
            name = node.inputs[0]
            node = self.maker(name)
        return name, way

    def around(self) -> Iterator[Pair]:
        """The pairs around this one, the nearest first."""
        found = self.outer
        while found is not None:
            yield found
            found = found.outer


def constant(node: Node) -> TensorProto | None:
    """The tensor that a Constant node holds; lists of numbers as the tensors they stand for."""
    if node.operator != "Constant" or node.domain:
        return None
    for name, value in node.attributes.items():
        if isinstance(value, TensorProto):
            return value
        values = value if isinstance(value, list) else [value]
        dims = [len(values)] if isinstance(value, list) else []
        if name in ("value_int", "value_ints"):
            return TensorProto(data_type=TensorProto.INT64, dims=dims, int64_data=values)
        if name in ("value_float", "value_floats"):
            return TensorProto(data_type=TensorProto.FLOAT, dims=dims, float_data=values)
    return None


def _constants(graph: Graph, is_fixed: bool) -> dict[str, TensorProto]:
    """The constants of a graph; since IR version 4 an initializer that is also an input is none."""
    found = {node.outputs[0]: tensor for node in graph.nodes if (tensor := constant(node)) is not None}
    if not graph.is_function:
        inputs = set() if is_fixed else {info.name for info in graph.proto.input}
        found |= {tensor.name: tensor for tensor in graph.proto.initializer if tensor.name not in inputs}
    return found
