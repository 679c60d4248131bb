"""What can be judged: a name or `package.module:Backend` becomes something with the ONNX Backend API.

Runs inside the child process only, so that a runtime is never loaded where the judgement is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

import onnx
from onnx.backend.base import Backend, BackendRep


class OnnxRuntimeBackend(Backend):
    """ONNX Runtime on the CPU with one thread, silent, without the model checks its own backend class adds."""

    @classmethod
    def prepare(cls, model: onnx.ModelProto, device: str = "CPU", **_options: Any) -> BackendRep:
        """A session; an opset or IR version that is too new, or a type it has not, is reported as not implemented."""
        import onnxruntime

        del device
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 4
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        try:
            session = onnxruntime.InferenceSession(
                model.SerializeToString(), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:
            if any(words in str(error) for words in _LACKS):
                raise NotImplementedError(str(error)) from None
            raise
        return _OnnxRuntimeRep(session)


_LACKS: Final = (
    "is under development and support",
    "Unsupported model IR version",
    "is not currently registered or supported",
)


class _OnnxRuntimeRep(BackendRep):
    def __init__(self, session: Any) -> None:
        self._session = session
        self._names = [value.name for value in session.get_inputs()]

    def run(self, inputs: Sequence[Any], **_options: Any) -> tuple[Any, ...]:
        return tuple(self._session.run(None, dict(zip(self._names, inputs, strict=True))))


class ReferenceBackend(Backend):
    """The reference evaluator of the installed onnx."""

    @classmethod
    def prepare(cls, model: onnx.ModelProto, device: str = "CPU", **_options: Any) -> BackendRep:
        """An evaluator; that it has no such version of an operator is reported as not implemented."""
        from onnx.reference import ReferenceEvaluator

        del device
        try:
            return _ReferenceRep(ReferenceEvaluator(model))
        except RuntimeError as error:
            if "No implementation for operator" in str(error):
                raise NotImplementedError(str(error)) from None
            raise


class _ReferenceRep(BackendRep):
    def __init__(self, evaluator: Any) -> None:
        self._evaluator = evaluator

    def run(self, inputs: Sequence[Any], **_options: Any) -> tuple[Any, ...]:
        names = self._evaluator.input_names
        return tuple(self._evaluator.run(None, dict(zip(names, inputs, strict=True))))


@dataclass(frozen=True)
class Target:
    """Where a backend is found, and the distributions whose versions decide what it does."""

    path: str
    distributions: tuple[str, ...]


BUILT_IN: Final = {
    "isocast": Target("isocast.backend:IsocastBackend", ("isocast",)),
    "onnxruntime": Target("isocast.conform.adapters:OnnxRuntimeBackend", ("onnxruntime",)),
    "reference": Target("isocast.conform.adapters:ReferenceBackend", ("onnx", "numpy")),
}
"""The backends that have a name."""


def target(name: str) -> Target:
    """The target a name stands for: a built-in one, `package.module:Backend`, or a module that is a backend itself."""
    return BUILT_IN.get(name) or Target(name, (name.partition(":")[0].partition(".")[0],))


def load(found: Target) -> Any:
    """The backend: anything with `prepare`. Raises what importing it raises, or AttributeError."""
    module, _, attributes = found.path.partition(":")
    backend: Any = import_module(module)
    for attribute in filter(None, attributes.split(".")):
        backend = getattr(backend, attribute)
    if not callable(getattr(backend, "prepare", None)):
        raise AttributeError(f"{found.path} has no prepare(model, device): it is no ONNX backend")
    return backend


def label(found: Target) -> str:
    """The distributions with their versions, `onnx 1.23.2, numpy 2.4.6`."""
    return ", ".join(f"{name} {_version(name)}".rstrip() for name in found.distributions)


def _version(name: str) -> str:
    """The version of a distribution; of a module that is none, its attribute `__version__`."""
    try:
        return version(name)
    except PackageNotFoundError:
        return str(getattr(import_module(name), "__version__", ""))
