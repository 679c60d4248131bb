"""What operators take besides plain arrays: Python numbers, lists, subclasses, scalars, strings, exact numbers."""

from __future__ import annotations

import inspect
import pickle
from fractions import Fraction
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import isocast as ic
from tests.tensors import assert_same

BF16: Any = ml_dtypes.bfloat16
TYPES = [
    np.float16,
    BF16,
    np.float32,
    np.float64,
    *(np.dtype(f"{s}int{w}") for s in ("", "u") for w in (8, 16, 32, 64)),
]


@pytest.mark.clause("schema-types")
@pytest.mark.parametrize("dtype", TYPES)
def test_a_number_takes_on_the_type_beside_it(dtype: Any) -> None:
    x = np.array([1, 2, 3], dtype)
    assert_same(ic.add(x, 2), np.array([3, 4, 5], dtype))
    assert_same(ic.sub(7, x), np.array([6, 5, 4], dtype))
    assert_same(ic.max(x, 2, 1), np.array([2, 2, 3], dtype))
    assert_same(ic.where(np.array([True, False, True]), x, 0), np.array([1, 0, 3], dtype))
    assert_same(ic.mul(x, 2.0), np.array([2, 4, 6], dtype))


@pytest.mark.clause("schema-types")
@pytest.mark.parametrize(
    ("dtype", "number"),
    [
        (np.float32, 0.1),
        (np.float32, 2**24 + 1),
        (np.float32, 1e300),
        (np.float16, 65520),
        (np.float16, 10**400),
        (BF16, 257),
        (np.float64, 2**53 + 1),
        (np.int8, 128),
        (np.int8, -129),
        (np.uint8, -1),
        (np.uint64, 2**64),
        (np.int64, 2**63),
        (np.int32, 0.5),
        (np.int32, float("nan")),
        (np.int32, float("inf")),
        (np.int32, True),
        (np.float32, True),
        (np.bool_, 1),
    ],
)
def test_a_number_that_the_type_does_not_hold(dtype: Any, number: Any) -> None:
    for call in (lambda: ic.equal(np.zeros(2, dtype), number), lambda: ic.equal(number, np.zeros(2, dtype))):
        with pytest.raises(ic.TypeMismatchError) as refusal:
            call()
        assert refusal.value.code == "schema-types"
        assert repr(number)[:20] in refusal.value.summary


def test_numbers_that_a_type_just_holds() -> None:
    assert_same(ic.add(np.zeros(1, np.float32), 2**24), np.float32([2**24]))
    assert_same(ic.add(np.zeros(1, np.uint64), 2**64 - 1), np.uint64([2**64 - 1]))
    assert_same(ic.add(np.zeros(1, np.int64), -(2**63)), np.int64([-(2**63)]))
    assert_same(ic.add(np.zeros(1, np.float16), 65504), np.float16([65504]))
    assert_same(ic.add(np.zeros(1, np.float32), float("inf")), np.float32([np.inf]))
    assert_same(ic.mul(np.ones(1, np.float32), -0.0), np.float32([-0.0]))
    assert np.isnan(ic.add(np.zeros(1, BF16), float("nan")).astype(float)).all()
    assert_same(ic.and_(np.array([True, False]), True), np.array([True, False]))
    assert_same(ic.where(True, np.int8([1]), np.int8([2])), np.int8([1]))
    assert_same(ic.where(np.array([True]), np.complex64([1j]), 0.5), np.complex64([1j]))


@pytest.mark.clause("pow-float", "pow-int")
def test_an_exponent_has_a_type_of_its_own() -> None:
    assert_same(ic.pow(np.float32([2, 3]), 2), np.float32([4, 9]))
    assert_same(ic.pow(np.int32([4, 9]), 0.5), np.int32([2, 3]))
    assert_same(ic.pow(np.float16([4, 9]), 0.1), (np.float16([4, 9]).astype(float) ** 0.1).astype(np.float16))
    assert_same(ic.pow(2, np.int32([1, 5])), np.int32([2, 32]))
    assert_same(ic.pow(2, 3), np.int64(8).reshape(()))
    with pytest.raises(ic.TypeMismatchError):
        ic.pow(2, np.int8([1]))


def test_lists_scalars_and_subclasses() -> None:
    assert_same(ic.add([1, 2], [[10], [20]]), np.array([[11, 12], [21, 22]]))
    assert_same(ic.add(np.float32(1), np.float32([1, 2])), np.float32([2, 3]))
    assert_same(ic.add(np.float32(1), np.float32(2)), np.array(3, np.float32))
    assert_same(ic.add(np.array([[1, 2]]).view(np.matrix), np.array([[1], [2]])), np.array([[2, 3], [3, 4]]))
    assert_same(ic.add(1, 2), np.array(3))


