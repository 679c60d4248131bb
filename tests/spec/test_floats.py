"""The element rules on floats, all four widths: against NumPy's IEEE operations, and the cases SEMANTICS decides."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from isocast.spec import floats
from isocast.spec.literals import decode_number, encode_number, numbers, tensor
from isocast.spec.numbers import FORMATS, encode
from isocast.spec.operators import apply, max_, mean, min_, prelu, sum_
from tests.spec.numpy_bits import FORMAT_NAMES, array, bits, random_pairs, same

NAN, INF = float("nan"), float("inf")
ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "Add": operator.add,
    "Sub": operator.sub,
    "Mul": operator.mul,
    "Div": operator.truediv,
}
COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "Equal": operator.eq,
    "Greater": operator.gt,
    "GreaterOrEqual": operator.ge,
    "Less": operator.lt,
    "LessOrEqual": operator.le,
}


def columns(name: str, count: int, seed: int) -> tuple[list[int], list[int]]:
    pairs = random_pairs(FORMATS[name], count, seed)
    return [a for a, _ in pairs], [b for _, b in pairs]


@pytest.mark.parametrize("name", FORMAT_NAMES)
@pytest.mark.parametrize("op", ARITHMETIC)
def test_arithmetic_equals_numpy_bit_for_bit(name: str, op: str) -> None:
    layout, (a, b) = FORMATS[name], columns(name, 2500, seed=len(op))
    with np.errstate(all="ignore"):
        theirs = bits(ARITHMETIC[op](array(name, a), array(name, b)))
    ours = [floats.RULES[op](layout, x, y) for x, y in zip(a, b, strict=True)]
    assert same(layout, ours, theirs) == []


@pytest.mark.parametrize("name", FORMAT_NAMES)
@pytest.mark.parametrize("op", COMPARISONS)
@pytest.mark.clause("compare")
def test_comparisons_equal_numpy(name: str, op: str) -> None:
    layout, (a, b) = FORMATS[name], columns(name, 600, seed=len(op))
    with np.errstate(invalid="ignore"):
        theirs = COMPARISONS[op](array(name, a), array(name, b)).tolist()
    assert [floats.RULES[op](layout, x, y) for x, y in zip(a, b, strict=True)] == theirs


@pytest.mark.parametrize("name", FORMAT_NAMES)
@pytest.mark.parametrize(("op", "theirs"), [("Max", np.maximum), ("Min", np.minimum)])
@pytest.mark.clause("max-min")
def test_max_and_min_equal_numpy_except_for_the_sign_of_zero(name: str, op: str, theirs: Any) -> None:
    # Known difference: between -0 and +0 NumPy takes one of the two operands, which one depends on the type.
    layout, (a, b) = FORMATS[name], columns(name, 1500, seed=3)
    with np.errstate(invalid="ignore"):
        expected = bits(theirs(array(name, a), array(name, b)))
    ours = [floats.RULES[op](layout, x, y) for x, y in zip(a, b, strict=True)]
    differences = same(layout, ours, expected)
    assert all(layout.is_zero(ours[i]) and layout.is_zero(expected[i]) for i in differences)
    assert differences  # the difference is still there; if not, drop it here


@pytest.mark.parametrize("name", FORMAT_NAMES)
@pytest.mark.clause("max-min")
def test_max_and_min_of_zeros_nans_and_many(name: str) -> None:
    def one(*values: float) -> list[Any]:
        return [tensor(name, (), [value]) for value in values]

    assert repr(numbers(max_(*one(-0.0, 0.0)))) == repr(numbers(max_(*one(0.0, -0.0)))) == "(0.0,)"
    assert repr(numbers(min_(*one(-0.0, 0.0)))) == repr(numbers(min_(*one(0.0, -0.0)))) == "(-0.0,)"
    assert repr(numbers(max_(*one(-0.0, -0.0)))) == "(-0.0,)"
    assert repr(numbers(max_(*one(1, NAN, INF)))) == repr(numbers(min_(*one(NAN, 1, -INF)))) == "(nan,)"
    assert numbers(max_(*one(3))) == (3.0,)
    assert numbers(max_(*one(-INF, 2, 5, 4))) == (5.0,)
    assert numbers(min_(*one(INF, 2, -5, 4))) == (-5.0,)


def in_float(name: str, inputs: list[list[int]], divisor: int) -> list[int]:
    """NumPy's own sum, left to right, 16-bit types in float32, divided, converted once."""
    arrays = [array(name, column) for column in inputs]
    wide = np.float64 if name == "double" else np.float32
    total = arrays[0].astype(wide)
    for addend in arrays[1:]:
        total = total + addend.astype(wide)
    return bits((total / wide(divisor)).astype(arrays[0].dtype))


