"""Broadcasting itself: tensors as views of one shape, or as copies, and shapes without tensors.

What broadcasts to what is decided by `shapes`; NumPy only makes the views.
Must not import `sonnx` or anything below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import shapes as algebra
from ..arrays import as_array
from ..clauses import rule
from ..errors import ArgumentError, Shape
from ..explain import broadcast_error, memory_refused, unidirectional_error
from ..memory import check_addressable, check_room
from ..shape_arguments import checked_shape
from ..shapes import Profile, Refusal


def broadcast(*tensors: Any, copy: bool = False) -> tuple[NDArray[Any], ...]:
    """The tensors, 1 to n of them, all with the shape they broadcast to.

    Read-only views that share the tensors' memory; with `copy=True` fresh, writable, row-major arrays. Each keeps its
    own element type and its bits.

    >>> Z0, Z1 = broadcast([[1], [2]], [7, 8, 9])
    >>> Z0.tolist(), Z1.tolist()
    ([[1, 1, 1], [2, 2, 2]], [[7, 8, 9], [7, 8, 9]])

    Clauses: step1, step2, condition1, condition2, access, E1, 000.C1, exact, B1, B4, B5, B7, B9, bit-copy
    """
    return broadcast_tensors(tensors, copy, "onnx")


def broadcast_shapes(*shapes: Any) -> Shape:
    """The shape that shapes broadcast to, 1 to n of them.

    >>> broadcast_shapes((1, 4, 5), (2, 3, 1, 1))
    (2, 3, 4, 5)

    Clauses: multi-1, multi-2, multi-3, E1, B1, B5
    """
    return broadcast_given_shapes(shapes, "onnx")


def broadcast_shape_to(shape: Any, target: Any) -> Shape:
    """The target, if the shape broadcasts to it without changing it.

    >>> broadcast_shape_to((2, 1, 1, 5), (2, 3, 4, 5))
    (2, 3, 4, 5)

    Clauses: uni-1, uni-2, uni-3, uni-result
    """
    return broadcast_given_shape_to(shape, target, "onnx")


def broadcast_to(tensor: Any, shape: Any) -> NDArray[Any]:
    """The tensor with the given shape, to which it has to broadcast: a read-only view that shares its memory.

    >>> broadcast_to([1, 2], (2, 2)).tolist()
    [[1, 2], [1, 2]]

    Clauses: uni-1, uni-2, uni-3, uni-result, exact, B7
    """
    return broadcast_tensor_to(tensor, shape, "onnx")


def broadcast_tensors(tensors: Sequence[Any], copy: bool, profile: Profile) -> tuple[NDArray[Any], ...]:
    """`broadcast` under a profile."""
    if not tensors:
        raise _nothing_given("broadcast", "tensor")
    names = [f"X{m}" for m in range(len(tensors))]
    arrays = [as_array(tensor, name, profile) for tensor, name in zip(tensors, names, strict=True)]
    shape = common_shape("Broadcast", names, [array.shape for array in arrays], profile)
    views = tuple(_view("Broadcast", array, shape) for array in arrays)
    return _copies(views, shape) if copy else views


def broadcast_given_shapes(shapes: Sequence[Any], profile: Profile) -> Shape:
    """`broadcast_shapes` under a profile."""
    if not shapes:
        raise _nothing_given("broadcast_shapes", "shape")
    names = [f"shape {m}" for m in range(len(shapes))]
    given = [checked_shape(shape, name) for shape, name in zip(shapes, names, strict=True)]
    return common_shape("broadcast_shapes", names, given, profile)


def broadcast_given_shape_to(shape: Any, target: Any, profile: Profile) -> Shape:
    """`broadcast_shape_to` under a profile."""
    given, wanted = checked_shape(shape, "shape"), checked_shape(target, "target")
    return target_shape("broadcast_shape_to", ("target", "shape"), (wanted, given), profile)


def broadcast_tensor_to(tensor: Any, shape: Any, profile: Profile) -> NDArray[Any]:
    """`broadcast_to` under a profile."""
    wanted = checked_shape(shape, "shape")
    array = as_array(tensor, "tensor", profile)
    target_shape("broadcast_to", ("shape", "tensor"), (wanted, array.shape), profile)
    return _view("broadcast_to", array, wanted)


def common_shape(operator: str, names: Sequence[str], shapes: Sequence[Shape], profile: Profile) -> Shape:
    """The shape that operands broadcast to, or the error that names the one that does not fit.

    Clauses: E1, B6
    """
    outcome = algebra.broadcast(shapes, profile)
    if isinstance(outcome, Refusal):
        raise broadcast_error(operator, names, shapes, profile)
    return _known(outcome.shape)


def target_shape(operator: str, names: tuple[str, str], shapes: tuple[Shape, Shape], profile: Profile) -> Shape:
    """The first shape, the target's, if the second broadcasts to it, or the error that says why not.

    Clauses: uni-2, uni-result, B6
    """
    outcome = algebra.broadcast_to(shapes[1], shapes[0], profile)
    if isinstance(outcome, Refusal):
        raise unidirectional_error(operator, names, shapes, profile=profile)
    return shapes[0]


def _known(shape: algebra.SymbolicShape) -> Shape:
    return tuple(size for size in shape if isinstance(size, int))  # shapes of arrays have no other sizes


def _view(operator: str, array: NDArray[Any], shape: Shape) -> NDArray[Any]:
    if array.shape == shape:  # unchanged, strides and all
        view = array.view()
        view.flags.writeable = False
        return view
    check_addressable(operator, shape, array.itemsize)
    return np.broadcast_to(array, shape)  # read-only, with stride 0 where a size is stretched


def _copies(views: Sequence[NDArray[Any]], shape: Shape) -> tuple[NDArray[Any], ...]:
    """Fresh arrays with the bits of the views.

    Clauses: B7, exact, bit-copy
    """
    size = sum(view.nbytes for view in views)
    check_room("Broadcast", shape, size)
    try:
        copies = tuple(np.empty(shape, view.dtype) for view in views)
    except MemoryError as error:
        raise memory_refused("Broadcast", shape, size) from error
    for fresh, view in zip(copies, views, strict=True):
        np.copyto(fresh, view, casting="no")
    return copies


def _nothing_given(function: str, what: str) -> ArgumentError:
    return ArgumentError(
        summary=f"{function} takes at least one {what}, and none was given",
        code="B1",
        rule=rule("B1"),
        help=f"give one {what} or more",
    )
