"""Rewritten models as short lines, and both models run on the same inputs: what the tests of `explicit` share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from onnx import FunctionProto, GraphProto, ModelProto, NodeProto, numpy_helper

from isocast.model import Rewriting, check, explicit
from tests.onnx_models import parse

Arrays = dict[str, NDArray[Any]]

IMPLICIT = frozenset(("IC101", "IC102", "IC103", "IC301", "IC303", "IC411"))
"""What `check` says of broadcasting that is implicit, or may be."""


def rewritten(body: str, opset: int = 18, functions: str = "", **options: Any) -> Rewriting:
    """The rewriting of a model in text form; that nothing is left to do is seen to each time."""
    found = explicit(parse(body, opset, functions), **options)
    assert_done(found.model)
    return found


def assert_done(model: ModelProto, allowed: frozenset[str] | set[str] = frozenset()) -> None:
    """Nothing implicit is left, no Expand gives another shape than it is asked for, and there is nothing left to do."""
    left = {finding.code for finding in check(model).findings}
    assert left & (IMPLICIT | {"IC104"}) <= allowed
    again = explicit(model)
    assert (again.changes, again.inserted, again.opsets) == ((), 0, {})
    assert serialised(again.model) == serialised(model)


def serialised(model: ModelProto) -> bytes:
    return bytes(model.SerializeToString(deterministic=True))


def lines(graph: GraphProto | FunctionProto) -> list[str]:
    """The nodes, one line each: `b.expand = Expand(b, x.shape)`, inserted vectors of numbers as numbers."""
    numbers = {
        node.output[0]: str(numpy_helper.to_array(node.attribute[0].t).tolist())
        for node in graph.node
        if node.op_type == "Constant" and "/isocast_" in node.name and not node.name.endswith("isocast_full")
    }
    return [_line(node, numbers) for node in graph.node if not (node.output and node.output[0] in numbers)]


def _line(node: NodeProto, numbers: dict[str, str]) -> str:
    inputs = ", ".join(numbers.get(name, name) for name in node.input)
    if node.op_type == "Constant":
        inputs = str(numpy_helper.to_array(node.attribute[0].t).tolist())
    return f"{', '.join(node.output)} = {node.op_type}({inputs})".replace("/isocast_", ".")


def session(model: ModelProto) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 4
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def assert_same_results(before: ModelProto, after: ModelProto, feeds: Iterable[Arrays]) -> int:
    """Both models give the same bits for each of the inputs, or both refuse them; returns how many they took.

    onnxruntime also refuses a MatMul that stretches size 1 to size 0, which Expand does.
    """
    try:
        first = session(before)
    except Exception:  # a model that nobody can run has nothing to be compared
        return 0
    second, taken = session(after), 0
    for feed in feeds:
        try:
            wanted = first.run(None, feed)
        except Exception:  # onnxruntime has an exception for each way to fail
            if any(not array.size for array in feed.values()):
                continue
            with np.testing.assert_raises(Exception):
                second.run(None, feed)
            continue
        taken += 1
        for a, b in zip(wanted, second.run(None, feed), strict=True):
            assert a.shape == b.shape
            assert a.dtype == b.dtype
            assert a.tobytes() == b.tobytes() if a.dtype != object else a.tolist() == b.tolist()
    return taken


def floats(seed: int, **shapes: tuple[int, ...]) -> Arrays:
    """Inputs by name, made from a seed."""
    random = np.random.default_rng(seed)
    return {name: random.standard_normal(shape).astype(np.float32) for name, shape in shapes.items()}
