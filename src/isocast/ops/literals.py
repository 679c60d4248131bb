"""Python numbers among the operands: they have no ONNX type, and take on that of the tensors beside them.

Only if that type holds exactly their value: nothing is ever rounded behind the caller's back. An exponent's type is
free, so a number there is an int64 or a double. Must not import `elementwise` or anything below it.
"""

from __future__ import annotations

from fractions import Fraction
from math import isinf, isnan
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..clauses import rule
from ..errors import TypeMismatchError
from ..types import ELEMENT_TYPES, ElementType

Number = bool | int | float
_RANGES: Final = {name: np.iinfo(row.numpy) for name, row in ELEMENT_TYPES.items() if row.kind in ("int", "uint")}


def is_number(value: Any) -> bool:
    """Whether the value is a Python number, not a NumPy one, which has a type."""
    return isinstance(value, bool | int | float) and not isinstance(value, np.generic)


def exponent(value: Number) -> NDArray[Any]:
    """A number as the exponent of Pow: a double, or an int64.

    Clauses: pow-float, pow-int
    """
    kind = "double" if isinstance(value, float) else "int64"
    return typed("Pow", "Y", value, ELEMENT_TYPES[kind])


def typed(operator: str, name: str, value: Number, element: ElementType) -> NDArray[Any]:
    """The number as a scalar tensor of the element type, or TypeMismatchError if that type does not hold it exactly.

    >>> typed("Add", "B", 3, ELEMENT_TYPES["float16"])
    array(3., dtype=float16)
    >>> typed("Add", "B", 0.1, ELEMENT_TYPES["float"])
    Traceback (most recent call last):
    isocast.TypeMismatchError: Add cannot take the number 0.1 as B: float does not hold it exactly
    rule: schema-types, the types of the stated opset's schema, never converted
    help: round it yourself, with numpy.float32(0.1)

    Clauses: schema-types
    """
    if not _holds(element, value):
        raise TypeMismatchError(
            summary=f"{operator} cannot take the number {value!r} as {name}: {element.name} does not hold it exactly",
            code="schema-types",
            rule=rule("schema-types"),
            help=f"round it yourself, with {_constructor(element)}({value!r})",
            argument=name,
            types=(element.name,),
        )
    return _array(element, value)


def _array(element: ElementType, value: Number) -> NDArray[Any]:
    with np.errstate(over="ignore"):  # what overflows is found out by comparing
        return np.array(value, object if element.kind == "real" else element.numpy)


def _holds(element: ElementType, value: Number) -> bool:
    if element.kind == "bool" or isinstance(value, bool):
        return element.kind == "bool" and isinstance(value, bool)
    if element.kind in ("int", "uint"):
        limits = _RANGES[element.name]
        return limits.min <= value <= limits.max and value == int(value)  # NaN is in no range
    if element.kind == "real":
        return isinstance(value, int)
    return element.kind in ("float", "complex") and _float_holds(element, value)


def _float_holds(element: ElementType, value: Number) -> bool:
    if isinstance(value, float) and (isnan(value) or isinf(value)):
        return True
    try:
        held = _array(element, value).astype(np.complex128).real.item()
    except OverflowError:  # an integer beyond any double
        return False
    return not isinf(held) and Fraction(held) == Fraction(value)


def _constructor(element: ElementType) -> str:
    package = "ml_dtypes" if element.name == "bfloat16" else "numpy"
    return "fractions.Fraction" if element.kind == "real" else f"{package}.{element.numpy.name}"
