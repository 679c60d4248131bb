"""The command line: arguments in, one function of the library, text or JSON out. Nothing is decided here.

Exit status: 0 nothing to report, 1 findings, 2 wrong use or unreadable input.
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

from . import __version__
from . import trace as tracing
from .commands.check import check
from .commands.conform import conform
from .commands.draw import draw
from .commands.rules import rules
from .errors import ArgumentError, IsocastError

app = typer.Typer(
    name="isocast",
    help="Broadcasting in ONNX, made explicit, exact, fast and proved.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


class Format(StrEnum):
    """How a report is written."""

    TEXT = "text"
    JSON = "json"


def _version(wanted: bool) -> None:
    if wanted:
        print(f"isocast {__version__}")
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Show it.")] = False,
) -> None:
    pass


@app.command()
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
        for place in row.places[column] or ["–"]:
            console.print(f"  {column:8} {escape(str(place))}", soft_wrap=True)


def _print_totals(console: Console, rows: list[tracing.Row]) -> None:
    missing = [f"{row.clause.tag} ({', '.join(row.missing)})" for row in rows if row.missing]
    proved = sum(bool(row.places["proofs"]) for row in rows)
    console.print(f"\n{len(rows)} clauses, {len(rows) - len(missing)} specified and tested, {proved} proved")
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


class TensorFormat(StrEnum):
    """What kind of file an output is written to."""

    NPY = "npy"
    PB = "pb"


@app.command()
def run(
    model: Annotated[Path, typer.Argument(help="An ONNX model.")],
    output_dir: Annotated[Path, typer.Option(help="The folder for the outputs, one file each.")],
    inputs: Annotated[
        list[str] | None,
        typer.Option("--input", "-i", metavar="NAME=FILE", help="A .npy, .npz or .pb file; once for each input."),
    ] = None,
    format_: Annotated[TensorFormat, typer.Option("--format", help="How to write the outputs.")] = TensorFormat.NPY,
) -> None:
    """Run a model of broadcasting operators on tensors from files."""
    from .progress import RunProgress
    from .run import run as run_files

    try:
        with RunProgress() as progress:
            written = run_files(model, inputs or [], output_dir, format_.value, progress)
    except IsocastError as error:
        print(f"isocast: {error}\nNothing was written.", file=sys.stderr)
        raise typer.Exit(2) from None
    for output in written:
        print(f"{output.name}  {output.type} {list(output.shape)}  {output.path}")


app.command()(check)
app.command()(conform)
# A shape may begin with a minus by mistake, and should be told so as a shape.
app.command(context_settings={"ignore_unknown_options": True})(draw)
app.command()(rules)


def main() -> None:
    """Run the command line; an error of ours is a few lines on standard error and exit status 2, not a traceback."""
    try:
        app()
    except IsocastError as error:
        print(f"isocast: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.exit(0)  # the reader (head, less) has seen enough
