"""The nodes that are inserted: Expand, and what computes its target. What is there already is used again.

Only operators of opset 8 and their later forms are used: Constant, Shape, Gather, Slice, Concat, Unsqueeze, Squeeze,
Expand.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import numpy as np
from onnx import AttributeProto, NodeProto, TensorProto, helper

from ...shapes import SymbolicShape
from .constants import tensor_of
from .edits import value_info
from .names import METADATA, METADATA_SINCE, Names
from .scopes import Scope

EXPAND_SINCE: Final = 8
_SLICE_TAKES_INPUTS: Final = 10
_AXES_ARE_INPUTS: Final = 13
_END: Final = 2**63 - 1
_INT64: Final = int(TensorProto.INT64)


class _New(NamedTuple):
    """A node to insert: what it computes, its operator and operands, the value and role it is named after.

    `info` is the element type and shape of its result, as far as known.
    """

    key: Hashable
    operator: str
    inputs: list[str]
    value: str
    role: str
    info: tuple[int, SymbolicShape | None] = (0, None)
    attributes: Mapping[str, Any] = MappingProxyType({})


class Inserter:
    """Puts nodes before one node of a graph, and remembers what they compute. `new` are the names of those it put."""

    def __init__(self, scope: Scope, number: int, names: Names, ir_version: int, opset: int) -> None:
        self._scope = scope
        self._number = number
        self._names = names
        self._has_metadata = ir_version >= METADATA_SINCE
        self._opset = opset
        self.new: list[str] = []

    def expand(self, value: str, target: str, element: int, shape: SymbolicShape | None) -> tuple[str, bool]:
        """The value expanded to a target, and whether that was there already."""
        key = ("Expand", self._of(value), self._of(target))
        return self._get(_New(key, "Expand", [value, target], value, "expand", (element, shape)))

    def with_shape(self, value: str, shape: SymbolicShape | None) -> str | None:
        """The value expanded to a shape, whatever the target was read off; None if there is none yet."""
        return None if shape is None else self._scope.find(("shaped", self._of(value), shape))

    def note_shape(self, value: str, shape: SymbolicShape | None, expanded: str) -> None:
        """Remembers the shape that a value was expanded to."""
        if shape is not None:
            self._scope.made.setdefault(("shaped", self._of(value), shape), expanded)

    def constant(self, tensor: TensorProto, value: str, key: Hashable, role: str) -> tuple[str, bool]:
        """A constant, and whether it was there already; `key` says what it is."""
        info = (int(tensor.data_type), tuple(tensor.dims))
        return self._get(_New(key, "Constant", [], value, role, info, {"value": tensor}))

    def numbers(self, numbers: Sequence[int], value: str, role: str = "axes") -> str:
        """A vector of numbers, made for a value."""
        key = ("numbers", tuple(numbers))
        found = self._scope.find(key)
        return found or self.constant(tensor_of(np.array(numbers, np.int64)), value, key, role)[0]

    def shape(self, value: str, rank: int | None) -> str:
        """The shape of a value, as a vector."""
        return self._get(_New(("Shape", self._of(value)), "Shape", [value], value, "shape", _vector(rank)))[0]

    def sizes(self, value: str, axes: Sequence[int], rank: int | None) -> str:
        """Some sizes of a value, as a vector."""
        vector = self.shape(value, rank)
        inputs = [vector, self.numbers(axes, value)]
        key = ("Gather", self._of(vector), tuple(axes))
        return self._get(_New(key, "Gather", inputs, value, "sizes", _vector(len(axes)), {"axis": 0}))[0]

    def batch(self, value: str, rank: int | None) -> str:
        """The sizes of a value but the last two; none of a vector's."""
        return self._part(value, 0, -2, rank)

    def matrix(self, value: str, rank: int | None) -> str:
        """The last two sizes of a value."""
        return self._part(value, -2, _END, rank)

    def _part(self, value: str, start: int, end: int, rank: int | None) -> str:
        vector = self.shape(value, rank)
        key = ("Slice", self._of(vector), start, end)
        if self._opset < _SLICE_TAKES_INPUTS:
            ends = {"axes": [0], "starts": [start], "ends": [end]}
            return self._get(_New(key, "Slice", [vector], value, "sizes", attributes=ends))[0]
        inputs = [vector, self.numbers([start], value), self.numbers([end], value)]
        return self._get(_New(key, "Slice", inputs, value, "sizes"))[0]

    def concat(self, parts: Sequence[str], value: str, rank: int | None) -> str:
        """Vectors one after the other, as the target of a value."""
        key = ("Concat", tuple(self._of(part) for part in parts))
        return self._get(_New(key, "Concat", list(parts), value, "target", _vector(rank), {"axis": 0}))[0]

    def unsqueeze(self, value: str, axes: Sequence[int], element: int, shape: SymbolicShape | None) -> str:
        """The value with axes of size 1."""
        key = ("Unsqueeze", self._of(value), tuple(axes))
        inputs, attributes = self._axes(value, axes)
        return self._get(_New(key, "Unsqueeze", [value, *inputs], value, "lift", (element, shape), attributes))[0]

    def squeeze_after(self, result: str, axis: int, rank: int | None) -> str:
        """Takes an axis, counted from the end, from a result: the name that the node now gives its own result."""
        inner = self._names.new(result, "matmul")
        axes = [axis] if rank is None or self._opset >= _AXES_ARE_INPUTS else [axis + rank]
        inputs, attributes = self._axes(result, axes)
        name = self._names.new(result, "squeeze")
        new = _New((), "Squeeze", [inner, *inputs], result, "squeeze", attributes=attributes)
        self._scope.edit.after.setdefault(self._number, []).append(self._node(new, name, result))
        self.new.append(name)
        return inner

    def _axes(self, value: str, axes: Sequence[int]) -> tuple[list[str], dict[str, Any]]:
        if self._opset < _AXES_ARE_INPUTS:
            return [], {"axes": list(axes)}
        return [self.numbers(axes, value)], {}

    def _of(self, name: str) -> Hashable:
        return self._scope.identity(name)

    def _get(self, new: _New) -> tuple[str, bool]:
        """The value, and whether it was there already. The name of an inserted node is that of its result."""
        found = self._scope.find(new.key)
        if found is not None:
            return found, True
        name = self._names.new(new.value, new.role)
        self._scope.edit.before.setdefault(self._number, []).append(self._node(new, name, name))
        self._scope.keep(new.key, name)
        element, shape = new.info
        if element and shape is not None and not self._scope.is_in_function:
            self._scope.edit.infos.append(value_info(name, element, shape))
        self.new.append(name)
        return name, False

    def _node(self, new: _New, name: str, output: str) -> NodeProto:
        node = NodeProto(op_type=new.operator, name=name, input=new.inputs, output=[output])
        for key, given in new.attributes.items():
            if isinstance(given, TensorProto):
                node.attribute.append(AttributeProto(name=key, type=AttributeProto.TENSOR, t=given))
            else:
                node.attribute.append(helper.make_attribute(key, given))
        if self._has_metadata:
            node.metadata_props.add(key=METADATA, value=new.role)
        return node


def _vector(length: int | None) -> tuple[int, SymbolicShape | None]:
    return _INT64, None if length is None else (length,)
