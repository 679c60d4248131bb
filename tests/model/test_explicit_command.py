"""`isocast explicit` as people run it: what it prints, what it leaves behind, and the exit status."""

from __future__ import annotations

import json
from pathlib import Path

import onnx
import pytest
from onnx import helper

from isocast.commands.explicit import parse_bytes
from isocast.errors import ArgumentError
from isocast.model import load
from tests.model.rewritten import assert_done
from tests.model.test_check_command import isocast
from tests.onnx_models import parse, saved

MODEL = parse("(float[batch,8] x, float[8] b, float s) => (float[batch,8] z) { y = Add(x, b) z = Mul(y, s) }")
CLEAN = parse("(float[2] a) => (float[2] y) { y = Relu(a) }")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    saved(MODEL, tmp_path, "m.onnx")
    saved(CLEAN, tmp_path, "clean.onnx")
    saved(parse("(float[2,3] x, float[2] b) => (float[] y) { y = Add(x, b) }"), tmp_path, "wrong.onnx")
    saved(parse("(float[2,3] x, float[3] b) => (float[] y) { a = own.C(x) y = Add(a, b) }"), tmp_path, "custom.onnx")
    (tmp_path / "text.onnx").write_text("not a model")
    return tmp_path


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


PRINTED = """\
1 ×  Add B  float  [8] -> [batch, 8]  expand, target computed
1 ×  Mul B  float  [] -> [batch, 8]   expand, target computed
m.onnx: 2 operands made explicit in 2 nodes of 1 graph: 2 expanded; 4 nodes inserted
structure: the original's with 4 nodes inserted, nothing implicit left
behaviour: 5 equal
out.onnx against m.onnx: verified, 5 runs equal bit for bit
written to out.onnx
"""


def test_a_model_is_rewritten_and_verified(folder: Path) -> None:
    before = (folder / "m.onnx").read_bytes()
    run = isocast("explicit", "m.onnx", "-o", "out.onnx", cwd=folder)
    assert (run.stdout, run.stderr, run.returncode) == (PRINTED, "", 0)
    assert_done(onnx.load(folder / "out.onnx"))
    assert (folder / "m.onnx").read_bytes() == before


def test_without_an_output_it_is_written_beside_the_model(folder: Path) -> None:
    already = names(folder)
    run = isocast("explicit", "m.onnx", "--no-verify", "--dim", "batch=4", "--static", cwd=folder)
    assert run.returncode == 0
    assert run.stdout.splitlines()[-1] == "written to m.explicit.onnx, not verified"
    assert names(folder) - already == {"m.explicit.onnx"}
    (first, *_) = load(folder / "m.explicit.onnx").proto.graph.input
    assert first.type.tensor_type.shape.dim[0].dim_value == 4


def test_a_model_with_nothing_to_do_is_written_as_it_is(folder: Path) -> None:
    run = isocast("explicit", "clean.onnx", "-o", "out.onnx", cwd=folder)
    assert run.stdout.splitlines()[0] == "clean.onnx: nothing was implicit in 1 node of 1 graph"
    assert run.returncode == 0
    assert (folder / "out.onnx").read_bytes() == (folder / "clean.onnx").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("wrong.onnx",), "wrong.onnx: Add cannot broadcast A (2, 3) with B (2,): sizes 3 and 2 differ on axis -1"),
        (("text.onnx",), "text.onnx is a text file, not an ONNX model"),
        (("nothing.onnx",), "nothing.onnx does not exist"),
        (("m.onnx", "-o", "m.onnx"), "m.onnx is one of the models"),
        (("m.onnx", "-o", "clean.onnx"), "clean.onnx exists already"),
        (("m.onnx", "-o", "."), ". is a directory"),
        (("m.onnx", "-o", "no/where.onnx"), "no/where.onnx has no folder"),
        (("m.onnx", "--dim", "N=4"), "m.onnx has no size N"),
        (("m.onnx", "--dim", "batch"), "--dim batch says nothing"),
        (("m.onnx", "--static"), "m.onnx: the full shape of graph main  node 0 (Add) is not known"),
        (("m.onnx", "--fold-below", "much"), "--fold-below much is no number of bytes"),
        (("m.onnx", "--evidence", "."), ". is a directory"),
        (("m.onnx", "--report", "m.onnx"), "m.onnx is one of the models"),
    ],
)
def test_what_is_refused_leaves_nothing_behind(folder: Path, arguments: tuple[str, ...], says: str) -> None:
    already = {path: path.read_bytes() for path in folder.iterdir()}
    run = isocast("explicit", *arguments, cwd=folder)
    head, *rest = run.stderr.splitlines()
    assert head.startswith(f"isocast: {says}")
    assert rest[-1] == "Nothing was written."
    assert any(line.startswith("help: ") for line in rest)
    assert (run.stdout, run.returncode) == ("", 2)
    assert {path: path.read_bytes() for path in folder.iterdir()} == already


