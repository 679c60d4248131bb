"""The proved drivers and the fast ones give the same: every operator and type, any shapes and layouts, in place too.

Bit for bit, but for Pow of floats, which may differ by a unit in the last place, and for the sums of Gemm of floats.
"""

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
from isocast.ops.settings import configure
from isocast.spec.schemas import OPERATORS
from tests.children import run
from tests.implementations import by_library
from tests.strategies import broadcastable, broadcastable_to
from tests.tensors import LAYOUTS, Array, assert_same, laid_out, some_values

ELEMENTWISE = [name for name in OPERATORS if name not in ("Gemm", "Expand")]
ATTRIBUTES: dict[str, list[dict[str, Any]]] = {
    "Mod": [{"fmod": 0}, {"fmod": 1}],
    "BitShift": [{"direction": "LEFT"}, {"direction": "RIGHT"}],
}
GEMM_UNITS = {"float16": 2**-10, "bfloat16": 2**-7, "float": 2**-23, "double": 2**-52}
Call = tuple[str, list[Array], dict[str, Any]]


@pytest.fixture(autouse=True)
def _fast_again() -> Iterator[None]:
    before = ic.get_drivers()
    yield
    configure({"ISOCAST_DRIVERS": before})


def _type_choices(name: str, count: int) -> list[tuple[str, ...]]:
    types = OPERATORS[name].types
    if name == "Pow":
        return list(product(types["T"], types["T1"]))
    if name == "Where":
        return [("bool", type_, type_) for type_ in types["T"] if type_ != "string"]
    return [(type_,) * count for type_ in types["T"] if type_ != "string"]


@st.composite
def _calls(draw: st.DrawFn) -> Call:
    name = draw(st.sampled_from(ELEMENTWISE))
    shapes: tuple[tuple[int, ...], ...]
    if name == "PRelu":
        shapes = draw(broadcastable_to(4))[::-1]
    else:
        count = draw(st.integers(1, 5)) if OPERATORS[name].is_variadic else len(OPERATORS[name].operands)
        shapes = draw(broadcastable(count, count, 4))
    types = draw(st.sampled_from(_type_choices(name, len(shapes))))
    seed = draw(st.integers(0, 2**32 - 1))
    arrays = [
        laid_out(some_values(type_, shape, seed + m), draw(st.sampled_from(LAYOUTS)))
        for m, (type_, shape) in enumerate(zip(types, shapes, strict=True))
    ]
    return name, arrays, draw(st.sampled_from(ATTRIBUTES.get(name, [{}])))


def _outcome(drivers: Any, call: Call, **how: Any) -> Array | tuple[str, int]:
    """The result by these drivers, or which index is refused and why."""
    name, arrays, attributes = call
    ic.set_drivers(drivers)
    try:
        return by_library(name, *arrays, **attributes, **how)
    except (DivisionByZeroError, IntegerRangeError) as refusal:
        return refusal.code, refusal.index


def _assert_agree(call: Call, proved: Any, fast: Any) -> None:
    if isinstance(fast, tuple) or isinstance(proved, tuple):
        assert proved == fast
        return
    native = fast.dtype.newbyteorder("=")
    ulps = 1 if call[0] == "Pow" and native.kind not in "iu" else 0
    assert_same(proved.astype(native), fast.astype(native), ulps)


@pytest.mark.clause("multi-operators", "uni-operators", "step1", "step2", "access", "f", "Where", "bit-copy")
@settings(max_examples=600)
@given(_calls())
def test_new_results(call: Call) -> None:
    _assert_agree(call, _outcome("proved", call), _outcome("fast", call))


@pytest.mark.clause("multi-operators", "access")
@settings(max_examples=300)
@given(_calls(), st.sampled_from([layout for layout in LAYOUTS if layout not in ("read-only", "stretched")]))
def test_given_results(call: Call, layout: str) -> None:
    fast = _outcome("fast", call)
    if isinstance(fast, tuple):
        return
    out = laid_out(np.zeros(fast.shape, fast.dtype), layout)
    proved = _outcome("proved", call, out=out)
    assert proved is out
    _assert_agree(call, proved, fast)


