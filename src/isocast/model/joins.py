"""Shapes that are the same although nothing is known of them: what the Expand nodes of a graph say by themselves.

Expand(a, Shape(b)) has the shape that a and b broadcast to. Broadcasting shapes does not depend on order, and doing it
twice changes nothing, so a value's shape is a set of values, and two values with the same set have the same shape.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ..shapes import SymbolicShape
from .amounts import NO_LIMIT
from .findings import GraphPath
from .graphs import Graph, Model, Node
from .values import read_integers

_Name = tuple[GraphPath, str]
_Term = tuple[object, ...]
_DEPTH: Final = 64


class Joins:
    """What can be read off the Expand nodes of one model. Nothing is looked at before it is asked for."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._graphs: dict[GraphPath, Graph] = {}
        self._makers: dict[GraphPath, dict[str, Node]] = {}
        self._given: dict[GraphPath, frozenset[str]] = {}
        self._sets: dict[_Name, frozenset[_Name]] = {}
        self._ranks: dict[_Name, int | None] = {}
        self._expanded: set[str] = set()

    def note(self, graph: Graph, node: Node, shape: SymbolicShape | None) -> None:
        """Remembers how many axes the operand of an Expand has; every Expand is noted before what reads its result."""
        if node.inputs:
            self._expanded.update(node.outputs)
            name, rank = self._resolve(graph.path, node.inputs[0]), None if shape is None else len(shape)
            self._ranks[name] = rank if self._ranks.get(name, rank) == rank else None

    def is_explicit(self, graph: Graph, node: Node, attributes: Mapping[str, Any]) -> bool:
        """Whether the operands of a broadcasting node have the shapes that nothing has to be stretched for.

        Clauses: fold, B8, commutative
        """
        if self._expanded.isdisjoint(node.inputs) and len(set(node.inputs)) > 1:
            return False
        names = [self._resolve(graph.path, name) for name in node.inputs if name]
        if len(names) < 2:
            return False
        if node.operator == "MatMul":
            return self._batches(names[0]) == self._batches(names[1])
        if node.operator == "Gemm":
            return len(names) > 2 and self._is_product(names, attributes)
        sets = [self._set(name) for name in names]
        if node.operator == "PRelu":
            return sets[0] <= sets[1]  # a slope that is larger than X would be refused
        return all(one == sets[0] for one in sets)

    def _set(self, name: _Name, depth: int = 0) -> frozenset[_Name]:
        """The values whose shapes broadcast to the shape of a value."""
        found = self._sets.get(name)
        if found is None:
            parts = self._expand(name) if depth < _DEPTH else None
            shape = None if parts is None else self._maker(parts[1])
            if parts is None or shape is None or shape.operator != "Shape" or shape.domain or shape.proto.attribute:
                found = frozenset((name,))
            else:
                other = self._resolve(parts[1][0], shape.inputs[0])
                found = self._set(parts[0], depth + 1) | self._set(other, depth + 1)
            self._sets[name] = found
        return found

    def _is_product(self, names: list[_Name], attributes: Mapping[str, Any]) -> bool:
        """Whether C is expanded to the sizes of A and B that make up the product's shape."""
        parts = self._expand(names[2])
        if parts is None:
            return False
        axes = (1 if attributes.get("transA") else 0, 0 if attributes.get("transB") else 1)
        sizes = [("Gather", ("Shape", name), (axis,)) for name, axis in zip(names, axes, strict=False)]
        term = self._term(parts[1]) or ()
        # A number other than 1 is the product's, or Gemm would refuse what C has become.
        return len(term) == 3 and all(one == size or _is_number(one) for one, size in zip(term[1:], sizes, strict=True))

    def _batches(self, name: _Name, depth: int = 0) -> frozenset[_Name]:
        """The values whose batch axes broadcast to those of an operand of MatMul; none for a matrix."""
        if self._ranks.get(name) == 2:
            return frozenset()
        parts = self._expand(name) if depth < _DEPTH else None
        term = None if parts is None else self._term(parts[1])
        if parts is None or term is None or len(term) != 3 or not _is_batch(term[1]) or not _is_matrix(term[2]):
            return frozenset((name,))
        other: _Name = term[1][1][1]  # type: ignore[index]
        return self._batches(parts[0], depth + 1) | self._batches(other, depth + 1)

    def _term(self, name: _Name, depth: int = 0) -> _Term | None:
        """What a vector of sizes is computed from."""
        node = self._maker(name)
        if node is None or node.domain or depth > 3:
            return None
        inputs = [self._resolve(name[0], one) for one in node.inputs]
        found: _Term | None = None
        if node.operator == "Shape" and not node.proto.attribute:
            found = ("Shape", inputs[0])
        elif node.operator == "Constant":
            found = ("numbers", self._numbers(name))
        elif node.operator == "Concat":
            found = ("Concat", *(self._term(one, depth + 1) for one in inputs))
        elif node.operator == "Gather" and len(inputs) == 2:
            found = ("Gather", self._term(inputs[0], depth + 1), self._numbers(inputs[1]))
        elif node.operator == "Slice" and len(inputs) in (1, 3):
            given = [tuple(node.attributes.get(name, ())) for name in ("starts", "ends")]
            ends = map(self._numbers, inputs[1:]) if len(inputs) == 3 else given
            found = ("Slice", self._term(inputs[0], depth + 1), *ends)
        return found

    def _numbers(self, name: _Name) -> tuple[int, ...] | None:
        node = self._maker(name)
        tensor = None if node is None else next((one.t for one in node.proto.attribute if one.name == "value"), None)
        return None if tensor is None or tensor.data_type != tensor.INT64 else read_integers(tensor)

    def _expand(self, name: _Name) -> tuple[_Name, _Name] | None:
        node = self._maker(name)
        if node is None or node.operator != "Expand" or node.domain or len(node.inputs) != 2:
            return None
        return self._resolve(name[0], node.inputs[0]), self._resolve(name[0], node.inputs[1])

    def _maker(self, name: _Name) -> Node | None:
        return self._all(name[0]).get(name[1])

    def _resolve(self, path: GraphPath, name: str) -> _Name:
        """The name, with the graph that makes it or takes it as an input."""
        while path.steps and not self._defines(path, name):
            path = GraphPath(path.function, path.steps[:-1])
        return path, name

    def _defines(self, path: GraphPath, name: str) -> bool:
        if path not in self._given:
            proto = self._graph(path).proto
            names = [info.name for info in proto.input] + [tensor.name for tensor in proto.initializer]
            self._given[path] = frozenset(names)
        return name in self._given[path] or name in self._all(path)

    def _all(self, path: GraphPath) -> dict[str, Node]:
        found = self._makers.get(path)
        if found is None:
            found = {name: node for node in self._graph(path).nodes for name in node.outputs if name}
            self._makers[path] = found
        return found

    def _graph(self, path: GraphPath) -> Graph:
        if not self._graphs:
            self._graphs = {graph.path: graph for graph in self._model.graphs()}
        return self._graphs[path]


def _is_number(term: object) -> bool:
    return isinstance(term, tuple) and term[0] == "numbers" and isinstance(term[1], tuple) and 1 not in term[1]


def _is_batch(term: object) -> bool:
    """Whether it is all sizes of a value but the last two."""
    is_slice = isinstance(term, tuple) and len(term) == 4 and term[0] == "Slice" and term[2:] == ((0,), (-2,))
    return is_slice and isinstance(term[1], tuple) and term[1][0] == "Shape"  # type: ignore[index]


def _is_matrix(term: object) -> bool:
    """Whether it is two sizes."""
    if not isinstance(term, tuple):
        return False
    if term[0] == "numbers":
        return isinstance(term[1], tuple) and len(term[1]) == 2
    return len(term) == 4 and term[0] == "Slice" and term[2] == (-2,) and term[3] == (NO_LIMIT,)
