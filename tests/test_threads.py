"""Threads: how many, the same results for any number, many callers, forks, signals, idleness, and the end."""

from __future__ import annotations

import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import isocast as ic
from isocast import _native
from isocast.ops import settings
from tests.children import environment, program, run
from tests.tensors import Array, assert_same

COUNTS = (1, 2, 3, 5, 8)


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = ic.get_num_threads()
    yield
    ic.set_num_threads(before)


def _values(dtype: Any, *shape: int) -> Array:
    rng = np.random.default_rng(len(shape))
    if np.dtype(dtype).kind in "iu":
        return rng.integers(1, 100, shape).astype(dtype)
    return rng.standard_normal(shape).astype(dtype)


LARGE: dict[str, Any] = {
    "same shape": lambda: ic.add(_values(np.float32, 1_000_003), _values(np.float32, 1_000_003)),
    "row": lambda: ic.mul(_values(np.float64, 1001, 999), _values(np.float64, 999)),
    "column": lambda: ic.sub(_values(np.int16, 1001, 999), _values(np.int16, 1001, 1)),
    "outer": lambda: ic.less(_values(np.float32, 1003, 1), _values(np.float32, 1, 997)),
    "short axis": lambda: ic.add(_values(np.float32, 300_001, 3), _values(np.float32, 3)),
    "transposed": lambda: ic.max(_values(np.float32, 700, 900).T, _values(np.float32, 900, 700)),
    "halves": lambda: ic.mean(*[_values(np.float16, 400_001)] * 3),
    "quotients": lambda: ic.div(_values(np.int64, 500, 1000), _values(np.int64, 1000)),
    "where": lambda: ic.where(
        _values(np.int8, 900, 1000) > 50, _values(np.complex64, 1000), _values(np.complex64, 900, 1)
    ),
    "expand": lambda: ic.expand(_values(np.uint8, 1000, 1), (1000, 1000)),
    "gemm": lambda: ic.gemm(_values(np.float32, 701, 333), _values(np.float32, 333, 513), _values(np.float32, 513)),
    "gemm of halves": lambda: ic.gemm(_values(np.float16, 701, 99), _values(np.float16, 99, 513)),
}


@pytest.mark.parametrize("name", LARGE)
def test_the_same_for_any_number_of_threads(name: str) -> None:
    ic.set_num_threads(1)
    alone = LARGE[name]()
    for threads in COUNTS:
        ic.set_num_threads(threads)
        assert_same(LARGE[name](), alone)


def test_large_work_is_shared_and_small_work_is_not() -> None:
    ic.set_num_threads(1)
    assert _native.num_workers() == 0
    ic.set_num_threads(3)
    ic.add(_values(np.float32, 100), 1)
    assert _native.num_workers() == 0
    x = _values(np.float32, 2_000_000)
    ic.add(x, x)
    assert _native.num_workers() == 2
    ic.set_num_threads(2)
    assert _native.num_workers() <= 1


@pytest.mark.parametrize("wrong", [0, -1, 257, 1.5, "2", None, True])
def test_numbers_of_threads_that_make_no_sense(wrong: Any) -> None:
    with pytest.raises(ic.ArgumentError) as refusal:
        ic.set_num_threads(wrong)
    assert refusal.value.argument == "n"
    ic.set_num_threads(np.int64(2))  # type: ignore[arg-type]
    assert ic.get_num_threads() == 2


def test_many_callers_at_once() -> None:
    ic.set_num_threads(4)
    x = _values(np.float32, 300_000)
    wanted = [x + np.float32(m) for m in range(8)]

    def work(m: int) -> bool:
        return all(np.array_equal(ic.add(x, float(m)), wanted[m]) for _ in range(20))

    with ThreadPoolExecutor(8) as callers:
        assert all(callers.map(work, range(8)))


def test_the_interpreter_runs_while_a_long_call_does() -> None:
    ic.set_num_threads(1)
    x, stop, turns = _values(np.float64, 3_000_000), threading.Event(), []

    def count() -> None:
        while not stop.is_set():
            turns.append(time.perf_counter())
            time.sleep(0.001)

    other = threading.Thread(target=count)
    other.start()
    begin = time.perf_counter()
    for _ in range(5):
        ic.pow(np.abs(x), 1.5)
    end = time.perf_counter()
    stop.set()
    other.join()
    assert sum(begin < turn < end for turn in turns) >= 3


def test_idle_threads_sleep() -> None:
    ic.set_num_threads(4)
    x = _values(np.float32, 1_000_000)
    ic.add(x, x)
    time.sleep(0.01)
    before = time.process_time()
    time.sleep(0.3)
    assert time.process_time() - before < 0.03


FORK = """
    import os
    ic.set_num_threads(3)
    x = np.arange(2_000_000, dtype=np.float32)
    wanted = x + x
    assert np.array_equal(ic.add(x, x), wanted)
    child = os.fork()
    good = np.array_equal(ic.add(x, x), wanted) and ic.get_num_threads() == 3
    if child == 0:
        os._exit(0 if good else 1)
    assert good and os.waitpid(child, 0)[1] == 0
    print("both")
"""


def test_fork() -> None:
    assert run(FORK) == "both"


