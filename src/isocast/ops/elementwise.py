"""The element-wise operators in Python, for every call that the C functions of the same names leave alone.

That is: operands that are not plain arrays, strings and exact numbers, and everything that ends in an exception.
Must not import `sonnx` or anything below it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .. import _native
from ..clauses import rule
from ..errors import ArgumentError, Shape, ShapeError
from ..shape_arguments import checked_shape
from ..spec.schemas import OPERATORS, Operator
from ..types import element_type
from . import exact
from .operands import read_operands, read_out
from .refusals import check_types, operand_names, refusal
from .views import common_shape, target_shape

Array = NDArray[Any]

_BINARY: Final = {
    "add": "Add",
    "sub": "Sub",
    "mul": "Mul",
    "div": "Div",
    "pow": "Pow",
    "equal": "Equal",
    "greater": "Greater",
    "greater_or_equal": "GreaterOrEqual",
    "less": "Less",
    "less_or_equal": "LessOrEqual",
    "and_": "And",
    "or_": "Or",
    "xor": "Xor",
    "bitwise_and": "BitwiseAnd",
    "bitwise_or": "BitwiseOr",
    "bitwise_xor": "BitwiseXor",
    "prelu": "PRelu",
}
_VARIADIC: Final = {"max": "Max", "min": "Min", "sum": "Sum", "mean": "Mean"}


def compute(name: str, operands: Sequence[Any], out: Any, code: str = "", **attributes: Any) -> Any:
    """The result of an element-wise operator; `code` is the core's word for it, where attributes choose among several.

    Clauses: schema-types, multi-operators, uni-operators
    """
    operator = OPERATORS[name]
    arrays = read_operands(operator, operands)
    names, types = operand_names(operator, len(arrays)), [element_type(array).name for array in arrays]
    check_types(operator, names, types)
    target = None if out is None else read_out(name, out)
    if types[-1] in ("string", "real"):
        result = exact.compute(operator, arrays, _shape(operator, arrays), target, attributes)
    else:
        result = _by_core(operator, code or name, arrays, target)
    return result if out is None else out


def _by_core(operator: Operator, code: str, arrays: tuple[Array, ...], out: Array | None) -> Array:
    answer = _native.attempt(code, arrays, out, None)
    if isinstance(answer, tuple):
        raise refusal(answer, operator, arrays, _shape(operator, arrays), out)
    return answer


def _shape(operator: Operator, arrays: Sequence[Array]) -> Shape:
    names, shapes = operand_names(operator, len(arrays)), [array.shape for array in arrays]
    if operator.name == "PRelu":
        return target_shape("PRelu", (names[0], names[1]), (shapes[0], shapes[1]), "onnx")
    return common_shape(operator.name, names, shapes, "onnx")


def mod(a: Any, b: Any, /, *, fmod: bool = False, out: Any = None) -> Any:
    """The remainder of A / B, with the sign of B, or with fmod of A; integers exactly.

    Clauses: mod
    """
    if isinstance(fmod, np.bool_) or fmod in (0, 1):
        return compute("Mod", (a, b), out, "Mod fmod" if fmod else "Mod", fmod=int(fmod))
    raise _attribute_error("Mod", "fmod", fmod, "False or True", "mod")


def bit_shift(x: Any, y: Any, /, *, direction: str, out: Any = None) -> Any:
    """X shifted by Y bits; direction is 'LEFT' or 'RIGHT'. Past the width: 0, or -1.

    Clauses: bit-shift
    """
    if direction not in ("LEFT", "RIGHT"):
        raise _attribute_error("BitShift", "direction", direction, "'LEFT' or 'RIGHT'", "bit-shift")
    return compute("BitShift", (x, y), out, f"BitShift {direction}", direction=direction)


def where(condition: Any, x: Any, y: Any, /, *, out: Any = None) -> Any:
    """X where the condition is true, else Y; bits are copied.

    Clauses: Where, Where-condition, bit-copy
    """
    return compute("Where", (condition, x, y), out)


def expand(x: Any, shape: Any, /, *, out: Any = None) -> Any:
    """X repeated as broadcasting it with a tensor of that shape repeats it; bits are copied.

    Clauses: bit-copy
    """
    operator = OPERATORS["Expand"]
    (array,) = read_operands(operator, (x,))
    asked = _sizes(shape)
    kind = element_type(array).name
    result_shape = common_shape("Expand", ("input", "shape"), (array.shape, asked), "onnx")
    target = None if out is None else read_out("Expand", out)
    if kind in ("string", "real"):
        result = exact.compute(operator, (array,), result_shape, target, {})
    else:
        answer = _native.attempt("Expand", (array,), target, asked)
        if isinstance(answer, tuple):
            raise refusal(answer, operator, (array,), result_shape, target)
        result = answer
    return result if out is None else out


def _sizes(shape: Any) -> Shape:
    """The shape that Expand was asked for: a sequence of sizes, or as in ONNX an int64 tensor of them."""
    if isinstance(shape, np.ndarray) and (shape.ndim != 1 or shape.dtype.newbyteorder("=") != np.int64):
        found = f"a {shape.dtype.name} tensor of {shape.ndim} axes"
        raise ShapeError(
            summary=f"Expand takes an int64 tensor of one axis as shape, not {found}",
            code="shape",
            rule=rule("bit-copy"),
            help="give a tuple of sizes, or numpy.array(sizes, numpy.int64)",
            argument="shape",
        )
    return checked_shape(shape, "shape")


def _attribute_error(operator: str, attribute: str, value: Any, allowed: str, tag: str) -> ArgumentError:
    return ArgumentError(
        summary=f"{operator} takes {allowed} as {attribute}, not {value!r}",
        code=tag,
        rule=rule(tag),
        argument=attribute,
    )


def _binary(function: str, operator: str) -> Callable[..., Any]:
    def call(a: Any, b: Any, /, *, out: Any = None) -> Any:
        return compute(operator, (a, b), out)

    call.__name__ = call.__qualname__ = function
    return call


def _variadic(function: str, operator: str) -> Callable[..., Any]:
    def call(*tensors: Any, out: Any = None) -> Any:
        return compute(operator, tensors, out)

    call.__name__ = call.__qualname__ = function
    return call


FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {
    **{function: _binary(function, operator) for function, operator in _BINARY.items()},
    **{function: _variadic(function, operator) for function, operator in _VARIADIC.items()},
    **{function.__name__: function for function in (mod, bit_shift, where, expand)},
}
"""Every element-wise operator by the name of its function."""
