"""onnx's own inference, asked node by node about the operators that isocast has no rule for.

Sizes that are not known travel as names of our own and come back as the same sizes; a size onnx says nothing about is a
new unknown. What onnx cannot do, or refuses, is an answer too. It can end the process on a malformed node, so what its
schema does not allow is not passed on, and the command line runs it in a process of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import onnx
from onnx import AttributeProto, NodeProto, TensorProto, TypeProto
from onnx.defs import OpSchema
from onnx.shape_inference import InferenceError, infer_node_outputs

from ..sizes import Size
from .graphs import Node
from .values import Pool, Value

Outputs = tuple[Value, ...]

MOST_ATTRIBUTE_LENGTH: Final = 4096
MOST_AXES: Final = 1_000_000
_TAKES_SHAPES: Final = frozenset(
    ("Expand", "Reshape", "Tile", "Upsample", "Resize", "Pad", "CenterCropPad", "AffineGrid")
)


class RefusedError(Exception):
    """onnx's inference says that the operands do not fit the operator."""


class Foreign:
    """onnx's inference on the values of a pool."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._tokens: dict[Size, str] = {}
        self._sizes: dict[str, Size] = {}
        self._types: dict[Value, TypeProto] = {}

    def infer(
        self,
        proto: NodeProto,
        inputs: tuple[Value | None, ...],
        opsets: Mapping[str, int],
        constants: Mapping[str, TensorProto],
    ) -> Outputs | None:
        """What onnx knows of the outputs, None if nothing; raises RefusedError."""
        domain = "" if proto.domain == "ai.onnx" else proto.domain
        schema = find_schema(proto.op_type, opsets.get(domain, 1), domain)
        if schema is None or not _is_well_formed(schema, proto) or _is_dangerous(proto, inputs):
            return None
        types, data = {}, {}
        for name, value in zip(proto.input, inputs, strict=True):
            if value is None:
                continue
            types[name] = self._type(value)
            held = constants.get(name) or _tensor(value)
            if held is not None:
                data[name] = held
        imports = [onnx.helper.make_opsetid(domain, version) for domain, version in opsets.items()]
        try:
            found = infer_node_outputs(schema, proto, types, data, opset_imports=imports)
        except InferenceError as error:
            raise RefusedError from error
        except Exception:  # onnx raises whatever its C++ code meets; none of it is an answer
            return None
        is_stated = any(value is not None and value.is_stated for value in inputs)
        return tuple(self._value(found.get(name), is_stated) for name in proto.output)

    def _type(self, value: Value) -> TypeProto:
        found = self._types.get(value)
        if found is None:
            found = self._types[value] = self._make_type(value)
        return found

    def _make_type(self, value: Value) -> TypeProto:
        type_ = TypeProto()
        if value.kind == "other":
            type_.ParseFromString(value.other)
        if value.kind not in ("tensor", "sparse") or not value.element:
            return type_
        tensor = type_.tensor_type if value.kind == "tensor" else type_.sparse_tensor_type
        tensor.elem_type = value.element
        if value.shape is not None:
            tensor.shape.SetInParent()
            for size in value.shape:
                dim = tensor.shape.dim.add()
                if isinstance(size, int):
                    dim.dim_value = size
                else:
                    dim.dim_param = self._token(size)
        return type_

    def _token(self, size: Size) -> str:
        found = self._tokens.get(size)
        if found is None:
            found = self._tokens[size] = f"@{len(self._tokens)}"
            self._sizes[found] = size
        return found

    def _value(self, type_: TypeProto | None, is_stated: bool) -> Value:
        which = None if type_ is None else type_.WhichOneof("value")
        if type_ is None or which is None:
            return self._pool.unknown
        if which == "tensor_type":
            tensor = type_.tensor_type
            shape = None
            if tensor.HasField("shape"):
                shape = tuple(self._size(dim.dim_value, dim.dim_param, dim) for dim in tensor.shape.dim)
            return self._pool.tensor(tensor.elem_type, shape, is_stated=is_stated)
        if which == "sparse_tensor_type":
            return self._pool.tensor(type_.sparse_tensor_type.elem_type, None, is_stated=is_stated, kind="sparse")
        return self._pool.of_type(type_)

    def _size(self, value: int, name: str, dim: onnx.TensorShapeProto.Dimension) -> Size:
        if dim.HasField("dim_value") and value >= 0:
            return value
        known = self._sizes.get(name)
        return self._pool.fresh() if known is None else known


def _tensor(value: Value) -> TensorProto | None:
    """The tensor a value is, if what it holds is known."""
    integers = value.constants
    if integers is None or value.shape is None:
        return None
    dims = [size for size in value.shape if isinstance(size, int)]
    return onnx.helper.make_tensor("", value.element, dims, integers)


@cache
def find_schema(operator: str, version: int, domain: str) -> OpSchema | None:
    """The schema of an operator as a version of its domain has it, None if onnx has none."""
    try:
        schema = onnx.defs.get_schema(operator, version, domain)
    except (onnx.defs.SchemaError, TypeError):
        return None
    return None if schema.deprecated else schema


def _is_well_formed(schema: OpSchema, proto: NodeProto) -> bool:
    """Whether the numbers of operands and results and the kinds of attributes are those of the schema."""
    if not schema.min_input <= len(proto.input) <= schema.max_input or len(proto.output) > schema.max_output:
        return False
    given = {attribute.name for attribute in proto.attribute}
    if any(attribute.required and name not in given for name, attribute in schema.attributes.items()):
        return False
    return all(
        has_right_kind(schema, attribute) and len(attribute.ints) <= MOST_ATTRIBUTE_LENGTH
        for attribute in proto.attribute
    )


def _is_dangerous(proto: NodeProto, inputs: tuple[Value | None, ...]) -> bool:
    """Whether onnx 1.23 is known to end the process on such a node: found by trying malformed ones at random."""
    if proto.op_type in _TAKES_SHAPES and any(value is not None and _is_long_vector(value) for value in inputs[1:]):
        return True  # a shape of so many axes
    integers: dict[str, int] = {attribute.name: attribute.i for attribute in proto.attribute}
    if proto.op_type == "Split":
        return integers.get("num_outputs", len(proto.output)) != len(proto.output)
    if proto.op_type == "GatherND":
        ranks = [len(value.shape) for value in inputs if value is not None and value.shape is not None]
        return not 0 <= integers.get("batch_dims", 0) < min(ranks, default=1)
    return False


def _is_long_vector(value: Value) -> bool:
    size = value.shape[0] if value.shape is not None and len(value.shape) == 1 else 0
    return isinstance(size, int) and size > MOST_AXES


def usable_attributes(node: Node, version: int) -> Mapping[str, Any]:
    """The attributes of a node of ONNX's own domain that its schema has, of the kinds it has them."""
    if not node.proto.attribute:
        return {}
    schema = find_schema(node.operator, version, "")
    if schema is None:
        return {}
    names = {attribute.name for attribute in node.proto.attribute if has_right_kind(schema, attribute)}
    return {name: value for name, value in node.attributes.items() if name in names}


def has_right_kind(schema: OpSchema, attribute: AttributeProto) -> bool:
    """Whether a schema has an attribute, of the kind that it is given as."""
    name = AttributeProto.AttributeType.Name(attribute.type)
    formal = schema.attributes.get(attribute.name)
    return (
        formal is not None
        and bool(formal.type == getattr(OpSchema.AttrType, name, None))
        and not attribute.ref_attr_name
    )
