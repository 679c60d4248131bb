"""Gemm: alpha · A' · B' + beta · C, with C unidirectional to (M, N).

The floating-point result is the reference value: the exact sum of the exact products, rounded once. Others may round
at each step, and are judged by a bound on the difference.
Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod
from typing import cast

from ..clauses import rule
from ..errors import ShapeError
from . import floats
from .directional import unidirectional
from .elementwise import map_elements
from .integers import INTEGERS, IntegerType, wrap
from .literals import Number, encode_number
from .numbers import FORMATS, Format, convert, decode, encode
from .tensor import Shape, Tensor

FLOAT, DOUBLE = FORMATS["float"], FORMATS["double"]
Vector = tuple[object, ...]
Scale = tuple[int, int]
"""alpha and beta, the bit patterns of two floats."""
Element = Callable[[Vector, Vector, object], object]
"""One element of the result, from a row of A', a column of B' and the element of C, None if there is none."""


def gemm(
    A: Tensor, B: Tensor, C: Tensor | None, *, alpha: Number, beta: Number, trans_a: bool, trans_b: bool
) -> Tensor:
    """Gemm of tensors whose types have been checked. Where beta is 0, C is not read, NaN or not.

    Clauses: gemm, uni-operators
    """
    (M, K), (K_of_B, N) = _dimensions("A", A, trans_a), _dimensions("B", B, trans_b)
    if K_of_B != K:
        raise _shape_error("B", f"A' has {K} columns and B' has {K_of_B} rows")
    addend = _addend(C, (M, N), is_read=not _is_zero(A.type, beta))
    rows = [tuple(A[(k, m) if trans_a else (m, k)] for k in range(K)) for m in range(M)]
    columns = [tuple(B[(n, k) if trans_b else (k, n)] for k in range(K)) for n in range(N)]
    places = ((row, column, c) for (row, column), c in zip(product(rows, columns), addend, strict=True))
    return Tensor((M, N), map_elements("Gemm", _element(A.type, alpha, beta), places), A.type)


def _dimensions(name: str, matrix: Tensor, transposed: bool) -> Shape:
    if matrix.rank != 2:
        raise _shape_error(name, f"{name} has {matrix.rank} dimensions, a matrix has 2")
    return matrix.shape[::-1] if transposed else matrix.shape


def _shape_error(name: str, what: str) -> ShapeError:
    return ShapeError(summary=f"Gemm: {what}", code="gemm", rule=rule("gemm"), argument=name)


def _is_zero(type_: str, beta: Number) -> bool:
    """Whether beta is 0 as what it is: a float attribute, or an exact number."""
    return beta == 0 if type_ == "real" else FLOAT.is_zero(encode_number(FLOAT, beta))


def _addend(C: Tensor | None, shape: Shape, is_read: bool) -> Vector:
    """The elements of C broadcast to (M, N), or None for each if there is no C or it is not read.

    Clauses: gemm, uni-result
    """
    nothing: Vector = (None,) * prod(shape)
    values = nothing if C is None else unidirectional(C, shape).values
    return values if is_read else nothing


def _element(type_: str, alpha: Number, beta: Number) -> Element:
    """The rule of the type. alpha and beta are float attributes, and exact where the elements are.

    Clauses: gemm
    """
    if type_ == "real":
        return cast(Element, partial(_real_element, Fraction(alpha), Fraction(beta)))
    scale = encode_number(FLOAT, alpha), encode_number(FLOAT, beta)
    if type_ in FORMATS:
        return cast(Element, partial(_float_element, FORMATS[type_], scale))
    return cast(Element, partial(_integer_element, INTEGERS[type_], scale))


def _real_element(
    alpha: Fraction, beta: Fraction, row: tuple[Fraction, ...], column: tuple[Fraction, ...], c: Fraction | None
) -> Fraction:
    """The same formula on exact numbers.

    Clauses: gemm, B9
    """
    dot = sum((x * y for x, y in zip(row, column, strict=True)), Fraction(0))
    return alpha * dot + (0 if c is None else beta * c)


def _integer_element(
    kind: IntegerType, scale: Scale, row: tuple[int, ...], column: tuple[int, ...], c: int | None
) -> int:
    """Exact modulo 2^w if alpha and beta are integers; otherwise in double from the dot product on, and truncated.

    Clauses: gemm, int-wrap
    """
    alpha, beta = scale
    dot = sum(x * y for x, y in zip(row, column, strict=True))
    if _is_integer(alpha) and (c is None or _is_integer(beta)):
        return wrap(kind, int(decode(FLOAT, alpha) * dot + (0 if c is None else decode(FLOAT, beta) * c)))
    scaled = _in_double(alpha, wrap(kind, dot))
    total = scaled if c is None else floats.add(DOUBLE, scaled, _in_double(beta, c))
    return floats.to_integer(DOUBLE, total, kind)


def _is_integer(attribute: int) -> bool:
    is_finite = not (FLOAT.is_nan(attribute) or FLOAT.is_infinite(attribute))
    return is_finite and decode(FLOAT, attribute).denominator == 1


def _in_double(attribute: int, integer: int) -> int:
    """A float attribute times an integer, both converted to double."""
    return floats.mul(DOUBLE, convert(FLOAT, DOUBLE, attribute), encode(DOUBLE, Fraction(integer)))


@dataclass(frozen=True)
class _Product:
    """An exact product: NaN, an infinity, or a finite value; the sign also of a zero."""

    is_nan: bool
    is_infinite: bool
    is_negative: bool
    value: Fraction


def _product(*factors: tuple[Format, int]) -> _Product:
    """The product of numbers of any formats, not rounded.

    Clauses: gemm
    """
    has_infinity = any(layout.is_infinite(bits) for layout, bits in factors)
    has_zero = any(layout.is_zero(bits) for layout, bits in factors)
    is_nan = any(layout.is_nan(bits) for layout, bits in factors) or (has_infinity and has_zero)
    is_negative = sum(layout.is_negative(bits) for layout, bits in factors) % 2 == 1
    is_finite = not (is_nan or has_infinity)
    value = prod((decode(layout, bits) for layout, bits in factors), start=Fraction(1)) if is_finite else Fraction(0)
    return _Product(is_nan, has_infinity, is_negative, value)


def _float_element(layout: Format, scale: Scale, row: tuple[int, ...], column: tuple[int, ...], c: int | None) -> int:
    """The sum of alpha · a · b over the row and the column, and of beta · c, rounded once.

    Clauses: gemm
    """
    alpha, beta = scale
    terms = [_product((FLOAT, alpha), (layout, x), (layout, y)) for x, y in zip(row, column, strict=True)]
    terms += [] if c is None else [_product((FLOAT, beta), (layout, c))]
    infinities = {term.is_negative for term in terms if term.is_infinite}
    if any(term.is_nan for term in terms) or len(infinities) == 2:
        return layout.nan
    if infinities:
        return layout.signed(layout.infinity, infinities.pop())
    negative_zero = bool(terms) and all(term.is_negative for term in terms)
    return encode(layout, sum((term.value for term in terms), Fraction(0)), negative_zero)
