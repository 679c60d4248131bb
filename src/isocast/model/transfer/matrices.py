"""Gemm, PRelu and MatMul: results whose shape is that of a product or of one operand."""

from __future__ import annotations

from typing import Final

from ...shapes import Refusal, SymbolicShape, broadcast
from ..values import Value
from .call import Call, Transfer


def gemm_shape(a: SymbolicShape | None, b: SymbolicShape | None, trans_a: bool, trans_b: bool) -> SymbolicShape | None:
    """(M, N), the shape that Gemm's C is broadcast to.

    Clauses: gemm, uni-operators
    """
    if a is None or b is None or len(a) != 2 or len(b) != 2:
        return None
    return (a[1 if trans_a else 0], b[0 if trans_b else 1])


def gemm(call: Call) -> Value | None:
    """The result of Gemm.

    Clauses: gemm
    """
    a, b = call.operand(0), call.operand(1)
    shape = gemm_shape(a.shape, b.shape, bool(call.attributes.get("transA")), bool(call.attributes.get("transB")))
    return None if shape is None else call.result(a.element, shape)


def prelu(call: Call) -> Value | None:
    """The result of PRelu: the slope never makes it larger.

    Clauses: prelu, uni-result
    """
    x = call.operand(0)
    return call.result(x.element, x.shape)


def batch_axes(shape: SymbolicShape) -> SymbolicShape:
    """The axes of an operand of MatMul that are not the matrix's; a vector has none.

    >>> batch_axes((7, 2, 3)), batch_axes((3,))
    ((7,), ())
    """
    return shape[:-2]


def matmul(call: Call) -> Value | None:
    """The result of MatMul: batch axes broadcast, then the product's rows and columns, those of a vector left out."""
    a, b = call.operand(0).shape, call.operand(1).shape
    if a is None or b is None or not a or not b:
        return None
    if isinstance(a[-1], int) and isinstance(inner := b[-2 if len(b) > 1 else -1], int) and a[-1] != inner:
        return None
    outcome = broadcast((batch_axes(a), batch_axes(b)))
    rows, columns = a[-2:-1], b[-1:] if len(b) > 1 else ()
    shape = None if isinstance(outcome, Refusal) else (*outcome.shape, *rows, *columns)
    return call.result(call.operand(0).element, shape)


MATRICES: Final[dict[str, Transfer]] = {"Gemm": gemm, "PRelu": prelu, "MatMul": matmul}
