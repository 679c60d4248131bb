"""The command line of the benchmarks: what to measure, against whom, and where the figures go."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from .chart import ratios_chart, scaling_chart
from .confirm import PROCESSES, close_cells, confirm
from .floor import Floor, measure_floor
from .grid import Cell, cells
from .machine import Bystanders, describe
from .measure import Measured, measure
from .peers import PEERS, refusals, set_threads
from .report import as_json, behind, show
from .scaling import Point, measure_scaling

_RESULTS = Path(__file__).parent / "results"
# Ratios that noise could turn, whichever side of 1 they are on: measured once more for each pair they lie between, and
# some times more as long as the figures that decide are not settled.
_CLOSE = ((0.5, 2.0), (0.75, 1.33), *[(0.8, 1.25)] * 4)
_UNSETTLED = 3
_CLOSE_ELSEWHERE = _CLOSE[:2]  # of those a process that only confirms


def _regex(text: str) -> str:
    try:
        re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no regular expression: {error}") from None
    return text


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--quick", action="store_true", help="a part of the grid, in about four minutes")
    which.add_argument("--further", action="store_true", help="the operators and types that the grid leaves out")
    for field in ("operator", "type", "pattern", "size"):
        help_text = f"only cells whose {field} matches in full"
        parser.add_argument(f"--{field}", metavar="REGEX", type=_regex, help=help_text)
    parser.add_argument("--cells", metavar="NAMES", help="only these, separated by commas, named as --list does")
    parser.add_argument("--against", default=",".join(PEERS), help="peers, separated by commas (default: %(default)s)")
    parser.add_argument("--threads", type=int, default=2, help="for all that have threads (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="visits to each contender (default: %(default)s)")
    parser.add_argument("--only-grid", action="store_true", help="leave out scaling and the memory floor")
    parser.add_argument("--list", action="store_true", help="print the cells and measure nothing")
    parser.add_argument("--confirming", action="store_true", help="in one process, and close cells less often")
    parser.add_argument("--output", type=Path, default=_RESULTS, help="folder for JSON and SVG (default: %(default)s)")
    arguments = parser.parse_args(argv)
    unknown = set(arguments.against.split(",")) - set(PEERS)
    if unknown:
        parser.error(f"no such peer: {', '.join(sorted(unknown))} (there are {', '.join(PEERS)})")
    if arguments.threads < 1 or arguments.rounds < 1:
        parser.error("--threads and --rounds are at least 1")
    chosen = _chosen(arguments)
    missing = set((arguments.cells or "").split(",")) - {"", *(cell.name for cell in chosen)}
    if missing:
        parser.error(f"no such cell: {', '.join(sorted(missing))}")
    if not chosen:
        parser.error("no cell of the grid matches: --list, without filters, prints the names of all")
    return arguments


def _chosen(arguments: argparse.Namespace) -> list[Cell]:
    only = {f: getattr(arguments, f) for f in ("operator", "type", "pattern", "size") if getattr(arguments, f)}
    named = arguments.cells.split(",") if arguments.cells else None
    return [c for c in cells(arguments.quick, arguments.further, only) if named is None or c.name in named]


def _measure_all(
    chosen: Sequence[Cell], peers: Sequence[str], arguments: argparse.Namespace, progress: Progress
) -> list[Measured]:
    results, rounds = [], arguments.rounds
    task = progress.add_task("grid", total=len(chosen))
    for cell in chosen:
        progress.update(task, description=cell.name)
        results.append(measure(cell, peers, rounds))
        progress.advance(task)
    for low, high in _CLOSE_ELSEWHERE if arguments.confirming else _CLOSE:
        close = [result for result in results if result.ratio and low < result.ratio < high]
        _measure_again(close, f"of ratios from {low} to {high}", peers, rounds, progress)
    if arguments.confirming:
        return results
    for _ in range(_UNSETTLED):
        close = [result for result in close if not result.settled]
        _measure_again(close, "of figures that were seen once", peers, rounds, progress)
    near = close_cells(results)
    task = progress.add_task(f"{len(near)} cells in other processes", total=PROCESSES)
    options = ["--threads", str(arguments.threads), "--rounds", str(rounds), "--against", ",".join(peers)]
    options += ["--further"] if arguments.further else []
    confirm(near, options, lambda: progress.advance(task))
    return results


def _measure_again(
    results: Sequence[Measured], which: str, peers: Sequence[str], rounds: int, progress: Progress
) -> None:
    if not results:
        return
    task = progress.add_task("again", total=len(results))
    for result in results:
        progress.update(task, description=f"again {result.cell.name}")
        result.merge(measure(result.cell, result.contending(peers), rounds))
        progress.advance(task)
    progress.update(task, description=f"again, {which}")


def _write(folder: Path, json: str, results: Sequence[Measured], points: Sequence[Point]) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    files = {"results.json": json}
    if results:
        files["ratios.svg"] = ratios_chart(results)
    if points:
        files["scaling.svg"] = scaling_chart(points)
    for name, text in files.items():
        (folder / name).write_text(text)
    return [folder / name for name in files]


def _print_names(chosen: Sequence[Cell]) -> None:
    try:
        print("\n".join(cell.name for cell in chosen), flush=True)
    except BrokenPipeError:  # the reader (head, less) has seen enough, and Python must not flush the rest
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(argv: Sequence[str] | None = None) -> int:
    """Runs what was asked for; 0 if every contender agreed and no cell is behind, else 1."""
    arguments = _arguments(argv)
    chosen = _chosen(arguments)
    if arguments.list:
        _print_names(chosen)
        return 0
    import torch

    peers = tuple(arguments.against.split(","))
    set_threads(arguments.threads)
    console = Console(width=None if sys.stdout.isatty() else 140)
    facts = describe(arguments.threads)
    console.print("\n".join(f"{name}: {fact}" for name, fact in facts.items()))
    columns = (TextColumn("{task.description:40}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    start, bystanders = perf_counter(), Bystanders()
    floor: Floor | None = None
    points: list[Point] = []
    with torch.inference_mode(), Progress(*columns, console=Console(stderr=True)) as progress:
        results = _measure_all(chosen, peers, arguments, progress)
        if not arguments.only_grid:
            floor, points = measure_floor(arguments.threads, peers), measure_scaling(peers)
    facts["seconds"] = f"{perf_counter() - start:.0f}"
    facts["other processes"] = f"{bystanders.cores():.2f} cores busy on average"
    written = _write(arguments.output, as_json(facts | refusals, results, floor, points), results, points)
    show(console, results, floor, points)
    console.print(f"{facts['seconds']} s, other processes: {facts['other processes']}")
    console.print(f"written: {', '.join(str(path) for path in written)}")
    return 1 if behind(results) or any(result.differs for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
