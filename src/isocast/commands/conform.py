"""`isocast conform`: the cases on some backends, or into a folder. Exit status 0 as expected, 1 not, 2 wrong use."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from .. import __version__
from ..errors import ArgumentError, IsocastError

if TYPE_CHECKING:
    from ..conform.case import Case
    from ..conform.report import Report
    from ..conform.running import Expectations

Step = Callable[[int], None]


class Format(StrEnum):
    """How a report is written."""

    TEXT = "text"
    JSON = "json"
    HTML = "html"
    MARKDOWN = "markdown"


def conform(
    backends: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BACKEND...", help="isocast, onnxruntime, reference or package.module:Backend.", show_default=False
        ),
    ] = None,
    *,
    select: Annotated[
        list[str] | None,
        typer.Option(help="Only cases of an operator, type, clause or opset, or id=PATTERN.", show_default=False),
    ] = None,
    known: Annotated[
        Path | None, typer.Option(help="A TOML file of known deviations of the backend.", show_default=False)
    ] = None,
    timeout: Annotated[float, typer.Option(help="Seconds a case may take.", min=0.01)] = 10.0,
    format_: Annotated[Format, typer.Option("--format", help="How to write the report.")] = Format.TEXT,
    output: Annotated[Path | None, typer.Option(help="Where to write it, if not here.", show_default=False)] = None,
    export: Annotated[
        Path | None, typer.Option(help="Write the cases to this folder, in ONNX's form.", show_default=False)
    ] = None,
) -> None:
    """Run cases made by the specification on ONNX backends, and report what they make of them."""
    try:
        _check_use(backends or [], known, export, output)
        reports = _run(backends or [], select or [], known, timeout, export)
        if reports:
            _write(reports, format_, output)
    except IsocastError as error:
        print(f"isocast: {error}\nNothing was reported.", file=sys.stderr)
        raise typer.Exit(2) from None
    raise typer.Exit(0 if all(report.is_as_expected for report in reports) else 1)


def _check_use(backends: Sequence[str], known: Path | None, export: Path | None, output: Path | None) -> None:
    if not backends and export is None:
        raise _wrong_use("no backend is named", "name isocast, onnxruntime, reference or package.module:Backend")
    if known is not None and len(backends) != 1:
        raise _wrong_use("--known is about one backend", "run each backend by itself")
    if output is not None and not backends:
        raise _wrong_use("--output is for a report, and no backend is named", "leave it out, or name a backend")


def _wrong_use(summary: str, help_: str) -> IsocastError:
    return ArgumentError(summary=summary, code="IC910", help=help_)


def _run(
    backends: Sequence[str], words: Sequence[str], known: Path | None, timeout: float, export: Path | None
) -> list[Report]:
    from ..conform.cases import all_cases
    from ..conform.deviations import read
    from ..conform.running import expectations, run
    from ..conform.selection import select

    given = None if known is None else read(known)
    cases = select(all_cases(), words)
    with _progress() as steps:
        answers = expectations(cases, steps("specification", len(cases)))
        if export is not None:
            _export(cases, answers, export, steps("export", len(cases)))
        reports = []
        for backend in backends:
            step = steps(backend, len(cases))
            reports.append(run(backend, cases, given, answers=answers, limit=timeout, is_complete=not words, tell=step))
        return reports


def _export(cases: Sequence[Case], answers: Expectations, folder: Path, tell: Step) -> None:
    from ..conform.export import export_cases

    export_cases(cases, answers, folder, tell)
    print(f"{len(cases)} cases written to {folder}", file=sys.stderr)


@contextmanager
def _progress() -> Iterator[Callable[[str, int], Step]]:
    """Bars on a terminal, nothing elsewhere."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)

    def add(description: str, total: int) -> Step:
        task = bar.add_task(description, total=total)
        return lambda number: bar.update(task, completed=number)

    with bar:
        yield add


def _write(reports: Sequence[Report], format_: Format, output: Path | None) -> None:
    from ..render.output import write_report

    if output is None and format_ is Format.TEXT:
        _print_text(reports, Console(highlight=False, width=None if sys.stdout.isatty() else 200))
    elif output is None:
        print(_text(reports, format_), end="")
    else:
        write_report(output, _text(reports, format_))
        for report in reports:
            _print_summary(report)


def _text(reports: Sequence[Report], format_: Format) -> str:
    from ..conform.html_report import html_report
    from ..conform.markdown_report import markdown_report

    if format_ is Format.HTML:
        return html_report(reports, __version__)
    if format_ is Format.MARKDOWN:
        return markdown_report(reports, __version__)
    if format_ is Format.JSON:
        document = {"format": 1, "isocast": __version__, "backends": [report.as_json() for report in reports]}
        return json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    file = StringIO()
    _print_text(reports, Console(file=file, highlight=False, width=200))
    return file.getvalue()


def _print_text(reports: Sequence[Report], console: Console) -> None:
    from ..conform.text_report import print_text

    print_text(reports, console)


def _print_summary(report: Report) -> None:
    from ..conform.wording import conclusion, heading, totals

    print(f"{heading(report)}: {totals(report)}; {conclusion(report)}", file=sys.stderr)
