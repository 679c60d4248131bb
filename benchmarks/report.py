"""What a run prints and writes: tables of ratios, the cells behind a peer, and everything as JSON.

A ratio is the best peer's time over ours, so above 1 we are ahead; means of ratios are geometric.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from math import exp, log
from typing import Any, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from .floor import Floor
from .grid import EVERY_OPERATOR, PATTERNS, SIZES, WIDTH
from .measure import Measured
from .scaling import Point

_CONTENDERS: Final = ("isocast", "numpy", "onnxruntime", "torch")


def geometric_mean(ratios: Iterable[float]) -> float:
    """The geometric mean; 1 for no ratios at all.

    >>> geometric_mean([2.0, 8.0])
    4.0
    """
    logs = [log(ratio) for ratio in ratios]
    return round(exp(sum(logs) / len(logs)), 12) if logs else 1.0


def threshold(result: Measured) -> float:
    """What a cell must reach: 1, and 0.9 for Gemm, which the peers leave to a BLAS."""
    return 0.9 if result.cell.operator == "Gemm" else 1.0


def behind(results: Sequence[Measured]) -> list[Measured]:
    """The cells in which a peer is quicker than it may be, worst first."""
    slow = [result for result in results if result.ratio is not None and result.ratio < threshold(result)]
    return sorted(slow, key=lambda result: result.ratio or 0.0)


def _colour(ratio: float) -> str:
    return "red" if ratio < 1 else "yellow" if ratio < 1.2 else "green"


def _summary_cell(results: Sequence[Measured]) -> Text:
    ratios = [result.ratio for result in results if result.ratio is not None]
    if not ratios:
        return Text("–", style="dim")
    return Text.assemble((f"{geometric_mean(ratios):.2f}", "bold"), " ", (f"{min(ratios):.2f}", _colour(min(ratios))))


def _table(title: str, results: Sequence[Measured], rows: Iterable[str], key: Callable[[Measured], str]) -> Table:
    table = Table(title=f"{title}: geometric mean and worst ratio, best peer's time / ours", title_justify="left")
    sizes = [size for size in SIZES if any(result.cell.size == size for result in results)]
    for heading in ("", *sizes, "all"):
        table.add_column(heading, justify="left" if not heading else "right")
    for row in rows:
        mine = [result for result in results if key(result) == row]
        if mine:
            by_size = [_summary_cell([r for r in mine if r.cell.size == size]) for size in sizes]
            table.add_row(row, *by_size, _summary_cell(mine))
    return table


def microseconds(seconds: float) -> str:
    """A time in microseconds with three significant digits.

    >>> microseconds(1.234e-7), microseconds(0.0123)
    ('0.123', '12300')
    """
    value = seconds * 1e6
    digits = max(0, 2 - int(log(value, 10) + (0 if value < 1 else 1e-9)) + (1 if value < 1 else 0))
    return f"{value:.{digits}f}" if value < 1000 else str(int(float(f"{value:.3g}")))


def _behind_table(results: Sequence[Measured]) -> Table:
    table = Table(title="behind: each of these is a bug with a number", title_justify="left")
    for heading in ("cell", "ratio", "by", *_CONTENDERS):
        table.add_column(heading, justify="left" if heading in ("cell", "by") else "right")
    for result in results:
        times = [microseconds(result.seconds[who]) if who in result.seconds else "–" for who in _CONTENDERS]
        how = f"{1 + len(result.elsewhere)} processes" if result.elsewhere else "rounds" if result.is_luck else "best"
        table.add_row(result.cell.name, Text(f"{result.ratio:.2f}", style="red"), how, *times)
    return table


def _curve_table(title: str, points: Sequence[Point], heading: str) -> Table:
    table = Table(title=title, title_justify="left")
    for name in (heading, *_CONTENDERS):
        table.add_column(name, justify="right")
    for point in points:
        cells = [f"{point.seconds[w] * 1e9 / point.elements:.3g}" if w in point.seconds else "–" for w in _CONTENDERS]
        table.add_row(str(point.x), *cells)
    return table


def show(console: Console, results: Sequence[Measured], floor: Floor | None, points: Sequence[Point]) -> None:
    """Prints the tables, what differs, and last the cells that are behind."""
    if results:
        console.print(_table("by operator", results, EVERY_OPERATOR, lambda result: result.cell.operator))
        console.print(_table("by pattern", results, PATTERNS, lambda result: result.cell.pattern))
        console.print(_table("by type", results, WIDTH, lambda result: result.cell.type))
    if points:
        sizes = [point for point in points if point.curve == "size"]
        console.print(_curve_table("float Add, equal shapes: ns an element", sizes, "elements"))
        ranks = [point for point in points if point.curve == "rank"]
        console.print(_curve_table("float Add, 65536 elements, no two axes merge: ns an element", ranks, "rank"))
    if floor:
        show_floor(console, floor)
    for result in results:
        for who, apart in result.differs.items():
            console.print(f"differs: {result.cell.name}, {who}, by {apart:.3g}; not timed", style="red")
    if results:
        show_verdict(console, results)


def show_floor(console: Console, floor: Floor) -> None:
    """Prints bandwidths beside that of a plain copy."""
    console.print(f"memory: a plain copy of 64 MB moves {floor.copy / 1e9:.1f} GB/s ({floor.how})")
    for who, moved in floor.add.items():
        console.print(f"  float Add of 64 MB, {who}: {moved / 1e9:.1f} GB/s, {floor.share(who):.0%} of the copy")


def show_verdict(console: Console, results: Sequence[Measured]) -> None:
    """Prints the overall figures, and last of all the cells that are behind."""
    ratios = [result.ratio for result in results if result.ratio is not None]
    slow = behind(results)
    if slow:
        console.print(_behind_table(slow))
    alone, luck = len(results) - len(ratios), sum(result.is_luck for result in results)
    elsewhere = sum(bool(result.elsewhere) for result in results)
    console.print(
        f"{len(results)} cells, {alone} of them without any peer; geometric mean {geometric_mean(ratios):.2f}x, "
        f"worst {min(ratios, default=1.0):.2f}x, behind in {len(slow)}"
    )
    if luck:
        console.print(f"{luck} cells by the median of their rounds, because their best times were met but once")
    if elsewhere:
        console.print(f"{elsewhere} cells by the median of several processes, because they are close")


def as_json(facts: dict[str, str], results: Sequence[Measured], floor: Floor | None, points: Sequence[Point]) -> str:
    """The whole run, one cell a line, so that two runs can be compared with a text tool."""
    rows = [_row(result) for result in results]
    lines = ",\n    ".join(json.dumps(row) for row in rows)
    head: dict[str, Any] = {
        "facts": facts,
        "floor": asdict(floor) if floor else None,
        "scaling": [asdict(point) for point in points],
    }
    return json.dumps(head, indent=2)[:-2] + f',\n  "cells": [\n    {lines}\n  ]\n}}\n'


def _rounded(ratio: float | None) -> float | None:
    return None if ratio is None else round(ratio, 3)


def _row(result: Measured) -> dict[str, Any]:
    best = {who: float(f"{seconds:.5g}") for who, seconds in result.seconds.items()}
    row: dict[str, Any] = {"cell": result.cell.name, "shapes": result.cell.shapes}
    row |= {"ratio": _rounded(result.ratio), "best_peer": result.best_peer}
    row |= {"by": "rounds" if result.is_luck else "best", "rounds": len(result.rounds)}
    row |= {"elsewhere": [_rounded(ratio) for ratio in result.elsewhere]}
    row |= {"of_bests": _rounded(result.ratio_of_bests), "of_rounds": _rounded(result.ratio_of_rounds)}
    row |= {"seconds": best, "statements": result.statements}
    return row | ({"differs": result.differs} if result.differs else {})
