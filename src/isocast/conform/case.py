"""A case: one call of one operator at one opset, the clauses it concerns, and how far a right answer may stray.

Data, no behaviour. What the answer is, `expectation` says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..spec.tensor import Tensor


@dataclass(frozen=True)
class Latitude:
    """What of a result is not fixed by the standard; without latitude every bit is, but for the bits of a NaN.

    `absolute` is the largest difference of a finite result, `ulps` the same in units of the last place.
    """

    nan_bits_count: bool = False
    either_zero: bool = False
    ulps: int = 0
    absolute: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """The latitude as plain data."""
        return {
            "nan": "bits" if self.nan_bits_count else "any",
            "zero": "either" if self.either_zero else "signed",
            "ulps": self.ulps,
            "absolute": self.absolute,
        }


@dataclass(frozen=True)
class Case:
    """One call. Its id is `Operator-version/types/what`, stable from release to release.

    `opset` is what the model is stamped with: `version`, the opset that introduced it, or a later one.
    """

    operator: str
    version: int
    opset: int
    types: tuple[str, ...]
    what: str
    inputs: tuple[Tensor, ...]
    clauses: tuple[str, ...]
    attributes: Mapping[str, Any] = field(default_factory=dict)
    latitude: Latitude = field(default_factory=Latitude)

    @property
    def id(self) -> str:
        """The name of the case, which patterns and folders are made from."""
        return f"{self.operator}-{self.version}/{','.join(self.types)}/{self.what}"

    @property
    def type(self) -> str:
        """The column of the case in a matrix of operators and types."""
        return self.types[0]


@dataclass(frozen=True)
class Refusal:
    """An expected error: the class of exception the specification raises, and its clause."""

    kind: str
    code: str
    summary: str
