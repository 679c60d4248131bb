"""The child process: loads one backend and runs one model after the other, until the parent goes away.

`python -m isocast.conform.child BACKEND DESCRIPTOR`; questions and answers are plain data on the descriptor.
Standard output belongs to the backend: whatever it prints, it cannot disturb an answer.
"""

from __future__ import annotations

import sys
import unittest
import warnings
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import Any

import numpy as np
import onnx

from ..spec.tensor import Tensor
from .adapters import label, load, target
from .judge import Answer, Outcome
from .tensors import to_array, to_tensor

Question = tuple[bytes, tuple[Tensor, ...]]


def main(arguments: Sequence[str]) -> None:
    """Says which backend it is, then answers until there is no one left to ask."""
    name, descriptor = arguments
    connection: Connection[Any, Any] = Connection(int(descriptor))
    warnings.simplefilter("ignore")  # what a backend warns of is its own affair
    try:
        found = target(name)
        backend = load(found)
    except Exception as error:
        connection.send(("cannot be loaded", _line(error)))
        return
    connection.send(("ready", label(found)))
    with np.errstate(all="ignore"):
        while True:
            try:
                question = connection.recv()
            except EOFError:
                return
            connection.send(answer(backend, question))


def answer(backend: Any, question: Question) -> Answer:
    """What the backend answers to one model and its inputs."""
    data, inputs = question
    model = onnx.load_from_string(data)
    try:
        prepared = backend.prepare(model, "CPU")
    except BaseException as error:
        return _failure(error, is_incompatible=_is_incompatible(backend, model))
    try:
        outputs = prepared.run([to_array(tensor) for tensor in inputs])
        return Answer(Outcome.PASS, to_tensor(next(iter(outputs))))
    except BaseException as error:
        return _failure(error)


def _failure(error: BaseException, is_incompatible: bool = False) -> Answer:
    if isinstance(error, KeyboardInterrupt):
        raise error
    outcome = Outcome.NOT_IMPLEMENTED if _says_not_implemented(error) else Outcome.ERROR
    return Answer(outcome, detail=_line(error), is_incompatible=is_incompatible)


def _says_not_implemented(error: BaseException) -> bool:
    """Whether an error is one of the ways in which backends say that they have no such operator or type."""
    kinds = {kind.__name__ for kind in type(error).__mro__}
    words = {"NotImplementedError", "NotImplemented", "BackendIsNotSupposedToImplementIt"}
    return isinstance(error, unittest.SkipTest) or bool(kinds & words) or "NOT_IMPLEMENTED" in str(error)


def _is_incompatible(backend: Any, model: onnx.ModelProto) -> bool:
    """Whether the backend itself says that the model is none of its."""
    try:
        return not backend.is_compatible(model)
    except Exception:
        return False


def _line(error: BaseException) -> str:
    """An exception on one line, its class first."""
    words = " ".join(str(error).split())
    return f"{type(error).__name__}: {words}"[:300]


if __name__ == "__main__":
    main(sys.argv[1:])
