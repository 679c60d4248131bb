"""What a figure says and marks where shapes do not broadcast: the sizes that clash, the rule, and what to do.

Must not import any part of isocast but `errors`, `clauses`, `shapes`, `sizes`, `explain` and its neighbour `words`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...clauses import rule
from ...errors import BroadcastError, Shape
from ...explain import broadcast_error, unidirectional_error
from ...shapes import Profile, Refusal, SymbolicShape, broadcast, broadcast_to
from .words import size_words


def clashes(shapes: Sequence[SymbolicShape], refusal: Refusal, profile: Profile) -> set[tuple[int, int]]:
    """The tensors and axes, after alignment, whose sizes cannot stand together; the last shape may be a target.

    >>> shapes = ((2, 3, 4), (2, 1))
    >>> sorted(clashes(shapes, broadcast(shapes), "onnx"))
    [(0, 1), (1, 1)]

    Clauses: E1, B5, uni-2
    """
    return {
        (tensor, axis)
        for axis in range(refusal.rank)
        for tensor in _clashing(_column(shapes, axis, refusal.rank), refusal.clause, profile)
    }


def _column(shapes: Sequence[SymbolicShape], axis: int, rank: int) -> list[SymbolicShape]:
    """Each shape's own size on the axis as a shape, empty where it has none."""
    return [shape[at : at + 1] if (at := axis - rank + len(shape)) >= 0 else () for shape in shapes]


def _clashing(column: list[SymbolicShape], clause: str, profile: Profile) -> list[int]:
    outcome = broadcast(column, profile) if clause == "E1" else broadcast_to(column[0], column[1], profile)
    if not isinstance(outcome, Refusal):
        return []
    # A 1 clashes with nothing, but where the strict profile will not stretch it to 0, and where a target has no axis.
    ones_too = 1 in (outcome.expected, outcome.size)
    return [
        tensor for tensor, size in enumerate(column) if size and isinstance(size[0], int) and (size[0] != 1 or ones_too)
    ]


def conflict_lines(
    shapes: tuple[SymbolicShape, ...], target: SymbolicShape | None, profile: Profile, refusal: Refusal
) -> tuple[str, ...]:
    """What is refused, by which rule, and what would help, one line each.

    Clauses: E1, B6, uni-2
    """
    offender = _offender(refusal, target)
    error = _error(shapes, target, profile)
    if error is None:
        return offender, f"rule: {rule(refusal.clause)}"
    return error.summary, offender, f"rule: {error.rule}", f"help: {error.help}"


def _offender(refusal: Refusal, target: SymbolicShape | None) -> str:
    """Which tensor, which axis, and what is wrong there."""
    axis = f"axis {refusal.axis - refusal.rank}"
    if target is not None and refusal.rank > len(target):
        return f"X{refusal.tensor}, {axis}: the target has no such axis"
    size, expected = size_words(refusal.size), size_words(refusal.expected)
    why = "the largest of its axis" if target is None else "as asked"
    wrong = f"size {size} is neither {expected}, {why}, nor 1"
    if refusal.expected == 1:
        wrong = f"size {size} is not 1, {why}"
    elif refusal.size == 1:
        wrong = f"size 1 is not stretched to {expected} by the strict profile"
    return f"Y{refusal.tensor}, {axis}: {wrong}"


def _error(shapes: tuple[SymbolicShape, ...], target: SymbolicShape | None, profile: Profile) -> BroadcastError | None:
    """The library's own exception, which can speak of known sizes only."""
    known = [_known(shape) for shape in (*shapes, *([] if target is None else [target]))]
    if None in known:
        return None
    sizes = tuple(shape for shape in known if shape is not None)
    if target is None:
        return broadcast_error("Broadcast", [f"X{number}" for number in range(len(shapes))], sizes, profile)
    return unidirectional_error("Broadcast", ("the target", "X0"), (sizes[1], sizes[0]), tensor=0, profile=profile)


def _known(shape: SymbolicShape) -> Shape | None:
    known = tuple(size for size in shape if isinstance(size, int))
    return known if len(known) == len(shape) else None
