"""Sets of inputs to try, one after the other: sizes from the most telling to the largest, in the ranges models want."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any, Final

from ..check import check
from ..graphs import Model
from ..verdicts import Tensor
from .inputs import Draw, Given, Range, value
from .records import record
from .roles import roles
from .sizes import RANKS, Port, choices, ports, shape_of

MOST_ROUNDS: Final = 64
MOST_ELEMENTS: Final = 1 << 24
"""What all inputs that are made may have together."""
_REPEATED: Final = 4  # choices of sizes that are taken again with other seeds
_ALL_RANGES: Final = 3
_NOW_AND_THEN: Final = 5


@dataclass(frozen=True)
class Attempt:
    """One set of inputs: what it was made from, the values, and where each comes from."""

    draw: Draw
    values: dict[str, Given]
    sources: dict[str, str]

    def recorded(self) -> tuple[Tensor, ...]:
        """What is recorded of the inputs."""
        return tuple(row for name, value in self.values.items() for row in record(name, value, self.sources[name]))


class Attempts:
    """All sets of inputs for a model. Once `fitting` is set, that range alone is used.

    `least` is what the largest size has to be: raised when smaller ones end the process, which costs seconds each time.
    """

    def __init__(self, model: Model, seed: int, dims: Mapping[str, int], given: Mapping[str, tuple[Any, str]]) -> None:
        self.fitting: Range | None = None
        self.least = 0
        self._good: dict[str, int] | None = None
        self._seed = seed
        self._given = given
        self._ports = ports(model.proto)
        self._roles = roles(model.proto)
        self._findings = [finding for finding in check(model).findings if finding.operands]
        self._fixed = {**dims, **_sizes_given(self._ports, given)}

    def __iter__(self) -> Iterator[Attempt]:
        if all(port.name in self._given for port in self._ports):
            yield self._attempt(Draw(self._seed, Range.USUAL, self._fixed), 0)
            return
        is_open = any(port.sizes is None and port.name not in self._given for port in self._ports)
        for number, dims in enumerate(self._rounds()):
            for rank in RANKS if is_open else RANKS[:1]:
                for range_ in self._ranges(number):
                    if self.fitting not in (None, range_) or largest(dims) < self.least:
                        break
                    draw = Draw(self._seed + number, range_, dims)
                    if self._elements(dims, rank) <= MOST_ELEMENTS:
                        yield self._attempt(draw, rank)

    def accept(self, attempt: Attempt) -> None:
        """Notes inputs that the model took: their range is used from now on, and their sizes now and then."""
        self.fitting, self._good = attempt.draw.range, dict(attempt.draw.dims)

    def _ranges(self, number: int) -> list[Range]:
        """All of them for the first choices of sizes, and then the usual one: sizes are refused more often."""
        if self.fitting is not None:
            return [self.fitting]
        return list(Range) if number < _ALL_RANGES or number % _ALL_RANGES == 0 else [Range.USUAL]

    def _rounds(self) -> Iterator[dict[str, int]]:
        """The choices of sizes, and after the last one the first ones again: other seeds make other inputs."""
        seen = []
        for number, dims in enumerate(choices(self._ports, self._findings, self._fixed)):
            seen.append(dims)
            yield dims
            if self._good is not None and number % _NOW_AND_THEN == _NOW_AND_THEN - 1:
                yield self._good
        for _ in range(MOST_ROUNDS):
            yield from seen[:_REPEATED]

    def _elements(self, dims: Mapping[str, int], rank: int) -> int:
        made = [port for port in self._ports if port.name not in self._given]
        return sum(prod(shape_of(port, dims, rank)) for port in made)

    def _attempt(self, draw: Draw, rank: int) -> Attempt:
        values: dict[str, Given] = {name: array for name, (array, _) in self._given.items()}
        sources = {name: source for name, (_, source) in self._given.items()}
        for port in self._ports:
            if port.name not in values:
                shape = shape_of(port, draw.dims, rank)
                values[port.name] = value(port, shape, draw, self._roles[port.name])
                sources[port.name] = f"seed {draw.seed} {draw.range.value}".rstrip()
        return Attempt(draw, values, sources)


def largest(dims: Mapping[str, int]) -> int:
    """The largest size; as large as can be where there is nothing to choose."""
    return max(dims.values(), default=1 << 62)


def _sizes_given(given: list[Port], inputs: Mapping[str, tuple[Any, str]]) -> dict[str, int]:
    """The sizes of symbols that inputs from files settle."""
    found: dict[str, int] = {}
    for port in given:
        if port.name in inputs and port.sizes is not None and hasattr(inputs[port.name][0], "shape"):
            shape = inputs[port.name][0].shape
            found |= {size: int(n) for size, n in zip(port.sizes, shape, strict=False) if isinstance(size, str)}
    return found
