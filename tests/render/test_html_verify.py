"""`isocast verify --format html`: the page on two models, and on evidence that is replayed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.onnx_models import parse, saved
from tests.render.html_reading import Page, check_page

HEAD = "(float[2,3] x, float[3] b) => (float[2,3] y) "


def verify(folder: Path, *arguments: str) -> tuple[int, Page]:
    command = [sys.executable, "-m", "isocast", "verify", *arguments, "--format", "html", "--output", "v.html"]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", cwd=folder, check=False)
    assert "Traceback" not in run.stderr
    return run.returncode, check_page((folder / "v.html").read_text(encoding="utf-8"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    saved(parse(HEAD + "{ y = Add(x, b) }"), tmp_path, "a.onnx")
    saved(parse(HEAD + "{ s = Shape(x) e = Expand(b, s) y = Add(x, e) }"), tmp_path, "b.onnx")
    return tmp_path


def test_two_models_are_compared_on_a_page(folder: Path) -> None:
    status, page = verify(folder, "a.onnx", "b.onnx")
    assert status == 0
    assert "Verified: " in page.words
    assert "2nodes inserted" in page.words
    status, page = verify(folder, "a.onnx", "a.onnx")
    assert status == 1
    assert "Verification failed" in page.words
    assert "1 implicit broadcast left." in page.words


def test_a_replay_says_whether_the_evidence_holds(folder: Path) -> None:
    verify(folder, "a.onnx", "b.onnx", "--evidence", "e.json")
    status, page = verify(folder, "--evidence", "e.json")
    assert (status, "Replayed: the evidence holds" in page.words) == (0, True)
    saved(parse(HEAD + "{ y = Sub(x, b) }"), folder, "a.onnx")
    status, page = verify(folder, "--evidence", "e.json")
    assert (status, "Replayed: the evidence does not hold" in page.words) == (1, True)
    assert "a.onnx is not the file that the evidence is about" in page.words
