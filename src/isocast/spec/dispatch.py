"""How an operator runs: operands checked, shapes broadcast, then the rule of the type element by element.

Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import prod
from typing import Any, Final

from ..clauses import rule as clause
from ..errors import ArgumentError, ShapeError
from . import floats, integers, power, reals
from .broadcast import broadcast
from .directional import unidirectional
from .elementwise import map_elements
from .gemm import gemm
from .numbers import FORMATS
from .schemas import OPERATORS, Operator, check_attributes, check_number, check_types
from .tensor import Tensor
from .where import where

Attributes = Mapping[str, Any]
Rule = Callable[..., object]

_ONNX_SPELLING: Final = {"transA": "trans_a", "transB": "trans_b"}


def apply(name: str, *tensors: Tensor, **attributes: object) -> Tensor:
    """The result of an operator named as in ONNX. Gemm's attributes may also be spelled as in ONNX.

    >>> apply("Add", Tensor((2, 1), (100, 27), "int8"), Tensor((2,), (0, 100), "int8")).values
    (100, -56, 27, 127)

    Clauses: schema-types, multi-operators, uni-operators
    """
    operator = OPERATORS.get(name)
    if operator is None:
        raise ArgumentError(summary=f"{name} is not one of the operators", code="schema-types", argument=name)
    check_number(operator, tensors)
    if name != "Where":  # Where has clauses of its own about types, and checks them itself
        check_types(operator, tensors)
    given = {_ONNX_SPELLING.get(key, key): value for key, value in attributes.items()}
    return _COMPUTE.get(name, _multidirectional)(operator, tensors, check_attributes(operator, given))


def _multidirectional(operator: Operator, tensors: tuple[Tensor, ...], attributes: Attributes) -> Tensor:
    """Operands broadcast to one shape, then one element after the other.

    Clauses: multi-operators
    """
    return _elementwise(operator, broadcast(*tensors), attributes)


def _elementwise(operator: Operator, tensors: tuple[Tensor, ...], attributes: Attributes) -> Tensor:
    result = operator.types[operator.result]
    type_ = result[0] if len(result) == 1 else tensors[0].type
    rule = partial(_rule(operator.name, tensors), **attributes)
    rows = zip(*(operand.values for operand in tensors), strict=True)
    return Tensor(tensors[0].shape, map_elements(operator.name, rule, rows), type_)


def _rule(name: str, tensors: tuple[Tensor, ...]) -> Rule:
    """The rule of an operator for the type of its operands."""
    type_ = tensors[0].type
    if name == "Pow":
        return power.rule(type_, tensors[1].type)
    if type_ in FORMATS:
        return partial(floats.RULES[name], FORMATS[type_])
    if type_ in integers.INTEGERS:
        return partial(integers.RULES[name], integers.INTEGERS[type_])
    return {"bool": _BOOL_RULES, "string": _STRING_RULES, "real": reals.RULES}[type_][name]


_BOOL_RULES: Final[Mapping[str, Rule]] = {
    "And": lambda a, b: bool(a) and bool(b),
    "Or": lambda a, b: bool(a) or bool(b),
    "Xor": lambda a, b: bool(a) != bool(b),
    "Equal": lambda a, b: bool(a) == bool(b),
}
"""The truth tables. Clauses: logic, compare"""


def _equal_strings(a: str, b: str) -> bool:
    """Whether two strings are equal byte for byte in UTF-8; nothing is normalised.

    Clauses: compare
    """
    return a.encode("utf-8", "surrogatepass") == b.encode("utf-8", "surrogatepass")


_STRING_RULES: Final[Mapping[str, Rule]] = {"Equal": _equal_strings}


def _compute_prelu(operator: Operator, tensors: tuple[Tensor, ...], attributes: Attributes) -> Tensor:
    """X keeps its shape, slope is broadcast to it.

    Clauses: prelu, uni-operators
    """
    X, slope = tensors
    return _elementwise(operator, (X, unidirectional(slope, X.shape)), attributes)


def _compute_gemm(_operator: Operator, tensors: tuple[Tensor, ...], attributes: Attributes) -> Tensor:
    A, B, *C = tensors
    return gemm(A, B, C[0] if C else None, **attributes)


def _compute_expand(_operator: Operator, tensors: tuple[Tensor, ...], _attributes: Attributes) -> Tensor:
    """The input broadcast with the shape, both ways: the result may be larger than the shape asks for.

    Clauses: bit-copy, multi-3
    """
    X, sizes = tensors
    if sizes.rank != 1 or any(not isinstance(size, int) or size < 0 for size in sizes.values):
        summary = f"Expand takes a list of sizes as shape, not {sizes.values} of shape {sizes.shape}"
        raise ShapeError(summary=summary, code="bit-copy", rule=clause("bit-copy"), argument="shape")
    shape = tuple(size for size in sizes.values if isinstance(size, int))
    return broadcast(X, Tensor(shape, (0,) * prod(shape)))[0]


_COMPUTE: Final[Mapping[str, Callable[[Operator, tuple[Tensor, ...], Attributes], Tensor]]] = {
    "PRelu": _compute_prelu,
    "Gemm": _compute_gemm,
    "Expand": _compute_expand,
    "Where": lambda _operator, tensors, _attributes: where(*tensors),
}
"""The operators that are more than a multidirectional broadcast and a rule."""
