"""The operators of the strict profile: equal shapes, explicit types, explicit attributes; then the same kernels.

Nothing here broadcasts but `broadcast` and its kin, visibly. So Expand is refused unless it has nothing to do, PRelu's
slope has the shape of X, and Gemm's C that of the result. Numbers and lists do not stand in for tensors, and an
attribute that is not written down is an error, Gemm's transpositions included.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from numpy.typing import NDArray

from .. import _native
from ..arrays import as_array
from ..clauses import rule
from ..errors import ArgumentError, ProfileError, Shape
from ..explain import shapes_differ, strict_types_differ
from ..shape_arguments import checked_shape
from ..spec.schemas import OPERATORS
from ..types import element_type
from .matrices import factor, flag, product_shape
from .refusals import operand_names
from .sonnx_views import broadcast, broadcast_shape_to, broadcast_shapes, broadcast_to

__all__ = [
    "add", "and_", "bit_shift", "bitwise_and", "bitwise_or", "bitwise_xor", "broadcast", "broadcast_shape_to",
    "broadcast_shapes", "broadcast_to", "div", "equal", "expand", "gemm", "greater", "greater_or_equal", "less",
    "less_or_equal", "max", "mean", "min", "mod", "mul", "or_", "pow", "prelu", "sub", "sum", "where", "xor",
]  # fmt: skip

Array = NDArray[Any]
Function = Callable[..., Any]


class _Omitted:
    """In place of a default: the strict profile has none."""

    def __repr__(self) -> str:
        return "<to be given>"


OMITTED: Final[Any] = _Omitted()


def _read(operator: str, operands: Sequence[Any]) -> list[Array]:
    """The operands as they are: dense tensors, of one explicit type where the schema has one.

    Clauses: R1, R3, strict-explicit
    """
    schema = OPERATORS[operator]
    if not operands:
        raise ArgumentError(summary=f"{operator} takes at least one tensor, and none was given", code="schema-types")
    names = operand_names(schema, len(operands))
    arrays = [as_array(operand, name, "sonnx") for operand, name in zip(operands, names, strict=True)]
    variables = dict(schema.operands)
    same = [m for m, name in enumerate(names) if variables.get(name, "T") == "T"]
    types = [element_type(arrays[m]).name for m in same]
    if len(set(types)) > 1:
        raise strict_types_differ(operator, [names[m] for m in same], types)
    return arrays


def _require_one_shape(operator: str, names: Sequence[str], shapes: Sequence[Shape]) -> None:
    """Clauses: R2, R4, 004.C1, strict-shapes."""
    if len(set(shapes)) > 1:
        raise shapes_differ(operator, names, shapes)


def _require_given(operator: str, **attributes: Any) -> None:
    """Refuses an attribute that was not written down.

    Clauses: strict-explicit
    """
    for name, value in attributes.items():
        if value is OMITTED:
            raise _implicit(operator, f"needs {name} to be given: the strict profile has no default attributes", name)


def _implicit(operator: str, what: str, argument: str) -> ProfileError:
    return ProfileError(
        summary=f"{operator} {what}", code="strict-explicit", rule=rule("strict-explicit"), argument=argument
    )


def _compute(operator: str, function: Function, operands: Sequence[Any], **given: Any) -> Any:
    """An element-wise operator of operands of one shape.

    Clauses: R1, R2, R3, R4, 004.C1, strict-shapes, strict-explicit
    """
    arrays = _read(operator, operands)
    names = operand_names(OPERATORS[operator], len(arrays))
    _require_one_shape(operator, names, [array.shape for array in arrays])
    return function(*arrays, **given)


def _strict(operator: str, function: Function) -> Function:
    """The strict form of an operator without attributes."""

    def call(*operands: Any, out: Any = None) -> Any:
        return _compute(operator, function, operands, out=out)

    def call_two(a: Any, b: Any, /, *, out: Any = None) -> Any:
        return _compute(operator, function, (a, b), out=out)

    strict: Function = call if OPERATORS[operator].is_variadic else call_two
    strict.__name__ = strict.__qualname__ = function.__name__
    first, *rest = (function.__doc__ or "").split("\n")
    strict.__doc__ = "\n".join([f"{first} Operands of one shape only.", *rest])
    return strict


add = _strict("Add", _native.add)
sub = _strict("Sub", _native.sub)
mul = _strict("Mul", _native.mul)
div = _strict("Div", _native.div)
pow = _strict("Pow", _native.pow)
max = _strict("Max", _native.max)
min = _strict("Min", _native.min)
sum = _strict("Sum", _native.sum)
mean = _strict("Mean", _native.mean)
equal = _strict("Equal", _native.equal)
greater = _strict("Greater", _native.greater)
greater_or_equal = _strict("GreaterOrEqual", _native.greater_or_equal)
less = _strict("Less", _native.less)
less_or_equal = _strict("LessOrEqual", _native.less_or_equal)
and_ = _strict("And", _native.and_)
or_ = _strict("Or", _native.or_)
xor = _strict("Xor", _native.xor)
bitwise_and = _strict("BitwiseAnd", _native.bitwise_and)
bitwise_or = _strict("BitwiseOr", _native.bitwise_or)
bitwise_xor = _strict("BitwiseXor", _native.bitwise_xor)
prelu = _strict("PRelu", _native.prelu)


def where(condition: Any, x: Any, y: Any, /, *, out: Any = None) -> Any:
    """X where the condition is true, else Y, all of one shape; bits are copied.

    >>> import numpy as np
    >>> where(np.array([True, False]), np.array([9, 8]), np.array([6, 5])).tolist()
    [9, 5]

    Clauses: Where, R1, R2, R3, R4, 004.C1, Where-types, Where-condition
    """
    return _compute("Where", _native.where, (condition, x, y), out=out)


def mod(a: Any, b: Any, /, *, fmod: Any = OMITTED, out: Any = None) -> Any:
    """The remainder of A / B, with the sign of B, or with fmod of A; fmod has to be given.

    Clauses: mod, strict-explicit, strict-shapes
    """
    _require_given("Mod", fmod=fmod)
    return _compute("Mod", _native.mod, (a, b), fmod=fmod, out=out)


def bit_shift(x: Any, y: Any, /, *, direction: Any = OMITTED, out: Any = None) -> Any:
    """X shifted by Y bits, 'LEFT' or 'RIGHT'; direction has to be given.

    Clauses: bit-shift, strict-explicit, strict-shapes
    """
    _require_given("BitShift", direction=direction)
    return _compute("BitShift", _native.bit_shift, (x, y), direction=direction, out=out)


def expand(x: Any, shape: Any, /, *, out: Any = None) -> Any:
    """A copy of X, whose shape has to be the given one: in the strict profile only `broadcast` repeats elements.

    Clauses: bit-copy, R2, R4, strict-shapes
    """
    array = as_array(x, "input", "sonnx")
    wanted = checked_shape(shape, "shape")
    _require_one_shape("Expand", ("input", "shape"), (array.shape, wanted))
    return _native.expand(array, wanted, out=out)


def gemm(
    a: Any,
    b: Any,
    c: Any,
    *,
    alpha: Any = OMITTED,
    beta: Any = OMITTED,
    trans_a: Any = OMITTED,
    trans_b: Any = OMITTED,
    out: Any = None,
) -> Any:
    """alpha A' B' + beta C, with C None or of the result's shape; every attribute has to be given.

    On integers alpha and beta are integers too, because nothing is rounded here.

    Clauses: gemm, R2, R3, R4, strict-shapes, strict-explicit
    """
    _require_given("Gemm", alpha=alpha, beta=beta, trans_a=trans_a, trans_b=trans_b)
    arrays = _read("Gemm", (a, b) if c is None else (a, b, c))
    factors, flags = (
        (factor("alpha", alpha), factor("beta", beta)),
        (flag("trans_a", trans_a), flag("trans_b", trans_b)),
    )
    shape = product_shape(arrays[0], arrays[1], *flags)
    if c is not None:
        _require_one_shape("Gemm", ("A'·B'", "C"), (shape, arrays[2].shape))
    if element_type(arrays[0]).kind in ("int", "uint"):
        _require_integers(alpha=factors[0], beta=factors[1])
    addend = arrays[2] if c is not None else None
    return _native.gemm(
        arrays[0], arrays[1], addend, alpha=factors[0], beta=factors[1], trans_a=flags[0], trans_b=flags[1], out=out
    )


def _require_integers(**factors: float) -> None:
    for name, value in factors.items():
        if not value.is_integer():
            raise _implicit("Gemm", f"of integers takes an integer as {name}, not {value}: nothing is rounded", name)
