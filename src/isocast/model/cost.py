"""What a tensor takes: elements and bytes, as numbers or in terms of a model's symbols."""

from __future__ import annotations

from ..shapes import SymbolicShape
from .external import element_bits
from .findings import Amount
from .values import Pool, shape_sizes


def cost(pool: Pool, element: int, shape: SymbolicShape) -> tuple[Amount, Amount]:
    """Elements and bytes that a tensor of a type takes in a shape."""
    elements = pool.amounts.product(shape)
    bits = element_bits(element)
    count = shape_sizes((elements,))
    assert count is not None
    if not bits:
        return count[0], None
    total = (elements * bits + 7) // 8 if isinstance(elements, int) else None
    if total is None and bits % 8 == 0:
        (total_text,) = shape_sizes((pool.amounts.multiply(elements, bits // 8),)) or ("",)
        return count[0], total_text
    return count[0], total
