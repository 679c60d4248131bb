"""The element rules, stated as cases, and asked of the specification and of the library alike."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import isocast as ic
from tests.implementations import BOTH, Implementation
from tests.tensors import assert_same

INF, NAN = float("inf"), float("nan")
MIN32, MIN64, MAX64 = -(2**31), -(2**63), 2**63 - 1
BF16: Any = ml_dtypes.bfloat16


@pytest.fixture(params=sorted(BOTH))
def implementation(request: pytest.FixtureRequest) -> Implementation:
    return BOTH[request.param]


def check(
    implementation: Implementation, name: str, dtype: Any, operands: list[Any], expected: Any, **given: Any
) -> None:
    arrays = [operand if isinstance(operand, np.ndarray) else np.array(operand, dtype) for operand in operands]
    result = implementation(name, *arrays, **given)
    wanted = expected if isinstance(expected, np.ndarray) else np.array(expected, result.dtype)
    assert_same(result, wanted)


@pytest.mark.clause("int-wrap")
@pytest.mark.parametrize(
    ("name", "dtype", "operands", "expected"),
    [
        ("Add", np.int8, [[127, -128], [1, -1]], [-128, 127]),
        ("Add", np.uint16, [[65535], [2]], [1]),
        ("Sub", np.uint8, [[0], [1]], [255]),
        ("Sub", np.int64, [[MIN64], [1]], [MAX64]),
        ("Mul", np.int32, [[65536, MIN32], [65536, -1]], [0, MIN32]),
        ("Mul", np.uint64, [[2**63], [2]], [0]),
    ],
)
def test_integers_wrap(
    implementation: Implementation, name: str, dtype: Any, operands: list[Any], expected: Any
) -> None:
    check(implementation, name, dtype, operands, expected)


@pytest.mark.clause("int-div", "mod")
@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64])
def test_integer_quotients_and_remainders(implementation: Implementation, dtype: Any) -> None:
    least = np.iinfo(dtype).min
    a, b = [7, -7, 7, -7, least, least], [2, 2, -2, -2, -1, 1]
    check(implementation, "Div", dtype, [a, b], [3, -3, -3, 3, least, least])
    check(implementation, "Mod", dtype, [a, b], [1, 1, -1, -1, 0, 0])
    check(implementation, "Mod", dtype, [a, b], [1, -1, 1, -1, 0, 0], fmod=1)


@pytest.mark.clause("mod")
def test_the_remainder_of_floats(implementation: Implementation) -> None:
    a, b = [5.5, -5.5, 5.5, -5.5, 0.0, -0.0, 1.0, -1.0, INF], [2.0, 2.0, -2.0, -2.0, -3.0, 3.0, INF, INF, 2.0]
    check(implementation, "Mod", np.float32, [a, b], [1.5, 0.5, -0.5, -1.5, -0.0, 0.0, 1.0, INF, NAN])
    check(implementation, "Mod", np.float32, [a, b], [1.5, -1.5, 1.5, -1.5, 0.0, -0.0, 1.0, -1.0, NAN], fmod=1)


@pytest.mark.clause("pow-int")
def test_powers_of_integers(implementation: Implementation) -> None:
    base = np.array([3, 2, -1, -1, 1, 5, 2, 0], np.int64)
    exponent = np.array([39, 64, -3, -2, -9, -1, 62, 0], np.int64)
    check(implementation, "Pow", None, [base, exponent], np.array([3**39, 0, -1, 1, 1, 0, 2**62, 1]))
    wrapped = np.array([(-3) ** 41 % 2**32], np.uint32).view(np.int32)
    check(implementation, "Pow", None, [np.array([-3], np.int32), np.array([41], np.uint8)], wrapped)
    check(implementation, "Pow", None, [np.array([2, 3], np.int32), np.array([0.5, 1.5])], np.int32([1, 5]))


@pytest.mark.clause("pow-float")
def test_special_powers_of_floats(implementation: Implementation) -> None:
    base = [0.0, 1.0, NAN, -1.0, -2.0, -0.0, -0.0, INF, -INF, 2.0, -8.0]
    exponent = [0.0, NAN, 0.0, INF, 3.0, -3.0, -2.0, -1.0, 3.0, -INF, 1 / 3]
    wanted = [1.0, 1.0, 1.0, 1.0, -8.0, -INF, INF, 0.0, -INF, 0.0, NAN]
    for dtype in (np.float16, BF16, np.float32, np.float64):
        check(implementation, "Pow", dtype, [base, exponent], np.array(wanted, dtype))


@pytest.mark.clause("pow-float")
def test_a_large_integer_exponent_is_not_rounded(implementation: Implementation) -> None:
    check(implementation, "Pow", None, [np.float32([-1.0]), np.int64([2**24 + 1])], np.float32([-1.0]))


@pytest.mark.clause("max-min")
@pytest.mark.parametrize("dtype", [np.float16, BF16, np.float32, np.float64])
def test_maximum_and_minimum(implementation: Implementation, dtype: Any) -> None:
    a, b = [0.0, -0.0, NAN, 1.0, -INF] * 9, [-0.0, 0.0, 1.0, NAN, INF] * 9
    check(implementation, "Max", dtype, [a, b], [0.0, 0.0, NAN, NAN, INF] * 9)
    check(implementation, "Min", dtype, [a, b], [-0.0, -0.0, NAN, NAN, -INF] * 9)


@pytest.mark.clause("sum-mean")
def test_sums_are_rounded_once(implementation: Implementation) -> None:
    check(implementation, "Sum", np.float16, [[65504], [65504], [-65504]], [65504])
    check(implementation, "Sum", np.float16, [[2048], [1], [1]], [2050])
    check(implementation, "Sum", np.float32, [[-0.0], [-0.0]], [-0.0])
    check(implementation, "Sum", np.float64, [[-0.0]], [-0.0])
    three = np.float32([1.1]), np.float32([2.2]), np.float32([3.3])
    check(implementation, "Mean", None, list(three), (three[0] + three[1] + three[2]) / np.float32(3))
    check(
        implementation, "Mean", None, [np.zeros((1,), np.float32), np.full((3,), 4, np.float32)], np.float32([2, 2, 2])
    )


@pytest.mark.clause("compare")
def test_comparisons(implementation: Implementation) -> None:
    a, b = [NAN, 0.0, 1.0, -INF], [NAN, -0.0, 2.0, INF]
    wanted = {"Equal": [0, 1, 0, 0], "Less": [0, 0, 1, 1], "LessOrEqual": [0, 1, 1, 1], "Greater": [0, 0, 0, 0]}
    for name, expected in wanted.items():
        check(implementation, name, np.float32, [a, b], np.array(expected, bool))
    check(implementation, "GreaterOrEqual", np.uint64, [[2**63, 0], [2**63 - 1, 1]], np.array([True, False]))
    check(implementation, "Greater", np.int64, [[-1], [1]], np.array([False]))


@pytest.mark.clause("compare")
def test_strings_are_compared_byte_for_byte(implementation: Implementation) -> None:
    a = np.array(["é", "a", ""], object)
    b = np.array(["e\u0301", "a", "b"], object)
    check(implementation, "Equal", None, [a, b], np.array([False, True, False]))


@pytest.mark.clause("logic")
def test_truth_tables(implementation: Implementation) -> None:
    a, b = [[False], [True]], [False, True]
    check(implementation, "And", bool, [a, b], np.array([[0, 0], [0, 1]], bool))
    check(implementation, "Or", bool, [a, b], np.array([[0, 1], [1, 1]], bool))
    check(implementation, "Xor", bool, [a, b], np.array([[0, 1], [1, 0]], bool))


@pytest.mark.clause("bit-shift")
def test_shifts_past_the_width(implementation: Implementation) -> None:
    x, y = [-7, -7, 7, 1, -1, 5], [1, 9, 99, 7, -1, 0]
    check(implementation, "BitShift", np.int8, [x, y], [-4, -1, 0, 0, -1, 5], direction="RIGHT")
    check(implementation, "BitShift", np.int8, [x, y], [-14, 0, 0, -128, 0, 5], direction="LEFT")
    check(implementation, "BitShift", np.uint16, [[1, 65535], [15, 16]], [32768, 0], direction="LEFT")


@pytest.mark.clause("prelu", "uni-operators")
def test_prelu_keeps_zeros_and_nans(implementation: Implementation) -> None:
    x, slope = [0.0, -0.0, -2.0, NAN, 3.0], [INF, -2.0, 0.5, 1.0, 7.0]
    check(implementation, "PRelu", np.float32, [x, slope], [0.0, -0.0, -1.0, NAN, 3.0])
    check(implementation, "PRelu", np.int32, [[[-3, 4], [5, MIN32]], [2]], [[-6, 4], [5, 0]])
    check(implementation, "PRelu", np.uint32, [[3], [2]], [3])


@pytest.mark.clause("Where", "Where-condition", "bit-copy", "B7")
def test_where_copies_bits(implementation: Implementation) -> None:
    condition = np.array([True, False, True])
    x = np.array([0x7FC00001, 0x80000000, 1], np.uint32).view(np.float32)
    y = np.array([0xFFFFFFFF, 0x7F800001, 2], np.uint32).view(np.float32)
    result = implementation("Where", condition, x, y)
    assert result.view(np.uint32).tolist() == [0x7FC00001, 0x7F800001, 1]


@pytest.mark.clause("bit-copy")
def test_expand_is_a_broadcast_in_both_directions(implementation: Implementation) -> None:
    x = np.array([[1 + 2j], [3 - 0j]], np.complex64)
    shape = np.array([3, 1, 2], np.int64)
    check(implementation, "Expand", None, [x, shape], np.broadcast_to(x, (3, 2, 2)).copy())


@pytest.mark.clause("gemm")
def test_gemm(implementation: Implementation) -> None:
    a, b, c = np.int32([[1, 2], [3, 4]]), np.int32([[5, 6], [7, 8]]), np.int32([10, 20])
    check(implementation, "Gemm", None, [a, b, c], np.int32([[29, 42], [53, 70]]))
    check(implementation, "Gemm", None, [a, b], np.int32([[26, 30], [38, 44]]), trans_a=True)
    check(implementation, "Gemm", None, [a, b, c], np.int32([[-41, -49], [-107, -139]]), alpha=-3.0, trans_b=True)
    nothing = np.zeros((2, 0)), np.zeros((0, 2)), np.float64([[5.0], [-0.0]])
    check(implementation, "Gemm", None, list(nothing), np.float64([[10.0, 10.0], [-0.0, -0.0]]), beta=2.0)
    poisoned = np.ones((1, 1)), np.ones((1, 1)), np.array(NAN)
    check(implementation, "Gemm", None, list(poisoned), np.float64([[1.0]]), beta=0.0)
    check(implementation, "Gemm", None, [np.float32([[NAN]]), np.float32([[1.0]])], np.float32([[NAN]]), alpha=0.0)
    big = np.array([[2**53 + 1]], np.int64)
    check(implementation, "Gemm", None, [big, np.int64([[3]])], np.int64([[3 * 2**53 + 3]]))
    check(implementation, "Gemm", None, [np.int32([[7]]), np.int32([[3]])], np.int32([[-10]]), alpha=-0.5)


@pytest.mark.clause("int-div", "mod", "pow-int")
@pytest.mark.parametrize(
    ("name", "arrays", "error", "index"),
    [
        ("Div", (np.int32([[1], [2]]), np.int32([1, 0, 2])), ic.DivisionByZeroError, 1),
        ("Mod", (np.uint8([1, 2, 3]), np.uint8([1, 2, 0])), ic.DivisionByZeroError, 2),
        ("Div", (np.int64(5), np.int64(0)), ic.DivisionByZeroError, 0),
        ("Pow", (np.int32([2, 0]), np.int8([-1, -1])), ic.DivisionByZeroError, 1),
        ("Pow", (np.int32([1, 2, 3]), np.float32([NAN, 31, 1])), ic.IntegerRangeError, 1),
        ("Pow", (np.int64([-8]), np.float64([1 / 3])), ic.IntegerRangeError, 0),
        ("Gemm", (np.int32([[2**30]]), np.int32([[1]])), ic.IntegerRangeError, 0),
    ],
)
def test_values_without_a_result(
    implementation: Implementation, name: str, arrays: tuple[Any, ...], error: type[Exception], index: int
) -> None:
    given = {"alpha": 2.5} if name == "Gemm" else {}
    with pytest.raises(error) as refusal:
        implementation(name, *map(np.asarray, arrays), **given)
    assert refusal.value.index == index  # type: ignore[attr-defined]
