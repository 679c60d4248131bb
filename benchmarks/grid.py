"""The grid: which operators, element types, broadcasting patterns and sizes are measured; and what lies beyond it.

Pure data and arithmetic on shapes. Must not import NumPy, isocast or a peer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final

Shape = tuple[int, ...]

WIDTH: Final = {
    **{"float": 4, "double": 8, "float16": 2, "int32": 4, "int64": 8, "int8": 1, "bool": 1},
    **{"bfloat16": 2, "int16": 2, "uint8": 1, "uint16": 2, "uint32": 4, "uint64": 8, "complex64": 8, "complex128": 16},
}
_NUMBERS: Final = ("float", "double", "float16", "int32", "int64", "int8")
_FLOATS: Final = ("float", "double", "float16")
_WIDE: Final = ("float", "double", "float16", "int32", "int64")
OPERATORS: Final[dict[str, tuple[str, ...]]] = {
    "Add": _NUMBERS,
    "Mul": _NUMBERS,
    "Div": _NUMBERS,
    "Pow": _WIDE,
    "Max": _NUMBERS,
    "Greater": _NUMBERS,
    "Equal": (*_NUMBERS, "bool"),
    "And": ("bool",),
    "Where": (*_NUMBERS, "bool"),
    "Sum": _FLOATS,
    "Mean": _FLOATS,
    "PRelu": _WIDE,
    "Expand": (*_NUMBERS, "bool"),
    "Gemm": _WIDE,
}
_INTEGERS: Final = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
_EVERY_NUMBER: Final = ("float", "double", "float16", "bfloat16", *_INTEGERS)
_EVERY_TYPE: Final = (*_EVERY_NUMBER, "bool", "complex64", "complex128")
_ALL_TYPES: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(("Add", "Sub", "Mul", "Div", "Max", "Min", "Mod"), _EVERY_NUMBER),
    **dict.fromkeys(("Greater", "GreaterOrEqual", "Less", "LessOrEqual"), _EVERY_NUMBER),
    "Equal": (*_EVERY_NUMBER, "bool"),
    **dict.fromkeys(("And", "Or", "Xor"), ("bool",)),
    **dict.fromkeys(("BitShift", "BitwiseAnd", "BitwiseOr", "BitwiseXor"), _INTEGERS),
    **dict.fromkeys(("Sum", "Mean"), (*_FLOATS, "bfloat16")),
    "Pow": (*_WIDE, "bfloat16"),
    **dict.fromkeys(("PRelu", "Gemm"), (*_WIDE, "bfloat16", "uint32", "uint64")),
    **dict.fromkeys(("Where", "Expand"), _EVERY_TYPE),
}
# What operators and types ONNX has besides: strings, whose work is another, and Pow by another type, are left out.
FURTHER: Final = {
    operator: tuple(kind for kind in types if kind not in OPERATORS.get(operator, ()))
    for operator, types in _ALL_TYPES.items()
}
EVERY_OPERATOR: Final = (*OPERATORS, *(operator for operator in FURTHER if operator not in OPERATORS))
BYTES_OF_THE_LARGEST: Final = 64 << 20
SIZES: Final = {"1": 1, "64": 64, "4K": 1 << 12, "64K": 1 << 16, "1M": 1 << 20, "64MB": 0}


def _root(n: int, degree: int) -> int:
    """The largest whole number whose power does not exceed n, and at least 1."""
    root: int = max(1, round(n ** (1 / degree)))
    while root > 1 and root**degree > n:
        root -= 1
    return root


def _power_of_two(n: int) -> int:
    return 1 << (n.bit_length() - 1)


def _rectangle(n: int) -> tuple[int, int]:
    columns = _root(n, 2)
    return n // columns, columns


def _images(n: int) -> tuple[int, int, int, int]:
    channels = min(64, _power_of_two(_root(n, 3)))
    batch = 16 if n >= 1 << 22 else 4 if n >= 1 << 20 else 1
    side = _power_of_two(_root(n // channels // batch, 2))
    return max(1, n // (channels * side * side)), channels, side, side


def _pattern_shapes(pattern: str, n: int) -> tuple[Shape, Shape]:
    rows, columns = _rectangle(n)
    images, channels, height, width = _images(n)
    cube, six, pairs = _root(n, 3), _root(n, 6), _root(max(1, n // 8), 2)
    return {
        "same": ((n,), (n,)),
        "row": ((rows, columns), (columns,)),
        "column": ((rows, columns), (rows, 1)),
        "scalar": ((n,), ()),
        "outer": ((rows, 1), (1, columns)),
        "nchw-bias": ((images, channels, height, width), (channels, 1, 1)),
        "by-3": ((max(1, n // 3), 3), (3,)),
        "by-8": ((pairs, pairs, 8), (pairs, pairs, 1)),
        "middle": ((cube, cube, cube), (cube, 1, cube)),
        "alternating": ((six, 1) * 3, (1, six) * 3),
        "transposed": ((rows, columns), (rows, columns)),
        "every-other": ((n,), (n,)),
    }[pattern]


PATTERNS: Final = (
    "same",
    "row",
    "column",
    "scalar",
    "outer",
    "nchw-bias",
    "by-3",
    "by-8",
    "middle",
    "alternating",
    "transposed",
    "every-other",
)
NON_CONTIGUOUS: Final = ("transposed", "every-other")  # how the first operand lies in memory; the shapes are equal
_GEMM_PATTERNS: Final = ("same", "row", "column", "scalar")  # of C against (M, N)
_QUICK_PATTERNS: Final = ("same", "row", "column", "scalar", "by-3", "by-8", "transposed")
_FURTHER_PATTERNS: Final = ("same", "row", "column", "scalar")
_FURTHER_SIZES: Final = ("64", "64K")
_ONE_WAY_PATTERNS: Final = tuple(p for p in PATTERNS if p not in ("outer", "alternating"))


@dataclass(frozen=True)
class Cell:
    """One measurement: an operator on one type, one pattern of shapes and one size."""

    operator: str
    type: str
    pattern: str
    size: str

    @property
    def name(self) -> str:
        return f"{self.operator}/{self.type}/{self.pattern}/{self.size}"

    @property
    def elements(self) -> int:
        """How many elements the result is meant to have; the shapes come as near as the pattern allows."""
        return SIZES[self.size] or BYTES_OF_THE_LARGEST // WIDTH[self.type]

    @property
    def shapes(self) -> tuple[Shape, Shape]:
        """The shapes of the two operands that broadcast; for Gemm those of A·B and of C."""
        if self.operator == "Gemm":
            side = _root(self.elements, 2)
            return (side, side), _gemm_bias(self.pattern, side)
        return _pattern_shapes(self.pattern, self.elements)

    @property
    def depth(self) -> int:
        """Gemm's K: square while that takes milliseconds, then 64, so that one call stays under a second."""
        side = _root(self.elements, 2)
        longest = 1024 if self.type in ("float", "double") else 256
        return side if side <= longest else 64


