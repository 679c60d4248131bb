"""`isocast check` and `isocast rules` as people run them: what they print, where, and the exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from onnx import ModelProto

from isocast.errors import FileError
from isocast.model import Report, check, many
from isocast.model.rules import RULES
from tests.onnx_models import parse, saved

IMPLICIT = parse("(float[batch,8,N] a, float[8,4] b) => (float[] scores) { scores = Add(a, b) }")
IMPLICIT.graph.node[0].name = "scores"
CLEAN = parse("(float[2] a) => (float[2] y) { y = Relu(a) }")


def isocast(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "isocast", *arguments], capture_output=True, text=True, cwd=cwd, check=False
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    saved(IMPLICIT, tmp_path, "decoder.onnx")
    saved(CLEAN, tmp_path, "clean.onnx")
    (tmp_path / "pointer.onnx").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 131\n")
    return tmp_path


TEXT = """\
IC301 the result shape depends on N
  --> decoder.onnx  graph main  node 0 "scores" (Add)  input B
   |  A  float  [batch, 8, N]
   |  B  float  [       8, 4]     equal to N only if N is 4, stretched if N is 1
help: isocast explicit decoder.onnx --dim N=4

decoder.onnx: 1 finding in 1 node of 1 graph: 1 warning
"""
FIXED = """\
IC101 Add broadcasts B implicitly
  --> decoder.onnx  graph main  node 0 "scores" (Add)  input B
   |  A  float  [batch, 8, 4]
   |  B  float  [       8, 4]     stretched to [batch, 8, 4]: 32·batch elements, 128·batch bytes
rule: R4, no broadcasting, even where shapes would broadcast
help: isocast explicit decoder.onnx

