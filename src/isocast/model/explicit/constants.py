"""The constants of a model, and what they are when written in full. Data in other files is read only to be folded.

onnx_ir is imported where a tensor is made: it takes as long to load as all the rest, and most commands make none.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from onnx import AttributeProto, NodeProto, TensorProto

from ..external import element_bits

if TYPE_CHECKING:
    import onnx_ir

_SCALARS = {"value_float": np.float32, "value_int": np.int64}
_LISTS = {"value_floats": (np.float32, "floats"), "value_ints": (np.int64, "ints")}


def constant_of(node: NodeProto) -> TensorProto | None:
    """The tensor that a Constant node makes; None for strings, sparse tensors and references."""
    if len(node.attribute) != 1 or node.attribute[0].ref_attr_name:
        return None
    attribute = node.attribute[0]
    if attribute.name == "value" and attribute.type == AttributeProto.TENSOR:
        held: TensorProto = attribute.t
        return held
    if attribute.name in _SCALARS:
        value = attribute.f if attribute.name == "value_float" else attribute.i
        return tensor_of(np.array(value, _SCALARS[attribute.name]))
    if attribute.name in _LISTS:
        type_, field = _LISTS[attribute.name]
        return tensor_of(np.array(getattr(attribute, field), type_))
    return None


def tensor_of(array: NDArray[Any], name: str = "") -> TensorProto:
    """An array as a tensor of a model."""
    import onnx_ir

    return _proto(onnx_ir.Tensor(array, name=name))


def full_bytes(element: int, shape: Sequence[int]) -> int | None:
    """How many bytes a tensor takes; None if that is not fixed, or if several elements share a byte."""
    bits = element_bits(element)
    return prod(shape) * bits // 8 if bits and bits % 8 == 0 else None


def in_full(tensor: TensorProto, axes: Sequence[int], shape: Sequence[int], folder: Path | None) -> TensorProto | None:
    """The tensor with axes of size 1 put in and then broadcast to a shape; None if its data is not within reach.

    Clauses: bit-copy, step1, step2
    """
    if tensor.data_location == TensorProto.EXTERNAL and folder is None:
        return None
    import onnx_ir

    held = onnx_ir.serde.deserialize_tensor(tensor)
    if isinstance(held, onnx_ir.ExternalTensor):
        held.base_dir = str(folder)
    array = held.numpy()
    for axis in axes:
        array = np.expand_dims(array, axis)
    whole = np.ascontiguousarray(np.broadcast_to(array, tuple(shape)))
    return _proto(onnx_ir.Tensor(whole, dtype=onnx_ir.DataType(tensor.data_type)))


def _proto(tensor: onnx_ir.TensorProtocol) -> TensorProto:
    import onnx_ir

    proto = TensorProto()
    onnx_ir.serde.serialize_tensor_into(proto, tensor)
    return proto


def raw_bytes(tensor: TensorProto) -> bytes:
    """The elements of a tensor, as they would be stored."""
    import onnx_ir

    return tensor.raw_data or onnx_ir.serde.deserialize_tensor(tensor).tobytes()
