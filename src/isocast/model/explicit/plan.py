"""From what is known of a node's operands to the steps that make them explicit.

Must not import onnx.
"""

from __future__ import annotations

from ...opsets import Broadcasting
from .agreement import DoNotBroadcastError, Row, agree, fits, fixed_target, one_shape, stretches
from .gemm import plan_gemm
from .matmul import plan_matmul
from .old_plans import plan_limited, plan_per_channel
from .sites import Site
from .steps import Plan, Stretch, Whole


def plan(site: Site, trusts_statements: bool, is_raised: bool) -> Plan | None:
    """The plan for a node, None if nothing is implicit in it.

    `trusts_statements`: shapes that the model only states count as known. `is_raised`: the opset will be one in which
    the operator broadcasts, whatever its attributes say now.
    """
    may_count = trusts_statements or not any(meeting.is_stated for meeting in site.meetings)
    try:
        return _plan(site, may_count, is_raised)
    except DoNotBroadcastError:
        site.refuse("its operands do not broadcast", "`isocast check` says more about it")


def _plan(site: Site, may_count: bool, is_raised: bool) -> Plan | None:
    operator, way = site.node.operator, site.broadcasting
    found: Plan | None
    if way is Broadcasting.LIMITED:
        found = plan_limited(site, may_count) or (_plan_same(site) if is_raised else None)
    elif way is Broadcasting.PER_CHANNEL:
        found = plan_per_channel(site, may_count)
    elif way is Broadcasting.NONE:
        found = _plan_same(site) if is_raised else None
    else:
        special = {"MatMul": plan_matmul, "Gemm": plan_gemm, "PRelu": _plan_prelu}
        found = special.get(operator, _plan_multidirectional)(site, may_count)
    return found


def _plan_multidirectional(site: Site, may_count: bool) -> Plan | None:
    """All operands to the shape that they broadcast to.

    Clauses: multi-1, multi-2, multi-3, multi-operators
    """
    rows: list[Row] = [meeting.shapes for meeting in site.meetings]
    if len(rows[0]) < 2:
        return None
    if not all(site.node.inputs):
        site.refuse("an operand is left out", "correct the node")
    agreement = agree(rows, may_count)
    if agreement.is_settled:
        return None
    steps = tuple(stretches(rows, agreement))
    return Plan(steps, "multi-2", dict.fromkeys(range(agreement.places), agreement.full))


def _plan_same(site: Site) -> Plan | None:
    """What is not known to have the one shape that an operator takes now: in the new opset it broadcasts."""
    is_gemm = site.node.operator == "Gemm"
    found = plan_gemm(site, may_count=False) if is_gemm else _plan_multidirectional(site, may_count=False)
    return None if found is None else Plan(found.steps, "legacy-axis", found.full)


def _plan_prelu(site: Site, may_count: bool) -> Plan | None:
    """The slope to the shape of X.

    Clauses: prelu, uni-1, uni-2, uni-3
    """
    targets = [meeting.shapes[0] for meeting in site.meetings]
    slopes = [meeting.shapes[1] for meeting in site.meetings]
    if all(map(fits, slopes, targets)):
        return None
    fixed = fixed_target(targets, may_count)
    step = Stretch(1, (Whole(0),) if fixed is None else fixed)
    return Plan((step,), "uni-2", {1: one_shape(targets)})
