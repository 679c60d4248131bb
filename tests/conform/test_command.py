"""`isocast conform` on the command line: what it writes, and its exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SMALL = ("--select", "Div-14/int32/*")
BROKEN = "tests.conform.broken_backends"


def conform(*arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "isocast", "conform", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False)


def test_every_case_passing_is_exit_status_0() -> None:
    run = conform("isocast", *SMALL)
    assert (run.returncode, run.stderr) == (0, "")
    assert "every case passes" in run.stdout
    assert "int-div" in run.stdout


def test_known_deviations_are_exit_status_0_and_crashes_are_survived() -> None:
    run = conform("onnxruntime", *SMALL)
    assert run.returncode == 0, run.stdout
    assert "2 crash" in run.stdout
    assert "as expected" in run.stdout


def test_a_backend_that_is_wrong_is_exit_status_1() -> None:
    run = conform(f"{BROKEN}:Wrong", "--select", "Mul-14/float/row")
    assert run.returncode == 1
    assert "Mul-14/float/row: wrong" in run.stdout
    assert "Traceback" not in run.stderr


def test_a_file_of_known_deviations_makes_it_expected_and_a_pass_unexpected(tmp_path: Path) -> None:
    known = tmp_path / "known.toml"
    known.write_text('known = [{ cases = "Mul-*", outcome = "wrong", reason = "one too much" }]')
    arguments = ("--select", "Mul-14/float/row", "--known", str(known))
    assert conform(f"{BROKEN}:Wrong", *arguments).returncode == 0
    better = conform("isocast", *arguments)
    assert better.returncode == 1
    assert "1 known deviations pass" in better.stdout


@pytest.mark.parametrize("form", ["text", "json", "html", "markdown"])
def test_a_report_is_put_into_a_file(form: str, tmp_path: Path) -> None:
    output = tmp_path / "report"
    run = conform("isocast", "reference", *SMALL, "--format", form, "--output", str(output))
    assert run.returncode == 0
    assert run.stdout == ""
    assert run.stderr.count("\n") == 2
    text = output.read_text(encoding="utf-8")
    assert "reference" in text
    assert [path.name for path in tmp_path.iterdir()] == ["report"]
    if form == "json":
        assert [row["backend"] for row in json.loads(text)["backends"]] == ["isocast", "reference"]


def test_export_alone_needs_no_backend(tmp_path: Path) -> None:
    run = conform("--export", str(tmp_path / "cases"), *SMALL)
    assert run.returncode == 0
    assert "cases written to" in run.stderr
    assert (tmp_path / "cases/index.json").is_file()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "no backend is named"),
        (["isocast", "--select", "Conv"], "neither an operator nor a type nor a clause"),
        (["no_such_runtime:Backend", *SMALL], "cannot be loaded"),
        (["isocast", "--known", "missing.toml"], "missing.toml cannot be read"),
        (["isocast", "reference", "--known", "missing.toml"], "--known is about one backend"),
        (["--export", "x", "--output", "y"], "no backend is named"),
        (["--export", "tests", *SMALL], "tests exists already"),
        (["isocast", *SMALL, "--output", "tests"], "is a directory"),
        (["isocast", *SMALL, "--format", "pdf"], "pdf"),
        (["isocast", *SMALL, "--timeout", "0"], "timeout"),
    ],
)
def test_wrong_use_is_exit_status_2_without_a_traceback(arguments: list[str], says: str) -> None:
    run = conform(*arguments)
    assert run.returncode == 2
    assert says in run.stderr
    assert "Traceback" not in run.stderr
    assert run.stdout == ""