@pytest.mark.parametrize("name", FORMAT_NAMES)
@pytest.mark.parametrize("count", [1, 2, 3, 5])
@pytest.mark.clause("sum-mean")
def test_sum_and_mean_equal_numpy_in_the_accumulators_type(name: str, count: int) -> None:
    layout = FORMATS[name]
    inputs = [columns(name, 400, seed=seed)[seed % 2] for seed in range(count)]
    with np.errstate(all="ignore"):
        sums, means = in_float(name, inputs, 1), in_float(name, inputs, count)
    rows = list(zip(*inputs, strict=True))
    assert same(layout, [floats.sum_(layout, *row) for row in rows], sums) == []
    assert same(layout, [floats.mean(layout, *row) for row in rows], means) == []


@pytest.mark.parametrize(
    ("name", "values", "total", "average"),
    [
        ("float16", [65504, 65504, -65504], 65504.0, 21840.0),  # no infinity on the way
        ("float16", [2048, 1, 1], 2050.0, 683.5),  # no rounding on the way
        ("bfloat16", [256, 1, 1], 258.0, 86.0),
        ("float", [16777216, 1, 1], 16777216.0, 5592405.5),  # float adds in float
        ("float", [1.1, 2.2, 3.3], 6.600000381469727, 2.200000047683716),  # divided by 3, not multiplied by 1/3
        ("double", [1e308, 1e308, -1e308], INF, INF),
        ("double", [-0.0, -0.0], -0.0, -0.0),  # from the first input, not from +0
        ("float16", [-0.0], -0.0, -0.0),
        ("double", [-0.0, 0.0], 0.0, 0.0),
        ("float", [INF, -INF], NAN, NAN),
    ],
)
@pytest.mark.clause("sum-mean")
def test_sum_and_mean_of_chosen_values(name: str, values: list[float], total: float, average: float) -> None:
    inputs = [tensor(name, (), [value]) for value in values]
    assert repr(numbers(sum_(*inputs))) == repr((total,))
    assert repr(numbers(mean(*inputs))) == repr((average,))


@pytest.mark.parametrize("name", FORMAT_NAMES)
@pytest.mark.clause("prelu")
def test_prelu_multiplies_below_zero_and_keeps_the_rest_bit_by_bit(name: str) -> None:
    layout = FORMATS[name]
    payload = layout.nan | 1 | layout.sign_bit
    signalling = layout.infinity | 1
    for kept in (0, layout.sign_bit, payload, signalling, layout.infinity, encode(layout, Fraction(3))):
        for slope in (layout.infinity, layout.nan, 0, encode(layout, Fraction(-2))):
            assert floats.prelu(layout, kept, slope) == kept
    values = [-2.0, -INF, -1.0, -3.0]
    slopes = [0.25, 0.0, INF, -0.5]
    result = prelu(tensor(name, (4,), values), tensor(name, (4,), slopes))
    assert repr(numbers(result)) == repr((-0.5, NAN, -INF, 1.5))


@pytest.mark.parametrize("name", FORMAT_NAMES)
@pytest.mark.clause("prelu")
def test_prelu_equals_numpy_where_it_multiplies(name: str) -> None:
    layout, (x, slope) = FORMATS[name], columns(name, 1000, seed=9)
    with np.errstate(all="ignore"):
        a, b = array(name, x), array(name, slope)
        expected = bits(np.where(a < 0, (b * a).view(f"u{a.itemsize}"), a.view(f"u{a.itemsize}")))
    assert same(layout, [floats.prelu(layout, *pair) for pair in zip(x, slope, strict=True)], expected) == []


def test_every_nan_an_operation_makes_is_the_quiet_one() -> None:
    for name, layout in FORMATS.items():
        assert tensor(name, (), [NAN]).values == (layout.nan,)
        for op in ("Add", "Sub", "Mul", "Div", "Max", "Min", "Sum", "Mean"):
            result = floats.RULES[op](layout, layout.infinity | 1, layout.signed(layout.nan | 1, True))
            assert result == layout.nan


@pytest.mark.parametrize(
    ("op", "a", "b", "result"),
    [
        ("Div", 1.0, 0.0, INF),
        ("Div", 1.0, -0.0, -INF),
        ("Div", 0.0, 0.0, NAN),
        ("Div", -1.0, INF, -0.0),
        ("Mul", 0.0, INF, NAN),
        ("Mul", -0.0, 5.0, -0.0),
        ("Sub", 1.0, 1.0, 0.0),
        ("Sub", -0.0, 0.0, -0.0),
        ("Add", -0.0, 0.0, 0.0),
        ("Sub", INF, INF, NAN),
    ],
)
@pytest.mark.parametrize("name", FORMAT_NAMES)
def test_ieee_special_cases(name: str, op: str, a: float, b: float, result: float) -> None:
    assert repr(numbers(apply(op, tensor(name, (), [a]), tensor(name, (), [b])))) == repr((result,))


def test_float_division_by_zero_is_no_error_and_subnormals_are_kept() -> None:
    half = FORMATS["float16"]
    assert floats.div(half, encode_number(half, 2.0**-14), encode_number(half, 2.0)) == 0x0200
    assert decode_number(half, floats.mul(half, 1, encode_number(half, 0.5))) == 0.0  # a tie, to even
    assert floats.mul(half, 1, encode_number(half, 0.501)) == 1
