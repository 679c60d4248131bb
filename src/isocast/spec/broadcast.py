"""Broadcast, as the reviewed specification (seed 000) and its 1-based forms (seeds 001 and 003) state it.

Names are the seed's: Xm are the inputs, Ym the tensors after step 1, Zm the outputs; nXm is a rank, dXm a shape.
Standard library only: the oracle stands on nothing that it is compared with.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from ..clauses import rule
from ..errors import BroadcastError
from .tensor import Index, Shape, Tensor, indices

ONNX, SONNX = "onnx", "sonnx"


def common_rank(shapes: Sequence[Shape]) -> int:
    """nY, the largest number of dimensions among the inputs; there is no upper bound on it.

    >>> common_rank([(2, 1), (3,)])
    2

    Clauses: step1, condition1, rank
    """
    return max(len(dX) for dX in shapes)


def align(dX: Shape, nY: int) -> Shape:
    """dYm: the shape prepended with nY - nXm times 1.

    dYm_i is 1 if i < nY - nXm, and dXm_(i - nY + nXm) otherwise.

    >>> align((3,), 2)
    (1, 3)

    Clauses: step1
    """
    nX = len(dX)
    return tuple(1 if i < nY - nX else dX[i - nY + nX] for i in range(nY))


def align_index(i: Index, nY: int) -> Index:
    """The index of Ym that reads Xm at i: nY - nXm zeros, then i. Seed 000 prints ones, where indices start at 0.

    >>> align_index((2,), 3)
    (0, 0, 2)

    Clauses: step1-access, B2
    """
    return (0,) * (nY - len(i)) + i


def step1(*X: Tensor) -> tuple[Tensor, ...]:
    """Y0, …, YL: the inputs with a common number of dimensions. Ym[0,…,0,i'] = Xm[i'].

    >>> [Y.shape for Y in step1(Tensor((2, 1), (1, 2)), Tensor((3,), (1, 2, 3)))]
    [(2, 1), (1, 3)]

    Clauses: step1, step1-access, condition1
    """
    nY = common_rank([Xm.shape for Xm in X])
    return tuple(_align_tensor(Xm, nY) for Xm in X)


def _align_tensor(Xm: Tensor, nY: int) -> Tensor:
    dYm = align(Xm.shape, nY)
    relation = {align_index(i, nY): Xm[i] for i in indices(Xm.shape)}
    return Tensor(dYm, tuple(relation[i] for i in indices(dYm)), Xm.type)


def output_size(sizes: Sequence[int], profile: str = ONNX) -> int:
    """dY_i, the size of one axis of every output, from the sizes of that axis in all the tensors.

    The largest, says the seed, and so does `sonnx`. For `onnx` it is the one size other than 1, if there is one: the
    two part only where a 0 meets a 1. Where sizes contradict each other (E1) it is the largest in both readings.

    >>> output_size([1, 4]), output_size([1, 0]), output_size([1, 0], profile=SONNX)
    (4, 0, 1)

    Clauses: step2, condition2, B5
    """
    if profile == ONNX and set(sizes) == {0, 1}:
        return 0
    return max(sizes)


def output_shape(*shapes: Shape, profile: str = ONNX) -> Shape:
    """dY, the shape of every output; raises E1 where there is none.

    >>> output_shape((2, 1), (3,))
    (2, 3)

    Clauses: step1, step2, E1, B5
    """
    nY = common_rank(shapes)
    dYm = [align(dX, nY) for dX in shapes]
    dY = tuple(output_size([d[i] for d in dYm], profile) for i in range(nY))
    offender = first_offender(dYm, dY)
    if offender is not None:
        raise _e1(shapes, *offender, dYm, dY)
    return dY


def is_e1(dYm_i: int, dY_i: int) -> bool:
    """Error E1 on one axis of one tensor: dYm_i ≠ dY_i and dYm_i ≠ 1.

    >>> is_e1(2, 3), is_e1(1, 3), is_e1(3, 3)
    (True, False, False)

    Clauses: E1, 003.C1
    """
    return dYm_i not in (dY_i, 1)


def first_offender(dYm: Sequence[Shape], dY: Shape) -> tuple[int, int] | None:
    """The tensor and the axis that error E1 is reported for: the lowest tensor, then its lowest axis.

    >>> first_offender([(3, 4), (2, 5)], (3, 5))
    (0, 1)

    Clauses: E1, B6
    """
    return next(((m, i) for m, d in enumerate(dYm) for i in range(len(dY)) if is_e1(d[i], dY[i])), None)


def _e1(shapes: Sequence[Shape], m: int, i: int, dYm: Sequence[Shape], dY: Shape) -> BroadcastError:
    return BroadcastError(
        summary=f"Broadcast: size {dYm[m][i]} of X{m} is neither {dY[i]}, the largest of axis {i - len(dY)}, nor 1",
        code="E1",
        rule=rule("E1"),
        tensor=m,
        axis=i,
        size=dYm[m][i],
        expected=dY[i],
        shapes=tuple(shapes),
    )


def f(a: int, B: int, C: int) -> int:
    """The index to read on one axis: a if B = C, otherwise 0, the first.

    a is the current index, B the size of the input dimension, C the size of the output dimension.

    >>> f(2, 3, 3), f(2, 1, 3)
    (2, 0)

    Clauses: f, B3
    """
    return a if B == C else 0


def access(i: Index, dYm: Shape, dY: Shape) -> Index:
    """i', where Zm[i] = Ym[i']: f on every axis.

    >>> access((1, 2), (1, 3), (2, 3))
    (0, 2)

    Clauses: access
    """
    return tuple(f(i_k, B, C) for i_k, B, C in zip(i, dYm, dY, strict=True))


def step2(*Y: Tensor, profile: str = ONNX) -> tuple[Tensor, ...]:
    """Z0, …, ZL, from tensors with a common number of dimensions: every size the output size, Zm[i] = Ym[i'].

    Values are the very objects of Ym, and the type of Zm is the type of Ym.

    Clauses: step2, condition2, access, exact, 000.C1, B4, B7
    """
    dY = output_shape(*(Ym.shape for Ym in Y), profile=profile)
    return tuple(Tensor(dY, tuple(Ym[access(i, Ym.shape, dY)] for i in indices(dY)), Ym.type) for Ym in Y)


def broadcast(*X: Tensor, profile: str = ONNX) -> tuple[Tensor, ...]:
    """Z0, …, ZL = Broadcast(X0, …, XL): step 1, then step 2. One tensor comes back unchanged.

    >>> Z0, Z1 = broadcast(Tensor((2, 1), (1, 2)), Tensor((3,), (7, 8, 9)))
    >>> Z0.values, Z1.values
    ((1, 1, 1, 2, 2, 2), (7, 8, 9, 7, 8, 9))

    Clauses: step1, step2, E1, 000.C1, B1, B9
    """
    if not X:
        raise TypeError("Broadcast takes at least one tensor (B1)")
    output_shape(*(Xm.shape for Xm in X), profile=profile)  # E1 is about the inputs as they were given
    return step2(*step1(*X), profile=profile)


def broadcast_by_fold(*X: Tensor, profile: str = ONNX) -> tuple[Tensor, ...]:
    """The same, by the binary operator alone: Broadcast(Broadcast(X1, …, XN-1), XN), earlier results broadcast again.

    Clauses: fold, B8
    """
    return reduce(lambda Z, XN: _append(Z, XN, profile), X[1:], X[:1])


def _append(Z: tuple[Tensor, ...], XN: Tensor, profile: str) -> tuple[Tensor, ...]:
    # All of Z have one shape, so each meets XN in the same way, and the last pair also gives ZN.
    pairs = [broadcast(Zm, XN, profile=profile) for Zm in Z]
    return (*(Zm for Zm, _ in pairs), pairs[-1][1])


def broadcast_by_rank(*X: Tensor, profile: str = ONNX) -> tuple[Tensor, ...]:
    """The same, with the inputs taken in the order of their ranks and the outputs put back in the caller's order.

    Clauses: rank-order, commutative, B8
    """
    order = sorted(range(len(X)), key=lambda m: X[m].rank)
    Z = broadcast(*(X[m] for m in order), profile=profile)
    return tuple(Z[order.index(m)] for m in range(len(X)))
