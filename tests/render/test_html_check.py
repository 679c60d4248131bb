"""`isocast check --format html`: one page about any number of models."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from isocast.errors import FileError
from isocast.model import check
from isocast.model.findings import Finding, Report
from isocast.render.html import checks_html
from tests.onnx_models import parse, saved
from tests.render.evidence_documents import finding
from tests.render.html_reading import check_page
from tests.render.test_html_evidence import HOSTILE, golden

MODEL = parse("(float[N,3] x, float[3] b, float[2] c) => (float[] y) { s = Add(x, b) y = Mul(s, c) }")
BROKEN = FileError(summary="bad.onnx is a text file, not an ONNX model", code="IC903", help="give the model", path="")


def report(*findings: Finding) -> Report:
    return Report("m.onnx", "onnx", {}, 3, 1, findings)


def test_the_page_is_what_it_was() -> None:
    found = check(MODEL, name="m.onnx", profile="sonnx", dims={"N": 4})
    text = checks_html([("m.onnx", found), ("bad.onnx", BROKEN)], "0.1.0", "sonnx", {"N": 4})
    page = check_page(text)
    assert text == checks_html([("m.onnx", found), ("bad.onnx", BROKEN)], "0.1.0", "sonnx", {"N": 4})
    for words in ("IC101: implicit multidirectional broadcasting", "stretched to [4, 3]", "48", "Not checked", "IC105"):
        assert words in page.words
    golden("check.html", text)


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_names_are_shown_and_do_nothing(name: str) -> None:
    found = finding(message=name, value=name)
    place = found.place._replace(name=name, operator=name, argument=name)
    text = checks_html([(name, report(found._replace(place=place, help=name, condition=name)))], "0", name, {name: 1})
    check_page(text)
    assert text.encode()
    assert len(text) < 60_000


def test_findings_that_differ_in_their_place_only_are_one() -> None:
    places = [finding().place._replace(node=node, name=f"n{node}") for node in range(3)]
    page = check_page(
        checks_html([("m.onnx", report(*(finding()._replace(place=place) for place in places)))], "0", "onnx", {})
    )
    assert page.tags.count("article") == 1
    assert "At 3 places" in page.words
    assert "18 elements: 72 bytes" in page.words


def test_ten_thousand_findings_stay_readable() -> None:
    alike = [finding()._replace(place=finding().place._replace(node=node)) for node in range(10_000)]
    different = [finding(value=f"v{node}", message=f"message {node}") for node in range(10_000)]
    for found in (alike, different):
        text = checks_html([("m.onnx", report(*found))], "0", "onnx", {})
        assert len(text) < 1_000_000
        assert "see the JSON" in check_page(text).words


def test_nothing_to_report_is_said() -> None:
    assert "Nothing to report" in check_page(checks_html([("m.onnx", report())], "0", "onnx", {})).words


def test_the_command_writes_the_page(tmp_path: Path) -> None:
    saved(MODEL, tmp_path, "m.onnx")
    command = [sys.executable, "-m", "isocast", "check", "m.onnx", "--format", "html"]
    run = subprocess.run([*command, "--output", "m.html"], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (run.returncode, run.stderr) == (1, "")
    assert run.stdout.startswith("m.onnx: 2 findings")
    written = (tmp_path / "m.html").read_text(encoding="utf-8")
    check_page(written)
    printed = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert printed.stdout == written
