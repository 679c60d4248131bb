"""Exported folders are what ONNX's own loader and runner take, bit for bit what the specification says."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import numpy_helper
from onnx.backend.test.loader import load_model_tests
from onnx.backend.test.runner import Runner

from isocast.backend import IsocastBackend
from isocast.conform.case import Refusal
from isocast.conform.cases import all_cases
from isocast.conform.export import export_cases, folder_name, to_proto
from isocast.conform.running import expectations
from isocast.conform.selection import select
from isocast.conform.tensors import to_tensor
from isocast.conform.values import borders
from isocast.errors import FileError, IsocastError
from isocast.spec import Tensor
from isocast.spec.schemas import EVERY

WORDS = "Where-16/* Expand-13/* Gemm-13/* Pow-15/float*/to-the* Add-[16]/* Equal-19/string/* Mod-28/*"
CASES = [case for word in WORDS.split() for case in select(all_cases(), [f"id={word}"])]
ANSWERS = expectations(CASES)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("exported") / "cases"
    export_cases(CASES, ANSWERS, made)
    return made


def arrays(folder: Path, side: str) -> list[onnx.TensorProto]:
    files = sorted((folder / "test_data_set_0").glob(f"{side}_*.pb"))
    return [onnx.load_tensor(file) for file in files]


def test_folder_names_are_unique_names_of_tests() -> None:
    names = [folder_name(case) for case in all_cases()]
    assert len(set(names)) == len(names)
    assert all(name.startswith("test_") and name.isidentifier() for name in names)


def test_the_index_lists_every_folder(folder: Path) -> None:
    index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    assert index["format"] == 1
    assert index["number"] == len(index["cases"]) == len(CASES)
    assert [entry["id"] for entry in index["cases"]] == [case.id for case in CASES]
    listed = {entry["folder"] for entry in index["cases"]}
    found = {str(path.parent.relative_to(folder)) for path in folder.rglob("model.onnx")}
    assert listed == found
    for entry in index["cases"]:
        is_refused = isinstance(ANSWERS[entry["id"]], Refusal)
        assert entry["refused"] == is_refused == entry["folder"].startswith("refused/")
        assert ("error" in entry) == is_refused
        assert ("latitude" in entry) == (not is_refused)


def test_the_round_trip_through_onnx_s_loader_and_runner(folder: Path) -> None:
    cases = {folder_name(case): case for case in CASES}
    loaded = load_model_tests(data_dir=str(folder), kind="accepted")
    assert {case.name for case in loaded} == {n for n, c in cases.items() if isinstance(ANSWERS[c.id], Tensor)}
    for test in loaded:
        assert test.model_dir is not None
        where = Path(test.model_dir)
        case = cases[test.name]
        inputs = [numpy_helper.to_array(tensor) for tensor in arrays(where, "input")]
        outputs = [numpy_helper.to_array(tensor) for tensor in arrays(where, "output")]
        assert tuple(map(to_tensor, inputs)) == case.inputs, case.id
        assert [to_tensor(array) for array in outputs] == [ANSWERS[case.id]], case.id
        found = IsocastBackend.prepare(onnx.load(where / "model.onnx")).run(inputs)
        if outputs[0].dtype.kind != "c":  # the runner compares complex numbers by subtraction, and inf - inf is NaN
            with np.errstate(all="ignore"):
                Runner.assert_similar_outputs(outputs, found, test.rtol, test.atol)


def test_refused_folders_have_inputs_and_no_output(folder: Path) -> None:
    loaded = load_model_tests(data_dir=str(folder), kind="refused")
    assert len(loaded) == sum(isinstance(answer, Refusal) for answer in ANSWERS.values())
    for test in loaded[::5]:
        where = Path(str(test.model_dir))
        inputs = [numpy_helper.to_array(tensor) for tensor in arrays(where, "input")]
        assert arrays(where, "output") == []
        with pytest.raises(IsocastError):
            IsocastBackend.prepare(onnx.load(where / "model.onnx")).run(inputs)


def test_exact_cases_have_no_tolerance_and_powers_one_unit(folder: Path) -> None:
    def tolerance(id_: str) -> dict[str, float]:
        case = next(case for case in CASES if case.id == id_)
        made: dict[str, float] = json.loads((folder / "accepted" / folder_name(case) / "data.json").read_text())
        return made

    assert tolerance("Where-16/float/row") == {"rtol": 0.0, "atol": 0.0}
    assert tolerance("Pow-15/float,float/to-the-0.5")["rtol"] == 2.0**-23
    assert tolerance("Gemm-13/float/inexact-65")["atol"] > 0


@pytest.mark.clause("B7")
@pytest.mark.parametrize("kind", EVERY)
def test_every_type_survives_onnx_s_form(kind: str) -> None:
    values = tuple(value for value in borders(kind) if value != "\0")  # which onnx's reader turns into ""
    given = Tensor((len(values), 1), values, kind)
    proto = onnx.TensorProto.FromString(to_proto(given, "x").SerializeToString())
    assert to_tensor(numpy_helper.to_array(proto)) == given


def test_nothing_is_written_over_and_nothing_is_left_behind(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.mkdir()
    (taken / "mine.txt").write_text("mine")
    with pytest.raises(FileError, match="exists already"):
        export_cases(CASES[:3], ANSWERS, taken)
    with pytest.raises(KeyError):
        export_cases(CASES[:3], {CASES[0].id: ANSWERS[CASES[0].id]}, tmp_path / "new")
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError):
        export_cases(CASES[:3], ANSWERS, tmp_path / "file" / "below")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "taken"]
    empty = tmp_path / "empty"
    empty.mkdir()
    export_cases(CASES[:3], ANSWERS, empty)
    assert (empty / "index.json").is_file()
