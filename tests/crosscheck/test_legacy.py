"""Old opsets: what the standard's old text says, and that the others do not implement it.

Before opset 7 `broadcast` and `axis` decide which axes of A the second operand belongs to.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import onnxruntime
import pytest
from onnx import ModelProto, TensorProto, helper, version_converter
from onnx.reference import ReferenceEvaluator

from isocast.errors import BroadcastError
from isocast.spec.legacy import legacy_shape

Shape = tuple[int, ...]


def _add_6(a: Shape, b: Shape, **attributes: int) -> ModelProto:
    values = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in (("a", a), ("b", b))]
    result = helper.make_tensor_value_info("z", TensorProto.FLOAT, a)
    graph = helper.make_graph([helper.make_node("Add", ["a", "b"], ["z"], **attributes)], "old", values, [result])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 6)], ir_version=8)


def _evaluate(model: ModelProto, *shapes: Shape) -> Any:
    feeds = {name: np.zeros(shape, np.float32) for name, shape in zip("ab", shapes, strict=True)}
    return ReferenceEvaluator(model).run(None, feeds)[0]


@pytest.mark.clause("legacy-axis")
def test_the_reference_evaluator_does_not_know_axis() -> None:
    shapes: tuple[Shape, Shape] = ((2, 3, 4, 5), (3, 4))
    assert legacy_shape(*shapes, broadcast=1, axis=1) == (2, 3, 4, 5)
    with pytest.raises(TypeError):
        _evaluate(_add_6(*shapes, broadcast=1, axis=1), *shapes)


@pytest.mark.clause("legacy-axis")
@pytest.mark.parametrize(("b", "broadcast"), [((3,), 0), ((1, 3), 1)])
def test_the_reference_evaluator_stretches_what_the_old_text_refuses(b: Shape, broadcast: int) -> None:
    with pytest.raises(BroadcastError):
        legacy_shape((2, 3), b, broadcast=broadcast)
    assert _evaluate(_add_6((2, 3), b, broadcast=broadcast), (2, 3), b).shape == (2, 3)


@pytest.mark.clause("legacy-axis")
def test_onnxruntime_has_no_add_6() -> None:
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    with pytest.raises(Exception, match="NOT_IMPLEMENTED"):
        onnxruntime.InferenceSession(_add_6((2, 3), (3,), broadcast=1).SerializeToString(), options)


@pytest.mark.clause("legacy-axis")
def test_the_version_converter_gives_up_on_the_old_text_s_own_example() -> None:
    with pytest.raises(RuntimeError, match="Assertion"):
        version_converter.convert_version(_add_6((2, 3, 4, 5), (3, 4), broadcast=1, axis=1), 13)
