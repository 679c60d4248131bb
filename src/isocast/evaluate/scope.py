"""Names of values to slots, graph by graph: what a graph may read, and what it takes from the graphs around it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray
from onnx import NodeProto

from ..errors import ModelError
from .graph import LEFT_OUT, UNREAD


class Scope:
    """The values of one graph, and those of the graphs around it that it reads."""

    def __init__(self, nodes: Sequence[NodeProto], parent: Scope | None = None) -> None:
        self.parent = parent
        self.constants: list[tuple[int, NDArray[Any]]] = []
        self.captured: list[int] = []
        self.captures: list[int] = []
        self.size = 2  # slots 0 and 1 are LEFT_OUT and UNREAD
        self._slots: dict[str, int] = {}
        self._initializers: set[str] = set()
        self._nodes = nodes

    def define(self, name: str) -> int:
        """A new slot for a value; refuses a name that has one already, here or in a graph around."""
        if not name:
            return UNREAD
        if self._is_defined(name):
            raise ModelError(summary=f"makes {name!r}, which exists already", code="IC906")
        self._slots[name] = self._new_slot()
        return self._slots[name]

    def define_initializer(self, name: str) -> int:
        """The slot of an initializer: a new one, or that of the input it is the default of."""
        if name in self._initializers:
            raise ModelError(summary=f'initializer "{name}" exists twice', code="IC906")
        self._initializers.add(name)
        return self._slots[name] if name in self._slots else self.define(name)

    def read(self, name: str) -> int:
        """The slot of a value, captured from a graph around if need be."""
        if not name:
            return LEFT_OUT
        slot = self._find(name)
        if slot is None:
            raise ModelError(summary=f"reads {name!r}{self._why_missing(name)}", code="IC906")
        return slot

    def _find(self, name: str) -> int | None:
        if name in self._slots:
            return self._slots[name]
        outer = self.parent._find(name) if self.parent else None
        if outer is None:
            return None
        self.captures.append(outer)
        self._slots[name] = self._new_slot()
        self.captured.append(self._slots[name])
        return self._slots[name]

    def _is_defined(self, name: str) -> bool:
        return name in self._slots or (self.parent is not None and self.parent._is_defined(name))

    def _why_missing(self, name: str) -> str:
        if any(name in node.output for node in self._nodes):
            what = "has a cycle" if _is_cyclic(self._nodes) else "is not sorted"
            return f" before it is made: the graph {what}"
        return self.parent._why_missing(name) if self.parent else ", which nothing makes"

    def _new_slot(self) -> int:
        self.size += 1
        return self.size - 1


def _is_cyclic(nodes: Sequence[NodeProto]) -> bool:
    """Whether no order of the nodes has every value made before it is read."""
    waiting = list(nodes)
    while waiting:
        to_come = {name for node in waiting for name in node.output if name}
        blocked = [node for node in waiting if to_come.intersection(node.input)]
        if len(blocked) == len(waiting):
            return True
        waiting = blocked
    return False
