"""One node as a transfer function sees it: operator, version, attributes, and what is known of the operands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ...shapes import SymbolicShape
from ...sizes import Size
from ..amounts import Amounts
from ..values import Content, Pool, Value


@dataclass(frozen=True, slots=True)
class Call:
    """An operand that is left out is None; `version` is the opset in force."""

    pool: Pool
    operator: str
    version: int
    attributes: Mapping[str, Any]
    inputs: tuple[Value | None, ...]

    @property
    def amounts(self) -> Amounts:
        """The arithmetic on sizes."""
        return self.pool.amounts

    def operand(self, place: int) -> Value:
        """The operand at a place; the unknown value if it is left out."""
        found = self.inputs[place] if place < len(self.inputs) else None
        return self.pool.unknown if found is None else found

    def has(self, place: int) -> bool:
        """Whether the operand at a place is given."""
        return place < len(self.inputs) and self.inputs[place] is not None

    def integers(self, attribute: str, place: int) -> Content | None:
        """What older versions take as an attribute and newer ones as an operand: axes, sizes, positions."""
        if attribute in self.attributes:
            given = self.attributes[attribute]
            return tuple(given) if isinstance(given, list) else (given,)
        return self.operand(place).content

    def result(self, element: int, shape: SymbolicShape | None, content: Content | None = None) -> Value:
        """The value of the result; it rests on a stated size if an operand does."""
        is_stated = any(value is not None and value.is_stated for value in self.inputs)
        return self.pool.tensor(element, shape, content, is_stated)

    def fresh_shape(self, rank: Size | None) -> SymbolicShape | None:
        """A shape of so many axes, nothing known of their sizes; None if the number of axes is not known."""
        if not isinstance(rank, int) or not 0 <= rank <= 1024:
            return None
        return tuple(self.pool.fresh() for _ in range(rank))


Transfer = Callable[[Call], Value | None]


def only_integers(content: Content | None) -> tuple[int, ...] | None:
    """The elements, if all are known integers."""
    if content is None or not all(isinstance(amount, int) for amount in content):
        return None
    return tuple(amount for amount in content if isinstance(amount, int))
