"""Gemm's C, which is broadcast to the product's shape.

Must not import onnx.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...shapes import SymbolicShape
from ..transfer.matrices import gemm_shape
from .agreement import fits, fixed_target, one_shape
from .sites import Meeting, Site
from .steps import Axis, Part, Plan, Stretch, Target

_FLAGS: Final = ("transA", "transB")


def plan_gemm(site: Site, may_count: bool) -> Plan | None:
    """C to (M, N).

    Clauses: gemm, uni-1, uni-2, uni-3
    """
    if len(site.node.inputs) < 3 or not site.node.inputs[2]:
        return None
    targets = [product(meeting) for meeting in site.meetings]
    shapes = [meeting.shapes[2] for meeting in site.meetings]
    if all(map(fits, shapes, targets)):
        return None
    step = Stretch(2, gemm_target(site, targets, may_count))
    return Plan((step,), "uni-2", {2: one_shape(targets)})


def product(meeting: Meeting) -> SymbolicShape | None:
    """(M, N)."""
    flags = [bool(meeting.attributes.get(name)) for name in _FLAGS]
    return gemm_shape(meeting.shapes[0], meeting.shapes[1], *flags)


def gemm_target(site: Site, targets: Sequence[SymbolicShape | None], may_count: bool) -> Target:
    """(M, N) as a target: numbers, or sizes of A and B."""
    fixed = fixed_target(targets, may_count)
    if fixed is not None:
        return fixed
    flags = {tuple(bool(meeting.attributes.get(name)) for name in _FLAGS) for meeting in site.meetings}
    if len(flags) > 1:
        site.refuse("transA or transB differ from call to call", "give each call a function of its own")
    ((trans_a, trans_b),) = flags
    first, second = Axis(0, int(trans_a)), Axis(1, 0 if trans_b else 1)
    shape = one_shape(targets)
    if shape is None or not may_count:
        return (first, second)
    # The size itself, where it is 1: a number 1 would not show that C is no larger.
    parts: list[Part] = [
        size if isinstance(size, int) and size != 1 else axis for size, axis in zip(shape, (first, second), strict=True)
    ]
    return tuple(parts)
