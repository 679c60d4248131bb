"""The cases of the operators that work element by element, from opset 7 on: patterns of shapes, borders, opsets.

The newest version of an operator gets every pattern on every type; an older one enough to tell that it is there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..spec.integers import INTEGERS
from ..spec.schemas import EVERY
from ..spec.tensor import Shape, Tensor
from .case import Case
from .making import about_elements, accepted, refused
from .operands import Kinds, Tensors, attribute_sets, border_operands, counted, kinds, plain_operands
from .schemas import Version
from .values import bits, plain, small_numbers

Pair = tuple[Shape, Shape]

ONE_WAY: Final[dict[str, Pair]] = {
    "scalars": ((), ()),
    "same": ((2, 3), (2, 3)),
    "scalar": ((5,), ()),
    "row": ((2, 3), (3,)),
    "column": ((2, 3), (2, 1)),
    "short-last-axis": ((5, 3), (3,)),
    "middle-axis": ((2, 3, 4), (2, 1, 4)),
    "channel": ((1, 2, 3, 2), (2, 1, 1)),
    "empty": ((0, 3), (1, 3)),
    "empty-scalar": ((2, 0), ()),
}
"""Patterns in which the second operand is stretched, the first never."""
TWO_WAY: Final[dict[str, Pair]] = {
    "first-scalar": ((), (5,)),
    "first-row": ((3,), (2, 3)),
    "outer": ((3, 1), (1, 4)),
    "alternating": ((2, 1, 2, 1), (1, 2, 1, 2)),
    "stretched-to-nothing": ((1,), (0,)),
}
"""Patterns in which the first operand is stretched too."""
_OF_POWER: Final = ("same", "row", "empty", "outer")
_EXAMPLES: Final[dict[str, Pair]] = {
    "example-1": ((2, 3, 4, 5), ()),
    "example-2": ((2, 3, 4, 5), (5,)),
    "example-3": ((4, 5), (2, 3, 4, 5)),
    "example-4": ((1, 4, 5), (2, 3, 1, 1)),
    "example-5": ((3, 4, 5), (2, 1, 1, 1)),
}
"""The five examples of ONNX's page for multidirectional broadcasting."""
_ONE_WAY_EXAMPLES: Final[dict[str, Pair]] = {
    "example-1": ((2, 3, 4, 5), ()),
    "example-2": ((2, 3, 4, 5), (5,)),
    "example-3": ((2, 3, 4, 5), (2, 1, 1, 5)),
    "example-4": ((2, 3, 4, 5), (1, 3, 1, 5)),
}
"""Its four examples for unidirectional broadcasting."""
_REFUSED: Final[dict[str, Pair]] = {
    "refused-row": ((2, 3), (2,)),
    "refused-middle": ((2, 3, 4), (2, 4)),
    "refused-both-axes": ((3, 4), (2, 5)),
    "refused-empty-first": ((0,), (2,)),
    "refused-empty-second": ((2,), (0,)),
    "refused-lower-rank": ((2, 2), (3, 3, 2)),
}
_ONE_WAY_REFUSED: Final[dict[str, Pair]] = {
    "refused-larger": ((1,), (3,)),
    "refused-larger-scalar": ((), (3,)),
    "refused-larger-empty": ((1, 0), (3, 1)),
    "refused-channel": ((2, 3, 4), (3,)),
    "refused-higher-rank": ((3,), (1, 3)),
}
_STILL_RUN: Final = (("Mod", 13), ("BitShift", 11))
"""Versions that are not the newest, and are the newest that most runtimes have."""


def is_in_full(version: Version) -> bool:
    """Whether a version gets every case there is: the newest one, and one that most runtimes stop at."""
    return version.is_newest or (version.operator, version.since) in _STILL_RUN


def elementwise_cases(version: Version) -> Iterator[Case]:
    """Everything about one version that follows from its shapes and types; element rules have cases of their own."""
    is_full = is_in_full(version)
    for kind in kinds(version):
        yield from _patterns(version, kind, is_full)
        if is_full or version.operator != "Pow":  # whose old versions have a hundred pairs of types
            yield from _borders(version, kind)
    if is_full:
        yield from _examples(version)
        yield from _rank(version)
    yield from _refused_shapes(version, is_full)
    yield from refused_types(version)


def _patterns(version: Version, kind: Kinds, is_full: bool) -> Iterator[Case]:
    one_way = version.shapes == "uni"
    patterns = {**ONE_WAY, **({} if one_way else TWO_WAY)}
    if is_full:
        lanes = 64 * 8 // (bits(kind[0]) or 64) + 1  # one more than fits into the widest registers there are
        patterns["lanes"] = (lanes,), (lanes,)
        wanted = (*_OF_POWER, "lanes") if version.operator == "Pow" else tuple(patterns)
    else:
        wanted = ("row",)
    for name in wanted:
        operands = plain_operands(version, kind, patterns[name], name)
        yield accepted(version, name, operands, **_first_attributes(version, kind))


