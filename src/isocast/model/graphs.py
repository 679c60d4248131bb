"""The graphs of a model as lists of nodes: the main graph, the subgraphs inside nodes, the bodies of functions.

Read from the protocol buffer itself: making objects of a whole model, as onnx-ir does for rewriting, takes longer than
inferring its shapes. Every graph knows its path, and a node its number, so that a place found here is found there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from onnx import AttributeProto, FunctionProto, GraphProto, ModelProto, NodeProto

from .findings import GraphPath, Place, Step

FunctionKey = tuple[str, str, str]  # domain, name, overload

_FIELDS: Final[Mapping[int, str]] = {
    AttributeProto.INT: "i",
    AttributeProto.FLOAT: "f",
    AttributeProto.STRING: "s",
    AttributeProto.TENSOR: "t",
    AttributeProto.INTS: "ints",
    AttributeProto.FLOATS: "floats",
    AttributeProto.STRINGS: "strings",
    AttributeProto.SPARSE_TENSOR: "sparse_tensor",
}
_LISTS: Final = frozenset(("ints", "floats", "strings"))
_HOLDS_GRAPHS: Final = (AttributeProto.GRAPH, AttributeProto.GRAPHS)


class Node:
    """One node: its number in its graph, operator, domain ("" is ONNX's own), value names and subgraphs."""

    __slots__ = ("_attributes", "domain", "inputs", "key", "number", "operator", "outputs", "proto", "subgraphs")

    def __init__(self, number: int, proto: NodeProto) -> None:
        self.number = number
        self.proto = proto
        self.operator = proto.op_type
        domain = proto.domain
        self.domain = domain if domain != "ai.onnx" else ""
        self.inputs = tuple(proto.input)
        self.outputs = tuple(proto.output)
        self.subgraphs: tuple[tuple[Step, GraphProto], ...] = ()
        self.key = b""  # the attributes, serialised: nodes that agree in it differ in nothing but their operands
        self._attributes: dict[str, Any] | None = None
        if proto.attribute and self.operator != "Constant":
            self.key = b"".join([attribute.SerializeToString() for attribute in proto.attribute])
            self.subgraphs = tuple(self._find_subgraphs())

    def _find_subgraphs(self) -> Iterator[tuple[Step, GraphProto]]:
        for attribute in self.proto.attribute:
            if attribute.type in _HOLDS_GRAPHS or attribute.HasField("g"):
                graphs = [attribute.g] if attribute.HasField("g") else attribute.graphs
                for number, graph in enumerate(graphs):
                    name = attribute.name if attribute.HasField("g") else f"{attribute.name}[{number}]"
                    yield Step(self.number, self.proto.name, self.operator, name), graph

    @property
    def attributes(self) -> Mapping[str, Any]:
        """The attributes given on the node, by name; graphs, and references to a function's, are left out."""
        if self._attributes is None:
            self._attributes = {
                attribute.name: _value(attribute)
                for attribute in self.proto.attribute
                if not attribute.ref_attr_name and attribute.type in _FIELDS
            }
        return self._attributes

    @property
    def has_references(self) -> bool:
        """Whether an attribute is one of the function's around it."""
        return any(attribute.ref_attr_name for attribute in self.proto.attribute)

    def place(self, graph: Graph, argument: str = "", caller: str = "") -> Place:
        """Where the node is; `caller` is where a function was called from."""
        name = self.proto.name  # bytes if it is not UTF-8, which nobody minds in a node's name
        text = name if isinstance(name, str) else repr(name)
        return Place(graph.path, self.number, text, self.operator, argument, "", caller)


def _value(attribute: AttributeProto) -> Any:
    field = _FIELDS[attribute.type]
    value = getattr(attribute, field)
    return list(value) if field in _LISTS else value


@dataclass(eq=False)
class Graph:
    """A graph or the body of a function: its path, its nodes in order, and the operator sets it is written for."""

    path: GraphPath
    proto: GraphProto | FunctionProto
    nodes: list[Node]
    opsets: Mapping[str, int]
    subgraphs: dict[tuple[int, str], Graph] = field(default_factory=dict)

    @property
    def is_function(self) -> bool:
        """Whether it is the body of a function, not a graph."""
        return isinstance(self.proto, FunctionProto)

    def subgraph(self, step: Step) -> Graph:
        """The subgraph a step leads into."""
        return self.subgraphs[step.node, step.attribute]

    def walk(self) -> Iterator[Graph]:
        """The graph and all subgraphs below it."""
        yield self
        for inner in self.subgraphs.values():
            yield from inner.walk()


@dataclass(eq=False)
class Model:
    """A model that was read and whose structure holds. `name` is what reports call it."""

    name: str
    proto: ModelProto
    graph: Graph
    functions: dict[FunctionKey, Graph]
    training: list[Graph] = field(default_factory=list)

    def graphs(self) -> Iterator[Graph]:
        """Every graph: the main one, those for training, then the functions, each with its subgraphs."""
        for graph in (self.graph, *self.training, *self.functions.values()):
            yield from graph.walk()


def build(proto: GraphProto | FunctionProto, path: GraphPath, opsets: Mapping[str, int]) -> Graph:
    """The graph with its nodes and subgraphs."""
    nodes = [Node(number, node) for number, node in enumerate(proto.node)]
    graph = Graph(path, proto, nodes, opsets)
    for node in nodes:
        for step, inner in node.subgraphs:
            graph.subgraphs[step.node, step.attribute] = build(inner, path.into(step), opsets)
    return graph


def function_key(function: FunctionProto) -> FunctionKey:
    """What a node names to call a function: domain, name, overload."""
    domain = "" if function.domain == "ai.onnx" else function.domain
    return domain, function.name, getattr(function, "overload", "")


def called(node: Node) -> FunctionKey:
    """The function a node would call, if the model has it."""
    return node.domain, node.operator, getattr(node.proto, "overload", "")


def opset_versions(proto: ModelProto | FunctionProto) -> dict[str, int]:
    """The version of each domain's operators; "" is ONNX's own."""
    return {("" if row.domain == "ai.onnx" else row.domain): row.version for row in proto.opset_import}


def function_name(key: FunctionKey) -> str:
    """A function as texts speak of it.

    >>> function_name(("loc", "gelu", ""))
    'loc:gelu'
    """
    domain, name, overload = key
    return f"{domain}:{name}" + (f":{overload}" if overload else "")
