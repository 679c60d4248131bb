"""What a prover says about one lemma or one function, and about one file. Data, no behaviour to speak of."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class Goal:
    """One goal: its name, the prover that proved it (None: unproved), and the seconds that prover took."""

    name: str
    prover: str | None
    seconds: float = 0.0


@dataclass
class Unit:
    """One lemma of a theory or one function of C, with its goals. `admitted` is the reason it is not proved."""

    file: str
    name: str
    clauses: list[str] = field(default_factory=list)
    goals: list[Goal] = field(default_factory=list)
    admitted: str | None = None

    @property
    def proved(self) -> int:
        """How many of the goals are proved."""
        return sum(goal.prover is not None for goal in self.goals)

    @property
    def provers(self) -> str:
        """The provers that were needed, the one with most goals first."""
        used = [goal.prover for goal in self.goals if goal.prover]
        return ", ".join(sorted(set(used), key=lambda prover: (-used.count(prover), prover)))

    @property
    def seconds(self) -> float:
        """The time of the provers that proved its goals."""
        return sum(goal.seconds for goal in self.goals)

    def as_json(self) -> dict[str, Any]:
        """The unit as plain data."""
        return asdict(self)


def unit_from_json(data: dict[str, Any]) -> Unit:
    """The unit that `as_json` wrote."""
    return Unit(**{**data, "goals": [Goal(**goal) for goal in data["goals"]]})


@dataclass
class FileResult:
    """What came out of one file: its units, and complaints that are about no single goal."""

    file: str
    units: list[Unit] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    cached: bool = False
    seconds: float = 0.0

    @property
    def goals(self) -> int:
        """The number of goals, proved or not."""
        return sum(len(unit.goals) for unit in self.units)

    @property
    def proved(self) -> int:
        """How many of them are proved."""
        return sum(unit.proved for unit in self.units)

    @property
    def unproved(self) -> list[str]:
        """The goals that are not proved, with their units."""
        return [
            f"{self.file}: {unit.name}: {goal.name}"
            for unit in self.units
            for goal in unit.goals
            if goal.prover is None
        ]
