"""Whatever people hand over as a tensor, as a NumPy array that shares its memory.

NumPy arrays, tensors of other libraries on the CPU (DLPack, or `__array__`), and in the onnx profile Python numbers and
lists. Subclasses of `numpy.ndarray`, `numpy.matrix` among them, are read as the plain arrays they are made of; a masked
array is refused, because its mask would be lost. Must not import `ops` or anything below it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _native
from .clauses import rule
from .errors import ArgumentError, ProfileError, TypeMismatchError
from .shapes import Profile
from .types import element_type

_DLPACK_CPU = 1
_LITERALS = (bool, int, float, complex, Fraction, list, tuple, np.generic)


def as_array(value: Any, argument: str = "tensor", profile: Profile = "onnx") -> NDArray[Any]:
    """The array behind a tensor, never a copy of one; `argument` is what an error calls it.

    >>> as_array([[1, 2], [3, 4]]).shape
    (2, 2)

    Clauses: R1, strict-explicit, schema-types, B9
    """
    if type(value) is np.ndarray:
        array = value
    elif isinstance(value, np.ndarray):
        array = _plain(value, argument)
    elif isinstance(value, _LITERALS):
        array = _literal(value, argument, profile)
    else:
        array = _foreign(value, argument)
    element_type(array, argument)
    return array


def _plain(value: NDArray[Any], argument: str) -> NDArray[Any]:
    if isinstance(value, np.ma.MaskedArray):
        raise _refused(
            argument, "is a masked array, and its mask would be lost", "fill it first, with its method filled"
        )
    return value.view(np.ndarray)


def _literal(value: Any, argument: str, profile: Profile) -> NDArray[Any]:
    """The array a Python number, a list or a NumPy scalar stands for: NumPy's choice of type, if it loses nothing.

    Clauses: strict-explicit
    """
    kind = type(value).__name__
    if profile == "sonnx":
        raise ProfileError(
            summary=f"{argument} is of type {kind}, not a tensor",
            code="strict-explicit",
            rule=rule("strict-explicit"),
            help="give an array of an explicit type, such as numpy.array(x, numpy.float32)",
            argument=argument,
        )
    try:
        array = np.asarray(value)
    except ValueError as error:
        found = f"is a {kind} that no tensor has the shape of: ragged, or nested too deeply"
        raise _refused(argument, found, "give every row the same length") from error
    except Exception as error:  # elements are anybody's objects, and raise what they like
        found = f"is a {kind} whose elements make no array: {error}"
        raise _refused(argument, found, "give numbers, strings or NumPy arrays") from error
    mixed = {_sort_of(leaf) for leaf in _leaves(value)}
    if len(mixed) > 1 and mixed != {"integer", "number"}:
        raise _refused(argument, f"mixes {' and '.join(sorted(mixed))} elements", "give all elements one type")
    if mixed == {"integer"} and array.dtype.kind not in "iu":
        found = "holds integers that no 64-bit type takes"
        raise _refused(argument, found, "for exact numbers give an object array: numpy.array(x, object)")
    return array


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, list | tuple):
        for item in value:
            yield from _leaves(item)
    else:
        yield value


def _sort_of(leaf: Any) -> str:
    # An array in a list counts for its elements.
    kind = leaf.dtype.kind if isinstance(leaf, np.ndarray | np.generic) else ""
    if isinstance(leaf, bool) or kind == "b":
        return "boolean"
    if isinstance(leaf, str) or kind in ("U", "T"):
        return "string"
    return "integer" if isinstance(leaf, int) or kind in ("i", "u") else "number"


def _foreign(value: Any, argument: str) -> NDArray[Any]:
    """The array that shares the memory of another library's tensor.

    Clauses: R1
    """
    if _is_sparse(value):
        raise ProfileError(
            summary=f"{argument} is a sparse tensor ({type(value).__name__})",
            code="R1",
            rule=rule("R1"),
            help="make it dense first",
            argument=argument,
        )
    if getattr(value, "requires_grad", False) is True:
        found = "requires grad, and the result would not know of it"
        raise _refused(argument, found, "take it out of the graph first, with its method detach")
    if not isinstance(value, type):
        if hasattr(value, "__dlpack__") and hasattr(value, "__dlpack_device__"):
            return _by_dlpack(value, argument)
        if hasattr(value, "__array__"):
            return _by_array(value, argument)
    help_ = "give a NumPy array, or a tensor that has __dlpack__ or __array__"
    if type(value).__name__ == "TensorProto":
        help_ = "give onnx.numpy_helper.to_array(x)"
    raise _refused(argument, f"is of type {type(value).__name__}, which has no shape", help_)


def _is_sparse(value: Any) -> bool:
    # Known by what they have, so that no library is imported to ask: SciPy's, PyData's, CuPy's and JAX's sparse arrays
    # have `todense`, TensorFlow's `dense_shape`, PyTorch's a layout, pandas' an element type, ONNX's a message type.
    return (
        hasattr(value, "todense")
        or hasattr(value, "dense_shape")
        or str(getattr(value, "layout", "")).startswith("torch.sparse")
        or str(getattr(value, "dtype", "")).startswith("Sparse")
        or type(value).__name__ == "SparseTensorProto"
    )


def _by_dlpack(value: Any, argument: str) -> NDArray[Any]:
    try:
        device = int(value.__dlpack_device__()[0])
    except Exception as error:  # the producer's code, which raises what it likes
        raise _refused(argument, f"is not on the CPU: {error}", "copy it to the CPU first") from error
    if device != _DLPACK_CPU:
        where = getattr(value, "device", f"DLPack type {device}")
        raise _refused(argument, f"is on device {where}, not on the CPU", "copy it to the CPU first")
    try:
        array: NDArray[Any] = _native.from_dlpack(value)
    except TypeError as error:
        dtype = getattr(value, "dtype", "unknown")
        raise TypeMismatchError(
            summary=f"{argument} has element type {dtype}, which is not an ONNX tensor type",
            code="schema-types",
            rule=rule("schema-types"),
            help="convert it to an element type of the standard",
            argument=argument,
            types=(str(dtype),),
        ) from error
    except Exception as error:
        help_ = "make it a plain dense tensor, or give a NumPy array"
        raise _refused(argument, f"does not share its memory: {error}", help_) from error
    return array


def _by_array(value: Any, argument: str) -> NDArray[Any]:
    try:
        array = np.asarray(value)
    except Exception as error:
        found = f"is of type {type(value).__name__}, whose __array__ failed: {error}"
        raise _refused(argument, found, "give a NumPy array") from error
    return array


def _refused(argument: str, found: str, help_: str) -> ArgumentError:
    return ArgumentError(
        summary=f"{argument} {found}",
        code="tensor",
        rule="tensor, a shape and a value of one element type for each index",
        help=help_,
        argument=argument,
    )
