"""The ONNX Backend API, judged by ONNX's own test cases."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from onnx.backend.test.loader import load_model_tests
from onnx.backend.test.runner import Runner

from isocast import backend
from isocast.errors import ArgumentError, BroadcastError, IsocastError, ModelError
from isocast.evaluate import RUNNABLE
from isocast.opsets import NEWEST, OPERATORS

KINDS = ("node", "simple", "pytorch-converted", "pytorch-operator")
FUNCTIONS_OF_OURS = ("test_greater_equal", "test_less_equal", "test_prelu")
BREAKS_THE_OLD_TEXT = {"test_operator_add_size1_broadcast", "test_operator_add_size1_singleton_broadcast"}
"""Two models of opset 6 that stretch a size of 1, which the text of Add-6 says does not work yet."""
F32 = TensorProto.FLOAT


def model_of(case: Any) -> onnx.ModelProto:
    return case.model or onnx.load(Path(case.model_dir, "model.onnx"))


def operators(graph: Any) -> Iterator[str]:
    """Every operator of a graph and of the graphs in its nodes."""
    for node in graph.node:
        yield f"{node.domain}:{node.op_type}".removeprefix(":")
        for attribute in node.attribute:
            yield from operators(attribute.g)


def data_sets(case: Any) -> Iterator[tuple[list[Any], list[Any]]]:
    for inputs, outputs in case.data_sets or []:
        yield [as_array(tensor) for tensor in inputs], [as_array(tensor) for tensor in outputs]
    for folder in sorted(Path(case.model_dir).glob("test_data_set*")) if case.model_dir else []:
        sides = (sorted(folder.glob(f"{side}_*.pb")) for side in ("input", "output"))
        yield tuple([numpy_helper.to_array(onnx.load_tensor(file)) for file in files] for files in sides)


def as_array(tensor: Any) -> Any:
    return numpy_helper.to_array(tensor) if isinstance(tensor, TensorProto) else tensor


def concerns_ours(case: Any, used: set[str]) -> bool:
    """Whether a case tests one of our operators: itself alone, or the function ONNX defines it by."""
    return (case.kind == "node" and len(used) == 1 and used <= set(OPERATORS)) or (
        case.name.startswith(FUNCTIONS_OF_OURS) and case.name.endswith("_expanded")
    )


def outcome(case: Any, model: onnx.ModelProto) -> str:
    """What became of a case: passed, or the first line of what went wrong."""
    try:
        prepared = backend.prepare(model)
        for inputs, outputs in data_sets(case):
            Runner.assert_similar_outputs(outputs, prepared.run(inputs), case.rtol, case.atol)
    except (AssertionError, IsocastError) as error:
        return str(error).strip().splitlines()[0]
    return "passed"


@pytest.mark.clause("schema-types", "multi-operators", "uni-operators", "legacy-axis")
def test_every_case_of_onnx_that_concerns_our_operators_passes(record_property: Callable[[str, object], None]) -> None:
    # One test, because collecting the cases takes longer than running them, and each worker would do it again.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # onnx computes its expected results with overflows and divisions by zero
        cases = [case for kind in KINDS for case in load_model_tests(kind=kind)]
    counts, wrong = Counter[str](), {}
    for case in cases:
        model = model_of(case)
        used = {*operators(model.graph), *(name for body in model.functions for name in operators(body))}
        is_ours = concerns_ours(case, used)
        if not backend.is_compatible(model):
            counts["refused"] += 1
            assert not is_ours, case.name
            check_refusal(model, used)
            continue
        found = outcome(case, model)
        counts["ours" if is_ours else "larger graphs" if used & set(OPERATORS) else "plumbing"] += found == "passed"
        if found != "passed":
            wrong[case.name] = found
    passed = (
        f"{counts['ours']} of our operators, {counts['larger graphs']} larger graphs, {counts['plumbing']} of plumbing"
    )
    rest = f"{len(wrong)} fail, {counts['refused']} with other operators or types are refused"
    record_property("summary", f"onnx {onnx.__version__}, its own test cases: {passed} pass, {rest}")
    assert set(wrong) == BREAKS_THE_OLD_TEXT, wrong
    assert all("size 1 is not stretched" in text for text in wrong.values())
    if onnx.__version__ == "1.23.2":
        assert counts == {"ours": 242, "larger graphs": 40, "plumbing": 62, "refused": 1678}
    assert counts["ours"] >= 242


def check_refusal(model: onnx.ModelProto, used: set[str]) -> None:
    """A refused model has a node that is not ours, or a value that is not one of our tensors; and the error says so."""
    with pytest.raises(IsocastError) as caught:
        backend.prepare(model)
    text = str(caught.value)
    foreign = used - RUNNABLE
    named = [name for name in foreign if f"({name.rpartition(':')[2]})" in text]
    of_values = [word for word in ("has element type", "not a tensor", "is not defined") if word in text]
    assert named or (of_values and not foreign), (text, foreign)


def single(*nodes: onnx.NodeProto, opset: int = NEWEST, inputs: str = "x y", outputs: str = "z") -> onnx.ModelProto:
    ports = [[helper.make_tensor_value_info(name, F32, None) for name in side.split()] for side in (inputs, outputs)]
    graph = helper.make_graph(list(nodes), "graph", *ports)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=10)


def test_a_model_with_operators_that_are_not_ours_is_refused_with_every_node() -> None:
    model = single(
        helper.make_node("Relu", ["x"], ["a"], name="first"),
        helper.make_node("Add", ["a", "y"], ["b"], name="sum"),
        helper.make_node("Own", ["b"], ["c"], name="third", domain="com.example"),
        helper.make_node("Nonsense", ["c"], ["z"]),
    )
    assert not backend.is_compatible(model)
    with pytest.raises(ModelError) as caught:
        backend.prepare(model)
    assert caught.value.problems == (
        'node "first" (Relu): isocast does not implement Relu',
        'node "third" (Own): isocast does not implement com.example.Own, and the model has no such function',
        "node 3 (Nonsense): ONNX has no operator Nonsense",
    )
    assert all(problem in str(caught.value) for problem in caught.value.problems)


def test_outputs_have_names_and_numbers() -> None:
    model = single(
        helper.make_node("Add", ["x", "y"], ["z"]), helper.make_node("Mul", ["x", "y"], ["0"]), outputs="z 0"
    )
    x, y = np.ones((2, 1), np.float32), np.full(3, 2, np.float32)
    prepared = backend.prepare(model)
    for inputs in ([x, y], (x, y), {"y": y, "x": x}):
        outputs = prepared.run(inputs)
        assert np.array_equal(outputs[0], np.full((2, 3), 3))
        assert np.array_equal(outputs["z"], outputs.z)
        assert np.array_equal(outputs["0"], outputs[1])
    assert np.array_equal(backend.run_model(model, [x, y])[1], np.full((2, 3), 2))
    assert backend.is_compatible(model.SerializeToString())


def test_a_node_alone_runs_at_any_opset() -> None:
    x, y = np.ones((2, 3), np.float32), np.array([1, 2], np.float32)
    old = helper.make_node("Add", ["x", "y"], ["z"], broadcast=1, axis=0)
    assert backend.run_node(old, [x, y], opset_version=6)[0].tolist() == [[2] * 3, [3] * 3]
    with pytest.raises(ArgumentError, match=r"node 0 \(Add\): Add-14 has no attribute (broadcast|axis)"):
        backend.run_node(old, [x, y])
    twice = helper.make_node("Mul", ["x", "x"], ["z"])
    assert backend.run_node(twice, [y]).z.tolist() == backend.run_node(twice, [y, y]).z.tolist() == [1, 4]
    assert backend.run_node(helper.make_node("Identity", ["x"], ["z"]), y).z.tolist() == [1, 2]
    left_out = helper.make_node("Gemm", ["a", "b", ""], ["z"])
    assert backend.run_node(left_out, {"a": x, "b": x.T}).z.tolist() == [[3, 3], [3, 3]]
    with pytest.raises(BroadcastError, match=r'node "bad" \(Add\): Add cannot broadcast'):
        backend.run_node(helper.make_node("Add", ["x", "y"], ["z"], name="bad"), [x, y])
    with pytest.raises(ModelError, match="takes 2 inputs, 1 were given"):
        backend.run_node(helper.make_node("Add", ["x", "y"], ["z"]), [x])


def test_the_cpu_is_the_only_device() -> None:
    assert backend.supports_device("CPU")
    assert backend.supports_device("CPU:0")
    assert not backend.supports_device("CUDA")
    model = single(helper.make_node("Add", ["x", "y"], ["z"]))
    assert not backend.is_compatible(model, device="CUDA:1")
    with pytest.raises(ArgumentError, match="isocast runs on the CPU, not on CUDA"):
        backend.prepare(model, device="CUDA")
