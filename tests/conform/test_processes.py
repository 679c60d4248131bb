"""A backend that breaks is caught: whatever it does, it is the result of one case, and the next one runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from isocast.conform.cases import all_cases
from isocast.conform.deviations import Deviation, KnownDeviations
from isocast.conform.judge import Outcome
from isocast.conform.processes import BackendProcess
from isocast.conform.report import Report
from isocast.conform.running import run
from isocast.conform.selection import select
from isocast.errors import ArgumentError

CASES = select(all_cases(), ["Add,Mul,Sub", "float", "opset=14", "id=*/row"])
BROKEN = "tests.conform.broken_backends"


def run_on(name: str, known: KnownDeviations | None = None, limit: float = 10.0, complete: bool = False) -> Report:
    backend = f"{BROKEN}:{name}"
    return run(backend, CASES, known or KnownDeviations(), limit=limit, is_complete=complete)


@pytest.mark.parametrize(
    ("name", "outcome", "says"),
    [
        ("Broken", Outcome.PASS, ""),
        ("Chatty", Outcome.PASS, ""),
        ("Wrong", Outcome.WRONG, "element 5 is"),
        ("WrongShape", Outcome.WRONG, "answers shape (6,), expected (2, 3)"),
        ("WrongType", Outcome.WRONG, "answers double, expected float"),
        ("NoTensor", Outcome.ERROR, "TypeError"),
        ("Crash", Outcome.CRASH, "SIGABRT: the last words of a dying process"),
        ("Exit", Outcome.CRASH, "exit status 3"),
        ("PoliteExit", Outcome.ERROR, "SystemExit: no more"),
        ("Raises", Outcome.ERROR, "RuntimeError: this went wrong"),
        ("Lacks", Outcome.NOT_IMPLEMENTED, "no Mul here"),
        ("Incompatible", Outcome.NOT_IMPLEMENTED, "ValueError: no"),
    ],
)
def test_a_broken_backend_is_caught_and_the_run_goes_on(name: str, outcome: Outcome, says: str) -> None:
    report = run_on(name)
    assert len(report.results) == 3
    outcomes = {result.case.operator: result for result in report.results}
    assert outcomes["Add"].outcome is outcomes["Sub"].outcome is Outcome.PASS
    assert outcomes["Mul"].outcome is outcome
    assert says in outcomes["Mul"].detail
    assert report.is_as_expected == (outcome is Outcome.PASS)


def test_a_backend_that_prepares_nothing_is_an_error() -> None:
    assert all(result.outcome is Outcome.ERROR for result in run_on("Nothing").results)


def test_a_backend_that_hangs_is_ended_and_started_again() -> None:
    report = run_on("Hang", limit=1.0)
    outcomes = {result.case.operator: result for result in report.results}
    assert outcomes["Mul"].outcome is Outcome.TIMEOUT
    assert outcomes["Mul"].detail == "no answer within 1 seconds"
    assert outcomes["Add"].outcome is outcomes["Sub"].outcome is Outcome.PASS
    assert report.seconds < 30


def test_a_child_is_replaced_only_when_it_is_lost() -> None:
    with BackendProcess(f"{BROKEN}:Raises", 10.0) as process:
        for _ in range(3):
            process.ask(b"", ())
        assert process.starts == 1
        assert process._child.poll() is None
    assert process._child.poll() is not None


def test_known_deviations_are_expected_and_an_unexpected_pass_is_not() -> None:
    known = KnownDeviations("", (Deviation("Mul-*", Outcome.CRASH, "it aborts"),))
    assert run_on("Crash", known).is_as_expected
    other = run_on("Wrong", known)
    assert [result.outcome for result in other.surprises] == [Outcome.WRONG]
    better = run_on("Broken", known)
    assert [result.outcome for result in better.surprises] == [Outcome.PASS]
    assert not better.is_as_expected


def test_a_line_that_matches_no_case_is_reported_when_all_cases_run() -> None:
    known = KnownDeviations("", (Deviation("Conv-*", Outcome.CRASH, "there is no such case"),))
    assert run_on("Broken", known).is_as_expected
    complete = run_on("Broken", known, complete=True)
    assert [entry.cases for entry in complete.unused] == ["Conv-*"]
    assert not complete.is_as_expected


@pytest.mark.parametrize(
    ("backend", "says"),
    [
        ("no.such.module:Backend", "cannot be loaded: ModuleNotFoundError"),
        (f"{BROKEN}:NoSuchClass", "cannot be loaded: AttributeError"),
        (f"{BROKEN}:NOT_A_BACKEND", "it is no ONNX backend"),
        ("", "cannot be loaded"),
    ],
)
def test_a_backend_that_cannot_be_loaded_is_refused(backend: str, says: str) -> None:
    with pytest.raises(ArgumentError, match=says) as caught:
        run(backend, CASES, KnownDeviations())
    assert caught.value.code == "IC911"


def test_a_backend_that_dies_while_it_is_loaded_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dies_at_once.py").write_text("import os\nos.abort()\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ArgumentError, match="dies while it is loaded: SIGABRT"):
        run("dies_at_once", CASES, KnownDeviations())


def test_a_module_may_be_the_backend_itself() -> None:
    report = run("isocast.backend", CASES, KnownDeviations())
    assert report.is_as_expected
    assert report.label.startswith("isocast ")


def test_a_backend_is_found_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_runtime.py").write_text("from isocast.backend import *\nfrom isocast.backend import prepare\n")
    monkeypatch.chdir(tmp_path)
    assert run("my_runtime", CASES, KnownDeviations()).is_as_expected


def test_the_five_lines_of_the_documentation_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (Path(__file__).parents[2] / "docs/conformance.md").read_text(encoding="utf-8")
    five_lines = page.split("```python\n")[1].split("```")[0]
    assert len([line for line in five_lines.splitlines() if line]) == 5
    (tmp_path / "my_backend.py").write_text(five_lines)
    (tmp_path / "my_runtime.py").write_text("from isocast.evaluate import Session\n" + MY_RUNTIME)
    monkeypatch.chdir(tmp_path)
    assert run("my_backend", CASES, KnownDeviations()).is_as_expected


MY_RUNTIME = """
class load:
    def __init__(self, data):
        self.session = Session(data)
    def run(self, inputs):
        return list(self.session.run(inputs).values())
"""
