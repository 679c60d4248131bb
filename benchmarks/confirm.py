"""Cells close to the mark, measured again in other processes, on both sides of the mark alike; the median decides.

What one process meets (where code and results happen to lie, minutes in which other machines use the memory) can be
worth some hundredths for as long as it lives.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from .measure import Measured
from .report import threshold

PROCESSES: Final = 4
_NEAR: Final = 1.1  # the ratio over what it must reach, or the reverse


def close_cells(results: Sequence[Measured]) -> list[Measured]:
    """The results that another process could turn."""
    return [r for r in results if r.ratio is not None and 1 / _NEAR < r.ratio / threshold(r) < _NEAR]


def confirm(results: Sequence[Measured], options: Sequence[str], advance: Callable[[], None]) -> None:
    """Adds to each result its ratio in other processes, which are given `options`."""
    for _ in range(PROCESSES if results else 0):
        ratios = _ratios_elsewhere([result.cell.name for result in results], options)
        for result in results:
            result.elsewhere.append(ratios[result.cell.name])
        advance()


def _ratios_elsewhere(names: Sequence[str], options: Sequence[str]) -> dict[str, float]:
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "benchmarks", "--confirming", "--only-grid", "--output", folder, *options]
        run = subprocess.run([*command, "--cells", ",".join(names)], capture_output=True, text=True, check=False)
        written = Path(folder) / "results.json"
        if not written.exists():
            raise RuntimeError(f"measuring again in another process failed:\n{run.stderr}")
        return {row["cell"]: row["ratio"] for row in json.loads(written.read_text())["cells"]}
