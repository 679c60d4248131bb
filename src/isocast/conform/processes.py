"""A backend in a process of its own: asked one case at a time, started again when it dies or does not answer.

So a crash is the result of the case that caused it, and not the end of the run.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from types import TracebackType
from typing import IO, Any, Final

from ..errors import ArgumentError
from ..spec.tensor import Tensor
from .judge import Answer, Outcome

START_LIMIT: Final = 120.0
"""Seconds a backend may take to be imported; the largest take ten on a slow machine."""


class BackendProcess:
    """A child process that runs models on one backend. Use it as a context manager: it ends its child.

    `label` is the distribution and version that was loaded.
    """

    def __init__(self, backend: str, limit: float) -> None:
        self.backend = backend
        self.limit = limit
        self.label = ""
        self.starts = 0

    def __enter__(self) -> BackendProcess:
        self._log: IO[bytes] = tempfile.TemporaryFile()
        try:
            self._start()
        except BaseException:
            self._log.close()
            raise
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._end()
        self._log.close()

    def ask(self, model: bytes, inputs: tuple[Tensor, ...]) -> Answer:
        """The answer to one model; a dead or silent child is an answer too, and is replaced by a new one."""
        try:
            self._connection.send((model, inputs))
            if self._connection.poll(self.limit):
                answer: Answer = self._connection.recv()
                return answer
        except (EOFError, ConnectionError, BrokenPipeError):
            died = Answer(Outcome.CRASH, detail=self._cause_of_death())
            self._restart()
            return died
        self._restart()
        return Answer(Outcome.TIMEOUT, detail=f"no answer within {self.limit:g} seconds")

    def _start(self) -> None:
        ours, theirs = Pipe()
        self._connection: Connection[Any, Any] = ours
        command = [sys.executable, "-m", "isocast.conform.child", self.backend, str(theirs.fileno())]
        # The child finds what the parent finds: a backend is often a file in the current folder.
        paths = {"PYTHONPATH": os.pathsep.join(dict.fromkeys([os.getcwd(), *filter(None, sys.path)]))}
        self._child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
            pass_fds=[theirs.fileno()],
            env={**os.environ, **paths},
            start_new_session=True,  # Ctrl-C is for the parent alone, and the backend's own children end with it
        )
        theirs.close()
        self.starts += 1
        self.label = self._greeting()

    def _greeting(self) -> str:
        try:
            if not self._connection.poll(START_LIMIT):
                raise self._not_loaded(f"does not start within {START_LIMIT:g} seconds")
            word, text = self._connection.recv()
        except (EOFError, ConnectionError):
            raise self._not_loaded(f"dies while it is loaded: {self._cause_of_death()}") from None
        if word != "ready":
            raise self._not_loaded(f"{word}: {text}")
        return str(text)

    def _not_loaded(self, what: str) -> ArgumentError:
        self._end()
        return ArgumentError(
            summary=f"backend {self.backend} {what}",
            code="IC911",
            help="give isocast, onnxruntime, reference, or package.module:Backend with the ONNX Backend API",
            argument="BACKEND",
        )

    def _restart(self) -> None:
        self._end()
        self._log.seek(0)
        self._log.truncate()
        self._start()

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
