"""Changes to the graphs of a model, gathered first and then made in place: everything else stays as it was, bit by bit.

The model's own protocol buffer is edited, not written anew from other objects: onnx-ir, onnx's own converter and every
other form that a model could be taken through lose something of about a third of the models that come with onnx.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from onnx import GraphProto, ModelProto, NodeProto, TypeProto, ValueInfoProto

from ...shapes import SymbolicShape
from ...sizes import Symbol
from ..findings import GraphPath
from ..graphs import Graph, Model


@dataclass
class Edit:
    """What changes in one graph: nodes put before and after others, and the operands, results and attributes of those.

    Keys are the numbers of nodes, then places.
    """

    before: dict[int, list[NodeProto]] = field(default_factory=dict)
    after: dict[int, list[NodeProto]] = field(default_factory=dict)
    inputs: dict[int, dict[int, str]] = field(default_factory=dict)
    outputs: dict[int, dict[int, str]] = field(default_factory=dict)
    dropped: dict[int, frozenset[str]] = field(default_factory=dict)
    infos: list[ValueInfoProto] = field(default_factory=list)


def apply(model: Model, edits: Mapping[GraphPath, Edit], dims: Mapping[str, int], opsets: Mapping[str, int]) -> None:
    """Makes the changes in the model's protocol buffer; its `Graph` objects are of no use afterwards.

    `opsets` gives functions, by name, and the model itself, "", another version of ONNX's operators.
    """
    graphs = list(model.graphs())
    for graph in reversed(graphs):  # inner graphs first: the nodes that hold them are copied
        edit = edits.get(graph.path)
        if edit is not None:
            _apply(graph, edit)
    if dims:
        _fix_sizes(model.proto, dims)
    for graph in graphs:
        if graph.is_function and graph.path.function in opsets:
            _set_opset(graph.proto, opsets[graph.path.function])
    if "" in opsets:
        _set_opset(model.proto, opsets[""])


def _apply(graph: Graph, edit: Edit) -> None:
    for number, replaced in edit.inputs.items():
        node = graph.nodes[number].proto
        for place, name in replaced.items():
            node.input[place] = name
    for number, replaced in edit.outputs.items():
        node = graph.nodes[number].proto
        for place, name in replaced.items():
            node.output[place] = name
    for number, names in edit.dropped.items():
        attributes = graph.nodes[number].proto.attribute
        for place in reversed(range(len(attributes))):
            if attributes[place].name in names:
                del attributes[place]
    if edit.before or edit.after:
        nodes = list(_interleaved(graph, edit))
        del graph.proto.node[:]
        graph.proto.node.extend(nodes)
    if edit.infos:
        graph.proto.value_info.extend(edit.infos)


def _interleaved(graph: Graph, edit: Edit) -> Iterator[NodeProto]:
    for node in graph.nodes:
        yield from edit.before.get(node.number, ())
        yield node.proto
        yield from edit.after.get(node.number, ())


def _set_opset(proto: ModelProto, version: int) -> None:
    for row in proto.opset_import:
        if row.domain in ("", "ai.onnx"):
            row.version = version


def _fix_sizes(proto: ModelProto, dims: Mapping[str, int]) -> None:
    for info in proto.graph.input:
        shape = info.type.tensor_type.shape
        for axis, dim in enumerate(shape.dim if info.type.HasField("tensor_type") else ()):
            place = f"{info.name}[{axis}]"
            if place in dims and not dim.dim_value > 0:
                dim.dim_value = dims[place]
    _fix_names(proto.graph, dims)


def _fix_names(graph: GraphProto, dims: Mapping[str, int]) -> None:
    for info in (*graph.input, *graph.output, *graph.value_info):
        _fix_type(info.type, dims)
    for node in graph.node:
        for attribute in node.attribute:
            for inner in (*([attribute.g] if attribute.HasField("g") else []), *attribute.graphs):
                _fix_names(inner, dims)


def _fix_type(type_: TypeProto, dims: Mapping[str, int]) -> None:
    which = type_.WhichOneof("value")
    if which not in ("tensor_type", "sparse_tensor_type"):
        return
    for dim in getattr(type_, which).shape.dim:
        if dim.dim_param and dim.dim_param in dims:
            dim.dim_value = dims[dim.dim_param]


def value_info(name: str, element: int, shape: SymbolicShape) -> ValueInfoProto:
    """A statement of a value's type: sizes that are neither numbers nor names of the model are left out."""
    info = ValueInfoProto(name=name)
    info.type.tensor_type.elem_type = element
    info.type.tensor_type.shape.SetInParent()
    for size in shape:
        dim = info.type.tensor_type.shape.dim.add()
        if isinstance(size, int):
            dim.dim_value = size
        elif isinstance(size, Symbol):
            dim.dim_param = size.name
    return info
