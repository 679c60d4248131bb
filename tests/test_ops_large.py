"""Larger tensors, where blocks, tiles and threads matter, against NumPy where it computes the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import prod
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import isocast as ic
from tests.tensors import Array, assert_same

SIZES = st.sampled_from([1, 1, 2, 3, 4, 5, 7, 8, 16, 17, 33, 64, 130, 257, 1000, 5000])
MOST = 400_000
OPERATORS: dict[str, tuple[Callable[..., Array], Callable[..., Array]]] = {
    "Add": (ic.add, np.add),
    "Sub": (ic.sub, np.subtract),
    "Mul": (ic.mul, np.multiply),
    "Less": (ic.less, np.less),
    "Equal": (ic.equal, np.equal),
    "Max": (ic.max, np.maximum),
    "Where": (lambda x, y, **how: ic.where(ic.less(x, y), x, y, **how), lambda x, y: np.where(x < y, x, y)),
    "Sum": (lambda x, y, **how: ic.sum(x, y, x, **how), lambda x, y: x + y + x),
}


@pytest.fixture(autouse=True)
def _threads() -> Iterator[None]:
    before = ic.get_num_threads()
    yield
    ic.set_num_threads(before)


@st.composite
def _pairs(draw: st.DrawFn, dtype: Any) -> tuple[Array, Array]:
    """Two arrays that broadcast, each some window on memory with its axes in some order."""
    shape = tuple(draw(st.lists(SIZES, min_size=1, max_size=5)))
    while prod(shape) > MOST:
        shape = shape[1:] if len(shape) > 1 else (MOST,)
    seed = draw(st.integers(0, 1000))
    return _window(draw, shape, dtype, seed), _window(draw, shape, dtype, seed + 1)


def _window(draw: st.DrawFn, result: tuple[int, ...], dtype: Any, seed: int) -> Array:
    rank = draw(st.integers(0, len(result)))
    shape = tuple(draw(st.sampled_from([size, size, 1])) for size in result[len(result) - rank :])
    order = draw(st.permutations(range(rank)))
    steps = [draw(st.sampled_from([1, 1, 1, -1, 2])) for _ in shape]
    stored = [shape[axis] * abs(steps[axis]) for axis in order]
    if prod(stored) > 8 * MOST:
        steps, stored = [1] * rank, [shape[axis] for axis in order]
    memory = np.random.default_rng(seed).integers(-100, 100, stored).astype(dtype)
    back = np.argsort(order)
    view: Array = memory.transpose(back)[(..., *(slice(None, None, step) for step in steps))]
    return view


@pytest.mark.clause("multi-operators", "access", "step1", "step2")
@settings(max_examples=200)
@given(st.data(), st.sampled_from(sorted(OPERATORS)), st.sampled_from("bhilefd"), st.integers(1, 3))
def test_against_numpy(data: st.DataObject, name: str, dtype: str, threads: int) -> None:
    if name == "Sum" and dtype not in "fd":
        dtype = "f"
    x, y = data.draw(_pairs(dtype))
    ic.set_num_threads(threads)
    ours, theirs = OPERATORS[name]
    wanted = np.asarray(theirs(x, y))
    assert_same(ours(x, y), wanted)
    order = data.draw(st.permutations(range(wanted.ndim)))
    out = np.empty([wanted.shape[axis] for axis in order], wanted.dtype).transpose(np.argsort(order))
    assert ours(x, y, out=out) is out
    assert_same(out.copy(order="C"), wanted)


@pytest.mark.clause("int-div")
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("place", [0, 1, 70_001, 399_999])
def test_the_first_zero_divisor_is_named(threads: int, place: int) -> None:
    ic.set_num_threads(threads)
    divisors = np.ones(400_000, np.int32)
    divisors[[place, 399_999]] = 0
    with pytest.raises(ic.DivisionByZeroError) as refusal:
        ic.div(np.ones((2, 400_000), np.int32), divisors)
    assert refusal.value.index == place
    square = divisors.reshape(400, 1000)
    with pytest.raises(ic.DivisionByZeroError) as refusal:
        ic.mod(np.ones((1000, 400), np.int32), square.T)
    places = np.flatnonzero(square.T == 0)
    assert refusal.value.index == places[0]


@pytest.mark.clause("int-div", "pow-int")
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("place", [None, 0, 4099, 399_999])
@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.int64])
def test_a_zero_among_elements_apart(threads: int, place: int | None, dtype: Any) -> None:
    """They are looked at while they are laid out, and the result that is under way is not seen."""
    ic.set_num_threads(threads)
    spread = np.resize(np.array([1, 2, 3, 5, 7], dtype), 800_000)
    apart, ones = spread[::2], np.ones(400_000, dtype)
    if place is None:
        assert_same(ic.div(ones, apart), (apart == 1).astype(dtype))
        if dtype != np.int8:
            assert_same(ic.pow(apart, -ones), (apart == 1).astype(dtype))
        return
    apart[place] = 0
    with pytest.raises(ic.DivisionByZeroError) as refusal:
        ic.div(ones, apart)
    assert refusal.value.index == place
    if dtype != np.int8:
        with pytest.raises(ic.DivisionByZeroError) as refusal:
            ic.pow(apart, -ones)
        assert refusal.value.index == place
