"""The models that come with onnx: all of them are checked, and the node tests have the shapes they are said to have."""

from __future__ import annotations

import warnings
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import onnx
import pytest
from onnx.backend.test.case.node import collect_testcases

from isocast.model import check, load
from isocast.model.infer import Inference
from isocast.model.rules import JUDGED
from tests.model.test_never_wrong import Listener

DATA = Path(onnx.__file__).parent / "backend/test/data"
FILES = sorted(DATA.rglob("*.onnx"))


@cache
def node_cases() -> list[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # NumPy's, about the infinities that some cases compute with
        return list(collect_testcases())


def test_every_model_of_the_wheel_is_checked() -> None:
    counts: Counter[str] = Counter()
    for path in FILES:
        for profile in ("onnx", "sonnx"):
            report = check(path, profile=profile)
            counts.update(finding.code for finding in report.findings if profile == "onnx")
            assert report.nodes
    assert len(FILES) > 100
    # Nothing undecided among real networks, and nothing wrong but two models that stretch size 1 before opset 7.
    assert set(counts) == {"IC101", "IC102", "IC105", "IC304", "IC411"}
    assert counts["IC105"] == 2


@pytest.mark.parametrize("path", sorted((DATA / "light").glob("*.onnx")), ids=lambda path: path.stem)
def test_the_light_networks_are_known_to_the_last_shape(path: Path) -> None:
    listener = Listener()
    model = load(path)
    values = Inference(model, listener).run().values
    assert listener.problems == []
    for node in model.graph.nodes:
        shape = values[node.outputs[0]].shape  # the second output, a Dropout's mask, nobody reads or knows
        assert shape is not None
        assert all(isinstance(size, int) for size in shape)


def test_every_node_test_of_onnx_is_checked_and_right() -> None:
    wrong = []
    for case in node_cases():
        if case.model is not None:
            codes = {finding.code for finding in check(case.model, profile="onnx").findings}
            wrong += [
                (case.name, code) for code in codes & {"IC105", "IC106", "IC107", "IC108", "IC201", "IC202", "IC204"}
            ]
    assert wrong == []


@pytest.mark.clause("multi-operators", "uni-operators")
def test_node_tests_of_broadcasting_operators_agree_with_their_data() -> None:
    seen = set()
    for case in node_cases():
        nodes = case.model.graph.node if case.model is not None else []
        if len(nodes) != 1 or nodes[0].op_type not in JUDGED or nodes[0].domain or not case.data_sets:
            continue
        (node,) = nodes
        inputs, outputs = case.data_sets[0]
        shapes = [tuple(array.shape) for array in inputs]
        codes = {finding.code for finding in check(case.model, select=["IC1", "IC301", "IC303"]).findings}
        assert codes == _expected(node.op_type, shapes), (case.name, shapes)
        if node.op_type != "Expand":
            shape = Inference(load(_without_output_shape(case.model)), Listener()).run().values[node.output[0]].shape
            assert shape == tuple(outputs[0].shape), case.name
        seen.add(node.op_type)
    assert JUDGED - seen == set()


def _without_output_shape(model: onnx.ModelProto) -> onnx.ModelProto:
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    copy.graph.output[0].ClearField("type")
    return copy


def _expected(operator: str, shapes: list[tuple[int, ...]]) -> set[str]:
    if operator == "Expand":
        return set()
    if operator == "MatMul":
        return {"IC103"} if shapes[0][:-2] != shapes[1][:-2] else set()
    if operator == "PRelu":
        return {"IC102"} if shapes[0] != shapes[1] else set()
    if operator == "Gemm":
        return {"IC102"} if len(shapes) > 2 and (len(shapes[2]) < 2 or 1 in shapes[2]) else set()
    return {"IC101"} if len(set(shapes)) > 1 else set()
