"""Operands for an operator on a type: plain ones for cases about shapes, borders for cases about elements."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Any, Final

from ..spec.integers import INTEGERS
from ..spec.literals import encode_number
from ..spec.numbers import FORMATS
from ..spec.tensor import Shape, Tensor
from .schemas import Version
from .values import bits, borders, plain, small_numbers, without

VARIADIC: Final = ("Max", "Min", "Sum", "Mean")
Kinds = tuple[str, str]
Tensors = tuple[Tensor, ...]


def kinds(version: Version) -> Iterator[Kinds]:
    """The types of the two main operands: every pair for Pow from opset 12 on, one type twice otherwise."""
    if version.operator == "Pow" and "T1" in version.types:
        yield from product(version.types["T"], version.types["T1"])
    else:
        yield from ((kind, kind) for kind in version.types["T"])


def attribute_sets(version: Version, kind: str) -> dict[str, dict[str, Any]]:
    """The attributes to run everything with, by the word that a case's name gets for them."""
    if version.operator == "BitShift":
        return {"-left": {"direction": "LEFT"}, "-right": {"direction": "RIGHT"}}
    if version.operator == "Mod":
        both: dict[str, dict[str, Any]] = {"": {}, "-fmod": {"fmod": 1}}
        return {"-fmod": {"fmod": 1}} if kind in FORMATS and version.since < 28 else both
    return {"": {}}


def plain_operands(version: Version, kind: Kinds, shapes: tuple[Shape, Shape], seed: str) -> Tensors:
    """Operands of two shapes, on which no element rule is in doubt."""
    x, y = _plain_pair(version.operator, kind, shapes, seed)
    if version.operator == "Where":
        return plain("bool", shapes[0], f"{seed} condition"), x, y
    return x, y


def _plain_pair(operator: str, kind: Kinds, shapes: tuple[Shape, Shape], seed: str) -> tuple[Tensor, Tensor]:
    if operator == "Pow":
        return counted(kind[0], shapes[0], (1, 2, 3, 4)), counted(kind[1], shapes[1], (0, 1, 2, 3))
    if operator in ("Sum", "Mean") and bits(kind[0]) == 16:  # where an intermediate rounding would show
        return small_numbers(kind[0], shapes[0], f"{seed} x"), small_numbers(kind[1], shapes[1], f"{seed} y")
    x, y = plain(kind[0], shapes[0], f"{seed} x"), plain(kind[1], shapes[1], f"{seed} y")
    if operator == "BitShift":
        y = counted(kind[1], shapes[1], tuple(range(bits(kind[1]))))
    return x, y


def counted(kind: str, shape: Shape, values: tuple[int, ...]) -> Tensor:
    """A tensor of whole numbers, taken in turn."""
    turn = (values[place % len(values)] for place in range(prod(shape)))
    encoded = (encode_number(FORMATS[kind], value) if kind in FORMATS else value for value in turn)
    return Tensor(shape, tuple(encoded), kind)


def border_operands(version: Version, kind: Kinds) -> Tensors:
    """Every border value against every other; what is an error or traps has cases of its own."""
    operator, is_integer = version.operator, kind[0] in INTEGERS
    first, second = borders(kind[0]), borders(kind[1])
    if operator == "Pow":
        first, second = _power_borders(kind)
    x, y = Tensor((len(first), 1), first, kind[0]), Tensor((len(second),), second, kind[1])
    if operator in ("Div", "Mod") and is_integer:
        y = without(without(y, 0, 3), -1, -3)
    if operator == "BitShift":
        y = _distances(kind[1])
    if operator == "PRelu":
        return Tensor((len(first), len(second)), tuple(v for v in first for _ in second), kind[0]), y
    if operator == "Where":
        return Tensor((2, 1, 1), (True, False), "bool"), x, y
    return x, y


def _power_borders(kind: Kinds) -> tuple[tuple[object, ...], tuple[object, ...]]:
    """Bases and exponents; 0 to a negative power, and what leaves the integers' range, are refused elsewhere."""
    first, second = borders(kind[0]), borders(kind[1])
    if kind[0] not in INTEGERS:
        return first, second
    if kind[1] in INTEGERS:
        return tuple(value for value in first if value != 0), second
    exponents = counted(kind[1], (4,), (0, 1, 2, 3)).values
    return (1, -1, 2, -2, 7, -7, 10), exponents


def _distances(kind: str) -> Tensor:
    """Distances around the width of a type, and where there are negative numbers one of them."""
    wide = bits(kind)
    found = (0, 1, wide // 2, wide - 1, wide, wide + 1, 127, *((-1, -wide) if INTEGERS[kind].is_signed else ()))
    return Tensor((len(found),), found, kind)