@pytest.mark.clause("multi-operators", "access")
@settings(max_examples=300)
@given(_calls())
def test_in_place(call: Call) -> None:
    name, arrays, attributes = call
    fast = _outcome("fast", call)
    if isinstance(fast, tuple):
        return
    for m, array in enumerate(arrays):
        if array.shape != fast.shape or array.dtype.newbyteorder("=") != fast.dtype:
            continue
        kept = [np.array(other) for other in arrays]
        _assert_agree(call, _outcome("proved", (name, kept, attributes), out=kept[m]), fast)


@pytest.mark.clause("bit-copy", "multi-3")
@settings(max_examples=100)
@given(broadcastable(2, 2, 4), st.sampled_from(OPERATORS["Expand"].types["T"]), st.sampled_from(LAYOUTS))
def test_expand(shapes: tuple[tuple[int, ...], ...], type_: str, layout: str) -> None:
    x = laid_out(some_values(type_, shapes[0], 1), layout)
    results = []
    for drivers in ("proved", "fast"):
        ic.set_drivers(drivers)
        results.append(ic.expand(x, shapes[1]))
    assert_same(results[0], results[1])


@pytest.mark.clause("gemm", "int-wrap")
@settings(max_examples=150)
@given(
    st.sampled_from(OPERATORS["Gemm"].types["T"]),
    st.tuples(*[st.integers(0, 6)] * 3),
    st.sampled_from([(1.0, 1.0), (0.5, 2.0), (3.0, 0.0), (-2.0, -1.0)]),
    st.sampled_from(LAYOUTS),
    st.integers(0, 2**32 - 1),
)
def test_gemm(type_: str, sizes: tuple[int, int, int], factors: tuple[float, float], layout: str, seed: int) -> None:
    (m, n, k), (alpha, beta) = sizes, factors
    rng = np.random.default_rng(seed)
    dtype = some_values(type_, (), 0).dtype
    a, b, c = (laid_out(rng.integers(-9, 9, shape).astype(dtype), layout) for shape in ((m, k), (k, n), (n,)))
    results = []
    for drivers in ("proved", "fast"):
        ic.set_drivers(drivers)
        try:
            results.append(ic.gemm(a, b, c, alpha=alpha, beta=beta))
        except IntegerRangeError as refusal:
            results.append(np.array([refusal.index]))
    if type_ not in GEMM_UNITS:
        assert_same(results[0], results[1])
        return
    proved, fast = (result.astype(float) for result in results)
    size = abs(alpha) * 81.0 * k + abs(beta) * 9.0
    assert np.all(np.abs(proved - fast) <= (k + 2) * GEMM_UNITS[type_] * size)


def test_the_setting() -> None:
    assert run("print(ic.get_drivers(), ic.show_config('dict')['drivers'])") == "fast fast"
    assert (
        run("print(ic.get_drivers(), ic.show_config('dict')['drivers'])", ISOCAST_DRIVERS="proved") == "proved proved"
    )
    with pytest.raises(ic.ArgumentError, match="'fast' or 'proved', not 'slow'"):
        ic.set_drivers("slow")  # type: ignore[arg-type]
    with pytest.warns(RuntimeWarning, match="ISOCAST_DRIVERS is 'slow'"):
        configure({"ISOCAST_DRIVERS": "slow"})
    assert ic.get_drivers() == "fast"


@pytest.mark.parametrize("size", [10, 100_000])
def test_large_and_small_results(size: int) -> None:
    x, y = np.arange(size, dtype=np.int32), np.arange(3, dtype=np.int32)[:, None] + 1
    wanted = ic.div(x, y), ic.sum(x.astype(np.float32), y.astype(np.float32))
    ic.set_drivers("proved")
    assert_same(ic.div(x, y), wanted[0])
    assert_same(ic.sum(x.astype(np.float32), y.astype(np.float32)), wanted[1])
    with pytest.raises(DivisionByZeroError) as refusal:
        ic.div(y, x)
    assert refusal.value.index == 0
