"""`isocast verify` as people run it: what it prints, the exit status, evidence written and replayed."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from isocast.model import explicit
from tests.model.pairs import model, pair
from tests.onnx_models import saved

PORTS = "(float[N,3] x, float[3] b) => (float[N,3] y)"
PAIR = pair(PORTS, "y = Add(x, b)", "s = Shape(x) e = Expand(b, s) y = Add(x, e)")


def isocast(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "isocast", *arguments], capture_output=True, text=True, cwd=cwd, check=False
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    saved(PAIR[0], tmp_path, "model.onnx")
    saved(PAIR[1], tmp_path, "explicit.onnx")
    saved(model(f"{PORTS} {{ s = Shape(x) e = Expand(b, s) y = Mul(x, e) }}"), tmp_path, "other.onnx")
    saved(model(f"{PORTS} {{ r = RandomNormalLike(x) z = Add(x, r) y = Neg(z) }}"), tmp_path, "random.onnx")
    np.save(tmp_path / "b.npy", np.ones(3, np.float32))
    return tmp_path


def test_verified_is_status_0_and_said_in_the_last_line(folder: Path) -> None:
    run = isocast("verify", "model.onnx", "explicit.onnx", "--runs", "2", cwd=folder)
    assert (run.returncode, run.stderr) == (0, "")
    lines = run.stdout.splitlines()
    assert lines[0] == "structure: the original's with 2 nodes inserted, nothing implicit left"
    assert lines[1] == "behaviour: 2 equal"
    assert lines[2].startswith("  seed 0  N=2  onnxruntime ")
    assert lines[-1] == "explicit.onnx against model.onnx: verified, 2 runs equal bit for bit"


def test_failed_is_status_1_with_the_reasons(folder: Path) -> None:
    run = isocast("verify", "model.onnx", "other.onnx", "--runs", "1", cwd=folder)
    assert run.returncode == 1
    assert "graph main  node 0 (Add): its op_type is 'Mul', not 'Add'" in run.stdout
    assert run.stdout.splitlines()[-1] == "other.onnx against model.onnx: failed: 1 difference, 1 run different"


def test_not_verified_is_status_1_and_never_silent(folder: Path) -> None:
    run = isocast("verify", "random.onnx", "random.onnx", cwd=folder)
    assert run.returncode == 1
    assert run.stdout.splitlines()[-1].startswith("random.onnx against random.onnx: not verified: graph main  node 0")


def test_json_holds_everything_and_the_verdict_goes_beside_it(folder: Path) -> None:
    run = isocast("verify", "model.onnx", "explicit.onnx", "--runs", "1", "--format", "json", cwd=folder)
    document = json.loads(run.stdout)
    assert document["passed"] is True
    assert document["runs"][0]["outcome"] == "equal"
    assert run.stderr == "explicit.onnx against model.onnx: verified, 1 run equal bit for bit\n"
    run = isocast("verify", "model.onnx", "explicit.onnx", "--runs", "1", "--output", "report.txt", cwd=folder)
    assert run.stdout == "explicit.onnx against model.onnx: verified, 1 run equal bit for bit\n"
    assert (folder / "report.txt").read_text().endswith(run.stdout)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "two models are compared"),
        (("model.onnx",), "two models are compared"),
        (("model.onnx", "none.onnx"), "none.onnx does not exist"),
        (("model.onnx", "b.npy"), "b.npy is not an ONNX model"),
        (("model.onnx", "explicit.onnx", "--input", "z=b.npy"), "model.onnx has no input 'z'"),
        (("model.onnx", "explicit.onnx", "--input", "b=none.npy"), "none.npy does not exist"),
        (("model.onnx", "explicit.onnx", "--input", "b=b.npy", "--input", "b=b.npy"), "input 'b' is given twice"),
        (("model.onnx", "explicit.onnx", "--dim", "N"), "--dim N says nothing"),
        (("model.onnx", "explicit.onnx", "--evidence", "model.onnx"), "model.onnx is one of the models"),
        (("--evidence", "none.json"), "none.json cannot be read: No such file or directory"),
        (("--evidence", "model.onnx"), "model.onnx is not evidence"),
    ],
)
def test_wrong_use_is_one_line_help_and_status_2(folder: Path, arguments: tuple[str, ...], says: str) -> None:
    run = isocast("verify", *arguments, cwd=folder)
    assert run.returncode == 2
    assert run.stderr.splitlines()[0].startswith(f"isocast: {says}")
    assert run.stderr.endswith("Nothing was verified.\n")
    assert run.stdout == ""
    assert "Traceback" not in run.stderr


@pytest.fixture
def evidence(folder: Path) -> Path:
    (folder / "sub").mkdir()
    arguments = ("--runs", "2", "--seed", "5", "--input", "b=b.npy", "--evidence", "sub/evidence.json")
    run = isocast("verify", "model.onnx", "explicit.onnx", *arguments, cwd=folder)
    assert run.returncode == 0, run.stderr
    return folder / "sub/evidence.json"


def test_evidence_is_replayed_from_anywhere(
    folder: Path, evidence: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    text = evidence.read_text()
    assert str(folder) not in text
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "moved"
    shutil.copytree(folder, elsewhere)
    run = isocast("verify", "--evidence", str(elsewhere / "sub/evidence.json"), cwd=tmp_path_factory.getbasetemp())
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.splitlines()[-1].endswith("evidence.json: holds, replayed with the same verdict")
    assert "seed 5  N=2" in run.stdout


def test_evidence_of_other_files_does_not_hold(folder: Path, evidence: Path) -> None:
    shutil.copy(folder / "other.onnx", folder / "explicit.onnx")
    run = isocast("verify", "--evidence", str(evidence), cwd=folder)
    assert run.returncode == 1
    assert "is not the file that the evidence is about" in run.stdout
    assert run.stdout.splitlines()[-1].endswith("does not hold: nothing was run")


def test_evidence_with_other_inputs_does_not_hold(folder: Path, evidence: Path) -> None:
    np.save(folder / "b.npy", np.zeros(3, np.float32))
    run = isocast("verify", "--evidence", str(evidence), cwd=folder)
    assert run.returncode == 1
    assert "deviates: run with seed 5: input b is not the recorded one" in run.stdout
    (folder / "b.npy").unlink()
    run = isocast("verify", "--evidence", str(evidence), cwd=folder)
    assert run.returncode == 1
    assert "b.npy does not exist" in run.stdout


def test_evidence_that_was_edited_is_refused(folder: Path, evidence: Path) -> None:
    evidence.write_text(evidence.read_text().replace('"seed": 5', '"seed": 6'))
    run = isocast("verify", "--evidence", str(evidence), cwd=folder)
    assert run.returncode == 2
    assert "it was changed after it was written" in run.stderr


def test_sizes_that_were_fixed_are_replayed(folder: Path) -> None:
    found = explicit(folder / "model.onnx", dims={"N": 4})
    found.save(folder / "fixed.onnx")
    arguments = ("--dim", "N=4", "--runs", "1", "--evidence", "fixed.json")
    run = isocast("verify", "model.onnx", "fixed.onnx", *arguments, cwd=folder)
    assert run.returncode == 0, run.stdout
    assert isocast("verify", "model.onnx", "fixed.onnx", "--runs", "1", cwd=folder).returncode == 1
    assert isocast("verify", "--evidence", "fixed.json", cwd=folder).returncode == 0


def test_runs_that_onnx_runtime_rounds_are_told_and_replayed(tmp_path: Path) -> None:
    explicit_text = "h = Shape<end = -2>(x) t = Shape(w) s = Concat<axis = 0>(h, t) e = Expand(w, s) y = MatMul(x, e)"
    ports = "(float[2,1,64] x, float[64,32] w) => (float[2,1,32] y)"
    for name, proto in zip(("a.onnx", "b.onnx"), pair(ports, "y = MatMul(x, w)", explicit_text), strict=True):
        saved(proto, tmp_path, name)
    run = isocast("verify", "a.onnx", "b.onnx", "--runs", "1", "--evidence", "evidence.json", cwd=tmp_path)
    last = "b.onnx against a.onnx: verified, 1 run equal bit for bit, 1 of them not by ONNX Runtime alone"
    assert (run.returncode, run.stdout.splitlines()[-1]) == (0, last)
    run = isocast("verify", "--evidence", "evidence.json", cwd=tmp_path)
    assert run.returncode == 0, run.stdout
    assert "node by node, broadcasting by isocast" in run.stdout
