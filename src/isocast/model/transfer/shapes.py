"""Operators that compute with shapes: Shape, Size, and those that pick, join and make small integer tensors."""

from __future__ import annotations

from typing import Final

from onnx import TensorProto

from ...sizes import Size
from ..values import MOST_CONTENT, Content, Value, read_integers
from .call import Call, Transfer, only_integers

_INTEGERS: Final = frozenset((TensorProto.INT64, TensorProto.INT32, TensorProto.BOOL))


def shape(call: Call) -> Value | None:
    """The sizes of the operand, from axis `start` to axis `end`."""
    sizes = call.operand(0).shape
    if sizes is None:
        return None if call.attributes else call.result(TensorProto.INT64, call.fresh_shape(1))
    chosen = sizes[call.attributes.get("start", 0) : call.attributes.get("end")]
    return call.result(TensorProto.INT64, (len(chosen),), chosen)


def size(call: Call) -> Value | None:
    """The number of elements."""
    sizes = call.operand(0).shape
    content = None if sizes is None else (call.amounts.product(sizes),)
    return call.result(TensorProto.INT64, (), content)


def gather(call: Call) -> Value | None:
    """Elements of a vector that is known, at positions that are known."""
    data, positions = call.operand(0), only_integers(call.operand(1).content)
    if data.content is None or data.shape is None or len(data.shape) != 1 or positions is None:
        return None
    length = len(data.content)
    if any(not -length <= at < length for at in positions):
        return None
    return call.result(data.element, call.operand(1).shape, tuple(data.content[at] for at in positions))


def identity(call: Call) -> Value | None:
    """The operand itself."""
    return call.operand(0) if call.operand(0).kind != "unknown" else None


def cast(call: Call) -> Value | None:
    """The operand with another type; integers stay what they are, unless the new type is too small for them."""
    operand, to = call.operand(0), call.attributes.get("to")
    if operand.kind != "tensor" or not isinstance(to, int):
        return None
    content = operand.content if to in (TensorProto.INT64, operand.element) else None
    if to == TensorProto.INT32 and operand.content is not None:
        content = tuple(a if not isinstance(a, int) or -(2**31) <= a < 2**31 else None for a in operand.content)
    if to == TensorProto.BOOL and operand.content is not None:
        content = tuple(int(a != 0) if isinstance(a, int) else None for a in operand.content)
    return call.result(to, operand.shape, content)


def constant(call: Call) -> Value | None:
    """A tensor, or the integers, of an attribute."""
    attributes = call.attributes
    if "value" in attributes and isinstance(attributes["value"], TensorProto):
        return call.pool.initializer(attributes["value"])
    if "value_int" in attributes:
        return call.result(TensorProto.INT64, (), (attributes["value_int"],))
    if "value_ints" in attributes:
        integers = tuple(attributes["value_ints"])
        return call.result(TensorProto.INT64, (len(integers),), integers)
    return None


def constant_of_shape(call: Call) -> Value | None:
    """A tensor of one value in the shape that the operand holds."""
    target = call.operand(0)
    value = call.attributes.get("value")
    element = value.data_type if isinstance(value, TensorProto) else TensorProto.FLOAT
    if target.content is None:
        return call.result(element, call.fresh_shape(target.shape[0] if target.shape else None))
    sizes = _as_shape(call, target.content)
    content = None
    if isinstance(value, TensorProto) and element in _INTEGERS and len(sizes) <= 1:
        one = read_integers(value)
        count = sizes[0] if sizes else 1
        if one is not None and isinstance(count, int) and 0 <= count <= MOST_CONTENT:
            content = one * count
    return call.result(element, sizes, content)


def range_(call: Call) -> Value | None:
    """The integers from start to limit: as many as fit; where the step is 1, limit - start."""
    contents = [call.operand(place).content for place in range(3)]
    if any(content is None or len(content) != 1 for content in contents):
        return None
    start, limit, step = (content[0] for content in contents if content is not None)
    element = call.operand(0).element
    if isinstance(start, int) and isinstance(limit, int) and isinstance(step, int):
        if step == 0:
            return None
        numbers = range(start, limit, step)
        count = max(0, -((start - limit) // step))
        return call.result(element, (count,), tuple(numbers) if count <= MOST_CONTENT else None)
    if start is None or limit is None or step != 1:
        return None
    length = call.amounts.subtract(limit, start)
    if not call.amounts.is_positive(length):
        length = call.amounts.greatest(length, 0)
    return call.result(element, (length,))


def reduce_product(call: Call) -> Value | None:
    """The product of a vector that is known: how many elements a shape has."""
    data = call.operand(0)
    if data.content is None or data.shape is None or len(data.shape) != 1 or call.has(1):
        return None
    if any(amount is None for amount in data.content) or call.attributes.get("axes", [0]) not in ([0], [-1]):
        return None
    product = call.amounts.product(amount for amount in data.content if amount is not None)
    keeps = call.attributes.get("keepdims", 1)
    return call.result(data.element, (1,) if keeps else (), (product,))


def _as_shape(call: Call, content: Content) -> tuple[Size, ...]:
    known = [call.pool.fresh() if amount is None else amount for amount in content]
    return tuple(call.pool.fresh() if isinstance(amount, int) and amount < 0 else amount for amount in known)


SHAPES: Final[dict[str, Transfer]] = {
    "Shape": shape,
    "Size": size,
    "Gather": gather,
    "Identity": identity,
    "Cast": cast,
    "Constant": constant,
    "ConstantOfShape": constant_of_shape,
    "Range": range_,
    "ReduceProd": reduce_product,
}
