"""The element rules on integers: every pair of 8-bit numbers and the borders of all eight types, against NumPy."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from isocast.errors import ArgumentError, DivisionByZeroError
from isocast.spec.integers import INTEGERS, RULES, IntegerType, bit_shift, div, truncated_quotient, wrap
from isocast.spec.literals import tensor
from isocast.spec.operators import apply
from tests.spec.numpy_bits import INTEGER_NAMES, array

SIGNED = tuple(name for name in INTEGER_NAMES if not name.startswith("u"))
NUMPY: dict[str, Callable[[Any, Any], Any]] = {
    "Add": np.add,
    "Sub": np.subtract,
    "Mul": np.multiply,
    "Max": np.maximum,
    "Min": np.minimum,
    "Equal": np.equal,
    "Greater": np.greater,
    "GreaterOrEqual": np.greater_equal,
    "Less": np.less,
    "LessOrEqual": np.less_equal,
    "BitwiseAnd": np.bitwise_and,
    "BitwiseOr": np.bitwise_or,
    "BitwiseXor": np.bitwise_xor,
    "PRelu": lambda x, slope: np.where(x < 0, slope * x, x),
}


def borders(kind: IntegerType) -> list[int]:
    """The ends of the type, powers of two and their neighbours, and small numbers."""
    powers = [sign * 2**k + d for k in range(0, kind.width + 1, 4) for d in (-1, 0, 1) for sign in (-1, 1)]
    ends = [kind.smallest, kind.smallest + 1, kind.largest - 1, kind.largest]
    return sorted({v for v in (*powers, *ends, 3, -3, 7, -7, 10, 100, 12345) if kind.holds(v)})


def pairs(name: str) -> list[tuple[int, int]]:
    """Every pair of an 8-bit type, and all pairs of borders of the others."""
    kind = INTEGERS[name]
    values = range(kind.smallest, kind.largest + 1) if kind.width == 8 else borders(kind)
    return [(a, b) for a in values for b in values]


@pytest.mark.parametrize("name", INTEGER_NAMES)
@pytest.mark.parametrize("op", NUMPY)
@pytest.mark.clause("int-wrap", "compare", "max-min", "prelu")
def test_equals_numpy(name: str, op: str) -> None:
    cases, kind, rule = pairs(name), INTEGERS[name], RULES[op]
    theirs = NUMPY[op](array(name, [a for a, _ in cases]), array(name, [b for _, b in cases]))
    assert [rule(kind, a, b) for a, b in cases] == theirs.tolist()


@pytest.mark.parametrize("name", INTEGER_NAMES)
@pytest.mark.clause("int-div")
def test_div_truncates_toward_zero(name: str) -> None:
    # Known difference: NumPy's integer division floors. C's remainder, which fmod is, leads to C's quotient.
    cases, kind = [(a, b) for a, b in pairs(name) if b != 0], INTEGERS[name]
    a, b = array(name, [a for a, _ in cases]), array(name, [b for _, b in cases])
    with np.errstate(over="ignore"):  # MIN / -1, which wraps
        theirs = (a - np.fmod(a, b)) // b
        floored = a // b
    assert [div(kind, *case) for case in cases] == theirs.tolist()
    assert (floored != theirs).any() == kind.is_signed


@pytest.mark.parametrize("name", SIGNED)
@pytest.mark.clause("int-div", "int-wrap")
def test_min_divided_by_minus_one_is_min(name: str) -> None:
    smallest = INTEGERS[name].smallest
    assert apply("Div", tensor(name, (), [smallest]), tensor(name, (), [-1])).values == (smallest,)


@given(st.integers(), st.integers().filter(bool))
@pytest.mark.clause("int-div")
def test_the_quotient_is_the_fraction_without_its_fractional_part(a: int, b: int) -> None:
    assert truncated_quotient(a, b) == int(Fraction(a, b))


@given(st.sampled_from(INTEGER_NAMES), st.integers(-(2**70), 2**70))
@pytest.mark.clause("int-wrap")
def test_wrapping_is_the_number_of_the_type_that_is_congruent(name: str, value: int) -> None:
    kind = INTEGERS[name]
    wrapped = wrap(kind, value)
    assert kind.holds(wrapped)
    assert (wrapped - value) % 2**kind.width == 0


@pytest.mark.parametrize("type_", [*INTEGER_NAMES, "real"])
@pytest.mark.clause("int-div")
def test_a_divisor_of_0_names_its_first_flat_index(type_: str) -> None:
    with pytest.raises(DivisionByZeroError) as error:
        apply("Div", tensor(type_, (2, 3), range(6)), tensor(type_, (2, 1), [1, 0]))
    assert (error.value.index, error.value.code) == (3, "int-div")
    assert isinstance(error.value, ZeroDivisionError)


@pytest.mark.clause("int-div")
def test_no_element_no_division() -> None:
    empty = tensor("int32", (0, 3), [])
    assert apply("Div", empty, tensor("int32", (), [0])).shape == (0, 3)


@pytest.mark.parametrize("name", INTEGER_NAMES)
@pytest.mark.parametrize("direction", ["LEFT", "RIGHT"])
@pytest.mark.clause("bit-shift")
def test_shifts_up_to_the_width_and_past_it_equal_numpy(name: str, direction: str) -> None:
    kind = INTEGERS[name]
    cases = [(x, y) for x in borders(kind) for y in (*range(kind.width + 2), 100, kind.largest)]
    shift = np.left_shift if direction == "LEFT" else np.right_shift
    theirs = shift(array(name, [x for x, _ in cases]), array(name, [y for _, y in cases])).tolist()
    assert [bit_shift(kind, x, y, direction=direction) for x, y in cases] == theirs


@pytest.mark.parametrize("name", SIGNED)
@pytest.mark.clause("bit-shift")
def test_a_negative_shift_leaves_the_extension_of_the_sign(name: str) -> None:
    kind = INTEGERS[name]
    for y in (-1, -kind.width, kind.smallest):
        for x in (kind.smallest, -1, 0, 1, kind.largest):
            assert bit_shift(kind, x, y, direction="RIGHT") == (-1 if x < 0 else 0)
            assert bit_shift(kind, x, y, direction="LEFT") == 0


@pytest.mark.parametrize("attributes", [{}, {"direction": "UP"}, {"direction": "left"}, {"direction": None}])
@pytest.mark.clause("bit-shift")
def test_a_shift_without_a_direction_is_refused(attributes: dict[str, object]) -> None:
    x = tensor("uint8", (), [1])
    with pytest.raises(ArgumentError) as error:
        apply("BitShift", x, x, **attributes)
    assert error.value.argument == "direction"


@pytest.mark.clause("bit-shift")
def test_the_example_of_the_text() -> None:
    x = tensor("uint8", (2,), [1, 4]), tensor("uint8", (2,), [1, 1])
    assert apply("BitShift", *x, direction="RIGHT").values == (0, 2)
    y = tensor("uint8", (2,), [1, 2]), tensor("uint8", (2,), [1, 2])
    assert apply("BitShift", *y, direction="LEFT").values == (2, 8)
