"""Two models in a child process, from the parent's side: a crash and a silence are answers like any other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Final

from ...children import START_LIMIT, Child, ChildDiedError, ChildSilentError
from .protocol import Reply, Task

_SLOWER: Final = 4
"""How many times as long the explicit model may take: it writes what the original repeats, and that takes time."""


@dataclass(frozen=True)
class Answers:
    """What the two models answered; None for one that was not asked, because the other had failed."""

    original: Reply
    explicit: Reply | None
    counts: Mapping[str, int] | None = None


class Runner:
    """A child with the models ready on one engine. A context manager: it ends the child."""

    def __init__(self, task: Task, limit: float) -> None:
        self._task = task
        self._limit = limit
        self._child = Child("isocast.model.verify.child")
        self._is_fresh = True
        self.lost = 0  # how often the child had to be replaced

    def __enter__(self) -> Runner:
        self._child.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._child.__exit__(kind, error, trace)

    def load(self) -> Answers:
        """How the two models were taken by the engine."""
        self._child.send(self._task)
        self._is_fresh = False
        original = self._reply(START_LIMIT + self._limit)
        if self._is_fresh:  # the child died of it
            return Answers(original, None)
        return Answers(original, self._reply(self._limit))

    def run(self, inputs: Mapping[str, Any]) -> Answers:
        """What the two models make of the inputs."""
        if self._is_fresh:
            loaded = self.load()
            if not loaded.original.ok or loaded.explicit is None or not loaded.explicit.ok:
                return loaded
        self._child.send(dict(inputs))
        original = self._reply(self._limit)
        if not original.ok:
            return Answers(original, None)
        explicit = self._reply(_SLOWER * self._limit)
        if not explicit.ok:
            return Answers(original, explicit)
        return Answers(original, explicit, self._reply(self._limit).counts)

    def _reply(self, limit: float) -> Reply:
        try:
            reply: Reply = self._child.receive(limit)
            return reply
        except ChildDiedError as death:
            failure = Reply(False, f"it ended the process: {death}")
        except ChildSilentError as silence:
            failure = Reply(False, str(silence))
        self._child.restart()
        self._is_fresh = True
        self.lost += 1
        return failure