@pytest.mark.parametrize(
    "bad", [None, "text", {}, object(), [[1], [2, 3]], np.zeros(2, "M8[s]"), np.ma.zeros(2), iter(())]
)
def test_things_that_are_no_tensors(bad: Any) -> None:
    with pytest.raises(ic.IsocastError) as refusal:
        ic.add(np.zeros(2), bad)
    assert getattr(refusal.value, "argument", "") == "B"
    assert str(refusal.value).startswith("B ")


@pytest.mark.clause("schema-types", "logic", "Where-condition")
@pytest.mark.parametrize(
    ("call", "argument"),
    [
        (lambda: ic.add(np.zeros(1, bool), np.zeros(1, bool)), "A"),
        (lambda: ic.add(np.zeros(1, np.float32), np.zeros(1)), "B"),
        (lambda: ic.and_(np.zeros(1, np.int8), np.zeros(1, np.int8)), "A"),
        (lambda: ic.sum(np.zeros(1, np.int32)), "data_0"),
        (lambda: ic.mean(np.zeros(1), np.zeros(1, np.float32)), "data_1"),
        (lambda: ic.pow(np.zeros(1, np.int8), np.zeros(1, np.int8)), "X"),
        (lambda: ic.where(np.zeros(1, np.uint8), np.zeros(1), np.zeros(1)), "condition"),
        (lambda: ic.where(np.zeros(1, bool), np.zeros(1), np.zeros(1, np.float32)), "Y"),
        (lambda: ic.bit_shift(np.zeros(1), np.zeros(1), direction="LEFT"), "X"),
        (lambda: ic.prelu(np.zeros(1, np.int8), np.zeros(1, np.int8)), "X"),
        (lambda: ic.greater(np.zeros(1, bool), np.zeros(1, bool)), "A"),
        (lambda: ic.less(np.array(["a"]), np.array(["b"])), "A"),
        (lambda: ic.add(np.zeros(1, np.complex64), np.zeros(1, np.complex64)), "A"),
        (lambda: ic.gemm(np.zeros((1, 1), np.int8), np.zeros((1, 1), np.int8)), "A"),
        (lambda: ic.gemm(np.zeros((1, 1)), np.zeros((1, 1)), np.zeros((1, 1), np.float32)), "C"),
    ],
)
def test_types_outside_the_schema(call: Any, argument: str) -> None:
    with pytest.raises(ic.TypeMismatchError) as refusal:
        call()
    assert (refusal.value.code, refusal.value.argument) == ("schema-types", argument)


@pytest.mark.clause("E1", "B6", "uni-2")
@pytest.mark.parametrize(
    ("call", "code", "tensor", "axis"),
    [
        (lambda: ic.add(np.zeros((2, 3)), np.zeros((4,))), "E1", 0, 1),
        (lambda: ic.max(np.zeros(1), np.zeros((3, 1)), np.zeros((2, 1))), "E1", 2, 0),
        (lambda: ic.where(np.zeros((2, 1), bool), np.zeros((1, 3)), np.zeros((2, 2))), "E1", 2, 1),
        (lambda: ic.expand(np.zeros((2, 3)), (3, 3)), "E1", 0, 0),
        (lambda: ic.prelu(np.zeros((2, 3)), np.zeros((2, 1, 3))), "uni-2", 1, 0),
        (lambda: ic.prelu(np.zeros((1,)), np.zeros((3,))), "uni-2", 1, 0),
        (lambda: ic.gemm(np.zeros((2, 2)), np.zeros((2, 3)), np.zeros((2,))), "uni-2", 2, 1),
        (lambda: ic.gemm(np.zeros((1, 2)), np.zeros((2, 3)), np.zeros((2, 3))), "uni-2", 2, 0),
    ],
)
def test_shapes_that_do_not_broadcast(call: Any, code: str, tensor: int, axis: int) -> None:
    with pytest.raises(ic.BroadcastError) as refusal:
        call()
    assert (refusal.value.code, refusal.value.tensor, refusal.value.axis) == (code, tensor, axis)


@pytest.mark.clause("mod", "bit-shift")
def test_attributes() -> None:
    x = np.int32([5, -5])
    assert_same(ic.mod(x, 3, fmod=np.bool_(True)), np.int32([2, -2]))
    assert_same(ic.mod(x, 3, fmod=1), np.int32([2, -2]))
    for fmod in (0, 1, False, True):  # as ONNX writes it, and as Python does
        assert_same(ic.mod(x, np.int32([3, 3]), fmod=fmod), np.int32([2, -2 if fmod else 1]))
    for call, argument in (
        (lambda: ic.mod(x, 3, fmod=2), "fmod"),
        (lambda: ic.mod(x, x, fmod=-1), "fmod"),
        (lambda: ic.mod(x, x, fmod=2**64), "fmod"),
        (lambda: ic.mod(x, 3, fmod=None), "fmod"),
        (lambda: ic.bit_shift(x, x, direction="left"), "direction"),
        (lambda: ic.gemm(np.eye(2), np.eye(2), alpha="1"), "alpha"),
        (lambda: ic.gemm(np.eye(2), np.eye(2), trans_a=2), "trans_a"),
    ):
        with pytest.raises(ic.ArgumentError) as refusal:
            call()
        assert refusal.value.argument == argument
    with pytest.raises(TypeError, match="direction"):
        ic.bit_shift(x, x)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected"):
        ic.add(x, x, nonsense=1)  # type: ignore[call-arg]
    with pytest.raises(ic.ArgumentError):
        ic.max()


