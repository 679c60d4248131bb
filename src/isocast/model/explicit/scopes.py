"""Which values a graph can read, which of them are constants, and what has been inserted before it."""

from __future__ import annotations

from collections.abc import Hashable

from onnx import TensorProto

from ..graphs import Graph, Node
from .constants import constant_of
from .edits import Edit


class Scope:
    """A graph while it is walked: the names defined so far, and what was inserted so far, by what it computes.

    What stands in a graph around it may be read; of a training graph's surroundings only the names are known.
    """

    def __init__(self, graph: Graph, outer: Scope | None = None, has_default_inputs: bool = False) -> None:
        self.graph = graph
        self.outer = outer
        self.edit = Edit()
        self.made: dict[Hashable, str] = {}
        self.constants: dict[str, TensorProto] = {}
        proto = graph.proto
        if graph.is_function:
            self._names = set(proto.input)
            return
        inputs = {info.name for info in proto.input}
        self._names = inputs.union(tensor.name for tensor in proto.initializer)
        self._names.update(sparse.values.name for sparse in proto.sparse_initializer)
        for tensor in proto.initializer:
            if not (has_default_inputs and tensor.name in inputs):
                self.constants[tensor.name] = tensor

    @property
    def is_in_function(self) -> bool:
        """Whether it is part of a function."""
        return bool(self.graph.path.function)

    def define(self, node: Node) -> None:
        """Notes what a node makes."""
        self._names.update(node.outputs)
        if node.operator == "Constant" and not node.domain and len(node.outputs) == 1:
            tensor = constant_of(node.proto)
            if tensor is not None:
                self.constants[node.outputs[0]] = tensor

    def owner(self, name: str) -> Scope:
        """The scope that a name belongs to, seen from here."""
        scope: Scope = self
        while name not in scope._names and scope.outer is not None:
            scope = scope.outer
        return scope

    def constant(self, name: str) -> TensorProto | None:
        """The constant with a name, None if it is none."""
        return self.owner(name).constants.get(name)

    def identity(self, name: str) -> Hashable:
        """What tells a value from others of the same name."""
        return id(self.owner(name)), name

    def find(self, key: Hashable) -> str | None:
        """The value that was inserted for a key, here or around here."""
        scope: Scope | None = self
        while scope is not None:
            if key in scope.made:
                return scope.made[key]
            scope = scope.outer
        return None

    def keep(self, key: Hashable, name: str) -> None:
        """Notes what was inserted."""
        self.made[key] = name
        self._names.add(name)
