"""A progress bar for runs that take longer than a second; nothing at all for those that do not."""

from __future__ import annotations

from threading import Timer
from time import monotonic
from types import TracebackType
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

DELAY: Final = 1.0  # seconds


class RunProgress:
    """Told of nodes and iterations by a run; shows them once `delay` seconds have passed."""

    def __init__(self, console: Console | None = None, delay: float = DELAY) -> None:
        self._console = console or Console(stderr=True)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        self._bar = Progress(*columns, console=self._console, transient=True)
        self._task = self._bar.add_task("", total=None)
        self._timer = Timer(delay, self._bar.start)
        self._timer.daemon = True
        self._quiet_until = 0.0

    def __enter__(self) -> RunProgress:
        if self._console.is_terminal:
            self._timer.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._timer.cancel()
        if self._timer.ident is not None:
            self._timer.join()
        if self._bar.live.is_started:
            self._bar.stop()

    def begin(self, node: str, number: int, total: int) -> None:
        """Node `number` of `total` begins."""
        self._bar.update(self._task, description=_short(node), completed=number, total=total)

    def iterate(self, node: str, number: int, total: int | None) -> None:
        """Iteration `number` of a Loop ends."""
        now = monotonic()
        if now < self._quiet_until:  # a loop may turn a hundred thousand times a second
            return
        self._quiet_until = now + 0.05
        of = "" if total is None else f" of {total}"
        self._bar.update(self._task, description=f"{_short(node)} iteration {number}{of}")


def _short(text: str) -> str:
    escaped = text.replace("[", "(").replace("]", ")")  # square brackets are markup to the bar
    return escaped if len(escaped) <= 60 else f"{escaped[:57]}..."
