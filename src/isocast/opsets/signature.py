"""An operator's schema as data: operands, element types, attributes; and the checks that follow from it.

Read from `onnx.defs` for any operator, broadcasting or not. Must not import `ops`.
Clauses: schema-types.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import onnx
from numpy.typing import NDArray
from onnx.defs import OpSchema

from ..clauses import rule
from ..errors import ArgumentError, TypeMismatchError
from ..types import ELEMENT_TYPES, element_type

_KINDS: Final[Mapping[str, tuple[type, ...]]] = {"INT": (int,), "FLOAT": (float, int), "STRING": (str, bytes)}
_VALUES: Final[Mapping[str, tuple[object, ...]]] = {"fmod": (0, 1), "direction": ("LEFT", "RIGHT")}


@dataclass(frozen=True)
class Operand:
    """One input of a schema: its name and type variable, and whether it may be left out or repeated."""

    name: str
    variable: str
    is_optional: bool = False
    is_variadic: bool = False
    is_homogeneous: bool = True


@dataclass(frozen=True)
class Attribute:
    """One attribute of a schema; `kind` is ONNX's word: INT, FLOAT, STRING, INTS… A default of None is none."""

    name: str
    kind: str
    is_required: bool
    default: Any


@dataclass(frozen=True)
class Signature:
    """One version of one operator, valid from opset `since` on."""

    name: str
    since: int
    operands: tuple[Operand, ...]
    result: str
    most_results: int
    types: Mapping[str, frozenset[str]]
    attributes: Mapping[str, Attribute]

    def __str__(self) -> str:
        return f"{self.name}-{self.since}"

    @property
    def least(self) -> int:
        """The smallest number of operands: a repeated one is there at least once where the schema says so."""
        return sum(not operand.is_optional for operand in self.operands)

    @property
    def most(self) -> int | None:
        """The largest number of operands, None if there is no limit."""
        return None if self.operands and self.operands[-1].is_variadic else len(self.operands)

    def operand(self, place: int) -> Operand:
        """The operand at a place; the last one of a variadic operator repeats."""
        return self.operands[min(place, len(self.operands) - 1)]

    def operand_name(self, place: int) -> str:
        """What an error calls the operand at a place: `B`, or `data_2`."""
        operand = self.operand(place)
        return f"{operand.name.removesuffix('_0')}_{place}" if operand.is_variadic else operand.name


def read(schema: OpSchema) -> Signature:
    """The signature a schema of onnx states.

    >>> read(onnx.defs.get_schema("Mod", 13, "")).attributes["fmod"].default
    0

    Clauses: schema-types
    """
    return Signature(
        name=schema.name,
        since=schema.since_version,
        operands=tuple(_operand(formal) for formal in schema.inputs),
        result=schema.outputs[0].type_str,
        most_results=schema.max_output,
        types=_types(schema),
        attributes={name: _attribute(attribute) for name, attribute in sorted(schema.attributes.items())},
    )


def _operand(formal: OpSchema.FormalParameter) -> Operand:
    is_variadic = formal.option == OpSchema.FormalParameterOption.Variadic
    is_optional = formal.option == OpSchema.FormalParameterOption.Optional or (is_variadic and formal.min_arity == 0)
    return Operand(formal.name, formal.type_str, is_optional, is_variadic, formal.is_homogeneous)


def _attribute(attribute: OpSchema.Attribute) -> Attribute:
    has_default = attribute.default_value.type != onnx.AttributeProto.UNDEFINED
    default = onnx.helper.get_attribute_value(attribute.default_value) if has_default else None
    return Attribute(attribute.name, str(attribute.type).rpartition(".")[2], attribute.required, default)


def _types(schema: OpSchema) -> dict[str, frozenset[str]]:
    """The element types of each type variable; an operand without a variable (Expand's shape) is its own."""
    constraints = {row.type_param_str: row.allowed_type_strs for row in schema.type_constraints}
    fixed = {formal.type_str: [formal.type_str] for formal in schema.inputs if formal.type_str not in constraints}
    return {
        variable: frozenset(element for text in texts if (element := _element(text)) in ELEMENT_TYPES)
        for variable, texts in {**constraints, **fixed}.items()
    }


