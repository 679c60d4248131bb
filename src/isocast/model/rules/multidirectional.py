"""IC101 and IC105: element-wise operators whose operands have different shapes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...shapes import Refusal, SymbolicShape, broadcast
from ..findings import Severity
from .outcomes import Operands, conditional, implicit, is_open, refused, rests_on_statement, unknown_rank
from .rule import Rule, Situation, Verdict, model_text, sentences

IMPLICIT: Final = Rule(
    code="IC101",
    title="implicit multidirectional broadcasting",
    severity=Severity.WARNING,
    strict=Severity.ERROR,
    clause="R4",
    rationale=sentences(
        "The operands of an element-wise operator have different shapes, and the operator stretches them on its own.",
        "How much memory and time that takes is decided at run time, by shapes that nothing in the node shows.",
        "The strict profile forbids it (R2, R4): broadcasting is an operation of its own, which can be counted.",
        "The finding says what the explicit form writes: elements and bytes of each operand that is stretched.",
    ),
    fix="Put an Expand to the full shape before each operand that is stretched; `isocast explicit` does that.",
    example=model_text("float[2,3] x, float[3] b => float[2,3] y", "y = Add(x, b)"),
    fixed=model_text("float[2,3] x, float[2,3] b => float[2,3] y", "y = Add(x, b)"),
)
IMPOSSIBLE: Final = Rule(
    code="IC105",
    title="shapes that do not broadcast",
    severity=Severity.ERROR,
    strict=Severity.ERROR,
    clause="E1",
    rationale=sentences(
        "After alignment at the last axis, two sizes of one axis differ and neither is 1.",
        "Whatever the symbolic sizes stand for, the node fails when it runs.",
        "Under the strict profile size 1 is not stretched to size 0 either (B5).",
    ),
    fix="Correct the shapes; the help line names a reshape or a transpose if one of them works.",
    example=model_text("float[2,3,4] x, float[2,4] b => float[] y", "y = Add(x, b)"),
    fixed=model_text("float[2,3,4] x, float[2,3,4] b => float[2,3,4] y", "y = Add(x, b)"),
)


def judge(situation: Situation) -> Iterator[Verdict]:
    """What is to be said of the shapes of an operator with multidirectional broadcasting.

    Clauses: multi-1, multi-2, multi-3, multi-operators, E1, R2, R4
    """
    places = range(len(situation.operands))
    known = Operands(*_known(situation))
    outcome = broadcast(known.shapes, situation.profile) if known.shapes else None
    if isinstance(outcome, Refusal):
        yield refused(situation, known, outcome)
    elif len(known.places) < len(places):
        if len(places) > 1:
            yield unknown_rank(situation, [place for place in places if place not in known.places])
    elif outcome is not None and is_open(outcome):
        yield conditional(situation, known, outcome)
    elif outcome is not None:
        found = implicit(situation, "IC101", known, outcome)
        doubt = rests_on_statement(situation, places)
        yield from (verdict for verdict in (found, doubt) if verdict is not None)


def _known(situation: Situation) -> tuple[list[int], list[SymbolicShape]]:
    shapes = {place: situation.shape(place) for place in range(len(situation.operands))}
    return [place for place in shapes if shapes[place] is not None], [s for s in shapes.values() if s is not None]


RULES: Final = (IMPLICIT, IMPOSSIBLE)
