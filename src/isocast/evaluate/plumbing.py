"""What graphs of broadcasting operators need around them: constants, shapes, conversions of types.

Each operator is a function of its attributes that returns a function of its operands. Results may be views of operands,
and are never written to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..errors import ArgumentError, Shape, ShapeError
from ..explain import too_large
from ..opsets import Signature
from ..shapes import shape_text
from ..types import ELEMENT_TYPES, element_type
from .cast import cast
from .files import to_array, type_of

Array = NDArray[Any]
Attributes = Mapping[str, Any]
Compute = Callable[..., Array]

_MAX_RANK: Final = 64  # NumPy's arrays have no more axes


def constant(signature: Signature, attributes: Attributes, folder: Path | None = None) -> Array:
    """The array a Constant stands for, read-only."""
    given = {name: value for name, value in attributes.items() if value is not None}
    if len(given) != 1:
        names = ", ".join(sorted(given)) or "none"
        raise ArgumentError(summary=f"{signature} takes one attribute with its value, not {names}", code="IC403")
    ((name, value),) = given.items()
    if name == "value":
        return to_array(value, f"attribute value of {signature}", folder)
    if name == "sparse_value":
        raise ArgumentError(summary=f"{signature} has a sparse value, and isocast takes none", code="R1", argument=name)
    array = _plain_constant(name, value)
    array.flags.writeable = False
    return array


def _plain_constant(name: str, value: Any) -> Array:
    if name.startswith("value_string"):
        texts = [value] if name == "value_string" else list(value)
        array = np.empty(len(texts), object)
        array[:] = [text.decode(errors="replace") if isinstance(text, bytes) else text for text in texts]
        return array.reshape(()) if name == "value_string" else array
    return np.array(value, np.int64 if name.startswith("value_int") else np.float32)


def make(signature: Signature, attributes: Attributes, folder: Path | None = None) -> Compute:
    """The function that computes an operator of `PLUMBING` with these attributes."""
    return PLUMBING[signature.name](signature, attributes, folder)


def _identity(_signature: Signature, _attributes: Attributes, _folder: Path | None) -> Compute:
    return lambda x: x


def _cast(signature: Signature, attributes: Attributes, _folder: Path | None) -> Compute:
    to = attributes["to"]
    if isinstance(to, str):  # opset 1 wrote the name of the type
        found = ELEMENT_TYPES.get(to.lower())
        if found is None or not found.onnx:
            raise ArgumentError(
                summary=f"{signature} takes the name of a type as attribute to, not {to!r}", code="IC403"
            )
    else:
        found = type_of(to, f"attribute to of {signature}")
    return lambda x: cast(x, found)


def _cast_like(_signature: Signature, _attributes: Attributes, _folder: Path | None) -> Compute:
    return lambda x, like: cast(x, element_type(like))


def _constant_of_shape(signature: Signature, attributes: Attributes, folder: Path | None) -> Compute:
    proto = attributes["value"]
    value = np.zeros(1, np.float32) if proto is None else to_array(proto, f"attribute value of {signature}", folder)
    if value.size != 1:
        raise ArgumentError(summary=f"{signature} takes a value of one element, not {value.size}", code="IC403")

    def compute(shape: Array) -> Array:
        sizes = _one_axis(signature, "input", shape)
        if any(size < 0 for size in sizes):
            raise _shape_error(signature, f"a negative size in {shape_text(sizes)}")
        if prod(max(size, 1) for size in sizes) * value.itemsize >= 2**63:
            raise too_large("ConstantOfShape", sizes, prod(sizes) * value.itemsize)
        return np.broadcast_to(value.reshape(()), sizes)

    return compute


def _shape(_signature: Signature, attributes: Attributes, _folder: Path | None) -> Compute:
    start, end = attributes.get("start") or 0, attributes.get("end")
    return lambda x: np.array(x.shape[start:end], np.int64)


def _reshape(signature: Signature, attributes: Attributes, _folder: Path | None) -> Compute:
    keeps_zero = bool(attributes.get("allowzero"))
    if "shape" in attributes:  # opset 1
        sizes = tuple(attributes["shape"] or ())
        return lambda x: x.reshape(_target(signature, x.shape, sizes, keeps_zero))
    return lambda x, shape: x.reshape(_target(signature, x.shape, _one_axis(signature, "shape", shape), keeps_zero))


def _target(signature: Signature, shape: Shape, wanted: Shape, keeps_zero: bool) -> Shape:
    """The shape a Reshape asks for, its 0 and -1 replaced by sizes."""
    if any(size < -1 for size in wanted) or wanted.count(-1) > 1:
        raise _shape_error(signature, f"{shape_text(wanted)}: sizes are at least 0, but for one -1")
    if keeps_zero and {0, -1} <= set(wanted):
        raise _shape_error(signature, f"{shape_text(wanted)}: with allowzero, 0 and -1 cannot stand together")
    if not keeps_zero and any(size == 0 and axis >= len(shape) for axis, size in enumerate(wanted)):
        raise _shape_error(signature, f"{shape_text(wanted)}: a 0 copies a size, and the input has {len(shape)} axes")
    sizes = wanted if keeps_zero else tuple(size or shape[axis] for axis, size in enumerate(wanted))
    elements, known = prod(shape), prod(size for size in sizes if size >= 0)
    if -1 in sizes and known and elements % known == 0:
        sizes = tuple(elements // known if size < 0 else size for size in sizes)
    if -1 in sizes or prod(sizes) != elements or len(sizes) > _MAX_RANK:
        raise _shape_error(signature, f"{shape_text(wanted)}: the input {shape_text(shape)} has {elements} elements")
    return sizes


def _squeeze(signature: Signature, attributes: Attributes, _folder: Path | None) -> Compute:
    def squeeze(x: Array, axes: Sequence[int] | None) -> Array:
        places = [axis for axis, size in enumerate(x.shape) if size == 1]
        if axes is not None:
            places = _places(signature, axes, x.ndim)
            thick = [axis for axis in places if x.shape[axis] != 1]
            if thick:
                raise _shape_error(signature, f"axis {thick[0]} of {shape_text(x.shape)}, which is not of size 1")
        return np.squeeze(x, tuple(places))

    return _with_axes(signature, attributes, squeeze)


def _unsqueeze(signature: Signature, attributes: Attributes, _folder: Path | None) -> Compute:
    def unsqueeze(x: Array, axes: Sequence[int] | None) -> Array:
        rank = x.ndim + len(axes or ())
        if rank > _MAX_RANK:
            raise _shape_error(signature, f"{rank} axes, more than the {_MAX_RANK} that NumPy's arrays can have")
        return np.expand_dims(x, tuple(_places(signature, axes or (), rank)))

    return _with_axes(signature, attributes, unsqueeze)


def _with_axes(signature: Signature, attributes: Attributes, compute: Callable[..., Array]) -> Compute:
    """Axes were an attribute before opset 13, and are an operand since."""
    if "axes" in attributes:
        axes = attributes["axes"]
        return lambda x: compute(x, axes)
    return lambda x, axes=None: compute(x, None if axes is None else _one_axis(signature, "axes", axes))


def _places(signature: Signature, axes: Sequence[int], rank: int) -> list[int]:
    lowest = 0 if signature.since < 11 else -rank
    wrong = [axis for axis in axes if not lowest <= axis < rank]
    if wrong:
        raise _shape_error(signature, f"axis {wrong[0]}, where axes go from {lowest} to {rank - 1}")
    places = [axis % rank for axis in axes]
    if len(set(places)) < len(places):
        raise _shape_error(signature, f"axes {list(axes)}, which name an axis twice")
    return places


def _one_axis(signature: Signature, name: str, array: Array) -> Shape:
    if array.ndim > 1:
        raise ShapeError(summary=f"{signature} takes {name} with 1 axis, not {array.ndim}", code="IC406", argument=name)
    return tuple(array.reshape(-1).tolist())


def _shape_error(signature: Signature, what: str) -> ShapeError:
    return ShapeError(summary=f"{signature} cannot take {what}", code="IC406")


PLUMBING: Final[Mapping[str, Callable[[Signature, Attributes, Path | None], Compute]]] = {
    "Identity": _identity,
    "Cast": _cast,
    "CastLike": _cast_like,
    "ConstantOfShape": _constant_of_shape,
    "Shape": _shape,
    "Reshape": _reshape,
    "Squeeze": _squeeze,
    "Unsqueeze": _unsqueeze,
}
"""Operators that are functions of their operands; Constant has none, If and Loop have graphs."""
