"""The broadcasting operators and their versions, from opset 1 to the newest of the installed onnx.

What the schemas say in prose only, how shapes meet, is a column of its own: `Broadcasting`.
Data, no arithmetic. Must not import `ops`.
Clauses: schema-types, multi-operators, uni-operators.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

import onnx
from onnx.defs import OpSchema

from ..errors import ArgumentError
from .signature import Signature, read

NEWEST: Final = onnx.defs.onnx_opset_version()
"""The newest opset the installed onnx describes."""

OPERATORS: Final = (
    "Add", "And", "BitShift", "BitwiseAnd", "BitwiseOr", "BitwiseXor", "Div", "Equal", "Expand", "Gemm", "Greater",
    "GreaterOrEqual", "Less", "LessOrEqual", "Max", "Mean", "Min", "Mod", "Mul", "Or", "PRelu", "Pow", "Sub", "Sum",
    "Where", "Xor",
)  # fmt: skip
"""Every broadcasting operator. Clauses: multi-operators, uni-operators"""


class Broadcasting(StrEnum):
    """How the shapes of the operands of one version meet."""

    MULTIDIRECTIONAL = "multidirectional"
    UNIDIRECTIONAL = "unidirectional"  # Gemm's C to (M, N), PRelu's slope to X
    LIMITED = "limited"  # before 7: `broadcast` and `axis`; for Gemm `broadcast` alone
    PER_CHANNEL = "per channel"  # PRelu before 7
    NONE = "none"  # Max, Min, Mean and Sum before 8: one shape for all


@dataclass(frozen=True)
class OperatorVersion(Signature):
    """One version of one broadcasting operator, valid from opset `since` to opset `until`."""

    until: int
    broadcasting: Broadcasting


def versions(name: str) -> tuple[OperatorVersion, ...]:
    """Every version of an operator, oldest first.

    >>> [version.since for version in versions("Pow")]
    [1, 7, 12, 13, 15]

    Clauses: schema-types
    """
    if name not in OPERATORS:
        raise ArgumentError(
            summary=f"{name} is not a broadcasting operator",
            code="IC401",
            help=f"the broadcasting operators are {', '.join(OPERATORS)}",
            argument="name",
        )
    return _table()[name]


def lookup(name: str, opset: int = NEWEST) -> OperatorVersion:
    """The version of an operator that holds at an opset.

    >>> str(lookup("Add", 12)), str(lookup("Add"))
    ('Add-7', 'Add-14')

    Clauses: schema-types
    """
    history = versions(name)
    check_opset(opset)
    for version in history:
        if version.since <= opset <= version.until:
            return version
    raise ArgumentError(
        summary=f"{name} does not exist at opset {opset}, it came with opset {history[0].since}",
        code="IC402",
        argument="opset",
    )


def check_opset(opset: int) -> None:
    """Refuses an opset that the installed onnx does not describe."""
    if not 1 <= opset <= NEWEST:
        raise ArgumentError(
            summary=f"opset {opset} is not known here: the installed onnx describes opsets 1 to {NEWEST}",
            code="IC402",
            help="convert the model to an older opset, or install a newer onnx" if opset > NEWEST else "",
            argument="opset",
        )


@cache
def _table() -> dict[str, tuple[OperatorVersion, ...]]:
    history: defaultdict[str, list[OpSchema]] = defaultdict(list)
    for schema in onnx.defs.get_all_schemas_with_history():
        if schema.domain == "" and schema.name in OPERATORS:
            history[schema.name].append(schema)
    return {name: _history(schemas) for name, schemas in history.items()}


def _history(schemas: list[OpSchema]) -> tuple[OperatorVersion, ...]:
    ordered = sorted(schemas, key=lambda schema: schema.since_version)
    ends = [schema.since_version - 1 for schema in ordered[1:]] + [NEWEST]
    return tuple(_version(read(schema), until) for schema, until in zip(ordered, ends, strict=True))


def _version(signature: Signature, until: int) -> OperatorVersion:
    return OperatorVersion(**vars(signature), until=until, broadcasting=_broadcasting(signature))


def _broadcasting(signature: Signature) -> Broadcasting:
    """What the text of a version says about shapes.

    Clauses: multi-operators, uni-operators, legacy-axis, prelu
    """
    name, since = signature.name, signature.since
    if "broadcast" in signature.attributes:
        return Broadcasting.LIMITED
    if name in {"Max", "Min", "Mean", "Sum"} and since < 8:
        return Broadcasting.NONE
    if name == "PRelu" and since < 7:
        return Broadcasting.PER_CHANNEL
    return Broadcasting.UNIDIRECTIONAL if name in {"Gemm", "PRelu"} else Broadcasting.MULTIDIRECTIONAL
