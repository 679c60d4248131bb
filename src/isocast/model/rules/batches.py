"""IC103: MatMul, which broadcasts the axes before the last two."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...shapes import Refusal, SymbolicShape, broadcast
from ..findings import Severity
from ..transfer.matrices import batch_axes
from .outcomes import Operands, conditional, implicit, is_open, refused, rests_on_statement, unknown_rank
from .rule import Rule, Situation, Verdict, model_text, sentences

IMPLICIT: Final = Rule(
    code="IC103",
    title="implicit broadcasting of MatMul's batch axes",
    severity=Severity.WARNING,
    strict=Severity.ERROR,
    clause="R4",
    rationale=sentences(
        "MatMul multiplies matrices, the last two axes, and broadcasts the axes before them.",
        "A weight matrix against a batch is the common case: the matrix is used again for each member of the batch.",
    ),
    fix="Expand the operand with fewer batch axes, as `isocast explicit` does; or reshape the other to a matrix.",
    example=model_text("float[7,2,3] x, float[3,4] w => float[7,2,4] y", "y = MatMul(x, w)"),
    fixed=model_text("float[7,2,3] x, float[7,3,4] w => float[7,2,4] y", "y = MatMul(x, w)"),
)


def judge(situation: Situation) -> Iterator[Verdict]:
    """What is to be said of MatMul's batch axes.

    Clauses: multi-2, multi-3, E1, R4
    """
    shapes = [situation.shape(0), situation.shape(1)]
    known = [batch_axes(shape) for shape in shapes if shape is not None]
    if len(known) < 2:
        yield unknown_rank(situation, [place for place, shape in enumerate(shapes) if shape is None])
        return
    operands = Operands((0, 1), known)
    outcome = broadcast(known, situation.profile)
    if isinstance(outcome, Refusal):
        yield refused(situation, operands, outcome)
        return
    whole = {place: (*outcome.shape, *_matrix(shape or (), place)) for place, shape in enumerate(shapes)}
    if is_open(outcome):
        yield conditional(situation, operands, outcome, whole)
    else:
        found = implicit(situation, "IC103", operands, outcome, whole)
        doubt = rests_on_statement(situation, (0, 1))
        yield from (verdict for verdict in (found, doubt) if verdict is not None)


def _matrix(shape: SymbolicShape, place: int) -> SymbolicShape:
    """The matrix that an operand is, or stands for if it is a vector: a row first, a column second."""
    if len(shape) == 1:
        return (1, *shape) if place == 0 else (*shape, 1)
    return shape[-2:]


RULES: Final = (IMPLICIT,)
