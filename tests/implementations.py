"""The two readings of the standard behind one call: the oracle, and the library on top of its C core."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import isocast as ic
from isocast.spec import operators
from tests.tensors import Array, to_array, to_tensor

Implementation = Callable[..., Array]

FUNCTIONS: dict[str, Any] = {
    "Add": ic.add,
    "Sub": ic.sub,
    "Mul": ic.mul,
    "Div": ic.div,
    "Mod": ic.mod,
    "Pow": ic.pow,
    "Max": ic.max,
    "Min": ic.min,
    "Sum": ic.sum,
    "Mean": ic.mean,
    "Equal": ic.equal,
    "Greater": ic.greater,
    "GreaterOrEqual": ic.greater_or_equal,
    "Less": ic.less,
    "LessOrEqual": ic.less_or_equal,
    "And": ic.and_,
    "Or": ic.or_,
    "Xor": ic.xor,
    "BitShift": ic.bit_shift,
    "BitwiseAnd": ic.bitwise_and,
    "BitwiseOr": ic.bitwise_or,
    "BitwiseXor": ic.bitwise_xor,
    "PRelu": ic.prelu,
    "Gemm": ic.gemm,
    "Where": ic.where,
    "Expand": ic.expand,
}


def by_specification(name: str, *arrays: Array, **attributes: Any) -> Array:
    """The oracle's answer."""
    return to_array(operators.apply(name, *map(to_tensor, arrays), **attributes))


def by_library(name: str, *arrays: Array, **attributes: Any) -> Array:
    """The library's answer."""
    if "fmod" in attributes:
        attributes["fmod"] = bool(attributes["fmod"])
    result: Array = FUNCTIONS[name](*arrays, **attributes)
    return result


BOTH: dict[str, Implementation] = {"spec": by_specification, "native": by_library}
