"""Sizes that are not known yet, and what they would have to be for shapes to broadcast.

A size is an integer, a named symbol, an unknown, or the size that several of these broadcast to.
Pure: must not import NumPy or any other part of isocast.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Symbol:
    """A size with a name; two symbols of one name are one size."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, eq=False)
class Unknown:
    """A size without a name: equal to itself and to nothing else. `label` is how texts speak of it."""

    label: str = "?"

    def __str__(self) -> str:
        return self.label


@dataclass(frozen=True, eq=False)
class Joined:
    """The size that its parts broadcast to: the part that is not 1, and 1 if there is none.

    It stands for sizes that do broadcast: whoever makes one has stated the condition. The order of the parts does not
    matter to equality.

    >>> Joined((Symbol("N"), Symbol("M"))) == Joined((Symbol("M"), Symbol("N")))
    True
    """

    parts: tuple[Symbol | Unknown, ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Joined) and set(self.parts) == set(other.parts)

    def __hash__(self) -> int:
        return hash(frozenset(self.parts))

    def __str__(self) -> str:
        return f"{_listed(self.parts, 'or')}, whichever is not 1"


Atom = Symbol | Unknown
Size = int | Atom | Joined
Values = Mapping[Any, int]  # keys are atoms; a mapping of symbols alone is one too, which typing cannot say of keys


def atoms_of(size: Size) -> tuple[Atom, ...]:
    """The symbols and unknowns a size is made of.

    >>> atoms_of(4)
    ()
    """
    if isinstance(size, int):
        return ()
    return size.parts if isinstance(size, Joined) else (size,)


def joined(sizes: Iterable[Size]) -> Size:
    """The size that sizes broadcast to, given that they do.

    >>> str(joined((1, Symbol("N"))))
    'N'

    Clauses: fold, B8
    """
    distinct = dict.fromkeys(sizes)
    distinct.pop(1, None)
    fixed = [size for size in distinct if isinstance(size, int)]
    if fixed:
        return fixed[0]
    atoms = tuple(dict.fromkeys(atom for size in distinct for atom in atoms_of(size)))
    if not atoms:
        return 1
    return atoms[0] if len(atoms) == 1 else Joined(atoms)


def substitute(size: Size, known: Mapping[Size, int]) -> Size:
    """The size, with known values put in place of what they are known for.

    >>> substitute(Joined((Symbol("N"), Symbol("M"))), {Symbol("N"): 1})
    Symbol(name='M')
    """
    if size in known:
        return known[size]
    return joined(known.get(part, part) for part in size.parts) if isinstance(size, Joined) else size


def value_of(size: Size, values: Values) -> int:
    """The integer a size is, once every symbol and unknown has a value.

    >>> value_of(Joined((Symbol("N"), Symbol("M"))), {Symbol("N"): 1, Symbol("M"): 4})
    4
    """
    if isinstance(size, int):
        return size
    return max({values[atom] for atom in atoms_of(size)} - {1}, default=1)


@dataclass(frozen=True)
class OneOf:
    """The size is one of some integers; `axis` is the first axis that asks for it, after alignment."""

    size: Size
    allowed: tuple[int, ...]
    axis: int

    def holds(self, values: Values) -> bool:
        """Whether it is so for these values."""
        return value_of(self.size, values) in self.allowed

    def __str__(self) -> str:
        return f"{_spoken(self.size)} is {_listed(self.allowed, 'or')}"


@dataclass(frozen=True)
class AtLeastOne:
    """The size is not 0: the strict profile does not stretch 1 to 0."""

    size: Size
    axis: int

    def holds(self, values: Values) -> bool:
        """Whether it is so for these values."""
        return value_of(self.size, values) >= 1

    def __str__(self) -> str:
        return f"{_spoken(self.size)} is at least 1"


@dataclass(frozen=True)
class Agree:
    """Those of the sizes that are not 1 are equal; `strict`: and either all are 0 or none is.

    Clauses: multi-2, E1, B5
    """

    sizes: tuple[Atom, ...]
    axis: int
    strict: bool = False

    def holds(self, values: Values) -> bool:
        """Whether it is so for these values."""
        found = {value_of(size, values) for size in self.sizes}
        return len(found - {1}) <= 1 and not (self.strict and found == {0, 1})

    def __str__(self) -> str:
        if len(self.sizes) > 2:
            tail = ", and all of them are 0 or none is" if self.strict else ""
            return f"those of {_listed(self.sizes, 'and')} that are not 1 are equal{tail}"
        n, m = self.sizes
        if self.strict:
            return f"{n} = {m}, or {n} is 1 and {m} at least 1, or {m} is 1 and {n} at least 1"
        return f"{n} = {m}, or {n} is 1, or {m} is 1"


@dataclass(frozen=True)
class EqualOrOne:
    """The size equals the target's, or is 1; `strict`: and if only 1, the target's is not 0.

    Clauses: uni-2, B5
    """

    size: Size
    target: Size
    axis: int
    strict: bool = False

    def holds(self, values: Values) -> bool:
        """Whether it is so for these values."""
        size, target = value_of(self.size, values), value_of(self.target, values)
        return size == target or (size == 1 and not (self.strict and target == 0))

    def __str__(self) -> str:
        size, target = _spoken(self.size), _spoken(self.target)
        return f"{size} = {target}, or {size} is 1{f' and {target} at least 1' if self.strict else ''}"


Requirement = OneOf | AtLeastOne | Agree | EqualOrOne


def _spoken(size: Size) -> str:
    return f"({size})" if isinstance(size, Joined) else str(size)


def _listed(items: Iterable[object], word: str) -> str:
    *first, last = map(str, items)
    return f"{', '.join(first)} {word} {last}" if first else last
