"""Nodes as a model writes them: their names in errors, their signatures, their attributes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final

import onnx
from onnx import AttributeProto, NodeProto

from ..errors import ArgumentError, ModelError
from ..opsets import OPERATORS, Signature, check_opset, read
from .plumbing import PLUMBING

ONNX_DOMAINS: Final = ("", "ai.onnx")
CONTROL: Final = ("If", "Loop")
RUNNABLE: Final = frozenset((*OPERATORS, *PLUMBING, *CONTROL, "Constant"))

_DEEPEST: Final = 50  # calls within calls: more is nobody's model, and Python's own stack has an end

FunctionKey = tuple[str, str, str]


@dataclass(frozen=True)
class Place:
    """Where nodes stand: the opsets that hold there, the attributes of the function around, the way to it."""

    opsets: Mapping[str, int]
    prefix: str = ""
    bindings: Mapping[str, AttributeProto] = field(default_factory=dict)
    calls: tuple[FunctionKey, ...] = ()

    def label(self, node: NodeProto, number: int) -> str:
        """What errors call a node: its name, or its number from 0, and its operator."""
        who = f'"{node.name}"' if node.name else str(number)
        return f"{self.prefix}node {who} ({node.op_type})"

    def inside(self, label: str, graph: str) -> Place:
        """The place of the nodes of a graph that a node holds."""
        return replace(self, prefix=f"{label}, {graph}: ")

    def called(
        self, key: FunctionKey, label: str, opsets: Mapping[str, int], given: Mapping[str, AttributeProto]
    ) -> Place:
        """The place of the nodes of a function that a node calls."""
        if key in self.calls:
            raise ModelError(summary=f"function {key[1]} calls itself", code="IC906")
        if len(self.calls) >= _DEEPEST:
            raise ModelError(summary=f"functions call each other more than {_DEEPEST} deep", code="IC906")
        return Place(opsets, f"{label}: ", given, (*self.calls, key))

    @property
    def opset(self) -> int:
        """The opset of ONNX's own operators here."""
        for domain in ONNX_DOMAINS:
            if domain in self.opsets:
                check_opset(self.opsets[domain])
                return self.opsets[domain]
        raise ModelError(summary="the model does not say which opset of ONNX it uses", code="IC402")


def signature_of(node: NodeProto, place: Place) -> Signature:
    """The signature of a node's operator; refuses operators that do not exist at the opset, or that are not ours."""
    if not isinstance(node.op_type, str) or not isinstance(node.domain, str):
        raise ModelError(summary="its operator has a name that is not UTF-8", code="IC906")
    if node.domain not in ONNX_DOMAINS:
        what = f"isocast does not implement {node.domain}.{node.op_type}, and the model has no such function"
        raise ModelError(summary=what, code="IC401", help=f"it runs {', '.join(sorted(RUNNABLE))}")
    if node.op_type not in RUNNABLE:
        exists = onnx.defs.has(node.op_type)
        what = f"isocast does not implement {node.op_type}" if exists else f"ONNX has no operator {node.op_type}"
        raise ModelError(summary=what, code="IC401", help=f"it runs {', '.join(sorted(RUNNABLE))}")
    found = _signature(node.op_type, place.opset)
    if found is None:
        raise ModelError(summary=f"{node.op_type} does not exist at opset {place.opset}", code="IC402")
    return found


@cache
def _signature(name: str, opset: int) -> Signature | None:
    try:
        return read(onnx.defs.get_schema(name, opset, ""))
    except onnx.defs.SchemaError:
        return None


def attributes_of(node: NodeProto, signature: Signature, bindings: Mapping[str, AttributeProto]) -> dict[str, Any]:
    """The attributes a node gives, by name; those that refer to a function's attributes are replaced by them."""
    given = {}
    for attribute in resolved(node.attribute, bindings):
        wanted = signature.attributes.get(attribute.name)
        if attribute.name in given:
            raise ArgumentError(summary=f"attribute {attribute.name} is given twice", code="IC403")
        kind = AttributeProto.AttributeType.Name(attribute.type)
        if wanted is not None and kind != wanted.kind:
            summary = f"{signature} takes attribute {attribute.name} of kind {wanted.kind}, not {kind}"
            raise ArgumentError(summary=summary, code="IC403", argument=attribute.name)
        given[attribute.name] = onnx.helper.get_attribute_value(attribute)
    return given


def resolved(attributes: Sequence[AttributeProto], bindings: Mapping[str, AttributeProto]) -> list[AttributeProto]:
    """Attributes with references to a function's attributes replaced; one that refers to nothing is left out."""
    found = []
    for attribute in attributes:
        if not attribute.ref_attr_name:
            found.append(attribute)
        elif attribute.ref_attr_name in bindings:
            bound = AttributeProto()
            bound.CopyFrom(bindings[attribute.ref_attr_name])
            bound.name = attribute.name
            found.append(bound)
    return found
