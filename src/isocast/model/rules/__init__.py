"""The rules of `isocast check`: one noun per file, a page per rule, and which judges look at which operator.

A judge looks at one situation and says what is to be said; nodes of one kind are judged once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...opsets import OPERATORS, Broadcasting, OperatorVersion
from ...opsets.signature import Signature
from . import (
    attributes,
    batches,
    element_types,
    expansion,
    files,
    legacy,
    multidirectional,
    statements,
    undecided,
    unidirectional,
)
from .rule import Judge, Rule, Situation, Verdict

_FILES: Final = (
    multidirectional,
    unidirectional,
    batches,
    expansion,
    statements,
    element_types,
    undecided,
    attributes,
    legacy,
    files,
)
RULES: Final[Mapping[str, Rule]] = {
    rule.code: rule for rule in sorted((rule for file in _FILES for rule in file.RULES), key=lambda rule: rule.code)
}
"""Every rule, by code."""

JUDGED: Final = frozenset((*OPERATORS, "MatMul"))
"""The operators that are looked at."""

_BY_BROADCASTING: Final[Mapping[Broadcasting, Judge]] = {
    Broadcasting.MULTIDIRECTIONAL: multidirectional.judge,
    Broadcasting.LIMITED: legacy.judge_limited,
    Broadcasting.PER_CHANNEL: legacy.judge_per_channel,
    Broadcasting.NONE: legacy.judge_one_shape,
}
_BY_OPERATOR: Final[Mapping[str, Judge]] = {
    "Expand": expansion.judge,
    "MatMul": batches.judge,
    "Gemm": unidirectional.judge_gemm,
    "PRelu": unidirectional.judge_prelu,
}


def judge(situation: Situation) -> list[Verdict]:
    """Everything to be said of one node, in the order of the codes."""
    wrong = attributes.wrong_number(situation)
    if wrong is not None:
        return [wrong]
    judges = (_shape_judge(situation.signature), element_types.judge, attributes.judge)
    return sorted((verdict for one in judges for verdict in one(situation)), key=lambda verdict: verdict.code)


def _shape_judge(signature: Signature) -> Judge:
    is_old = isinstance(signature, OperatorVersion) and signature.broadcasting in (
        Broadcasting.LIMITED,
        Broadcasting.PER_CHANNEL,
        Broadcasting.NONE,
    )
    if not is_old and signature.name in _BY_OPERATOR:
        return _BY_OPERATOR[signature.name]
    return _BY_BROADCASTING[signature.broadcasting] if isinstance(signature, OperatorVersion) else batches.judge


__all__ = ["JUDGED", "RULES", "Rule", "Situation", "Verdict", "judge"]
