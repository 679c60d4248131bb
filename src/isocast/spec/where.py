"""Where, as seed 004 states it: restrictions R1 to R4, constraint C1, sixteen types; and ONNX's, which broadcasts.

Standard library only.
"""

from __future__ import annotations

from ..clauses import rule
from ..errors import TypeMismatchError
from .broadcast import broadcast
from .profile import require_same_shape, require_same_type
from .tensor import Tensor

WHERE_TYPES = (
    "bfloat16", "bool", "complex128", "complex64", "double", "float", "float16", "int16",
    "int32", "int64", "int8", "string", "uint16", "uint32", "uint64", "uint8",
)  # fmt: skip
"""The sixteen types X, Y and Z may have. Clauses: Where-types"""


def where(condition: Tensor, X: Tensor, Y: Tensor) -> Tensor:
    """ONNX's Where: the three tensors broadcast, and then element by element.

    Clauses: Where, multi-operators
    """
    _check_types(condition, X, Y)
    return _select(*broadcast(condition, X, Y))


def where_strict(condition: Tensor, X: Tensor, Y: Tensor) -> Tensor:
    """Where of the strict profile: the three tensors have one shape, and Z has it too.

    >>> where_strict(Tensor((2,), (True, False), "bool"), Tensor((2,), (9, 8)), Tensor((2,), (6, 5))).values
    (9, 5)

    Clauses: Where, R2, R3, R4, 004.C1
    """
    require_same_shape("Where", ("condition", "X", "Y"), (condition.shape, X.shape, Y.shape))
    require_same_type("Where", ("X", "Y"), (X.type, Y.type))
    _check_types(condition, X, Y)
    return _select(condition, X, Y)


def _select(condition: Tensor, X: Tensor, Y: Tensor) -> Tensor:
    """Z[i] = X[i] if condition[i] is different of false, Y[i] otherwise; the values are copied, never computed with.

    Clauses: Where, bit-copy, B7
    """
    picks = zip(condition.values, X.values, Y.values, strict=True)
    return Tensor(X.shape, tuple(x if c else y for c, x, y in picks), X.type)


def _check_types(condition: Tensor, X: Tensor, Y: Tensor) -> None:
    """The condition is bool; X and Y have one type, one of the sixteen or exact reals.

    Clauses: Where-condition, Where-types, schema-types, R3
    """
    types = (condition.type, X.type, Y.type)
    if condition.type != "bool":
        raise _type_error(f"Where takes a bool condition, not {condition.type}", "Where-condition", types)
    if X.type != Y.type:
        raise _type_error(f"Where takes X and Y of one type, not {X.type} and {Y.type}", "schema-types", types)
    if X.type not in (*WHERE_TYPES, "real"):
        raise _type_error(f"Where does not take {X.type}", "Where-types", types)


def _type_error(summary: str, tag: str, types: tuple[str, ...]) -> TypeMismatchError:
    return TypeMismatchError(summary=summary, code=tag, rule=rule(tag), types=types)
