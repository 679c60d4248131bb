"""What may differ where a model of before opset 8 was lifted, so that it can hold an Expand at all."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

import onnx

from ...opsets import OPERATORS
from ..graphs import Node

_EXPAND_SINCE: Final = 8
_LIMITED_UNTIL: Final = 7  # until then broadcasting was asked for by attributes
_LEGACY: Final = frozenset(("broadcast", "axis", "consumed_inputs"))


def is_lifted(before: Mapping[str, int], after: Mapping[str, int]) -> bool:
    """Whether the operator set was raised to one that has Expand.

    >>> is_lifted({"": 6}, {"": 8}), is_lifted({"": 13}, {"": 14})
    (True, False)
    """
    old, new = before.get("", 1), after.get("", 1)
    return old < _EXPAND_SINCE <= new


def allowed_to_go(node: Node, opsets: Mapping[str, int]) -> frozenset[str]:
    """The attributes that a node of the original may lose: those by which it broadcast before opset 7."""
    is_old = opsets.get("", 1) < _LIMITED_UNTIL and not node.domain
    return _LEGACY if is_old and node.operator in OPERATORS else frozenset()


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
