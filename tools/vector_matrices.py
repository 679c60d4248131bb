"""The cases of the operators that are more than element by element: Gemm, Expand, and Broadcast itself.

Gemm's operands are small whole numbers, so that every partial sum is exact and any order of summation gives one result.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from isocast.spec import Shape, Tensor
from isocast.spec.literals import tensor as literal
from isocast.spec.operators import OPERATORS

from .vector_cases import case
from .vector_lines import Case
from .vector_values import borders, mixture, small_numbers

_EXPANSIONS: tuple[tuple[Shape, Shape], ...] = (
    ((), ()),
    ((), (4,)),
    ((3,), (3,)),
    ((3, 1), (2, 1, 6)),
    ((2, 1, 2), (2, 3, 1)),
    ((3,), (1,)),
    ((1,), (0,)),
    ((2, 3), (3,)),
    ((1, 3), (2, 2, 1)),
)


def expand_cases() -> Iterator[Case]:
    """Every type's borders, both directions, and the refusals."""
    for kind in OPERATORS["Expand"].types["T"]:
        values = borders(kind)
        yield case("Expand", (Tensor((len(values), 1), values, kind), literal("int64", (1,), [3])))
        for shape, target in _EXPANSIONS:
            yield case("Expand", (mixture(kind, shape, "expand"), literal("int64", (len(target),), target)))
    for shape, target in (((2,), (3,)), ((2, 3), (3, 2)), ((0,), (2,)), ((2, 4), (2, 3, 3))):
        yield case("Expand", (mixture("float", shape, "refused"), literal("int64", (len(target),), target)))
    yield case("Expand", (mixture("float", (2,), "refused"), literal("int32", (1,), [2])))


def broadcast_cases() -> Iterator[Case]:
    """The standard's own operation: 1 to 4 tensors, types that differ, every type, and E1 with its first offender."""
    families: tuple[tuple[Shape, ...], ...] = (
        ((2, 3),),
        ((2, 1), (3,)),
        ((4, 5), (1, 2, 4, 5)),
        ((1, 2, 3), (2, 1, 1, 1), (3,)),
        ((), (2, 2), (1,), (2, 1)),
        ((0, 1), (1, 3)),
        ((1,) * 63 + (2,), (2,) + (1,) * 63),
    )
    kinds = OPERATORS["Where"].types["T"]
    for place, (kind, shapes) in enumerate(product(kinds, families)):
        types = [kinds[(place + m) % len(kinds)] if m else kind for m in range(len(shapes))]
        yield case("Broadcast", tuple(mixture(t, s, "broadcast") for t, s in zip(types, shapes, strict=True)))
    refused: tuple[tuple[Shape, ...], ...] = (
        ((2,), (3,)),
        ((3, 4), (2, 5)),
        ((2, 3), (4, 1, 3), (2, 2)),
        ((0,), (1,), (2,)),
        ((1, 2), (3, 1), (3,)),
    )
    for shapes in refused:
        yield case("Broadcast", tuple(mixture("int8", shape, "refused") for shape in shapes))


def _gemm(kind: str, m: int, k: int, n: int, c: Shape | None, **attributes: object) -> Case:
    a = small_numbers(kind, (k, m) if attributes.get("transA") else (m, k), f"a {m} {k}")
    b = small_numbers(kind, (n, k) if attributes.get("transB") else (k, n), f"b {k} {n}")
    inputs = (a, b) if c is None else (a, b, small_numbers(kind, c, f"c {c}"))
    return case("Gemm", inputs, **attributes)


def gemm_cases() -> Iterator[Case]:
    """Every type, every shape of C, transposition, alpha and beta, K = 0, what is not read, and the refusals."""
    for kind in OPERATORS["Gemm"].types["T"]:
        for c in (None, (), (1,), (3,), (2, 1), (1, 3), (2, 3)):
            yield _gemm(kind, 2, 4, 3, c)
        for flip_a, flip_b in product((0, 1), repeat=2):
            yield _gemm(kind, 3, 5, 2, (3, 1), alpha=2.0, beta=3.0, transA=flip_a, transB=flip_b)
        for m, k, n in ((1, 1, 1), (7, 9, 8), (17, 3, 5), (1, 33, 1), (2, 0, 3), (0, 2, 3), (2, 3, 0)):
            yield _gemm(kind, m, k, n, (n,), beta=2.0)
        yield _gemm(kind, 2, 3, 2, (2,), alpha=0.5, beta=0.5)
        yield _gemm(kind, 2, 3, 2, (2,), beta=0.0)
        for shape in ((2, 2, 3), (3, 3), (2,), (1, 1, 1)):
            yield _gemm(kind, 2, 4, 3, shape)
    yield from _gemm_specials()


def _gemm_specials() -> Iterator[Case]:
    for kind in ("float16", "bfloat16", "float", "double"):
        ones = literal(kind, (2, 2), [1, 1, 1, 1])
        strange = literal(kind, (2,), [float("nan"), float("inf")])
        yield case("Gemm", (ones, ones, strange), beta=0.0)
        yield case("Gemm", (ones, ones, strange), beta=1.0)
        infinite = literal(kind, (2, 2), [float("inf"), 1, -float("inf"), float("nan")])
        yield case("Gemm", (ones, infinite))
        yield case("Gemm", (infinite, ones), alpha=0.0)
    for kind in ("int32", "int64", "uint32", "uint64"):
        big = Tensor((1, 3), borders(kind)[-3:], kind)
        yield case("Gemm", (big, Tensor((3, 1), borders(kind)[-3:], kind)), alpha=3.0)
    ragged = small_numbers("float", (2, 3), "ragged")
    yield case("Gemm", (ragged, ragged))
    yield case("Gemm", (ragged, small_numbers("double", (3, 2), "ragged")))
    yield case("Gemm", (small_numbers("int8", (2, 2), "type"), small_numbers("int8", (2, 2), "type")))
