"""Cast: between all our types, with one rounding, and refused where ONNX leaves the result undefined."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from isocast.errors import ArgumentError, IntegerRangeError, IsocastError
from isocast.evaluate.cast import cast
from isocast.spec.integers import INTEGERS, wrap
from isocast.spec.literals import encode_number
from isocast.spec.numbers import FORMATS
from isocast.types import ELEMENT_TYPES
from tests.crosscheck.equality import same
from tests.spec.numpy_bits import special_patterns
from tests.tensors import to_array as array
from tests.tensors import to_tensor as tensor

FLOATS = tuple(FORMATS)
WHOLE = tuple(INTEGERS)


def to(values: Any, kind: str) -> Any:
    return cast(np.asarray(values), ELEMENT_TYPES[kind])


def strings(*texts: str) -> Any:
    made = np.empty(len(texts), object)
    made[:] = texts
    return made


def bits(values: Any) -> list[int]:
    return [int(pattern) for pattern in np.ravel(values.view(f"u{values.itemsize}"))]


@pytest.mark.parametrize(("source", "target"), list(product(FLOATS, FLOATS)))
@given(data=st.data())
def test_floats_are_rounded_once(source: str, target: str, data: st.DataObject) -> None:
    layout = FORMATS[source]
    pattern = st.one_of(st.integers(0, 2**layout.width - 1), st.sampled_from(special_patterns(layout)))
    patterns = data.draw(st.lists(pattern, min_size=1, max_size=20))
    values = np.array(patterns, f"u{layout.width // 8}").view(ELEMENT_TYPES[source].numpy)
    expected = [encode_number(FORMATS[target], float(value)) for value in values]
    result = to(values, target)
    assert result.dtype == ELEMENT_TYPES[target].numpy
    wrong = [
        (hex(p), hex(e), hex(r))
        for p, e, r in zip(patterns, expected, bits(result), strict=True)
        if e != r and not (FORMATS[target].is_nan(e) and FORMATS[target].is_nan(r))
    ]
    assert wrong == []


@pytest.mark.parametrize(("source", "target"), list(product(WHOLE, FLOATS)))
@given(data=st.data())
def test_integers_are_rounded_once(source: str, target: str, data: st.DataObject) -> None:
    kind = np.iinfo(ELEMENT_TYPES[source].numpy)
    near_ties = st.builds(
        lambda power, half, more: min(max(2**power + 2**half + more, kind.min), kind.max),
        st.integers(0, kind.bits), st.integers(0, kind.bits), st.integers(-1, 1),
    )  # fmt: skip
    number = st.one_of(st.integers(kind.min, kind.max), near_ties, near_ties.map(lambda n: max(-n, kind.min)))
    numbers = data.draw(st.lists(number, min_size=1, max_size=20))
    result = to(np.array(numbers, ELEMENT_TYPES[source].numpy), target)
    assert bits(result) == [encode_number(FORMATS[target], Fraction(n)) for n in numbers]


def test_ties_that_a_detour_through_float_would_round_twice() -> None:
    double = np.array([1 + 2**-8 + 2**-40, 1 + 2**-8, 1 + 2**-8 - 2**-40, -(1 + 2**-8 + 2**-40), 3.4e38 * 10])
    assert to(double, "bfloat16").astype(float).tolist() == [1 + 2**-7, 1.0, 1.0, -(1 + 2**-7), np.inf]
    assert double[:1].astype(ml_dtypes.bfloat16).astype(float).tolist() == [1.0]  # what the detour gives
    wide = np.array([2**62 + 2**54 + 1, 2**62 + 2**54, -(2**62) - 2**54 - 1], np.int64)
    assert [int(value) for value in to(wide, "bfloat16").astype(float)] == [2**62 + 2**55, 2**62, -(2**62) - 2**55]


@pytest.mark.parametrize(("source", "target"), list(product(WHOLE, WHOLE)))
def test_integers_keep_their_low_bits(source: str, target: str) -> None:
    kind = np.iinfo(ELEMENT_TYPES[source].numpy)
    numbers = [kind.min, kind.min + 1, 0, 1, 100, kind.max - 1, kind.max]
    expected = [wrap(INTEGERS[target], number) for number in numbers]
    assert to(np.array(numbers, ELEMENT_TYPES[source].numpy), target).tolist() == expected


@pytest.mark.parametrize(("source", "target"), list(product(FLOATS, WHOLE)))
def test_floats_are_truncated_and_refused_out_of_range(source: str, target: str) -> None:
    dtype, bounds = ELEMENT_TYPES[source].numpy, np.iinfo(ELEMENT_TYPES[target].numpy)
    inside = np.array([0.0, -0.0, 0.99, -0.99, 1.5, 100.75], dtype)
    assert to(inside, target).tolist() == [int(float(value)) for value in inside]
    with np.errstate(over="ignore"):
        edges = np.array([bounds.min, int(bounds.max) + 1, -2 * int(bounds.max) - 2], float).astype(dtype)
    if np.isfinite(edges[0].astype(float)):
        assert to(edges[:1], target).tolist() == [bounds.min]
    for value in (*edges[1:], *np.array([np.nan, np.inf, -np.inf], dtype)):
        with pytest.raises(IntegerRangeError) as caught:
            to(np.array([[1, 1], [1, value]], dtype), target)
        assert caught.value.index == 3


@pytest.mark.parametrize("kind", [*FLOATS, *WHOLE])
def test_bool_is_whether_a_number_is_not_zero(kind: str) -> None:
    numbers = np.array([0, 1, 2, 0], ELEMENT_TYPES[kind].numpy)
    assert to(numbers, "bool").tolist() == [False, True, True, False]
    assert same(tensor(to(np.array([True, False]), kind)), tensor(np.array([1, 0], ELEMENT_TYPES[kind].numpy)))
    if kind in FLOATS:
        special = np.array([np.nan, -0.0, np.inf], ELEMENT_TYPES[kind].numpy)
        assert to(special, "bool").tolist() == [True, False, True]


@pytest.mark.parametrize("kind", FLOATS)
@given(data=st.data())
def test_text_is_rounded_once_and_comes_back(kind: str, data: st.DataObject) -> None:
    layout = FORMATS[kind]
    pattern = data.draw(st.integers(0, 2**layout.width - 1))
    value = np.array([pattern], f"u{layout.width // 8}").view(ELEMENT_TYPES[kind].numpy)
    back = to(to(value, "string"), kind)
    assert same(tensor(value), tensor(back))
    digits = data.draw(st.integers(-(10**25), 10**25))
    text = f"{digits}e{data.draw(st.integers(-60, 20))}"
    exact = encode_number(layout, Fraction(text)) | (layout.sign_bit if text.startswith("-") else 0)
    assert bits(to(strings(text), kind)) == [exact]


def test_text_just_beside_a_tie() -> None:
    beside, tie = Fraction(1) + Fraction(1, 2**24) + Fraction(1, 10**60), 1 + 2**-24
    text = f"{(beside.numerator * 10**80) // beside.denominator}e-80"
    assert to(strings(text), "float")[0] == np.float32(1 + 2**-23)
    assert to(strings(f"{tie:.30f}"), "float")[0] == np.float32(1)
    assert np.float32(float(text)) == np.float32(1)  # what the detour through a double gives


def test_text_of_every_kind() -> None:
    special = to(strings("+INF", "inf", "-Inf", "NaN", "1E8", ".5", "1e-9999", "-1e9999"), "float")
    assert same(tensor(special), tensor(np.array([np.inf, np.inf, -np.inf, np.nan, 1e8, 0.5, 0, -np.inf], np.float32)))
    assert to(strings("100.5", "1e3", "18446744073709551615"), "uint64").tolist() == [100, 1000, 2**64 - 1]
    assert to(np.array([[1, -2]], np.int8), "string").tolist() == [["1", "-2"]]
    assert to(np.array([0.1, np.inf], np.float32), "string").tolist() == ["0.1", "inf"]
    assert to(np.array(["a", "b"]), "string").tolist() == ["a", "b"]


@pytest.mark.parametrize(
    ("texts", "kind", "error", "says"),
    [
        (["1", "hello"], "float", ArgumentError, "element 1 is 'hello', which is not a number"),
        (["1_000"], "int32", ArgumentError, "not a number"),
        ([" 1"], "double", ArgumentError, "not a number"),
        (["٣"], "int32", ArgumentError, "not a number"),
        (["x" * 500], "float", ArgumentError, "xxx..."),
        (["1", "128"], "int8", IntegerRangeError, "element 1 is 128, which int8 cannot hold"),
        (["-1"], "uint8", IntegerRangeError, "uint8 cannot hold"),
        (["1e999999999"], "int64", IntegerRangeError, "int64 cannot hold"),
        (["nan"], "int64", IntegerRangeError, "int64 cannot hold"),
        (["1"], "bool", ArgumentError, "Cast from string to bool is not defined"),
    ],
)
def test_text_that_is_refused(texts: list[str], kind: str, error: type[IsocastError], says: str) -> None:
    with pytest.raises(error) as caught:
        to(strings(*texts), kind)
    assert says in str(caught.value)


def test_nothing_to_convert_is_nothing_done() -> None:
    values = array(tensor(np.arange(3)))
    assert to(values, "int64") is values
    assert to(np.zeros((0, 3)), "int8").shape == (0, 3)
    assert to(np.float64(3.5), "bfloat16").shape == ()