def _gemm_bias(pattern: str, side: int) -> Shape:
    return {"same": (side, side), "row": (side,), "column": (side, 1), "scalar": ()}[pattern]


def _applies(cell: Cell) -> bool:
    if cell.operator == "Gemm":
        return cell.pattern in _GEMM_PATTERNS and not (cell.size == "64MB" and cell.type not in ("float", "double"))
    if cell.operator in ("PRelu", "Expand") and cell.pattern not in _ONE_WAY_PATTERNS:
        return False
    return cell.size != "1" or cell.pattern in ("same", "scalar")


def _is_quick(cell: Cell) -> bool:
    leading = OPERATORS[cell.operator][0]
    if cell.size == "64MB":
        return cell.operator in ("Add", "Where") and cell.type == leading and cell.pattern in ("same", "row", "by-3")
    if cell.type == leading:
        return cell.size == "64" or (cell.size == "1M" and cell.pattern in _QUICK_PATTERNS)
    return cell.size == "1M" and cell.pattern == "same"


def _cells(operators: dict[str, tuple[str, ...]], patterns: Iterable[str], sizes: Iterable[str]) -> Iterator[Cell]:
    for size, (operator, types) in product(sizes, operators.items()):
        for kind, pattern in product(types, patterns):
            cell = Cell(operator, kind, pattern, size)
            if _applies(cell):
                yield cell


def cells(quick: bool = False, further: bool = False, only: dict[str, str] | None = None) -> Iterator[Cell]:
    """The cells of the grid, a part of it, or those beyond it; `only` maps fields to what must match them in full."""
    filters = {field: re.compile(pattern) for field, pattern in (only or {}).items()}
    chosen = _cells(FURTHER, _FURTHER_PATTERNS, _FURTHER_SIZES) if further else _cells(OPERATORS, PATTERNS, SIZES)
    for cell in chosen:
        if (not quick or _is_quick(cell)) and _matches(cell, filters):
            yield cell


def _matches(cell: Cell, filters: dict[str, re.Pattern[str]]) -> bool:
    return all(pattern.fullmatch(getattr(cell, field)) for field, pattern in filters.items())
