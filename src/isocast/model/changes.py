"""A change is data: which operand of which node became explicit, how, and from which shape to which.

Must not import onnx or any part of isocast but `findings`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from .findings import Amount, Place, Sizes


class Means(StrEnum):
    """How an operand became explicit."""

    EXPAND = "expand"  # an Expand node of its own, to a constant target or one computed in the graph
    SHARED = "shared"  # an Expand node that another change inserted
    FOLDED = "folded"  # a constant written in full
    LIFTED = "lifted"  # an attribute of an old opset became the shape it stood for


class Change(NamedTuple):
    """One operand of one node. Shapes are what is known of them: numbers, symbols, or None."""

    place: Place  # the node, as the original model numbers it; `argument` is the operand
    means: Means
    clause: str  # the rule that stretched it: multi-1, uni-1, …
    type: str
    old_value: str  # the operand's name in the original
    new_value: str  # the value that stands in its place
    old_shape: Sizes | None
    new_shape: Sizes | None
    target: str = ""  # `constant` or `computed`, for an Expand
    inserted: tuple[str, ...] = ()  # names of the nodes inserted for it, in order
    elements: Amount = None  # what the explicit operand holds
    bytes: Amount = None

    def as_json(self) -> dict[str, Any]:
        """The change as plain data."""
        place = self.place._asdict() | {
            "graph": str(self.place.graph),
            "function": self.place.graph.function,
            "path": [step._asdict() for step in self.place.graph.steps],
        }
        return self._asdict() | {"place": place, "means": self.means.value}


@dataclass(frozen=True)
class Options:
    """What a rewriting was asked for."""

    dims: dict[str, int] = field(default_factory=dict)
    static: bool = False
    fold_below: int = 1024  # bytes
