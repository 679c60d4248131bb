"""What it takes to make a node's operands explicit, as data: steps over the places of its operands.

A target is a row of parts, each a number or sizes read off an operand: `Axis` and `Matrix` of the operand before it is
stretched, `Whole` and `Leading` of what it has become by then.
Must not import onnx.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ...shapes import SymbolicShape


class Axis(NamedTuple):
    """One size of an operand, before it is stretched or as it is by now; the axis counts from 0."""

    place: int
    axis: int
    is_now: bool = False


class Whole(NamedTuple):
    """All sizes of an operand."""

    place: int


class Leading(NamedTuple):
    """The sizes of an operand before its last two: the batch axes of a matrix."""

    place: int


class Matrix(NamedTuple):
    """The last two sizes of an operand."""

    place: int


Part = int | Axis | Whole | Leading | Matrix
Target = tuple[Part, ...]


class Stretch(NamedTuple):
    """Expand the operand at a place to a target."""

    place: int
    target: Target


class Lift(NamedTuple):
    """Give the operand at a place axes of size 1."""

    place: int
    axes: tuple[int, ...]


Step = Stretch | Lift


@dataclass(frozen=True, eq=False)
class Plan:
    """The steps for one node, in order; `full` are the shapes that they give, where known.

    `squeeze` is an axis to take from the result, counted from the end. `drop` are attributes whose work the steps do.
    With a `problem` nothing can be done, and that is what to say.
    """

    steps: tuple[Step, ...]
    clause: str
    full: dict[int, SymbolicShape | None]
    squeeze: int | None = None
    drop: tuple[str, ...] = ()
    problem: str = ""

    @property
    def places(self) -> tuple[int, ...]:
        """The operands concerned, each once, in the order of their steps."""
        return tuple(dict.fromkeys(step.place for step in self.steps))

    def is_constant(self, place: int) -> bool:
        """Whether every target of an operand is made of numbers."""
        targets = [step.target for step in self.steps if isinstance(step, Stretch) and step.place == place]
        return all(isinstance(part, int) for target in targets for part in target)


def numbers(target: Target) -> tuple[int, ...] | None:
    """The target if it is made of numbers."""
    found = tuple(part for part in target if isinstance(part, int))
    return found if len(found) == len(target) else None
