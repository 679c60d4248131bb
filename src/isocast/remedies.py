"""What to do about shapes that do not broadcast: a reshape or a transpose that works, or the sizes that would.

Every shape suggested here has been broadcast again before it is suggested.
Pure: must not import NumPy or any part of isocast but `errors`, `sizes` and `shapes`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Literal

from .errors import Shape
from .shapes import Profile, Refusal, Result, broadcast, broadcast_to, shape_text

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_MOST_AXES_TO_PERMUTE = 5  # 120 orders; beyond that a guess is no help


@dataclass(frozen=True)
class Remedy:
    """One suggestion: the shape that tensor number `tensor` could have instead, if there is one, and the sentence."""

    kind: Literal["reshape", "transpose", "sizes"]
    tensor: int
    shape: Shape | None
    text: str


@dataclass(frozen=True)
class _Case:
    """One tensor that may be changed, and the room that it has to fit: sizes of the common rank."""

    tensor: int
    name: str
    shape: Shape
    room: Shape
    room_name: str
    fits: Callable[[int, int], bool]  # whether a size of the tensor goes with a size of the room
    works: Callable[[Shape], bool]

    @property
    def shift(self) -> int:
        """What takes an axis of the tensor to its place in the room."""
        return len(self.room) - len(self.shape)


def remedy(names: Sequence[str], shapes: Sequence[Shape], refusal: Refusal, profile: Profile) -> Remedy:
    """What would make these shapes broadcast, given what was refused.

    >>> shapes = ((2, 3, 4), (2, 4))
    >>> remedy(("A", "B"), shapes, broadcast(shapes), "onnx").text
    "if B's first axis belongs to axis -3 of A, reshape B to (2, 1, 4)"
    """
    if profile == "sonnx" and refusal.size == 0 and refusal.expected == 1:
        return _no_stretch_to_zero("give every tensor", refusal)
    pair = (refusal.tensor, clashing_tensor(shapes, refusal))
    cases = [_case(tensor, names, shapes, profile) for tensor in pair]
    for found in _suggestions([case for case in cases if case is not None]):
        return found
    sizes = [size for m in range(len(shapes)) if (size := _aligned(shapes[m], refusal.rank)[refusal.axis]) != 1]
    distinct = ", ".join(map(str, dict.fromkeys(sizes)))
    text = f"the sizes on axis {refusal.axis - refusal.rank} that are not 1 have to be equal; they are {distinct}"
    return Remedy("sizes", refusal.tensor, None, text)


def remedy_to(names: tuple[str, str], shape: Shape, target: Shape, refusal: Refusal, profile: Profile) -> Remedy:
    """What would make a shape broadcast to a target; `names` are the tensor's and the target's.

    >>> remedy_to(("slope", "X"), (8,), (1, 8, 5, 5), broadcast_to((8,), (1, 8, 5, 5)), "onnx").text
    "if slope's only axis belongs to axis -3 of X, reshape slope to (8, 1, 1)"
    """
    if profile == "sonnx" and refusal.size == 1 and refusal.expected == 0:
        return _no_stretch_to_zero(f"give {names[0]}", refusal)

    def fits(size: int, room: int) -> bool:
        return isinstance(broadcast_to((size,), (room,), profile), Result)

    def works(changed: Shape) -> bool:
        return isinstance(broadcast_to(changed, target, profile), Result)

    for found in _suggestions([_Case(0, names[0], shape, target, names[1], fits, works)]):
        return found
    most = (
        f"at most {len(target)} axes, each of {names[1]}'s size or 1" if target else f"no axes, as {names[1]} has none"
    )
    return Remedy("sizes", 0, None, f"{names[0]} can have {most}")


def clashing_tensor(shapes: Sequence[Shape], refusal: Refusal) -> int:
    """The lowest tensor that has the size the offender would need."""
    aligned = [_aligned(shape, refusal.rank)[refusal.axis] for shape in shapes]
    return next(tensor for tensor, size in enumerate(aligned) if size == refusal.expected)


def _aligned(shape: Shape, rank: int) -> Shape:
    return (1,) * (rank - len(shape)) + shape


def _no_stretch_to_zero(who: str, refusal: Refusal) -> Remedy:
    text = f"the strict profile does not stretch size 1 to 0 (B5): {who} size 0 on axis {refusal.axis - refusal.rank}"
    return Remedy("sizes", refusal.tensor, None, text)


def _case(tensor: int, names: Sequence[str], shapes: Sequence[Shape], profile: Profile) -> _Case | None:
    """The tensor against what the others broadcast to, if they do."""
    others = (*shapes[:tensor], *shapes[tensor + 1 :])
    rest = broadcast(others, profile)
    if not isinstance(rest, Result):
        return None

    def fits(size: int, room: int) -> bool:
        return isinstance(broadcast(((size,), (room,)), profile), Result)

    def works(changed: Shape) -> bool:
        return isinstance(broadcast((changed, *others), profile), Result)

    known = tuple(size for size in rest.shape if isinstance(size, int))  # and that is all of them
    room = _aligned(known, max(map(len, shapes)))
    room_name = names[1 - tensor] if len(names) == 2 else "the others"
    return _Case(tensor, names[tensor], shapes[tensor], room, room_name, fits, works)


def _suggestions(cases: Sequence[_Case]) -> Iterator[Remedy]:
    for suggest in (_reshape, _transpose, _resize):
        for case in cases:
            found = suggest(case)
            if found is not None and found.shape is not None and case.works(found.shape):
                yield found


def _reshape(case: _Case) -> Remedy | None:
    """The tensor with axes of size 1 put in or taken out, so that the others stand where their size is."""
    places = _places(case)
    if not places:
        return None
    rank = len(case.room)
    shape = tuple(case.shape[places[at]] if at in places else 1 for at in range(min(places), rank))
    moved = {at: axis for at, axis in sorted(places.items()) if at != axis + case.shift}
    if not moved:
        text = f"{case.name} has axes of size 1 too many: reshape it to {shape_text(shape)}"
    else:
        axes = "only" if len(case.shape) == 1 else _listed(_ordinal(axis) for axis in moved.values())
        belong = "axis belongs to axis" if len(moved) == 1 else "axes belong to axes"
        to = f"{_listed(str(at - rank) for at in moved)} of {case.room_name}"
        text = f"if {case.name}'s {axes} {belong} {to}, reshape {case.name} to {shape_text(shape)}"
    return Remedy("reshape", case.tensor, shape, text)


def _places(case: _Case) -> dict[int, int] | None:
    """Where each axis other than 1 could stand, in order, each as far to the end as it can: place to axis.

    That is where its own size is, or where it stands already, if it fits there.
    """
    places: dict[int, int] = {}
    at = len(case.room)
    for axis in reversed(range(len(case.shape))):
        size, stands = case.shape[axis], axis + case.shift
        if size == 1:
            continue
        fitting = (
            p for p in reversed(range(at)) if case.room[p] == size or (p == stands and case.fits(size, case.room[p]))
        )
        at = next(fitting, -1)
        if at < 0:
            return None
        places[at] = axis
    return places


def _transpose(case: _Case) -> Remedy | None:
    rank = len(case.shape)
    if not 2 <= rank <= _MOST_AXES_TO_PERMUTE:
        return None
    orders = sorted(permutations(range(rank)), key=lambda order: sum(axis != at for at, axis in enumerate(order)))
    for order in orders[1:]:
        shape = tuple(case.shape[axis] for axis in order)
        if case.works(shape):
            text = (
                f"if {case.name}'s axes are in another order, transpose {case.name} by {order} to {shape_text(shape)}"
            )
            return Remedy("transpose", case.tensor, shape, text)
    return None


def _resize(case: _Case) -> Remedy | None:
    if case.shift < 0:
        return None
    own = _aligned(case.shape, len(case.room))
    wrong = [at for at, size in enumerate(own) if not case.fits(size, case.room[at])]
    first = min([case.shift, *wrong])
    shape = tuple(case.room[at] if at in wrong else size for at, size in enumerate(own))[first:]
    stretched = tuple(1 if at in wrong else size for at, size in enumerate(own))[first:]
    or_one = " or 1" if stretched != shape and case.works(stretched) else ""
    needs = [f"size {case.room[at]}{or_one} on axis {at - len(own)}" for at in wrong]
    return Remedy("sizes", case.tensor, shape, f"{case.name} would have to have {_listed(needs)}")


def _ordinal(axis: int) -> str:
    if axis < len(_ORDINALS):
        return _ORDINALS[axis]
    return f"{axis + 1}" + ({0: "st", 1: "nd", 2: "rd"}.get(axis % 10, "th") if axis > 12 else "th")


def _listed(items: Iterator[str] | Sequence[str]) -> str:
    *first, last = items
    return f"{', '.join(first)} and {last}" if first else last
