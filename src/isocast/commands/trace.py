"""`isocast trace`: where each clause of the standard is specified, implemented, tested and proved.

Exit status 0 every clause shown is specified and tested, 1 one is not, 2 wrong use.
"""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from .. import trace as tracing
from ..errors import ArgumentError


class Format(StrEnum):
    """How a report is written."""

    TEXT = "text"
    JSON = "json"


def trace(
    tags: Annotated[list[str] | None, typer.Argument(help="Only these clauses, with every place.")] = None,
    format_: Annotated[Format, typer.Option("--format", help="How to write the table.")] = Format.TEXT,
    source: Annotated[Path | None, typer.Option(help="The source tree of isocast, if not the one around here.")] = None,
) -> None:
    """Show where each clause of the standard is specified, implemented, tested and proved."""
    rows = tracing.trace(tracing.find_source(source))
    unknown = set(tags or ()) - {row.clause.tag for row in rows}
    if unknown:
        raise ArgumentError(
            summary=f"there is no clause {', '.join(sorted(unknown))}",
            code="IC902",
            help="`isocast trace` lists all of them",
        )
    chosen = [row for row in rows if not tags or row.clause.tag in tags]
    if format_ is Format.JSON:
        print(json.dumps([row.as_json() for row in chosen], indent=1, ensure_ascii=False))
    else:
        _print_trace(chosen, detailed=bool(tags))
    if any(row.missing for row in chosen):
        raise typer.Exit(1)


def _print_trace(rows: list[tracing.Row], detailed: bool) -> None:
    console = Console(width=None if sys.stdout.isatty() else 240, highlight=False)
    if detailed:
        for row in rows:
            _print_clause(console, row)
        return
    wide = console.width >= 180
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("clause", no_wrap=True, min_width=max(len(row.clause.tag) for row in rows))
    table.add_column("source", no_wrap=True, min_width=8)
    table.add_column("title", no_wrap=True, overflow="ellipsis")
    for column in tracing.COLUMNS:
        table.add_column(column, no_wrap=True, justify="left" if wide else "right")
    for row in rows:
        cells = [_cell(row.places[column], wide) for column in tracing.COLUMNS]
        source = f"{row.clause.source}, {row.clause.section}" if wide else row.clause.source
        table.add_row(row.clause.tag, source, escape(row.clause.title), *cells)
    console.print(table)
    _print_totals(console, rows)


def _print_clause(console: Console, row: tracing.Row) -> None:
    console.print(f"[bold]{row.clause.tag}[/]  {escape(row.clause.title)}")
    console.print(f"  {row.clause.source}, {row.clause.section}")
    for column in tracing.COLUMNS:
        for place in [str(place) for place in row.places[column]] or ["–"]:
            console.print(f"  {column:8} {escape(place)}", soft_wrap=True)


def _print_totals(console: Console, rows: list[tracing.Row]) -> None:
    missing = [f"{row.clause.tag} ({', '.join(row.missing)})" for row in rows if row.missing]
    proved = sum(any(place.proved for place in row.places["proofs"]) for row in rows)
    console.print(f"\n{len(rows)} clauses, {len(rows) - len(missing)} specified and tested, {proved} with a proof")
    if not proved:
        console.print("no prover has run over these sources: `make prove` does it")
    if missing:
        console.print(f"missing: {', '.join(missing)}")
    console.print("`isocast trace TAG` shows every place of a clause")


def _cell(places: list[tracing.Place], wide: bool) -> str:
    if not places:
        return "–"
    if not wide:
        return str(len(places))
    more = f" +{len(places) - 1}" if len(places) > 1 else ""
    return escape(f"{Path(places[0].path).name}:{places[0].line}{more}")
