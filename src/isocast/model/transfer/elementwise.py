"""The element-wise operators: the shape their operands broadcast to, and arithmetic on what small tensors hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from onnx import TensorProto

from ...shapes import Refusal, SymbolicShape, broadcast
from ...sizes import Size
from ..amounts import Amounts
from ..values import Content, Value
from .call import Call, Transfer

_Arithmetic = Callable[[Amounts, Size, Size], Size | None]

_BOOLEAN: Final = frozenset(("Equal", "Greater", "GreaterOrEqual", "Less", "LessOrEqual", "And", "Or", "Xor"))
_INTEGERS: Final = frozenset((TensorProto.INT64, TensorProto.INT32, TensorProto.BOOL))
_LIMIT: Final = 2**31  # of the narrowest of them; sizes beyond it are not followed through arithmetic


def _equal(amounts: Amounts, a: Size, b: Size) -> Size | None:
    difference = amounts.subtract(a, b)
    if isinstance(difference, int):
        return int(difference == 0)
    # The model's sizes are never negative: a shape that was computed is compared with -1 by many exporters.
    is_other_sign = (amounts.is_negative(a) and amounts.is_positive(b)) or (
        amounts.is_negative(b) and amounts.is_positive(a)
    )
    return 0 if is_other_sign else None


def _logical(word: str) -> _Arithmetic:
    def compute(_: Amounts, a: Size, b: Size) -> Size | None:
        if not (isinstance(a, int) and isinstance(b, int)):
            return None
        return int({"And": bool(a and b), "Or": bool(a or b), "Xor": bool(a) != bool(b)}[word])

    return compute


_ARITHMETIC: Final[dict[str, _Arithmetic]] = {
    "Add": Amounts.add,
    "Sub": Amounts.subtract,
    "Mul": Amounts.multiply,
    "Div": Amounts.divide,
    "Mod": Amounts.modulo,
    "Min": Amounts.least,
    "Max": Amounts.greatest,
    "Equal": _equal,
    "And": _logical("And"),
    "Or": _logical("Or"),
    "Xor": _logical("Xor"),
}


def elementwise(call: Call) -> Value | None:
    """The result of an operator with multidirectional broadcasting; before opset 7 (8) it has the shape of A.

    Clauses: multi-operators, multi-2, multi-3, legacy-axis
    """
    if not call.inputs or None in call.inputs:
        return None
    shape = _legacy_shape(call) if _is_legacy(call) else common_shape(call)
    element = TensorProto.BOOL if call.operator in _BOOLEAN else call.operand(0).element
    return call.result(element, shape, _content(call, shape))


def where(call: Call) -> Value | None:
    """The result of Where: X's type, the common shape; and the elements chosen, where the condition is known.

    Clauses: Where
    """
    if len(call.inputs) != 3 or None in call.inputs:
        return None
    shape = common_shape(call)
    content = None
    if shape is not None and (columns := _columns(call, shape)) is not None:
        content = tuple(_chosen(condition, x, y) for condition, x, y in columns)
    return call.result(call.operand(1).element or call.operand(2).element, shape, content)


def _chosen(condition: Size | None, x: Size | None, y: Size | None) -> Size | None:
    if isinstance(condition, int):
        return x if condition else y
    return x if x is not None and x == y else None


def common_shape(call: Call) -> SymbolicShape | None:
    """The shape all operands broadcast to, if they do."""
    shapes = [call.operand(place).shape for place in range(len(call.inputs))]
    known = [shape for shape in shapes if shape is not None]
    if len(known) < len(shapes):
        return None
    if len(set(map(id, known))) == 1:
        return known[0]
    outcome = broadcast(known)
    return None if isinstance(outcome, Refusal) else outcome.shape


def _is_legacy(call: Call) -> bool:
    return call.version < 7 or (call.version < 8 and call.operator in {"Max", "Min", "Mean", "Sum"})


def _legacy_shape(call: Call) -> SymbolicShape | None:
    return call.operand(0).shape


def _content(call: Call, shape: SymbolicShape | None) -> Content | None:
    compute = _ARITHMETIC.get(call.operator)
    if compute is None or shape is None or call.operand(0).content is None:
        return None
    if any(call.operand(place).element not in _INTEGERS for place in range(len(call.inputs))):
        return None
    if call.attributes.get("fmod"):
        return None
    columns = _columns(call, shape)
    if columns is None:
        return None
    return tuple(_folded(call.amounts, compute, column) for column in columns)


def _folded(amounts: Amounts, compute: _Arithmetic, column: tuple[Size | None, ...]) -> Size | None:
    found = column[0]
    for other in column[1:]:
        found = None if found is None or other is None else compute(amounts, found, other)
    # What would wrap around is not followed.
    return None if isinstance(found, int) and not -_LIMIT <= found < _LIMIT else found


def _columns(call: Call, shape: SymbolicShape) -> list[tuple[Size | None, ...]] | None:
    """For each element of a result with at most one axis, the elements it is computed from."""
    contents = [value.content if value is not None else None for value in call.inputs]
    known = [content for content in contents if content is not None]
    length = shape[0] if shape else 1
    if len(known) < len(contents) or len(shape) > 1 or not isinstance(length, int) or not 0 <= length <= 64:
        return None
    if any(len(content) not in (1, length) for content in known):
        return None
    return list(zip(*(content * length if len(content) == 1 else content for content in known), strict=True))


_OPERATORS: Final = (
    "Add", "And", "BitShift", "BitwiseAnd", "BitwiseOr", "BitwiseXor", "Div", "Equal", "Greater", "GreaterOrEqual",
    "Less", "LessOrEqual", "Max", "Mean", "Min", "Mod", "Mul", "Or", "Pow", "Sub", "Sum", "Xor",
)  # fmt: skip
ELEMENTWISE: Final[dict[str, Transfer]] = {**dict.fromkeys(_OPERATORS, elementwise), "Where": where}
