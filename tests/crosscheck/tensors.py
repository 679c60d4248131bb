"""Tensors of the specification as NumPy arrays and back, and when two of them count as equal."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from isocast.spec import Tensor
from isocast.spec.literals import COMPLEX
from isocast.spec.numbers import FORMATS
from isocast.types import ELEMENT_TYPES

Array = NDArray[Any]
BY_DTYPE = {row.numpy: name for name, row in ELEMENT_TYPES.items() if row.numpy != np.dtype(object)}


def array(tensor: Tensor) -> Array:
    """A NumPy array with the bits of a tensor; strings become an object array."""
    dtype = ELEMENT_TYPES[tensor.type].numpy
    if tensor.type in FORMATS:
        patterns = np.array(tensor.values, f"u{dtype.itemsize}")
        return patterns.view(dtype).reshape(tensor.shape)
    if tensor.type in COMPLEX:
        halves = np.array(tensor.values, f"u{dtype.itemsize // 2}").reshape(-1)
        return halves.view(dtype).reshape(tensor.shape)
    made = np.empty(len(tensor.values), dtype)
    made[:] = tensor.values
    return made.reshape(tensor.shape)


def tensor(given: Any) -> Tensor:
    """The tensor with the bits of an array."""
    made = np.asarray(given)
    kind = BY_DTYPE.get(made.dtype, "string")
    flat = np.ascontiguousarray(made).reshape(-1)
    if kind in FORMATS:
        return Tensor(made.shape, tuple(flat.view(f"u{made.itemsize}").tolist()), kind)
    if kind in COMPLEX:
        halves = flat.view(f"u{made.itemsize // 2}").reshape(-1, 2)
        return Tensor(made.shape, tuple(map(tuple, halves.tolist())), kind)
    values = map(str, flat.tolist()) if kind == "string" else flat.tolist()
    return Tensor(made.shape, tuple(values), kind)


def same(ours: Tensor, theirs: Tensor, ulps: int = 0, bit_copy: bool = False, either_zero: bool = False) -> bool:
    """Whether two tensors are equal: type, shape and bits; unless bits are copied, all NaNs are alike."""
    if (ours.type, ours.shape) != (theirs.type, theirs.shape):
        return False
    if ours.type not in FORMATS or bit_copy:
        return ours.values == theirs.values
    pairs = zip(cast(Any, ours.values), cast(Any, theirs.values), strict=True)
    return all(_same_float(ours.type, a, b, ulps, either_zero) for a, b in pairs)


def _same_float(kind: str, a: int, b: int, ulps: int, either_zero: bool) -> bool:
    layout = FORMATS[kind]
    if layout.is_nan(a) or layout.is_nan(b):
        return layout.is_nan(a) and layout.is_nan(b)
    if either_zero and layout.is_zero(a) and layout.is_zero(b):
        return True
    return layout.is_negative(a) == layout.is_negative(b) and abs(a - b) <= ulps
