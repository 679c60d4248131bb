"""`isocast check`: models in, a report out. Exit status 0 nothing found, 1 findings, 2 not checked."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from .. import __version__
from ..errors import ArgumentError, IsocastError

if TYPE_CHECKING:
    from ..model.findings import Report
    from ..render.text import Line

_STYLES = {"error": "bold red", "warning": "bold yellow", "note": "bold cyan", "place": "dim", "help": "green"}


class Format(StrEnum):
    """How a report is written."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    HTML = "html"


class ProfileName(StrEnum):
    """By which rules a model is judged."""

    ONNX = "onnx"
    SONNX = "sonnx"


def check(
    models: Annotated[list[Path], typer.Argument(help="ONNX models.", show_default=False)],
    *,
    profile: Annotated[
        ProfileName, typer.Option(help="ONNX's rules, or those of the strict profile.")
    ] = ProfileName.ONNX,
    dim: Annotated[
        list[str] | None, typer.Option(help="The value of a symbolic size, NAME=VALUE; repeatable.", show_default=False)
    ] = None,
    select: Annotated[
        list[str] | None, typer.Option(help="Only these codes, or beginnings of codes.", show_default=False)
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option(help="Not these codes, or beginnings of codes.", show_default=False)
    ] = None,
    format_: Annotated[Format, typer.Option("--format", help="How to write the report.")] = Format.TEXT,
    output: Annotated[Path | None, typer.Option(help="Where to write it, if not here.", show_default=False)] = None,
) -> None:
    """Report what in models is implicit, undecided or wrong about shapes and types."""
    try:
        dims = parse_dims(dim or [])
        options = {
            "profile": profile.value,
            "dims": dims,
            "select": _codes(select),
            "ignore": _codes(ignore),
        }
        answers = list(zip(map(str, models), _checked(models, options), strict=True))
        _report(answers, options, format_, output, models)
    except IsocastError as error:
        _print(_lines(error), Console(stderr=True, highlight=False))
        _print_plain("Nothing was checked.", sys.stderr)
        raise typer.Exit(2) from None
    raise typer.Exit(_status([answer for _, answer in answers]))


def parse_dims(given: Sequence[str]) -> dict[str, int]:
    """The sizes that `--dim NAME=VALUE` options give.

    >>> parse_dims(["N=4", "x[0]=1"])
    {'N': 4, 'x[0]': 1}
    """
    dims: dict[str, int] = {}
    for option in given:
        name, separator, value = option.rpartition("=")
        if not separator or not name or not value.isascii() or not value.isdigit():
            raise _wrong_dim(option, "write NAME=VALUE, with a value of 0 or more")
        if dims.setdefault(name, int(value)) != int(value):
            raise _wrong_dim(option, f"{name} has been given the value {dims[name]} already")
    return dims


def _wrong_dim(option: str, help_: str) -> ArgumentError:
    return ArgumentError(summary=f"--dim {option} says nothing", code="IC910", help=help_, argument="--dim")


def _codes(given: list[str] | None) -> tuple[str, ...]:
    from ..model.check import checked_codes

    return checked_codes(code.strip() for option in given or [] for code in option.split(","))


def _checked(models: Sequence[Path], options: dict[str, Any]) -> list[Report | IsocastError]:
    from ..model.many import check_many

    paths = [str(model) for model in models]
    console = Console(stderr=True)
    if len(paths) == 1 or not console.is_terminal:
        return check_many(paths, options)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=console, transient=True, auto_refresh=False)  # no thread while processes are made
    manager: AbstractContextManager[Any] = bar if console.is_terminal else nullcontext()
    with manager:
        task = bar.add_task("checking", total=len(set(paths)))

        def done(_: str) -> None:
            bar.advance(task)
            bar.refresh()

        return check_many(paths, options, done=done)


def _report(
    answers: Sequence[tuple[str, Report | IsocastError]],
    options: dict[str, Any],
    format_: Format,
    output: Path | None,
    models: Sequence[Path],
) -> None:
    """Writes the report, and the summary where it does not get in its way."""
    from ..model.findings import Report
    from ..render.html import checks_html
    from ..render.json import reports_json
    from ..render.output import write_report
    from ..render.sarif import reports_sarif
    from ..render.text import report_text

    if format_ is Format.TEXT and output is None:
        _print_text(answers)
        return
    if format_ is Format.JSON:
        text = reports_json(answers, __version__, options["profile"], options["dims"])
    elif format_ is Format.SARIF:
        text = reports_sarif(answers, __version__)
    elif format_ is Format.HTML:
        text = checks_html(answers, __version__, options["profile"], options["dims"])
    else:
        reports = [report_text(answer) for _, answer in answers if isinstance(answer, Report)]
        text = "\n".join(reports)
    if output is None:
        sys.stdout.write(text)
    else:
        write_report(output, text, models)
    _print_summaries(answers, sys.stderr if output is None else sys.stdout)


def _print_text(answers: Sequence[tuple[str, Report | IsocastError]]) -> None:
    from ..model.findings import Report
    from ..render.text import report_lines

    console = Console(highlight=False)
    for _, answer in answers:
        if isinstance(answer, Report):
            _print(list(report_lines(answer)), console)
    _print_total(answers, sys.stdout)
    _print_not_checked(answers)


def _print_summaries(answers: Sequence[tuple[str, Report | IsocastError]], stream: Any) -> None:
    from ..model.findings import Report

    for _, answer in answers:
        if isinstance(answer, Report):
            _print_plain(answer.summary, stream)
    _print_total(answers, stream)
    _print_not_checked(answers)


def _print_total(answers: Sequence[tuple[str, Report | IsocastError]], stream: Any) -> None:
    checked = [answer for _, answer in answers if not isinstance(answer, IsocastError)]
    if len(checked) > 1:
        findings = sum(len(report.findings) for report in checked)
        _print_plain(f"{len(checked)} models: {findings} finding{'' if findings == 1 else 's'}", stream)


def _print_not_checked(answers: Sequence[tuple[str, Report | IsocastError]]) -> None:
    """Says aloud what was not checked: silence must not pass for success."""
    errors = [answer for _, answer in answers if isinstance(answer, IsocastError)]
    console = Console(stderr=True, highlight=False)
    for error in errors:
        _print(_lines(error), console)
    if errors and len(errors) == len(answers):
        _print_plain("Nothing was checked.", sys.stderr)
    elif errors:
        verb = "was" if len(errors) == 1 else "were"
        _print_plain(f"{len(errors)} of {len(answers)} models {verb} not checked.", sys.stderr)


def _lines(error: IsocastError) -> list[Line]:
    from ..render.text import not_checked_lines

    return list(not_checked_lines(error))


def _print(lines: Sequence[Line], console: Console) -> None:
    if not console.is_terminal:
        _print_plain("\n".join(line.text for line in lines), console.file)
        return
    for line in lines:
        console.print(line.text, style=_STYLES.get(line.kind), markup=False, soft_wrap=True)


def _print_plain(text: str, stream: Any) -> None:
    print(text, file=stream)


def _status(answers: Sequence[Report | IsocastError]) -> int:
    if any(isinstance(answer, IsocastError) for answer in answers):
        return 2
    return 1 if any(not isinstance(answer, IsocastError) and answer.findings for answer in answers) else 0
