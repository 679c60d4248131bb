"""What a verification found, as data: the structure of two models, and what they computed from the same inputs.

Must not import onnx or any part of isocast but `findings`.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from .findings import Finding


class Outcome(StrEnum):
    """How one run ended."""

    EQUAL = "equal"  # every output is equal, bit for bit
    DIFFERENT = "different"
    REJECTED = "rejected"  # the original refuses these inputs: nothing to compare
    BROKEN = "broken"  # the original runs and the explicit model does not, or the other way round


@dataclass(frozen=True)
class Tensor:
    """An input or output of a run: enough to recognise it, not its values."""

    name: str
    type: str
    shape: tuple[int, ...]
    sha256: str  # of the elements in row-major order, little-endian; strings as UTF-8 with their lengths
    source: str = ""  # for an input: `seed 7`, or the file it was read from


@dataclass(frozen=True)
class Run:
    """Both models on one set of inputs."""

    seed: int
    dims: dict[str, int]  # the sizes chosen for symbolic dimensions
    engine: str  # `onnxruntime 1.31.1` or `isocast 0.1.0`
    inputs: tuple[Tensor, ...]
    outputs: tuple[Tensor, ...]  # of the original
    outcome: Outcome
    message: str = ""  # the first difference, or why it was rejected


@dataclass(frozen=True)
class Structure:
    """Whether the explicit model is the original with nothing but explicit operands inserted."""

    remaining: tuple[Finding, ...]  # implicit broadcasts left
    differences: tuple[str, ...]  # what differs once the inserted nodes are taken out again; empty if nothing
    inserted: int  # nodes
    unproved: tuple[str, ...] = ()  # inserted operands whose shapes the structure does not settle: the runs decide

    @property
    def passed(self) -> bool:
        """Whether both halves hold."""
        return not self.remaining and not self.differences


@dataclass(frozen=True)
class Coverage:
    """Which subgraphs ran. A branch that no input reached is named, never counted as verified."""

    subgraphs: int
    reached: int
    missed: tuple[str, ...]  # paths


@dataclass(frozen=True)
class Verification:
    """The whole answer. It is passed only if the structure holds and at least one run was compared, all equal."""

    original: str
    explicit: str
    structure: Structure
    runs: tuple[Run, ...]
    coverage: Coverage
    seed: int
    notes: tuple[str, ...] = ()  # what an auditor has to know: why nothing was compared, engines that could not run it

    @property
    def compared(self) -> int:
        """How many runs were compared."""
        return sum(run.outcome is not Outcome.REJECTED for run in self.runs)

    @property
    def passed(self) -> bool:
        """Whether the two models were shown to be the same."""
        fine = {Outcome.EQUAL, Outcome.REJECTED}
        return self.structure.passed and self.compared > 0 and all(run.outcome in fine for run in self.runs)

    def as_json(self) -> dict[str, Any]:
        """The verification as plain data."""
        structure = {
            "passed": self.structure.passed,
            "inserted": self.structure.inserted,
            "differences": list(self.structure.differences),
            "remaining": [finding.as_json() for finding in self.structure.remaining],
            "unproved": list(self.structure.unproved),
        }
        return {
            "original": self.original,
            "explicit": self.explicit,
            "passed": self.passed,
            "seed": self.seed,
            "structure": structure,
            "coverage": asdict(self.coverage),
            "notes": list(self.notes),
            "runs": [asdict(run) | {"outcome": run.outcome.value} for run in self.runs],
        }
