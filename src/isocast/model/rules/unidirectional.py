"""IC102 and IC106: Gemm's C and PRelu's slope, which are broadcast to a shape that they do not change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...shapes import Refusal, SymbolicShape, broadcast_to
from ..findings import Severity
from ..transfer.matrices import gemm_shape
from .outcomes import Operands, conditional, implicit, is_open, refused_target, rests_on_statement, unknown_rank
from .rule import Rule, Situation, Verdict, model_text, sentences

IMPLICIT: Final = Rule(
    code="IC102",
    title="implicit unidirectional broadcasting",
    severity=Severity.WARNING,
    strict=Severity.ERROR,
    clause="R4",
    rationale=sentences(
        "Gemm broadcasts C to the shape (M, N) of its product, PRelu broadcasts slope to the shape of X.",
        "It is as implicit as that of the element-wise operators: nothing in the node shows what is repeated.",
    ),
    fix="Put an Expand to the full shape before C or slope; `isocast explicit` does that.",
    example=model_text("float[2,3,4] x, float[4] s => float[2,3,4] y", "y = PRelu(x, s)"),
    fixed=model_text("float[2,4] x, float[2,4] s => float[2,4] y", "y = PRelu(x, s)"),
)
IMPOSSIBLE: Final = Rule(
    code="IC106",
    title="an operand that does not broadcast to the shape it has to have",
    severity=Severity.ERROR,
    strict=Severity.ERROR,
    clause="uni-2",
    rationale=sentences(
        "Gemm's C broadcasts to (M, N) and PRelu's slope to X, never the other way.",
        "They have no more axes than their target, and each size is the target's or 1.",
        "Some runtimes let a slope that is too large stretch X, against the standard.",
    ),
    fix="Correct the shape of C or slope; the help line names a reshape if one works.",
    example=model_text("float[1,8,5,5] x, float[8] s => float[] y", "y = PRelu(x, s)"),
    fixed=model_text("float[8,5] x, float[8,5] s => float[8,5] y", "y = PRelu(x, s)"),
)


def judge_prelu(situation: Situation) -> Iterator[Verdict]:
    """What is to be said of PRelu's slope.

    Clauses: prelu, uni-operators, uni-1, uni-2, uni-3
    """
    yield from judge_target(situation, 1, situation.shape(0), "X", (0, 1))


def judge_gemm(situation: Situation) -> Iterator[Verdict]:
    """What is to be said of Gemm's C.

    Clauses: gemm, uni-operators, uni-1, uni-2, uni-3
    """
    if len(situation.operands) > 2 and situation.operands[2] is not None:
        yield from judge_target(situation, 2, product_shape(situation), "A·B", (0, 1, 2))


def product_shape(situation: Situation) -> SymbolicShape | None:
    """(M, N)."""
    flags = [bool(situation.attributes.get(name)) for name in ("transA", "transB")]
    return gemm_shape(situation.shape(0), situation.shape(1), *flags)


def judge_target(
    situation: Situation, place: int, target: SymbolicShape | None, name: str, places: tuple[int, ...]
) -> Iterator[Verdict]:
    """What is to be said of an operand that is broadcast to a target."""
    shape = situation.shape(place)
    if shape is None or target is None:
        unknown = [other for other in places if situation.shape(other) is None]
        yield unknown_rank(situation, unknown or [place])
        return
    operands = Operands([place], [shape])
    outcome = broadcast_to(shape, target, situation.profile)
    if isinstance(outcome, Refusal):
        yield refused_target(situation, place, target, name)
    elif is_open(outcome):
        yield conditional(situation, operands, outcome, is_target=True)
    else:
        found = implicit(situation, "IC102", operands, outcome)
        doubt = rests_on_statement(situation, places)
        yield from (verdict for verdict in (found, doubt) if verdict is not None)


RULES: Final = (IMPLICIT, IMPOSSIBLE)
