"""PyTorch as a judge. Apart from the others, because it is a large thing to install: `make crosscheck` does."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np
import torch

from tests.crosscheck import judges
from tests.crosscheck.cases import Case
from tests.tensors import to_array


def _torch(case: Case, place: int) -> Any:
    made = to_array(case.inputs[place])
    if case.inputs[place].type == "bfloat16":
        return torch.from_numpy(made.view(np.int16).copy()).view(torch.bfloat16)
    return torch.from_numpy(made.copy())


def _back(given: Any) -> Any:
    if given.dtype == torch.bfloat16:
        import ml_dtypes

        return given.contiguous().view(torch.int16).numpy().view(ml_dtypes.bfloat16)
    return given.numpy()


def _gemm(a: Any, b: Any, c: Any = None, alpha: float = 1.0, beta: float = 1.0, **turn: int) -> Any:
    a, b = a.T if turn.get("transA") else a, b.T if turn.get("transB") else b
    if not a.dtype.is_floating_point:
        alpha, beta = int(alpha), int(beta)
    if c is None:
        return a @ b if alpha == 1 else alpha * (a @ b)
    return torch.addmm(c, a, b, alpha=alpha, beta=beta)


TORCH: dict[str, Callable[..., Any]] = {
    "Add": torch.add,
    "Sub": torch.sub,
    "Mul": torch.mul,
    "Div": lambda a, b: torch.div(a, b) if a.dtype.is_floating_point else torch.div(a, b, rounding_mode="trunc"),
    "Mod": lambda a, b, fmod=0: torch.fmod(a, b) if fmod else torch.remainder(a, b),
    "Pow": lambda a, b: torch.pow(a, b).to(a.dtype) if a.dtype.is_floating_point else torch.pow(a, b),
    "Max": lambda *x: reduce(torch.maximum, x),
    "Min": lambda *x: reduce(torch.minimum, x),
    "Sum": lambda *x: reduce(torch.add, x),
    "Mean": lambda *x: reduce(torch.add, x) / len(x),
    "Equal": torch.eq,
    "Greater": torch.gt,
    "GreaterOrEqual": torch.ge,
    "Less": torch.lt,
    "LessOrEqual": torch.le,
    "And": torch.logical_and,
    "Or": torch.logical_or,
    "Xor": torch.logical_xor,
    "BitShift": lambda a, b, direction: (
        torch.bitwise_left_shift(a, b) if direction == "LEFT" else torch.bitwise_right_shift(a, b)
    ),
    "BitwiseAnd": torch.bitwise_and,
    "BitwiseOr": torch.bitwise_or,
    "BitwiseXor": torch.bitwise_xor,
    "PRelu": lambda x, slope: torch.where(x < 0, slope * x, x),
    "Where": torch.where,
    "Expand": lambda x, shape: x.expand(torch.broadcast_shapes(x.shape, tuple(shape.tolist()))),
    "Gemm": _gemm,
}


def pytorch(case: Case) -> judges.Answer:
    """The nearest PyTorch expression."""
    if any(given.type == "string" for given in case.inputs):
        return "lacks"
    operands = [_torch(case, place) for place in range(len(case.inputs))]
    return judges.answer(lambda: _back(TORCH[case.operator](*operands, **case.attributes)))


judges.JUDGES["torch"] = pytorch
