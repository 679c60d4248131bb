"""MatMul, which broadcasts the axes before the last two, and takes vectors.

Must not import onnx.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...shapes import SymbolicShape
from ..rules.rule import listed
from ..transfer.matrices import batch_axes
from .agreement import Agreement, Row, agree, matrix_target, one_shape, stretches
from .sites import Site
from .steps import Leading, Lift, Plan, Step, Stretch, Target

_Pairs = Sequence[tuple[SymbolicShape | None, ...]]


def plan_matmul(site: Site, may_count: bool) -> Plan | None:
    """The batch axes of both operands to what they broadcast to; a vector is made a matrix for that.

    Clauses: multi-2, multi-3
    """
    pairs = [(meeting.shapes[0], meeting.shapes[1]) for meeting in site.meetings]
    if any(shape is None for pair in pairs for shape in pair):
        return _plan_half_known(site, pairs, may_count)
    rows: list[Row] = [tuple(batch_axes(shape or ()) for shape in pair) for pair in pairs]
    agreement = agree(rows, may_count)
    if agreement.is_settled:
        return None
    lifts = _vectors(site, pairs)
    ends = [_end(place, [pair[place] for pair in pairs], lifts, may_count) for place in (0, 1)]
    steps: list[Step] = [Lift(place, (place,)) for place in lifts]
    steps += stretches(rows, agreement, ends)
    squeeze = None if not lifts else lifts[0] - 2
    return Plan(tuple(steps), "multi-2", _matrices(pairs, agreement, lifts), squeeze)


def _vectors(site: Site, pairs: _Pairs) -> list[int]:
    """The operands that are vectors, and are so each time."""
    found = []
    for place in (0, 1):
        ranks = {len(pair[place] or ()) for pair in pairs}
        if 1 in ranks and len(ranks) > 1:
            site.refuse(f"{'AB'[place]} is a vector in some calls only", "give each call a function of its own")
        found += [place] * (ranks == {1})
    return found


def _end(place: int, shapes: Sequence[SymbolicShape | None], lifts: Sequence[int], may_count: bool) -> Target:
    if place not in lifts:
        return matrix_target(place, shapes, may_count)
    return matrix_target(place, [_as_matrix(shape or (), place) for shape in shapes], may_count)


def _as_matrix(shape: SymbolicShape, place: int) -> SymbolicShape:
    return (1, *shape) if place == 0 else (*shape, 1)


def _matrices(pairs: _Pairs, agreement: Agreement, lifts: Sequence[int]) -> dict[int, SymbolicShape | None]:
    full: dict[int, SymbolicShape | None] = {}
    for place in (0, 1):
        shape = one_shape([pair[place] for pair in pairs])
        if shape is not None and agreement.full is not None:
            matrix = _as_matrix(shape, place) if place in lifts else shape[-2:]
            full[place] = (*agreement.full, *matrix)
    return full


def _plan_half_known(site: Site, pairs: _Pairs, may_count: bool) -> Plan | None:
    """One operand is a matrix without batch axes: it is given those of the other, whatever that is."""
    matrices = [place for place in (0, 1) if all(len(pair[place] or ()) == 2 for pair in pairs)]
    if matrices:
        place = matrices[0]
        end = matrix_target(place, [pair[place] for pair in pairs], may_count)
        return Plan((Stretch(place, (Leading(1 - place), *end)),), "multi-2", {})
    unknown = [name for place, name in enumerate("AB") if any(pair[place] is None for pair in pairs)]
    problem = f"the number of axes of {listed(unknown)} is not known, and MatMul treats a vector as no other operand"
    return Plan((), "multi-2", {}, problem=problem)
