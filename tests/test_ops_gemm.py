"""Gemm: by the BLAS that NumPy ships and by the C core, against the specification and a bound on rounding."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

import isocast as ic
from isocast import _native
from isocast.ops.settings import ISAS, find_blas
from isocast.spec.schemas import OPERATORS
from isocast.types import ELEMENT_TYPES
from tests.children import run
from tests.implementations import by_specification
from tests.tensors import LAYOUTS, Array, assert_same, laid_out

FLOATS = {"float16": 2**-11, "bfloat16": 2**-8, "float": 2**-24, "double": 2**-53}
BF16: Any = ml_dtypes.bfloat16


@pytest.fixture(params=["blas", "core"], autouse=True)
def _by(request: pytest.FixtureRequest) -> Iterator[None]:
    before = _native.use_blas(request.param == "blas")
    threads = ic.get_num_threads()
    yield
    _native.use_blas(before)
    ic.set_num_threads(threads)


def _values(type_: str, shape: tuple[int, ...], seed: int) -> Array:
    rng, kind = np.random.default_rng(seed), ELEMENT_TYPES[type_]
    if kind.kind == "float":
        return np.asarray(rng.standard_normal(shape) * 3).astype(kind.numpy)
    limits = np.iinfo(kind.numpy)
    return np.asarray(rng.integers(limits.min, limits.max, shape, kind.numpy, endpoint=True))


def _bound(a: Array, b: Array, c: Array | None, factors: tuple[float, float], unit: float) -> Array:
    """How far sums of products may be from the exact result: every product and every sum rounded, and the result."""
    k, (alpha, beta) = a.shape[1], factors
    size = abs(alpha) * (np.abs(a.astype(float)) @ np.abs(b.astype(float)))
    size += 0 if c is None else abs(beta) * np.abs(c.astype(float))
    accumulate = max(unit if unit <= 2**-24 else 2**-24, 2**-53)
    return np.asarray(size * ((k + 4) * accumulate + 1.01 * unit) + 1e-7 * (unit > 2**-24) + 1e-40)


def _check(type_: str, a: Array, b: Array, c: Array | None, result: Array, **given: Any) -> None:
    wanted = by_specification("Gemm", *(x for x in (a, b, c) if x is not None), **given)
    if type_ not in FLOATS:
        assert_same(result, wanted)
        return
    left = a.T if given.get("trans_a") else a
    right = b.T if given.get("trans_b") else b
    bound = _bound(left, right, c, (given["alpha"], given["beta"]), FLOATS[type_])
    assert result.dtype == wanted.dtype
    assert (np.abs(result.astype(float) - wanted.astype(float)) <= bound).all()


ADDENDS = st.sampled_from(["none", "()", "(1,)", "(N,)", "(1,N)", "(M,1)", "(M,N)"])
SIZES = st.integers(0, 5) | st.sampled_from([13, 17])


@pytest.mark.clause("gemm", "uni-operators", "uni-result", "uni-3")
@settings(max_examples=120)
@drawn(
    st.sampled_from(OPERATORS["Gemm"].types["T"]),
    st.tuples(SIZES, SIZES, SIZES),
    ADDENDS,
    st.tuples(st.sampled_from(LAYOUTS), st.sampled_from(LAYOUTS), st.sampled_from(LAYOUTS)),
    st.fixed_dictionaries(
        {
            "alpha": st.sampled_from([1.0, 0.0, -3.0, 2.0]),
            "beta": st.sampled_from([1.0, 0.0, 5.0]),
            "trans_a": st.booleans(),
            "trans_b": st.booleans(),
        }
    ),
)
def test_against_the_specification(
    type_: str,
    sizes: tuple[int, int, int],
    addend: str,
    layouts: tuple[str, str, str],
    given: dict[str, Any],
) -> None:
    m, n, k = sizes
    a = laid_out(_values(type_, (k, m) if given["trans_a"] else (m, k), 1), layouts[0])
    b = laid_out(_values(type_, (n, k) if given["trans_b"] else (k, n), 2), layouts[1])
    shapes = {"()": (), "(1,)": (1,), "(N,)": (n,), "(1,N)": (1, n), "(M,1)": (m, 1), "(M,N)": (m, n)}
    c = None if addend == "none" else laid_out(_values(type_, shapes[addend], 3), layouts[2])
    _check(type_, a, b, c, ic.gemm(a, b, c, **given), **given)
    out = laid_out(np.ones((m, n), ELEMENT_TYPES[type_].numpy), layouts[0] if layouts[0] in LAYOUTS[:5] else "fortran")
    assert ic.gemm(a, b, c, **given, out=out) is out
    _check(type_, a, b, c, out, **given)


@pytest.mark.clause("gemm")
@pytest.mark.parametrize("type_", OPERATORS["Gemm"].types["T"])
@pytest.mark.parametrize(
    "sizes", [(181, 193, 65), (97, 161, 64), (1, 300, 7), (200, 1, 129), (12, 32, 257), (361, 33, 63)]
)
def test_sizes_around_the_blocks(type_: str, sizes: tuple[int, int, int]) -> None:
    m, n, k = sizes
    a, b, c = _values(type_, (m, k), 1), _values(type_, (k, n), 2), _values(type_, (n,), 3)
    result = ic.gemm(a, b, c, alpha=2.0)
    if type_ in FLOATS:
        wanted = 2 * (a.astype(float) @ b.astype(float)) + c.astype(float)
        assert (np.abs(result.astype(float) - wanted) <= _bound(a, b, c, (2.0, 1.0), FLOATS[type_])).all()
    else:
        assert_same(result, a @ b * a.dtype.type(2) + c)


@pytest.mark.clause("gemm")
@pytest.mark.parametrize("type_", ["float", "double", "float16", "int32"])
def test_the_same_from_run_to_run_and_for_any_number_of_threads(type_: str) -> None:
    a, b, c = _values(type_, (300, 200), 1), _values(type_, (200, 310), 2), _values(type_, (300, 1), 3)
    first = ic.gemm(a, b, c)
    for _ in range(5):
        assert_same(ic.gemm(a, b, c), first)
    _native.use_blas(False)
    ic.set_num_threads(1)
    alone = ic.gemm(a, b, c)
    for threads in (2, 3, 5):
        ic.set_num_threads(threads)
        assert_same(ic.gemm(a, b, c), alone)


@pytest.mark.clause("gemm")
@pytest.mark.parametrize("type_", ["float16", "bfloat16", "float", "int64"])
@pytest.mark.parametrize("step", [0, 1, 2, 3, -2])
def test_elements_of_c_some_way_apart(type_: str, step: int) -> None:
    """Twice the size of a 16-bit float is the size of the float it is computed in."""
    a, b = (np.ones(shape, ELEMENT_TYPES[type_].numpy) for shape in ((4, 3), (3, 5)))
    wide = np.arange(80, dtype=a.dtype).reshape(4, 20)
    c = wide[:, :1] if step == 0 else wide[:, ::step][:, :5]
    assert_same(ic.gemm(a, b, c), np.broadcast_to(c + a.dtype.type(3), (4, 5)))


@pytest.mark.clause("gemm")
@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.int64])
def test_out_overlaps(dtype: Any) -> None:
    memory = np.arange(300, dtype=dtype) % 7
    a, b = memory[:64].reshape(8, 8), memory[32:96].reshape(8, 8)
    c = memory[40:104].reshape(8, 8)
    for out in (a, b, c, memory[90:154].reshape(8, 8), memory[8:72].reshape(8, 8).T):
        memory[:] = np.arange(300) % 7
        wanted = (a.astype(float) @ b.astype(float) + 2 * c.astype(float)).astype(dtype)
        assert_same(ic.gemm(a, b, c, beta=2.0, out=out).copy(), wanted)
    memory[:] = np.arange(300) % 7
    wanted = (a.astype(float) @ b.astype(float) + c.astype(float)).astype(dtype)
    apart = memory[200:264].reshape(8, 8)
    apart[...] = c
    assert_same(ic.gemm(a, b, apart, out=apart).copy(), wanted)


@pytest.mark.clause("gemm")
@pytest.mark.parametrize("type_", ["int32", "int64", "uint32", "uint64"])
@pytest.mark.parametrize(
    "factors", [(0.5, 1.0), (1.0, 0.25), (-0.5, 0.0), (2.0**40, 1.0), (3e30, -1.0), (1.0, 2.0**70)]
)
def test_integers_with_unusual_factors(type_: str, factors: tuple[float, float]) -> None:
    kind = ELEMENT_TYPES[type_].numpy
    a, b, c = (np.array(values, kind) for values in ([[1, 2], [3, 4]], [[5, 6], [7, 8]], [[9, 10]]))
    given = {"alpha": factors[0], "beta": factors[1]}
    try:
        wanted = by_specification("Gemm", a, b, c, **given)
    except ic.IntegerRangeError as refusal:
        index = refusal.index
    else:
        assert_same(ic.gemm(a, b, c, **given), wanted)
        return
    out = np.full((2, 2), 7, kind)
    with pytest.raises(ic.IntegerRangeError) as ours:
        ic.gemm(a, b, c, **given, out=out)
    assert ours.value.index == index
    assert (out == 7).all()


@pytest.mark.clause("gemm")
@pytest.mark.parametrize(
    ("shapes", "argument"),
    [
        (((2,), (2, 2)), "A"),
        (((2, 2), (2, 2, 2)), "B"),
        (((2, 3), (2, 3)), "B"),
    ],
)
def test_matrices_that_do_not_multiply(shapes: tuple[tuple[int, ...], ...], argument: str) -> None:
    with pytest.raises(ic.ShapeError) as refusal:
        ic.gemm(*(np.zeros(shape) for shape in shapes))
    assert (refusal.value.code, refusal.value.argument) == ("gemm", argument)


def test_arguments_by_name_and_of_other_kinds() -> None:
    a, b, c = np.eye(2), np.ones((2, 2)), np.ones(2)
    assert_same(ic.gemm(a, b, c=c), np.full((2, 2), 2.0))
    assert_same(ic.gemm(a, b, c=None, alpha=2), np.full((2, 2), 2.0))
    assert_same(ic.gemm(a.tolist(), b, 1), np.full((2, 2), 2.0))
    assert_same(ic.gemm(a, b, trans_a=1, trans_b=np.bool_(True)), b)
    with pytest.raises(ic.ArgumentError):
        ic.gemm(a, b, out=np.zeros((3, 2)))


def test_a_blas_was_found() -> None:
    assert "OpenBLAS" in find_blas()


@pytest.mark.parametrize("isa", ISAS)
def test_a_blas_is_used_where_there_are_no_kernels(isa: str) -> None:
    facts = "facts['instruction set'], 'OpenBLAS' in facts['blas'], _native.use_blas(False)"
    source = f"from isocast import _native\nfacts = ic.show_config('dict')\nprint({facts})"
    chosen, shown, used = run(source, ISOCAST_ISA=isa).split()
    assert shown == used == str(chosen == "baseline")
