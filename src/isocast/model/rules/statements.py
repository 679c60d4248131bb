"""IC107, IC108, IC204, IC302 and IC306: what a model states against what follows from it."""

from __future__ import annotations

from typing import Final

from ..findings import Severity
from ..stated import Contradiction
from ..values import element_name, shape_sizes
from .rule import Rule, Verdict, model_text, sentences, shown

SHAPE: Final = Rule(
    code="IC107",
    title="a stated shape that cannot be right",
    severity=Severity.ERROR,
    strict=Severity.ERROR,
    clause="condition2",
    rationale=sentences(
        "The model states another shape of a value than the one that follows from its operators and inputs.",
        "What follows is used from there on; tools that believe the statement come to other results.",
    ),
    fix="Remove the statement from `value_info` or correct it; infer shapes again.",
    example=model_text("float[2,3] a => float[2,4] y", "y = Relu(a)"),
    fixed=model_text("float[2,3] a => float[2,3] y", "y = Relu(a)"),
)
REFUSED: Final = Rule(
    code="IC108",
    title="operands that an operator does not take",
    severity=Severity.ERROR,
    strict=Severity.ERROR,
    clause="schema-types",
    rationale=sentences(
        "onnx's own inference refuses the types or shapes of the node's operands.",
        "Examples are matrices whose inner sizes differ, or a concatenation of tensors of different ranks.",
        "Nothing is known of the node's results.",
    ),
    fix="Correct the node; `onnx.checker.check_model(model, full_check=True)` says what onnx objects to.",
    example=model_text("float[2,3] a, float[4,5] b => float[] y", "y = MatMul(a, b)"),
    fixed=model_text("float[2,3] a, float[3,5] b => float[2,5] y", "y = MatMul(a, b)"),
)
TYPE: Final = Rule(
    code="IC204",
    title="a stated type that cannot be right",
    severity=Severity.ERROR,
    strict=Severity.ERROR,
    clause="000.C1",
    rationale=sentences(
        "The model states another element type of a value than its operators give it.",
        "What they give is used from there on.",
    ),
    fix="Correct the statement, or insert a Cast.",
    example=model_text("float[2] a => double[2] y", "y = Relu(a)"),
    fixed=model_text("float[2] a => float[2] y", "y = Relu(a)"),
)
CONDITION: Final = Rule(
    code="IC302",
    title="a stated shape that holds only for some sizes",
    severity=Severity.WARNING,
    strict=Severity.WARNING,
    clause="condition2",
    rationale=sentences(
        "The model states a number where a size depends on its inputs; for other inputs the statement is wrong.",
        "Exporters leave such numbers behind when a model was traced with one size and then declared to take any.",
    ),
    fix="State the symbol in place of the number; or fix the size of the input.",
    example=model_text("float[N,3] a => float[2,3] y", "y = Relu(a)"),
    fixed=model_text("float[N,3] a => float[N,3] y", "y = Relu(a)"),
)
PLACEHOLDER: Final = Rule(
    code="IC306",
    title="sizes that are no sizes",
    severity=Severity.NOTE,
    strict=Severity.WARNING,
    clause="condition2",
    rationale=sentences(
        "The model writes a negative number for a size, or one placeholder such as `?` for several.",
        "ONNX has neither: a size is 0 or more, and sizes of one name are equal.",
        "Each of them is taken to be unknown, and equal to no other.",
    ),
    fix="Leave the size out, or give sizes that are equal a name.",
)


def contradiction(name: str, found: Contradiction) -> Verdict:
    """The verdict on a statement that does not fit."""
    derived, stated = found.derived, found.stated
    if found.kind == "type":
        said, is_ = _type(stated.kind, stated.element), _type(derived.kind, derived.element)
        message = f'"{name}" is stated to be {said}, and is {is_}'
        return Verdict("IC204", message, "correct the stated type", "000.C1")
    said = shown(tuple("?" if size is None else size for size in stated.shape or ()))  # type: ignore[misc]
    if found.kind == "condition":
        message = f'"{name}" is stated to be {said}, and is {shown(derived.shape)}: only if {found.condition}'
        help_ = "state the symbol in place of the number, or fix the input's size"
        return Verdict(
            "IC302", message, help_, "condition2", result=shape_sizes(derived.shape), condition=found.condition
        )
    message = f'"{name}" is stated to be {said}, and is {shown(derived.shape)}'
    return Verdict("IC107", message, "correct the stated shape", "condition2", result=shape_sizes(derived.shape))


def _type(kind: str, element: int) -> str:
    return (
        element_name(element)
        if kind == "tensor"
        else {"sparse": f"sparse {element_name(element)}"}.get(kind, "no tensor")
    )


RULES: Final = (SHAPE, REFUSED, TYPE, CONDITION, PLACEHOLDER)
