"""`out`: in place, overlapping in every way, refused where it cannot be the result, and untouched by any error."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import isocast as ic
from tests.tensors import Array, assert_same

FLOAT = np.float32


def _ramp(*shape: int, dtype: Any = FLOAT) -> Array:
    return np.arange(np.prod(shape, dtype=int)).reshape(shape).astype(dtype)


@pytest.mark.parametrize("size", [1, 3, 100, 5000, 100_000])
def test_in_place(size: int) -> None:
    x, y = _ramp(size), _ramp(size)[::-1].copy()
    wanted = x + y
    assert ic.add(x, y, out=x) is x
    assert_same(x, wanted)
    assert ic.sub(y, x, out=x) is x
    assert_same(x, y - wanted)
    assert ic.mul(y, y, out=y) is y


@pytest.mark.parametrize("size", [5, 1000, 300_000])
@pytest.mark.parametrize("shift", [1, 3, -1, -2])
def test_a_shifted_overlap(size: int, shift: int) -> None:
    memory = _ramp(size + abs(shift))
    x, out = (memory[:size], memory[shift:]) if shift > 0 else (memory[-shift:], memory[:size])
    y = _ramp(size)
    wanted = x + y
    assert ic.add(x, y, out=out) is out
    assert_same(out.copy(), wanted)


# Larger than the slabs that shifted overlaps are computed in, and with rows of every kind: short, long, apart, 3 axes.
WINDOWS = {
    "a row": ((300_000,), (1,), 1),
    "rows": ((700, 300), (300, 1), 300),
    "rows by less than one": ((700, 300), (300, 1), 7),
    "rows apart": ((600, 301), (320, 1), 321),
    "every other element": ((90_000,), (2,), 2),
    "long rows": ((3, 100_000), (100_001, 1), 1),
    "long rows by one": ((3, 100_000), (100_001, 1), 100_001),
    "blocks apart": ((4, 250, 150), (45_000, 160, 1), 163),
    "blocks by one": ((4, 250, 150), (45_000, 160, 1), 45_000),
    "turned round": ((300, 700), (-701, -1), 3),
    "columns": ((300, 700), (1, 300), 301),
    "between elements": ((250, 400), (1, 250), 1),
}


@pytest.mark.parametrize("dtype", [np.float32, np.int64, np.int8])
@pytest.mark.parametrize("name", WINDOWS)
def test_a_large_shifted_overlap(name: str, dtype: Any) -> None:
    shape, strides, way = WINDOWS[name]

    def window(memory: Array, offset: int) -> Array:
        size = memory.itemsize
        steps = [stride * size for stride in strides]
        return np.lib.stride_tricks.as_strided(memory[400_000 + offset :], shape, steps)

    for x_way, y_way in [(way, 0), (-way, 0), (way, 2 * way), (-way, -2 * way), (way, -way)]:
        memory = (np.arange(1_000_000) % 113).astype(dtype)
        x, y, out = window(memory, x_way), window(memory, y_way), window(memory, 0)
        wanted = x - y
        rest = memory.copy()
        assert ic.sub(x, y, out=out) is out
        assert_same(out.copy(), wanted)
        window(rest, 0)[...] = wanted
        assert_same(memory, rest)  # nothing else was written


def test_a_shifted_overlap_in_the_other_byte_order() -> None:
    memory = np.arange(300_001).astype(">i4")
    wanted = memory[:-1].astype(np.int32) - memory[1:]
    assert_same(ic.sub(memory[:-1], memory[1:], out=memory[1:]).astype(np.int32), wanted)


@pytest.mark.clause("int-div")
def test_a_shifted_overlap_with_nothing_to_divide_by_writes_nothing() -> None:
    memory = np.arange(300_001, dtype=np.int32)[::-1].copy()
    before = memory.copy()
    with pytest.raises(ic.DivisionByZeroError):
        ic.div(memory[:-1], memory[1:], out=memory[:-1])
    assert_same(memory, before)


def test_reversed_and_transposed_onto_itself() -> None:
    x = _ramp(1000)
    wanted = x + x[::-1]
    assert_same(ic.add(x, x[::-1], out=x), wanted)
    square = _ramp(70, 70)
    wanted = square + square.T
    assert_same(ic.add(square, square.T, out=square), wanted)


def test_a_row_or_column_of_the_result_is_an_operand() -> None:
    for operand in (lambda z: z[0], lambda z: z[:, :1], lambda z: z[3, 3], lambda z: np.broadcast_to(z[5], z.shape)):
        z, x = _ramp(60, 50), _ramp(60, 50)[::-1].copy()
        wanted = x * operand(z).copy()
        assert_same(ic.mul(x, operand(z), out=z), wanted)


def test_every_operand_overlaps() -> None:
    memory = _ramp(40)
    parts = [memory[m : m + 30] for m in range(6)]
    wanted = sum(part.copy() for part in parts[1:]) + parts[0].copy()
    assert_same(ic.sum(*parts, out=memory[5:35]).copy(), wanted)
    flags = np.array([True, False] * 20)
    wanted_flags = np.where(flags[:30], flags[1:31], flags[2:32])
    assert_same(ic.where(flags[:30], flags[1:31], flags[2:32], out=flags[3:33]).copy(), wanted_flags)


@settings(max_examples=200)
@given(
    st.tuples(st.integers(1, 4), st.integers(1, 4)),
    st.tuples(*[st.tuples(st.integers(0, 12), st.sampled_from([-5, -4, -1, 1, 3, 4, 5])) for _ in range(4)]),
)
def test_any_two_windows_on_one_memory(shape: tuple[int, int], windows: tuple[tuple[int, int], ...]) -> None:
    def window(memory: Array, offset: int, row: int, column: int) -> Array:
        return np.lib.stride_tricks.as_strided(memory[200 + offset :], shape, (8 * row, 8 * column))

    (a, row), (b, column), (c, step), (d, _) = windows
    memory = np.arange(400, dtype=np.int64)
    x, y = window(memory, a, row, column), window(memory, b, column, row)
    out = window(memory, c, 6 * abs(step), 1) if d % 2 else window(memory, c, 1, -6 * abs(step))
    wanted = x.copy() - y.copy()
    assert_same(ic.sub(x, y, out=out).copy(), wanted)


@pytest.mark.parametrize(
    ("out", "reason"),
    [
        (np.zeros(3, FLOAT), "shape (3,)"),
        (np.zeros((2, 3)), "element type float64"),
        (np.zeros((2, 3), np.float16), "element type float16"),
        (np.broadcast_to(FLOAT(0), (2, 3)), "read-only"),
        (np.lib.stride_tricks.as_strided(np.zeros(4, FLOAT), (2, 3), (4, 4)), "share memory"),
        ([[0.0] * 3] * 2, "of type list"),
        (1.5, "of type float"),
        (np.ma.zeros((2, 3), FLOAT), "of type MaskedArray"),
    ],
)
def test_an_unusable_out(out: Any, reason: str) -> None:
    x = _ramp(2, 3)
    with pytest.raises(ic.ArgumentError) as refusal:
        ic.add(x, x, out=out)
    assert (refusal.value.code, refusal.value.argument) == ("out", "out")
    assert reason in refusal.value.summary


def test_an_empty_out_may_be_anything_empty() -> None:
    out = np.zeros((0, 3), FLOAT)
    assert ic.add(np.zeros((0, 3), FLOAT), np.zeros((3,), FLOAT), out=out) is out


@pytest.mark.clause("int-div", "mod", "pow-int", "E1", "schema-types")
@pytest.mark.parametrize(
    "call",
    [
        lambda out: ic.div(np.arange(100_000, dtype=np.int32), np.int32([0]), out=out),
        lambda out: ic.mod(np.int32([1]), np.arange(100_000, dtype=np.int32)[::-1], out=out),
        lambda out: ic.pow(np.arange(100_000, dtype=np.int32), np.int8([-1]), out=out),
        lambda out: ic.pow(np.arange(100_000, dtype=np.int32), np.float32([30]), out=out),
        lambda out: ic.add(np.zeros((2, 1), np.int32), np.zeros((3, 100_000), np.int32), out=out),
        lambda out: ic.add(np.zeros(100_000, np.int32), np.zeros(100_000, np.int64), out=out),
        lambda out: ic.add(np.zeros(100_000, np.int64), np.zeros(100_000, np.int64), out=out),
        lambda out: ic.prelu(np.zeros((1, 100_000), np.int32), np.zeros((2, 1), np.int32), out=out),
    ],
)
def test_an_error_leaves_out_as_it_was(call: Any) -> None:
    out = np.full(100_000, 7, np.int32)
    with pytest.raises(ic.IsocastError):
        call(out)
    assert (out == 7).all()


def test_a_subclass_and_a_foreign_tensor_are_written_to() -> None:
    matrix = np.zeros((2, 3), FLOAT).view(np.matrix)
    assert ic.add(_ramp(2, 3), _ramp(2, 3), out=matrix) is matrix
    assert_same(np.asarray(matrix), 2 * _ramp(2, 3))


class Foreign:
    """Another library's tensor, as far as it matters here."""

    def __init__(self, array: Array) -> None:
        self.array = array

    def __dlpack__(self, **how: Any) -> Any:
        return self.array.__dlpack__(**how)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.array.__dlpack_device__()


def test_a_tensor_of_another_library_is_written_to() -> None:
    out = Foreign(np.zeros(3, FLOAT))
    assert ic.add(Foreign(_ramp(3)), 1.0, out=out) is out  # type: ignore[comparison-overlap]
    assert out.array.tolist() == [1.0, 2.0, 3.0]
