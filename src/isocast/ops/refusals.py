"""From what the C core refused to the exception people read: the operator, the operands' names, the facts.

Must not import `elementwise` or anything below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..clauses import rule
from ..errors import ArgumentError, DivisionByZeroError, IntegerRangeError, IsocastError, Shape
from ..explain import broadcast_error, memory_refused, type_refused, types_differ, unidirectional_error
from ..memory import check_addressable
from ..shapes import shape_text
from ..spec.schemas import Operator
from ..types import ELEMENT_TYPES, element_type

Array = NDArray[Any]
Refused = tuple[str, int, int, int]

_VALUE_TAGS: Final = {"Div": "int-div", "Mod": "mod", "Pow": "pow-int", "Gemm": "gemm"}


def operand_names(operator: Operator, count: int) -> list[str]:
    """The operands' names as ONNX has them, numbered where an operand may be repeated.

    >>> from isocast.spec.schemas import OPERATORS
    >>> operand_names(OPERATORS["Max"], 2)
    ['data_0', 'data_1']
    """
    names = [name for name, _ in operator.operands]
    return [f"{names[0]}_{place}" for place in range(count)] if operator.is_variadic else names[:count]


def check_types(operator: Operator, names: Sequence[str], types: Sequence[str]) -> None:
    """Refuses a type that is not in the schema, and two types where the schema has one.

    Clauses: schema-types, Where-condition
    """
    variables = [operator.operands[min(place, len(operator.operands) - 1)][1] for place in range(len(types))]
    for name, variable, type_ in zip(names, variables, types, strict=True):
        if type_ not in operator.types[variable] and not (type_ == "real" and variable in operator.reals):
            raise type_refused(operator.name, name, type_, operator.types[variable])
    for variable in dict.fromkeys(variables):
        places = [place for place, other in enumerate(variables) if other == variable]
        if len({types[place] for place in places}) > 1:
            raise types_differ(operator.name, [names[place] for place in places], [types[place] for place in places])
    if operator.name == "Pow" and (types[0] == "real") != (types[1] == "real"):
        raise types_differ("Pow", names, types)


def result_type(operator: Operator, arrays: Sequence[Array]) -> np.dtype[Any]:
    """The NumPy type of the result: of the first operand that has the result's type, or bool."""
    if operator.types[operator.result] == ("bool",):
        return np.dtype(bool)
    place = next(place for place, (_, variable) in enumerate(operator.operands) if variable == operator.result)
    return ELEMENT_TYPES[element_type(arrays[place]).name].numpy


def refusal(
    refused: Refused, operator: Operator, arrays: Sequence[Array], shape: Shape, out: Array | None
) -> IsocastError:
    """The exception for a call that the core refused; `shape` is the result's, as far as there is one.

    Clauses: E1, B6, uni-2, int-div, mod, pow-int, gemm
    """
    status, _, _, index = refused
    names, shapes = operand_names(operator, len(arrays)), [array.shape for array in arrays]
    if status == "E1":
        return broadcast_error(operator.name, names, shapes)
    if status == "unidirectional":
        return unidirectional_error(operator.name, (names[0], names[-1]), (shape, shapes[-1]), len(arrays) - 1)
    if status in ("division", "range"):
        return _value_error(status, operator.name, index)
    wanted = result_type(operator, arrays)
    if status == "out" and out is not None:
        return unusable_out(operator.name, out, shape, wanted)
    if status == "too large":
        size = check_addressable(operator.name, shape, wanted.itemsize)
        return memory_refused(operator.name, shape, size)
    return ArgumentError(summary=f"{operator.name} was refused: {status}", code="tensor")


def _value_error(status: str, operator: str, index: int) -> IsocastError:
    tag = _VALUE_TAGS[operator]
    if status == "division":
        what = "0 is raised to a negative power" if operator == "Pow" else "the divisor is 0"
        help_ = "replace the zeros first, for instance with where"
        summary = f"{operator}: {what} at flat index {index}"
        return DivisionByZeroError(summary=summary, code=tag, rule=rule(tag), help=help_, index=index)
    what = f"{operator}: no integer of the result's type is near the real result, at flat index {index}"
    return IntegerRangeError(summary=what, code=tag, rule=rule(tag), help="compute in double", index=index)


def unusable_out(operator: str, out: Array, shape: Shape, wanted: np.dtype[Any]) -> ArgumentError:
    """The exception for an `out` that cannot be the result of that shape and type.

    >>> print(unusable_out("Add", np.zeros(3, np.float32), (2,), np.dtype(np.float32)).summary)
    Add cannot write to out: it has shape (3,) and the result has (2,)
    """
    if out.shape != shape:
        why = f"it has shape {shape_text(out.shape)} and the result has {shape_text(shape)}"
    elif out.dtype.newbyteorder("=") != wanted:
        why = f"it has element type {out.dtype.name} and the result has {wanted.name}"
    elif not out.flags.writeable:
        why = "it is read-only"
    else:
        why = "some of its elements share memory"
    return out_error(operator, why, f"give numpy.empty({shape_text(shape)}, {wanted.name!r}), or leave out away")


def out_error(operator: str, why: str, help_: str) -> ArgumentError:
    """The exception for an `out` that cannot be written to."""
    return ArgumentError(
        summary=f"{operator} cannot write to out: {why}",
        code="out",
        rule="out, a writable array of exactly the result's shape and element type",
        help=help_,
        argument="out",
    )
