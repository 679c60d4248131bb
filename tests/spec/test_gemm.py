"""Gemm: exact sums rounded once, integers modulo 2^w, what C and beta mean, and what is refused."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from isocast.errors import BroadcastError, IntegerRangeError, ShapeError, TypeMismatchError
from isocast.spec import Tensor
from isocast.spec.literals import numbers, tensor
from isocast.spec.numbers import FORMATS, decode, encode
from isocast.spec.operators import OPERATORS, apply, gemm
from tests.spec.numpy_bits import DTYPES, FORMAT_NAMES

NAN, INF = float("nan"), float("inf")
INTEGER_NAMES = tuple(name for name in OPERATORS["Gemm"].types["T"] if name not in FORMATS)
pytestmark = pytest.mark.clause("gemm")


def matrix(type_: str, rows: list[list[Any]]) -> Tensor:
    return tensor(type_, (len(rows), len(rows[0])), [value for row in rows for value in row])


@pytest.mark.parametrize("type_", [*OPERATORS["Gemm"].types["T"], "real"])
def test_the_formula_on_every_type(type_: str) -> None:
    a, b = matrix(type_, [[1, 2], [3, 4]]), matrix(type_, [[5, 6], [7, 8]])
    c = tensor(type_, (2,), [1, 2])
    assert numbers(gemm(a, b)) == (19, 22, 43, 50)
    assert numbers(gemm(a, b, c, alpha=2.0, beta=3.0)) == (41, 50, 89, 106)


@pytest.mark.parametrize("trans_a", [False, True])
@pytest.mark.parametrize("trans_b", [False, True])
def test_transposed_operands(trans_a: bool, trans_b: bool) -> None:
    a, b = np.arange(6).reshape(2, 3), np.arange(12).reshape(3, 4)
    given_a, given_b = a.T if trans_a else a, b.T if trans_b else b
    result = apply(
        "Gemm",
        tensor("int64", given_a.shape, given_a.ravel().tolist()),
        tensor("int64", given_b.shape, given_b.ravel().tolist()),
        transA=trans_a,
        transB=trans_b,
    )
    assert result.shape == (2, 4)
    assert list(result.values) == (a @ b).ravel().tolist()


@pytest.mark.parametrize("shape", [(), (1,), (3,), (2, 1), (1, 3), (2, 3), (1, 1)])
@pytest.mark.clause("uni-operators")
def test_every_shape_c_may_have(shape: tuple[int, ...]) -> None:
    a, b = np.arange(8).reshape(2, 4), np.arange(12).reshape(4, 3)
    c = np.arange(100, 100 + int(np.prod(shape))).reshape(shape)
    ours = gemm(*(tensor("int32", x.shape, x.ravel().tolist()) for x in (a, b, c)))
    assert list(ours.values) == (a @ b + c).ravel().tolist()


@pytest.mark.parametrize("shape", [(4,), (2,), (3, 1), (2, 3, 1), (1, 2, 3), (4, 3)])
def test_a_c_that_is_not_unidirectional_is_refused(shape: tuple[int, ...]) -> None:
    a, b = tensor("int32", (2, 4), [1] * 8), tensor("int32", (4, 3), [1] * 12)
    with pytest.raises(BroadcastError) as error:
        gemm(a, b, tensor("int32", shape, [0] * int(np.prod(shape))), beta=0.0)
    assert error.value.shapes == ((2, 3), shape)


@pytest.mark.parametrize("name", FORMAT_NAMES)
def test_the_sum_is_exact_and_rounded_once(name: str) -> None:
    layout, source = FORMATS[name], random.Random(21)
    for _ in range(60):
        row, column = ([source.randrange(layout.infinity) for _ in range(5)] for _ in range(2))
        row = [layout.signed(x, source.random() < 0.5) for x in row]
        exact = sum((decode(layout, x) * decode(layout, y) for x, y in zip(row, column, strict=True)), Fraction(0))
        result = gemm(Tensor((1, 5), tuple(row), name), Tensor((5, 1), tuple(column), name))
        assert result.values == (encode(layout, exact),)
    large = float(decode(layout, layout.infinity - 1))
    assert numbers(gemm(matrix(name, [[large, 1, -large]]), matrix(name, [[1], [1], [1]]))) == (1.0,)
    assert numbers(gemm(matrix(name, [[large, large]]), matrix(name, [[2], [-2]]))) == (0.0,)


@pytest.mark.parametrize("name", FORMAT_NAMES)
def test_numpy_is_within_the_usual_bound(name: str) -> None:
    rng = np.random.default_rng(5)
    a, b, c = (rng.standard_normal(shape).astype(DTYPES[name]) for shape in ((3, 8), (8, 4), (4,)))
    ours = gemm(*(tensor(name, x.shape, x.astype(float).ravel().tolist()) for x in (a, b, c)), alpha=0.5, beta=2.0)
    wide = [x.astype(np.float64) for x in (a, b, c)]
    theirs = 0.5 * (wide[0] @ wide[1]) + 2.0 * wide[2]
    bound = 0.5 * (np.abs(wide[0]) @ np.abs(wide[1])) + 2.0 * np.abs(wide[2])
    eps = 2.0 ** -(FORMATS[name].precision - 1)
    assert (np.abs(np.array(numbers(ours)).reshape(3, 4) - theirs) <= (8 + 2) * eps * bound).all()


@pytest.mark.parametrize("name", INTEGER_NAMES)
def test_integers_are_exact_modulo_2_to_the_w(name: str) -> None:
    rng, info = np.random.default_rng(6), np.iinfo(name)
    a, b, c = (rng.integers(info.min, info.max, shape, name, endpoint=True) for shape in ((3, 5), (5, 2), (3, 1)))
    tensors = [tensor(name, x.shape, x.ravel().tolist()) for x in (a, b, c)]
    assert list(gemm(*tensors).values) == (a @ b + c).ravel().tolist()
    scaled = np.array(7, name) * (a @ b) + np.array(100, name) * c
    assert list(gemm(*tensors, alpha=7.0, beta=100.0).values) == scaled.ravel().tolist()


def test_integers_lose_no_bit_above_2_to_the_53() -> None:
    a, b = matrix("int64", [[2**53 + 1, 1]]), matrix("int64", [[1], [2]])
    assert gemm(a, b).values == (2**53 + 3,)


@pytest.mark.parametrize(
    ("alpha", "beta", "dot", "c", "result"),
    [(0.5, 0.5, 15, 6, 10), (0.5, 1.0, -15, 0, -7), (1.0, 0.25, 3, -3, 2), (0.1, 1.0, 10, 0, 1), (0.5, 2, 15, None, 7)],
)
def test_fractional_factors_of_integers_are_taken_in_double_and_truncated(
    alpha: float, beta: float, dot: int, c: int | None, result: int
) -> None:
    addend = None if c is None else tensor("int32", (), [c])
    ours = gemm(matrix("int32", [[dot]]), matrix("int32", [[1]]), addend, alpha=alpha, beta=beta)
    assert ours.values == (result,)


def test_the_dot_product_is_an_integer_of_the_type_before_a_fraction_scales_it() -> None:
    a, b = matrix("int32", [[2**16, 6]]), matrix("int32", [[2**16], [1]])
    assert gemm(a, b, alpha=0.5).values == (3,)  # 2^32 + 6 is 6 modulo 2^32


@pytest.mark.parametrize("alpha", [1.5, INF, NAN])
def test_a_result_that_no_integer_equals_is_refused_with_its_index(alpha: float) -> None:
    a, b = matrix("int32", [[0], [2**31 - 1]]), matrix("int32", [[1, 1]])
    expected = 2 if alpha == 1.5 else 0
    with pytest.raises(IntegerRangeError) as error:
        gemm(a, b, alpha=alpha)
    assert (error.value.index, error.value.code) == (expected, "gemm")


def test_a_beta_that_is_not_used_is_not_fractional() -> None:
    a, b = matrix("int64", [[2**53 + 1]]), matrix("int64", [[1]])
    assert gemm(a, b, beta=0.5).values == (2**53 + 1,)


@pytest.mark.parametrize("name", FORMAT_NAMES)
def test_beta_0_does_not_read_c(name: str) -> None:
    a, b = matrix(name, [[2]]), matrix(name, [[3]])
    for unread in (NAN, INF):
        assert numbers(gemm(a, b, tensor(name, (), [unread]), beta=0.0)) == (6.0,)
        assert numbers(gemm(a, b, tensor(name, (), [unread]), beta=-0.0)) == (6.0,)
        assert numbers(gemm(a, b, tensor(name, (), [unread]), beta=1e-60)) == (6.0,)  # as a float it is 0


@pytest.mark.parametrize("type_", [*OPERATORS["Gemm"].types["T"], "real"])
def test_no_columns_give_beta_c(type_: str) -> None:
    a, b = tensor(type_, (2, 0), []), tensor(type_, (0, 3), [])
    assert numbers(gemm(a, b, tensor(type_, (3,), [5, 0, 1]), beta=2.0)) == (10, 0, 2, 10, 0, 2)
    assert numbers(gemm(a, b)) == (0,) * 6
    assert gemm(tensor(type_, (0, 2), []), tensor(type_, (2, 3), [1] * 6)).shape == (0, 3)


SPECIAL_SUMS = [
    # row of A, column of B, alpha, C, result
    ([1, NAN], [1, 1], 1.0, 0.0, NAN),
    ([NAN], [0], 0.0, 5.0, NAN),  # alpha 0 does not hide a NaN
    ([INF], [1], 0.0, 5.0, NAN),
    ([INF], [0], 1.0, 5.0, NAN),
    ([INF, -INF], [1, 1], 1.0, 0.0, NAN),
    ([INF, 1], [1, 1], -1.0, 0.0, -INF),
    ([INF], [1], 1.0, -INF, NAN),
    ([1], [1], 1.0, -INF, -INF),
    ([1], [1], NAN, 1.0, NAN),
]


@pytest.mark.parametrize("name", FORMAT_NAMES)
def test_nans_and_infinities(name: str) -> None:
    for row, column, alpha, c, result in SPECIAL_SUMS:
        ours = gemm(matrix(name, [row]), matrix(name, [[y] for y in column]), tensor(name, (), [c]), alpha=alpha)
        assert repr(numbers(ours)) == repr((result,))


def test_alpha_and_beta_are_floats_and_exact_on_reals() -> None:
    one = matrix("double", [[1]])
    assert numbers(gemm(one, one, alpha=0.1)) == (0.10000000149011612,)
    real = matrix("real", [[3]])
    assert gemm(real, real, tensor("real", (), [1]), alpha=Fraction(1, 3), beta=Fraction(1, 7)).values == (
        3 + Fraction(1, 7),
    )


@pytest.mark.parametrize(
    ("a", "b", "argument"), [((2, 3), (2, 3), "B"), ((3,), (3, 1), "A"), ((1, 3), (1, 3, 1), "B"), ((), (1, 1), "A")]
)
def test_what_is_no_pair_of_matrices_is_refused(a: tuple[int, ...], b: tuple[int, ...], argument: str) -> None:
    with pytest.raises(ShapeError) as error:
        gemm(*(tensor("float", shape, [0] * int(np.prod(shape))) for shape in (a, b)))
    assert (error.value.argument, error.value.code) == (argument, "gemm")


def test_a_c_of_another_type_is_refused() -> None:
    one = matrix("float", [[1]])
    with pytest.raises(TypeMismatchError) as error:
        gemm(one, one, tensor("double", (), [1]))
    assert (error.value.argument, error.value.types) == ("C", ("float", "float", "double"))
