"""A rewriting as text: one line for each kind of change, with how often it was made, and the summary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from ..model.changes import Change
from ..model.explicit import Rewriting
from ..model.findings import Sizes
from .text import Line

MOST_KINDS: Final = 20


def rewriting_lines(found: Rewriting) -> Iterator[Line]:
    """The changes, the most frequent kinds first, and the summary."""
    kinds: dict[tuple[str, ...], int] = {}
    for change in found.changes:
        kind = _kind(change)
        kinds[kind] = kinds.get(kind, 0) + 1
    rows = [(f"{count} ×", *kind) for kind, count in sorted(kinds.items(), key=lambda item: -item[1])]
    shown = rows[:MOST_KINDS]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    for row in shown:
        cells = [cell.rjust(width) if not place else cell.ljust(width) for place, (cell, width) in _cells(row, widths)]
        yield Line("  ".join(cells).rstrip(), "operand")
    if len(rows) > MOST_KINDS:
        rest = sum(kinds.values()) - sum(int(row[0].split()[0]) for row in shown)
        yield Line(f"and {rest} more of {len(rows) - MOST_KINDS} other kinds", "operand")
    for holder, version in found.opsets.items():
        yield Line(f"{f'function {holder}' if holder else 'the model'} is now of opset {version}", "note")
    yield Line(found.summary, "summary")


def rewriting_json(found: Rewriting) -> dict[str, Any]:
    """A rewriting as plain data."""
    return {
        "model": found.name,
        "summary": found.summary,
        "options": vars(found.options),
        "nodes": found.nodes,
        "graphs": found.graphs,
        "inserted": found.inserted,
        "opsets": found.opsets,
        "changes": [change.as_json() for change in found.changes],
    }


def _cells(row: Sequence[str], widths: Sequence[int]) -> Iterator[tuple[int, tuple[str, int]]]:
    return enumerate(zip(row, widths, strict=True))


def _kind(change: Change) -> tuple[str, ...]:
    place = change.place
    where = str(place.graph) if place.graph.function or place.graph.steps else ""
    shapes = f"{_shape(change.old_shape)} -> {_shape(change.new_shape)}"
    how = f"{change.means.value}, target {change.target}" if change.target else change.means.value
    return f"{place.operator} {place.argument}", change.type, shapes, how, where


def _shape(shape: Sizes | None) -> str:
    return "[?]" if shape is None else f"[{', '.join(map(str, shape))}]"
