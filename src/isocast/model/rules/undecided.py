"""IC301, IC303 and IC305: what cannot be decided from the model alone. The verdicts are made in `outcomes`."""

from __future__ import annotations

from typing import Final

from ..findings import Severity
from .rule import Rule, model_text, sentences

CONDITIONAL: Final = Rule(
    code="IC301",
    title="broadcasting that depends on symbolic sizes",
    severity=Severity.WARNING,
    strict=Severity.ERROR,
    clause="multi-2",
    rationale=sentences(
        "Whether the operands have one shape, are stretched, or do not broadcast depends on sizes that are only names.",
        "The finding gives the exact condition under which the node runs.",
        "Two different names are never taken to be equal; a size without a name is called by its place, `x[0]`.",
    ),
    fix="Fix the sizes with `--dim NAME=VALUE`, or give sizes that are equal the same name in the model.",
    example=model_text("float[batch,8,N] a, float[8,4] b => float[] y", "y = Add(a, b)"),
    fixed=model_text("float[batch,N] a, float[batch,N] b => float[batch,N] y", "y = Add(a, b)"),
)
UNKNOWN: Final = Rule(
    code="IC303",
    title="broadcasting that cannot be judged",
    severity=Severity.WARNING,
    strict=Severity.ERROR,
    clause="multi-2",
    rationale=sentences(
        "A shape or a size is not known.",
        "The value comes from an operator that is not known here, from data, or from a model that does not state it.",
        "Nothing is assumed, so the node may broadcast or not.",
    ),
    fix="State the shape in the model (`value_info`); a stated shape is compared with all that is known.",
    example=model_text("float[2,3] a => float[] y", "b = custom.Op(a)", "y = Add(a, b)"),
    fixed=model_text("float[2,3] a => float[2,3] y", "b = Relu(a)", "y = Add(a, b)"),
)
STATED: Final = Rule(
    code="IC305",
    title="a shape that is only stated",
    severity=Severity.NOTE,
    strict=Severity.NOTE,
    clause="strict-explicit",
    rationale=sentences(
        "What was said of this node rests on a shape that the model states and that follows from nothing else.",
        "It comes from an operator that is not known here, from data, or from the body of a loop.",
        "Nothing contradicts it.",
    ),
    fix="Confirm the shape where it comes from; `--ignore IC305` if that has been done.",
    example=model_text("float[2,3] a => float[2,3] y", "b = custom.Op(a)", "y = Add(a, b)", values="float[2,3] b"),
    fixed=model_text("float[2,3] a => float[2,3] y", "b = Relu(a)", "y = Add(a, b)", values="float[2,3] b"),
)
RULES: Final = (CONDITIONAL, UNKNOWN, STATED)
