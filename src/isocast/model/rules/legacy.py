"""IC411: broadcasting before opset 7, by the attributes `broadcast` and `axis`; and what took one shape only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ...shapes import SymbolicShape
from ..findings import Severity
from ..values import shape_sizes
from .outcomes import sizes_differ, unknown_rank
from .rule import Remark, Rule, Situation, Verdict, model_text, sentences, shown
from .unidirectional import product_shape

LEGACY: Final = Rule(
    code="IC411",
    title="broadcasting by the attributes of before opset 7",
    severity=Severity.WARNING,
    strict=Severity.ERROR,
    clause="legacy-axis",
    rationale=sentences(
        "Before opset 7 an operator broadcast only its second operand, and only with `broadcast=1`.",
        "It did so along a contiguous run of the first one's axes that begins at `axis`, and did not stretch size 1.",
        "Current runtimes ignore these attributes, refuse the model, or align at the last axis and give other results.",
    ),
    fix="Convert the model to opset 8 or newer; `isocast explicit` lifts these operators and honours `axis`.",
    example=model_text(
        "float[2,3,4,5] x, float[3,4] b => float[2,3,4,5] y", "y = Add <broadcast = 1, axis = 1> (x, b)", opset=6
    ),
    fixed=model_text("float[2,3] x, float[2,3] b => float[2,3] y", "y = Add(x, b)", opset=6),
)


def judge_limited(situation: Situation) -> Iterator[Verdict]:
    """What is to be said of the second operand of an operator before opset 7, or of Gemm's C.

    Clauses: legacy-axis
    """
    is_gemm = situation.operator == "Gemm"
    place = 2 if is_gemm else 1
    target = product_shape(situation) if is_gemm else situation.shape(0)
    shape = situation.shape(place)
    if place >= len(situation.operands):
        return
    if shape is None or target is None:
        yield unknown_rank(
            situation, [other for other in range(place + 1) if situation.shape(other) is None] or [place]
        )
        return
    if not situation.attributes.get("broadcast", 0):
        yield from _one_shape(situation, place, shape, target, "the shapes differ and attribute broadcast is not 1")
        return
    yield Verdict(
        "IC411",
        f"{situation.signature} broadcasts {situation.label(place)} by an attribute of before opset 7",
        "isocast explicit {model}",
        "legacy-axis",
        situation.label(place),
        {place: Remark(f"broadcast to {shown(target)}", *situation.cost(place, target))} if shape != target else {},
        shape_sizes(target),
    )
    why = _misfit(shape, target, situation.attributes.get("axis"))
    if why:
        yield _impossible(situation, place, shape, target, why)


def judge_one_shape(situation: Situation) -> Iterator[Verdict]:
    """What is to be said of Max, Min, Mean and Sum before opset 8.

    Clauses: legacy-axis
    """
    first = situation.shape(0)
    for place in range(1, len(situation.operands)):
        shape = situation.shape(place)
        if shape is None or first is None:
            yield unknown_rank(situation, [0 if first is None else place])
            return
        yield from _one_shape(situation, place, shape, first, "before opset 8 all operands have one shape")


def judge_per_channel(situation: Situation) -> Iterator[Verdict]:
    """What is to be said of PRelu's slope before opset 7: one element, one per channel, or one per element.

    Clauses: prelu, legacy-axis
    """
    shape, target = situation.shape(1), situation.shape(0)
    if shape is None or target is None:
        yield unknown_rank(situation, [place for place in (0, 1) if situation.shape(place) is None])
        return
    if shape == target:
        return
    is_channel = len(shape) == 1 and len(target) >= 2 and not sizes_differ(shape[0], target[1])
    if not is_channel and any(size != 1 for size in shape):
        yield _impossible(situation, 1, shape, target, "before opset 7 a slope has one element, or one per channel")
        return
    yield Verdict(
        "IC102",
        f"{situation.signature} broadcasts slope implicitly, along the channels",
        "isocast explicit {model}",
        "legacy-axis",
        "slope",
        {1: Remark(f"stretched to {shown(target)}", *situation.cost(1, target))},
        shape_sizes(target),
    )


def _one_shape(
    situation: Situation, place: int, shape: SymbolicShape, target: SymbolicShape, why: str
) -> Iterator[Verdict]:
    if len(shape) != len(target) or any(map(sizes_differ, shape, target)):
        yield _impossible(situation, place, shape, target, why)
    elif shape != target:
        label = situation.label(place)
        yield Verdict(
            "IC303", f"cannot tell whether {label} has the one shape that {situation.signature} takes",
            "give the sizes with --dim", "legacy-axis", label, {},
        )  # fmt: skip


def _misfit(shape: SymbolicShape, target: SymbolicShape, axis: int | None) -> str:
    """Why an operand is no contiguous run of the target's axes, if that is certain."""
    if len(shape) <= len(target) and all(size == 1 for size in shape):
        return ""
    start = len(target) - len(shape) if axis is None else axis
    if not 0 <= start <= len(target) - len(shape):
        return f"its {len(shape)} axes do not fit into {len(target)} from axis {start} on"
    run: Sequence[object] = target[start : start + len(shape)]
    if any(map(sizes_differ, shape, target[start : start + len(shape)])):
        return f"from axis {start} on its sizes must be {shown(tuple(run))}, and size 1 is not stretched"  # type: ignore[arg-type]
    return ""


def _impossible(situation: Situation, place: int, shape: SymbolicShape, target: SymbolicShape, why: str) -> Verdict:
    label = situation.label(place)
    message = f"{situation.signature} cannot broadcast {label} {shown(shape)} to {shown(target)}: {why}"
    help_ = "correct the shapes, or convert the model to opset 8 or newer if that is what it means"
    return Verdict("IC105", message, help_, "legacy-axis", label, {})


RULES: Final = (LEGACY,)
