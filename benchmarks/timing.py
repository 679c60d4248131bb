"""Interleaved timing: every contender in every round, the best of many samples, threads at rest in between.

Must not import isocast or a peer.
"""

from __future__ import annotations

import threading
import time
import timeit
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import Any, Final

_TASKS: Final = Path("/proc/self/task")
_SAMPLE_SECONDS: Final = 50e-6  # far above the clock's resolution and its own cost
_VISIT_SECONDS: Final = 4e-3
_LONG_CALL_SECONDS: Final = 0.1
_REST_SECONDS: Final = 0.3
_SETTLED: Final = 0.98  # a round that improves nobody by more than this leaves nothing to wait for
_NEAR: Final = 1.5
_MOST_ROUNDS: Final = 4
_LONGEST_RACE_SECONDS: Final = 2.0

Round = dict[str, float]  # the best time of each contender in one round, within some hundredths of a second


@dataclass
class Contender:
    """A statement to be timed, as its user would write it, and what it has cost so far."""

    who: str
    statement: str
    names: dict[str, Any]
    best: float = inf  # seconds a call
    calls: int = field(default=1, repr=False)  # in one sample

    def __post_init__(self) -> None:
        self._timer = timeit.Timer(self.statement, globals=self.names)

    def result(self) -> Any:
        """What the statement evaluates to."""
        return eval(self.statement, self.names)

    def warm_up(self) -> None:
        """Finds how many calls make a sample that the clock can resolve."""
        while True:
            seconds = self._timer.timeit(self.calls)
            self.best = min(self.best, seconds / self.calls)
            if seconds >= _SAMPLE_SECONDS:
                return
            self.calls *= 2 if seconds * 8 > _SAMPLE_SECONDS else 8

    def visit(self, seconds: float = _VISIT_SECONDS) -> float:
        """Takes samples for a while, at least two, or one where a single call takes long; returns the best of them."""
        taken, stop, best = 0, time.perf_counter() + seconds, inf
        while taken < (1 if self.best > _LONG_CALL_SECONDS else 2) or time.perf_counter() < stop:
            best = min(best, self._timer.timeit(self.calls) / self.calls)
            taken += 1
        self.best = min(self.best, best)
        return best


def _others_running() -> bool:
    """Whether another thread of this process is on a processor now, by the kernel's own word."""
    for task in _TASKS.iterdir():
        if int(task.name) != threading.get_native_id():
            with suppress(OSError):  # a thread may end while we look
                status = (task / "stat").read_text()
                if status[status.rindex(")") + 2] == "R":
                    return True
    return False


def rest() -> None:
    """Waits until no other thread of this process is running.

    ONNX Runtime's and PyTorch's workers spin for a while after a call (33 and 4 ms seen), which is their right and
    makes their own next call quicker; it must not be paid for by whoever is timed next on the same cores.
    """
    if not _TASKS.is_dir():
        time.sleep(0.05)
        return
    stop = time.perf_counter() + _REST_SECONDS
    while _others_running() and time.perf_counter() < stop:
        time.sleep(0.0005)


def fastest(forms: Sequence[Contender]) -> Contender:
    """The quickest of several ways one contender has to do the same work; the losers are not measured further."""
    for form in forms:
        form.warm_up()
    if len(forms) > 1:
        for form in forms:
            form.visit(1e-3)
    return min(forms, key=lambda form: form.best)


def _visit_all(contenders: Sequence[Contender], turn: int, seen: list[Round]) -> bool:
    """One round; whether it improved anybody's best noticeably.

    It starts with another contender each time, and every other round goes backwards: a contender meets what the one
    before it left in the caches.
    """
    before = [contender.best for contender in contenders]
    start = turn % len(contenders)
    order = (*contenders[start:], *contenders[:start])
    bests: Round = {}
    for contender in order if turn % 2 == 0 else reversed(order):
        bests[contender.who] = contender.visit()
        rest()
    seen.append(bests)
    return any(c.best < _SETTLED * best for c, best in zip(contenders, before, strict=True))


def race(contenders: Sequence[Contender], rounds: int) -> list[Round]:
    """Times all contenders in turn, `rounds` times over; the first of them is the one the others are compared with.

    On a busy machine that may not be enough: while a round still improves somebody's best there is another, up to a
    limit, among those whose figures decide: the first, and whoever is near the best of the others.
    """
    stop = time.perf_counter() + _LONGEST_RACE_SECONDS
    improving = False
    seen: list[Round] = []
    for turn in range(rounds):
        improving = _visit_all(contenders, turn, seen)
    first, *others = contenders
    best = min((other.best for other in others), default=inf)
    deciding = [first, *(other for other in others if other.best < _NEAR * best)]
    for turn in range((_MOST_ROUNDS - 1) * rounds):
        if not improving or time.perf_counter() > stop:
            break
        improving = _visit_all(deciding, turn, seen)
    return seen
