"""What the figures were made on: the processor, the versions, the load."""

from __future__ import annotations

import os
import platform
import time
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from isocast import __version__


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def _busy_seconds() -> float:
    """Processor time all processes have used so far, and what the hypervisor kept; 0 where nobody counts it."""
    counters = Path("/proc/stat")
    if not counters.is_file():
        return 0.0
    user, nice, system, _idle, _waiting, *interrupts = map(int, counters.read_text().split("\n")[0].split()[1:9])
    return (user + nice + system + sum(interrupts)) / os.sysconf("SC_CLK_TCK")


class Bystanders:
    """How many cores other processes kept busy while we measured; above a few tenths the figures tell little."""

    def __init__(self) -> None:
        self._start = self._now()

    @staticmethod
    def _now() -> tuple[float, float]:
        ours = os.times()
        return time.perf_counter(), _busy_seconds() - sum(ours[:4])  # and of processes that confirm

    def cores(self) -> float:
        (before, used_before), (now, used_now) = self._start, self._now()
        return max(0.0, (used_now - used_before) / (now - before))


def describe(threads: int) -> dict[str, str]:
    """The facts a figure needs beside it, as text."""
    facts = {
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "processor": f"{_processor()}, {os.cpu_count()} cores, {platform.system()}",
        "threads": str(threads),
        "load": " ".join(f"{load:.1f}" for load in os.getloadavg()),
        "python": platform.python_version(),
    }
    facts["isocast"] = __version__  # which may run from a source tree, where no distribution tells
    return facts | {name: version(name) for name in ("numpy", "onnxruntime", "torch")}
