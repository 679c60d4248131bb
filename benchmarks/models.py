"""What whole models cost: `check` against onnx's shape inference, `explicit`, the structure half of `verify`; memory.

Run with `python -m benchmarks.models`. All read the same file; weights hold no data, so that nobody is measured by how
fast it copies them. Must not be imported by the tests everybody runs.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import onnx
from rich.console import Console
from rich.table import Table

from isocast.model import check, load
from isocast.model.explicit import explicit
from isocast.model.verify.structure import compare_structure

from .model_builders import MODELS
from .model_memory import LIMIT, Peak, measure_memory

SIZES = (1_000, 10_000, 100_000)
GOAL = 2.0  # times onnx's own inference, at 10,000 nodes
_RESULTS = Path(__file__).parent / "results"


@dataclass(frozen=True)
class Cost:
    """Processor seconds on one model, from the file to the answer; of `explicit`, to the file that it writes."""

    model: str
    nodes: int
    changes: int
    onnx: float
    check: float
    explicit: float
    structure: float

    @property
    def ratio(self) -> float:
        return self.check / self.onnx


def seconds(statement: Callable[[], object]) -> float:
    """Processor seconds of a call: all of these use one core, and others may be using it too."""
    start = process_time()
    statement()
    return process_time() - start


def measure(kind: str, nodes: int, rounds: int) -> Cost:
    """The best of several rounds of each, interleaved."""
    with TemporaryDirectory() as folder:
        path, out = Path(folder) / "model.onnx", Path(folder) / "explicit.onnx"
        path.write_bytes(MODELS[kind](nodes).SerializeToString())
        changes = len(explicit(path).changes)

        def infer() -> object:
            return onnx.shape_inference.infer_shapes(onnx.load(path), data_prop=True)

        def rewrite() -> object:
            return explicit(path).save(out, overwrite=True)

        def compare() -> None:
            found = compare_structure(load(path), load(out), (path.parent, out.parent), {})
            assert found.passed, found

        statements = (infer, lambda: check(path), rewrite, compare)
        best = [float("inf")] * len(statements)
        for _ in range(rounds):
            best = [min(old, seconds(statement)) for old, statement in zip(best, statements, strict=True)]
        return Cost(kind, check(path).nodes, changes, *best)


def show(console: Console, costs: Sequence[Cost], peaks: Sequence[Peak]) -> None:
    """The tables."""
    table = Table(title="Whole models, from file to answer, processor time")
    columns = (
        "model",
        "nodes",
        "onnx ms",
        "check ms",
        "ratio",
        "µs/node",
        "explicit ms",
        "µs/node",
        "structure ms",
        "µs/node",
    )
    for column in columns:
        table.add_column(column, justify="left" if column == "model" else "right")
    for cost in costs:
        times = [cell for one in (cost.explicit, cost.structure) for cell in _cells(one, cost.nodes)]
        table.add_row(
            cost.model,
            str(cost.nodes),
            f"{cost.onnx * 1e3:.1f}",
            f"{cost.check * 1e3:.1f}",
            f"{cost.ratio:.2f}",
            f"{cost.check / cost.nodes * 1e6:.1f}",
            *times,
        )
    console.print(table)
    if peaks:
        table = Table(title=f"A model with {peaks[0].model_bytes / 1e9:.1f} GB of data in another file")
        for column in ("what", "seconds", "peak MiB"):
            table.add_column(column, justify="left" if column == "what" else "right")
        for peak in peaks:
            table.add_row(peak.what, f"{peak.seconds:.1f}", f"{peak.bytes / 2**20:.0f}")
        console.print(table)


def _cells(total: float, nodes: int) -> tuple[str, str]:
    return f"{total * 1e3:.1f}", f"{total / nodes * 1e6:.1f}"


def main(argv: Sequence[str] | None = None) -> int:
    """Prints the tables; 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.models", description=__doc__)
    parser.add_argument("--nodes", type=int, nargs="*", default=SIZES)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only-time", action="store_true", help="leave out the model of 5 GB")
    parser.add_argument("--output", type=Path, default=_RESULTS, help="folder for JSON (default: %(default)s)")
    arguments = parser.parse_args(argv)
    costs = [measure(kind, wanted, arguments.rounds) for kind in MODELS for wanted in arguments.nodes]
    peaks = [] if arguments.only_time else measure_memory()
    show(Console(width=None if sys.stdout.isatty() else 140), costs, peaks)
    slow = [cost for cost in costs if 9_000 < cost.nodes < 20_000 and cost.ratio > GOAL]
    large = [peak for peak in peaks if peak.bytes > LIMIT]
    print(f"check at 10,000 nodes, at most {GOAL:g} times onnx: {'missed' if slow else 'kept'}")
    if peaks:
        print(f"peak memory below {LIMIT / 2**30:g} GiB: {'missed' if large else 'kept'}")
    arguments.output.mkdir(parents=True, exist_ok=True)
    path = arguments.output / "models.json"
    figures = {"costs": [asdict(cost) for cost in costs], "memory": [asdict(peak) for peak in peaks]}
    path.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    print(f"written: {path}")
    return int(bool(slow or large))


if __name__ == "__main__":
    sys.exit(main())
