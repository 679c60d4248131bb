"""The element rules on the seeds' real numbers: exact integers and fractions, nothing rounded.

Standard library only.
Clauses: B9.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import floor, isqrt, trunc
from typing import Final

Real = int | Fraction


def div(a: Real, b: Real) -> Fraction:
    """a / b, exactly.

    Clauses: B9
    """
    return Fraction(a) / b


def mod(a: Real, b: Real, *, fmod: int = 0) -> Real:
    """a - floor(a / b) · b, or with fmod a - trunc(a / b) · b.

    >>> mod(Fraction(-7, 2), 2), mod(Fraction(-7, 2), 2, fmod=1)
    (Fraction(1, 2), Fraction(-3, 2))

    Clauses: B9, mod
    """
    quotient = div(a, b)
    return a - (trunc(quotient) if fmod else floor(quotient)) * b


def mean(*values: Real) -> Fraction:
    """The sum divided by n.

    Clauses: B9, sum-mean
    """
    return Fraction(sum(values), len(values))


def prelu(x: Real, slope: Real) -> Real:
    """slope · x where x < 0, else x.

    Clauses: B9, prelu
    """
    return slope * x if x < 0 else x


def root(x: Fraction, degree: int) -> Fraction | None:
    """The non-negative rational whose power is x, if there is one and x is not negative.

    >>> root(Fraction(8, 27), 3), root(Fraction(2), 2)
    (Fraction(2, 3), None)
    """
    numerator, denominator = _integer_root(x.numerator, degree), _integer_root(x.denominator, degree)
    if numerator is None or denominator is None:
        return None
    return Fraction(numerator, denominator)


def _integer_root(n: int, degree: int) -> int | None:
    """The r ≥ 0 for which r^degree = n, found by halving the interval it must be in."""
    if n < 0:
        return None
    if degree == 2:
        low = isqrt(n)
    else:
        low, high = 0, 1 << (n.bit_length() // degree + 1)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if middle**degree <= n else (low, middle)
    return low if low**degree == n else None


def power(x: Real, y: Real) -> Real:
    """x^y where it is a rational number; an irrational or imaginary power raises ArithmeticError.

    >>> power(2, -2), power(Fraction(4, 9), Fraction(3, 2))
    (Fraction(1, 4), Fraction(8, 27))

    Clauses: B9
    """
    base, exponent = Fraction(x), Fraction(y)
    of_base = base if exponent.denominator == 1 else root(base, exponent.denominator)
    if of_base is None:
        raise ArithmeticError(f"{x} to the power {y} is not a rational number")
    return of_base**exponent.numerator


RULES: Final[Mapping[str, Callable[..., object]]] = {
    "Add": operator.add,
    "Sub": operator.sub,
    "Mul": operator.mul,
    "Div": div,
    "Mod": mod,
    "Max": lambda *values: max(values),
    "Min": lambda *values: min(values),
    "Sum": lambda *values: sum(values),
    "Mean": mean,
    "Equal": operator.eq,
    "Greater": operator.gt,
    "GreaterOrEqual": operator.ge,
    "Less": operator.lt,
    "LessOrEqual": operator.le,
    "PRelu": prelu,
}
"""The rule of each operator. Clauses: B9, compare, max-min, sum-mean"""
