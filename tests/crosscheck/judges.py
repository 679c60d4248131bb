"""The other implementations, asked one case each: what they answer, refuse, lack, or die of.

NumPy and PyTorch have no ONNX operators; what is asked is the nearest call their users would write, in one expression.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any

import numpy as np
from onnx import helper
from onnx.reference import ReferenceEvaluator

from isocast.errors import IsocastError
from isocast.spec import Tensor
from isocast.spec.operators import OPERATORS, apply
from isocast.types import ELEMENT_TYPES
from tests.crosscheck.cases import NEWEST, Case
from tests.implementations import by_library
from tests.tensors import Array, to_array, to_tensor

ROOT = Path(__file__).parents[2]
RUNTIME_OPSET = 26  # the newest that onnxruntime 1.31 takes
Answer = Tensor | str
"""A tensor, or `refuses`, `lacks` (the judge says it is not implemented) or `crashes`."""


_said: dict[str, Answer] = {}


def spec(case: Case) -> Answer:
    """What the specification says; it is slow, and asked once for each case."""
    if case.name not in _said:
        try:
            _said[case.name] = apply(case.operator, *case.inputs, **case.attributes)
        except IsocastError:
            _said[case.name] = "refuses"
    return _said[case.name]


def _model(case: Case, opset: int, ir_version: int) -> bytes:
    names = [f"x{i}" for i in range(len(case.inputs))]
    values = [
        helper.make_tensor_value_info(name, ELEMENT_TYPES[given.type].onnx, given.shape)
        for name, given in zip(names, case.inputs, strict=True)
    ]
    result = OPERATORS[case.operator].types.get("T1", ())
    kind = "bool" if result == ("bool",) else case.inputs[1 if case.operator == "Where" else 0].type
    z = helper.make_tensor_value_info("z", ELEMENT_TYPES[kind].onnx, None)
    graph = helper.make_graph([helper.make_node(case.operator, names, ["z"], **case.attributes)], "case", values, [z])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=ir_version)
    return bytes(model.SerializeToString())


def _feeds(case: Case) -> dict[str, Array]:
    return {f"x{i}": to_array(given) for i, given in enumerate(case.inputs)}


def reference(case: Case) -> Answer:
    """ONNX's own reference evaluator."""
    model = _model(case, case.opset, ir_version=13)
    return answer(lambda: ReferenceEvaluator(model).run(None, _feeds(case))[0])


def onnxruntime(case: Case) -> Answer:
    """ONNX Runtime on the CPU, at the newest opset it takes."""
    import onnxruntime as runtime

    options = runtime.SessionOptions()
    options.log_severity_level = 4
    options.intra_op_num_threads = 1
    model = _model(case, min(case.opset, RUNTIME_OPSET), ir_version=13)

    def call() -> Any:
        session = runtime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        return session.run(None, _feeds(case))[0]

    return answer(call)


def _numpy_gemm(a: Array, b: Array, c: Any = None, alpha: float = 1.0, beta: float = 1.0, **turn: int) -> Any:
    a, b = a.T if turn.get("transA") else a, b.T if turn.get("transB") else b
    kind = a.dtype.type
    product = a @ b if alpha == 1 else kind(alpha) * (a @ b) if alpha == int(alpha) else alpha * (a @ b)
    return product if c is None else product + (kind(beta) if beta == int(beta) else beta) * c


def _numpy_mean(*x: Array) -> Any:
    return reduce(np.add, x) / x[0].dtype.type(len(x))


NUMPY: dict[str, Callable[..., Any]] = {
    "Add": np.add,
    "Sub": np.subtract,
    "Mul": np.multiply,
    "Div": lambda a, b: np.floor_divide(a, b) if a.dtype.kind in "iu" else np.divide(a, b),
    "Mod": lambda a, b, fmod=0: np.fmod(a, b) if fmod else np.mod(a, b),
    "Pow": lambda a, b: np.asarray(np.power(a, b)).astype(a.dtype) if a.dtype.kind != "i" else np.power(a, b),
    "Max": lambda *x: reduce(np.maximum, x),
    "Min": lambda *x: reduce(np.minimum, x),
    "Sum": lambda *x: reduce(np.add, x),
    "Mean": _numpy_mean,
    "Equal": np.equal,
    "Greater": np.greater,
    "GreaterOrEqual": np.greater_equal,
    "Less": np.less,
    "LessOrEqual": np.less_equal,
    "And": np.logical_and,
    "Or": np.logical_or,
    "Xor": np.logical_xor,
    "BitShift": lambda a, b, direction: np.left_shift(a, b) if direction == "LEFT" else np.right_shift(a, b),
    "BitwiseAnd": np.bitwise_and,
    "BitwiseOr": np.bitwise_or,
    "BitwiseXor": np.bitwise_xor,
    "PRelu": lambda x, slope: np.where(x < 0, slope * x, x),
    "Where": np.where,
    "Expand": lambda x, shape: np.broadcast_to(x, np.broadcast_shapes(x.shape, tuple(shape))),
    "Gemm": _numpy_gemm,
}


def numpy(case: Case) -> Answer:
    """The nearest NumPy expression."""
    return answer(lambda: NUMPY[case.operator](*map(to_array, case.inputs), **case.attributes))


def answer(call: Callable[[], Any]) -> Answer:
    """What a call answers; whatever it raises is a refusal, and whatever it warns of is its own affair."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            return to_tensor(np.asarray(call()))
        except Exception as error:
            return "lacks" if _is_lack(error) else "refuses"


def _is_lack(error: Exception) -> bool:
    return any(words in str(error) for words in ("not implemented for", "NOT_IMPLEMENTED"))


def library(case: Case) -> Answer:
    """The library itself, on its C core."""
    python_names = {"transA": "trans_a", "transB": "trans_b"}
    attributes = {python_names.get(name, name): value for name, value in case.attributes.items()}
    return answer(lambda: by_library(case.operator, *map(to_array, case.inputs), **attributes))


JUDGES: dict[str, Callable[[Case], Answer]] = {
    "isocast": library,
    "numpy": numpy,
    "reference": reference,
    "onnxruntime": onnxruntime,
}


def ask(who: str, case: Case) -> Answer:
    """A judge's answer; in a process of its own where the question may kill it."""
    if not case.may_crash or who not in ("onnxruntime", "torch"):
        return JUDGES[who](case)
    paths = [str(ROOT), str(ROOT / "src")]
    program = (
        f"import pickle, sys; sys.path[:0] = {paths!r}\n"
        "from tests.crosscheck import judges\n"
        + ("from tests.crosscheck import torch_judge\n" if who == "torch" else "")
        + "who, case = pickle.load(sys.stdin.buffer)\n"
        "sys.stdout.buffer.write(pickle.dumps(judges.JUDGES[who](case)))\n"
    )
    child = subprocess.run(
        [sys.executable, "-c", program], input=pickle.dumps((who, case)), capture_output=True, check=False
    )
    if child.returncode < 0:
        return "crashes"
    assert child.returncode == 0, child.stderr.decode()
    answer: Answer = pickle.loads(child.stdout)
    return answer


assert NEWEST > RUNTIME_OPSET
