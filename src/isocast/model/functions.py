"""Functions of a model: their bodies with the attributes of one call in place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from onnx import AttributeProto, FunctionProto, NodeProto

from .graphs import Graph, build


def bind_attributes(body: Graph, given: Mapping[str, AttributeProto]) -> Graph:
    """The body of a function with the attributes of a call, or their defaults, in place of references to them.

    A reference to an attribute that is neither given nor has a default is left out, as ONNX says.
    """
    if not any(node.has_references for graph in body.walk() for node in graph.nodes):
        return body
    proto = FunctionProto()
    proto.CopyFrom(body.proto)
    _bind(proto.node, {**{attribute.name: attribute for attribute in proto.attribute_proto}, **given})
    return build(proto, body.path, body.opsets)


def _bind(nodes: Iterable[NodeProto], actual: Mapping[str, AttributeProto]) -> None:
    for node in nodes:
        attributes = list(node.attribute)
        del node.attribute[:]
        for attribute in attributes:
            found = actual.get(attribute.ref_attr_name) if attribute.ref_attr_name else attribute
            if found is None:
                continue
            bound = node.attribute.add()
            bound.CopyFrom(found)
            bound.name = attribute.name
            if bound.HasField("g"):
                _bind(bound.g.node, actual)
            for graph in bound.graphs:
                _bind(graph.node, actual)
