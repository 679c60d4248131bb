"""What a case must answer: the specification's result at the case's opset, or its refusal.

The specification states the newest opset; what older ones did otherwise is here: their types, and how shapes met
before opset 7 and 8.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..clauses import rule
from ..errors import ArgumentError, BroadcastError, IsocastError, TypeMismatchError
from ..spec.directional import multidirectional_property_1
from ..spec.legacy import legacy_broadcast
from ..spec.numbers import FORMATS
from ..spec.operators import apply
from ..spec.tensor import Tensor
from .case import Case, Refusal
from .schemas import Version, history

Tensors = tuple[Tensor, ...]


def expected(case: Case) -> Tensor | Refusal:
    """The tensor a case must answer with, or the error it must be refused with."""
    version = next(row for row in history(case.operator) if row.since == case.version)
    try:
        return _result(version, case)
    except IsocastError as error:
        return Refusal(type(error).__name__, error.code, error.summary)


def _result(version: Version, case: Case) -> Tensor:
    _check_number(version, case.inputs)
    _check_types(version, case.inputs)
    _check_mod(version, case)
    operands = _as_today(version, case)
    attributes = {name: value for name, value in case.attributes.items() if name not in ("broadcast", "axis")}
    return apply(case.operator, *operands, **attributes)


def _check_number(version: Version, inputs: Tensors) -> None:
    if len(inputs) < version.least:
        summary = f"{version.operator}-{version.since} takes at least {version.least} operands, not {len(inputs)}"
        raise ArgumentError(summary=summary, code="schema-types")


def _check_types(version: Version, inputs: Tensors) -> None:
    """Refuses a type outside the version's schema, and two types where it has one.

    Clauses: schema-types
    """
    bound: dict[str, str] = {}
    for place, tensor in enumerate(inputs):
        variable = version.variable(place)
        if tensor.type not in version.types[variable]:
            raise _type_error(version, f"does not take {tensor.type} as operand {place}", inputs)
        if bound.setdefault(variable, tensor.type) != tensor.type:
            raise _type_error(version, "takes operands of one type", inputs)


def _check_mod(version: Version, case: Case) -> None:
    """Before opset 28 Mod takes floats with fmod 1 only.

    Clauses: mod
    """
    is_float = case.operator == "Mod" and case.inputs[0].type in FORMATS
    if is_float and version.since < 28 and not case.attributes.get("fmod"):
        raise _type_error(version, "does not take floats with fmod 0", case.inputs)


def _as_today(version: Version, case: Case) -> Tensors:
    """The operands, with the last one as large as the old text makes it.

    Clauses: legacy-axis, prelu, gemm
    """
    given = {name: value for name, value in case.attributes.items() if name in ("broadcast", "axis")}
    if version.shapes == "limited" and case.operator == "Gemm":
        a, b, c = case.inputs
        turned = {name: value for name, value in case.attributes.items() if name in ("transA", "transB")}
        return a, b, legacy_broadcast(apply("Gemm", a, b, **turned), c, **given)
    if version.shapes == "limited":
        a, b = case.inputs
        return a, legacy_broadcast(a, b, **given)
    if version.shapes == "channel":
        x, slope = case.inputs
        return x, legacy_broadcast(x, slope, broadcast=1, axis=1)
    if version.shapes == "equal":
        _check_equal(version, case.inputs)
    return case.inputs


def _check_equal(version: Version, inputs: Tensors) -> None:
    """Before opset 8 Max, Min, Mean and Sum take tensors of one shape.

    Clauses: legacy-axis
    """
    shapes = tuple(tensor.shape for tensor in inputs)
    if not multidirectional_property_1(*shapes):
        raise BroadcastError(
            summary=f"{version.operator}-{version.since} takes tensors of one shape, not {shapes}",
            code="legacy-axis",
            rule=rule("legacy-axis"),
            tensor=1,
            axis=-1,
            size=-1,
            expected=-1,
            shapes=shapes,
        )


def _type_error(version: Version, what: str, inputs: Sequence[Tensor]) -> TypeMismatchError:
    types = tuple(tensor.type for tensor in inputs)
    summary = f"{version.operator}-{version.since} {what}: {', '.join(types)}"
    return TypeMismatchError(summary=summary, code="schema-types", rule=rule("schema-types"), types=types)
