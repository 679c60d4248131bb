"""Broadcasting in the strict profile: the one thing that broadcasts there, and everything about it explicit.

Size 1 is not stretched to 0 (B5), and a number or a list does not stand in for a tensor (strict-explicit). All sixteen
element types of the newest schemas are taken, and exact reals (B9): seed 000's own list is older than bfloat16.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from ..errors import Shape
from .views import broadcast_given_shape_to, broadcast_given_shapes, broadcast_tensor_to, broadcast_tensors


def broadcast(*tensors: Any, copy: bool = False) -> tuple[NDArray[Any], ...]:
    """The tensors, 1 to n of them, all with the shape they broadcast to: read-only views, or copies.

    >>> import numpy as np
    >>> [Z.shape for Z in broadcast(np.zeros((2, 1)), np.zeros(3))]
    [(2, 3), (2, 3)]

    Clauses: step1, step2, condition1, condition2, access, E1, 000.C1, exact, R1, strict-explicit, B1, B4, B5, B7, B9
    """
    return broadcast_tensors(tensors, copy, "sonnx")


def broadcast_shapes(*shapes: Any) -> Shape:
    """The shape that shapes broadcast to, 1 to n of them, each size the largest of its axis.

    >>> broadcast_shapes((1, 4, 5), (2, 3, 1, 1))
    (2, 3, 4, 5)

    Clauses: E1, condition2, B1, B5
    """
    return broadcast_given_shapes(shapes, "sonnx")


def broadcast_shape_to(shape: Any, target: Any) -> Shape:
    """The target, if the shape broadcasts to it without changing it.

    >>> broadcast_shape_to((1, 5), (4, 5))
    (4, 5)

    Clauses: uni-1, uni-2, uni-3, uni-result, B5
    """
    return broadcast_given_shape_to(shape, target, "sonnx")


def broadcast_to(tensor: Any, shape: Any) -> NDArray[Any]:
    """The tensor with the given shape, to which it has to broadcast: a read-only view that shares its memory.

    >>> import numpy as np
    >>> broadcast_to(np.array([1, 2]), (2, 2)).tolist()
    [[1, 2], [1, 2]]

    Clauses: uni-1, uni-2, uni-3, uni-result, exact, R1, strict-explicit, B5, B7
    """
    return broadcast_tensor_to(tensor, shape, "sonnx")
