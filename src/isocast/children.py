"""A child process that answers questions: what may crash or never end does so there, and is an answer.

Questions and answers are plain data on a pipe of their own; what the child prints is kept for its last words.
Must not import any part of isocast.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from types import TracebackType
from typing import IO, Any, Final

START_LIMIT: Final = 120.0
"""Seconds a child may take to say its first word; the largest libraries take ten on a slow machine."""


class ChildDiedError(Exception):
    """The child has ended; the text says how."""


class ChildSilentError(Exception):
    """The child has not answered in time."""


class Child:
    """`python -m MODULE ARGUMENTS… DESCRIPTOR`, with a pipe on the descriptor. A context manager: it ends the child."""

    def __init__(self, module: str, arguments: Sequence[str] = ()) -> None:
        self._command = [sys.executable, "-m", module, *arguments]
        self.starts = 0

    def __enter__(self) -> Child:
        self._log: IO[bytes] = tempfile.TemporaryFile()
        self._start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._end()
        self._log.close()

    def send(self, question: Any) -> None:
        """Asks; a child that has ended is noticed by whoever waits for the answer."""
        with suppress(ConnectionError, BrokenPipeError):
            self._connection.send(question)

    def receive(self, limit: float) -> Any:
        """The next answer; raises ChildDiedError or ChildSilentError if there is none."""
        try:
            if self._connection.poll(limit):
                return self._connection.recv()
        except (EOFError, ConnectionError):
            raise ChildDiedError(self._cause_of_death()) from None
        raise ChildSilentError(f"no answer within {limit:g} seconds")

    def poll(self) -> int | None:
        """The exit status of the child; None if it is there."""
        return self._child.poll()

    def restart(self) -> None:
        """A new child in place of this one."""
        self._end()
        self._log.seek(0)
        self._log.truncate()
        self._start()

    def _start(self) -> None:
        ours, theirs = Pipe()
        self._connection: Connection[Any, Any] = ours
        # The child finds what the parent finds: a backend is often a file in the current folder.
        paths = {"PYTHONPATH": os.pathsep.join(dict.fromkeys([os.getcwd(), *filter(None, sys.path)]))}
        self._child = subprocess.Popen(
            [*self._command, str(theirs.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
            pass_fds=[theirs.fileno()],
            env={**os.environ, **paths},
            start_new_session=True,  # Ctrl-C is for the parent alone, and the child's own children end with it
        )
        theirs.close()
        self.starts += 1

    def _end(self) -> None:
        self._connection.close()
        with suppress(ProcessLookupError):
            os.killpg(self._child.pid, signal.SIGKILL)
        self._child.wait()

    def _cause_of_death(self) -> str:
        status = self._child.wait()
        name = signal.Signals(-status).name if status < 0 else f"exit status {status}"
        words = self._last_words()
        return f"{name}: {words}" if words else name

    def _last_words(self) -> str:
        self._log.seek(0)
        lines = self._log.read()[-4000:].decode(errors="replace").strip().splitlines()
        return lines[-1][:200] if lines else ""
