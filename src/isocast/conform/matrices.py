"""The cases of Gemm from opset 7 on, and of Expand.

Most of Gemm's operands are small whole numbers, so that every partial sum is exact in any order of summation; where
they are not, the bound of the error of a sum of K products is the latitude.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final

from ..spec.literals import numbers
from ..spec.literals import tensor as literal
from ..spec.numbers import FORMATS, Format
from ..spec.operators import apply
from ..spec.tensor import Shape, Tensor
from .case import Case
from .elementwise import refused_types
from .making import about_elements, accepted, refused
from .schemas import Version
from .values import borders, mixture, plain, small_numbers

_SHAPES_OF_C: Final[dict[str, Shape]] = {
    "c-scalar": (),
    "c-one-element": (1,),
    "c-row": (3,),
    "c-column": (2, 1),
    "c-one-row": (1, 3),
    "c-same": (2, 3),
}
_SIZES: Final = ((1, 1, 1), (7, 9, 8), (17, 3, 5), (1, 33, 1), (2, 0, 3), (0, 2, 3), (2, 3, 0))
_REFUSED_C: Final[dict[str, Shape]] = {
    "refused-c-rank-3": (1, 2, 3),
    "refused-c-larger": (3, 3),
    "refused-c-row": (2,),
    "refused-c-column": (3, 1),
}


def gemm_cases(version: Version) -> Iterator[Case]:
    """Every type, every shape of C, transposition, alpha and beta, what is not read, and the refusals."""
    for kind in version.types["T"]:
        yield from _shapes_of_c(version, kind)
        if version.is_newest:
            yield from _sizes(version, kind)
            yield from _halves(version, kind)
            yield from (_floats if kind in FORMATS else _integers)(version, kind)
    yield from _refused(version)
    yield from refused_types(version)


def _gemm(
    version: Version, what: str, kind: str, sizes: tuple[int, int, int], *, c: Shape | None, **attributes: Any
) -> Case:
    m, k, n = sizes
    a = small_numbers(kind, (k, m) if attributes.get("transA") else (m, k), f"a {m} {k}")
    b = small_numbers(kind, (n, k) if attributes.get("transB") else (k, n), f"b {k} {n}")
    inputs = (a, b) if c is None else (a, b, small_numbers(kind, c, f"c {c}"))
    return accepted(version, what, inputs, *_directional(c, (m, n)), **attributes)


def _directional(c: Shape | None, result: Shape) -> tuple[str, ...]:
    if c is None:
        return ()
    return ("uni-1",) if c == result else ("uni-2",) if len(c) == 2 else ("uni-3",)


def _shapes_of_c(version: Version, kind: str) -> Iterator[Case]:
    for name, shape in _SHAPES_OF_C.items():
        yield _gemm(version, name, kind, (2, 4, 3), c=shape)
    if version.least == 2:
        yield _gemm(version, "no-c", kind, (2, 4, 3), c=None)
    for flip_a, flip_b in product((0, 1), repeat=2):
        what = f"transposed-{flip_a}{flip_b}"
        yield _gemm(version, what, kind, (3, 5, 2), c=(3, 1), alpha=2.0, beta=3.0, transA=flip_a, transB=flip_b)


def _sizes(version: Version, kind: str) -> Iterator[Case]:
    for m, k, n in _SIZES:
        yield _gemm(version, f"size-{m}-{k}-{n}", kind, (m, k, n), c=(n,), beta=2.0)
    yield _gemm(version, "beta-0", kind, (2, 3, 2), c=(2,), beta=0.0)
    yield _gemm(version, "alpha-0", kind, (2, 3, 2), c=(2,), alpha=0.0)


def _halves(version: Version, kind: str) -> Iterator[Case]:
    """alpha and beta of one half, on odd numbers: integers are computed in double and truncated."""
    a, b = literal(kind, (1, 2), [3, 4]), literal(kind, (2, 1), [5, 2])
    yield about_elements(version, "halves", (a, b, literal(kind, (), [4])), alpha=0.5, beta=0.5)


def _floats(version: Version, kind: str) -> Iterator[Case]:
    ones = literal(kind, (2, 2), [1, 1, 1, 1])
    strange = literal(kind, (2,), [float("nan"), float("inf")])
    yield about_elements(version, "beta-0-c-not-read", (ones, ones, strange), beta=0.0)
    yield about_elements(version, "c-nan-infinite", (ones, ones, strange))
    infinite = literal(kind, (2, 2), [float("inf"), 1, -float("inf"), float("nan")])
    c = literal(kind, (), [5])
    yield about_elements(version, "b-nan-infinite", (ones, infinite, c))
    yield about_elements(version, "alpha-0-nan", (infinite, ones, c), alpha=0.0)
    for m, k, n in ((3, 8, 4), (2, 65, 2)):
        a, b = plain(kind, (m, k), f"real a {k}"), plain(kind, (k, n), f"real b {k}")
        inputs = a, b, plain(kind, (n,), f"real c {k}")
        yield about_elements(version, f"inexact-{k}", inputs, alpha=0.75, absolute=_bound(inputs, k, alpha=0.75))


def _bound(inputs: tuple[Tensor, ...], k: int, alpha: float) -> float:
    """K + 3 roundings (the products' sum, alpha, beta, the addition of C) of the sum of the absolute values."""
    layout = FORMATS[inputs[0].type]
    sums = numbers(apply("Gemm", *(_absolute(layout, tensor) for tensor in inputs), alpha=alpha))
    largest = max(value for value in sums if isinstance(value, float))
    return float((k + 3) * Fraction(largest) / 2**layout.precision)


def _absolute(layout: Format, tensor: Tensor) -> Tensor:
    values = (value & ~layout.sign_bit for value in tensor.values if isinstance(value, int))
    return Tensor(tensor.shape, tuple(values), tensor.type)


def _integers(version: Version, kind: str) -> Iterator[Case]:
    """Products and sums beyond the type, and beyond the 53 bits of a double."""
    values = borders(kind)[-3:]
    big = Tensor((1, 3), values, kind), Tensor((3, 1), values, kind), Tensor((), (values[0],), kind)
    yield about_elements(version, "overflow", big, "int-wrap", alpha=3.0)
    exact = 2**53 + 1 if kind.endswith("64") else 2**24 + 1
    digits = Tensor((1, 1), (exact,), kind), Tensor((1, 1), (1,), kind), Tensor((), (0,), kind)
    yield about_elements(version, "all-digits", digits)


def _refused(version: Version) -> Iterator[Case]:
    a, b = small_numbers("float", (2, 4), "a"), small_numbers("float", (4, 3), "b")
    for name, shape in _REFUSED_C.items():
        yield refused(version, name, (a, b, plain("float", shape, name)), "uni-1", "uni-2", "uni-3", "gemm")
    c = plain("float", (3,), "c")
    yield refused(version, "refused-inner-sizes", (a, small_numbers("float", (5, 3), "b"), c), "gemm")
    yield refused(version, "refused-vector", (small_numbers("float", (4,), "a"), b, c), "gemm")
    yield refused(version, "refused-rank-3", (small_numbers("float", (1, 2, 4), "a"), b, c), "gemm")
    if version.least == 3:
        yield refused(version, "refused-no-c", (a, b), "schema-types", "gemm")


_EXPANSIONS: Final[dict[str, tuple[Shape, Shape]]] = {
    "scalar-to-scalar": ((), ()),
    "scalar": ((), (4,)),
    "same": ((3,), (3,)),
    "both-ways": ((3, 1), (2, 1, 6)),
    "middle-axis": ((2, 1, 2), (2, 3, 1)),
    "keeps-its-size": ((3,), (1,)),
    "to-nothing": ((1,), (0,)),
    "lower-rank": ((2, 3), (3,)),
    "prepended": ((1, 3), (2, 2, 1)),
}
_REFUSED_EXPANSIONS: Final[dict[str, tuple[Shape, Shape]]] = {
    "refused-size": ((2,), (3,)),
    "refused-axes": ((2, 3), (3, 2)),
    "refused-empty": ((0,), (2,)),
    "refused-middle": ((2, 4), (2, 3, 3)),
}


def expand_cases(version: Version) -> Iterator[Case]:
    """Every type's bits, both directions, rank 64, and the refusals."""
    for kind in version.types["T"]:
        values = borders(kind)
        yield about_elements(version, "borders", (Tensor((len(values), 1), values, kind), _sizes_of((3,))))
        for name, (shape, target) in _EXPANSIONS.items() if version.is_newest else ():
            yield accepted(version, name, (mixture(kind, shape, "expand"), _sizes_of(target)))
    if version.is_newest:
        deep = plain("float", (1,) * 60 + (2, 1, 2, 1), "x"), _sizes_of((1,) * 63 + (2,))
        yield accepted(version, "rank-64", deep, "rank")
    for name, (shape, target) in _REFUSED_EXPANSIONS.items():
        yield refused(version, name, (plain("float", shape, name), _sizes_of(target)), "E1", "003.C1", "bit-copy")
    x = plain("float", (2,), "x")
    yield refused(version, "refused-negative-size", (plain("float", (1,), "x"), _sizes_of((-1,))), "bit-copy")
    yield refused(version, "refused-shape-rank", (x, Tensor((1, 1), (2,), "int64")), "bit-copy")
    yield refused(version, "refused-shape-type", (x, Tensor((1,), (2,), "int32")), "schema-types")
    yield from refused_types(version)


def _sizes_of(target: Shape) -> Tensor:
    return Tensor((len(target),), target, "int64")
