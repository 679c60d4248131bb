"""Memory: what a call takes at its peak, recycled results, and how to switch that off."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import isocast as ic
from isocast import _native
from isocast.ops import settings
from tests.children import run

MIB = 2**20


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    _native.set_pool_bytes(0)
    _native.set_pool_bytes(settings.DEFAULT_POOL_BYTES)
    yield
    _native.set_pool_bytes(settings.DEFAULT_POOL_BYTES)


PEAK = """
    import resource
    def peak():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    small = np.ones(3, np.float32)
    ic.add(small, small)
    PREPARE
    ic.add(warm, warm)  # the threads and their scratch are there to stay
    before = peak()
    result = CALL
    print(peak() - before - result.nbytes)
"""
CALLS = {
    "row": ("x = np.ones((4000, 4000), np.float32); y = np.ones(4000, np.float32)", "ic.add(x, y)"),
    "outer": ("x = np.ones((4000, 1), np.float16); y = np.ones(4000, np.float16)", "ic.mul(x, y)"),
    "transposed": ("x = np.ones((4000, 4000), np.float32)", "ic.sub(x.T, x)"),
    "swapped": ("x = np.ones((4000, 4000), '>f4'); y = np.ones(4000, '>f4')", "ic.add(x, y)"),
    "mean": ("x = np.ones((4000, 4000), np.float16); y = np.ones((4000, 1), np.float16)", "ic.mean(x, y, y, x)"),
    "where": ("c = np.ones((4000, 1), bool); x = np.ones(4000, np.float64)", "ic.where(c, x, x)"),
    "quotient": ("x = np.ones((4000, 4000), np.int32); y = np.ones((4000, 1), np.int32)", "ic.div(x, y)"),
    "expand": ("x = np.ones((4000, 1), np.int64)", "ic.expand(x, (4000, 4000))"),
    "power": ("x = np.ones((4000, 4000), np.int32); y = np.ones(4000, np.int8)", "ic.pow(x, y)"),
    "gemm": ("x = np.ones((2000, 500), np.float16); y = np.ones((500, 2000), np.float16)", "ic.gemm(x, y, y[0])"),
    "out": ("x = np.ones((4000, 4000), np.float32)", "ic.add(x, x[:1], out=x)[:0]"),
    "shifted": ("x = np.ones(16_000_000, np.float32)", "ic.add(x[1:], x[:-1], out=x[1:])[:0]"),
    "stencil": ("x = np.ones((4000, 4000), np.float32)", "ic.sum(x[2:], x[1:-1], x[:-2], out=x[1:-1])[:0]"),
    "shifted window": ("x = np.ones((4, 4_000_000), np.float32)", "ic.add(x[:, 1:], x[:, :-1], out=x[:, :-1])[:0]"),
}


@pytest.mark.parametrize("name", CALLS)
def test_the_peak_is_operands_and_result_and_no_more_than_a_mebibyte(name: str) -> None:
    prepare, call = CALLS[name]
    source = PEAK.replace("PREPARE", f"{prepare}; warm = np.ones(1_000_000, np.float32)").replace("CALL", call)
    assert int(run(source, ISOCAST_NUM_THREADS="2", ISOCAST_POOL_BYTES="0")) <= MIB


def test_a_large_result_is_recycled() -> None:
    x = np.ones(2_000_000, np.float32)
    result = ic.add(x, x)
    address = result.ctypes.data
    del result
    assert _native.get_pool_bytes()[0] >= x.nbytes
    again = ic.mul(x, x)
    assert again.ctypes.data == address
    assert _native.get_pool_bytes()[0] == 0
    assert (again == 1).all()


@pytest.mark.parametrize("offset", range(0, 4096, 208))
@pytest.mark.parametrize("size", [4096, 700_000])
def test_a_result_is_shortly_behind_no_operand_within_a_page(size: int, offset: int) -> None:
    room = np.ones(size * 4 + 8192, np.uint8)
    start = -room.ctypes.data % 4096 + offset
    x = room[start : start + size * 4].view(np.float32)
    y = np.ones(size, np.float32)
    for operands in ((x,), (x, y), (x, y, np.ones(size, np.float32))):
        for _ in range(2):  # of fresh memory, then of recycled
            result = ic.sum(*operands)
            behind = {(result.ctypes.data - operand.ctypes.data) % 4096 for operand in operands}
            assert not behind & set(range(1, 1024))
            assert result.ctypes.data % 64 == 0
            result.resize(size + 900, refcheck=False)  # into what the place leaves of the memory, or beyond it
            assert result[:size].tobytes() == ic.sum(*operands).tobytes()


def test_a_result_that_is_still_in_use_is_not() -> None:
    x = np.ones(100_000)
    results = [ic.add(x, float(m)) for m in range(20)]
    part = results[3][5:10]
    del results[3]
    gc.collect()
    fresh = [ic.add(x, 100.0) for _ in range(20)]
    assert part.tolist() == [4.0] * 5
    assert [result[-1] for result in results] == [1.0 + m for m in range(20) if m != 3]
    assert {result.ctypes.data for result in results}.isdisjoint({result.ctypes.data for result in fresh})


@pytest.mark.parametrize("size", [4096, 10_000, 300_000, 5_000_000])
def test_results_are_aligned_writable_and_their_own(size: int) -> None:
    result = ic.add(np.ones(size, np.float32), 1.0)
    if size * 4 >= 16384:
        assert result.ctypes.data % 64 == 0
    assert result.flags.owndata
    assert result.base is None
    assert result.flags.writeable
    result.resize(size + 10, refcheck=False)
    assert result[:size].sum() == 2 * size
    result.resize(3 * size, refcheck=False)
    assert result[:size].sum() == 2 * size
    assert result[size + 10 :].sum() == 0


def test_the_bound_holds() -> None:
    _native.set_pool_bytes(3 * MIB)
    results = [ic.add(np.ones(MIB // 4, np.float32), 1.0) for _ in range(8)]
    del results
    kept, bound = _native.get_pool_bytes()
    assert 0 < kept <= bound == 3 * MIB
    _native.set_pool_bytes(MIB // 2)
    assert _native.get_pool_bytes()[0] <= MIB // 2
    _native.set_pool_bytes(0)
    ic.add(np.ones(MIB, np.float32), 1.0)
    assert _native.get_pool_bytes() == (0, 0)


def test_what_is_larger_than_the_bound_is_given_back() -> None:
    _native.set_pool_bytes(MIB)
    ic.add(np.ones(MIB, np.float64), 1.0)
    assert _native.get_pool_bytes()[0] == 0


def test_no_more_than_a_few_blocks_are_kept() -> None:
    results = [ic.add(np.ones(5000, np.float32), 1.0) for _ in range(500)]
    del results
    assert _native.get_pool_bytes()[0] <= 64 * (5000 * 4 + 3072)  # with room to place a result


def test_the_environment_sets_the_bound() -> None:
    assert run("print(ic.show_config('dict')['pool bound'])", ISOCAST_POOL_BYTES="12345") == "12345"
    assert run("print(ic.show_config('dict')['pool bound'])") == str(settings.DEFAULT_POOL_BYTES)
    again = "x = np.ones(10**6); ic.add(x, x); print(ic.show_config('dict')['pool bytes'])"
    assert run(again, ISOCAST_POOL_BYTES="0") == "0"


def test_tracemalloc_sees_results() -> None:
    x = np.ones(1_000_000)
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        result = ic.add(x, x)
        during = tracemalloc.get_traced_memory()[0]
        del result
        after = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert during - before >= x.nbytes
    assert after - before < x.nbytes // 2


def _overlap(call: Any) -> int:
    _native.set_pool_bytes(0)
    source = f"""
        import resource
        x = np.ones((4000, 4000), np.float32)
        w = np.ones(1_000_000, np.float32)
        ic.add(w, w)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        {call}
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    """
    return 1024 * int(run(source, ISOCAST_POOL_BYTES="0"))


def test_an_overlapping_operand_is_copied_as_small_as_it_is() -> None:
    assert _overlap("ic.mul(x, np.broadcast_to(x[0], x.shape), out=x)") <= MIB
    assert _overlap("ic.mul(x, x[:, :1], out=x)") <= MIB