FORK_WHILE_BUSY = """
    import os, threading
    ic.set_num_threads(3)
    x = np.arange(3_000_000, dtype=np.float32)
    wanted = x + x
    stop = threading.Event()
    def busy():
        while not stop.is_set():
            assert np.array_equal(ic.add(x, x), wanted)
    threads = [threading.Thread(target=busy) for _ in range(2)]
    for thread in threads: thread.start()
    for _ in range(10):
        child = os.fork()
        if child == 0:
            os._exit(0 if np.array_equal(ic.add(x, x), wanted) else 1)
        assert os.waitpid(child, 0)[1] == 0
    stop.set()
    for thread in threads: thread.join()
    print("all")
"""


def test_fork_while_other_threads_compute() -> None:
    assert run(FORK_WHILE_BUSY) == "all"


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_multiprocessing(method: str) -> None:
    source = """
        import multiprocessing
        if __name__ == "__main__":
            x = np.ones(400_000, np.float32)
            ic.add(x, x)
            with multiprocessing.get_context(METHOD).Pool(2) as pool:
                results = pool.starmap(ic.add, [(x, x * m) for m in range(4)])
            print([float(result[-1]) for result in results])
    """
    assert run(source.replace("METHOD", repr(method))) == "[1.0, 2.0, 3.0, 4.0]"


LONG = """
    import signal, time
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job inherits that it is ignored
    ic.set_num_threads(THREADS)
    x = np.broadcast_to(np.float64(1.5), (1 << 16, 1 << 13))
    out = np.empty((1 << 16, 1 << 13), bool) if KIND == "less" else None
    print("ready", flush=True)
    begin = time.perf_counter()
    try:
        if KIND == "less":
            while True: ic.less(x, x, out=out)
        else:
            big = np.ones((6000, 6000), np.float64)
            while True: ic.gemm(big, big)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
    assert ic.add(np.ones(3), 1).tolist() == [2, 2, 2]
"""


@pytest.mark.parametrize(("kind", "threads"), [("less", 1), ("less", 2), ("gemm", 2)])
def test_ctrl_c_during_a_long_call(kind: str, threads: int) -> None:
    source = LONG.replace("THREADS", str(threads)).replace("KIND", repr(kind))
    with subprocess.Popen(
        program(source), env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        sent = time.perf_counter()
        try:
            output, errors = child.communicate(timeout=60)
        finally:
            child.kill()
        assert output == "interrupted\n", errors
        assert child.returncode == 0, errors
        assert time.perf_counter() - sent < 10


def test_the_end_of_the_interpreter_while_a_daemon_computes() -> None:
    source = """
        import threading
        ic.set_num_threads(2)
        x = np.ones(4_000_000, np.float32)
        y, out = np.broadcast_to(np.float32(1), (1 << 14, 1 << 14)), np.empty((1 << 14, 1 << 14), bool)
        def forever():
            while True: ic.less(y, y, out=out)
        threading.Thread(target=forever, daemon=True).start()
        ic.add(x, x)
        print("end")
    """
    assert run(source) == "end"


def test_the_environment_sets_the_number() -> None:
    assert run("print(ic.get_num_threads())", ISOCAST_NUM_THREADS="3") == "3"
    assert run("print(ic.get_num_threads())") == str(settings.default_threads())


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ISOCAST_NUM_THREADS", "many"),
        ("ISOCAST_NUM_THREADS", "0"),
        ("ISOCAST_NUM_THREADS", "-2"),
        ("ISOCAST_NUM_THREADS", "1e3"),
        ("ISOCAST_POOL_BYTES", "lots"),
        ("ISOCAST_POOL_BYTES", "-1"),
        ("ISOCAST_ISA", "sse9"),
    ],
)
def test_a_senseless_environment_is_a_warning(name: str, value: str) -> None:
    before = _native.get_num_threads(), _native.get_pool_bytes()[1], _native.get_isa()
    try:
        with pytest.warns(RuntimeWarning, match=f"{name} is '{value}'"):
            settings.configure({name: value})
        assert _native.get_num_threads() == settings.default_threads()
        assert _native.get_pool_bytes()[1] == settings.DEFAULT_POOL_BYTES
    finally:
        _native.set_num_threads(before[0])
        _native.set_pool_bytes(before[1])


def test_the_environment_chooses_the_instruction_set() -> None:
    for most, isa in enumerate(settings.ISAS):
        said = run("print(ic.show_config('dict')['instruction set'])", ISOCAST_ISA=isa)
        assert said in settings.ISAS[: most + 1]
    assert run("print(ic.show_config('dict')['instruction set'])", ISOCAST_ISA="baseline") == "baseline"
    x = "x = np.arange(1000, dtype=np.float32); print(float(ic.mul(x, x).sum()))"
    assert len({run(x, ISOCAST_ISA=isa) for isa in settings.ISAS}) == 1


def test_the_configuration_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    ic.set_num_threads(2)
    ic.show_config()
    shown = capsys.readouterr().out
    facts = ic.show_config("dict")
    for name, value in facts.items():
        assert name in shown
        if name != "pool bytes":
            assert str(value) in shown
    assert facts["threads"] == 2
    with pytest.raises(ic.ArgumentError):
        ic.show_config("yaml")  # type: ignore[call-overload]
