"""The formats of the oracle: every 16-bit pattern, and rounding against NumPy's and ml_dtypes' conversions."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from isocast.spec import floats
from isocast.spec.literals import decode_number, encode_number, numbers, tensor
from isocast.spec.numbers import FORMATS, Format, convert, decode, encode
from tests.spec.numpy_bits import FORMAT_NAMES, array, bits, random_pairs, same, special_patterns

SIXTEEN_BITS = ("float16", "bfloat16")
EVERY_16_BIT_PATTERN = range(1 << 16)


def finite(layout: Format, pattern: int) -> bool:
    return layout.magnitude(pattern) < layout.infinity


@pytest.mark.parametrize(
    ("name", "emin", "emax", "smallest", "largest"),
    [
        ("float16", -14, 15, Fraction(1, 2**24), Fraction(65504)),
        ("bfloat16", -126, 127, Fraction(1, 2**133), Fraction(2**128 - 2**120)),
        ("float", -126, 127, Fraction(1, 2**149), Fraction(2**128 - 2**104)),
        ("double", -1022, 1023, Fraction(1, 2**1074), Fraction(2**1024 - 2**971)),
    ],
)
def test_the_parameters_are_those_of_ieee_754(
    name: str, emin: int, emax: int, smallest: Fraction, largest: Fraction
) -> None:
    layout = FORMATS[name]
    assert (layout.emin, layout.emax) == (emin, emax)
    assert decode(layout, 1) == smallest
    assert decode(layout, layout.infinity - 1) == largest


@pytest.mark.parametrize("name", SIXTEEN_BITS)
def test_every_16_bit_pattern_decodes_as_numpy_does_and_encodes_back(name: str) -> None:
    layout = FORMATS[name]
    with np.errstate(invalid="ignore"):  # signalling NaNs
        theirs = array(name, list(EVERY_16_BIT_PATTERN)).astype(np.float64)
    for pattern in EVERY_16_BIT_PATTERN:
        ours = decode_number(layout, pattern)
        assert ours == theirs[pattern] or (np.isnan(ours) and np.isnan(theirs[pattern]))
        if not layout.is_nan(pattern):
            assert encode_number(layout, ours) == pattern  # also the sign of zero


@pytest.mark.parametrize("name", ["float", "double"])
def test_wide_patterns_decode_as_numpy_does_and_encode_back(name: str) -> None:
    layout = FORMATS[name]
    patterns = [a for a, _ in random_pairs(layout, 3000, seed=1) if not layout.is_nan(a)]
    theirs = array(name, patterns).astype(np.float64)
    assert [decode_number(layout, pattern) for pattern in patterns] == theirs.tolist()
    assert [encode_number(layout, decode_number(layout, pattern)) for pattern in patterns] == patterns


def test_decoding_what_is_not_finite_is_refused() -> None:
    for layout in FORMATS.values():
        for pattern in (layout.infinity, layout.nan, layout.signed(layout.infinity, True)):
            with pytest.raises(ValueError, match="no finite number"):
                decode(layout, pattern)


UNARY_LIKE = {
    "x + 0": (lambda layout, x: floats.add(layout, x, 0), lambda x: x + np.zeros_like(x)),
    "x - x": (lambda layout, x: floats.sub(layout, x, x), lambda x: x - x),
    "0 - x": (lambda layout, x: floats.sub(layout, 0, x), lambda x: np.zeros_like(x) - x),
    "x + x": (lambda layout, x: floats.add(layout, x, x), lambda x: x + x),
    "x · 1": (lambda layout, x: floats.mul(layout, x, encode(layout, Fraction(1))), lambda x: x * np.ones_like(x)),
    "x · x": (lambda layout, x: floats.mul(layout, x, x), lambda x: x * x),
    "1 / x": (lambda layout, x: floats.div(layout, encode(layout, Fraction(1)), x), lambda x: np.ones_like(x) / x),
    "x / x": (lambda layout, x: floats.div(layout, x, x), lambda x: x / x),
}


@pytest.mark.parametrize("name", SIXTEEN_BITS)
@pytest.mark.parametrize("case", UNARY_LIKE)
def test_every_16_bit_value_as_numpy(name: str, case: str) -> None:
    layout = FORMATS[name]
    ours, theirs = UNARY_LIKE[case]
    with np.errstate(all="ignore"):
        expected = bits(theirs(array(name, list(EVERY_16_BIT_PATTERN))))
    assert same(layout, [ours(layout, x) for x in EVERY_16_BIT_PATTERN], expected) == []


def doubles_around(values: list[float]) -> list[float]:
    """The values, the middles between neighbours, and the doubles just beside those middles."""
    middles = [(a + b) / 2 for a, b in pairwise(values)]
    sides = [float(np.nextafter(m, direction)) for m in middles for direction in (-np.inf, np.inf)]
    return [*values, *middles, *sides]


def finite_values(name: str) -> list[float]:
    layout = FORMATS[name]
    return [decode_number(layout, pattern) for pattern in range(layout.infinity)]


def test_double_to_float16_rounds_as_numpy_at_every_value_and_middle() -> None:
    cases = [*doubles_around(finite_values("float16")), 65519.99, 65520.0, 1e300, 2.0**-25, 2.0**-26, 5e-324]
    with np.errstate(all="ignore"):
        expected = bits(np.array(cases).astype(np.float16))
    assert [encode_number(FORMATS["float16"], x) for x in cases] == expected


def test_float_to_bfloat16_rounds_as_ml_dtypes_at_every_value_and_middle() -> None:
    exact = np.array(doubles_around(finite_values("bfloat16"))).astype(np.float32)
    beside = np.concatenate([np.nextafter(exact, np.float32(0)), np.nextafter(exact, np.float32(np.inf))])
    cases = np.concatenate([exact, beside[np.isfinite(beside)][::7]])
    expected = bits(cases.astype(array("bfloat16", []).dtype))
    assert [encode_number(FORMATS["bfloat16"], float(x)) for x in cases] == expected


def test_double_to_bfloat16_rounds_once_where_ml_dtypes_rounds_twice() -> None:
    # Known difference: ml_dtypes goes through float, so that 1 + 2^-8 + 2^-40 becomes a tie and then 1.
    just_above_a_tie = 1 + 2.0**-8 + 2.0**-40
    assert decode_number(FORMATS["bfloat16"], encode_number(FORMATS["bfloat16"], just_above_a_tie)) == 1 + 2.0**-7
    assert float(np.array([just_above_a_tie]).astype(array("bfloat16", []).dtype)[0]) == 1.0


def test_double_to_float_rounds_as_numpy() -> None:
    layout, source = FORMATS["float"], random.Random(2)
    patterns = [source.randrange(layout.infinity) for _ in range(4000)]
    patterns += [p for p in special_patterns(layout) if finite(layout, p) and not layout.is_negative(p)]
    neighbours = [x for p in patterns for x in (p, p + 1) if finite(layout, x)]
    values = [decode_number(layout, p) for p in neighbours]
    cases = [*doubles_around(values), 2.0**-150, float(np.nextafter(2.0**-150, 1)), 2.0**128 - 2.0**103, 1e39]
    with np.errstate(all="ignore"):
        expected = bits(np.array(cases).astype(np.float32))
    assert [encode_number(layout, x) for x in cases] == expected


def test_one_rounding_and_not_two() -> None:
    # 1 + 2^-11 is a tie in float16, broken to 1; the 2^-60 above it is lost in a double, and then it would be too.
    value = 1 + Fraction(1, 2**11) + Fraction(1, 2**60)
    assert decode(FORMATS["float16"], encode(FORMATS["float16"], value)) == 1 + Fraction(1, 2**10)


@given(st.sampled_from(FORMAT_NAMES), st.fractions())
def test_nothing_of_the_format_is_nearer_than_what_encode_gives(name: str, value: Fraction) -> None:
    layout = FORMATS[name]
    result = encode(layout, value)
    if not finite(layout, result) or layout.is_zero(result):
        return
    distance = abs(decode(layout, result) - value)
    for neighbour in (result - 1, result + 1):
        if not finite(layout, neighbour):
            continue
        other = abs(decode(layout, neighbour) - value)
        assert distance < other or (distance == other and result % 2 == 0)


@given(st.sampled_from(FORMAT_NAMES), st.floats(allow_nan=False))
def test_a_negative_number_rounds_as_its_opposite(name: str, value: float) -> None:
    layout = FORMATS[name]
    assert encode_number(layout, -value) == encode_number(layout, value) ^ layout.sign_bit


@pytest.mark.parametrize("name", FORMAT_NAMES)
def test_widening_is_exact_and_narrowing_keeps_the_special_values(name: str) -> None:
    layout, double = FORMATS[name], FORMATS["double"]
    for pattern in special_patterns(layout):
        wide = convert(layout, double, pattern)
        assert convert(double, layout, wide) == (layout.nan if layout.is_nan(pattern) else pattern)


@pytest.mark.parametrize(
    ("type_", "values", "back"),
    [
        ("float16", [1, 0.1, Fraction(1, 3), -0.0], (1.0, 0.0999755859375, 0.333251953125, -0.0)),
        ("double", [2**53 + 1, float("inf")], (9007199254740992.0, float("inf"))),
        ("complex64", [1 + 2j, 0.1], (1 + 2j, 0.10000000149011612 + 0j)),
        ("int8", [-128, 127], (-128, 127)),
        ("bool", [True, False], (True, False)),
        ("string", ["é", ""], ("é", "")),
        ("real", [Fraction(1, 3), 2], (Fraction(1, 3), 2)),
    ],
)
@pytest.mark.clause("B9")
def test_python_numbers_to_tensors_and_back(type_: str, values: list[object], back: tuple[object, ...]) -> None:
    assert repr(numbers(tensor(type_, (len(values),), values))) == repr(back)  # repr: -0.0 is not 0.0


@pytest.mark.parametrize(
    ("type_", "value"),
    [("int8", 128), ("uint8", -1), ("int32", 1.0), ("int32", True), ("float", True), ("float", "1"), ("bool", 1),
     ("string", b"a"), ("real", 0.5), ("real", True), ("complex64", "1j"), ("float8", 1.0)],
)  # fmt: skip
def test_a_value_the_type_does_not_hold_is_refused(type_: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"is no {type_}"):
        tensor(type_, (), [value])
