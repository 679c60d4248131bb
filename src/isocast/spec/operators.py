"""Every operator of the standard as a function on tensors; `apply` takes one by its ONNX name.

Operands are of one type and broadcast as the operator's text says; which types, the schemas of opset 28 say.
Standard library only.
"""

from __future__ import annotations

from .dispatch import apply
from .literals import Number, numbers, tensor
from .schemas import OPERATORS
from .tensor import Shape, Tensor
from .where import where

__all__ = [
    "OPERATORS", "add", "and_", "apply", "bit_shift", "bitwise_and", "bitwise_or", "bitwise_xor", "div", "equal",
    "expand", "gemm", "greater", "greater_or_equal", "less", "less_or_equal", "max_", "mean", "min_", "mod", "mul",
    "numbers", "or_", "pow_", "prelu", "sub", "sum_", "tensor", "where", "xor",
]  # fmt: skip


def add(A: Tensor, B: Tensor) -> Tensor:
    """A + B.

    >>> numbers(add(tensor("float16", (2, 1), [1, 2]), tensor("float16", (2,), [0.5, 2048])))
    (1.5, 2048.0, 2.5, 2050.0)

    Clauses: int-wrap
    """
    return apply("Add", A, B)


def sub(A: Tensor, B: Tensor) -> Tensor:
    """A - B.

    Clauses: int-wrap
    """
    return apply("Sub", A, B)


def mul(A: Tensor, B: Tensor) -> Tensor:
    """A · B.

    Clauses: int-wrap
    """
    return apply("Mul", A, B)


def div(A: Tensor, B: Tensor) -> Tensor:
    """A / B, on integers truncated toward zero.

    Clauses: int-div
    """
    return apply("Div", A, B)


def mod(A: Tensor, B: Tensor, fmod: int = 0) -> Tensor:
    """A - floor(A / B) · B, or with fmod 1 A - trunc(A / B) · B.

    Clauses: mod
    """
    return apply("Mod", A, B, fmod=fmod)


def pow_(X: Tensor, Y: Tensor) -> Tensor:
    """X to the power Y, in X's type.

    >>> numbers(pow_(tensor("float", (2,), [2, 10]), tensor("int8", (), [-1])))
    (0.5, 0.10000000149011612)

    Clauses: pow-int, pow-float
    """
    return apply("Pow", X, Y)


def max_(*data: Tensor) -> Tensor:
    """The largest element of each place.

    Clauses: max-min
    """
    return apply("Max", *data)


def min_(*data: Tensor) -> Tensor:
    """The smallest element of each place.

    Clauses: max-min
    """
    return apply("Min", *data)


def sum_(*data: Tensor) -> Tensor:
    """The sum of the elements of each place, left to right.

    >>> numbers(sum_(*(tensor("float16", (), [x]) for x in (2048, 1, 1))))
    (2050.0,)

    Clauses: sum-mean
    """
    return apply("Sum", *data)


def mean(*data: Tensor) -> Tensor:
    """The sum divided by the number of operands.

    Clauses: sum-mean
    """
    return apply("Mean", *data)


def equal(A: Tensor, B: Tensor) -> Tensor:
    """Whether A = B.

    Clauses: compare
    """
    return apply("Equal", A, B)


def greater(A: Tensor, B: Tensor) -> Tensor:
    """Whether A > B.

    Clauses: compare
    """
    return apply("Greater", A, B)


def greater_or_equal(A: Tensor, B: Tensor) -> Tensor:
    """Whether A ≥ B; false where one is NaN.

    Clauses: compare
    """
    return apply("GreaterOrEqual", A, B)


def less(A: Tensor, B: Tensor) -> Tensor:
    """Whether A < B.

    Clauses: compare
    """
    return apply("Less", A, B)


def less_or_equal(A: Tensor, B: Tensor) -> Tensor:
    """Whether A ≤ B; false where one is NaN.

    Clauses: compare
    """
    return apply("LessOrEqual", A, B)


def and_(A: Tensor, B: Tensor) -> Tensor:
    """A and B.

    Clauses: logic
    """
    return apply("And", A, B)


def or_(A: Tensor, B: Tensor) -> Tensor:
    """A or B, or both.

    Clauses: logic
    """
    return apply("Or", A, B)


def xor(A: Tensor, B: Tensor) -> Tensor:
    """A or B, not both.

    Clauses: logic
    """
    return apply("Xor", A, B)


def bit_shift(X: Tensor, Y: Tensor, direction: str) -> Tensor:
    """X with its bits moved Y places "LEFT" or "RIGHT".

    Clauses: bit-shift
    """
    return apply("BitShift", X, Y, direction=direction)


def bitwise_and(A: Tensor, B: Tensor) -> Tensor:
    """A and B, bit by bit."""
    return apply("BitwiseAnd", A, B)


def bitwise_or(A: Tensor, B: Tensor) -> Tensor:
    """A or B, bit by bit."""
    return apply("BitwiseOr", A, B)


def bitwise_xor(A: Tensor, B: Tensor) -> Tensor:
    """A exclusive or B, bit by bit."""
    return apply("BitwiseXor", A, B)


def prelu(X: Tensor, slope: Tensor) -> Tensor:
    """Slope · X where X < 0, else X; slope is unidirectional to X.

    Clauses: prelu
    """
    return apply("PRelu", X, slope)


def gemm(
    A: Tensor,
    B: Tensor,
    C: Tensor | None = None,
    *,
    alpha: Number = 1.0,
    beta: Number = 1.0,
    trans_a: bool = False,
    trans_b: bool = False,
) -> Tensor:
    """alpha · A' · B' + beta · C, with C unidirectional to (M, N).

    >>> row, column = tensor("int32", (1, 2), [3, 4]), tensor("int32", (2, 1), [5, 6])
    >>> numbers(gemm(row, column, tensor("int32", (), [7]), beta=2.0))
    (53,)

    Clauses: gemm
    """
    operands = (A, B) if C is None else (A, B, C)
    return apply("Gemm", *operands, alpha=alpha, beta=beta, trans_a=trans_a, trans_b=trans_b)


def expand(X: Tensor, shape: Shape | Tensor) -> Tensor:
    """X broadcast with a shape, both ways.

    >>> expand(tensor("bool", (2, 1), [True, False]), (2,)).shape
    (2, 2)

    Clauses: bit-copy
    """
    sizes = shape if isinstance(shape, Tensor) else Tensor((len(shape),), tuple(shape), "int64")
    return apply("Expand", X, sizes)
