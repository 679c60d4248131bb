"""A case as an ONNX model of one node, stamped with the case's opset and the oldest IR version that allows it."""

from __future__ import annotations

import onnx
from onnx import helper

from ..spec.schemas import OPERATORS
from ..spec.tensor import Tensor
from ..types import ELEMENT_TYPES
from .case import Case, Refusal


def make_model(case: Case, expected: Tensor | Refusal) -> onnx.ModelProto:
    """The model; a result's shape is declared, a refused one's is left open.

    >>> from .cases import all_cases
    >>> from .expectation import expected
    >>> case = all_cases()[0]
    >>> onnx.checker.check_model(make_model(case, expected(case)))
    """
    names = [f"x{place}" for place in range(len(case.inputs))]
    inputs = [
        helper.make_tensor_value_info(name, ELEMENT_TYPES[tensor.type].onnx, tensor.shape)
        for name, tensor in zip(names, case.inputs, strict=True)
    ]
    shape = expected.shape if isinstance(expected, Tensor) else None
    output = helper.make_tensor_value_info("z", ELEMENT_TYPES[_result_type(case)].onnx, shape)
    node = helper.make_node(case.operator, names, ["z"], name=case.what, **case.attributes)
    graph = helper.make_graph([node], case.id, inputs, [output])
    imports = [helper.make_opsetid("", case.opset)]
    # Opsets 2 to 4 were never released by themselves; the table starts with IR version 3, for opsets 1 and 5.
    ir_version = helper.find_min_ir_version_for(imports, ignore_unknown=True) if case.opset > 4 else 3
    return helper.make_model(graph, opset_imports=imports, ir_version=ir_version, producer_name="isocast")


def _result_type(case: Case) -> str:
    result = OPERATORS[case.operator].types[OPERATORS[case.operator].result]
    if result == ("bool",):
        return "bool"
    return case.inputs[1 if case.operator == "Where" else 0].type
