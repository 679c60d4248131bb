"""A run: the selected cases on one backend, in a child process, judged and held against what is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from time import monotonic
from typing import Final

from ..spec.tensor import Tensor
from .case import Case, Refusal
from .deviations import Deviation, KnownDeviations, of_backend
from .expectation import expected
from .judge import judge
from .model import make_model
from .processes import BackendProcess
from .report import Report, Result

LIMIT: Final = 10.0
"""Seconds a case may take; every case is small."""

Tell = Callable[[int], None]
"""Told the number of cases that are done."""
Expectations = Mapping[str, Tensor | Refusal]


def expectations(cases: Iterable[Case], tell: Tell | None = None) -> dict[str, Tensor | Refusal]:
    """What each case must answer, by its id."""
    answers = {}
    for number, case in enumerate(cases, start=1):
        answers[case.id] = expected(case)
        if tell:
            tell(number)
    return answers


def run(
    backend: str,
    cases: Sequence[Case],
    known: KnownDeviations | None = None,
    *,
    answers: Expectations | None = None,
    limit: float = LIMIT,
    is_complete: bool = False,
    tell: Tell | None = None,
) -> Report:
    """The report of a backend on the cases, held against what is known of it: by default the file that is shipped.

    With `is_complete` lines of `known` that match no case are reported too.
    """
    start, results = monotonic(), []
    known = of_backend(backend) if known is None else known
    answers = expectations(cases) if answers is None else answers
    with BackendProcess(backend, limit) as process:
        for number, case in enumerate(cases, start=1):
            results.append(_result(process, case, answers[case.id], known))
            if tell:
                tell(number)
        label = process.label
    return Report(
        backend=backend,
        label=label,
        date=datetime.now(UTC).strftime("%Y-%m-%d"),
        seconds=monotonic() - start,
        results=results,
        seen_with=known.seen_with,
        unused=_unused(known, results) if is_complete else (),
    )


def _result(process: BackendProcess, case: Case, wanted: Tensor | Refusal, known: KnownDeviations) -> Result:
    answer = process.ask(make_model(case, wanted).SerializeToString(), case.inputs)
    verdict = judge(wanted, answer, case.latitude)
    return Result(case, isinstance(wanted, Refusal), verdict.outcome, verdict.detail, known.of(case.id))


def _unused(known: KnownDeviations, results: Iterable[Result]) -> tuple[Deviation, ...]:
    used = {result.known for result in results}
    return tuple(entry for entry in known.known if entry not in used)
