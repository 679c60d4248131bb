"""The operators' schemas at opset 28: operands, element types, attributes; and the checks that follow from them.

A signature reads as in ONNX's tables: `A:T B:T -> T`. `C:T?` may be left out, `data:T…` may be repeated.
Data, and the refusals. Standard library only.
Clauses: schema-types.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ..clauses import rule
from ..errors import ArgumentError, IsocastError, TypeMismatchError
from .tensor import Tensor

FLOATS: Final = ("float16", "bfloat16", "float", "double")
SIGNED: Final = ("int8", "int16", "int32", "int64")
UNSIGNED: Final = ("uint8", "uint16", "uint32", "uint64")
INTEGERS: Final = (*SIGNED, *UNSIGNED)
NUMERIC: Final = (*FLOATS, *INTEGERS)
WIDE: Final = (*FLOATS, "int32", "int64", "uint32", "uint64")
EVERY: Final = (*NUMERIC, "bool", "string", "complex64", "complex128")

REQUIRED: Final = None
"""In place of a default: the attribute has none."""


@dataclass(frozen=True)
class Operator:
    """One operator: its operands as (name, type variable), the variable of its result, the types of each variable.

    `reals` names the variables that may also be the seeds' real numbers. `attributes` gives the defaults.
    """

    name: str
    operands: tuple[tuple[str, str], ...]
    result: str
    types: Mapping[str, tuple[str, ...]]
    attributes: Mapping[str, object]
    least: int
    is_variadic: bool
    reals: tuple[str, ...]

    @property
    def pairs(self) -> int:
        """How many (operator, type) pairs the schema has; Pow counts a base and an exponent as one."""
        exponents = len(self.types["T1"]) if self.name == "Pow" else 1
        return len(self.types["T"]) * exponents


def _operator(name: str, signature: str, reals: str = "T", **variables: object) -> Operator:
    """An operator from its signature; capital keywords are type variables, the others attributes and defaults."""
    inputs, result = signature.split(" -> ")
    operands = [tuple(operand.split(":")) for operand in inputs.split()]
    return Operator(
        name,
        tuple((operand, variable.rstrip("?…")) for operand, variable in operands),
        result,
        {key: value for key, value in variables.items() if key[0].isupper() and isinstance(value, tuple)},
        {key: value for key, value in variables.items() if key[0].islower()},
        sum(not variable.endswith("?") for _, variable in operands),
        inputs.endswith("…"),
        tuple(reals.split()),
    )


_BOOL: Final = ("bool",)
_TWO, _COMPARISON, _MANY = "A:T B:T -> T", "A:T B:T -> T1", "data:T… -> T"

OPERATORS: Final = {
    row.name: row
    for row in (
        _operator("Add", _TWO, T=NUMERIC),
        _operator("Sub", _TWO, T=NUMERIC),
        _operator("Mul", _TWO, T=NUMERIC),
        _operator("Div", _TWO, T=NUMERIC),
        _operator("Mod", _TWO, T=NUMERIC, fmod=0),
        _operator("Pow", "X:T Y:T1 -> T", reals="T T1", T=(*FLOATS, "int32", "int64"), T1=NUMERIC),
        _operator("Max", _MANY, T=NUMERIC),
        _operator("Min", _MANY, T=NUMERIC),
        _operator("Sum", _MANY, T=FLOATS),
        _operator("Mean", _MANY, T=FLOATS),
        _operator("Equal", _COMPARISON, T=(*NUMERIC, "bool", "string"), T1=_BOOL),
        _operator("Greater", _COMPARISON, T=NUMERIC, T1=_BOOL),
        _operator("GreaterOrEqual", _COMPARISON, T=NUMERIC, T1=_BOOL),
        _operator("Less", _COMPARISON, T=NUMERIC, T1=_BOOL),
        _operator("LessOrEqual", _COMPARISON, T=NUMERIC, T1=_BOOL),
        _operator("And", _COMPARISON, reals="", T=_BOOL, T1=_BOOL),
        _operator("Or", _COMPARISON, reals="", T=_BOOL, T1=_BOOL),
        _operator("Xor", _COMPARISON, reals="", T=_BOOL, T1=_BOOL),
        _operator("BitShift", "X:T Y:T -> T", reals="", T=INTEGERS, direction=REQUIRED),
        _operator("BitwiseAnd", _TWO, reals="", T=INTEGERS),
        _operator("BitwiseOr", _TWO, reals="", T=INTEGERS),
        _operator("BitwiseXor", _TWO, reals="", T=INTEGERS),
        _operator("PRelu", "X:T slope:T -> T", T=WIDE),
        _operator("Gemm", "A:T B:T C:T? -> T", T=WIDE, alpha=1.0, beta=1.0, trans_a=False, trans_b=False),
        _operator("Where", "condition:B X:T Y:T -> T", B=_BOOL, T=EVERY),
        _operator("Expand", "input:T shape:Shape -> T", T=EVERY, Shape=("int64",)),
    )
}
"""Every operator, by name. Clauses: schema-types, multi-operators, uni-operators"""

_VALUES: Final[Mapping[str, tuple[object, ...]]] = {"fmod": (0, 1), "direction": ("LEFT", "RIGHT")}


def check_number(operator: Operator, tensors: Sequence[Tensor]) -> None:
    """Refuses too few or too many operands."""
    most = len(tensors) if operator.is_variadic else len(operator.operands)
    if not operator.least <= len(tensors) <= most:
        raise _argument_error(f"{operator.name} takes {_number(operator)}, not {len(tensors)}")


def _number(operator: Operator) -> str:
    most = len(operator.operands)
    if operator.is_variadic:
        return "at least 1 operand"
    return f"{most} operands" if operator.least == most else f"{operator.least} or {most} operands"


def check_types(operator: Operator, tensors: Sequence[Tensor]) -> None:
    """Refuses a type outside the schema, and two types where the schema has one variable.

    Clauses: schema-types
    """
    operands = [operator.operands[min(i, len(operator.operands) - 1)] for i in range(len(tensors))]
    types = tuple(tensor.type for tensor in tensors)
    bound: dict[str, str] = {}
    for (operand, variable), type_ in zip(operands, types, strict=True):
        is_real = type_ == "real" and variable in operator.reals
        if type_ not in operator.types[variable] and not is_real:
            raise _type_error(f"{operator.name} does not take {type_} as {operand}", operand, types)
        if bound.setdefault(variable, type_) != type_:
            summary = f"{operator.name} takes {operand} of type {bound[variable]} here, not {type_}"
            raise _type_error(summary, operand, types)
    if operator.name == "Pow" and (types[0] == "real") != (types[1] == "real"):
        raise _type_error(f"Pow takes real with real, not {types[0]} with {types[1]}", "Y", types)


def check_attributes(operator: Operator, given: Mapping[str, object]) -> dict[str, object]:
    """The attributes with their defaults filled in; refuses unknown, missing and meaningless ones.

    >>> check_attributes(OPERATORS["Mod"], {})
    {'fmod': 0}

    Clauses: mod, bit-shift
    """
    unknown = [name for name in given if name not in operator.attributes]
    if unknown:
        raise _argument_error(f"{operator.name} has no attribute {unknown[0]}", unknown[0])
    attributes = {**operator.attributes, **given}
    for name, value in attributes.items():
        if value is REQUIRED:
            raise _argument_error(f"{operator.name} needs the attribute {name}", name)
        if name in _VALUES and value not in _VALUES[name]:
            allowed = " or ".join(map(str, _VALUES[name]))
            raise _argument_error(f"{operator.name} takes {allowed} as {name}, not {value!r}", name)
    return attributes


def _argument_error(summary: str, argument: str = "") -> IsocastError:
    return ArgumentError(summary=summary, code="schema-types", argument=argument)


def _type_error(summary: str, argument: str, types: tuple[str, ...]) -> IsocastError:
    return TypeMismatchError(
        summary=summary, code="schema-types", rule=rule("schema-types"), argument=argument, types=types
    )
