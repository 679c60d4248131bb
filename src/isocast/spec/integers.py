"""The element rules on integers: exact Python integers, then modulo 2^w into the type.

A rule takes the integer type and the elements. A divisor of 0 raises ZeroDivisionError; who knows the index adds it.
Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, eq=False)
class IntegerType:
    """An integer type: its width in bits, and whether it is two's complement."""

    name: str
    width: int
    is_signed: bool

    @property
    def smallest(self) -> int:
        """MIN: -2^(w-1), or 0 if unsigned."""
        return -(1 << (self.width - 1)) if self.is_signed else 0

    @property
    def largest(self) -> int:
        """MAX: 2^(w-1) - 1, or 2^w - 1 if unsigned."""
        return self.smallest + (1 << self.width) - 1

    def holds(self, value: int) -> bool:
        """Whether the integer is one of the type's."""
        return self.smallest <= value <= self.largest


INTEGERS: Final = {
    kind.name: kind
    for width in (8, 16, 32, 64)
    for kind in (IntegerType(f"int{width}", width, True), IntegerType(f"uint{width}", width, False))
}


def wrap(kind: IntegerType, value: int) -> int:
    """The integer of the type that equals the value modulo 2^w.

    >>> wrap(INTEGERS["int8"], 128), wrap(INTEGERS["uint8"], -1)
    (-128, 255)

    Clauses: int-wrap
    """
    return (value - kind.smallest) % (1 << kind.width) + kind.smallest


def truncated_quotient(a: int, b: int) -> int:
    """a / b, exact, truncated toward zero.

    >>> truncated_quotient(-7, 2), truncated_quotient(7, 2)
    (-3, 3)

    Clauses: int-div
    """
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def add(kind: IntegerType, a: int, b: int) -> int:
    """Add: modulo 2^w.

    Clauses: int-wrap
    """
    return wrap(kind, a + b)


def sub(kind: IntegerType, a: int, b: int) -> int:
    """Sub: modulo 2^w.

    Clauses: int-wrap
    """
    return wrap(kind, a - b)


def mul(kind: IntegerType, a: int, b: int) -> int:
    """Mul: modulo 2^w.

    Clauses: int-wrap
    """
    return wrap(kind, a * b)


def div(kind: IntegerType, a: int, b: int) -> int:
    """Div: truncated toward zero. The one quotient outside the type is MIN / -1, and modulo 2^w it is MIN.

    >>> div(INTEGERS["int8"], -128, -1)
    -128

    Clauses: int-div
    """
    return wrap(kind, truncated_quotient(a, b))


def mod(kind: IntegerType, a: int, b: int, *, fmod: int = 0) -> int:
    """Mod: a - floor(a / b) · b for fmod 0, with the sign of b; a - trunc(a / b) · b for fmod 1, with the sign of a.

    >>> mod(INTEGERS["int8"], -7, 3), mod(INTEGERS["int8"], -7, 3, fmod=1)
    (2, -1)

    Clauses: mod
    """
    quotient = truncated_quotient(a, b) if fmod else a // b
    return wrap(kind, a - quotient * b)


def max_(_kind: IntegerType, *values: int) -> int:
    """Max: the largest.

    Clauses: max-min
    """
    return max(values)


def min_(_kind: IntegerType, *values: int) -> int:
    """Min: the smallest.

    Clauses: max-min
    """
    return min(values)


def bit_shift(kind: IntegerType, x: int, y: int, *, direction: str) -> int:
    """BitShift: an arithmetic shift; a shift below 0 or past the width leaves the sign's extension alone.

    >>> int8 = INTEGERS["int8"]
    >>> bit_shift(int8, -5, 1, direction="RIGHT"), bit_shift(int8, -5, 8, direction="RIGHT")
    (-3, -1)
    >>> bit_shift(int8, 96, 1, direction="LEFT"), bit_shift(int8, 96, -1, direction="LEFT")
    (-64, 0)

    Clauses: bit-shift
    """
    past_the_width = not 0 <= y < kind.width
    if direction == "RIGHT":
        if past_the_width:
            return -1 if x < 0 else 0
        return x // (1 << y)
    return 0 if past_the_width else wrap(kind, x * (1 << y))


def bitwise_and(_kind: IntegerType, a: int, b: int) -> int:
    """BitwiseAnd, on two's complement bits."""
    return a & b


def bitwise_or(_kind: IntegerType, a: int, b: int) -> int:
    """BitwiseOr, on two's complement bits."""
    return a | b


def bitwise_xor(_kind: IntegerType, a: int, b: int) -> int:
    """BitwiseXor, on two's complement bits."""
    return a ^ b


def prelu(kind: IntegerType, x: int, slope: int) -> int:
    """PRelu: slope · x modulo 2^w where x < 0, else x.

    Clauses: prelu, int-wrap
    """
    return mul(kind, slope, x) if x < 0 else x


def _comparison(holds: Callable[[int, int], bool]) -> Callable[[IntegerType, int, int], bool]:
    return lambda _kind, a, b: holds(a, b)


RULES: Final[Mapping[str, Callable[..., object]]] = {
    "Add": add,
    "Sub": sub,
    "Mul": mul,
    "Div": div,
    "Mod": mod,
    "Max": max_,
    "Min": min_,
    "Equal": _comparison(lambda a, b: a == b),
    "Greater": _comparison(lambda a, b: a > b),
    "GreaterOrEqual": _comparison(lambda a, b: a >= b),
    "Less": _comparison(lambda a, b: a < b),
    "LessOrEqual": _comparison(lambda a, b: a <= b),
    "BitShift": bit_shift,
    "BitwiseAnd": bitwise_and,
    "BitwiseOr": bitwise_or,
    "BitwiseXor": bitwise_xor,
    "PRelu": prelu,
}
"""The rule of each operator. Clauses: compare"""
