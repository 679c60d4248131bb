"""How a case is put together: its types, the clauses it concerns, and its latitude, from its operator and operands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from ..spec.directional import MULTIDIRECTIONAL_OPERATORS
from ..spec.integers import INTEGERS
from ..spec.numbers import FORMATS
from ..spec.tensor import Shape, Tensor
from .case import Case, Latitude
from .schemas import Version
from .values import without

_RULES: Final = {
    "Div": ("int-div",),
    "Mod": ("mod",),
    "Max": ("max-min",),
    "Min": ("max-min",),
    "Sum": ("sum-mean",),
    "Mean": ("sum-mean",),
    "And": ("logic",),
    "Or": ("logic",),
    "Xor": ("logic",),
    "BitShift": ("bit-shift",),
    "PRelu": ("prelu",),
    "Gemm": ("gemm",),
    "Where": ("Where", "Where-types", "bit-copy", "B4", "B7", "exact"),
    "Expand": ("bit-copy", "000.C1", "B7", "exact"),
    **dict.fromkeys(("Equal", "Greater", "GreaterOrEqual", "Less", "LessOrEqual"), ("compare",)),
    **dict.fromkeys(("Add", "Sub", "Mul"), ("int-wrap",)),
}
_INTEGERS_ONLY: Final = ("Add", "Sub", "Mul", "Div")
_COPIES: Final = ("Where", "Expand")


def accepted(version: Version, what: str, inputs: tuple[Tensor, ...], *clauses: str, **options: Any) -> Case:
    """A case about shapes that has a result. Keywords are attributes, but for `opset` and `absolute`, the latitude."""
    shapes = shape_clauses(version, [tensor.shape for tensor in inputs])
    return about_elements(version, what, inputs, *clauses, *shapes, "schema-types", **options)


def about_elements(version: Version, what: str, inputs: tuple[Tensor, ...], *clauses: str, **options: Any) -> Case:
    """A case about elements that has a result: where it fails, no rule about shapes is to blame."""
    own = (*clauses, *rule_clauses(version.operator, inputs))
    return _case(version, what, inputs, own or ("schema-types",), options)


def refused(version: Version, what: str, inputs: tuple[Tensor, ...], *clauses: str, **options: Any) -> Case:
    """A case that must be refused, for the clauses given and no others."""
    return _case(version, what, inputs, clauses, options)


def _case(
    version: Version, what: str, inputs: tuple[Tensor, ...], clauses: Iterable[str], options: dict[str, Any]
) -> Case:
    opset, absolute = options.pop("opset", version.since), options.pop("absolute", 0.0)
    return Case(
        operator=version.operator,
        version=version.since,
        opset=opset,
        types=_types(version, inputs),
        what=what,
        inputs=tuple(_readable(tensor) for tensor in inputs),
        clauses=tuple(dict.fromkeys(clauses)),
        attributes=options,
        latitude=_latitude(version, inputs, options, absolute),
    )


def _readable(tensor: Tensor) -> Tensor:
    """The tensor with no NUL at the end of a string: ONNX's own reader of tensors drops it."""
    return without(tensor, "\0", "a\0b") if tensor.type == "string" else tensor


def _types(version: Version, inputs: tuple[Tensor, ...]) -> tuple[str, ...]:
    if version.operator == "Pow" and "T1" in version.types:
        return inputs[0].type, inputs[1].type
    return (inputs[1 if version.operator == "Where" else 0].type,)


def _latitude(version: Version, inputs: tuple[Tensor, ...], attributes: dict[str, Any], absolute: float) -> Latitude:
    """What the standard leaves open: a NaN's bits where something is computed, a zero's sign where no text fixes it."""
    operator, is_float = version.operator, inputs[0].type in FORMATS
    old_mod = operator == "Mod" and version.since < 28 and bool(attributes.get("fmod"))  # -0 mod y: "either"
    return Latitude(
        nan_bits_count=operator in _COPIES,
        either_zero=is_float and (operator in ("Max", "Min", "Gemm") or old_mod),
        ulps=1 if operator == "Pow" and is_float else 0,
        absolute=absolute,
    )


def rule_clauses(operator: str, inputs: tuple[Tensor, ...]) -> tuple[str, ...]:
    """The clauses about elements that an operator has on the types of its operands."""
    is_integer = inputs[0].type in INTEGERS
    if operator == "Pow":
        return ("pow-int",) if is_integer else ("pow-float",)
    return () if operator in _INTEGERS_ONLY and not is_integer else _RULES.get(operator, ())


def shape_clauses(version: Version, shapes: list[Shape]) -> tuple[str, ...]:
    """The clauses about shapes that broadcast as these do."""
    if version.shapes in ("limited", "channel", "equal"):
        return ("legacy-axis",)
    if version.shapes == "uni":
        return ("uni-operators", "uni-result", *_directional("uni", shapes[-2:] if version.operator == "PRelu" else []))
    listed = ("multi-operators",) if version.operator in MULTIDIRECTIONAL_OPERATORS else ()
    if version.operator == "Expand":
        return ("multi-3",)
    return (*listed, *_directional("multi", shapes), *_steps(shapes))


def _directional(kind: str, shapes: list[Shape]) -> tuple[str, ...]:
    if len(set(shapes)) <= 1:
        return (f"{kind}-1",) if shapes else ()
    return (f"{kind}-2",) if len({len(shape) for shape in shapes}) == 1 else (f"{kind}-3",)


def _steps(shapes: list[Shape]) -> tuple[str, ...]:
    """Step 1 where ranks differ, step 2 where sizes do, B5 where one is 0, B1 where there is one tensor."""
    tags: tuple[str, ...] = ("condition1", "step1", "step1-access") if len(set(map(len, shapes))) > 1 else ()
    rank = max(len(shape) for shape in shapes)
    aligned = [(1,) * (rank - len(shape)) + shape for shape in shapes]
    tags += ("condition2", "step2", "f", "access") if len(set(aligned)) > 1 else ()
    tags += ("B5",) if any(0 in shape for shape in shapes) else ()
    return tags + (("B1",) if len(shapes) == 1 else ())