decoder.onnx: 1 finding in 1 node of 1 graph: 1 error
"""


def test_findings_are_text_on_standard_output_and_status_1(folder: Path) -> None:
    run = isocast("check", "decoder.onnx", cwd=folder)
    assert (run.stdout, run.stderr, run.returncode) == (TEXT, "", 1)
    run = isocast("check", "decoder.onnx", "--dim", "N=4", "--profile", "sonnx", cwd=folder)
    assert (run.stdout, run.stderr, run.returncode) == (FIXED, "", 1)


def test_nothing_to_report_is_said_and_status_0(folder: Path) -> None:
    run = isocast("check", "clean.onnx", cwd=folder)
    assert (run.stdout, run.returncode) == ("clean.onnx: nothing to report in 1 node of 1 graph\n", 0)
    assert isocast("check", "decoder.onnx", "--ignore", "IC3,IC1", cwd=folder).returncode == 0


def test_what_is_not_checked_is_said_aloud_and_status_2(folder: Path) -> None:
    run = isocast("check", "pointer.onnx", cwd=folder)
    assert run.stderr == (
        "isocast: pointer.onnx is a Git LFS pointer (65 bytes), not an ONNX model\n"
        "help: run `git lfs pull` where the file comes from\n"
        "Nothing was checked.\n"
    )
    assert (run.stdout, run.returncode) == ("", 2)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--dim", "M=3"), "decoder.onnx has no size M"),
        (("--dim", "N"), "--dim N says nothing"),
        (("--dim", "N=-4"), "--dim N=-4 says nothing"),
        (("--dim", "N=1", "--dim", "N=2"), "--dim N=2 says nothing"),
        (("--select", "IC7"), "there is no rule IC7"),
        (("--output", "."), ". is a directory"),
        (("--output", "decoder.onnx"), "decoder.onnx is one of the models"),
        (("--output", "none/report.txt"), "none/report.txt has no folder to be written in"),
    ],
)
def test_wrong_use_is_one_line_help_and_status_2(folder: Path, arguments: tuple[str, ...], says: str) -> None:
    before = (folder / "decoder.onnx").read_bytes()
    run = isocast("check", "decoder.onnx", *arguments, cwd=folder)
    assert run.returncode == 2
    assert run.stderr.splitlines()[0] == f"isocast: {says}" or run.stderr.startswith(f"isocast: {says}: ")
    assert "help: " in run.stderr
    assert "Traceback" not in run.stderr
    assert (folder / "decoder.onnx").read_bytes() == before


def test_many_models_keep_their_order_and_one_bad_one_stops_no_other(folder: Path) -> None:
    run = isocast("check", "clean.onnx", "pointer.onnx", "decoder.onnx", "clean.onnx", cwd=folder)
    assert run.returncode == 2
    summaries = [line for line in run.stdout.splitlines() if ".onnx: " in line]
    assert [line.split(":")[0] for line in summaries] == ["clean.onnx", "decoder.onnx", "clean.onnx"]
    assert run.stdout.endswith("3 models: 1 finding\n")
    assert run.stderr.endswith("1 of 4 models was not checked.\n")


def test_json_is_alone_on_standard_output(folder: Path) -> None:
    run = isocast("check", "decoder.onnx", "pointer.onnx", "--format", "json", cwd=folder)
    document = json.loads(run.stdout)
    first, second = document["models"]
    assert first["checked"]
    (finding,) = first["findings"]
    assert finding["code"] == "IC301"
    assert finding["operands"][0]["shape"] == ["batch", 8, "N"]
    assert finding["place"]["node"] == 0
    assert finding["condition"] == "N is 4 or 1"
    assert (second["checked"], second["error"]["code"]) == (False, "IC903")
    assert "decoder.onnx: 1 finding" in run.stderr


def test_sarif_has_rules_results_and_what_failed(folder: Path) -> None:
    run = isocast("check", "decoder.onnx", "pointer.onnx", "--format", "sarif", "--output", "report.sarif", cwd=folder)
    assert run.returncode == 2
    assert run.stdout.startswith("decoder.onnx: 1 finding")
    document = json.loads((folder / "report.sarif").read_text(encoding="utf-8"))
    assert document["version"] == "2.1.0"
    (one,) = document["runs"]
    (result,) = one["results"]
    rule = one["tool"]["driver"]["rules"][result["ruleIndex"]]
    assert result["ruleId"] == rule["id"] == "IC301"
    assert result["level"] == "warning"
    assert result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"] == "main/0"
    (invocation,) = one["invocations"]
    assert not invocation["executionSuccessful"]
    assert invocation["toolExecutionNotifications"][0]["descriptor"]["id"] == "IC903"
    assert sorted(path.name for path in folder.iterdir()) == [
        "clean.onnx", "decoder.onnx", "pointer.onnx", "report.sarif",
    ]  # fmt: skip


def test_text_goes_into_a_file_too(folder: Path) -> None:
    (folder / "report.txt").write_text("old")
    run = isocast("check", "decoder.onnx", "--output", "report.txt", cwd=folder)
    assert (folder / "report.txt").read_text(encoding="utf-8") == TEXT
    assert run.stdout == "decoder.onnx: 1 finding in 1 node of 1 graph: 1 warning\n"


def test_rules_are_listed_and_have_pages(folder: Path) -> None:
    listed = isocast("rules", cwd=folder)
    assert listed.returncode == 0
    assert all(code in listed.stdout for code in RULES)
    pages = isocast("rules", "ic301", "IC903", cwd=folder)
    assert "# IC301: " in pages.stdout
    assert "# IC903: " in pages.stdout
    unknown = isocast("rules", "IC999", cwd=folder)
    assert (unknown.returncode, unknown.stdout) == (2, "")
    assert unknown.stderr.startswith("isocast: there is no rule IC999\n")


def _answer_or_die(path: str, options: dict[str, object]) -> object:
    if "crash" in path:
        os._exit(11)
    return Report(path, "onnx", {}, 1, 1)


def test_a_model_that_ends_its_process_takes_no_other_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many, "_answer", _answer_or_die)
    paths = [f"{number}.onnx" for number in range(6)]
    answers = many.check_many([*paths[:3], "crash.onnx", *paths[3:]], {}, processes=2)
    error = answers.pop(3)
    assert isinstance(error, FileError)
    assert (error.code, error.path) == ("IC909", "crash.onnx")
    assert [answer.model for answer in answers if isinstance(answer, Report)] == paths


def test_a_defect_is_one_line_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many, "check", lambda *_, **__: 1 // 0)
    (answer,) = many.check_many(["m.onnx"], {})
    assert isinstance(answer, FileError)
    assert answer.summary.startswith("m.onnx makes isocast fail: ZeroDivisionError in test_check_command.py:")


def test_many_models_give_what_each_gives_alone(folder: Path) -> None:
    models: dict[str, ModelProto] = {}
    for number in range(12):
        body = f"(float[{number},3] a, float[{number % 3}] b) => (float[] y) {{ y = Add(a, b) }}"
        models[str(saved(parse(body), folder, f"m{number}.onnx"))] = parse(body)
    done: list[str] = []
    answers = many.check_many(list(models), {"profile": "onnx"}, done=done.append)
    for (path, model), answer in zip(models.items(), answers, strict=True):
        assert isinstance(answer, Report)
        assert answer.findings == check(model, name=path).findings
    assert sorted(done) == sorted(models)
