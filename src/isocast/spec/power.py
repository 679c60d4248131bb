"""Pow on every pair of types: integers exactly modulo 2^w, floats correctly rounded, with C99's special values.

A power of two doubles is either rational, and then computed exactly, or irrational, and then enclosed between two
decimal numbers that are brought together until both round to the same result.
Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Context, Decimal
from fractions import Fraction
from functools import partial
from typing import Final

from . import reals
from .floats import greater, to_integer
from .integers import INTEGERS, IntegerType, wrap
from .numbers import FORMATS, Format, convert, decode, encode, power_of_two

DOUBLE: Final = FORMATS["double"]
ONE: Final = encode(DOUBLE, Fraction(1))
BEYOND_EVERY_FORMAT: Final = 5000
"""2 to this power is an infinity in every format, and 2 to its negative a zero."""
MOST_FACTORS: Final = 64
"""An odd number above 1 has, to a higher power than this, more significant bits than any format and its midpoints."""
FIRST_DIGITS: Final = 60

Rule = Callable[[int, int], object]


def rule(base_type: str, exponent_type: str) -> Rule:
    """The rule for one element, by the types of base and exponent; the result has the base's type.

    Clauses: pow-int, pow-float, B9
    """
    if base_type == "real":
        return reals.power
    to_double = _to_double(exponent_type)
    if base_type in FORMATS:
        layout = FORMATS[base_type]
        return lambda x, y: float_power(layout, convert(layout, DOUBLE, x), to_double(y))
    kind = INTEGERS[base_type]
    if exponent_type in INTEGERS:
        return partial(integer_power, kind)
    return lambda x, y: truncated_power(kind, x, to_double(y))


def _to_double(type_: str) -> Callable[[int], int]:
    """The conversion of an operand to double: exact for floats, to nearest even for integers.

    Clauses: pow-float
    """
    if type_ in FORMATS:
        return partial(convert, FORMATS[type_], DOUBLE)
    return lambda value: encode(DOUBLE, Fraction(value))


def integer_power(kind: IntegerType, base: int, exponent: int) -> int:
    """base^exponent modulo 2^w; a negative exponent gives the truncated quotient 1 / base^|exponent|.

    >>> int32 = INTEGERS["int32"]
    >>> integer_power(int32, 3, 40), [integer_power(int32, b, -3) for b in (1, -1, 2)]
    (689956897, [1, -1, 0])

    Clauses: pow-int
    """
    if exponent >= 0:
        return wrap(kind, pow(base, exponent, 1 << kind.width))
    if base == 0:
        raise ZeroDivisionError("0 to a negative power")
    if base in (1, -1):
        return base if exponent % 2 == 1 else 1
    return 0


def truncated_power(kind: IntegerType, base: int, exponent: int) -> int:
    """An integer to a floating-point power: in double, truncated; what is no integer of the type raises OverflowError.

    >>> truncated_power(INTEGERS["int32"], 3, encode(DOUBLE, Fraction(3, 2)))
    5

    Clauses: pow-int
    """
    return to_integer(DOUBLE, float_power(DOUBLE, encode(DOUBLE, Fraction(base)), exponent), kind)


def float_power(layout: Format, x: int, y: int) -> int:
    """x^y of two doubles, rounded once to the format; the special values are those of C99, F.9.4.4.

    Clauses: pow-float
    """
    if DOUBLE.is_zero(y) or x == ONE:
        return encode(layout, Fraction(1))
    if DOUBLE.is_nan(x) or DOUBLE.is_nan(y):
        return layout.nan
    if DOUBLE.is_infinite(y):
        return _to_an_infinite_power(layout, x, y)
    exponent = decode(DOUBLE, y)
    is_integer, is_odd = exponent.denominator == 1, exponent.denominator == 1 and exponent.numerator % 2 == 1
    negative = DOUBLE.is_negative(x) and is_odd
    if DOUBLE.is_zero(x) or DOUBLE.is_infinite(x):
        is_large = DOUBLE.is_infinite(x) == (exponent > 0)
        return layout.signed(layout.infinity if is_large else 0, negative)
    if DOUBLE.is_negative(x) and not is_integer:
        return layout.nan
    return layout.signed(_rounded_power(layout, abs(decode(DOUBLE, x)), exponent), negative)


def _to_an_infinite_power(layout: Format, x: int, y: int) -> int:
    """|x| to an infinite power grows above 1 and vanishes below; (-1)^±∞ is 1.

    Clauses: pow-float
    """
    size = DOUBLE.magnitude(x)
    if size == ONE:
        return encode(layout, Fraction(1))
    is_large = greater(DOUBLE, size, ONE) != DOUBLE.is_negative(y)
    return layout.infinity if is_large else 0


def _rounded_power(layout: Format, x: Fraction, y: Fraction) -> int:
    """x^y of a positive number, correctly rounded.

    Clauses: pow-float
    """
    exact = _rational_power(x, y)
    if exact is not None:
        return encode(layout, exact)
    digits = FIRST_DIGITS
    while True:
        low, high = (encode(layout, bound) for bound in _enclosure(x, y, digits))
        if low == high:
            return low
        digits *= 2


def _rational_power(x: Fraction, y: Fraction) -> Fraction | None:
    """x^y exactly, or None where it cannot be a number of a format or the midpoint of two.

    y is n / 2^k in lowest terms, so that x^y is rational just if x has a rational root of degree 2^k.

    Clauses: pow-float
    """
    root, n = reals.root(x, y.denominator), y.numerator
    if root is None:
        return None
    if _is_power_of_two(root):
        exponent = (root.numerator.bit_length() - root.denominator.bit_length()) * n
        return power_of_two(max(-BEYOND_EVERY_FORMAT, min(exponent, BEYOND_EVERY_FORMAT)))
    return root**n if abs(n) <= MOST_FACTORS else None


def _is_power_of_two(x: Fraction) -> bool:
    return x.numerator.bit_count() == 1 and x.denominator.bit_count() == 1


def _enclosure(x: Fraction, y: Fraction, digits: int) -> tuple[Fraction, Fraction]:
    """Two numbers with x^y = exp(y · ln x) between them, from so many decimal digits.

    `ln`, `multiply` and `exp` each round to nearest, to a relative 10^(1 - digits). As |y · ln x| stays below 1000, the
    errors of the first two move the result by less than a relative 3000 · 10^(1 - digits); 10^(6 - digits) covers all.

    Clauses: pow-float
    """
    context = Context(prec=digits)
    logarithm = context.multiply(_decimal(y), context.ln(_decimal(x)))
    if abs(logarithm) > 1000:
        beyond = power_of_two(BEYOND_EVERY_FORMAT if logarithm > 0 else -BEYOND_EVERY_FORMAT)
        return beyond, beyond
    power, margin = Fraction(context.exp(logarithm)), Fraction(1, 10 ** (digits - 6))
    return power * (1 - margin), power * (1 + margin)


def _decimal(value: Fraction) -> Decimal:
    """A fraction whose denominator is 2^k, exactly: n / 2^k = n · 5^k / 10^k."""
    k = value.denominator.bit_length() - 1
    return Decimal(f"{value.numerator * 5**k}E-{k}")
