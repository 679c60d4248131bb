"""The element-wise operators against the specification, bit for bit: every operator and type, any shapes and layouts,
with `out` and without, on any number of threads."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import isocast as ic
from isocast.errors import DivisionByZeroError, IntegerRangeError
from isocast.spec.schemas import OPERATORS
from tests.implementations import by_library, by_specification
from tests.strategies import broadcastable, broadcastable_to, high_rank
from tests.tensors import LAYOUTS, Array, assert_same, interesting, laid_out, some_values

ELEMENTWISE = [name for name in OPERATORS if name not in ("Gemm", "Expand")]
ATTRIBUTES: dict[str, list[dict[str, Any]]] = {
    "Mod": [{"fmod": 0}, {"fmod": 1}],
    "BitShift": [{"direction": "LEFT"}, {"direction": "RIGHT"}],
}
Case = tuple[str, tuple[str, ...]]


@pytest.fixture(autouse=True)
def _threads() -> Iterator[None]:
    before = ic.get_num_threads()
    yield
    ic.set_num_threads(before)


def _types(name: str, count: int) -> list[tuple[str, ...]]:
    """Every choice of types for `count` operands."""
    types = OPERATORS[name].types
    if name == "Pow":
        return list(product(types["T"], types["T1"]))
    if name == "Where":
        return [("bool", type_, type_) for type_ in types["T"]]
    return [(type_,) * count for type_ in types["T"]]


def _ulps(name: str, result: Array) -> int:
    return 1 if name == "Pow" and result.dtype.kind not in "iu" else 0


CASES = [(name, types) for name in ELEMENTWISE for types in _types(name, 2)]


def _compare(name: str, arrays: list[Array], given: dict[str, Any], **how: Any) -> Array | None:
    """The library's result, which is the specification's; or None, if both refuse the values, at the same index."""
    try:
        wanted = by_specification(name, *arrays, **given)
    except (DivisionByZeroError, IntegerRangeError) as refusal:
        _assert_refused(refusal, name, arrays, given, how)
        return None
    result = by_library(name, *arrays, **given, **how)
    assert_same(result, wanted, _ulps(name, result))
    return result


def _assert_refused(refusal: Any, name: str, arrays: list[Array], given: dict[str, Any], how: dict[str, Any]) -> None:
    with pytest.raises(type(refusal)) as ours:
        by_library(name, *arrays, **given, **how)
    assert (ours.value.index, ours.value.code) == (refusal.index, refusal.code)


def _without_refusals(name: str, x: Array, y: Array) -> tuple[Array, Array]:
    """Both without the values that integer Div, Mod and Pow refuse, so that the others are compared too."""
    if name in ("Div", "Mod") and y.dtype.kind in "iu":
        return x, y[y != 0]
    if name == "Pow" and x.dtype.kind in "iu":
        if y.dtype.kind in "iu":
            return x, y[y >= 0]
        finite = np.abs(y[np.isfinite(y)])
        return x[(x >= 0) & (x < 8)], finite[finite < 8]
    return x, y


@pytest.mark.clause(
    "schema-types", "int-wrap", "int-div", "mod", "pow-int", "pow-float", "max-min", "sum-mean", "compare"
)
@pytest.mark.clause("bit-shift", "logic", "prelu", "Where", "Where-types", "bit-copy")
@pytest.mark.parametrize(
    ("name", "types"), CASES, ids=lambda value: value if isinstance(value, str) else "-".join(value)
)
def test_every_operator_and_type_at_the_borders(name: str, types: tuple[str, ...]) -> None:
    x, y = interesting(types[-2]), interesting(types[-1])
    condition = [np.array([True, False]).reshape(2, 1, 1)] if name == "Where" else []
    for attributes in ATTRIBUTES.get(name, [{}]):
        for column, row in ((x, y), _without_refusals(name, x, y)):
            left = np.repeat(column[:, None], len(row) if name == "PRelu" else 1, 1)
            _compare(name, [*condition, left, row], attributes)


@st.composite
def _calls(draw: st.DrawFn) -> tuple[str, list[Array], dict[str, Any]]:
    name = draw(st.sampled_from(ELEMENTWISE))
    operator = OPERATORS[name]
    if name == "PRelu":
        shapes = draw(broadcastable_to(4))[::-1]
    else:
        count = draw(st.integers(1, 5)) if operator.is_variadic else len(operator.operands)
        shapes = draw(broadcastable(count, count, 4) | high_rank(count).filter(lambda family: len(family) == count))
    types = draw(st.sampled_from(_types(name, len(shapes))))
    seed = draw(st.integers(0, 2**32 - 1))
    arrays = [
        laid_out(some_values(type_, shape, seed + m), draw(st.sampled_from(LAYOUTS)))
        for m, (type_, shape) in enumerate(zip(types, shapes, strict=True))
    ]
    return name, arrays, draw(st.sampled_from(ATTRIBUTES.get(name, [{}])))


@pytest.mark.clause("multi-operators", "uni-operators", "step1", "step2", "access", "B5", "rank")
@settings(max_examples=500)
@given(_calls(), st.integers(1, 3))
def test_any_shapes_and_layouts(call: tuple[str, list[Array], dict[str, Any]], threads: int) -> None:
    ic.set_num_threads(threads)
    name, arrays, given = call
    result = _compare(name, arrays, given)
    if result is not None:
        assert type(result) is np.ndarray
        assert result.flags.c_contiguous
        assert result.flags.owndata
        assert result.flags.writeable


@pytest.mark.clause("multi-operators")
@settings(max_examples=300)
@given(_calls(), st.sampled_from([layout for layout in LAYOUTS if layout not in ("read-only", "stretched")]))
def test_out_in_any_layout(call: tuple[str, list[Array], dict[str, Any]], layout: str) -> None:
    name, arrays, given = call
    shape = arrays[0].shape if name == "PRelu" else ic.broadcast_shapes(*(array.shape for array in arrays))
    kind = bool if OPERATORS[name].types[OPERATORS[name].result] == ("bool",) else arrays[name == "Where"].dtype
    fresh = np.zeros(shape, np.dtype(kind).newbyteorder("="))
    out = fresh if fresh.dtype.kind == "O" else laid_out(fresh, layout)
    before = out.copy()
    result = _compare_out(name, arrays, given, out)
    if result is None:
        assert_same(out.astype(fresh.dtype), before.astype(fresh.dtype))


def _compare_out(name: str, arrays: list[Array], given: dict[str, Any], out: Array) -> Array | None:
    try:
        wanted = by_specification(name, *arrays, **given)
    except (DivisionByZeroError, IntegerRangeError) as refusal:
        _assert_refused(refusal, name, arrays, given, {"out": out})
        return None
    result = by_library(name, *arrays, **given, out=out)
    assert result is out
    assert_same(out.astype(out.dtype.newbyteorder("=")), wanted, _ulps(name, wanted))
    return result


@pytest.mark.clause("bit-copy", "multi-3")
@settings(max_examples=150)
@given(broadcastable(2, 2, 4), st.sampled_from(OPERATORS["Expand"].types["T"]), st.sampled_from(LAYOUTS))
def test_expand(shapes: tuple[tuple[int, ...], ...], type_: str, layout: str) -> None:
    x, sizes = laid_out(some_values(type_, shapes[0], 1), layout), np.array(shapes[1], np.int64)
    wanted = by_specification("Expand", x, sizes)
    for shape in (sizes, shapes[1], list(shapes[1])):
        result = ic.expand(x, shape)
        assert_same(result.astype(wanted.dtype), wanted)
    out = np.empty_like(wanted)
    assert ic.expand(x, shapes[1], out=out) is out
    assert_same(out, wanted)


SIZES = [0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 1000, 4095, 4096, 4097, 20000]


@pytest.mark.clause("multi-1", "multi-2")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.float16, np.float32, np.float64])
def test_lengths_around_vectors_and_blocks(size: int, dtype: Any) -> None:
    rng = np.random.default_rng(size)
    x, y = (rng.integers(-50, 50, size).astype(dtype) for _ in range(2))
    assert_same(ic.add(x, y), x + y)
    assert_same(ic.add(x, y[:1] if size else y), x + (y[:1] if size else y))
    assert_same(ic.less(x, y), x < y)
    assert_same(ic.where(x > y, x, y), np.where(x > y, x, y))
    column = x[:, None][: 50 if size > 50 else size]
    assert_same(ic.mul(column, y), column * y)
    three = np.arange(3).astype(dtype)
    assert_same(ic.sub(column, three), column - three)
