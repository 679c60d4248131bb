"""The cases of the versions before opset 7 and 8: `broadcast` and `axis`, one shape for all, a slope per channel.

The shapes are the examples of the old text, and the nearest ones that it does not allow.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ..spec.tensor import Shape
from .case import Case
from .elementwise import first_kind, refused_types
from .making import accepted, refused
from .operands import kinds, plain_operands
from .schemas import Version
from .values import plain, small_numbers

_A: Final = (2, 3, 4, 5)
_EXAMPLES: Final[dict[str, tuple[Shape, dict[str, Any]]]] = {
    "old-scalar": ((), {"broadcast": 1}),
    "old-one-element": ((1, 1), {"broadcast": 1}),
    "old-suffix-1": ((5,), {"broadcast": 1}),
    "old-suffix-2": ((4, 5), {"broadcast": 1}),
    "old-axis-1": ((3, 4), {"broadcast": 1, "axis": 1}),
    "old-axis-0": ((2,), {"broadcast": 1, "axis": 0}),
    "old-all-axes": (_A, {"broadcast": 1}),
    "old-one-element-axis": ((1,), {"broadcast": 1, "axis": 2}),
}
"""The examples of the text of Add-1, with `A` of shape (2, 3, 4, 5)."""
_REFUSED: Final[dict[str, tuple[Shape, dict[str, Any]]]] = {
    "refused-without-broadcast": ((5,), {}),
    "refused-broadcast-0": ((5,), {"broadcast": 0}),
    "refused-scalar-without-broadcast": ((), {}),
    "refused-stretch": ((1, 5), {"broadcast": 1}),
    "refused-middle-as-suffix": ((3, 4), {"broadcast": 1}),
    "refused-gap": ((3, 5), {"broadcast": 1, "axis": 1}),
    "refused-axis-too-far": ((5,), {"broadcast": 1, "axis": 4}),
    "refused-higher-rank": ((1, 2, 3, 4, 5), {"broadcast": 1}),
}


def limited_cases(version: Version) -> Iterator[Case]:
    """Operators with the attributes `broadcast` and `axis`."""
    for kind in kinds(version):
        yield accepted(version, "same", plain_operands(version, kind, ((2, 3), (2, 3)), "same"))
        yield accepted(version, "old-row", plain_operands(version, kind, ((2, 3), (3,)), "row"), broadcast=1)
        column = plain_operands(version, kind, ((2, 3), (2,)), "column")
        yield accepted(version, "old-column", column, broadcast=1, axis=0)
    kind = first_kind(version)
    for name, (shape, attributes) in _EXAMPLES.items():
        yield accepted(version, name, plain_operands(version, kind, (_A, shape), name), **attributes)
    for name, (shape, attributes) in _REFUSED.items():
        operands = plain_operands(version, kind, (_A, shape), name)
        yield refused(version, name, operands, "legacy-axis", **attributes)
    growing = plain_operands(version, kind, ((3,), (2, 3)), "growing")
    yield refused(version, "refused-first-grows", growing, "legacy-axis", broadcast=1)
    yield from refused_types(version)


def equal_cases(version: Version) -> Iterator[Case]:
    """Max, Min, Mean and Sum where all operands have one shape."""
    for kind in kinds(version):
        pair = plain_operands(version, kind, ((2, 3), (2, 3)), "same")
        yield accepted(version, "same", pair)
        yield accepted(version, "one", pair[:1], "B1")
    kind = first_kind(version)
    for name, shapes in (("row", ((2, 3), (3,))), ("column", ((2, 3), (2, 1))), ("scalar", ((2,), ()))):
        operands = plain_operands(version, kind, shapes, name)
        yield refused(version, f"refused-{name}", operands, "legacy-axis")
    yield from refused_types(version)


def channel_cases(version: Version) -> Iterator[Case]:
    """PRelu, where a slope of shape (C,) belongs to axis 1."""
    for kind in kinds(version):
        for name, shapes in (
            ("old-channel", ((2, 3, 4), (3,))),
            ("old-shared", ((2, 3), (1,))),
            ("old-channel-is-last", ((2, 3, 3), (3,))),
        ):
            yield accepted(version, name, plain_operands(version, kind, shapes, name))
    kind = first_kind(version)
    refusal = plain_operands(version, kind, ((2, 3, 4), (4,)), "last")
    yield refused(version, "refused-last-axis", refusal, "prelu", "legacy-axis")
    yield from refused_types(version)


def old_gemm_cases(version: Version) -> Iterator[Case]:
    """Gemm, where C has the shape (M, N), or with `broadcast` one element or a suffix of it."""
    for kind, _ in kinds(version):
        a, b = small_numbers(kind, (2, 4), "a"), small_numbers(kind, (4, 3), "b")
        yield accepted(version, "c-same", (a, b, small_numbers(kind, (2, 3), "c")), beta=2.0)
        for name, shape in (("c-scalar", ()), ("c-one-element", (1,)), ("c-row", (3,))):
            c = small_numbers(kind, shape, name)
            yield accepted(version, name, (a, b, c), alpha=2.0, beta=3.0, broadcast=1)
        turned = small_numbers(kind, (4, 2), "a"), small_numbers(kind, (3, 4), "b"), small_numbers(kind, (2, 3), "c")
        yield accepted(version, "transposed", turned, transA=1, transB=1)
    a, b = small_numbers("float", (2, 4), "a"), small_numbers("float", (4, 3), "b")
    # Whether `broadcast` stretches a column (M, 1) the text leaves open; nobody can be held to it.
    not_today: tuple[tuple[str, Shape, int], ...] = (("row", (3,), 0), ("scalar", (), 0), ("larger", (1, 2, 3), 1))
    for name, shape_of_c, broadcast in not_today:
        inputs = a, b, plain("float", shape_of_c, name)
        yield refused(version, f"refused-c-{name}", inputs, "legacy-axis", "gemm", broadcast=broadcast)
    yield refused(version, "refused-no-c", (a, b), "schema-types", "gemm")
    yield from refused_types(version)
