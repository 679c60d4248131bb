"""Strings, and exact numbers (`int`, `Fraction`): element types that are Python objects, or NumPy strings.

Equal, Where and Expand copy or compare them where they are, on views, with NumPy. Arithmetic on exact numbers is the
specification's own, because nothing could be more exact. Must not import `elementwise` or anything below it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from ..errors import Shape
from ..explain import memory_refused
from ..memory import check_addressable, check_room
from ..spec import Tensor, operators
from ..spec.schemas import Operator
from .refusals import unusable_out

Array = NDArray[Any]

_COPIES = ("Where", "Expand")


def compute(
    operator: Operator, arrays: Sequence[Array], shape: Shape, out: Array | None, attributes: Mapping[str, Any]
) -> Array:
    """The result of an operator on strings or exact numbers; `shape` is the result's.

    Clauses: compare, bit-copy, B7, B9, Where
    """
    if operator.name not in _COPIES and arrays[0].dtype.kind == "O" and not _are_strings(arrays[0]):
        return _by_specification(operator, arrays, out, attributes)
    operands = [_apart(_plain(array), out) for array in arrays]
    dtype = np.dtype(bool) if operator.name == "Equal" else _common_type(operands)
    operands = [_meeting(operand, operands) for operand in operands]
    result = _result(operator.name, shape, dtype, out)
    views = [np.broadcast_to(operand, shape) for operand in operands]
    if operator.name == "Equal":
        np.equal(views[0], views[1], out=result)
    else:
        np.copyto(result, views[-1])
    if operator.name == "Where":
        np.copyto(result, views[1], where=views[0])
    return result


def _are_strings(array: Array) -> bool:
    return all(isinstance(value, str) for value in array.ravel())


def _plain(array: Array) -> Array:
    # A StringDType may have a value for "missing", which compares like nothing else; as objects it is just not equal.
    return array.astype(object) if hasattr(array.dtype, "na_object") else array


def _apart(array: Array, out: Array | None) -> Array:
    return array.copy() if out is not None and np.may_share_memory(array, out) else array


def _common_type(arrays: Sequence[Array]) -> np.dtype[Any]:
    # Every way NumPy has to hold strings is ONNX's one type; those of different ways meet as objects.
    found = [array.dtype for array in arrays if array.dtype.kind != "b"]
    return np.result_type(*found) if len({dtype.kind for dtype in found}) == 1 else np.dtype(object)


def _meeting(array: Array, others: Sequence[Array]) -> Array:
    common = _common_type(others).kind
    return array.astype(object) if common == "O" and array.dtype.kind not in "bO" else array


def _result(operator: str, shape: Shape, dtype: np.dtype[Any], out: Array | None) -> Array:
    if out is None:
        size = check_addressable(operator, shape, dtype.itemsize)
        check_room(operator, shape, size)
        try:
            return np.empty(shape, dtype)
        except MemoryError as error:
            raise memory_refused(operator, shape, size) from error
    if out.shape != shape or out.dtype != dtype or not out.flags.writeable:
        raise unusable_out(operator, out, shape, dtype)
    return out


def _by_specification(
    operator: Operator, arrays: Sequence[Array], out: Array | None, attributes: Mapping[str, Any]
) -> Array:
    """Exact numbers, computed as the specification computes them.

    Clauses: B9
    """
    tensors = [Tensor(array.shape, tuple(array.ravel()), "real") for array in arrays]
    answer = operators.apply(operator.name, *tensors, **attributes)
    dtype = np.dtype(bool) if answer.type == "bool" else np.dtype(object)
    result = _result(operator.name, answer.shape, dtype, out)
    flat = np.empty(prod(answer.shape), dtype)
    flat[:] = cast(Sequence[Any], answer.values)
    result[...] = flat.reshape(answer.shape)
    return result