def test_what_cannot_be_verified_is_not_written(folder: Path) -> None:
    already = names(folder)
    run = isocast("explicit", "custom.onnx", "-o", "out.onnx", cwd=folder)
    assert run.returncode == 1
    assert "out.onnx against custom.onnx: not verified" in run.stdout
    assert run.stderr == "help: --no-verify writes the model all the same\nNothing was written.\n"
    assert names(folder) == already
    assert isocast("explicit", "custom.onnx", "-o", "out.onnx", "--no-verify", cwd=folder).returncode == 0


def test_json_holds_everything(folder: Path) -> None:
    run = isocast("explicit", "m.onnx", "-o", "out.onnx", "--format", "json", cwd=folder)
    answer = json.loads(run.stdout)
    assert (answer["output"], answer["inserted"], answer["opsets"]) == ("out.onnx", 4, {})
    assert [change["means"] for change in answer["changes"]] == ["expand", "expand"]
    assert answer["options"] == {"dims": {}, "static": False, "fold_below": 1024}
    assert answer["verification"]["passed"] is True


def test_evidence_and_report_are_written_with_the_model(folder: Path) -> None:
    arguments = ("-o", "out.onnx", "--evidence", "evidence.json", "--report", "report.html")
    assert isocast("explicit", "m.onnx", *arguments, cwd=folder).returncode == 0
    document = json.loads((folder / "evidence.json").read_text())
    assert [change["new_value"] for change in document["changes"]] == ["b/isocast_expand", "s/isocast_expand"]
    assert document["verification"]["passed"] is True
    assert "<html" in (folder / "report.html").read_text()
    assert isocast("verify", "--evidence", "evidence.json", cwd=folder).returncode == 0


def test_what_is_there_is_replaced_only_if_asked_for(folder: Path) -> None:
    assert isocast("explicit", "m.onnx", "-o", "clean.onnx", "--overwrite", "--no-verify", cwd=folder).returncode == 0
    assert_done(onnx.load(folder / "clean.onnx"))


def test_a_vector_against_a_batch_is_verified(folder: Path) -> None:
    saved(parse("(float[n,2,3] x, float[3] v) => (float[n,2] y) { y = MatMul(x, v) }"), folder, "vector.onnx")
    run = isocast("explicit", "vector.onnx", "-o", "out.onnx", cwd=folder)
    assert run.returncode == 0, run.stdout


def test_an_old_model_is_lifted_and_verified(folder: Path) -> None:
    node = helper.make_node("Add", ["x", "b"], ["y"], broadcast=1, axis=1)
    ports = [helper.make_tensor_value_info(name, 1, shape) for name, shape in (("x", [2, 3, 4]), ("b", [3]))]
    graph = helper.make_graph([node], "g", ports, [helper.make_tensor_value_info("y", 1, [2, 3, 4])])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 6)], ir_version=3)
    saved(model, folder, "old.onnx")
    run = isocast("explicit", "old.onnx", "-o", "out.onnx", cwd=folder)
    assert "the model is now of opset 8" in run.stdout
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize(("text", "expected"), [("0", 0), ("1K", 1024), ("3 MiB", 3 << 20), ("2g", 2 << 30)])
def test_sizes_in_bytes(text: str, expected: int) -> None:
    assert parse_bytes(text) == expected


@pytest.mark.parametrize("text", ["", "-1", "1.5K", "K", "1T", "9" * 40])
def test_sizes_that_are_none(text: str) -> None:
    with pytest.raises(ArgumentError):
        parse_bytes(text)
