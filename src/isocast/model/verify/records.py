"""Tensors as a verification records them: type, shape and a hash of the elements; and where two first differ."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from onnx.helper import np_dtype_to_tensor_dtype

from ..values import element_name
from ..verdicts import Tensor

Array = NDArray[Any]
_UNSIGNED: Final = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}


def record(name: str, value: Any, source: str = "") -> list[Tensor]:
    """What is recorded of a value: one tensor, or those of a sequence one by one; an absent optional has none.

    >>> record("x", np.array([1], np.int8))[0].type
    'int8'
    """
    if value is None:
        return []
    if isinstance(value, list | tuple):
        rows = [record(f"{name}[{number}]", part, source) for number, part in enumerate(value)]
        return [row for part in rows for row in part]
    if isinstance(value, dict):
        rows = [record(f"{name}[{key!r}]", np.asarray(part), source) for key, part in sorted(value.items())]
        return [row for part in rows for row in part]
    array = np.asarray(value)
    return [Tensor(name, type_name(array), tuple(map(int, array.shape)), digest(array), source)]


def type_name(array: Array) -> str:
    """The ONNX name of an array's element type."""
    if array.dtype.kind in "OUS":
        return "string"
    return element_name(np_dtype_to_tensor_dtype(array.dtype))


def digest(array: Array) -> str:
    """The sha256 of the elements in row-major order, little-endian; strings as UTF-8, each after its length and `:`.

    >>> digest(np.array(["a", ""], object)) == sha256(b"1:a0:").hexdigest()
    True
    """
    hashed = sha256()
    if array.dtype.kind in "OUS":
        for text in array.reshape(-1):
            data = text if isinstance(text, bytes) else str(text).encode("utf-8", "surrogateescape")
            hashed.update(b"%d:" % len(data) + data)
        return hashed.hexdigest()
    flat = np.ascontiguousarray(array).reshape(-1)
    if flat.dtype.byteorder == ">" or (flat.dtype.byteorder == "=" and _IS_BIG):
        flat = flat.astype(flat.dtype.newbyteorder("<"))
    hashed.update(flat.view(np.uint8).data if flat.size else b"")
    return hashed.hexdigest()


_IS_BIG: Final = np.dtype(np.int32).newbyteorder(">") == np.dtype(np.int32)


def first_difference(name: str, a: Any, b: Any) -> str:
    """Where two outputs first differ; empty if they are equal, bit for bit."""
    if isinstance(a, list | tuple) and isinstance(b, list | tuple) and len(a) == len(b):
        parts = (first_difference(f"{name}[{at}]", one, b[at]) for at, one in enumerate(a))
        return next(filter(None, parts), "")
    kinds = [type(value) if isinstance(value, list | tuple | dict | None) else np.ndarray for value in (a, b)]
    if kinds[0] is not np.ndarray or kinds[1] is not np.ndarray:
        return "" if kinds[0] is kinds[1] and record(name, a) == record(name, b) else f'"{name}" is another value'
    one, other = np.asarray(a), np.asarray(b)
    if type_name(one) != type_name(other):
        return f'"{name}" is {type_name(other)}, not {type_name(one)}'
    if one.shape != other.shape:
        return f'"{name}" has shape {list(other.shape)}, not {list(one.shape)}'
    return _first_element(name, one, other)


def _first_element(name: str, a: Array, b: Array) -> str:
    if a.dtype.kind in "OUS":
        differs = np.array([x != y for x, y in zip(a.reshape(-1), b.reshape(-1), strict=True)], bool)
    else:
        differs = (_bits(a) != _bits(b)).reshape(a.size, -1).any(axis=1) if a.size else np.zeros(0, bool)
    if not differs.any():
        return ""
    at = int(differs.argmax())
    index = [int(i) for i in np.unravel_index(at, a.shape)] if a.shape else []
    old, new = a.reshape(-1)[at], b.reshape(-1)[at]
    most = f", {int(differs.sum())} of {a.size} elements differ{_largest(a, b)}"
    return f'"{name}" at {index} is {new}, not {old}{most}'


def _bits(array: Array) -> Array:
    flat = np.ascontiguousarray(array).reshape(-1)
    return flat.view(_UNSIGNED.get(flat.dtype.itemsize, np.uint64))  # a complex128 is two of them


def _largest(a: Array, b: Array) -> str:
    """By how much floats differ at most."""
    if a.dtype.kind == "f" or "float" in a.dtype.name:
        with np.errstate(all="ignore"):
            distance = np.abs(a.astype(np.float64) - b.astype(np.float64))
        finite = distance[np.isfinite(distance)]
        return f", by at most {finite.max():.3g}" if finite.size and finite.max() > 0 else " in their bits alone"
    return ""
