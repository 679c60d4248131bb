"""What `python -m proofs` shows: a progress line while it runs, a table at the end, and the same as JSON."""

from __future__ import annotations

import hashlib
import json
import sys
import threading
from pathlib import Path

from .coverage import Listed
from .results import FileResult, Unit

COLUMNS = ("file", "function", "clauses", "goals", "prover", "time")


class Progress:
    """One line that says how far the work is; where no terminal is, one line for each file that is done."""

    def __init__(self, total: int) -> None:
        self.total, self.done, self.lock = total, 0, threading.Lock()

    def finished(self, what: str, result: FileResult) -> None:
        """Say that a file is done."""
        with self.lock:
            self.done += 1
            took = "kept" if result.cached else f"{result.seconds:.0f} s"
            line = f"[{self.done}/{self.total}] {what}: {result.proved}/{result.goals} goals, {took}"
            if sys.stderr.isatty():
                print(f"\r\x1b[K{line}", end="\n" if self.done == self.total else "", file=sys.stderr, flush=True)
            else:
                print(line, file=sys.stderr, flush=True)


def table(results: list[FileResult]) -> str:
    """One row for each function, and for each lemma of a theory."""
    rows = [COLUMNS, *(_row(unit) for result in results for unit in result.units)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(COLUMNS))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def _row(unit: Unit) -> tuple[str, ...]:
    clauses = ", ".join(unit.clauses) or "-"
    goals = f"{unit.proved}/{len(unit.goals)}" if unit.goals else "none"
    time = f"{unit.seconds:.2f} s"
    row = (unit.file, unit.name, clauses, goals, unit.provers or "-", time)
    return row if unit.admitted is None else (*row[:-1], f"{time}, admitted: {unit.admitted}")


def summary(results: list[FileResult], listed: Listed) -> str:
    """The last lines: what is not proved yet, said plainly, and how many goals are."""
    lines = [f"not yet: {name} ({reason})" for name, reason in listed.not_yet.items()]
    admitted = sum(unit.admitted is not None for result in results for unit in result.units)
    whole = sum(bool(result.units) and all(unit.admitted for unit in result.units) for result in results)
    total = len(listed.proved) + len(listed.not_yet)
    files = f"{len(listed.proved) - whole} of {total} C files proved, {len(listed.not_yet)} not yet"
    lines.append(f"{files}, {whole} admitted whole; {admitted} functions admitted")
    proved, goals = sum(result.proved for result in results), sum(result.goals for result in results)
    return "\n".join([*lines, f"{proved}/{goals} goals proved"])


def write_json(
    path: Path, tree: Path, versions: dict[str, str], results: list[FileResult], complaints: list[str]
) -> None:
    """The report as data, written beside and moved into place."""
    units = [unit for result in results for unit in result.units]
    data = {
        "versions": versions,
        "goals": sum(result.goals for result in results),
        "proved": sum(result.proved for result in results),
        "complaints": complaints,
        "hashes": {file: _hash(tree / file) for file in sorted({unit.file for unit in units})},
        "units": [unit.as_json() for unit in units],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(".part")
    beside.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    beside.replace(path)


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