def _borders(version: Version, kind: Kinds) -> Iterator[Case]:
    for suffix, attributes in attribute_sets(version, kind[0]).items():
        yield about_elements(version, f"borders{suffix}", border_operands(version, kind), **attributes)


def first_kind(version: Version) -> Kinds:
    """The type that stands for all where one is enough: float if there is one."""
    every = list(kinds(version))
    return next((kind for kind in every if kind[0] == kind[1] == "float"), every[0])


def _first_attributes(version: Version, kind: Kinds) -> dict[str, object]:
    return next(iter(attribute_sets(version, kind[0]).values()))


def _examples(version: Version) -> Iterator[Case]:
    kind = first_kind(version)
    for name, shapes in (_ONE_WAY_EXAMPLES if version.shapes == "uni" else _EXAMPLES).items():
        operands = plain_operands(version, kind, shapes, name)
        yield accepted(version, name, operands, **_first_attributes(version, kind))


def _rank(version: Version) -> Iterator[Case]:
    """Rank 64, where every other long axis belongs to the other operand."""
    first, second = [1] * 64, [1] * 64
    for place in range(0, 64, 12):
        (first if place % 24 else second)[place] = 2
    if version.shapes == "uni":
        first = [max(sizes) for sizes in zip(first, second, strict=True)]
    kind = first_kind(version)
    operands = plain_operands(version, kind, (tuple(first), tuple(second)), "rank")
    yield accepted(version, "rank-64", operands, "rank", **_first_attributes(version, kind))


def _refused_shapes(version: Version, is_full: bool) -> Iterator[Case]:
    kind, one_way = first_kind(version), version.shapes == "uni"
    pairs = {**_REFUSED, **(_ONE_WAY_REFUSED if one_way else {})}
    clauses = ("uni-1", "uni-2", "uni-3", "prelu") if one_way else ("E1", "003.C1", "multi-2")
    for name, shapes in (pairs if is_full else {"refused-row": pairs["refused-row"]}).items():
        empty = ("B5",) if "empty" in name else ()
        operands = plain_operands(version, kind, shapes, name)
        yield refused(version, name, operands, *clauses, *empty, **_first_attributes(version, kind))


def refused_types(version: Version) -> Iterator[Case]:
    """Every type the version's schema does not have, and two types where it has one."""
    attributes = {"direction": "LEFT"} if version.operator == "BitShift" else {}
    for kind in (kind for kind in EVERY if kind not in version.types["T"]):
        yield refused(version, "refused-type", _typed(version, kind, kind), "schema-types", **attributes)
    kind = first_kind(version)[0]
    if not (version.operator == "Pow" and "T1" in version.types) and version.operator != "Expand":
        other = next(name for name in ("double", "int64", "int32", "uint8", "float") if name != kind)
        yield refused(version, "refused-two-types", _typed(version, kind, other), "schema-types", **attributes)


def _typed(version: Version, first: str, second: str) -> Tensors:
    shape: Shape = (2, 2) if version.operator in ("Gemm", "PRelu") else (2,)
    x, y = plain(first, shape, "typed x"), plain(second, shape, "typed y")
    if version.operator == "Pow" and second in INTEGERS:
        y = counted(second, shape, (2, 3))
    if version.operator == "PRelu":
        return x, plain(second, (2,), "typed y")  # one for each channel before opset 7, one for each column since
    if version.operator == "Where":
        return plain("bool", shape, "typed"), x, y
    if version.operator == "Expand":
        return x, Tensor((1,), (2,), "int64")
    return (x, y, y) if version.operator == "Gemm" and version.least == 3 else (x, y)


def opset_cases(version: Version) -> Iterator[Case]:
    """One case on one type at every later opset at which the version still holds."""
    kind = first_kind(version)
    for opset in range(version.since + 1, version.until + 1):
        attributes = _first_attributes(version, kind)
        yield accepted(version, f"opset-{opset}", _sample(version, kind), opset=opset, **attributes)


def _sample(version: Version, kind: Kinds) -> Tensors:
    """Operands that every version of the operator takes."""
    if version.operator == "Gemm":
        return tuple(small_numbers(kind[0], shape, "opset") for shape in ((2, 4), (4, 3), (2, 3)))
    if version.operator == "Expand":
        return plain(kind[0], (2, 1), "opset"), Tensor((2,), (1, 3), "int64")
    if version.shapes == "channel":
        return plain_operands(version, kind, ((2, 3, 4), (3,)), "opset")
    shapes: Pair = ((2, 3), (2, 3)) if version.shapes in ("limited", "equal") else ((2, 3), (3,))
    return plain_operands(version, kind, shapes, "opset")
