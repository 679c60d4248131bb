"""Reports as a page in Markdown: the published matrix is one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..clauses import BY_TAG
from .judge import Outcome
from .report import TYPES, Report, Result
from .wording import LEGEND, SHORT_TYPES, cell, conclusion, heading, totals, version_note, without_cases


def markdown_report(reports: Sequence[Report], version: str) -> str:
    """The page: totals side by side, clauses side by side, then each backend's matrix and what is known of it."""
    names = " ".join(report.backend for report in reports)
    lines = [
        "# Conformance matrix",
        "",
        f"Made by `isocast conform {names} --format markdown` with isocast {version} on {reports[0].date}.",
        f"Each backend ran {len(reports[0].results)} cases made by the specification, in processes of its own.",
        "",
        *_totals(reports),
        *_clauses(reports),
    ]
    for report in reports:
        lines += _backend(report)
    return "\n".join(lines)


def _row(cells: Iterable[object]) -> str:
    texts = [str(text).replace("|", "\\|") for text in cells]
    return f"| {' | '.join(texts)} |"


def _head(columns: Sequence[str], right: int = 0) -> list[str]:
    rule = ["---"] * (len(columns) - right) + ["---:"] * right
    return [_row(columns), f"|{'|'.join(rule)}|"]


def _totals(reports: Sequence[Report]) -> list[str]:
    outcomes = [outcome for outcome in Outcome if any(report.totals[outcome] for report in reports)]
    lines = _head(["backend", *(outcome.value for outcome in outcomes)], right=len(outcomes))
    lines += [_row([heading(report), *(report.totals[outcome] for outcome in outcomes)]) for report in reports]
    return [*lines, ""]


def _clauses(reports: Sequence[Report]) -> list[str]:
    """One row for each clause: how many cases there are, and how many of them each backend passes."""
    counts = [report.clauses for report in reports]
    lines = ["## Clauses", "", "The number of cases of each clause, and how many of them pass.", ""]
    lines += _head(["clause", "title", "cases", *(report.backend for report in reports)], right=1 + len(reports))
    for tag, total in counts[0].items():
        passed = [found[tag][Outcome.PASS] for found in counts]
        lines.append(_row([f"`{tag}`", BY_TAG[tag].title, total.total(), *passed]))
    return [*lines, "", without_cases(), ""]


def _backend(report: Report) -> list[str]:
    lines = [f"## {heading(report)}", "", f"{totals(report)}; {conclusion(report)}.", ""]
    if version_note(report):
        lines += [f"Note: {version_note(report)}.", ""]
    lines += _head(["operator", *(SHORT_TYPES[kind] for kind in TYPES)])
    for operator, cells in report.matrix.items():
        lines.append(_row([operator, *(cell(operator, kind, cells.get(kind)) for kind in TYPES)]))
    lines += ["", f"{LEGEND}.", ""]
    if report.reasons:
        lines += [*_head(["cases", "outcome", "why"]), *_reasons(report), ""]
    if report.surprises:
        lines += ["Not as expected:", "", *map(_surprise, report.surprises), ""]
    return lines


def _reasons(report: Report) -> list[str]:
    return [_row([number, entry.outcome.value, entry.reason]) for entry, number in report.reasons]


def _surprise(result: Result) -> str:
    return f"- `{result.case.id}`: {result.outcome.value}. {result.detail}".rstrip()
