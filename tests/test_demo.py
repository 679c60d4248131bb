"""The demo: the model is what it promises to be, and the way from it to a report works to the end."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest

from isocast.model import check
from tests.render.html_reading import check_page

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "examples"))

import demo  # noqa: E402 - the folder of the examples is no package
import demo_model  # noqa: E402


def test_the_model_is_valid_small_and_the_same_every_time() -> None:
    model = demo_model.model()
    onnx.checker.check_model(model, full_check=True)
    data = model.SerializeToString(deterministic=True)
    assert data == demo_model.model().SerializeToString(deterministic=True)
    assert len(data) < 1_000_000
    assert (model.ir_version, [(row.domain, row.version) for row in model.opset_import]) == (9, [("", 18), ("demo", 1)])


@pytest.mark.parametrize("is_tuned", [True, False])
@pytest.mark.parametrize(("batch", "length"), [(1, 1), (2, 5)])
def test_the_model_runs(is_tuned: bool, batch: int, length: int) -> None:
    session = onnxruntime.InferenceSession(demo_model.model().SerializeToString(), providers=["CPUExecutionProvider"])
    letters, features = session.run(
        None,
        {
            "picture": np.full((batch, 3, 16, 16), 0.5, np.float32),
            "embedded": np.ones((batch, length, 32), np.float32),
            "mask": np.ones((batch, length), np.bool_),
            "is_tuned": np.array(is_tuned),
        },
    )
    assert (letters.shape, features.shape) == ((batch, length, 16), (batch, 8, 16, 16))
    assert np.isfinite(letters).all()


def test_much_in_it_is_implicit_in_every_kind_of_graph() -> None:
    findings = check(demo_model.model()).findings
    assert {finding.code for finding in findings} == {"IC101", "IC102", "IC103"}
    operators = {finding.place.operator for finding in findings}
    assert {"Add", "Mul", "Sub", "Div", "Pow", "Where", "PRelu", "Gemm", "MatMul"} == operators
    graphs = {str(finding.place.graph).rpartition(" ")[2] for finding in findings}
    assert graphs == {"main", "demo:Gelu", "then_branch", "else_branch"}


def test_the_demo_leads_to_a_report_and_the_readme_shows_it(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "examples/demo.py"), str(tmp_path / "demo")]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert (run.returncode, run.stderr) == (0, "")
    folder = tmp_path / "demo"
    assert run.stdout.splitlines()[-1].strip() == str(folder / "report.html")
    report = check_page((folder / "report.html").read_text(encoding="utf-8"))
    assert "Verified: the explicit model computes what the original computes" in report.words
    check_page((folder / "check.html").read_text(encoding="utf-8"))
    document = json.loads((folder / "evidence.json").read_text(encoding="utf-8"))
    assert document["counts"]["findings_after"] == 0
    assert {change["means"] for change in document["changes"]} == {"expand", "shared", "folded"}
    shown = re.search(r"```console\n(What in it.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert shown is not None
    assert shown[1] in run.stdout


def test_a_step_that_does_not_end_as_it_should_ends_the_demo(tmp_path: Path) -> None:
    with pytest.raises(demo.StepError, match=r"missing.onnx does not exist(.|\n)*exit status 2, not 0"):
        demo.step(tmp_path, "Nothing is there:", ["check", "missing.onnx"])
