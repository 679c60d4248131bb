"""The child process of a verification: makes two models ready on one engine and runs them on the same inputs.

`python -m isocast.model.verify.child DESCRIPTOR`. Each model's answer is sent as soon as it is there, so that the
parent knows which of the two ended the process.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

import numpy as np

from ...errors import IsocastError
from ..verdicts import Tensor
from .engines import Engine, is_not_implemented, make
from .protocol import Reply, Task
from .records import first_difference, record

_MOST_WORDS: Final = 300
_NOISE: Final = re.compile(r"\[ONNXRuntimeError\] : \d+ : \w+ : |Status Message: |/onnxruntime_src/\S+ ")


def main(arguments: Sequence[str]) -> None:
    """Answers until there is no one left to ask."""
    connection: Connection[Any, Any] = Connection(int(arguments[0]))
    warnings.simplefilter("ignore")
    worker: _Worker | None = None
    with np.errstate(all="ignore"):
        while True:
            try:
                question = connection.recv()
            except EOFError:
                return
            if isinstance(question, Task):
                worker = _Worker(question)
                connection.send(worker.load("original"))
                connection.send(worker.load("explicit"))
            elif worker is not None:
                for reply in worker.run(question):
                    connection.send(reply)


class _Worker:
    def __init__(self, task: Task) -> None:
        self._task = task
        self._ready: dict[str, Engine] = {}

    def load(self, side: str) -> Reply:
        try:
            self._engine(side)
        except BaseException as error:
            return self._failure(error)
        return Reply(True)

    def run(self, inputs: Mapping[str, Any]) -> Any:
        """The replies of the original, of the explicit model, and of the one that counts; ends with a failure."""
        kept: dict[str, Any] = {}
        for side in ("original", "explicit"):
            try:
                outputs = self._engine(side).run(inputs)
            except BaseException as error:
                yield self._failure(error)
                return
            difference = _differing(kept, outputs) if side == "explicit" else ""
            yield Reply(True, outputs=_recorded(outputs), difference=difference)
            kept = outputs
        yield self._count(inputs)

    def _count(self, inputs: Mapping[str, Any]) -> Reply:
        if self._task.probe is None:
            return Reply(True)
        try:
            found = self._engine("probe").run(inputs)
            return Reply(True, counts={name: int(np.asarray(count).sum()) for name, count in found.items()})
        except BaseException as error:
            return self._failure(error)

    def _failure(self, error: BaseException) -> Reply:
        """What an engine says against a model, in one line without paths: these differ from machine to machine."""
        text = error.summary if isinstance(error, IsocastError) else str(error)
        for path in (self._task.original, self._task.explicit):
            text = text.replace(path, Path(path).name) if isinstance(path, str) else text
        words = _NOISE.sub("", " ".join(text.split()))
        return Reply(False, f"{type(error).__name__}: {words}"[:_MOST_WORDS], is_not_implemented(error))

    def _engine(self, side: str) -> Engine:
        if side not in self._ready:
            if self._task.one_at_a_time:
                self._ready.clear()
            task = self._task
            source = {"original": task.original, "explicit": task.explicit, "probe": task.probe}[side]
            assert source is not None
            folder = task.folder if side == "probe" else None
            self._ready[side] = make(task.engine, source, folder)
        return self._ready[side]


def _recorded(outputs: Mapping[str, Any]) -> tuple[Tensor, ...]:
    return tuple(row for name, value in outputs.items() for row in record(name, value))


def _differing(a: Mapping[str, Any], b: Mapping[str, Any]) -> str:
    if a.keys() != b.keys():
        return f"the outputs are {', '.join(b)}, not {', '.join(a)}"
    return next(filter(None, (first_difference(name, value, b[name]) for name, value in a.items())), "")


if __name__ == "__main__":
    main(sys.argv[1:])
