"""broadcast, broadcast_to and their shapes, in both profiles: what comes back, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from isocast import memory
from isocast.errors import BroadcastError, TooLargeError
from isocast.ops import sonnx_views, views
from isocast.types import ELEMENT_TYPES
from tests import strategies
from tests.test_shapes import ACCEPTED, REFUSED, TO_ACCEPTED, TO_REFUSED

FACES = [views, sonnx_views]
MARKS = {np.dtype(np.float32): 0x7FA00001, np.dtype(np.float64): 0x7FF4000000000001, np.dtype(np.float16): 0x7D01}


def numbered(shape: tuple[int, ...], dtype: Any = np.float32) -> np.ndarray:
    return np.arange(np.prod(shape, dtype=int)).astype(dtype).reshape(shape)


def element(array: np.ndarray, index: tuple[int, ...]) -> object:
    """Zm[i] by the seed: the index of an axis that is stretched is 0, axes that were prepended have none."""
    own = index[len(index) - array.ndim :]
    return array[tuple(0 if size == 1 else i for i, size in zip(own, array.shape, strict=True))]


def raised(call: Callable[[], object]) -> BroadcastError:
    with pytest.raises(BroadcastError) as caught:
        call()
    return caught.value


@pytest.mark.clause("multi-1", "multi-2", "multi-3", "rank")
@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize(("shapes", "result"), ACCEPTED)
def test_broadcast_shapes(face: Any, shapes: tuple[tuple[int, ...], ...], result: tuple[int, ...]) -> None:
    assert face.broadcast_shapes(*shapes) == result


@pytest.mark.clause("E1", "B6")
@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("case", REFUSED)
def test_broadcast_refuses(face: Any, case: Any) -> None:
    shapes, *facts = case
    by_shape = raised(lambda: face.broadcast_shapes(*shapes))
    by_tensor = raised(lambda: face.broadcast(*map(np.zeros, shapes)))
    for error in (by_shape, by_tensor):
        assert [error.code, error.shapes] == ["E1", shapes]
        assert [error.tensor, error.axis, error.size, error.expected] == facts
    assert by_tensor.summary.startswith("Broadcast cannot broadcast X0 (")


@pytest.mark.clause("uni-1", "uni-2", "uni-3", "uni-result")
@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize(("shape", "target"), TO_ACCEPTED)
def test_broadcast_to(face: Any, shape: tuple[int, ...], target: tuple[int, ...]) -> None:
    assert face.broadcast_shape_to(shape, target) == target
    array = numbered(shape)
    view = face.broadcast_to(array, target)
    assert view.shape == target
    assert not view.flags.writeable
    assert all(view[i] == element(array, i) for i in np.ndindex(target))


@pytest.mark.clause("uni-2", "uni-3", "B6")
@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("case", TO_REFUSED)
def test_broadcast_to_refuses(face: Any, case: Any) -> None:
    shape, target, axis, size, expected = case
    for call in (
        lambda: face.broadcast_shape_to(shape, target),
        lambda: face.broadcast_to(np.zeros(shape), target),
    ):
        error = raised(call)
        assert (error.code, error.shapes) == ("uni-2", (target, shape))
        assert (error.tensor, error.axis, error.size, error.expected) == (1, axis, size, expected)


@pytest.mark.clause("B5")
def test_size_zero() -> None:
    one, none = np.zeros((1, 2)), np.zeros((0, 2))
    assert [Z.shape for Z in views.broadcast(one, none)] == [(0, 2), (0, 2)]
    error = raised(lambda: sonnx_views.broadcast(one, none))
    assert (error.code, error.tensor, error.axis, error.size, error.expected) == ("E1", 1, 0, 0, 1)
    assert views.broadcast_to(one, (0, 2)).shape == (0, 2)
    assert raised(lambda: sonnx_views.broadcast_to(one, (0, 2))).code == "uni-2"
    assert raised(lambda: sonnx_views.broadcast_shapes((1,), (0,))).tensor == 1
    assert raised(lambda: sonnx_views.broadcast_shape_to((), (0,))).axis == 0
    assert [Z.shape for Z in sonnx_views.broadcast(none, none)] == [(0, 2), (0, 2)]


@pytest.mark.clause("step1", "step2", "access", "f", "condition1", "condition2", "exact")
@given(strategies.broadcastable() | strategies.high_rank(), st.booleans())
def test_every_element_is_the_one_the_standard_names(family: strategies.Family, copy: bool) -> None:
    arrays = [numbered(shape) for shape in family]
    results = views.broadcast(*arrays, copy=copy)
    assert len({Z.shape for Z in results}) == 1
    for X, Z in zip(arrays, results, strict=True):
        assert Z.dtype == X.dtype
        assert all(Z[i] == element(X, i) for i in np.ndindex(Z.shape))


@pytest.mark.clause("B4", "000.C1")
def test_views_share_memory_keep_their_types_and_cannot_be_written() -> None:
    arrays = [numbered((2, 1), np.int8), numbered((3,), ml_dtypes.bfloat16), np.array([["a"]]), np.array(True)]
    for face in FACES:
        results = face.broadcast(*arrays)
        assert isinstance(results, tuple)
        for X, Z in zip(arrays, results, strict=True):
            assert (Z.dtype, Z.shape) == (X.dtype, (2, 3))
            assert np.shares_memory(X, Z)
            with pytest.raises(ValueError, match="read-only"):
                Z[...] = Z[0, 0]


@pytest.mark.clause("B1")
@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("shape", [(), (0,), (2, 3), (1,) * 64])
def test_one_tensor_comes_back_unchanged(face: Any, shape: tuple[int, ...]) -> None:
    array = numbered(shape)
    (view,) = face.broadcast(array)
    assert (view.shape, view.strides, view.tobytes()) == (array.shape, array.strides, array.tobytes())
    assert view is not array
    assert array.flags.writeable
    assert not view.flags.writeable
    assert face.broadcast_shapes(shape) == shape


@pytest.mark.clause("B7", "exact", "000.C1", "Where-types")
@pytest.mark.parametrize("name", [name for name in ELEMENT_TYPES if name not in ("string", "real")])
@pytest.mark.parametrize("order", ["<", ">"])
def test_copies_are_copies_of_bits(name: str, order: str) -> None:
    dtype = ELEMENT_TYPES[name].numpy.newbyteorder(order)
    bits = np.random.default_rng(1).integers(0, 256, (5, 1, dtype.itemsize), np.uint8)
    array = bits.view(dtype)[..., 0]
    (copied, _) = views.broadcast(array, np.zeros(4), copy=True)
    assert copied.dtype == dtype
    assert copied.tobytes() == np.repeat(bits, 4, axis=1).tobytes()
    assert copied.flags.c_contiguous
    assert copied.flags.writeable
    assert not np.shares_memory(copied, array)


@pytest.mark.clause("B7")
def test_nan_payloads_signed_zeros_and_strange_booleans_survive() -> None:
    for dtype, mark in MARKS.items():
        array = np.array([mark, 1 << (8 * dtype.itemsize - 1)], f"u{dtype.itemsize}").view(dtype)
        for copied in views.broadcast(array, np.zeros((3, 1)), copy=True)[:1]:
            assert copied.view(f"u{dtype.itemsize}").tolist() == [array.view(f"u{dtype.itemsize}").tolist()] * 3
    strange = np.array([0, 1, 2, 255], np.uint8).view(bool)
    copied = views.broadcast(strange, np.zeros((2, 1)), copy=True)[0]
    assert copied.view(np.uint8).tolist() == [[0, 1, 2, 255]] * 2


@pytest.mark.clause("B7", "B9")
def test_strings_and_objects_keep_their_identity() -> None:
    third = Fraction(1, 3)
    reals = np.array([[third], [2**100]], object)
    for face in FACES:
        for copy in (False, True):
            Z = face.broadcast(reals, np.zeros(2), copy=copy)[0]
            assert all(Z[i] is reals[i[0], 0] for i in np.ndindex(2, 2))
    for dtype in (object, np.dtypes.StringDType(), "U9"):
        texts = np.array(["", "é\0x", "12345678"], dtype)
        for copy in (False, True):
            Z = views.broadcast(texts, np.zeros((2, 1)), copy=copy)[0]
            assert Z.dtype == texts.dtype
            assert Z.tolist() == [texts.tolist()] * 2


@pytest.mark.clause("exact")
def test_copies_of_any_layout() -> None:
    base = numbered((4, 6))
    unaligned = np.frombuffer(b"\0" + base.tobytes(), np.uint8)[1:].view(np.float32).reshape(4, 6)
    for array in (base.T, base[::-1, ::-2], base[:, :1], np.asfortranarray(base), unaligned):
        copied = views.broadcast(array, np.zeros((3, 1, 1)), copy=True)[0]
        assert copied.flags.c_contiguous
        assert copied.tolist() == [array.tolist()] * 3


def test_too_large_for_an_address() -> None:
    huge = (2**40, 2**40)
    assert views.broadcast_shapes((2**40, 1), (1, 2**40)) == huge
    for call in (
        lambda: views.broadcast_to(np.float32(0), huge),
        lambda: views.broadcast(*(np.broadcast_to(np.float32(0), s) for s in ((2**40, 1), (1, 2**40))), copy=True),
        lambda: views.broadcast_to(np.float32(0), (2**61,)),
        lambda: views.broadcast_to(np.zeros((0, 1, 1)), (0, *huge)),
    ):
        with pytest.raises(TooLargeError, match="an address can reach"):
            call()
    assert views.broadcast_to(np.float32(0), (2**61 - 1,)).shape == (2**61 - 1,)
    assert views.broadcast_to(np.uint8(0), (2**63 - 1,)).shape == (2**63 - 1,)


def test_too_large_for_the_memory_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    row, column = np.zeros((1, 2**20)), np.zeros((2**20, 1))
    monkeypatch.setattr(np, "empty", None)  # nothing may be allocated
    with pytest.raises(TooLargeError) as caught:
        views.broadcast(row, column, copy=True)
    assert (caught.value.shape, caught.value.bytes) == ((2**20, 2**20), 2 * 8 * 2**40)
    assert [Z.shape for Z in views.broadcast(row, column)] == [(2**20, 2**20)] * 2


def test_what_the_system_says_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available_memory", lambda: 2**27 - 1)
    with pytest.raises(TooLargeError, match="takes 128 MiB, more than the 127 MiB available"):
        views.broadcast(np.zeros((1,), np.uint8), np.zeros((2**26, 1), np.uint8), copy=True)
    monkeypatch.setattr(memory, "available_memory", lambda: None)
    memory.check_room("Broadcast", (2**60,), 2**60)


def test_the_system_refusing_is_the_same_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(np, "empty", refuse)
    with pytest.raises(TooLargeError, match="which the system does not give"):
        views.broadcast(np.zeros(3), copy=True)


def test_available_memory_is_plausible() -> None:
    available = memory.available_memory()
    assert available is not None
    assert 2**20 < available < 2**50
