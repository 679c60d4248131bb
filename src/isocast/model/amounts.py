"""Arithmetic on sizes that are not known yet: sums, products and quotients of symbols, in one canonical form.

What a calculation gives is an integer, one of the sizes it began with, or an `Unknown` that stands for the expression:
the same expression always gives the same `Unknown`, and nothing else equals it. So a doubt never becomes an equality.
Must not import onnx.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import reduce
from math import prod
from typing import Final

from ..sizes import Joined, Size, Unknown, Values, atoms_of, value_of

_Monomial = tuple[Size, ...]
_Terms = dict[_Monomial, int]

NO_LIMIT: Final = 2**63 - 1
"""What a Slice's end is when it means the end."""


class Amounts:
    """A table of the expressions met so far."""

    def __init__(self) -> None:
        self._made: dict[Hashable, Unknown] = {}
        self._terms: dict[Size, _Terms] = {}
        self._positive: set[Size] = set()
        self._opaque: dict[Size, tuple[str, Size, Size]] = {}  # the operation and what it was computed from
        self._order: dict[Size, int] = {}

    def add(self, a: Size, b: Size) -> Size:
        """The sum."""
        if isinstance(a, int) and isinstance(b, int):
            return a + b
        terms = dict(self._of(a))
        for monomial, factor in self._of(b).items():
            terms[monomial] = terms.get(monomial, 0) + factor
        return self._make(terms)

    def subtract(self, a: Size, b: Size) -> Size:
        """The difference.

        >>> from ..sizes import Symbol
        >>> table, N = Amounts(), Symbol("N")
        >>> table.subtract(table.add(N, 3), 3) == N
        True
        """
        return self.add(a, self.multiply(b, -1))

    def multiply(self, a: Size, b: Size) -> Size:
        """The product."""
        if isinstance(a, int) and isinstance(b, int):
            return a * b
        terms: _Terms = {}
        for left, factor in self._of(a).items():
            for right, other in self._of(b).items():
                monomial = self._sorted((*left, *right))
                terms[monomial] = terms.get(monomial, 0) + factor * other
        return self._make(terms)

    def product(self, sizes: Iterable[Size]) -> Size:
        """The product of all; 1 if there are none.

        >>> from ..sizes import Symbol
        >>> str(Amounts().product((8, Symbol("N"), 4)))
        '32·N'
        """
        one: Size = 1
        return reduce(self.multiply, sizes, one)

    def divide(self, a: Size, b: Size) -> Size | None:
        """The quotient, truncated toward zero; None for a division by 0.

        Where a factor cancels, it is not 0 when the division is carried out: that would be an error there.
        """
        if b == 0:
            return None
        if isinstance(a, int) and isinstance(b, int):
            return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        exact = self._exact(self._of(a), self._of(b))
        return exact if exact is not None else self._opaque_of("/", a, b, f"{_in(a)}/{_in(b)}")

    def modulo(self, a: Size, b: Size) -> Size | None:
        """The remainder with the divisor's sign; None for a division by 0."""
        if b == 0:
            return None
        if isinstance(a, int) and isinstance(b, int):
            return a % b
        if self._exact(self._of(a), self._of(b)) is not None:
            return 0
        return self._opaque_of("mod", a, b, f"{_in(a)} mod {_in(b)}")

    def least(self, a: Size, b: Size) -> Size:
        """The smaller one."""
        return self._chosen(a, b, smaller=True)

    def greatest(self, a: Size, b: Size) -> Size:
        """The larger one."""
        return self._chosen(a, b, smaller=False)

    def is_positive(self, size: Size) -> bool:
        """Whether it is at least 1 whenever the model's own sizes are."""
        if isinstance(size, int):
            return size >= 1
        if size in self._opaque:
            return size in self._positive
        terms = self._of(size)
        return all(factor > 0 for factor in terms.values()) and all(
            self.is_positive(atom) for monomial in terms for atom in monomial if atom != size
        )

    def is_negative(self, size: Size) -> bool:
        """Whether it is certainly below 0."""
        return isinstance(size, int) and size < 0

    def value(self, size: Size, values: Values) -> int | None:
        """The integer that a size is when its symbols have these values; None if it has others.

        >>> from ..sizes import Symbol
        >>> table = Amounts()
        >>> table.value(table.multiply(Symbol("N"), 8), {Symbol("N"): 3})
        24
        """
        if isinstance(size, int):
            return size
        if any(atom not in values for atom in self.atoms(size)):
            return None
        if size in self._opaque:
            word, *parts = self._opaque[size]
            a, b = (self.value(part, values) or 0 for part in parts)
            return _COMPUTE[word](self, a, b)  # type: ignore[return-value]
        if size not in self._terms:
            return value_of(size, values)
        return sum(
            factor * prod(self.value(atom, values) or 0 for atom in monomial)
            for monomial, factor in self._terms[size].items()
        )

    def atoms(self, size: Size) -> frozenset[Size]:
        """The symbols and unknowns an expression is made of; those that a size broadcasts to count each."""
        if isinstance(size, int):
            return frozenset()
        if size in self._opaque:
            return self.atoms(self._opaque[size][1]) | self.atoms(self._opaque[size][2])
        if size in self._terms:
            return frozenset().union(*(self.atoms(atom) for monomial in self._terms[size] for atom in monomial))
        return frozenset(atoms_of(size))

    def _chosen(self, a: Size, b: Size, smaller: bool) -> Size:
        difference = self.subtract(a, b)
        if isinstance(difference, int):
            return a if (difference <= 0) == smaller else b
        for limit, other in ((a, b), (b, a)):
            if isinstance(limit, int) and limit >= NO_LIMIT:
                return other if smaller else limit
        word = "min" if smaller else "max"
        first, second = sorted((a, b), key=self._rank)
        found = self._opaque_of(word, first, second, f"{word}({size_text(first)}, {size_text(second)})")
        if self.is_positive(a) and self.is_positive(b):
            self._positive.add(found)
        return found

    def _of(self, size: Size) -> _Terms:
        if isinstance(size, int):
            return {(): size} if size else {}
        return self._terms.get(size) or {(size,): 1}

    def _make(self, terms: _Terms) -> Size:
        kept = {monomial: factor for monomial, factor in terms.items() if factor}
        if not kept:
            return 0
        if len(kept) == 1:
            ((monomial, factor),) = kept.items()
            if not monomial:
                return factor
            if len(monomial) == 1 and factor == 1:
                return monomial[0]
        key = frozenset(kept.items())
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = Unknown(_text(kept))
            self._terms[found] = kept
        return found

    def _exact(self, terms: _Terms, divisor: _Terms) -> Size | None:
        """The quotient if the divisor is one product that divides every term."""
        if len(divisor) != 1:
            return 1 if terms == divisor else None
        ((below, factor),) = divisor.items()
        quotient: _Terms = {}
        for monomial, coefficient in terms.items():
            rest = _without(monomial, below)
            if rest is None or coefficient % factor:
                return None
            quotient[rest] = coefficient // factor
        return self._make(quotient)

    def _opaque_of(self, word: str, a: Size, b: Size, text: str) -> Size:
        key = (word, a, b)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = Unknown(text)
            self._opaque[found] = (word, a, b)
        return found

    def _sorted(self, monomial: _Monomial) -> _Monomial:
        return tuple(sorted(monomial, key=self._rank)) if len(monomial) > 1 else monomial

    def _rank(self, size: Size) -> int:
        return self._order.setdefault(size, len(self._order))


