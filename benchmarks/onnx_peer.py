"""ONNX Runtime as a peer: one session a cell, plain `run` or io-binding, whichever is quicker for it.

Io-binding writes over its own previous result, which no other contender is allowed; it saves ONNX Runtime a little on
small calls, and is given to it.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from onnx import GraphProto, TensorProto, helper, numpy_helper

from .grid import Cell
from .operands import Array, attributes, result_shape
from .timing import Contender

_OPSET: Final = 26  # the newest that onnxruntime 1.31 takes
_IR: Final = 13
_TRUTHS: Final = ("Equal", "Greater", "GreaterOrEqual", "Less", "LessOrEqual", "And", "Or", "Xor")
_threads: int = 2


def use_threads(threads: int) -> None:
    """Sets how many threads the sessions made from now on use within one operator."""
    global _threads  # noqa: PLW0603
    _threads = threads


def _element(kind: str) -> int:
    return int(TensorProto.DataType.Value(kind.upper()))


def open_session(graph: GraphProto) -> Any:
    """A session on the CPU for one graph, with the number of threads all contenders have."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = _threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=_IR)
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def _graph(cell: Cell, arrays: tuple[Array, ...]) -> GraphProto:
    names = "abc"[: len(arrays)]
    kinds = [_element("bool" if array.dtype == np.bool_ else cell.type) for array in arrays]
    inputs = [
        helper.make_tensor_value_info(name, kind, array.shape)
        for name, kind, array in zip(names, kinds, arrays, strict=True)
    ]
    constants = []
    operands = list(names)
    if cell.operator == "Expand":
        constants = [numpy_helper.from_array(np.array(result_shape(cell), np.int64), "shape")]
        operands.append("shape")
    result = _element("bool" if cell.operator in _TRUTHS else cell.type)
    return helper.make_graph(
        [helper.make_node(cell.operator, operands, ["z"], **attributes(cell))],
        "cell",
        inputs,
        [helper.make_tensor_value_info("z", result, result_shape(cell))],
        constants,
    )


def onnxruntime_forms(cell: Cell, arrays: tuple[Array, ...], copies_first: bool) -> list[Contender]:
    """Plain `run`, and io-binding unless the operands must be copied into order first, as `run` does on each call."""
    import onnxruntime

    session = open_session(_graph(cell, arrays))
    feeds = dict(zip("abc", arrays, strict=False))
    forms = [Contender("onnxruntime", "run(None, feeds)[0]", {"run": session.run, "feeds": feeds})]
    if not copies_first:
        binding = session.io_binding()
        values = {name: onnxruntime.OrtValue.ortvalue_from_numpy(array) for name, array in feeds.items()}
        for name, value in values.items():
            binding.bind_ortvalue_input(name, value)
        binding.bind_output("z")
        names = {"run": session.run_with_iobinding, "binding": binding, "keep": values}
        forms.append(Contender("onnxruntime", "run(binding) or binding", names))
    return forms
