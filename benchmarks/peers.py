"""The contenders of a cell: isocast and its peers, each called the way its own users get the most out of it.

One contract for all: every call makes a fresh result from operands that are already in the contender's own form.
Where a contender has several ways to do the work, all are given, and the quickest is measured.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import iadd, itruediv
from typing import Any, Final

import numpy as np

from .grid import NON_CONTIGUOUS, Cell
from .onnx_peer import onnxruntime_forms
from .operands import Array, result_shape
from .timing import Contender

_OURS: Final = {"And": "and_", "PRelu": "prelu"}
_NUMPY: Final[dict[str, tuple[str, ...]]] = {
    "Add": ("np.add(a, b)",),
    "Mul": ("np.multiply(a, b)",),
    "Pow": ("np.power(a, b)",),
    "Max": ("np.maximum(a, b)",),
    "Greater": ("np.greater(a, b)",),
    "Equal": ("np.equal(a, b)",),
    "And": ("np.logical_and(a, b)", "np.bitwise_and(a, b)"),
    "Where": ("np.where(a, b, c)",),
    "Sum": ("a + b + c", "iadd(a + b, c)"),
    "Mean": ("(a + b + c) / three", "itruediv(iadd(a + b, c), three)"),
    "PRelu": ("np.where(a < 0, a * b, a)",),
    "Expand": ("np.broadcast_to(a, shape).copy()", "np.ascontiguousarray(np.broadcast_to(a, shape))"),
    "Gemm": ("a @ b + c",),
}
_TORCH: Final[dict[str, tuple[str, ...]]] = {
    "Add": ("torch.add(a, b)",),
    "Mul": ("torch.mul(a, b)",),
    "Pow": ("torch.pow(a, b)",),
    "Max": ("torch.maximum(a, b)",),
    "Greater": ("torch.gt(a, b)",),
    "Equal": ("torch.eq(a, b)",),
    "And": ("torch.logical_and(a, b)", "torch.bitwise_and(a, b)"),
    "Where": ("torch.where(a, b, c)",),
    "Sum": ("a + b + c", "torch.add(a, b).add_(c)"),
    "Mean": ("(a + b + c) / 3", "torch.add(a, b).add_(c).div_(3)"),
    "PRelu": ("torch.where(a < 0, a * b, a)",),
    "Expand": ("a.expand(shape).contiguous()", "a.expand(shape).clone(memory_format=contiguous)"),
    "Gemm": ("torch.addmm(c, a, b)",),
}


def _isocast(cell: Cell, arrays: tuple[Array, ...]) -> list[Contender]:
    import isocast

    names = _named(arrays) | {"f": getattr(isocast, _OURS.get(cell.operator, cell.operator.lower()))}
    if cell.operator == "Expand":
        return [Contender("isocast", "f(a, shape)", names | {"shape": result_shape(cell)})]
    return [Contender("isocast", f"f({', '.join(_named(arrays))})", names)]


def _numpy(cell: Cell, arrays: tuple[Array, ...]) -> list[Contender]:
    names = _named(arrays) | {"np": np, "shape": result_shape(cell), "three": arrays[0].dtype.type(3)}
    names |= {"iadd": iadd, "itruediv": itruediv}
    statements = _NUMPY.get(cell.operator) or (
        ("np.floor_divide(a, b)",) if cell.type.startswith("int") else ("np.divide(a, b)",)
    )
    return [Contender("numpy", statement, dict(names)) for statement in statements]


def _torch(cell: Cell, arrays: tuple[Array, ...]) -> list[Contender]:
    import torch

    tensors = tuple(torch.from_numpy(array) for array in arrays)
    names = _named(tensors) | {"torch": torch, "shape": result_shape(cell), "contiguous": torch.contiguous_format}
    statements = _TORCH.get(cell.operator) or (
        ('torch.div(a, b, rounding_mode="trunc")',) if cell.type.startswith("int") else ("torch.div(a, b)",)
    )
    if cell.operator == "PRelu" and cell.pattern in ("scalar", "nchw-bias") and arrays[0].ndim > 0:
        names["slope"] = tensors[1].reshape(-1)
        statements = (*statements, "torch.nn.functional.prelu(a, slope)")
    return [Contender("torch", statement, dict(names)) for statement in statements]


def _named(values: tuple[Any, ...]) -> dict[str, Any]:
    return dict(zip("abc", values, strict=False))


def _onnxruntime(cell: Cell, arrays: tuple[Array, ...]) -> list[Contender]:
    return onnxruntime_forms(cell, arrays, copies_first=cell.pattern in NON_CONTIGUOUS)


_FORMS: Final[dict[str, Callable[[Cell, tuple[Array, ...]], list[Contender]]]] = {
    "isocast": _isocast,
    "numpy": _numpy,
    "onnxruntime": _onnxruntime,
    "torch": _torch,
}
PEERS: Final = tuple(name for name in _FORMS if name != "isocast")


def forms(who: str, cell: Cell, arrays: tuple[Array, ...]) -> list[Contender]:
    """Every way `who` can do a cell's work and does it; none where the contender lacks the operator or the type."""
    try:
        found = _FORMS[who](cell, arrays)
    except Exception as error:
        if who == "isocast":
            raise
        _note_refusal(who, cell, error)
        return []
    return [form for form in found if _runs(form, cell)]


refusals: dict[str, str] = {}


def _note_refusal(who: str, cell: Cell, error: Exception) -> None:
    refusals[f"{who} {cell.operator} {cell.type}"] = str(error).splitlines()[0][:200]


def _runs(form: Contender, cell: Cell) -> bool:
    try:
        form.result()
    except Exception as error:
        if form.who == "isocast":
            raise
        _note_refusal(form.who, cell, error)
        return False
    return True


def set_threads(threads: int) -> None:
    """Gives every contender that has threads the same number of them."""
    import torch

    import isocast

    from .onnx_peer import use_threads

    isocast.set_num_threads(threads)
    torch.set_num_threads(threads)
    use_threads(threads)