@pytest.mark.clause("compare", "bit-copy", "B7")
@pytest.mark.parametrize("kind", [object, "U20", np.dtypes.StringDType()])
def test_strings(kind: Any) -> None:
    a, b = np.array([["left"], ["é"]], kind), np.array(["left", "e\u0301"], kind)
    assert_same(ic.equal(a, b), np.array([[True, False], [False, False]]))
    chosen = ic.where(np.array([True, False]), a, b)
    assert chosen.dtype == a.dtype
    assert chosen.tolist() == [["left", "e\u0301"], ["é", "e\u0301"]]
    assert ic.expand(a, (2, 2)).tolist() == [["left", "left"], ["é", "é"]]
    out = np.empty((2, 2), kind)
    assert ic.where(np.array([True, False]), a, b, out=out) is out
    assert out.tolist() == chosen.tolist()
    assert ic.equal(a, np.array("left", object)).tolist() == [[True], [False]]
    inner = np.array(["a", "b", "c"], kind)
    ic.where(np.array([True, False]), inner[:2], inner[1:], out=inner[:2])
    assert inner.tolist() == ["a", "c", "c"]


@pytest.mark.clause("B7")
def test_objects_keep_their_identity() -> None:
    word = "".join(["not ", "interned"])
    x = np.array([word], object)
    assert ic.expand(x, (3,))[2] is word
    assert ic.where(np.array([True]), x, x)[0] is word


def test_strings_of_high_rank() -> None:
    x = np.array(["a", "b"], object).reshape((1,) * 63 + (2,))
    assert ic.equal(x, np.array("b", object)).ravel().tolist() == [False, True]
    assert ic.expand(x, (2,)).shape == x.shape


@pytest.mark.clause("B9")
def test_exact_numbers() -> None:
    x = np.array([Fraction(1, 3), 2], object)
    assert ic.add(x, x).tolist() == [Fraction(2, 3), 4]
    assert ic.div(x, np.array(3, object)).tolist() == [Fraction(1, 9), Fraction(2, 3)]
    assert ic.less(x, np.array([1, 1], object)).tolist() == [True, False]
    assert ic.sum(x, x, x).tolist() == [1, 6]
    assert ic.where(np.array([False, True]), x, x[::-1]).tolist() == [2, 2]
    assert ic.add(x, 1).tolist() == [Fraction(4, 3), 3]
    out = np.empty(2, object)
    assert ic.mul(x, x, out=out) is out
    assert out.tolist() == [Fraction(1, 9), 4]
    assert ic.gemm(x.reshape(1, 2), x.reshape(2, 1)).tolist() == [[Fraction(37, 9)]]
    with pytest.raises(ic.DivisionByZeroError):
        ic.div(x, np.array(0, object))


@pytest.mark.clause("B5")
def test_sizes_of_zero() -> None:
    for shape in ((0,), (3, 0), (0, 0)):
        assert ic.add(np.zeros(shape), np.zeros((1,))).shape == shape
        assert ic.div(np.zeros(shape, int), np.zeros((1,), int)).shape == shape
    with pytest.raises(ic.BroadcastError):
        ic.add(np.zeros((0,)), np.zeros((2,)))


def test_results_too_large_for_memory() -> None:
    x = np.broadcast_to(np.float32(1), (2**31, 1))
    with pytest.raises(ic.TooLargeError) as refusal:
        ic.add(x, x.T)
    assert refusal.value.shape == (2**31, 2**31)
    huge = np.broadcast_to(np.float64(1), (2**40, 1))
    with pytest.raises(MemoryError, match="more than an address can reach"):
        ic.add(huge, huge.T)
    with pytest.raises(ic.TooLargeError):
        ic.expand(np.zeros(1), (2**40, 2**20))


def test_many_inputs() -> None:
    tensors = [np.full((1 + m % 2, 3), m, np.float32) for m in range(400)]
    assert_same(ic.sum(*tensors), np.full((2, 3), sum(range(400)), np.float32))
    assert_same(ic.max(*tensors), np.full((2, 3), 399, np.float32))


def test_the_functions_are_good_citizens() -> None:
    for name in ("add", "where", "max", "gemm", "bit_shift"):
        function = getattr(ic, name)
        assert function.__name__ == name
        assert function.__module__ == "isocast"
        assert "Clauses:" in function.__doc__
        assert "out" in inspect.signature(function).parameters
        assert pickle.loads(pickle.dumps(function)) is function
