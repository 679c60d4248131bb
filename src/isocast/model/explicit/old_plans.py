"""Broadcasting before opset 7, by the attributes `broadcast` and `axis` or along the channels, made axes and shapes.

The steps give the operand the axes that it lacks after `axis`, and then the full shape.
Must not import onnx.
Clauses: legacy-axis.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...shapes import SymbolicShape
from .agreement import fixed_target, one_shape
from .gemm import gemm_target, product
from .sites import Site
from .steps import Lift, Plan, Step, Stretch, Target, Whole

Shapes = Sequence[SymbolicShape | None]

_ATTRIBUTES: Final = ("broadcast", "axis")
_HELP: Final = "state the shapes in the model, for example by running onnx's shape inference on it"


def plan_limited(site: Site, may_count: bool) -> Plan | None:
    """The second operand of an operator before opset 7, or Gemm's C, if `broadcast` is 1.

    Clauses: legacy-axis
    """
    attributes = site.meetings[0].attributes
    flags = {bool(meeting.attributes.get("broadcast", 0)) for meeting in site.meetings}
    if flags == {False}:
        return None
    if len(flags) > 1 or len({meeting.attributes.get("axis") for meeting in site.meetings}) > 1:
        site.refuse("its attributes differ from call to call", "give each call a function of its own")
    is_gemm = site.node.operator == "Gemm"
    place = 2 if is_gemm else 1
    targets: Shapes = [product(meeting) if is_gemm else meeting.shapes[0] for meeting in site.meetings]
    shapes: Shapes = [meeting.shapes[place] for meeting in site.meetings]
    full = {place: one_shape(targets)}
    if None not in targets and list(targets) == list(shapes):
        return Plan((), "legacy-axis", full, drop=_ATTRIBUTES)
    target: Target = gemm_target(site, targets, may_count) if is_gemm else _like_first(targets, may_count)
    axis = None if is_gemm else attributes.get("axis")
    steps = (*_lifts(site, place, shapes, targets, axis), Stretch(place, target))
    return Plan(steps, "legacy-axis", full, drop=_ATTRIBUTES)


def plan_per_channel(site: Site, may_count: bool) -> Plan | None:
    """PRelu's slope before opset 7: one element, one per channel (axis 1), or one per element.

    Clauses: prelu, legacy-axis
    """
    targets: Shapes = [meeting.shapes[0] for meeting in site.meetings]
    slopes: Shapes = [meeting.shapes[1] for meeting in site.meetings]
    if None not in targets and list(targets) == list(slopes):
        return None
    lifts: tuple[Step, ...] = ()
    if any(slope is None or len(slope) == 1 for slope in slopes) and not _are_scalars(slopes):
        lifts = tuple(_lifts(site, 1, slopes, targets, 1))
    step = Stretch(1, _like_first(targets, may_count))
    return Plan((*lifts, step), "legacy-axis", {1: one_shape(targets)})


def _like_first(targets: Shapes, may_count: bool) -> Target:
    fixed = fixed_target(targets, may_count)
    return (Whole(0),) if fixed is None else fixed


def _lifts(site: Site, place: int, shapes: Shapes, targets: Shapes, axis: int | None) -> list[Step]:
    """The axes of size 1 that an operand needs at its end, so that it begins at `axis` of the target."""
    if axis is None or _are_scalars(shapes):
        return []
    missing = {
        None if shape is None or target is None else len(target) - axis - len(shape)
        for shape, target in zip(shapes, targets, strict=True)
    }
    count = missing.pop() if len(missing) == 1 else None
    if count is None:
        site.refuse(f"it broadcasts from axis {axis} on, and the number of axes is not known", _HELP)
    rank = len(shapes[0] or ())
    return [Lift(place, tuple(range(rank, rank + count)))] if count > 0 else []


def _are_scalars(shapes: Shapes) -> bool:
    """Whether an operand certainly has one element: it fits everywhere."""
    return all(shape is not None and all(size == 1 for size in shape) for shape in shapes)
