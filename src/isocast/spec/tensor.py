"""A tensor, as the seeds use the word: a shape, and one value for each index.

Standard library only. Immutable, so that the oracle cannot change what it judges.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod

Shape = tuple[int, ...]
Index = tuple[int, ...]


@dataclass(frozen=True)
class Tensor:
    """A shape, the values in row-major order, and the name of their element type.

    Values of an integer type are Python integers and of `bool` Python booleans; `string` values are `str`; values of
    `real` are `int` or `fractions.Fraction`. A value of a floating-point type is its bit pattern, an integer, because
    two zeros and many NaNs must be told apart (B7); a complex value is the pair of its two bit patterns.

    >>> Tensor((2, 2), (1, 2, 3, 4))[1, 0]
    3
    """

    shape: Shape
    values: tuple[object, ...]
    type: str = "real"

    def __post_init__(self) -> None:
        if any(size < 0 for size in self.shape):
            raise ValueError(f"a size is negative: {self.shape}")
        if len(self.values) != prod(self.shape):
            raise ValueError(f"shape {self.shape} takes {prod(self.shape)} values, not {len(self.values)}")

    def __getitem__(self, index: Index) -> object:
        return self.values[flat_index(index, self.shape)]

    @property
    def rank(self) -> int:
        """The number of dimensions, nX in the seeds."""
        return len(self.shape)


def indices(shape: Shape) -> Iterator[Index]:
    """Every 0-based index of a shape, in row-major order.

    >>> list(indices((2, 2)))
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    return product(*map(range, shape))


def flat_index(index: Index, shape: Shape) -> int:
    """The place of an index in row-major order.

    >>> flat_index((1, 2), (2, 3))
    5
    """
    if len(index) != len(shape) or not all(0 <= i < size for i, size in zip(index, shape, strict=True)):
        raise IndexError(f"{index} is not an index of shape {shape}")
    place = 0
    for i, size in zip(index, shape, strict=True):
        place = place * size + i
    return place
