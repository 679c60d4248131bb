"""`explicit` on models nobody wrote for it: those that come with onnx, and generated ones. Nothing else may change."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from onnx import ModelProto, helper
from onnx.reference import ReferenceEvaluator

from isocast.errors import ModelError
from isocast.model import explicit
from isocast.model.changes import Means
from tests.model.programs import Program, programs
from tests.model.rewritten import assert_done, assert_same_results, serialised
from tests.model.test_wheel_models import FILES, node_cases


def stripped(model: ModelProto, inserted: set[str]) -> bytes:
    """The model without the inserted nodes and statements, and with the operands of before."""
    own = ModelProto()
    own.CopyFrom(model)
    graph = own.graph
    old = {name: name.partition("/isocast_")[0] for name in inserted}
    for place in reversed(range(len(graph.node))):
        if graph.node[place].name in inserted:
            del graph.node[place]
    for node in graph.node:
        node.input[:] = [old.get(name, name) for name in node.input]
        node.output[:] = [name.partition("/isocast_")[0] for name in node.output]
    for place in reversed(range(len(graph.value_info))):
        if graph.value_info[place].name in inserted:
            del graph.value_info[place]
    return serialised(own)


def test_the_models_of_the_wheel_change_in_nothing_else() -> None:
    counts: Counter[str] = Counter()
    compared = 0
    for path in FILES:
        original = onnx.load(path, load_external_data=False)
        try:
            found = explicit(path)
        except ModelError as error:
            counts[error.code] += 1
            continue
        if not found.changes:
            counts["unchanged"] += 1
            assert serialised(found.model) == serialised(original), path
            continue
        counts["changed"] += 1
        assert_done(found.model)
        onnx.checker.check_model(found.model)
        inserted = {name for change in found.changes for name in change.inserted}
        is_lifted = found.opsets or any(change.means is Means.LIFTED for change in found.changes)
        if not is_lifted and len(original.graph.node) == found.nodes:
            compared += 1
            assert stripped(found.model, inserted) == serialised(original), path
    assert counts["changed"] > 15
    assert compared > 5
    assert counts == {"unchanged": counts["unchanged"], "changed": counts["changed"], "IC105": 2}


def test_the_node_tests_of_onnx_compute_what_they_did() -> None:
    changed = compared = 0
    for case in node_cases():
        if case.model is None:
            continue
        before = serialised(case.model)
        found = explicit(case.model)
        assert serialised(case.model) == before, case.name  # the original is never touched
        if not found.changes:
            assert serialised(found.model) == before, case.name
            continue
        changed += 1
        assert_done(found.model)
        onnx.checker.check_model(found.model)
        is_exact = len(case.model.graph.node) == 1 and case.model.graph.node[0].op_type not in ("MatMul", "Pow")
        compared += _compares(case, found.model, 0 if is_exact else 1e-5)
    assert changed > 300
    assert compared > 200


def _compares(case: Any, after: ModelProto, tolerance: float) -> bool:
    """Whether onnx's own evaluator could run the case; it must give the same then.

    NumPy adds up terms in another order, and raises to a power another way, where operands lie in memory differently.
    """
    model, (inputs, _) = case.model, case.data_sets[0]
    names = [info.name for info in model.graph.input]
    feed = dict(zip(names, inputs, strict=False))
    try:
        wanted = ReferenceEvaluator(model).run(None, feed)
    except Exception:  # it lacks types and operators, and says so in many ways
        return False
    for a, b in zip(wanted, ReferenceEvaluator(after).run(None, feed), strict=True):
        if isinstance(a, np.ndarray) and a.dtype != object and "training" not in case.name:
            assert (a.shape, a.dtype) == (b.shape, b.dtype), case.name
            np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance)
    return True


def _with_outputs(program: Program) -> ModelProto:
    model = program.model()
    for node in model.graph.node:
        name = node.output[0]
        type_ = helper.np_dtype_to_tensor_dtype(program.actual[name].dtype)
        model.graph.output.append(helper.make_tensor_value_info(name, type_, None))
    return model


@pytest.mark.clause("multi-1", "multi-2", "multi-3", "R2", "R4")
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(program=programs(), dims=st.booleans())
def test_generated_models_compute_the_same_and_change_once(program: Program, dims: bool) -> None:
    model = _with_outputs(program)
    if not model.graph.node:
        return
    found = explicit(model, dims=program.dims if dims else None)
    assert_done(found.model, allowed={"IC104"})  # an Expand of the model's own may ask for another shape
    random = np.random.default_rng(5)
    feed = {
        info.name: random.integers(-3, 4, program.actual[info.name].shape).astype(np.float32)
        for info in model.graph.input
    }
    assert_same_results(model, found.model, [feed])
    if dims:
        assert all(change.target != "computed" or not found.options.static for change in found.changes)


def test_a_large_model_is_rewritten_in_linear_time(tmp_path: Path) -> None:
    nodes = [helper.make_node("Add", [f"v{k}", "b"], [f"v{k + 1}"]) for k in range(3000)]
    ports = [helper.make_tensor_value_info("v0", 1, ["N", 4]), helper.make_tensor_value_info("b", 1, [4])]
    result = [helper.make_tensor_value_info("v3000", 1, ["N", 4])]
    graph = helper.make_graph(nodes, "chain", ports, result)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=10)
    found = explicit(model)
    assert (len(found.changes), found.inserted) == (3000, 2)
    assert found.save(tmp_path / "chain.onnx")
