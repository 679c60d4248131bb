"""Reports as one page in HTML that needs nothing else: hover over a cell for its numbers, open a list for its cases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from ..clauses import BY_TAG
from ..render.html.page import page
from .judge import Outcome
from .report import TYPES, Counts, Report, Result
from .wording import LEGEND, SHORT_TYPES, cell, conclusion, heading, totals, version_note, without_cases, worst

_STYLE: Final = """
th, td { padding: .2rem .5rem; border: 1px solid #8884 } td.n { text-align: right } .matrix td { white-space: nowrap }
.pass { background: #2a93 } .not-implemented { background: #08b3 } .error { background: #da03 }
.wrong { background: #d333 } .timeout { background: #a0c5 } .crash { background: #d008; font-weight: bold }
.none { color: var(--faint) } p .bad, p .good { font-weight: bold }
"""


def html_report(reports: Sequence[Report], version: str) -> str:
    """The page."""
    body = [
        "<h1>Conformance of broadcasting in ONNX</h1>",
        f"<p>Cases made by the specification of isocast {escape(version)}, {escape(reports[0].date)}."
        f" {escape(LEGEND)}.</p>",
        *map(_backend, reports),
        f"<p>{escape(without_cases())}</p>",
    ]
    return page(f"isocast conform: {', '.join(report.backend for report in reports)}", body, _STYLE)


def _backend(report: Report) -> str:
    state = "good" if report.is_as_expected else "bad"
    note = f" <em>{escape(version_note(report))}</em>" if version_note(report) else ""
    return "\n".join(
        [
            f"<h2>{escape(heading(report))}</h2>",
            f"<p>{len(report.results)} cases in {report.seconds:.1f} s: {escape(totals(report))};",
            f'<span class="{state}">{escape(conclusion(report))}</span>.{note}</p>',
            _matrix(report),
            _surprises(report),
            _known(report),
            _clauses(report),
        ]
    )


def _table(head: Iterable[str], rows: Iterable[str], name: str = "list") -> str:
    columns = "".join(f"<th>{escape(column)}</th>" for column in head)
    return "\n".join([f'<table class="{name}"><tr>{columns}</tr>', *rows, "</table>"])


def _matrix(report: Report) -> str:
    rows = (
        f"<tr><th>{operator}</th>{''.join(_cell(operator, kind, cells.get(kind)) for kind in TYPES)}</tr>"
        for operator, cells in report.matrix.items()
    )
    return _table(["operator", *(SHORT_TYPES[kind] for kind in TYPES)], rows, "matrix")


def _cell(operator: str, kind: str, counts: Counts | None) -> str:
    text = cell(operator, kind, counts)
    if not counts:
        return "<td></td>"
    numbers = ", ".join(f"{counts[outcome]} {outcome.value}" for outcome in Outcome if counts[outcome])
    style = "none" if text == "·" else worst(counts).value.replace(" ", "-")
    return f'<td class="{style}" title="{operator} on {kind}: {numbers}">{text}</td>'


def _clauses(report: Report) -> str:
    outcomes = [outcome for outcome in Outcome if report.totals[outcome]]
    rows = (
        f"<tr><td><code>{escape(tag)}</code></td><td>{escape(BY_TAG[tag].title)}</td>"
        + "".join(f'<td class="n">{number or "–"}</td>' for number in (counts.total(), *(counts[o] for o in outcomes)))
        + "</tr>"
        for tag, counts in report.clauses.items()
    )
    table = _table(["clause", "title", "cases", *(outcome.value for outcome in outcomes)], rows)
    return f"<details><summary>Clauses</summary>{table}</details>"


def _known(report: Report) -> str:
    if not report.reasons:
        return ""
    rows = (
        f'<tr><td class="n">{number}</td><td>{entry.outcome.value}</td><td>{escape(entry.reason)}</td></tr>'
        for entry, number in report.reasons
    )
    return f"<details><summary>Known deviations</summary>{_table(['cases', 'outcome', 'why'], rows)}</details>"


def _surprises(report: Report) -> str:
    if not report.surprises and not report.unused:
        return ""
    unused = "".join(f"<li>no case matches the known deviation {escape(entry.cases)}</li>" for entry in report.unused)
    items = "".join(map(_surprise, report.surprises))
    return f"<details open><summary>Not as expected</summary><ul>{items}{unused}</ul></details>"


def _surprise(result: Result) -> str:
    known = f", known as {result.known.outcome.value}" if result.known else ""
    seen = f"{result.outcome.value}{known}. {result.detail}"
    return f"<li><code>{escape(result.case.id)}</code>: {escape(seen)}</li>"
