"""Pow on all 72 pairs of types: exact cases, C99's special values, and correct rounding shown by exact arithmetic."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import numpy as np
import pytest

from isocast.errors import ArgumentError, DivisionByZeroError, IntegerRangeError
from isocast.spec import floats, power
from isocast.spec.integers import INTEGERS
from isocast.spec.literals import decode_number, encode_number, numbers, tensor
from isocast.spec.numbers import FORMATS, decode, encode
from isocast.spec.operators import OPERATORS, pow_
from tests.spec.numpy_bits import FORMAT_NAMES, array, bits, random_pairs, same, special_patterns

NAN, INF = float("nan"), float("inf")
BASES, EXPONENTS = OPERATORS["Pow"].types["T"], OPERATORS["Pow"].types["T1"]


def raised(base_type: str, base: object, exponent_type: str, exponent: object) -> object:
    (result,) = numbers(pow_(tensor(base_type, (), [base]), tensor(exponent_type, (), [exponent])))
    return result


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("exponent", EXPONENTS)
@pytest.mark.clause("pow-int", "pow-float", "schema-types")
def test_each_of_the_72_pairs(base: str, exponent: str) -> None:
    x, y = tensor(base, (5,), [2, -3, 0, 1, 5]), tensor(exponent, (2, 1), [3, 0])
    result = pow_(x, y)
    assert (result.type, result.shape) == (base, (2, 5))
    assert numbers(result) == (8, -27, 0, 1, 125, 1, 1, 1, 1, 1)


def test_there_are_72_pairs() -> None:
    assert len(BASES) * len(EXPONENTS) == 72


@pytest.mark.parametrize("name", ["int32", "int64"])
@pytest.mark.parametrize("exponent_type", [name for name in EXPONENTS if name in INTEGERS])
@pytest.mark.clause("pow-int")
def test_integer_powers_are_exact_modulo_2_to_the_w(name: str, exponent_type: str) -> None:
    kind, largest = INTEGERS[name], INTEGERS[exponent_type].largest
    bases = [kind.smallest, -(2**20) - 1, -3, -2, -1, 0, 1, 2, 3, 7, 10**6 + 3, kind.largest]
    for exponent in sorted({0, 1, 2, 3, 5, 31, 32, 39, 63, 64, 65, 127, largest, largest - 1}):
        if exponent > largest:
            continue
        theirs = [np.array(b, name) ** 0 for b in bases]
        for step in format(exponent, "b"):  # square and multiply, in NumPy's own wrapping arithmetic
            theirs = [t * t * (np.array([b], name) if step == "1" else 1) for t, b in zip(theirs, bases, strict=True)]
        result = pow_(tensor(name, (len(bases),), bases), tensor(exponent_type, (), [exponent]))
        assert list(result.values) == [int(np.asarray(t).item()) for t in theirs]


@pytest.mark.parametrize(
    ("base", "exponent", "result"),
    [(1, -1, 1), (1, -128, 1), (-1, -1, -1), (-1, -2, 1), (2, -1, 0), (-2, -1, 0), (-7, -128, 0), (3, -5, 0)],
)
@pytest.mark.parametrize("name", ["int32", "int64"])
@pytest.mark.clause("pow-int")
def test_negative_exponents(name: str, base: int, exponent: int, result: int) -> None:
    assert raised(name, base, "int8", exponent) == result


@pytest.mark.parametrize(("base_type", "exponent_type"), [("int32", "int8"), ("int64", "int64"), ("real", "real")])
@pytest.mark.clause("pow-int")
def test_zero_to_a_negative_power_is_the_division_error(base_type: str, exponent_type: str) -> None:
    with pytest.raises(DivisionByZeroError) as error:
        pow_(tensor(base_type, (3,), [2, 1, 0]), tensor(exponent_type, (2, 1), [1, -1]))
    assert (error.value.index, error.value.code) == (5, "pow-int")


@pytest.mark.parametrize(
    ("base", "exponent", "result"),
    [(2, 0.5, 1), (3, 1.5, 5), (-8, 3.0, -512), (-2, -1.0, 0), (10, -0.5, 0), (0, 0.0, 1), (0, 2.5, 0), (7, -INF, 0),
     (1, NAN, 1), (-1, INF, 1), (2, 30.9, 2003673092), (2**31 - 1, 1.0, 2**31 - 1)],
)  # fmt: skip
@pytest.mark.clause("pow-int")
def test_an_integer_to_a_float_power_is_truncated(base: int, exponent: float, result: int) -> None:
    assert raised("int32", base, "double", exponent) == result


@pytest.mark.parametrize(
    ("base", "exponent"), [(2, INF), (-8, 1 / 3), (2, NAN), (2, 31.0), (-2, 32.0), (0, -1.0), (2, 1e300), (-3, 21.0)]
)
@pytest.mark.clause("pow-int")
def test_what_no_integer_equals_is_refused_with_its_index(base: int, exponent: float) -> None:
    with pytest.raises(IntegerRangeError) as error:
        pow_(tensor("int32", (3,), [1, base, base]), tensor("double", (), [exponent]))
    assert (error.value.index, error.value.code) == (1, "pow-int")
    assert isinstance(error.value, OverflowError)


@pytest.mark.clause("pow-int")
def test_the_smallest_integer_is_in_range_and_large_bases_are_rounded_to_double() -> None:
    assert raised("int32", -2, "float16", 31.0) == -(2**31)
    assert raised("int64", -2, "float", 63.0) == -(2**63)
    assert raised("int64", 2**53 + 1, "double", 1.0) == 2**53
    with pytest.raises(IntegerRangeError):
        raised("int64", 2**63 - 1, "double", 1.0)  # as a double it is 2^63


C99 = [
    # pow(±0, y): an odd integer keeps the sign, below 0 it is an infinity
    (0.0, -3.0, INF), (-0.0, -3.0, -INF), (0.0, -2.0, INF), (-0.0, -2.0, INF), (-0.0, -2.5, INF), (-0.0, -INF, INF),
    (0.0, 3.0, 0.0), (-0.0, 3.0, -0.0), (-0.0, 2.0, 0.0), (-0.0, 2.5, 0.0), (-0.0, INF, 0.0), (0.0, -INF, INF),
    # (-1)^±∞ and 1^y are 1, x^±0 is 1, even for NaN
    (-1.0, INF, 1.0), (-1.0, -INF, 1.0), (1.0, NAN, 1.0), (1.0, INF, 1.0), (NAN, 0.0, 1.0), (NAN, -0.0, 1.0),
    (0.0, 0.0, 1.0), (INF, 0.0, 1.0), (-INF, -0.0, 1.0),
    # negative to a fraction
    (-2.0, 0.5, NAN), (-8.0, 1 / 3, NAN), (-0.5, -1.5, NAN),
    # ±∞ as exponent
    (0.5, -INF, INF), (-0.5, -INF, INF), (2.0, -INF, 0.0), (-2.0, -INF, 0.0),
    (0.5, INF, 0.0), (-0.5, INF, 0.0), (2.0, INF, INF), (-2.0, INF, INF), (-INF, INF, INF), (INF, -INF, 0.0),
    # ±∞ as base
    (-INF, -3.0, -0.0), (-INF, -2.0, 0.0), (-INF, -2.5, 0.0), (-INF, 3.0, -INF), (-INF, 2.0, INF), (-INF, 0.5, INF),
    (INF, -1.0, 0.0), (INF, 0.5, INF),
    # NaN otherwise
    (NAN, 1.0, NAN), (2.0, NAN, NAN), (NAN, NAN, NAN), (-1.0, NAN, NAN), (0.0, NAN, NAN),
]  # fmt: skip


@pytest.mark.parametrize("name", FORMAT_NAMES)
@pytest.mark.clause("pow-float")
def test_the_special_values_of_c99(name: str) -> None:
    x, y, expected = zip(*C99, strict=True)
    result = numbers(pow_(tensor(name, (len(C99),), x), tensor("double", (len(C99),), y)))
    assert repr(result) == repr(expected)


@pytest.mark.clause("pow-float")
def test_the_special_values_equal_those_of_the_host() -> None:
    double = FORMATS["double"]
    for a in special_patterns(double):
        for b in special_patterns(double):
            x, y = decode_number(double, a), decode_number(double, b)
            with np.errstate(all="ignore"):
                theirs = float(np.power(np.float64(x), np.float64(y)))
            ours = decode_number(double, power.float_power(double, a, b))
            assert (
                ours == theirs or (math.isnan(ours) and math.isnan(theirs)) or math.isclose(ours, theirs, rel_tol=1e-15)
            )
            assert math.isnan(ours) or math.copysign(1, ours) == math.copysign(1, theirs)


@pytest.mark.parametrize("name", FORMAT_NAMES)
@pytest.mark.clause("pow-float")
def test_squares_inverses_and_square_roots_equal_correctly_rounded_operations(name: str) -> None:
    layout = FORMATS[name]
    patterns = sorted({a for a, _ in random_pairs(layout, 200, seed=5)})
    one = encode(layout, Fraction(1))

    def powers(exponent: float) -> list[int]:
        rule, y = power.rule(name, "double"), encode_number(FORMATS["double"], exponent)
        return [int(str(rule(x, y))) for x in patterns]

    assert same(layout, powers(1.0), patterns) == []
    assert same(layout, powers(2.0), [floats.mul(layout, x, x) for x in patterns]) == []
    assert same(layout, powers(-1.0), [floats.div(layout, one, x) for x in patterns]) == []
    with np.errstate(invalid="ignore"):
        roots = bits(np.sqrt(array(name, patterns)))
    differences = same(layout, powers(0.5), roots)
    assert all(layout.is_negative(patterns[i]) for i in differences)  # sqrt(-0) is -0 and sqrt(-∞) NaN; pow says +0, +∞


@pytest.mark.parametrize("name", FORMAT_NAMES)
@pytest.mark.parametrize(("n", "k"), [(3, 0), (-3, 0), (17, 0), (100, 0), (3, 2), (-5, 3), (1, 4), (-1, 5), (77, 6)])
@pytest.mark.clause("pow-float")
def test_rounding_is_correct_by_exact_arithmetic(name: str, n: int, k: int) -> None:
    # r = x^(n/2^k) is correctly rounded just if x^n lies between the (2^k)-th powers of the middles beside r.
    layout, source = FORMATS[name], random.Random(n * 100 + k)
    rule, y = power.rule(name, "double"), encode(FORMATS["double"], Fraction(n, 2**k))
    one, span = encode(layout, Fraction(1)), min(layout.emax, 40) << layout.fraction_bits
    checked = 0
    for _ in range(60):
        x = one + source.randint(-span, span) // max(1, abs(n) >> k)
        r = int(str(rule(x, y)))
        if not 0 < r < layout.infinity - 1:
            continue
        low = (decode(layout, r - 1) + decode(layout, r)) / 2
        high = (decode(layout, r + 1) + decode(layout, r)) / 2
        assert low ** (2**k) <= decode(layout, x) ** n <= high ** (2**k)
        checked += 1
    assert checked > 20


@pytest.mark.clause("pow-float")
def test_doubles_are_within_one_ulp_of_the_hosts_pow() -> None:
    double, source = FORMATS["double"], random.Random(11)
    worst = 0
    for _ in range(1500):
        x, y = math.exp(source.uniform(-300, 300)), source.uniform(-2.3, 2.3)
        theirs = math.pow(x, y)
        ours = power.float_power(double, encode_number(double, x), encode_number(double, y))
        worst = max(worst, abs(ours - encode_number(double, theirs)))
    assert worst <= 1


@pytest.mark.parametrize("name", ["float16", "bfloat16", "float"])
@pytest.mark.clause("pow-float")
def test_narrow_formats_equal_the_hosts_double_power_rounded(name: str) -> None:
    # Two roundings differ from one only at a middle of the format, which 2^-53 of the power's own error rarely reaches.
    layout, source = FORMATS[name], random.Random(12)
    rule = power.rule(name, name)
    for _ in range(1500):
        x, y = (encode_number(layout, v) for v in (source.uniform(0, 50), source.uniform(-3, 3)))
        assert rule(x, y) == encode_number(layout, math.pow(decode_number(layout, x), decode_number(layout, y)))


@pytest.mark.clause("pow-float")
def test_exponents_are_converted_to_double_and_no_further() -> None:
    assert raised("float", -1, "int32", 2**24 + 1) == -1.0  # rounded to float the exponent would be even
    assert raised("float16", -1, "int64", 2**53 + 1) == 1.0  # as a double it is 2^53
    assert raised("double", -1, "uint64", 2**64 - 1) == 1.0
    assert raised("float16", 2, "double", 2.0**-1074) == 1.0
    assert raised("double", 2, "int64", -1074) == 5e-324
    assert raised("double", 2, "int64", -1075) == 0.0  # a tie, to even
    assert raised("double", 1 + 2**-52, "double", 1e300) == INF
    assert raised("float16", 1 - 2**-11, "int64", 2**62) == 0.0


@pytest.mark.clause("pow-float")
def test_a_middle_is_a_tie_and_near_middles_are_told_apart() -> None:
    half = FORMATS["float16"]
    x = 1 + Fraction(1, 2**5) + Fraction(1, 2**10)
    for root in (x, x + Fraction(1, 2**10)):
        assert raised("float16", root, "int8", 2) == decode(half, encode(half, root**2))
    # (1 + 2^-52)^(1/2) is 2^-107 below the middle 1 + 2^-53: far beyond double, not beyond 60 digits.
    assert raised("double", 1 + 2**-52, "double", 0.5) == 1.0
    assert raised("double", 1 + 3 * 2**-52, "double", 0.5) == 1 + 2**-52


@pytest.mark.parametrize(
    ("x", "y", "result"),
    [(2, -2, Fraction(1, 4)), (Fraction(4, 9), Fraction(-3, 2), Fraction(27, 8)), (0, 0, 1), (8, Fraction(1, 3), 2),
     (-2, 3, -8), (1, Fraction(1, 7), 1), (0, Fraction(1, 2), 0)],
)  # fmt: skip
@pytest.mark.clause("B9")
def test_rational_powers_of_reals_are_exact(x: object, y: object, result: object) -> None:
    assert raised("real", x, "real", y) == result


@pytest.mark.parametrize(("x", "y"), [(2, Fraction(1, 2)), (-8, Fraction(1, 3)), (Fraction(1, 3), Fraction(2, 3))])
@pytest.mark.clause("B9")
def test_a_power_that_is_no_rational_number_is_refused(x: object, y: object) -> None:
    with pytest.raises(ArgumentError, match="not a rational number") as error:
        raised("real", x, "real", y)
    assert error.value.code == "B9"