_COMPUTE: Final[Mapping[str, Callable[[Amounts, Size, Size], Size | None]]] = {
    "/": Amounts.divide,
    "mod": Amounts.modulo,
    "min": Amounts.least,
    "max": Amounts.greatest,
}


def _without(monomial: _Monomial, factors: _Monomial) -> _Monomial | None:
    rest = list(monomial)
    for factor in factors:
        if factor not in rest:
            return None
        rest.remove(factor)
    return tuple(rest)


def _text(terms: _Terms) -> str:
    parts = [(_term(monomial, abs(factor)), factor < 0) for monomial, factor in terms.items()]
    parts.sort(key=lambda part: part[1])  # what is added comes first
    (first, negative), *others = parts
    return f"{'-' if negative else ''}{first}" + "".join(f" {'-' if less else '+'} {text}" for text, less in others)


def _term(monomial: _Monomial, factor: int) -> str:
    factors = [str(factor)] if factor != 1 or not monomial else []
    return "·".join([*factors, *map(_in, monomial)])


def _in(size: Size) -> str:
    text = size_text(size)
    return f"({text})" if " " in text or "/" in text else text


def size_text(size: Size) -> str:
    """A size as it stands in a shape: the sizes that one broadcasts from are joined by `or`.

    >>> from ..sizes import Symbol
    >>> size_text(Joined((Symbol("N"), Symbol("M"))))
    'N or M'
    """
    return " or ".join(map(str, size.parts)) if isinstance(size, Joined) else str(size)
