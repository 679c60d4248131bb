"""Which versions an operator has, and what each takes, read from `onnx.defs`.

The kit reads the schemas itself: the table that isocast runs models by is among the things that are judged.
Clauses: schema-types.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

import onnx
from onnx.defs import OpSchema

from ..spec.schemas import EVERY, OPERATORS

SPECIFIED: Final = 28
"""The newest opset whose rules the specification states."""
NEWEST: Final = min(SPECIFIED, onnx.defs.onnx_opset_version())

_ONE_SHAPE: Final = ("Max", "Min", "Mean", "Sum")


@dataclass(frozen=True)
class Version:
    """One version of one operator: valid from opset `since` to `until`; the types of each type variable."""

    operator: str
    since: int
    until: int
    operands: tuple[str, ...]
    types: Mapping[str, tuple[str, ...]]
    attributes: frozenset[str]
    least: int

    @property
    def shapes(self) -> str:
        """How the shapes of the operands meet: `multi`, `uni`, `limited`, `channel` or `equal`.

        Clauses: multi-operators, uni-operators, legacy-axis
        """
        if "broadcast" in self.attributes:
            return "limited"
        if self.operator in _ONE_SHAPE and self.since < 8:
            return "equal"
        if self.operator == "PRelu" and self.since < 7:
            return "channel"
        return "uni" if self.operator in ("PRelu", "Gemm") else "multi"

    @property
    def is_newest(self) -> bool:
        """Whether no later version exists."""
        return self.until == NEWEST

    def variable(self, place: int) -> str:
        """The type variable of the operand at a place; the last one of a variadic operator repeats."""
        return self.operands[min(place, len(self.operands) - 1)]


def versions() -> Iterator[Version]:
    """Every version of every operator, in the order of the specification's table, oldest first."""
    for operator in OPERATORS:
        yield from history(operator)


@cache
def history(operator: str) -> tuple[Version, ...]:
    """The versions of one operator.

    >>> [version.since for version in history("Pow")]
    [1, 7, 12, 13, 15]
    """
    schemas: list[OpSchema] = []
    opset = NEWEST
    while opset > 0 and onnx.defs.has(operator, opset, ""):
        schemas.insert(0, onnx.defs.get_schema(operator, opset, ""))
        opset = schemas[0].since_version - 1
    ends = [schema.since_version - 1 for schema in schemas[1:]] + [NEWEST]
    return tuple(_version(schema, until) for schema, until in zip(schemas, ends, strict=True))


def _version(schema: OpSchema, until: int) -> Version:
    return Version(
        operator=schema.name,
        since=schema.since_version,
        until=until,
        operands=tuple(formal.type_str for formal in schema.inputs),
        types=_types(schema),
        attributes=frozenset(schema.attributes),
        least=schema.min_input,
    )


def _types(schema: OpSchema) -> dict[str, tuple[str, ...]]:
    """The element types of each variable, in one order for all; Expand's shape has a fixed type and no variable."""
    allowed = {row.type_param_str: set(row.allowed_type_strs) for row in schema.type_constraints}
    allowed |= {formal.type_str: {formal.type_str} for formal in schema.inputs if formal.type_str not in allowed}
    return {name: tuple(kind for kind in EVERY if f"tensor({kind})" in texts) for name, texts in allowed.items()}
