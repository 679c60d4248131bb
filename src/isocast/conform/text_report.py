"""A report for the terminal: a matrix of operators and types, a table of clauses, what is known, what is not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from ..clauses import BY_TAG
from .judge import Outcome
from .report import TYPES, Counts, Report, Result
from .wording import LEGEND, SHORT_TYPES, cell, conclusion, heading, totals, version_note, without_cases, worst

MOST_SURPRISES: Final = 20

_STYLES: Final = {
    Outcome.PASS: "green",
    Outcome.NOT_IMPLEMENTED: "cyan",
    Outcome.ERROR: "yellow",
    Outcome.WRONG: "red",
    Outcome.TIMEOUT: "magenta",
    Outcome.CRASH: "bold red",
}


def text_report(report: Report) -> RenderableType:
    """The report of one backend; print it with rich."""
    seconds, number = f"{report.seconds:.1f}", len(report.results)
    parts: list[RenderableType] = [
        Text(f"{heading(report)}: {number} cases in {seconds} s, {report.date}", style="bold"),
        Text(""),
        _matrix(report),
        Text(f"\n{LEGEND}\n", style="dim"),
        _clauses(report),
        Text(""),
    ]
    if report.reasons:
        parts += [_known(report), Text("")]
    parts += [*_surprises(report), Text(totals(report)), _conclusion(report)]
    if version_note(report):
        parts.append(Text(version_note(report), style="yellow"))
    return Group(*parts)


def print_text(reports: Iterable[Report], console: Console) -> None:
    """Prints the reports, and in the end what the cases do not cover."""
    for report in reports:
        console.print(text_report(report))
        console.print()
    console.print(without_cases())


def _table(*columns: str, right: Iterable[str] = ()) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False)
    for column in columns:
        table.add_column(column, no_wrap=True, justify="right" if column in right else "left", overflow="ellipsis")
    return table


def _matrix(report: Report) -> Table:
    table = _table("operator", *(SHORT_TYPES[kind] for kind in TYPES))
    for operator, cells in report.matrix.items():
        table.add_row(operator, *(_cell(operator, kind, cells.get(kind)) for kind in TYPES))
    return table


def _cell(operator: str, kind: str, counts: Counts | None) -> Text:
    return Text(cell(operator, kind, counts), style=_STYLES[worst(counts)] if counts else "")


def _clauses(report: Report) -> Table:
    outcomes = [outcome for outcome in Outcome if outcome is Outcome.PASS or report.totals[outcome]]
    names = [outcome.value for outcome in outcomes]
    table = _table("clause", "cases", *names, "title", right=("cases", *names))
    for tag, counts in report.clauses.items():
        numbers = [Text(str(counts[o]), style=_STYLES[o]) if counts[o] else Text("–", style="dim") for o in outcomes]
        table.add_row(tag, str(counts.total()), *numbers, escape(BY_TAG[tag].title))
    return table


def _known(report: Report) -> Table:
    table = _table("cases", "known deviation", "why", right=("cases",))
    for entry, number in report.reasons:
        table.add_row(str(number), Text(entry.outcome.value, style=_STYLES[entry.outcome]), escape(entry.reason))
    return table


def _surprises(report: Report) -> list[Text]:
    lines = [_line(result) for result in report.surprises[:MOST_SURPRISES]]
    more = len(report.surprises) - MOST_SURPRISES
    if more > 0:
        lines.append(Text(f"… and {more} more; --format json has all of them", style="dim"))
    lines += [Text(f"no case matches the known deviation {entry.cases}", style="yellow") for entry in report.unused]
    return [*lines, Text("")] if lines else []


def _line(result: Result) -> Text:
    seen = Text.assemble((result.case.id, "bold"), ": ", (result.outcome.value, _STYLES[result.outcome]))
    seen.no_wrap, seen.overflow = True, "ellipsis"
    if result.known:
        seen.append(f", known as {result.known.outcome.value} ({result.known.reason})")
    if result.detail:
        seen.append(f"\n    {result.detail}", style="dim")
    return seen


def _conclusion(report: Report) -> Text:
    return Text(conclusion(report), style="bold green" if report.is_as_expected else "bold red")
