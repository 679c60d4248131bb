"""The algebra of shapes: what shapes broadcast to, which size forbids it, or the condition under which they would.

Sizes may be symbolic (`sizes`). The answer is data: a `Result`, a `Refusal` or a `Conditional`; `explain` makes the
sentences. Pure: must not import NumPy or any part of isocast but `sizes`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from typing import Literal

from .sizes import (
    Agree,
    AtLeastOne,
    EqualOrOne,
    OneOf,
    Requirement,
    Size,
    Symbol,
    Unknown,
    Values,
    atoms_of,
    joined,
    substitute,
)

Profile = Literal["onnx", "sonnx"]
SymbolicShape = tuple[Size, ...]


@dataclass(frozen=True)
class Result:
    """The shapes broadcast, whatever the symbols stand for."""

    shape: SymbolicShape


@dataclass(frozen=True)
class Refusal:
    """The shapes do not broadcast: the first offender in the order of clause B6.

    `axis` counts from 0 after alignment to `rank` axes; `expected` is the largest size of that axis, or the target's.
    A tensor with more axes than its target offends on axis 0, where the target would have size 1.
    """

    clause: str
    tensor: int
    axis: int
    size: Size
    expected: Size
    rank: int


@dataclass(frozen=True)
class Conditional:
    """The shapes broadcast, to `shape`, exactly if every requirement holds."""

    shape: SymbolicShape
    requirements: tuple[Requirement, ...]

    @property
    def condition(self) -> str:
        """The requirements as one sentence.

        >>> broadcast(((Symbol("N"), 3), (4, 3))).condition
        'N is 4 or 1'
        """
        return "; ".join(map(str, self.requirements))

    def holds(self, values: Values) -> bool:
        """Whether the shapes broadcast when the symbols have these values."""
        return all(requirement.holds(values) for requirement in self.requirements)


Outcome = Result | Refusal | Conditional
_Meeting = tuple[Size, Sequence[Requirement]]
_Again = Callable[[Sequence[SymbolicShape]], Outcome]


def broadcast(shapes: Sequence[SymbolicShape], profile: Profile = "onnx") -> Outcome:
    """The answer to multidirectional broadcasting of 1 to n shapes.

    >>> broadcast(((2, 1), (3,)))
    Result(shape=(2, 3))
    >>> broadcast(((2, 3), (4,)))
    Refusal(clause='E1', tensor=0, axis=1, size=3, expected=4, rank=2)

    Clauses: step1, step2, condition1, condition2, E1, B5, B6, multi-1, multi-2, multi-3, fold
    """
    columns = _axes(shapes)
    common = _common_lengths(columns) if profile == "onnx" else None
    if common is not None:
        return Result(common)
    meetings: list[_Meeting] = []
    for axis, sizes in enumerate(columns):
        meeting = _meet(sizes, axis, profile)
        if meeting is None:
            return _first_offender(shapes, len(columns), profile)
        meetings.append(meeting)
    return _settle(meetings, shapes, partial(broadcast, profile=profile))


def broadcast_to(shape: SymbolicShape, target: SymbolicShape, profile: Profile = "onnx") -> Outcome:
    """The answer to unidirectional broadcasting of a shape to a target.

    >>> broadcast_to((3,), (2, 3))
    Result(shape=(2, 3))
    >>> broadcast_to((Symbol("N"),), (2, 3)).condition
    'N is 3 or 1'

    Clauses: uni-1, uni-2, uni-3, uni-result, B5, B6
    """
    if len(shape) > len(target):
        return Refusal("uni-2", 0, 0, shape[0], 1, len(shape))
    meetings: list[_Meeting] = []
    for axis, (size, wanted) in enumerate(_axes((shape, target))):
        requirement = _meet_target(size, wanted, axis, profile)
        if requirement is None:
            return Refusal("uni-2", 0, axis, size, wanted, len(target))
        meetings.append((wanted, requirement))
    return _settle(meetings, (shape, target), lambda known: broadcast_to(known[0], known[1], profile))


def _axes(shapes: Sequence[SymbolicShape]) -> list[tuple[Size, ...]]:
    # Seen from the end, prepending ones is filling up with ones.
    return list(zip_longest(*map(reversed, shapes), fillvalue=1))[::-1]


def _common_lengths(columns: Iterable[tuple[Size, ...]]) -> SymbolicShape | None:
    """The result where every axis has one common length, or 1: what nearly always is the case, and soon said.

    Clauses: multi-2
    """
    result: list[Size] = []
    for sizes in columns:
        distinct = set(sizes)
        distinct.discard(1)
        if len(distinct) > 1:
            return None
        result.append(distinct.pop() if distinct else 1)
    return tuple(result)


def _meet(sizes: tuple[Size, ...], axis: int, profile: Profile) -> _Meeting | None:
    """The size that sizes of one axis broadcast to and what that requires, or None if they never do.

    Clauses: E1, B5, multi-2
    """
    distinct = set(sizes)
    stretched = 1 in distinct
    distinct.discard(1)
    strict = profile == "sonnx"
    fixed = [size for size in distinct if isinstance(size, int)]
    if len(fixed) > 1 or (strict and stretched and 0 in fixed):
        return None
    if len(fixed) == len(distinct):
        return (fixed[0] if fixed else 1), ()
    symbolic = _absorbed(size for size in dict.fromkeys(sizes) if not isinstance(size, int))
    atoms = tuple(dict.fromkeys(atom for size in symbolic for atom in atoms_of(size)))
    if fixed:
        allowed = (0,) if strict and fixed == [0] else (fixed[0], 1)
        return fixed[0], [OneOf(atom, allowed, axis) for atom in atoms]
    requirements: list[Requirement] = []
    if strict and stretched:
        requirements += [AtLeastOne(size, axis) for size in symbolic]
    if len(symbolic) > 1:
        requirements.append(Agree(atoms, axis, strict and not stretched))
    return joined(symbolic), requirements


def _absorbed(sizes: Iterable[Size]) -> list[Size]:
    # A joined size has its parts' agreement behind it: meeting a part of itself again asks for nothing new.
    found = list(sizes)
    sets = [frozenset(atoms_of(size)) for size in found]
    return [size for size, atoms in zip(found, sets, strict=True) if not any(atoms < other for other in sets)]


def _meet_target(size: Size, target: Size, axis: int, profile: Profile) -> Sequence[Requirement] | None:
    """What it requires that a size of one axis broadcasts to the target's, or None if it never does.

    Clauses: uni-2, B5
    """
    strict = profile == "sonnx"
    if size == target or (size == 1 and not strict):
        return ()
    if isinstance(size, int) and isinstance(target, int):
        return () if size == 1 and target != 0 else None
    if isinstance(target, int):
        return (OneOf(size, (0,) if strict and target == 0 else tuple(dict.fromkeys((target, 1))), axis),)
    if isinstance(size, int):
        return (AtLeastOne(target, axis) if size == 1 else OneOf(target, (size,), axis),)
    if set(atoms_of(size)) < set(atoms_of(target)):
        return ()
    return (EqualOrOne(size, target, axis, strict),)


def _first_offender(shapes: Sequence[SymbolicShape], rank: int, profile: Profile) -> Refusal:
    """The lowest tensor, then its lowest axis, whose known size is neither the largest known of the axis nor 1.

    Clauses: B6, E1
    """
    columns = [[size for size in sizes if isinstance(size, int)] for sizes in _axes(shapes)]
    # Where 1 stretches to 0 the axis is in order, although 0 is not its largest size.
    largest = [0 if profile == "onnx" and set(known) == {0, 1} else max(known, default=1) for known in columns]
    return next(
        Refusal("E1", tensor, axis, size, largest[axis], rank)
        for tensor, shape in enumerate(shapes)
        for axis, size in enumerate(shape, rank - len(shape))
        if isinstance(size, int) and size not in (1, largest[axis])
    )


def _settle(meetings: Sequence[_Meeting], shapes: Sequence[SymbolicShape], again: _Again) -> Outcome:
    """The outcome of all axes together; a symbol that only one value suits is given it, and the shapes meet again."""
    requirements = [requirement for _, required in meetings for requirement in required]
    result = tuple(size for size, _ in meetings)
    if not requirements:
        return Result(result)
    suited = _intersected(requirements)
    known: dict[Size, int] = {size: one.allowed[0] for size, one in suited.items() if len(one.allowed) == 1}
    if known:
        outcome = again([tuple(substitute(size, known) for size in shape) for shape in shapes])
        if isinstance(outcome, Refusal):
            return outcome
        further = outcome.requirements if isinstance(outcome, Conditional) else ()
        return Conditional(outcome.shape, (*(suited[size] for size in known), *further))
    kept: dict[object, Requirement] = {}
    for requirement in requirements:
        if isinstance(requirement, OneOf):
            kept.setdefault(requirement.size, suited[requirement.size])
        elif not (isinstance(requirement, AtLeastOne) and requirement.size in suited):
            kept.setdefault(replace(requirement, axis=0), requirement)  # two axes may ask for the same thing
    return Conditional(result, tuple(kept.values()))


def _intersected(requirements: Iterable[Requirement]) -> dict[Size, OneOf]:
    found: dict[Size, OneOf] = {}
    for one in requirements:
        if isinstance(one, OneOf):
            earlier = found.setdefault(one.size, one)
            allowed = tuple(value for value in earlier.allowed if value in one.allowed)
            # Two pairs share the 1. A single value that the other forbids is a contradiction; the rerun will name it.
            found[one.size] = replace(earlier, allowed=allowed or min(earlier.allowed, one.allowed, key=len))
    return found


def symbolic_shape(sizes: Iterable[int | str | None]) -> SymbolicShape:
    """The shape with these sizes: an integer, the name of a symbol, or None for an unknown.

    >>> shape_text(symbolic_shape((2, "N", None)))
    '(2, N, ?)'
    """
    return tuple(Unknown() if size is None else Symbol(size) if isinstance(size, str) else size for size in sizes)


def shape_text(shape: SymbolicShape) -> str:
    """The shape as Python writes a tuple, with symbols by their names."""
    return f"({shape[0]},)" if len(shape) == 1 else f"({', '.join(map(str, shape))})"
