"""What people hand to an operator, as plain arrays: operands, Python numbers among them, and `out`.

Must not import `elementwise` or anything below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arrays import as_array
from ..errors import ArgumentError
from ..spec.schemas import Operator
from ..types import ELEMENT_TYPES, element_type
from . import literals
from .refusals import operand_names, out_error

Array = NDArray[Any]


def read_operands(operator: Operator, operands: Sequence[Any]) -> tuple[Array, ...]:
    """The operands as arrays, without a copy; Python numbers take on the type of the tensors beside them.

    Clauses: schema-types
    """
    if not operands:
        raise ArgumentError(
            summary=f"{operator.name} takes at least one tensor, and none was given",
            code="schema-types",
            help="give one tensor or more",
        )
    names = operand_names(operator, len(operands))
    arrays: list[Array | None] = [
        None if literals.is_number(operand) else as_array(operand, name)
        for name, operand in zip(names, operands, strict=True)
    ]
    return tuple(
        _number(operator, names, place, operands[place], arrays) if array is None else array
        for place, array in enumerate(arrays)
    )


def _number(operator: Operator, names: Sequence[str], place: int, value: Any, arrays: Sequence[Array | None]) -> Array:
    variables = [operator.operands[min(i, len(operator.operands) - 1)][1] for i in range(len(arrays))]
    if operator.name == "Pow" and place == 1 and arrays[0] is not None:
        return literals.exponent(value)
    for variable, array in zip(variables, arrays, strict=True):
        if array is not None and (variable == variables[place] or operator.name == "Pow"):
            return literals.typed(operator.name, names[place], value, element_type(array))
    only = operator.types[variables[place]]
    if len(only) == 1:  # Where's condition, And, Or, Xor
        return literals.typed(operator.name, names[place], value, ELEMENT_TYPES[only[0]])
    return as_array(value, names[place])


def read_out(operator: str, out: Any) -> Array:
    """The memory that `out` stands for, whatever it holds; an object whose memory cannot be shared is refused."""
    if isinstance(out, np.ndarray) and not isinstance(out, np.ma.MaskedArray):
        return out.view(np.ndarray)
    if isinstance(out, np.ndarray | type) or not hasattr(out, "__dlpack__"):
        why = f"it is of type {type(out).__name__}, not a plain array"
        raise out_error(operator, why, "give a NumPy array, or leave out away")
    return as_array(out, "out")
