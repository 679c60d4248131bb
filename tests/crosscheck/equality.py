"""When two tensors count as equal."""

from __future__ import annotations

from typing import Any, cast

from isocast.spec import Tensor
from isocast.spec.numbers import FORMATS


def same(ours: Tensor, theirs: Tensor, ulps: int = 0, bit_copy: bool = False, either_zero: bool = False) -> bool:
    """Whether two tensors are equal: type, shape and bits; unless bits are copied, all NaNs are alike."""
    if (ours.type, ours.shape) != (theirs.type, theirs.shape):
        return False
    if ours.type not in FORMATS or bit_copy:
        return ours.values == theirs.values
    pairs = zip(cast(Any, ours.values), cast(Any, theirs.values), strict=True)
    return all(_same_float(ours.type, a, b, ulps, either_zero) for a, b in pairs)


def _same_float(kind: str, a: int, b: int, ulps: int, either_zero: bool) -> bool:
    layout = FORMATS[kind]
    if layout.is_nan(a) or layout.is_nan(b):
        return layout.is_nan(a) and layout.is_nan(b)
    if either_zero and layout.is_zero(a) and layout.is_zero(b):
        return True
    return layout.is_negative(a) == layout.is_negative(b) and abs(a - b) <= ulps
