"""The elements the vectors are made of: those of the conformance kit, so that both meet the same borders."""

from __future__ import annotations

from isocast.conform.values import bits, borders, mixture, small_numbers, without

__all__ = ["borders", "mixture", "small_numbers", "width", "without"]


def width(kind: str) -> int:
    """The number of bytes of one element."""
    return bits(kind) // 8
