"""Tensors of the specification as NumPy arrays and back, bit for bit."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..spec.literals import COMPLEX
from ..spec.numbers import FORMATS
from ..spec.tensor import Tensor
from ..types import ELEMENT_TYPES

Array = NDArray[Any]
_NAMES: Final = {row.numpy: name for name, row in ELEMENT_TYPES.items() if row.numpy != np.dtype(object)}


def to_array(tensor: Tensor) -> Array:
    """A NumPy array with the bits of a tensor; strings become an object array.

    >>> to_array(Tensor((2,), (0x3F800000, 0x80000000), "float"))
    array([ 1., -0.], dtype=float32)
    """
    dtype = ELEMENT_TYPES[tensor.type].numpy
    if tensor.type in FORMATS:
        return np.array(tensor.values, f"u{dtype.itemsize}").view(dtype).reshape(tensor.shape)
    if tensor.type in COMPLEX:
        halves = np.array(tensor.values, f"u{dtype.itemsize // 2}").reshape(-1)
        return halves.view(dtype).reshape(tensor.shape)
    made = np.empty(len(tensor.values), dtype)
    made[:] = tensor.values
    return made.reshape(tensor.shape)


def to_tensor(given: Any) -> Tensor:
    """The tensor with the bits of an array; a TypeError for an array of no ONNX type.

    >>> to_tensor(np.array([True, False]))
    Tensor(shape=(2,), values=(True, False), type='bool')
    """
    array = np.asarray(given)
    if isinstance(array.dtype, np.dtypes.StringDType) or array.dtype.kind in "OU":
        return Tensor(array.shape, tuple(map(_text, array.reshape(-1).tolist())), "string")
    kind = _NAMES.get(array.dtype.newbyteorder("="))
    if kind is None:
        raise TypeError(f"an array of {array.dtype}, which is no ONNX type")
    flat = np.ascontiguousarray(array.astype(array.dtype.newbyteorder("="), copy=False)).reshape(-1)
    if kind in FORMATS:
        return Tensor(array.shape, tuple(flat.view(f"u{array.itemsize}").tolist()), kind)
    if kind in COMPLEX:
        halves = flat.view(f"u{array.itemsize // 2}").reshape(-1, 2)
        return Tensor(array.shape, tuple(map(tuple, halves.tolist())), kind)
    return Tensor(array.shape, tuple(flat.tolist()), kind)


def _text(value: object) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    if not isinstance(value, str):
        raise TypeError(f"an object array that holds {type(value).__name__}, not strings")
    return value
