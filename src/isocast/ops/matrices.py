"""Gemm in Python, for every call that the C function leaves alone.

That is: operands that are not plain arrays, exact numbers, and everything that ends in an exception.
Must not import `sonnx` or anything below it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _native
from ..clauses import rule
from ..errors import ArgumentError, IsocastError, Shape, ShapeError
from ..explain import unidirectional_error
from ..shapes import Refusal, broadcast_to, shape_text
from ..spec.schemas import OPERATORS
from ..types import element_type
from . import exact
from .operands import read_operands, read_out
from .refusals import Refused, check_types, refusal

Array = NDArray[Any]
_OPERATOR = OPERATORS["Gemm"]


def gemm(
    a: Any,
    b: Any,
    c: Any = None,
    *,
    alpha: float = 1.0,
    beta: float = 1.0,
    trans_a: bool = False,
    trans_b: bool = False,
    out: Any = None,
) -> Any:
    """alpha A' B' + beta C, where A' and B' are A and B or their transposes, and C broadcasts to the result's shape.

    Clauses: gemm, uni-operators, uni-result
    """
    factors = factor("alpha", alpha), factor("beta", beta)
    flags = flag("trans_a", trans_a), flag("trans_b", trans_b)
    arrays = read_operands(_OPERATOR, (a, b) if c is None else (a, b, c))
    types = [element_type(array).name for array in arrays]
    check_types(_OPERATOR, ("A", "B", "C")[: len(arrays)], types)
    target = None if out is None else read_out("Gemm", out)
    if types[0] == "real":
        given = {"alpha": factors[0], "beta": factors[1], "trans_a": flags[0], "trans_b": flags[1]}
        result = exact.compute(_OPERATOR, arrays, (), target, given)
    else:
        addend = arrays[2] if len(arrays) == 3 else None
        answer = _native.gemm_attempt(arrays[0], arrays[1], addend, *factors, *flags, target)
        if isinstance(answer, tuple):
            raise _refusal(answer, arrays, flags, target)
        result = answer
    return result if out is None else out


def product_shape(a: Array, b: Array, trans_a: bool, trans_b: bool) -> Shape:
    """The shape (M, N) of A' B', or ShapeError if there is no such product.

    Clauses: gemm
    """
    for name, array in (("A", a), ("B", b)):
        if array.ndim != 2:
            raise _shape_error(name, f"{name} has shape {shape_text(array.shape)}, and a matrix has 2 axes")
    left = a.shape[::-1] if trans_a else a.shape
    right = b.shape[::-1] if trans_b else b.shape
    if left[1] != right[0]:
        raise _shape_error("B", f"A' is {shape_text(left)} and B' is {shape_text(right)}: {left[1]} is not {right[0]}")
    return left[0], right[1]


def _refusal(refused: Refused, arrays: tuple[Array, ...], flags: tuple[bool, bool], out: Array | None) -> IsocastError:
    shape = product_shape(arrays[0], arrays[1], *flags)
    if len(arrays) == 3 and isinstance(broadcast_to(arrays[2].shape, shape), Refusal):
        return unidirectional_error("Gemm", ("A'·B'", "C"), (shape, arrays[2].shape), 2)
    return refusal(refused, _OPERATOR, arrays, shape, out)


def _shape_error(name: str, what: str) -> ShapeError:
    return ShapeError(
        summary=f"Gemm cannot multiply: {what}",
        code="gemm",
        rule=rule("gemm"),
        help="trans_a and trans_b transpose A and B",
        argument=name,
    )


def factor(name: str, value: Any) -> float:
    """alpha or beta as a float; anything but a real number is refused."""
    if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
        raise _attribute_error(name, value, "a number")
    return float(value)


def flag(name: str, value: Any) -> bool:
    """trans_a or trans_b as a bool; ONNX writes 0 and 1."""
    if not (isinstance(value, bool | np.bool_ | int) and value in (0, 1)):
        raise _attribute_error(name, value, "True or False")
    return bool(value)


def _attribute_error(name: str, value: Any, allowed: str) -> ArgumentError:
    return ArgumentError(
        summary=f"Gemm takes {allowed} as {name}, not {value!r}", code="gemm", rule=rule("gemm"), argument=name
    )
