"""`python -m proofs`: run the provers, print the table, and say whether everything is proved.

Exit status 0 everything is proved, 1 something is not, 2 wrong use.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from . import report, theories
from .results import FileResult
from .tools import ToolError, Tools, find

ROOT = Path(__file__).resolve().parents[1]


def main(arguments: list[str] | None = None) -> int:
    """Run everything."""
    options = _options().parse_args(arguments)
    try:
        tools = find(options.work)
        return _prove(options, tools)
    except ToolError as error:
        print(f"proofs: {error}", file=sys.stderr)
        return 1


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m proofs", description="Prove the theories and the C.")
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree that is proved")
    parser.add_argument("--work", type=Path, default=ROOT / "build/proofs", help="where results are kept")
    parser.add_argument("--jobs", type=int, default=2, help="provers at a time")
    return parser


def _prove(options: argparse.Namespace, tools: Tools) -> int:
    tasks: list[tuple[str, Callable[[], FileResult]]] = []
    for path in sorted((options.root / "proofs/why3").glob("*.mlw")):
        name = str(path.relative_to(options.root))
        tasks.append((name, partial(theories.prove, path, name, tools)))
    results = _run(tasks, options.jobs)
    complaints = [complaint for result in results for complaint in [*result.complaints, *result.unproved]]
    print(report.table(results))
    report.write_json(options.work / "report.json", tools.versions, results, complaints)
    for complaint in complaints:
        print(f"NOT PROVED {complaint}")
    proved, goals = sum(result.proved for result in results), sum(result.goals for result in results)
    print(f"{proved}/{goals} goals proved")
    return 1 if complaints else 0


def _run(tasks: list[tuple[str, Callable[[], FileResult]]], jobs: int) -> list[FileResult]:
    progress = report.Progress(len(tasks))

    def one(task: tuple[str, Callable[[], FileResult]]) -> FileResult:
        result = task[1]()
        progress.finished(task[0], result)
        return result

    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(one, tasks))


if __name__ == "__main__":
    sys.exit(main())
