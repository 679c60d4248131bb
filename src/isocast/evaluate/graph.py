"""A graph after planning: steps over numbered slots. It runs; every decision was taken before.

Slot 0 always holds None (an operand left out), slot 1 takes results nobody reads. The last reader of a slot empties it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

from numpy.typing import NDArray

from ..errors import IsocastError, ModelError

Array = NDArray[Any]
Value = Array | None

LEFT_OUT: Final = 0
UNREAD: Final = 1


class Monitor(Protocol):
    """What wants to know how far a run has come."""

    def begin(self, node: str, number: int, total: int) -> None:
        """Node `number` of `total` begins."""

    def iterate(self, node: str, number: int, total: int | None) -> None:
        """Iteration `number` of a Loop ends; `total` is its trip count, if it has one."""


Call = Callable[[Sequence[Value], Monitor | None], Sequence[Value]]
"""What a step computes: values of slots in, values of slots out."""


@dataclass(frozen=True)
class Step:
    """One node: what it computes, and the slots it reads, fills and empties."""

    label: str
    call: Call
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    releases: tuple[int, ...] = ()


@dataclass(frozen=True)
class Graph:
    """The steps of a graph in order.

    `captures` are slots of the graph around it whose values it also takes; `captured` are its own slots for them.
    """

    slots: int
    constants: tuple[tuple[int, Array], ...]
    inputs: tuple[int, ...]
    captured: tuple[int, ...]
    captures: tuple[int, ...]
    steps: tuple[Step, ...]
    outputs: tuple[int, ...]

    def run(
        self, inputs: Sequence[Value], captured: Sequence[Value] = (), monitor: Monitor | None = None
    ) -> list[Value]:
        """The values of the outputs. An error of a node carries its name; nothing outlives the call."""
        frame = self._frame(inputs, captured)
        for number, step in enumerate(self.steps):
            if monitor is not None:
                monitor.begin(step.label, number, len(self.steps))
            try:
                results = step.call([frame[slot] for slot in step.inputs], monitor)
            except IsocastError as error:
                raise located(error, f"{step.label}: ") from None
            except MemoryError:
                raise ModelError(
                    summary=f"{step.label} needs more memory than there is", code="IC407", node=step.label
                ) from None
            for slot, result in zip(step.outputs, results, strict=False):
                frame[slot] = result
            for slot in step.releases:
                frame[slot] = None
        return [frame[slot] for slot in self.outputs]

    def _frame(self, inputs: Sequence[Value], captured: Sequence[Value]) -> list[Value]:
        frame: list[Value] = [None] * self.slots
        for slot, constant in self.constants:
            frame[slot] = constant
        for slot, value in zip(self.inputs, inputs, strict=True):
            if value is not None:  # an initializer stands in for an input that is not given
                frame[slot] = value
        for slot, value in zip(self.captured, captured, strict=True):
            frame[slot] = value
        return frame


def located(error: IsocastError, prefix: str) -> IsocastError:
    """The same error, its first line beginning with where it happened."""
    return replace(error, summary=f"{prefix}{error.summary}")


def with_releases(steps: Sequence[Step], keep: frozenset[int]) -> tuple[Step, ...]:
    """The steps, each emptying the slots it is the last to read or fill; those in `keep` stay full."""
    last: dict[int, int] = {}
    for number, step in enumerate(steps):
        last |= dict.fromkeys((*step.inputs, *step.outputs), number)
    releases: list[list[int]] = [[] for _ in steps]
    for slot, number in last.items():
        if slot not in keep:
            releases[number].append(slot)
    return tuple(replace(step, releases=tuple(slots)) for step, slots in zip(steps, releases, strict=True))
