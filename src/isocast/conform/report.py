"""What came out of a run: one result per case, and the counts by operator, type and clause.

Data; how it is shown is decided by the renderers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from ..clauses import CLAUSES
from ..spec.schemas import EVERY, OPERATORS
from .case import Case
from .cases import all_cases
from .deviations import Deviation
from .judge import Outcome

Counts = Counter[Outcome]

TYPES: Final = EVERY
"""The columns of a matrix."""


@dataclass(frozen=True)
class Result:
    """One case, its outcome, what was known of it before, and a line about what was seen."""

    case: Case
    is_refusal: bool
    outcome: Outcome
    detail: str = ""
    known: Deviation | None = None

    @property
    def expected(self) -> Outcome:
        """What was to be expected: a pass, unless it is known otherwise."""
        return self.known.outcome if self.known else Outcome.PASS

    @property
    def is_surprise(self) -> bool:
        """Whether the outcome is not what is known, better or worse."""
        return self.outcome is not self.expected

    def as_json(self) -> dict[str, Any]:
        """The result as plain data."""
        case = self.case
        return {
            "id": case.id,
            "operator": case.operator,
            "opset": case.opset,
            "types": list(case.types),
            "clauses": list(case.clauses),
            "expects": "error" if self.is_refusal else "result",
            "outcome": self.outcome.value,
            "known": self.known.reason if self.known else None,
            "surprise": self.is_surprise,
            "detail": self.detail,
        }


@dataclass(frozen=True)
class Report:
    """One backend on all selected cases."""

    backend: str
    label: str
    date: str
    seconds: float
    results: Sequence[Result]
    seen_with: str = ""
    unused: Sequence[Deviation] = ()

    @property
    def surprises(self) -> list[Result]:
        """The results that are not as known."""
        return [result for result in self.results if result.is_surprise]

    @property
    def is_as_expected(self) -> bool:
        """Whether every case has the outcome that is known of it, and every line of what is known is of use."""
        return not self.surprises and not self.unused

    @property
    def totals(self) -> Counts:
        """The number of cases of each outcome."""
        return Counter(result.outcome for result in self.results)

    @property
    def matrix(self) -> dict[str, dict[str, Counts]]:
        """The counts of each operator on each type, in the order of the specification."""
        found = _group(self.results, lambda result: [(result.case.operator, result.case.type)])
        return {
            operator: {kind: found[operator, kind] for kind in TYPES if (operator, kind) in found}
            for operator in OPERATORS
            if any(key[0] == operator for key in found)
        }

    @property
    def clauses(self) -> dict[str, Counts]:
        """The counts of each clause, in the order of the standard."""
        found = _group(self.results, lambda result: result.case.clauses)
        return {clause.tag: found[clause.tag] for clause in CLAUSES if clause.tag in found}

    @property
    def reasons(self) -> list[tuple[Deviation, int]]:
        """Each line of what is known, with the number of cases it explains."""
        counts = Counter(id(result.known) for result in self.results if result.known and not result.is_surprise)
        entries = {id(result.known): result.known for result in self.results if result.known}
        return [(entry, counts[key]) for key, entry in entries.items() if counts[key]]

    def as_json(self) -> dict[str, Any]:
        """The report as plain data."""
        return {
            "backend": self.backend,
            "version": self.label,
            "date": self.date,
            "seconds": round(self.seconds, 1),
            "as_expected": self.is_as_expected,
            "totals": _plain(self.totals),
            "matrix": {row: {kind: _plain(n) for kind, n in cells.items()} for row, cells in self.matrix.items()},
            "clauses": {tag: _plain(counts) for tag, counts in self.clauses.items()},
            "known": [
                {"cases": entry.cases, "outcome": entry.outcome.value, "reason": entry.reason, "number": number}
                for entry, number in self.reasons
            ],
            "unused": [entry.cases for entry in self.unused],
            "results": [result.as_json() for result in self.results],
        }


def is_refused_everywhere(operator: str, kind: str) -> bool:
    """Whether no version of an operator takes a type, so that all its cases are refusals."""
    return kind not in OPERATORS[operator].types["T"]


@cache
def uncovered() -> tuple[str, ...]:
    """The clauses no case is about, because a backend's answer does not show them."""
    covered = {tag for case in all_cases() for tag in case.clauses}
    return tuple(clause.tag for clause in CLAUSES if clause.tag not in covered)


def _group(results: Iterable[Result], keys: Callable[[Result], Iterable[Any]]) -> dict[Any, Counts]:
    counts: dict[Any, Counts] = {}
    for result in results:
        for key in keys(result):
            counts.setdefault(key, Counter())[result.outcome] += 1
    return counts


def _plain(counts: Counts) -> dict[str, int]:
    return {outcome.value: counts[outcome] for outcome in Outcome if counts[outcome]}
