"""The kit on the three backends that have a name: isocast passes everything, the others deviate exactly as known."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from isocast.conform.case import Case, Refusal
from isocast.conform.cases import all_cases
from isocast.conform.deviations import of_backend
from isocast.conform.judge import Outcome
from isocast.conform.report import Report
from isocast.conform.running import expectations, run
from isocast.conform.wording import heading
from isocast.spec import Tensor


@cache
def cases_and_answers() -> tuple[list[Case], dict[str, Tensor | Refusal]]:
    cases = all_cases()
    return cases, expectations(cases)


def report_on(backend: str) -> Report:
    cases, answers = cases_and_answers()
    return run(backend, cases, of_backend(backend), answers=answers, is_complete=True)


def published() -> dict[str, dict[str, int]]:
    """The totals of each backend in the published matrix, by its heading."""
    lines = (Path(__file__).parents[2] / "docs/conformance-matrix.md").read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    head = rows[0]
    return {row[0]: dict(zip(head[1:], map(int, row[1:]), strict=True)) for row in rows[2:5]}


def check_published(report: Report) -> None:
    """A matrix of the same version says the same numbers; isocast's own is always of this version."""
    found = published()
    assert report.backend != "isocast" or heading(report) in found
    if heading(report) in found:
        totals = {outcome: number for outcome, number in found[heading(report)].items() if number}
        assert totals == {outcome.value: number for outcome, number in report.totals.items()}


def surprises(report: Report) -> list[tuple[str, str, str]]:
    return [(result.case.id, result.outcome.value, result.detail) for result in report.surprises]


@pytest.mark.clause(
    "E1", "multi-1", "multi-2", "multi-3", "multi-operators", "uni-1", "uni-2", "uni-3", "uni-result", "uni-operators",
    "B1", "B4", "B5", "B7", "Where", "Where-types", "Where-condition", "int-wrap", "int-div", "mod", "pow-int",
    "pow-float", "max-min", "sum-mean", "compare", "bit-shift", "logic", "prelu", "gemm", "bit-copy", "schema-types",
    "legacy-axis", "rank",
)  # fmt: skip
def test_isocast_passes_every_case_and_refuses_with_the_specification_s_errors() -> None:
    report = report_on("isocast")
    assert surprises(report) == []
    assert report.totals == {Outcome.PASS: len(report.results)}
    check_published(report)
    _, answers = cases_and_answers()
    refusals = {result.case.id: result.detail for result in report.results if result.is_refusal}
    wanted = {id_: answer.kind for id_, answer in answers.items() if isinstance(answer, Refusal)}
    assert {id_: detail.partition(":")[0] for id_, detail in refusals.items()} == wanted


@pytest.mark.parametrize("backend", ["onnxruntime", "reference"])
def test_others_deviate_exactly_as_known(backend: str) -> None:
    report = report_on(backend)
    assert surprises(report) == []
    assert report.unused == ()
    check_published(report)
