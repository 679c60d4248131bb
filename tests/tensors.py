"""NumPy arrays to the oracle's tensors and back, arrays in every layout, and the values worth trying."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from isocast.spec import Tensor
from isocast.spec.numbers import FORMATS
from isocast.types import ELEMENT_TYPES, element_type

Array = NDArray[Any]

LAYOUTS = ("plain", "reversed", "fortran", "stepped", "unaligned", "swapped", "read-only", "stretched")
_NAN_KINDS = "fcV"


def to_tensor(array: Array) -> Tensor:
    """The tensor an array is: floats as bit patterns, complex numbers as pairs of them."""
    kind = element_type(array)
    native = array.astype(array.dtype.newbyteorder("="))
    if kind.kind == "float":
        values: Any = native.view(f"u{native.itemsize}").ravel().tolist() if native.size else []
    elif kind.kind == "complex":
        halves = native.reshape(-1).view(f"u{native.itemsize // 2}").tolist()
        values = list(zip(halves[::2], halves[1::2], strict=True))
    else:
        values = native.ravel().tolist()
    return Tensor(array.shape, tuple(values), kind.name)


def to_array(tensor: Tensor) -> Array:
    """The array of a tensor."""
    kind = ELEMENT_TYPES[tensor.type]
    if kind.kind == "float":
        flat = np.array(tensor.values, f"u{kind.numpy.itemsize}").view(kind.numpy)
    elif kind.kind == "complex":
        halves = [half for pair in tensor.values for half in pair]  # type: ignore[attr-defined]
        flat = np.array(halves, f"u{kind.numpy.itemsize // 2}").view(kind.numpy)
    else:
        flat = np.empty(len(tensor.values), kind.numpy)
        flat[:] = tensor.values
    return flat.reshape(tensor.shape)


def differences(ours: Array, theirs: Array, ulps: int = 0) -> list[int]:
    """The flat indices at which two arrays differ in a bit, or in more than `ulps` steps; all NaNs are alike."""
    assert ours.shape == theirs.shape
    assert ours.dtype == theirs.dtype
    if ours.dtype.kind == "O":
        return [i for i, (a, b) in enumerate(zip(ours.flat, theirs.flat, strict=True)) if a != b]
    a, b = (np.ascontiguousarray(array).reshape(-1) for array in (ours, theirs))
    if a.dtype.kind == "c":
        a, b = (array.view(f"f{array.itemsize // 2}") for array in (a, b))
    both_nan = np.isnan(a) & np.isnan(b) if a.dtype.kind in _NAN_KINDS else np.zeros(a.shape, bool)
    x, y = (array.view(f"u{array.itemsize}") for array in (a, b))
    near = _apart(x, y) <= ulps if ulps else x == y
    return [int(i) for i in np.flatnonzero(~(near | both_nan))]


def _apart(x: Array, y: Array) -> Array:
    """How many floats lie between two bit patterns; far apart where the signs differ."""
    distance = np.maximum(x, y) - np.minimum(x, y)
    sign = 1 << (8 * x.itemsize - 1)
    zeros = ((x | y) & (sign - 1)) == 0
    return np.where(zeros, 0, distance)


def assert_same(ours: Array, theirs: Array, ulps: int = 0) -> None:
    """Fails with the first place where the arrays differ."""
    found = differences(ours, theirs, ulps)
    if found:
        index = found[0]
        raise AssertionError(f"{len(found)} differ, first at {index}: {ours.flat[index]!r}, not {theirs.flat[index]!r}")


def laid_out(array: Array, layout: str) -> Array:
    """An array with the same elements, kept in memory in another way."""
    if layout == "reversed":
        backwards = (..., *(slice(None, None, -1) for _ in array.shape))
        return array[backwards].copy()[backwards]
    if layout in ("stepped", "stretched") and array.ndim == 64:
        return array  # NumPy has no axis left to lay it out with
    if layout == "fortran":
        return array.copy(order="F")
    if layout == "stepped":
        wide = np.zeros((*array.shape, 3), array.dtype)
        wide[..., 1] = array
        return wide[..., 1]
    if layout == "unaligned":
        room = np.zeros(array.nbytes + 1, np.uint8)
        moved = np.ndarray(array.shape, array.dtype, room.data, 1)
        moved[...] = array
        return moved
    if layout == "swapped" and array.dtype != ml_dtypes.bfloat16:
        return array.astype(array.dtype.newbyteorder("S"))
    if layout == "read-only":
        array = array.copy()
        array.flags.writeable = False
    if layout == "stretched":
        return np.broadcast_to(array, (2, *array.shape))[1, ...]
    return array


def interesting(type_: str) -> Array:
    """Values of a type at its borders: zeros, ones, the smallest and largest, infinities and NaNs, of both signs."""
    kind = ELEMENT_TYPES[type_]
    if kind.kind in ("int", "uint"):
        limits = np.iinfo(kind.numpy)
        near = [0, 1, 2, 3, 7, 8, 10, 63, 64, limits.max // 2, limits.max - 1, limits.max, limits.min, limits.min + 1]
        near += [-1, -2, -3, -7, -8] if kind.kind == "int" else []
        return np.array([value for value in near if limits.min <= value <= limits.max], kind.numpy)
    if kind.kind == "bool":
        return np.array([False, True])
    if kind.kind == "complex":
        half = interesting("float" if type_ == "complex64" else "double")
        return _complex(half, kind.numpy)
    if kind.kind == "string":
        return np.array(["", "a", "b", "é", "e\u0301", "a\0b", "long enough to be elsewhere"], object)
    layout = FORMATS[type_]
    hidden, one = 1 << layout.fraction_bits, layout.bias << layout.fraction_bits
    sizes = [0, 1, hidden - 1, hidden, one - 1, one, one + 1, one + hidden // 2, one + hidden, one + 3 * hidden // 2]
    sizes += [one + 5 * hidden, layout.infinity - 1, layout.infinity, layout.nan]
    patterns = [layout.signed(size, negative) for size in sizes for negative in (False, True)]
    return np.array(patterns, f"u{layout.width // 8}").view(kind.numpy)


def _complex(half: Array, dtype: np.dtype[Any]) -> Array:
    pairs = np.stack([half, half[::-1]], axis=-1)
    return np.ascontiguousarray(pairs).view(dtype)[..., 0]


def some_values(type_: str, shape: tuple[int, ...], seed: int) -> Array:
    """An array of interesting and of ordinary values."""
    rng = np.random.default_rng(seed)
    special, kind = interesting(type_), ELEMENT_TYPES[type_]
    picked = rng.choice(special, shape)
    if kind.kind == "float":
        ordinary = (rng.standard_normal(shape) * 4).astype(kind.numpy)
        picked = np.where(rng.random(shape) < 0.5, picked, ordinary)
    elif kind.kind in ("int", "uint"):
        ordinary = rng.integers(0, 12, shape).astype(kind.numpy)
        picked = np.where(rng.random(shape) < 0.5, picked, ordinary)
    return np.asarray(picked)
