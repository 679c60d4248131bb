"""Broadcasting before opset 7: the `broadcast` and `axis` attributes, exactly as the old operator text says.

In short: with `broadcast=1` the second tensor either has one element (and no more axes than the first), or its shape
is a contiguous run of the first tensor's axes, starting at `axis`, by default ending at the last one; sizes of 1 are
not stretched. Standard library only.
"""

from __future__ import annotations

from math import prod

from ..clauses import rule
from ..errors import BroadcastError
from .tensor import Shape, Tensor, indices


def legacy_shape(A: Shape, B: Shape, broadcast: int = 0, axis: int | None = None) -> Shape:
    """The result shape, always A's, or a BroadcastError where the old text does not allow B.

    >>> legacy_shape((2, 3, 4, 5), (3, 4), broadcast=1, axis=1)
    (2, 3, 4, 5)

    Clauses: legacy-axis
    """
    if not broadcast:
        if A != B:
            raise _refusal(A, B, "shapes differ and `broadcast` is not 1")
        return A
    if prod(B) != 1 or len(B) > len(A):
        _start(A, B, axis)
    return A


def _start(A: Shape, B: Shape, axis: int | None) -> int:
    """The axis of A where B's contiguous run of sizes begins.

    Clauses: legacy-axis
    """
    start = len(A) - len(B) if axis is None else axis
    if not 0 <= start <= len(A) - len(B):
        raise _refusal(A, B, f"B's {len(B)} axes do not fit into A's {len(A)} from axis {axis}")
    if A[start : start + len(B)] != B:
        raise _refusal(A, B, f"B is not the run {A[start : start + len(B)]} of A's axes, and size 1 is not stretched")
    return start


def legacy_broadcast(A: Tensor, B: Tensor, broadcast: int = 0, axis: int | None = None) -> Tensor:
    """B with the shape of A: one element everywhere, or repeated along the axes of A outside its run.

    >>> legacy_broadcast(Tensor((2, 2), (0, 0, 0, 0)), Tensor((2,), (8, 9)), broadcast=1, axis=0).values
    (8, 8, 9, 9)

    Clauses: legacy-axis
    """
    shape = legacy_shape(A.shape, B.shape, broadcast, axis)
    if not broadcast:
        return B
    if len(B.values) == 1 and B.rank <= A.rank:
        return Tensor(shape, B.values * prod(shape), B.type)
    start = _start(A.shape, B.shape, axis)
    return Tensor(shape, tuple(B[i[start : start + B.rank]] for i in indices(shape)), B.type)


def _refusal(A: Shape, B: Shape, why: str) -> BroadcastError:
    return BroadcastError(
        summary=f"before opset 7, B {B} does not broadcast to A {A}: {why}",
        code="legacy-axis",
        rule=rule("legacy-axis"),
        tensor=1,
        axis=-1,
        size=-1,
        expected=-1,
        shapes=(A, B),
    )
