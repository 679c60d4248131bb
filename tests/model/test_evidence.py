"""Evidence: what it holds, that it is the same every time, and that nothing else is taken for it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import numpy_helper

from isocast.errors import FileError
from isocast.model.changes import Change, Means, Options
from isocast.model.evidence import dumps, evidence, read, sealed, write
from isocast.model.evidence_files import changed_files
from isocast.model.evidence_schema import KEYWORDS, WORDS, problem, schema
from isocast.model.findings import GraphPath, Place
from isocast.model.verdicts import Coverage, Outcome, Run, Structure, Tensor, Verification
from tests.onnx_models import parse, saved

ORIGINAL = "(float[N,3] x, float[3] b) => (float[N,3] y, float[N,3] t) { t = Add(x, b) y = Relu(t) z = Neg(t) }"
EXPLICIT = (
    "(float[N,3] x, float[3] b) => (float[N,3] y, float[N,3] t)"
    " { s = Shape(x) e = Expand(b, s) t = Add(x, e) y = Relu(t) z = Neg(t) }"
)
CHANGE = Change(
    Place(GraphPath(), 0, "", "Add", "B"), Means.EXPAND, "multi-2", "float", "b", "e", (3,), ("N", 3), "computed",
    ("s", "e"), "3·N", "12·N",
)  # fmt: skip


@dataclass(frozen=True)
class Rewriting:
    changes: tuple[Change, ...] = (CHANGE,)
    options: Options = field(default_factory=Options)


def verified(folder: Path, *outcomes: Outcome) -> Verification:
    tensor = Tensor("x", "float", (2, 3), "0" * 64, "seed 1")
    runs = tuple(Run(1, {"N": 2}, "onnxruntime 1.31.1", (tensor,), (tensor,), outcome) for outcome in outcomes)
    names = str(folder / "model.onnx"), str(folder / "explicit.onnx")
    return Verification(*names, Structure((), (), 2), runs, Coverage(0, 0, ()), 1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    saved(parse(ORIGINAL), tmp_path, "model.onnx")
    saved(parse(EXPLICIT), tmp_path, "explicit.onnx")
    return tmp_path


def made(folder: Path, seen_from: Path | None = None) -> dict[str, Any]:
    paths = folder / "model.onnx", folder / "explicit.onnx"
    return evidence(*paths, Rewriting(), verified(folder, Outcome.EQUAL), folder=seen_from)


def test_evidence_comes_back_as_it_was_written(folder: Path) -> None:
    document = made(folder)
    write(folder / "e.json", document)
    assert read(folder / "e.json") == document
    assert problem(document) == ""
    assert changed_files(document, folder) == []


def test_it_is_the_same_every_time_and_wherever_it_lies(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("elsewhere")
    for name in ("model.onnx", "explicit.onnx"):
        (other / name).write_bytes((folder / name).read_bytes())
    assert dumps(made(folder)) == dumps(made(folder)) == dumps(made(other))
    assert str(folder) not in dumps(made(folder))


def test_paths_are_seen_from_the_folder_of_the_evidence(folder: Path) -> None:
    inside = folder / "deep/er"
    inside.mkdir(parents=True)
    document = made(folder, inside)
    assert document["original"]["path"] == document["verification"]["original"] == "../../model.onnx"
    assert changed_files(document, inside) == []


def test_it_says_what_was_done_and_what_is_around_it(folder: Path) -> None:
    document = made(folder)
    assert document["counts"] == {
        "changes": 1, "expand": 1, "shared": 0, "folded": 0, "lifted": 0, "inserted": 2, "findings_before": 1,
        "findings_after": 0,
    }  # fmt: skip
    assert document["options"] == {"dims": {}, "static": False, "fold_below": 1024}
    (change,) = document["changes"]
    assert (change["old_shape"], change["new_shape"], change["bytes"]) == ([3], ["N", 3], "12·N")
    around = change["around"]
    assert [(one["label"], one["value"], one["shape"]) for one in around["operands"]] == [
        ("A", "x", ["N", 3]), ("B", "b", [3]),
    ]  # fmt: skip
    assert (around["results"], around["consumers"]) == (["t"], 3)
    assert [(one["operator"], one["name"]) for one in around["named"]] == [("Relu", ""), ("Neg", ""), ("", "t")]


def test_consumers_inside_a_subgraph_are_found(folder: Path) -> None:
    text = (
        "(float[N,3] x, float[3] b, bool c) => (float[N,3] y)"
        " { t = Add(x, b) y = If(c) <then_branch = g () => (float[N,3] p) { p = Relu(t) },"
        " else_branch = h () => (float[N,3] q) { q = Neg(t) }> }"
    )
    saved(parse(text), folder, "model.onnx")
    around = made(folder)["changes"][0]["around"]
    assert [one["operator"] for one in around["named"]] == ["Relu", "Neg"]


def test_lines_can_be_compared(folder: Path) -> None:
    lines = dumps(made(folder)).splitlines()
    assert sum('"means": "expand"' in line for line in lines) == 1
    assert sum('"outcome": "equal"' in line for line in lines) == 1
    assert max(map(len, lines)) < 1200


def test_files_of_external_data_are_hashed_too(folder: Path) -> None:
    model = parse("(float[2,3] x) => (float[2,3] y) { y = Add(x, w) }")
    model.graph.initializer.append(numpy_helper.from_array(np.arange(3, dtype=np.float32), "w"))
    onnx.save_model(model, folder / "model.onnx", save_as_external_data=True, location="w.data", size_threshold=0)
    document = made(folder)
    (data,) = document["original"]["external"]
    assert (data["path"], data["bytes"]) == ("w.data", (folder / "w.data").stat().st_size)
    (folder / "w.data").write_bytes(b"\1" * data["bytes"])
    (line,) = changed_files(document, folder)
    assert line.startswith(f"{folder / 'w.data'} is not the file that the evidence is about: sha256 ")
    (folder / "explicit.onnx").unlink()
    assert changed_files(document, folder)[1] == f"{folder / 'explicit.onnx'} does not exist"


def test_two_models_can_be_compared_without_a_rewriting(folder: Path) -> None:
    document = evidence(folder / "model.onnx", folder / "explicit.onnx", None, verified(folder, Outcome.DIFFERENT))
    write(folder / "e.json", document)
    assert read(folder / "e.json")["options"] is None
    assert evidence(folder / "model.onnx", folder / "explicit.onnx", None, None)["verification"] is None


Change_ = Callable[[dict[str, Any]], object]
TAMPERED: dict[str, tuple[Change_, str]] = {
    "a hash": (lambda d: d["original"].update(sha256="f" * 64), "changed after it was written"),
    "a shape": (lambda d: d["changes"][0].update(new_shape=["N", 4]), "changed after it was written"),
    "a key is gone": (lambda d: d.pop("options"), "options is missing"),
    "a key is new": (lambda d: d.update(more=1), "more is not a key that is known"),
    "a kind": (lambda d: d["changes"][0].update(means="magic"), "changes[0].means is none of expand, shared"),
    "a type": (lambda d: d["verification"].update(passed=1), "verification.passed is not of type boolean"),
    "a number": (lambda d: d["counts"].update(changes=-1), "counts.changes is less than 0"),
    "no hash": (lambda d: d["explicit"].update(sha256="abc"), "explicit.sha256 is not of the form"),
    "a path": (lambda d: d["explicit"].update(path="a\0b"), "explicit.path is not of the form"),
}
SEALED_AGAIN: dict[str, tuple[Change_, str]] = {
    "a change less": (lambda d: d.update(changes=[]), "its counts are not those of its lists"),
    "a finding less": (lambda d: d["findings"].update(before=[]), "its counts are not those of its lists"),
    "no runs": (lambda d: d["verification"].update(runs=[]), "its verdict is not that of its runs"),
    "a bad run": (
        lambda d: d["verification"]["runs"][0].update(outcome="different"), "its verdict is not that of its runs",
    ),
    "a difference": (
        lambda d: d["verification"]["structure"].update(differences=["x"]), "its verdict is not that of its runs",
    ),
    "other models": (lambda d: d["verification"].update(original="o.onnx"), "the verification is of other models"),
}  # fmt: skip


@pytest.mark.parametrize("case", [*TAMPERED, *SEALED_AGAIN])
def test_what_was_changed_afterwards_is_refused(folder: Path, case: str) -> None:
    document = made(folder)
    tamper, says = (TAMPERED | SEALED_AGAIN)[case]
    tamper(document)
    write(folder / "e.json", sealed(document) if case in SEALED_AGAIN else document)
    with pytest.raises(FileError) as caught:
        read(folder / "e.json")
    assert caught.value.code == "IC920"
    assert says in caught.value.summary
    assert caught.value.help
    assert "\n" not in caught.value.summary


BAD: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "it is not JSON, line 1"),
    "text": (b"hello", "it is not JSON, line 1"),
    "bytes": (b"\xff\xfe\0", "it is not text"),
    "another JSON": (b"[1, 2]", "is not evidence of isocast"),
    "another object": (b'{"format": 1}', "is not evidence of isocast"),
    "another version": (b'{"format": "isocast-evidence", "version": 2}', "has version 2 of the format"),
    "no keys": (b'{"format": "isocast-evidence", "version": 1}', "digest is missing"),
    "a key twice": (b'{"format": 1, "format": "isocast-evidence"}', "it is not JSON"),
    "no number": (b'{"format": NaN}', "it is not JSON"),
    "very deep": (b"[" * 200_000, "it is not JSON"),
}


@pytest.mark.parametrize("case", BAD)
def test_what_is_no_evidence_is_refused(tmp_path: Path, case: str) -> None:
    data, says = BAD[case]
    (tmp_path / "e.json").write_bytes(data)
    with pytest.raises(FileError) as caught:
        read(tmp_path / "e.json")
    assert (caught.value.code, says in caught.value.summary) == ("IC920", True)


@pytest.mark.parametrize("name", [".", "missing.json", "a\0b"])
def test_a_path_that_cannot_be_read_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(FileError) as caught:
        read(tmp_path / name)
    assert caught.value.code == "IC920"


def test_the_schema_uses_only_what_its_reader_understands() -> None:
    def keywords(rules: Any) -> set[str]:
        inner = [*rules.get("properties", {}).values(), *rules.get("$defs", {}).values()]
        inner += [rules[key] for key in ("items", "additionalProperties") if isinstance(rules.get(key), dict)]
        return set(rules).union(*map(keywords, inner))

    assert keywords(schema()) <= KEYWORDS | WORDS
    assert json.loads(json.dumps(schema())) == schema()


def test_the_page_explains_every_key() -> None:
    text = (Path(__file__).parents[2] / "docs/evidence.md").read_text(encoding="utf-8")
    defs = schema()["$defs"]
    rules = (schema(), schema()["properties"]["counts"], defs["change"], defs["run"], defs["verification"])
    keys = {key for rule in rules for key in rule["properties"]}
    assert sorted(key for key in keys if f"`{key}`" not in text) == []
