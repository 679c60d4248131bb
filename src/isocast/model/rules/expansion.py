"""IC104 and IC304: Expand, whose target is itself stretched where the operand is larger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...shapes import Refusal, SymbolicShape, broadcast
from ...sizes import Size, atoms_of
from ..amounts import size_text
from ..findings import Severity
from ..values import shape_sizes
from .outcomes import Operands, refused
from .rule import Remark, Rule, Situation, Verdict, listed, model_text, sentences, shown

OTHER_WAY: Final = Rule(
    code="IC104",
    title="Expand to a shape that is not the result's",
    severity=Severity.WARNING,
    strict=Severity.ERROR,
    clause="multi-2",
    rationale=sentences(
        "Expand broadcasts its operand and its target to each other.",
        "Where the target has size 1, or no axis, and the operand has more, it is the target that gives way.",
        "The result does not have the shape that was asked for.",
    ),
    fix="Write the full shape into the target.",
    example=model_text("float[3,4] x => float[3,4] y", "s = Constant <value_ints = [3, 1]> ()", "y = Expand(x, s)"),
    fixed=model_text("float[3,1] x => float[3,4] y", "s = Constant <value_ints = [3, 4]> ()", "y = Expand(x, s)"),
)
UNDECIDED: Final = Rule(
    code="IC304",
    title="Expand whose result may not have the target's shape",
    severity=Severity.NOTE,
    strict=Severity.WARNING,
    clause="multi-2",
    rationale=sentences(
        "The target is computed, and for some sizes it would be stretched itself.",
        "The condition says when it is not.",
        "A target nothing is known of, such as an input of the model, is reported too.",
    ),
    fix="Give the sizes with `--dim`, or compute the target so that it is never smaller than the operand.",
    example=model_text("float[N,4] x, float[M,4] z => float[K,4] y", "s = Shape(z)", "y = Expand(x, s)"),
    fixed=model_text("float[1,4] x, float[M,4] z => float[M,4] y", "s = Shape(z)", "y = Expand(x, s)"),
)


def judge(situation: Situation) -> Iterator[Verdict]:
    """What is to be said of Expand's target.

    Clauses: multi-2, multi-3, E1
    """
    shape, target = situation.shape(0), _target(situation)
    if shape is None or target is None:
        what = "the operand's shape" if shape is None else "the target"
        yield _undecided(situation, f"cannot tell whether Expand gives the target's shape: {what} is not known", "")
        return
    outcome = broadcast((shape, target), situation.profile)
    if isinstance(outcome, Refusal):
        yield refused(situation, Operands((0, 1), (shape, target)), outcome)
        return
    rank = len(outcome.shape)
    pairs = list(zip(_aligned(shape, rank), _aligned(target, rank), strict=True))
    if any(wanted == 1 and size != 1 for size, wanted in pairs) or len(shape) > len(target):
        remark = Remark(f"asks for {shown(target)}, the result is {shown(outcome.shape)}")
        yield Verdict(
            "IC104", f"Expand to {shown(target)} gives {shown(outcome.shape)}", "write the full shape into the target",
            "multi-2", situation.label(1), {1: remark}, shape_sizes(outcome.shape),
        )  # fmt: skip
    conditions = [condition for size, wanted in pairs if (condition := _condition(size, wanted))]
    if conditions:
        message = f"whether Expand gives the shape it is asked for depends on {listed(_names(pairs))}"
        yield _undecided(situation, message, "; ".join(dict.fromkeys(conditions)))


def _target(situation: Situation) -> SymbolicShape | None:
    operand = situation.operands[1] if len(situation.operands) > 1 else None
    if operand is None or operand.content is None:
        return None
    sizes = tuple(amount for amount in operand.content if amount is not None)
    is_known = len(sizes) == len(operand.content) and not any(map(situation.pool.amounts.is_negative, sizes))
    return sizes if is_known else None


def _aligned(shape: SymbolicShape, rank: int) -> SymbolicShape:
    return (1,) * (rank - len(shape)) + shape


def _condition(size: Size, wanted: Size) -> str:
    """When a target's size that is not known is not stretched by the operand's."""
    if isinstance(wanted, int) or size in (1, wanted) or set() < set(atoms_of(size)) < set(atoms_of(wanted)):
        return ""  # a joined size is what its parts broadcast to
    if isinstance(size, int):
        return f"{size_text(wanted)} is {size}"
    return f"{size_text(size)} = {size_text(wanted)}, or {size_text(size)} is 1"


def _names(pairs: list[tuple[Size, Size]]) -> list[str]:
    return list(dict.fromkeys(size_text(wanted) for size, wanted in pairs if _condition(size, wanted)))


def _undecided(situation: Situation, message: str, condition: str) -> Verdict:
    help_ = "give the sizes with --dim, or compute a target that is never smaller than the operand"
    return Verdict("IC304", message, help_, "multi-2", situation.label(1), {}, condition=condition)


RULES: Final = (OTHER_WAY, UNDECIDED)
