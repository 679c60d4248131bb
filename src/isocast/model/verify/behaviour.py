"""(b) of a verification: both models on the same inputs, in a child process, until enough runs were compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic
from typing import Any, Final

from ..graphs import Model
from ..verdicts import Outcome, Run
from .attempts import Attempt, Attempts, largest
from .coverage import Probe
from .engines import ALIKE, ENGINES, label
from .protocol import Source, Task
from .runner import Answers, Runner
from .sizes import MOST_SIZE, ports

MOST_ATTEMPTS: Final = 96
"""Sets of inputs that are tried on one engine before it is said that nothing runs."""
_MOST_REJECTED: Final = 3  # that are kept in the record
_MOST_LOST: Final = 8  # children that an engine may lose to a model
_PATIENCE: Final = 5  # as many times the limit of one run may be spent on inputs that are refused


@dataclass(eq=False)
class Behaviour:
    """The runs of two models. `is_same` says that their structures are: then a difference may be the engine's own."""

    original: Model
    sources: tuple[Source, Source]
    folder: Path | None
    probe: Probe
    seed: int
    wanted: int
    limit: float
    dims: Mapping[str, int] = field(default_factory=dict)
    given: Mapping[str, tuple[Any, str]] = field(default_factory=dict)
    is_same: bool = False
    one_at_a_time: bool = False
    runs: list[Run] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)

    def run(self) -> None:
        """Tries one engine after the other, until one has compared something."""
        for engine in ENGINES:
            if not label(engine):
                self.notes.append("ONNX Runtime is not installed: `pip install isocast[verify]`")
                continue
            if self._on_engine(engine, MOST_ATTEMPTS if engine == ENGINES[0] else MOST_ATTEMPTS // 8):
                return

    def replay(self, attempts: list[Attempt], engines: list[str]) -> None:
        """Runs the given inputs again, each on the engine it ran on."""
        for engine in dict.fromkeys(engines):
            chosen = [attempt for attempt, name in zip(attempts, engines, strict=True) if name == engine]
            with Runner(self._task(engine), self.limit) as runner:
                self.runs += [self._judged(engine, runner, attempt) for attempt in chosen]

    def _task(self, engine: str) -> Task:
        probe = None if self.probe.model is None else self.probe.model.SerializeToString()
        folder = None if self.folder is None else str(self.folder)
        return Task(engine, *self.sources, probe, folder, self.one_at_a_time)

    def _on_engine(self, engine: str, most: int) -> bool:
        """Whether the engine settled it."""
        name = label(engine)
        with Runner(self._task(engine), self.limit) as runner:
            loaded = runner.load()
            if not loaded.original.ok:
                self.notes.append(f"{name} does not take the original: {loaded.original.message}")
                return False
            if loaded.explicit is None or not loaded.explicit.ok:
                message = loaded.explicit.message if loaded.explicit else "it was not asked"
                if loaded.explicit is not None and loaded.explicit.is_not_implemented:
                    self.notes.append(f"{name} takes the original and not the explicit model: {message}")
                    return False
                self.runs.append(Run(self.seed, {}, name, (), (), Outcome.BROKEN, f"the explicit model: {message}"))
                return True
            return self._try(engine, runner, most)

    def _try(self, engine: str, runner: Runner, most: int) -> bool:
        """Whether something was compared."""
        wanted = self.wanted if ports(self.original.proto) else 1
        compared, rejected = 0, list[Run]()
        lost, deadline = runner.lost, monotonic() + _PATIENCE * self.limit
        attempts = Attempts(self.original, self.seed, self.dims, self.given)
        for attempt in attempts:
            if compared >= wanted or len(rejected) >= most or monotonic() > deadline or runner.lost > _MOST_LOST:
                break
            run = self._judged(engine, runner, attempt)
            if run.outcome is Outcome.REJECTED:
                rejected.append(run)
                if runner.lost > lost:
                    lost, attempts.least = runner.lost, min(2 * largest(attempt.draw.dims), MOST_SIZE)
                continue
            deadline = monotonic() + _PATIENCE * self.limit
            attempts.accept(attempt)
            compared += 1
            self.runs.append(run)
        self.runs += rejected[:_MOST_REJECTED] if compared or engine == ENGINES[-1] else []
        if rejected:
            last = rejected[-1].message
            self.notes.append(f"{label(engine)} refused {len(rejected)} sets of inputs, the last one because: {last}")
        return compared > 0

    def _judged(self, engine: str, runner: Runner, attempt: Attempt) -> Run:
        answers = runner.run(attempt.values)
        run = self._verdict(label(engine), attempt, answers)
        for name, count in (answers.counts or {}).items():
            self.counts[name] = self.counts.get(name, 0) + count
        if run.outcome is Outcome.DIFFERENT and self.is_same and engine == ENGINES[0]:
            return self._judged_again(attempt, run)
        return run

    def _judged_again(self, attempt: Attempt, run: Run) -> Run:
        """The run on the engine that treats stretched and expanded operands alike, if that shows that they are equal.

        ONNX Runtime squares where an exponent is a single 2 and calls `pow` where it is a tensor of them, and adds the
        products of a MatMul in another order for a batch of matrices than for one: its rounding, not the model's.
        """
        with Runner(self._task(ALIKE), self.limit) as runner:
            again = self._verdict(label(ALIKE), attempt, runner.run(attempt.values))
        if again.outcome is not Outcome.EQUAL:
            return replace(run, message=f"{run.message} ({again.engine}: {again.outcome}, {again.message})")
        words = f"{run.engine} rounds differently where an operand is stretched and where it is expanded"
        return replace(again, message=f"{words}: {run.message}")

    @staticmethod
    def _verdict(engine: str, attempt: Attempt, answers: Answers) -> Run:
        draw = attempt.draw
        base = Run(draw.seed, dict(draw.dims), engine, attempt.recorded(), answers.original.outputs, Outcome.EQUAL)
        if not answers.original.ok:
            return replace(base, outcome=Outcome.REJECTED, message=answers.original.message)
        if answers.explicit is None or not answers.explicit.ok:
            message = answers.explicit.message if answers.explicit else "it did not answer"
            return replace(base, outcome=Outcome.BROKEN, message=f"the explicit model: {message}")
        if answers.explicit.difference:
            return replace(base, outcome=Outcome.DIFFERENT, message=answers.explicit.difference)
        return base
