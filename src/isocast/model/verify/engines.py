"""The engines that run models, as a child process has them: ONNX Runtime, our evaluator, onnx's with our operators.

Each gives the outputs of a model by name. ONNX Runtime runs with every optimisation off and one thread.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Protocol

import onnx

from ...evaluate import Session
from ...reference import OPERATOR_CLASSES
from ...version import __version__
from .by_nodes import operator_classes
from .protocol import Source

ENGINES: Final = ("onnxruntime", "isocast", "nodes", "reference")
"""In the order in which they are tried."""

ALIKE: Final = "nodes"
"""The engine that treats stretched and expanded operands alike."""


class Engine(Protocol):
    """A model made ready by one engine."""

    def run(self, inputs: Mapping[str, Any]) -> dict[str, Any]:
        """The outputs by name."""


def label(engine: str) -> str:
    """The engine and its version; empty if it is not installed.

    >>> label("isocast").startswith("isocast ")
    True
    """
    if engine == "isocast":
        return f"isocast {__version__}"
    if engine == "reference":
        return f"onnx {version('onnx')} reference evaluator with isocast {__version__}"
    if not find_spec("onnxruntime"):
        return ""
    runtime = f"onnxruntime {version('onnxruntime')}"
    return f"{runtime}{_BY_NODES}{__version__}" if engine == "nodes" else runtime


_BY_NODES: Final = " node by node, broadcasting by isocast "


def engine_of(text: str) -> str:
    """The engine that a label is of.

    >>> [engine_of(label(engine)) for engine in ENGINES]
    ['onnxruntime', 'isocast', 'nodes', 'reference']
    """
    if _BY_NODES in text:
        return "nodes"
    first = text.partition(" ")[0]
    return "reference" if first == "onnx" else first


def make(engine: str, source: Source, folder: str | None = None) -> Engine:
    """The model made ready; `folder` is where the external data of a model given as bytes lies."""
    if engine == "onnxruntime":
        return _Runtime(source, folder)
    if engine == "isocast":
        return _Own(source)
    return _Reference(source, folder, by_nodes=engine == "nodes")


def is_not_implemented(error: BaseException) -> bool:
    """Whether an error is the engine's way to say that it has no such operator or type, and not the model's fault."""
    kinds = {kind.__name__ for kind in type(error).__mro__}
    words = ("NOT_IMPLEMENTED", "is not a registered function", "No Op registered", "Could not find an implementation")
    return bool(kinds & {"NotImplemented", "NotImplementedError"}) or any(word in str(error) for word in words)


def runtime_session(source: Source, folder: str | None) -> Any:
    """A session of ONNX Runtime with every optimisation off and one thread."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    options.add_session_config_entry("session.disable_prepacking", "1")
    if folder is not None:
        options.add_session_config_entry("session.model_external_initializers_file_folder_path", folder)
    return onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"])


class _Runtime:
    def __init__(self, source: Source, folder: str | None) -> None:
        self._session = runtime_session(source, folder)

    def run(self, inputs: Mapping[str, Any]) -> dict[str, Any]:
        names = [output.name for output in self._session.get_outputs()]
        return dict(zip(names, self._session.run(names, dict(inputs)), strict=True))


class _Own:
    def __init__(self, source: Source) -> None:
        self._session = Session(source)

    def run(self, inputs: Mapping[str, Any]) -> dict[str, Any]:
        return dict(self._session.run(inputs))


class _Reference:
    def __init__(self, source: Source, folder: str | None, by_nodes: bool) -> None:
        from onnx.reference import ReferenceEvaluator

        model = onnx.load(source) if isinstance(source, str) else onnx.load_from_string(source)
        if folder is not None:
            onnx.external_data_helper.load_external_data_for_model(model, str(Path(folder)))
        classes: list[Any] = operator_classes(model) if by_nodes else list(OPERATOR_CLASSES)
        self._evaluator: Any = ReferenceEvaluator(model, new_ops=classes)

    def run(self, inputs: Mapping[str, Any]) -> dict[str, Any]:
        return dict(zip(self._evaluator.output_names, self._evaluator.run(None, dict(inputs)), strict=True))
