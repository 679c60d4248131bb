"""How much memory a result may take: what an address reaches, and what the machine plausibly has.

Must not import NumPy or any part of isocast but `explain` and what that imports.
"""

from __future__ import annotations

import os
from math import prod
from pathlib import Path
from typing import Final

from .errors import Shape
from .explain import too_large

_ADDRESSES: Final = 2**63  # bytes; sizes and strides are signed 64-bit numbers
_UNQUESTIONED: Final = 2**26  # bytes below which nobody asks the system


def check_addressable(operator: str, shape: Shape, item_size: int) -> int:
    """The bytes of a tensor of this shape, or TooLargeError if no address reaches the end of it.

    Sizes of 0 count as 1, as they do in NumPy: a tensor without elements still has strides.

    >>> check_addressable("Broadcast", (2, 0), 4)
    0
    """
    if prod(max(size, 1) for size in shape) * item_size >= _ADDRESSES:
        raise too_large(operator, shape, prod(shape) * item_size)
    return prod(shape) * item_size


def check_room(operator: str, shape: Shape, size: int) -> None:
    """Raises TooLargeError if `size` bytes, all to be written, are more than there is memory for."""
    if size < _UNQUESTIONED:
        return
    available = available_memory()
    if available is not None and size > available:
        raise too_large(operator, shape, size, available)


def available_memory() -> int | None:
    """The bytes a process could still fill: free and reclaimable memory and swap, within its control group's limit.

    None where the system does not say.
    """
    found = [amount for amount in (_free_memory(), _group_limit()) if amount is not None]
    return min(found, default=None)


def _free_memory() -> int | None:
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        kibibytes = {name: int(rest.split()[0]) for name, _, rest in (line.partition(":") for line in lines)}
        return 1024 * (kibibytes["MemAvailable"] + kibibytes["SwapFree"])
    except (OSError, KeyError, ValueError, IndexError):
        return _physical_memory()


def _physical_memory() -> int | None:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


def _group_limit() -> int | None:
    try:
        return int(Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii"))
    except (OSError, ValueError):  # no control group, or no limit
        return None
