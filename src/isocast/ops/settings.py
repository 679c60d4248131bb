"""Threads, memory, instruction set and drivers: what the environment asks for, what is in force, how to change it.

ISOCAST_NUM_THREADS, ISOCAST_POOL_BYTES, ISOCAST_ISA and ISOCAST_DRIVERS are read once, on import. A value that makes no
sense is said in a warning and otherwise ignored: a program must not die of its environment.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final, Literal, overload

from .. import _native
from ..errors import ArgumentError
from ..version import __version__

MOST_THREADS: Final = 256
DEFAULT_POOL_BYTES: Final = 256 * 2**20
ISAS: Final = ("baseline", "avx2", "avx512-256", "avx512-some", "avx512")
DRIVERS: Final = ("fast", "proved")


def default_threads() -> int:
    """The number of processors this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), MOST_THREADS)
    return min(os.cpu_count() or 1, MOST_THREADS)


def set_num_threads(n: int) -> None:
    """Sets how many threads a call may use, 1 to 256; results do not depend on it.

    >>> before = get_num_threads()
    >>> set_num_threads(1)
    >>> get_num_threads()
    1
    >>> set_num_threads(before)
    """
    if isinstance(n, bool) or not hasattr(n, "__index__") or not 1 <= n.__index__() <= MOST_THREADS:
        raise ArgumentError(
            summary=f"the number of threads is an integer from 1 to {MOST_THREADS}, not {n!r}",
            code="threads",
            argument="n",
        )
    _native.set_num_threads(n.__index__())


def get_num_threads() -> int:
    """How many threads a call may use."""
    return _native.get_num_threads()


def set_drivers(name: Literal["fast", "proved"]) -> None:
    """Sets which C code computes: "fast", tested; or "proved", plain, on one thread, and proved with Frama-C.

    Both give the same results, but for Pow of floats (one unit in the last place) and sums of Gemm of floats.

    >>> set_drivers("proved")
    >>> get_drivers()
    'proved'
    >>> set_drivers("fast")
    """
    if name not in DRIVERS:
        summary = f"the drivers are 'fast' or 'proved', not {name!r}"
        raise ArgumentError(summary=summary, code="drivers", argument="name")
    _native.use_proved(name == "proved")


def get_drivers() -> str:
    """Which C code computes: "fast" or "proved"."""
    return DRIVERS[_native.uses_proved()]


@overload
def show_config(mode: Literal["text"] = "text") -> None: ...


@overload
def show_config(mode: Literal["dict"]) -> dict[str, Any]: ...


def show_config(mode: Literal["text", "dict"] = "text") -> dict[str, Any] | None:
    """Prints what is in force: drivers, instruction set, threads, memory kept for results, BLAS; or returns it.

    >>> sorted(show_config("dict"))
    ['blas', 'drivers', 'instruction set', 'isocast', 'pool bound', 'pool bytes', 'threads', 'worker threads']
    """
    kept, bound = _native.get_pool_bytes()
    facts: dict[str, Any] = {
        "isocast": __version__,
        "drivers": get_drivers(),
        "instruction set": _native.get_isa(),
        "threads": _native.get_num_threads(),
        "worker threads": _native.num_workers(),
        "pool bytes": kept,
        "pool bound": bound,
        "blas": _blas if _native.get_isa() == ISAS[0] and _blas else "not used: Gemm has kernels of its own",
    }
    if mode == "dict":
        return facts
    if mode != "text":
        raise ArgumentError(summary=f"show_config takes 'text' or 'dict', not {mode!r}", code="mode", argument="mode")
    width = max(map(len, facts))
    print("\n".join(f"{name:<{width}}  {value}" for name, value in facts.items()))
    return None


def _integer(text: str, least: int, most: int) -> int:
    number = int(text)
    if not least <= number <= most:
        raise ValueError(f"not from {least} to {most}")
    return number


def _read(environment: Mapping[str, str], name: str, meaning: str, parse: Callable[[str], int], default: int) -> int:
    text = environment.get(name, "").strip()
    if not text:
        return default
    try:
        return parse(text)
    except ValueError:
        warnings.warn(f"{name} is {text!r}, and not {meaning}; it is ignored", RuntimeWarning, stacklevel=2)
        return default


def configure(environment: Mapping[str, str]) -> None:
    """Takes the settings from the environment."""
    threads = _read(
        environment,
        "ISOCAST_NUM_THREADS",
        f"a number of threads from 1 to {MOST_THREADS}",
        lambda text: _integer(text, 1, MOST_THREADS),
        default_threads(),
    )
    pool_bytes = _read(
        environment,
        "ISOCAST_POOL_BYTES",
        "a number of bytes",
        lambda text: _integer(text, 0, 2**62),
        DEFAULT_POOL_BYTES,
    )
    isa = _read(environment, "ISOCAST_ISA", f"one of {', '.join(ISAS)}", ISAS.index, -1)
    drivers = _read(environment, "ISOCAST_DRIVERS", f"one of {', '.join(DRIVERS)}", DRIVERS.index, 0)
    _native.set_num_threads(threads)
    _native.set_pool_bytes(pool_bytes)
    _native.set_isa(isa)
    _native.use_blas(_native.get_isa() == ISAS[0])  # where there are kernels, it is hardly quicker
    _native.use_proved(drivers == 1)


def find_blas() -> str:
    """What BLAS NumPy has loaded, in its own words, or an empty string."""
    path = import_module("numpy._core._multiarray_umath").__file__
    return _native.find_blas(path) if path else ""


_blas: Final = find_blas()
