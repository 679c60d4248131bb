"""The contenders of a cell: isocast and its peers, each called the way its own users get the most out of it.

One contract for all: every call makes a fresh result from operands that are already in the contender's own form.
Where a contender has several ways to do the work, all are given, and the quickest is measured.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import iadd, itruediv
from typing import Any, Final

import ml_dtypes
import numpy as np

from .grid import NON_CONTIGUOUS, Cell
from .onnx_peer import onnxruntime_forms
from .operands import Array, attributes, result_shape
from .statements import numpy_statements, torch_statements
from .timing import Contender

_OURS: Final = {
    **{"And": "and_", "Or": "or_", "BitShift": "bit_shift", "GreaterOrEqual": "greater_or_equal"},
    **{"LessOrEqual": "less_or_equal"},
    **{f"Bitwise{name}": f"bitwise_{name.lower()}" for name in ("And", "Or", "Xor")},
}


def _isocast(cell: Cell, arrays: tuple[Array, ...]) -> list[Contender]:
    import isocast

    names = _named(arrays) | {"f": getattr(isocast, _OURS.get(cell.operator, cell.operator.lower()))}
    if cell.operator == "Expand":
        return [Contender("isocast", "f(a, shape)", names | {"shape": result_shape(cell)})]
    said = ", ".join([*_named(arrays), *(f"{name}={value!r}" for name, value in attributes(cell).items())])
    return [Contender("isocast", f"f({said})", names)]


def _numpy(cell: Cell, arrays: tuple[Array, ...]) -> list[Contender]:
    names = _named(arrays) | {"np": np, "shape": result_shape(cell), "three": arrays[0].dtype.type(3)}
    names |= {"iadd": iadd, "itruediv": itruediv}
    return [Contender("numpy", statement, dict(names)) for statement in numpy_statements(cell)]


def _torch(cell: Cell, arrays: tuple[Array, ...]) -> list[Contender]:
    import torch

    tensors = tuple(_tensor(array) for array in arrays)
    names = _named(tensors) | {"torch": torch, "shape": result_shape(cell), "contiguous": torch.contiguous_format}
    statements = torch_statements(cell)
    if cell.operator == "PRelu" and cell.pattern in ("scalar", "nchw-bias") and arrays[0].ndim > 0:
        names["slope"] = tensors[1].reshape(-1)
        statements = (*statements, "torch.nn.functional.prelu(a, slope)")
    return [Contender("torch", statement, dict(names)) for statement in statements]


def _tensor(array: Array) -> Any:
    import torch

    if array.dtype != ml_dtypes.bfloat16:
        return torch.from_numpy(array)
    return torch.from_numpy(array.view(np.uint16)).view(torch.bfloat16)


def from_bfloat16_tensor(tensor: Any) -> Array:
    """A tensor of a type that PyTorch gives to NumPy only as words of another."""
    import torch

    array: Array = tensor.view(torch.uint16).numpy().view(ml_dtypes.bfloat16)
    return array


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
