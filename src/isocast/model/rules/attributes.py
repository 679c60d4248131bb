"""IC402, IC403, IC404 and IC412: opsets, attributes and numbers of operands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...spec.profile import REQUIRED_ATTRIBUTES
from ..findings import Severity
from .rule import Rule, Situation, Verdict, listed, model_text, sentences

UNKNOWN_OPSET: Final = Rule(
    code="IC402",
    title="an opset that does not have the operator, or is not known",
    severity=Severity.WARNING,
    strict=Severity.ERROR,
    clause="schema-types",
    rationale=sentences(
        "The operator came with a later opset than the one the model names.",
        "Or the installed onnx does not describe the model's opset or IR version; its newest has been used then.",
    ),
    fix="Correct the opset, or install a newer onnx.",
    example=model_text("int64[2] a, int64[2] b => int64[2] y", "y = Mod(a, b)", opset=9),
    fixed=model_text("int64[2] a, int64[2] b => int64[2] y", "y = Mod(a, b)", opset=10),
)
UNKNOWN_ATTRIBUTE: Final = Rule(
    code="IC403",
    title="an attribute that the operator does not have, or one it needs",
    severity=Severity.ERROR,
    strict=Severity.ERROR,
    clause="schema-types",
    rationale=sentences(
        "The schema of the operator's version has no such attribute, or one it needs is missing.",
        "`broadcast` and `axis` are the usual case: since opset 7 they mean nothing.",
        "A runtime that ignores them computes something else than was meant.",
    ),
    fix="Remove the attribute after making sure that the shapes mean what it said; or use the opset it belongs to.",
    example=model_text("float[2,3] x, float[2,3] b => float[2,3] y", "y = Add <broadcast = 1> (x, b)"),
    fixed=model_text("float[2,3] x, float[2,3] b => float[2,3] y", "y = Add(x, b)"),
)
NUMBER: Final = Rule(
    code="IC404",
    title="a wrong number of operands",
    severity=Severity.ERROR,
    strict=Severity.ERROR,
    clause="schema-types",
    rationale=sentences(
        "The operator takes another number of operands, or one it needs is left out.",
        "Nothing else is said of the node.",
    ),
    fix="Correct the node.",
    example=model_text("float[2] a => float[2] y", "y = Add(a)"),
    fixed=model_text("float[2] a => float[2] y", "y = Add(a, a)"),
)
DEFAULT: Final = Rule(
    code="IC412",
    title="an attribute left to its default",
    severity=None,
    strict=Severity.ERROR,
    clause="strict-explicit",
    rationale=sentences(
        "The strict profile has no default attributes.",
        "Gemm's alpha, beta, transA and transB and Mod's fmod are written down.",
    ),
    fix="Write the attribute into the node, with the value that its default has.",
    example=model_text("int64[2] a, int64[2] b => int64[2] y", "y = Mod(a, b)"),
    fixed=model_text("int64[2] a, int64[2] b => int64[2] y", "y = Mod <fmod = 0> (a, b)"),
)


def wrong_number(situation: Situation) -> Verdict | None:
    """The verdict on a node with too few or too many operands."""
    signature, given = situation.signature, situation.operands
    needed = [given[place] if place < len(given) else None for place in range(signature.least)]
    if None not in needed and (signature.most is None or len(given) <= signature.most):
        return None
    count = sum(operand is not None for operand in given)
    most = "or more" if signature.most is None else f"to {signature.most}"
    number = str(signature.least) if signature.least == signature.most else f"{signature.least} {most}"
    return Verdict("IC404", f"{signature} takes {number} operands, not {count}", "correct the node", "schema-types")


def judge(situation: Situation) -> Iterator[Verdict]:
    """What is to be said of the attributes.

    Clauses: schema-types, legacy-axis, strict-explicit
    """
    known = situation.signature.attributes
    for name in sorted(situation.wrong_attributes):
        if name in known:
            message, help_ = f"{situation.signature} takes another kind of value as attribute {name}", "correct it"
        else:
            message, help_ = (
                f"{situation.signature} has no attribute {name}",
                "remove it, or use the opset it belongs to",
            )
            message += ": it belongs to opsets before 7" if name in ("broadcast", "axis") else ""
        yield Verdict("IC403", message, help_, "schema-types")
    for name, attribute in known.items():
        if attribute.is_required and name not in situation.attributes and name not in situation.wrong_attributes:
            message = f"{situation.signature} needs attribute {name}"
            yield Verdict("IC403", message, "write the attribute into the node", "schema-types")
    if situation.profile == "sonnx":
        required = REQUIRED_ATTRIBUTES.get(situation.operator, ())
        missing = [name for name in required if name in known and name not in situation.attributes]
        missing = [name for name in missing if not known[name].is_required]
        if missing:
            defaults = listed([f"{name}={known[name].default}" for name in missing])
            message = f"{situation.operator} leaves {listed(missing)} to the default"
            yield Verdict("IC412", message, f"write {defaults} into the node", "strict-explicit")


RULES: Final = (UNKNOWN_OPSET, UNKNOWN_ATTRIBUTE, NUMBER, DEFAULT)
