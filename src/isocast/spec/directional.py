"""Multidirectional and unidirectional broadcasting, as ONNX's own page (seed 002) states them.

Each of the three properties is a predicate of its own; a shape pair is broadcastable if one of them holds.
Standard library only.
"""

from __future__ import annotations

from ..clauses import rule
from ..errors import BroadcastError
from .broadcast import access, align, output_shape
from .tensor import Shape, Tensor, indices

MULTIDIRECTIONAL_OPERATORS = (
    "Add", "And", "Div", "Equal", "Greater", "Less", "Max", "Mean",
    "Min", "Mul", "Or", "Pow", "Sub", "Sum", "Where", "Xor",
)  # fmt: skip
"""The sixteen operators of the page. Clauses: multi-operators"""

UNIDIRECTIONAL_OPERATORS = ("Gemm", "PRelu")
"""The two operators of the page. Clauses: uni-operators"""


def multidirectional_property_1(*shapes: Shape) -> bool:
    """The tensors all have exactly the same shape.

    Clauses: multi-1
    """
    return all(shape == shapes[0] for shape in shapes)


def multidirectional_property_2(*shapes: Shape) -> bool:
    """The tensors all have the same number of dimensions and the length of each is a common length or 1.

    Clauses: multi-2, B5
    """
    same_rank = all(len(shape) == len(shapes[0]) for shape in shapes)
    return same_rank and all(len(set(lengths) - {1}) <= 1 for lengths in zip(*shapes, strict=True))


def multidirectional_property_3(*shapes: Shape) -> bool:
    """Tensors with too few dimensions can have their shapes prepended with dimensions of length 1 to satisfy 2.

    Clauses: multi-3
    """
    rank = max(len(shape) for shape in shapes)
    return multidirectional_property_2(*(align(shape, rank) for shape in shapes))


def is_multidirectional(*shapes: Shape) -> bool:
    """Whether the shapes are multidirectional broadcastable: one of the three properties is true.

    >>> is_multidirectional((1, 4, 5), (2, 3, 1, 1)), is_multidirectional((2, 3), (2,))
    (True, False)

    Clauses: multi-1, multi-2, multi-3
    """
    return (
        multidirectional_property_1(*shapes)
        or multidirectional_property_2(*shapes)
        or multidirectional_property_3(*shapes)
    )


def multidirectional_shape(*shapes: Shape) -> Shape:
    """The shape of the result of multidirectional broadcasting.

    >>> multidirectional_shape((3, 4, 5), (2, 1, 1, 1))
    (2, 3, 4, 5)

    Clauses: multi-2, multi-3, E1
    """
    return output_shape(*shapes)


def unidirectional_property_1(A: Shape, B: Shape) -> bool:
    """Tensor A and B both have exactly the same shape.

    Clauses: uni-1
    """
    return A == B


def unidirectional_property_2(A: Shape, B: Shape) -> bool:
    """A and B have the same number of dimensions and each length is a common length, or B's length is 1.

    Clauses: uni-2
    """
    return len(A) == len(B) and all(b in (a, 1) for a, b in zip(A, B, strict=True))


def unidirectional_property_3(A: Shape, B: Shape) -> bool:
    """B has too few dimensions, and can have its shape prepended with a dimension of length 1 to satisfy property 2.

    Clauses: uni-3
    """
    return len(B) < len(A) and unidirectional_property_2(A, align(B, len(A)))


def is_unidirectional(A: Shape, B: Shape) -> bool:
    """Whether B is unidirectional broadcastable to A: one of the three properties is true.

    >>> is_unidirectional((2, 3, 4, 5), (2, 1, 1, 5)), is_unidirectional((1,), (3,))
    (True, False)

    Clauses: uni-1, uni-2, uni-3
    """
    return unidirectional_property_1(A, B) or unidirectional_property_2(A, B) or unidirectional_property_3(A, B)


def unidirectional_shape(A: Shape, B: Shape) -> Shape:
    """The output's shape is the shape of A, if B is unidirectional broadcastable to it.

    >>> unidirectional_shape((2, 3), (3,))
    (2, 3)

    Clauses: uni-result, B6
    """
    if not is_unidirectional(A, B):
        raise _not_unidirectional(A, B)
    return A


def _not_unidirectional(A: Shape, B: Shape) -> BroadcastError:
    # A rank too large is reported on the first axis A does not have; after alignment A's size there would be 1.
    rank = max(len(A), len(B))
    a, b = align(A, rank), align(B, rank)
    excess = len(B) > len(A)
    axis = 0 if excess else next(i for i in range(rank) if b[i] not in (a[i], 1))
    what = f"B has {len(B)} dimensions and A {len(A)}" if excess else f"size {b[axis]} of B is neither {a[axis]} nor 1"
    return BroadcastError(
        summary=f"B {B} is not unidirectional broadcastable to A {A}: {what}",
        code="uni-2",
        rule=rule("uni-2"),
        tensor=1,
        axis=axis,
        size=b[axis],
        expected=a[axis],
        shapes=(A, B),
    )


def unidirectional(B: Tensor, A: Shape) -> Tensor:
    """B broadcast to the shape of A.

    >>> unidirectional(Tensor((2,), (1, 2)), (2, 2)).values
    (1, 2, 1, 2)

    Clauses: uni-result, access
    """
    shape = unidirectional_shape(A, B.shape)
    dY = align(B.shape, len(shape))
    aligned = Tensor(dY, B.values, B.type)
    return Tensor(shape, tuple(aligned[access(i, dY, shape)] for i in indices(shape)), B.type)
