"""Mod by opset 28: the table of its text, integers exactly, floats against NumPy."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from isocast.errors import ArgumentError, DivisionByZeroError
from isocast.spec import floats, integers
from isocast.spec.literals import numbers, tensor
from isocast.spec.numbers import FORMATS
from isocast.spec.operators import mod
from tests.spec.numpy_bits import FORMAT_NAMES, INTEGER_NAMES, array, bits, random_pairs, same

NAN, INF = float("nan"), float("inf")
pytestmark = pytest.mark.clause("mod")

TABLE_FMOD_0 = [
    # If x is ±0 and y is nonzero, ±0 with the sign of y is returned.
    (0.0, 3.0, 0.0), (-0.0, 3.0, 0.0), (0.0, -3.0, -0.0), (-0.0, -3.0, -0.0), (0.0, INF, 0.0), (0.0, -INF, -0.0),
    # If x is ±∞ and y is not NaN, NaN is returned.
    (INF, 3.0, NAN), (-INF, -3.0, NAN), (INF, INF, NAN), (INF, 0.0, NAN),
    # If y is ±0 and x is not NaN, NaN is returned.
    (1.0, 0.0, NAN), (0.0, -0.0, NAN), (-1.0, -0.0, NAN),
    # If y is ±∞ and x is finite and nonzero, x is returned when they have the same sign; otherwise y.
    (2.0, INF, 2.0), (-2.0, -INF, -2.0), (2.0, -INF, -INF), (-2.0, INF, INF),
    # If either argument is NaN, NaN is returned.
    (NAN, 1.0, NAN), (1.0, NAN, NAN), (NAN, NAN, NAN), (NAN, 0.0, NAN), (INF, NAN, NAN),
    # The sign is that of y, also of a zero.
    (7.0, 3.0, 1.0), (-7.0, 3.0, 2.0), (7.0, -3.0, -2.0), (-7.0, -3.0, -1.0), (6.0, -3.0, -0.0), (-6.0, 3.0, 0.0),
]  # fmt: skip
TABLE_FMOD_1 = [
    # If x is -0 and y is greater than zero, either zero may be returned; here it is x.
    (-0.0, 3.0, -0.0), (0.0, -3.0, 0.0), (-0.0, -3.0, -0.0),
    # If x is ±∞ and y is not NaN, NaN is returned. If y is ±0 and x is not NaN, NaN.
    (INF, 3.0, NAN), (-INF, INF, NAN), (1.0, 0.0, NAN), (-0.0, 0.0, NAN),
    # If y is ±∞ and x is finite, x is returned.
    (2.0, INF, 2.0), (2.0, -INF, 2.0), (-2.0, INF, -2.0), (-0.0, INF, -0.0),
    # If either argument is NaN, NaN is returned.
    (NAN, 1.0, NAN), (1.0, NAN, NAN),
    # The sign is that of x.
    (7.0, 3.0, 1.0), (-7.0, 3.0, -1.0), (7.0, -3.0, 1.0), (-7.0, -3.0, -1.0), (-6.0, 3.0, -0.0), (6.0, -3.0, 0.0),
]  # fmt: skip


@pytest.mark.parametrize("name", FORMAT_NAMES)
@pytest.mark.parametrize(("fmod", "table"), [(0, TABLE_FMOD_0), (1, TABLE_FMOD_1)])
def test_the_table_of_opset_28(name: str, fmod: int, table: list[tuple[float, float, float]]) -> None:
    x, y, expected = zip(*table, strict=True)
    shape = (len(table),)
    assert repr(numbers(mod(tensor(name, shape, x), tensor(name, shape, y), fmod=fmod))) == repr(expected)


@pytest.mark.parametrize("name", FORMAT_NAMES)
@pytest.mark.parametrize(("fmod", "theirs"), [(0, np.remainder), (1, np.fmod)])
def test_floats_equal_numpy(name: str, fmod: int, theirs: np.ufunc) -> None:
    layout = FORMATS[name]
    pairs = random_pairs(layout, 1500, seed=fmod)
    with np.errstate(all="ignore"):
        expected = bits(theirs(array(name, [a for a, _ in pairs]), array(name, [b for _, b in pairs])))
    ours = [floats.mod(layout, a, b, fmod=fmod) for a, b in pairs]
    assert [(*map(hex, pairs[i]), hex(ours[i]), hex(expected[i])) for i in same(layout, ours, expected)] == []


@pytest.mark.parametrize("name", INTEGER_NAMES)
@pytest.mark.parametrize(("fmod", "theirs"), [(0, np.remainder), (1, np.fmod)])
def test_integers_equal_numpy(name: str, fmod: int, theirs: np.ufunc) -> None:
    kind = integers.INTEGERS[name]
    ends = [kind.smallest, kind.smallest + 1, kind.largest - 1, kind.largest]
    values = sorted({v for v in (*ends, *range(-12, 13), 10**9 + 7, 2**53 + 1) if kind.holds(v)})
    pairs = [(a, b) for a in values for b in values if b != 0]
    expected = theirs(array(name, [a for a, _ in pairs]), array(name, [b for _, b in pairs])).tolist()
    assert [integers.mod(kind, a, b, fmod=fmod) for a, b in pairs] == expected


@pytest.mark.parametrize("name", ["int8", "int16", "int32", "int64"])
@pytest.mark.parametrize("fmod", [0, 1])
def test_min_mod_minus_one_is_0(name: str, fmod: int) -> None:
    assert integers.mod(integers.INTEGERS[name], integers.INTEGERS[name].smallest, -1, fmod=fmod) == 0


@pytest.mark.parametrize("fmod", [0, 1])
def test_reals_are_exact(fmod: int) -> None:
    x = tensor("real", (2,), [Fraction(-7, 3), Fraction(7, 3)])
    expected = [(Fraction(1, 6), Fraction(1, 3)), (Fraction(-1, 3), Fraction(1, 3))][fmod]
    assert mod(x, tensor("real", (), [Fraction(1, 2)]), fmod=fmod).values == expected


@pytest.mark.parametrize("type_", [*INTEGER_NAMES, "real"])
@pytest.mark.parametrize("fmod", [0, 1])
def test_a_divisor_of_0_names_its_first_flat_index(type_: str, fmod: int) -> None:
    dividends, divisors = tensor(type_, (2, 1), [1, 2]), tensor(type_, (3,), [5, 0, 0])
    with pytest.raises(DivisionByZeroError, match="flat index 1") as error:
        mod(dividends, divisors, fmod=fmod)
    assert (error.value.index, error.value.code) == (1, "mod")


@pytest.mark.parametrize("fmod", [2, -1, "0", None])
def test_another_fmod_is_refused(fmod: object) -> None:
    x = tensor("int8", (), [1])
    with pytest.raises(ArgumentError) as error:
        mod(x, x, fmod=fmod)  # type: ignore[arg-type]
    assert error.value.argument == "fmod"
