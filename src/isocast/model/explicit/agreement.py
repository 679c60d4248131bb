"""What is known of the shape that operands broadcast to, and where each of its sizes can be read off.

Must not import onnx.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from ...shapes import Refusal, SymbolicShape, broadcast
from ...sizes import Size, joined
from .steps import Axis, Leading, Matrix, Part, Stretch, Target, Whole

Row = Sequence[SymbolicShape | None]


class DoNotBroadcastError(Exception):
    """The shapes never broadcast."""


@dataclass(frozen=True)
class Agreement:
    """What holds for every row of shapes that meet.

    `complete` are the places that have the full shape already. `sources` says for each axis of the full shape what its
    size is: a number, an operand's, or None where several operands decide; it is None as a whole where ranks are not
    known or differ from row to row. `full` is the full shape if all rows have the same.
    """

    places: int
    complete: frozenset[int]
    sources: tuple[int | Axis | None, ...] | None
    full: SymbolicShape | None = None

    @property
    def is_settled(self) -> bool:
        """Whether no operand has to change."""
        return len(self.complete) == self.places

    @property
    def others(self) -> list[int]:
        """The places that may have to change."""
        return [place for place in range(self.places) if place not in self.complete]


def agree(rows: Sequence[Row], may_count: bool) -> Agreement:
    """The agreement of rows; without `may_count` no size is taken for a number, even if it is said to be one.

    Clauses: multi-1, multi-2, multi-3
    """
    places = len(rows[0])
    known = [tuple(shape for shape in row if shape is not None) for row in rows]
    if any(len(row) < places for row in known):
        return Agreement(places, frozenset(), None)
    fulls = [_full(row) for row in known]
    if any(full != _as_it_meets(row) for row, full in zip(known, fulls, strict=True)):
        return Agreement(places, frozenset(), None)  # for one value of a symbol only: nothing is read off such a shape
    pairs = list(zip(known, fulls, strict=True))
    complete = frozenset(place for place in range(places) if all(row[place] == full for row, full in pairs))
    full = fulls[0] if all(other == fulls[0] for other in fulls) else None
    ranks = {(*map(len, row), len(full)) for row, full in pairs}
    if len(ranks) > 1:
        return Agreement(places, complete, None, full)
    sources = tuple(_source(pairs, axis, may_count) for axis in range(len(fulls[0])))
    return Agreement(places, complete, sources, full)


def _full(row: Sequence[SymbolicShape]) -> SymbolicShape:
    outcome = broadcast(row)
    if isinstance(outcome, Refusal):
        raise DoNotBroadcastError
    return outcome.shape


def _as_it_meets(row: Sequence[SymbolicShape]) -> SymbolicShape:
    """The sizes that the sizes of each axis broadcast to, whatever the other axes ask for."""
    columns = list(zip_longest(*map(reversed, row), fillvalue=1))
    return tuple(joined(sizes) for sizes in reversed(columns))


def _source(
    pairs: Sequence[tuple[Sequence[SymbolicShape], SymbolicShape]], axis: int, may_count: bool
) -> int | Axis | None:
    row, full = pairs[0]
    size = full[axis]
    if may_count and isinstance(size, int) and all(other[axis] == size for _, other in pairs):
        return size
    for place, shape in enumerate(row):
        own = axis - (len(full) - len(shape))
        if own >= 0 and all(shapes[place][own] == target[axis] for shapes, target in pairs):
            return Axis(place, own)
    return None


def stretches(rows: Sequence[Row], agreement: Agreement, matrices: Sequence[Target] = ()) -> list[Stretch]:
    """The steps after which every operand has the full shape; `matrices` are what each one's target ends with.

    Where several operands decide a size, the first of them is expanded to each other's size in turn: Expand's own rule
    gives the size that is not 1. The rest are expanded to what that one has become.

    Clauses: multi-2, fold
    """
    ends = matrices or [()] * agreement.places
    sources = agreement.sources
    if sources is not None and all(isinstance(part, int) for part in sources) and not agreement.is_settled:
        return [Stretch(place, (*_parts(sources), *ends[place])) for place in agreement.others]
    whole = Leading if matrices else Whole
    if agreement.complete:
        model = min(agreement.complete)
        return [Stretch(place, (whole(model), *ends[place])) for place in agreement.others]
    if sources is not None and None not in sources:
        return [Stretch(place, (*_parts(sources), *ends[place])) for place in agreement.others]
    head, *tail = _deciding(rows, sources, agreement.places)
    steps = [
        Stretch(head, (*_toward((head, other, number > 0), rows, sources, whole), *ends[head]))
        for number, other in enumerate(tail)
    ]
    rest = [place for place in agreement.others if place != head]
    return steps + [Stretch(place, (whole(head), *ends[place])) for place in rest]


def _parts(sources: Sequence[int | Axis | None]) -> Target:
    return tuple(part for part in sources if part is not None)


def _deciding(rows: Sequence[Row], sources: Sequence[int | Axis | None] | None, places: int) -> list[int]:
    """The places whose sizes together make up what no single one decides; all, if nothing is known."""
    if sources is None:
        # One nothing is known of goes first: no target is certainly smaller than it.
        return sorted(range(places), key=lambda place: all(row[place] is not None for row in rows))
    rank = len(sources)
    open_axes = [axis for axis, part in enumerate(sources) if part is None]
    found: list[int] = []
    seen: set[tuple[int, int, Size]] = set()
    for place in range(places):
        sizes = {
            (number, axis, size)
            for number, row in enumerate(rows)
            for axis in open_axes
            if (size := _size(row[place] or (), axis, rank)) != 1
        }
        if not sizes <= seen:
            found.append(place)
            seen |= sizes
    return found


def _size(shape: SymbolicShape, axis: int, rank: int) -> Size:
    own = axis - (rank - len(shape))
    return shape[own] if own >= 0 else 1


def _toward(
    way: tuple[int, int, bool],
    rows: Sequence[Row],
    sources: Sequence[int | Axis | None] | None,
    whole: type[Whole] | type[Leading],
) -> Target:
    """The target that brings another operand's sizes into the first where several decide, and settled ones elsewhere.

    `way` is the first operand, the other, and whether the first was expanded before. Where the other has size 1 the
    first one's own is kept, so that no target is certainly smaller than what is expanded to it.
    """
    head, other, is_grown = way
    if sources is None:
        return (whole(other),)
    rank = len(sources)
    shifts = {place: rank - len(rows[0][place] or ()) for place in (head, other)}
    found: list[Part] = []
    for axis, part in enumerate(sources):
        brings = any(_size(row[other] or (), axis, rank) != 1 for row in rows)
        if part is not None:
            found.append(part)
        elif brings:
            found.append(Axis(other, axis - shifts[other]))
        elif is_grown:
            found.append(Axis(head, axis, is_now=True))
        else:
            found.append(Axis(head, axis - shifts[head]) if axis >= shifts[head] else 1)
    is_all = not shifts[other] and found == [Axis(other, axis) for axis in range(rank)]
    return (whole(other),) if is_all else tuple(found)


def matrix_target(place: int, sizes: Sequence[SymbolicShape | None], may_count: bool) -> Target:
    """The last two sizes of an operand of MatMul: numbers if they are the same numbers each time."""
    ends = {None if shape is None else shape[-2:] for shape in sizes}
    end = ends.pop() if len(ends) == 1 else None
    if may_count and end is not None:
        fixed = tuple(size for size in end if isinstance(size, int))
        if len(fixed) == len(end):
            return fixed
    return (Matrix(place),)


def fixed_target(shapes: Sequence[SymbolicShape | None], may_count: bool) -> Target | None:
    """The shape as numbers, if it is the same each time."""
    shape = one_shape(shapes)
    if shape is None or not may_count:
        return None
    sizes = tuple(size for size in shape if isinstance(size, int))
    return sizes if len(sizes) == len(shape) else None


def one_shape(shapes: Sequence[SymbolicShape | None]) -> SymbolicShape | None:
    """The shape that all of them are, None if they differ or are not known."""
    return shapes[0] if all(shape == shapes[0] for shape in shapes) else None


def fits(shape: SymbolicShape | None, target: SymbolicShape | None) -> bool:
    """Whether an operand that has to broadcast to a target needs no stretching: where that is 1 it is 1, or refused.

    >>> fits((3, 4), (3, 4)), fits((1, 4), (3, 4)), fits((4,), (3, 4))
    (True, False, False)

    Clauses: uni-1, uni-2
    """
    if shape is None or target is None or len(shape) != len(target):
        return False
    return all(wanted in (size, 1) for size, wanted in zip(shape, target, strict=True))
