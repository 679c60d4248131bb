"""IC201, IC202, IC203 and IC205: element types that differ, are outside the schema, are sparse, or are not stated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..findings import Severity
from ..values import element_name
from .rule import Remark, Rule, Situation, Verdict, listed, model_text, sentences

MISMATCH: Final = Rule(
    code="IC201",
    title="operands of different element types",
    severity=Severity.ERROR,
    strict=Severity.ERROR,
    clause="R3",
    rationale=sentences(
        "The schema has one type for these operands, and the model has two.",
        "ONNX never converts operands.",
        "Under the strict profile the base and the exponent of Pow have one type too.",
    ),
    fix="Cast one of the operands.",
    example=model_text("float[2] a, double[2] b => float[2] y", "y = Add(a, b)"),
    fixed=model_text("float[2] a, float[2] b => float[2] y", "y = Add(a, b)"),
)
OUTSIDE: Final = Rule(
    code="IC202",
    title="an element type outside the operator's schema",
    severity=Severity.ERROR,
    strict=Severity.ERROR,
    clause="schema-types",
    rationale=sentences(
        "The version of the operator that the model's opset names does not take this type.",
        "Some runtimes compute all the same, others refuse the model.",
    ),
    fix="Cast the operand, or use an opset whose version takes the type.",
    example=model_text("int8[2] a, int8[2] b => int8[2] y", "y = Add(a, b)", opset=13),
    fixed=model_text("int8[2] a, int8[2] b => int8[2] y", "y = Add(a, b)", opset=14),
)
SPARSE: Final = Rule(
    code="IC203",
    title="a sparse tensor",
    severity=Severity.ERROR,
    strict=Severity.ERROR,
    clause="R1",
    rationale=sentences(
        "No operator with broadcasting takes a sparse tensor.",
        "The strict profile has none at all (R1): every one that the model holds or takes is reported.",
    ),
    fix="Make the tensor dense.",
)
NOT_STATED: Final = Rule(
    code="IC205",
    title="a value whose type is not stated",
    severity=None,
    strict=Severity.ERROR,
    clause="R3",
    rationale=sentences(
        "The strict profile asks for explicit types (R3).",
        "For operands and results of operators with broadcasting, a type that a reader has to infer is not explicit.",
    ),
    fix="Write the type and shape into the model's `value_info`, for example by running onnx's shape inference on it.",
    example=model_text("float[2] a => float[2] y", "b = Relu(a)", "y = Add(a, b)"),
    fixed=model_text("float[2] a => float[2] y", "b = Relu(a)", "y = Add(a, b)", values="float[2] b"),
)
_FLOATS: Final = frozenset(("float16", "bfloat16", "float", "double"))


def judge(situation: Situation) -> Iterator[Verdict]:
    """What is to be said of the element types of the operands.

    Clauses: schema-types, R1, R3
    """
    bound: dict[str, tuple[int, str]] = {}
    for place, operand in enumerate(situation.operands):
        if operand is None or operand.kind == "unknown" or not (operand.element or operand.kind != "tensor"):
            continue
        label, formal = situation.label(place), situation.signature.operand(place)
        if operand.kind != "tensor":
            yield _not_a_tensor(situation, place, operand.kind)
            continue
        found, allowed = element_name(operand.element), situation.signature.types[formal.variable]
        if found not in allowed:
            message = f"{situation.signature} does not take {label} of element type {found}"
            help_ = f"it takes {listed(sorted(allowed), 'or')}"
            yield Verdict("IC202", message, help_, "schema-types", label, {place: Remark("outside the schema")})
            continue
        variable = "T" if situation.profile == "sonnx" and situation.operator == "Pow" else formal.variable
        first, name = bound.setdefault(variable, (place, found))
        if name != found and formal.is_homogeneous:
            yield _mismatch(situation, first, place)
    if _needs_fmod(situation) and bound and all(name in _FLOATS for _, name in bound.values()):
        message = f"{situation.signature} does not take floats with fmod 0"
        yield Verdict("IC202", message, "before opset 28 floats need fmod=1", "mod", situation.label(0), {})


def _needs_fmod(situation: Situation) -> bool:
    return situation.operator == "Mod" and situation.opset < 28 and not situation.attributes.get("fmod", 0)


def _not_a_tensor(situation: Situation, place: int, kind: str) -> Verdict:
    label = situation.label(place)
    if kind == "sparse":
        message = f"{situation.operator} does not take a sparse tensor as {label}"
        return Verdict("IC203", message, "make the tensor dense", "R1", label, {place: Remark("sparse")})
    message = f"{situation.operator} does not take {label}, which is not a tensor"
    return Verdict("IC202", message, "take the tensor out of the sequence or optional", "schema-types", label, {})


def _mismatch(situation: Situation, first: int, place: int) -> Verdict:
    labels = situation.label(first), situation.label(place)
    types = [element_name(operand.element) for at in (first, place) if (operand := situation.operands[at]) is not None]
    message = f"{situation.operator} takes {labels[0]} and {labels[1]} of one type, not {types[0]} and {types[1]}"
    clause = "R3" if situation.profile == "sonnx" else "schema-types"
    return Verdict("IC201", message, "cast one of them; operands are never converted", clause, labels[1], {})


RULES: Final = (MISMATCH, OUTSIDE, SPARSE, NOT_STATED)
