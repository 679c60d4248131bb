"""The words that all renderings of a report share: cells, headings, the legend and the last line."""

from __future__ import annotations

from typing import Final

from .judge import Outcome
from .report import Counts, Report, is_refused_everywhere, uncovered

SHORT_TYPES: Final = {
    "float16": "f16", "bfloat16": "bf16", "float": "f32", "double": "f64",
    "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64",
    "uint8": "u8", "uint16": "u16", "uint32": "u32", "uint64": "u64",
    "bool": "bool", "string": "str", "complex64": "c64", "complex128": "c128",
}  # fmt: skip
"""Names of types that fit into the head of a column."""
LETTERS: Final = {
    Outcome.CRASH: "c",
    Outcome.TIMEOUT: "t",
    Outcome.WRONG: "w",
    Outcome.ERROR: "e",
    Outcome.NOT_IMPLEMENTED: "n",
}
"""One letter for each outcome that is not a pass, worst first."""
LEGEND: Final = (
    "✓ every case passes; · the type is refused, as it must be; otherwise the number of cases that do not pass: "
    "n not implemented, e error, w wrong result or missing error, t timeout, c crash; a letter alone: all of them"
)


def cell(operator: str, kind: str, counts: Counts | None) -> str:
    """What a matrix shows of one operator on one type.

    >>> from collections import Counter
    >>> cell("Add", "int8", Counter({Outcome.PASS: 5, Outcome.WRONG: 2, Outcome.CRASH: 1}))
    'c1 w2'
    """
    if not counts:
        return ""
    failed = [(letter, counts[outcome]) for outcome, letter in LETTERS.items() if counts[outcome]]
    if not failed:
        return "·" if is_refused_everywhere(operator, kind) else "✓"
    if len(failed) == 1 and failed[0][1] == counts.total():
        return failed[0][0]
    return " ".join(f"{letter}{number}" for letter, number in failed)


def worst(counts: Counts) -> Outcome:
    """The worst outcome there is."""
    return next((outcome for outcome in LETTERS if counts[outcome]), Outcome.PASS)


def totals(report: Report) -> str:
    """The outcomes in words: `5922 pass, 41 wrong`."""
    counts = report.totals
    return ", ".join(f"{counts[outcome]} {outcome.value}" for outcome in Outcome if counts[outcome])


def heading(report: Report) -> str:
    """What was run, with its version."""
    name = report.backend if report.label.startswith(f"{report.backend} ") else f"{report.backend}: "
    return report.label if name == report.backend else f"{name}{report.label}"


def conclusion(report: Report) -> str:
    """The last line: whether the outcome is the expected one, and if not, in how many cases it is not."""
    deviations = sum(number for _, number in report.reasons)
    if report.is_as_expected:
        return f"as expected: all other cases are {deviations} known deviations" if deviations else "every case passes"
    better = sum(result.outcome is Outcome.PASS for result in report.surprises)
    parts = []
    if len(report.surprises) > better:
        parts.append(f"{len(report.surprises) - better} cases do not do what is expected of them")
    if better:
        parts.append(f"{better} known deviations pass")
    if report.unused:
        parts.append(f"{len(report.unused)} lines of known deviations match no case")
    return f"NOT as expected: {', '.join(parts)}"


def version_note(report: Report) -> str:
    """A remark where the known deviations were seen with another version than the one that ran."""
    if not report.seen_with or report.seen_with == report.label:
        return ""
    return f"the known deviations were seen with {report.seen_with}, this is {report.label}"


def without_cases() -> str:
    """Which clauses the cases do not reach, and why."""
    reason = "the strict profile, how the standard is written, and what an error says"
    return f"No case concerns {', '.join(uncovered())}: {reason}."
