"""What may differ where a model of before opset 8 was lifted, so that it can hold an Expand at all."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

import onnx

from ...opsets import OPERATORS
from ...shapes import SymbolicShape
from ..graphs import Node

_EXPAND_SINCE: Final = 8
_LIMITED_UNTIL: Final = 7  # until then broadcasting was asked for by attributes


def is_lifted(before: Mapping[str, int], after: Mapping[str, int]) -> bool:
    """Whether the operator set was raised to one that has Expand.

    >>> is_lifted({"": 6}, {"": 8}), is_lifted({"": 13}, {"": 14})
    (True, False)
    """
    old, new = before.get("", 1), after.get("", 1)
    return old < _EXPAND_SINCE <= new


def allowed_to_go(node: Node, before: Mapping[str, int], after: Mapping[str, int]) -> frozenset[str]:
    """The attributes that a node of the original may lose.

    Those by which it broadcast before opset 7, which a shape now stands for; and where the opset is raised,
    `consumed_inputs`, which said where memory may be used again, and an `is_test` of 1, the only way since opset 7.
    """
    gone = {"broadcast", "axis"} if is_limited(node, before) else set()
    if not node.domain and is_lifted(before, after):
        gone |= {"consumed_inputs"}
        if node.operator in ("BatchNormalization", "Dropout") and node.attributes.get("is_test") == 1:
            gone |= {"is_test"}
    return frozenset(gone)


def is_limited(node: Node, opsets: Mapping[str, int]) -> bool:
    """Whether a node is a broadcasting operator of before opset 7."""
    return opsets.get("", 1) < _LIMITED_UNTIL and not node.domain and node.operator in OPERATORS


def aligned(
    node: Node, opsets: Mapping[str, int], place: int, shape: SymbolicShape, rank: int | None
) -> SymbolicShape | None:
    """The shape with the axes of size 1 that an operand of the original is understood to have after its own.

    `rank` is that of the shape it is stretched to; None as an answer if it would have to be known.
    """
    if node.operator == "MatMul":
        return shape if len(shape) != 1 else (1, *shape) if place == 0 else (*shape, 1)
    if not is_limited(node, opsets) or node.operator == "Gemm" or all(size == 1 for size in shape):
        return shape
    axis = 1 if node.operator == "PRelu" and len(shape) == 1 else node.attributes.get("axis")
    if axis is None:
        return shape
    return None if rank is None else (*shape, *[1] * (rank - axis - len(shape)))


def changed_meaning(node: Node, before: Mapping[str, int], after: Mapping[str, int]) -> str:
    """What is to be said of an operator that has another version now; empty if it has not, or broadcasts."""
    old, new = before.get("", 1), after.get("", 1)
    if node.domain or old == new or node.operator in OPERATORS:
        return ""
    first, second = _since(node.operator, old), _since(node.operator, new)
    if first == second:
        return ""
    return f"{node.operator} of opset {first} became that of opset {second}: the runs decide whether it is the same"


@cache
def _since(operator: str, opset: int) -> int:
    try:
        return int(onnx.defs.get_schema(operator, min(opset, onnx.defs.onnx_opset_version()), "").since_version)
    except onnx.defs.SchemaError:
        return 0
