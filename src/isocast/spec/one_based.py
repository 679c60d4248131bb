"""Broadcast with indices from 1: the formulation of seeds 001 and 003, and the restrictions RI, RJ, RK, RL, ….

Written on its own, not in terms of `broadcast.py`, so that a test of their agreement (B3) means something.
Standard library only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from .tensor import Index, Shape, Tensor

AXIS_LETTERS = "IJKLMNOPQRSTUVWXYZ"


def indices_from_1(shape: Shape) -> Iterator[Index]:
    """Every index of a shape, counted from 1, in row-major order.

    >>> list(indices_from_1((1, 2)))
    [(1, 1), (1, 2)]
    """
    return product(*(range(1, size + 1) for size in shape))


def element(x: Tensor, i: Index) -> object:
    """x[i] for an index counted from 1."""
    return x[tuple(k - 1 for k in i)]


def f(a: int, B: int, C: int) -> int:
    """The index to read: a if B = C, 1 if B = 1. Other cases are excluded by the restrictions.

    >>> f(3, 3, 3), f(3, 1, 3)
    (3, 1)

    Clauses: f-1based, B3
    """
    if B == C:
        return a
    if B == 1:
        return 1
    raise ValueError(f"f({a}, {B}, {C}) is excluded by the restrictions: {B} is neither {C} nor 1")


def restriction(tag: str, sizes: Sequence[int]) -> bool:
    """One of RI, RJ, RK, RL, …: for all n, either I_n = I or I_n = 1, where I is the largest of the I_n.

    The letter names an axis of the common rank; the statement is the same for each.

    >>> restriction("RI", [3, 1, 3]), restriction("RJ", [3, 2])
    (True, False)

    Clauses: RI, RJ, RK, RL, 003.C1
    """
    if len(tag) != 2 or tag[0] != "R" or tag[1] not in AXIS_LETTERS:
        raise ValueError(f"{tag} is not a restriction of seed 001")
    largest = max(sizes)
    return all(size in (largest, 1) for size in sizes)


def restrictions(shapes: Sequence[Shape]) -> dict[str, bool]:
    """The restrictions of seed 001 on shapes of a common rank: RI for the first axis, RJ for the second, and so on.

    >>> restrictions([(2, 3), (1, 4)])
    {'RI': True, 'RJ': False}

    Clauses: RI, RJ, RK, RL
    """
    tags = (f"R{letter}" for letter in AXIS_LETTERS)
    return {tag: restriction(tag, sizes) for tag, sizes in zip(tags, zip(*shapes, strict=True), strict=False)}


def complete(X: Tensor, nY: int) -> Tensor:
    """Ym: 1 for the first nY - nXm dimensions, the others shifted; Ym[s, i_1, …] = Xm[i_1, …], s being ones.

    dYm_i is 1 if i ≤ nY - nXm and dXm_(i - nY + nXm) otherwise, i from 1.

    >>> complete(Tensor((2,), (5, 6)), 2).shape
    (1, 2)

    Clauses: step1-1based
    """
    nX = X.rank
    dY = tuple(1 if i <= nY - nX else X.shape[i - nY + nX - 1] for i in range(1, nY + 1))
    s = (1,) * (nY - nX)
    relation = {(*s, *i): element(X, i) for i in indices_from_1(X.shape)}
    return Tensor(dY, tuple(relation[i] for i in indices_from_1(dY)), X.type)


def broadcast(*X: Tensor) -> tuple[Tensor, ...]:
    """Z1, …, ZN = Broadcast(X1, …, XN), as seeds 001 and 003 state it, under the restriction on every axis.

    >>> [Z.values for Z in broadcast(Tensor((2, 1), (1, 2)), Tensor((2,), (8, 9)))]
    [(1, 1, 2, 2), (8, 9, 8, 9)]

    Clauses: access-1based, step1-1based, 003.C1
    """
    nY = max(x.rank for x in X)
    Y = [complete(x, nY) for x in X]
    dY = tuple(max(sizes) for sizes in zip(*(y.shape for y in Y), strict=True))
    if not all(restriction("RI", sizes) for sizes in zip(*(y.shape for y in Y), strict=True)):
        raise ValueError(f"a size is neither the largest of its axis nor 1: {[x.shape for x in X]}")
    return tuple(_stretch(y, dY) for y in Y)


def _stretch(y: Tensor, dY: Shape) -> Tensor:
    def read(i: Index) -> object:
        return element(y, tuple(f(a, B, C) for a, B, C in zip(i, y.shape, dY, strict=True)))

    return Tensor(dY, tuple(read(i) for i in indices_from_1(dY)), y.type)