def _element(type_string: str) -> str:
    return type_string.removeprefix("tensor(").removesuffix(")")


def check_number(signature: Signature, operands: Sequence[object | None]) -> None:
    """Refuses too few or too many operands; None is one left out."""
    places = range(max(len(signature.operands), len(operands)))
    needed = [place for place in places if not signature.operand(place).is_optional] if signature.operands else []
    is_short = any(place >= len(operands) or operands[place] is None for place in needed)
    if is_short or (signature.most is not None and len(operands) > signature.most):
        given = sum(operand is not None for operand in operands)
        raise ArgumentError(summary=f"{signature} takes {_number(signature)}, not {given}", code="IC404")


def check_types(signature: Signature, operands: Sequence[NDArray[Any] | None]) -> dict[str, str]:
    """The element type each type variable stands for; refuses one outside the schema, and two for one variable.

    Clauses: schema-types
    """
    bound: dict[str, str] = {}
    for place, array in enumerate(operands):
        if array is None:
            continue
        operand, name = signature.operand(place), signature.operand_name(place)
        found, allowed = element_type(array, name).name, signature.types[operand.variable]
        if found not in allowed:
            summary = f"{signature} does not take {name} of element type {found}"
            raise type_error(summary, name, (found,), f"it takes {', '.join(sorted(allowed))}")
        first = bound.setdefault(operand.variable, found)
        if operand.is_homogeneous and first != found:
            summary = f"{signature} takes {name} of element type {first} here, as its other operands, not {found}"
            raise type_error(summary, name, (first, found), "convert one of them; operands are never converted")
    return bound


def check_attributes(signature: Signature, given: Mapping[str, Any]) -> dict[str, Any]:
    """Every attribute with its value, the schema's defaults included; refuses unknown, missing and meaningless ones.

    >>> check_attributes(read(onnx.defs.get_schema("Mod", 28, "")), {})
    {'fmod': 0}

    Clauses: mod, bit-shift
    """
    unknown = [name for name in given if name not in signature.attributes]
    if unknown:
        raise attribute_error(f"{signature} has no attribute {unknown[0]}", unknown[0])
    return {name: _value(signature, attribute, given.get(name)) for name, attribute in signature.attributes.items()}


def _value(signature: Signature, attribute: Attribute, given: Any) -> Any:
    name, kind = attribute.name, attribute.kind
    if given is None:
        if attribute.is_required:
            raise attribute_error(f"{signature} needs attribute {name}", name)
        return attribute.default
    if kind in _KINDS and (not isinstance(given, _KINDS[kind]) or isinstance(given, bool)):
        raise attribute_error(f"{signature} takes a value of kind {kind} as attribute {name}, not {given!r}", name)
    value = given.decode(errors="replace") if isinstance(given, bytes) else given
    if name in _VALUES and value not in _VALUES[name]:
        allowed = " or ".join(map(str, _VALUES[name]))
        raise attribute_error(f"{signature} takes {allowed} as attribute {name}, not {value!r}", name)
    return value


def _number(signature: Signature) -> str:
    least, most = signature.least, signature.most
    if most is None:
        return f"at least {least} operand{'s' * (least != 1)}"
    return f"{least} or {most} operands" if least != most else f"{least} operand{'s' * (least != 1)}"


def attribute_error(summary: str, name: str) -> ArgumentError:
    """The exception for an attribute no schema knows, or a value it cannot have."""
    return ArgumentError(summary=summary, code="IC403", argument=name)


def type_error(summary: str, argument: str, types: tuple[str, ...], help_: str = "") -> TypeMismatchError:
    """The exception for element types outside the schema."""
    return TypeMismatchError(
        summary=summary, code="schema-types", rule=rule("schema-types"), help=help_, argument=argument, types=types
    )
