"""The element rules on floating-point numbers: IEEE 754's special values, otherwise exact, then rounded once.

A rule takes the format and the bit patterns of the elements, and returns a bit pattern or a bool. Every NaN it makes
is the format's one quiet NaN.
Standard library only.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce
from math import floor, trunc
from typing import Final

from .integers import IntegerType
from .numbers import FORMATS, Format, convert, decode, encode, power_of_two


def add(layout: Format, a: int, b: int) -> int:
    """a + b. Infinities of opposite signs have no sum; an exact 0 is -0 only as the sum of two negative zeros.

    >>> HALF = FORMATS["float16"]
    >>> hex(add(HALF, 0x3C00, 0x1001)), hex(add(HALF, 0x8000, 0x8000)), hex(add(HALF, 0x7C00, 0xFC00))
    ('0x3c01', '0x8000', '0x7e00')
    """
    if layout.is_nan(a) or layout.is_nan(b):
        return layout.nan
    if layout.is_infinite(a) and layout.is_infinite(b):
        return a if a == b else layout.nan
    if layout.is_infinite(a):
        return a
    if layout.is_infinite(b):
        return b
    both_negative = layout.is_negative(a) and layout.is_negative(b)
    return encode(layout, decode(layout, a) + decode(layout, b), negative_zero=both_negative)


def negate(layout: Format, a: int) -> int:
    """-a: the other sign."""
    return a ^ layout.sign_bit


def sub(layout: Format, a: int, b: int) -> int:
    """a - b, which is a + (-b)."""
    return add(layout, a, negate(layout, b))


def mul(layout: Format, a: int, b: int) -> int:
    """a · b. Zero times infinity is NaN; signs multiply, also those of zeros and infinities."""
    if layout.is_nan(a) or layout.is_nan(b):
        return layout.nan
    negative = layout.is_negative(a) != layout.is_negative(b)
    if layout.is_infinite(a) or layout.is_infinite(b):
        if layout.is_zero(a) or layout.is_zero(b):
            return layout.nan
        return layout.signed(layout.infinity, negative)
    return encode(layout, decode(layout, a) * decode(layout, b), negative_zero=negative)


def div(layout: Format, a: int, b: int) -> int:
    """a / b. 0/0 and ∞/∞ are NaN; anything else over 0 is an infinity, anything finite over ∞ a zero."""
    if layout.is_nan(a) or layout.is_nan(b):
        return layout.nan
    negative = layout.is_negative(a) != layout.is_negative(b)
    if (layout.is_infinite(a) and layout.is_infinite(b)) or (layout.is_zero(a) and layout.is_zero(b)):
        return layout.nan
    if layout.is_infinite(a) or layout.is_zero(b):
        return layout.signed(layout.infinity, negative)
    if layout.is_infinite(b):
        return layout.signed(0, negative)
    return encode(layout, decode(layout, a) / decode(layout, b), negative_zero=negative)


def mod(layout: Format, x: int, y: int, *, fmod: int = 0) -> int:
    """Mod, by the table of opset 28: a floored quotient for fmod 0, a truncated one for fmod 1.

    Clauses: mod
    """
    if layout.is_nan(x) or layout.is_nan(y):
        return layout.nan
    if layout.is_infinite(x) or layout.is_zero(y):
        return layout.nan
    return _trunc_mod(layout, x, y) if fmod else _floor_mod(layout, x, y)


def _floor_mod(layout: Format, x: int, y: int) -> int:
    """x - floor(x / y) · y, with the sign of y, also if it is 0.

    Clauses: mod
    """
    if layout.is_infinite(y) and not layout.is_zero(x):
        return x if layout.is_negative(x) == layout.is_negative(y) else y
    if layout.is_zero(x):
        return layout.signed(0, layout.is_negative(y))
    a, b = decode(layout, x), decode(layout, y)
    return encode(layout, a - floor(a / b) * b, negative_zero=layout.is_negative(y))


def _trunc_mod(layout: Format, x: int, y: int) -> int:
    """x - trunc(x / y) · y, with the sign of x, also if it is 0: of the two zeros opset 28 allows for -0, C's.

    Clauses: mod
    """
    if layout.is_infinite(y):
        return x
    a, b = decode(layout, x), decode(layout, y)
    return encode(layout, a - trunc(a / b) * b, negative_zero=layout.is_negative(x))


def _place(layout: Format, bits: int) -> Fraction:
    """Where a number stands in the order of all: its value, and an infinity beyond every finite one."""
    if layout.is_infinite(bits):
        beyond = power_of_two(layout.emax + 1)
        return -beyond if layout.is_negative(bits) else beyond
    return decode(layout, bits)


def _comparison(holds: Callable[[Fraction, Fraction], bool]) -> Callable[[Format, int, int], bool]:
    """IEEE's comparison: false if one of the two is NaN, otherwise by value, so that -0 equals +0.

    Clauses: compare
    """

    def compare(layout: Format, a: int, b: int) -> bool:
        if layout.is_nan(a) or layout.is_nan(b):
            return False
        return holds(_place(layout, a), _place(layout, b))

    return compare


equal = _comparison(operator.eq)
greater = _comparison(operator.gt)
greater_or_equal = _comparison(operator.ge)
less = _comparison(operator.lt)
less_or_equal = _comparison(operator.le)


def maximum(layout: Format, a: int, b: int) -> int:
    """IEEE 754-2019 maximum: NaN absorbs, and +0 is larger than -0.

    Clauses: max-min
    """
    if layout.is_nan(a) or layout.is_nan(b):
        return layout.nan
    if layout.is_zero(a) and layout.is_zero(b):
        return layout.signed(0, layout.is_negative(a) and layout.is_negative(b))
    return a if greater(layout, a, b) else b


def minimum(layout: Format, a: int, b: int) -> int:
    """IEEE 754-2019 minimum: NaN absorbs, and -0 is smaller than +0.

    Clauses: max-min
    """
    if layout.is_nan(a) or layout.is_nan(b):
        return layout.nan
    if layout.is_zero(a) and layout.is_zero(b):
        return layout.signed(0, layout.is_negative(a) or layout.is_negative(b))
    return a if less(layout, a, b) else b


def max_(layout: Format, *values: int) -> int:
    """Max of one to many elements.

    Clauses: max-min
    """
    return reduce(lambda a, b: maximum(layout, a, b), values)


def min_(layout: Format, *values: int) -> int:
    """Min of one to many elements.

    Clauses: max-min
    """
    return reduce(lambda a, b: minimum(layout, a, b), values)


def accumulator(layout: Format) -> Format:
    """The format sums are taken in: the 16-bit formats in float, the others in themselves.

    Clauses: sum-mean
    """
    return FORMATS["float"] if layout.width == 16 else layout


def _total(layout: Format, values: tuple[int, ...]) -> int:
    """The sum in the accumulator's format, from the first element, left to right, each step rounded to that format.

    Clauses: sum-mean
    """
    wide = accumulator(layout)
    return reduce(lambda a, b: add(wide, a, b), (convert(layout, wide, value) for value in values))


def sum_(layout: Format, *values: int) -> int:
    """Sum: the total, rounded to the type at the end.

    Clauses: sum-mean
    """
    return convert(accumulator(layout), layout, _total(layout, values))


def mean(layout: Format, *values: int) -> int:
    """Mean: the total divided by n, also in the accumulator's format, rounded to the type at the end.

    Clauses: sum-mean
    """
    wide = accumulator(layout)
    n = encode(wide, Fraction(len(values)))
    return convert(wide, layout, div(wide, _total(layout, values), n))


def prelu(layout: Format, x: int, slope: int) -> int:
    """PRelu: slope · x where x < 0, else x itself, bits and all: -0 and NaN are not less than 0.

    Clauses: prelu
    """
    return mul(layout, slope, x) if less(layout, x, 0) else x


def to_integer(layout: Format, bits: int, kind: IntegerType) -> int:
    """The number truncated toward zero; NaN, an infinity or what the integer type does not hold raises OverflowError.

    Clauses: pow-int, gemm
    """
    if layout.is_nan(bits) or layout.is_infinite(bits):
        raise OverflowError(f"NaN or an infinity is no {kind.name}")
    integer = trunc(decode(layout, bits))
    if not kind.holds(integer):
        raise OverflowError(f"{integer} is no {kind.name}")
    return integer


RULES: Final[Mapping[str, Callable[..., object]]] = {
    "Add": add,
    "Sub": sub,
    "Mul": mul,
    "Div": div,
    "Mod": mod,
    "Max": max_,
    "Min": min_,
    "Sum": sum_,
    "Mean": mean,
    "Equal": equal,
    "Greater": greater,
    "GreaterOrEqual": greater_or_equal,
    "Less": less,
    "LessOrEqual": less_or_equal,
    "PRelu": prelu,
}
