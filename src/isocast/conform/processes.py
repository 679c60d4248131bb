"""A backend in a process of its own: asked one case at a time, started again when it dies or does not answer.

So a crash is the result of the case that caused it, and not the end of the run.
"""

from __future__ import annotations

from types import TracebackType

from ..children import START_LIMIT, Child, ChildDiedError, ChildSilentError
from ..errors import ArgumentError
from ..spec.tensor import Tensor
from .judge import Answer, Outcome


class BackendProcess:
    """A child process that runs models on one backend. Use it as a context manager: it ends its child.

    `label` is the distribution and version that was loaded.
    """

    def __init__(self, backend: str, limit: float) -> None:
        self.backend = backend
        self.limit = limit
        self.label = ""
        self._child = Child("isocast.conform.child", [backend])

    @property
    def starts(self) -> int:
        """How many children there have been."""
        return self._child.starts

    def __enter__(self) -> BackendProcess:
        self._child.__enter__()
        self.label = self._greeting()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._child.__exit__(kind, error, trace)

    def ask(self, model: bytes, inputs: tuple[Tensor, ...]) -> Answer:
        """The answer to one model; a dead or silent child is an answer too, and is replaced by a new one."""
        self._child.send((model, inputs))
        try:
            answer: Answer = self._child.receive(self.limit)
            return answer
        except ChildDiedError as death:
            failure = Answer(Outcome.CRASH, detail=str(death))
        except ChildSilentError as silence:
            failure = Answer(Outcome.TIMEOUT, detail=str(silence))
        self._child.restart()
        self.label = self._greeting()
        return failure

    def _greeting(self) -> str:
        try:
            word, text = self._child.receive(START_LIMIT)
        except ChildSilentError:
            raise self._not_loaded(f"does not start within {START_LIMIT:g} seconds") from None
        except ChildDiedError as death:
            raise self._not_loaded(f"dies while it is loaded: {death}") from None
        if word != "ready":
            raise self._not_loaded(f"{word}: {text}")
        return str(text)

    def _not_loaded(self, what: str) -> ArgumentError:
        self._child.__exit__(None, None, None)
        return ArgumentError(
            summary=f"backend {self.backend} {what}",
            code="IC911",
            help="give isocast, onnxruntime, reference, or package.module:Backend with the ONNX Backend API",
            argument="BACKEND",
        )
