"""The ONNX Backend API: `prepare`, `run_model`, `run_node`, `supports_device`, `is_compatible`.

A thin face over `evaluate`, for everything that already speaks this interface, ONNX's own test suite first.

>>> import numpy as np
>>> node = onnx.helper.make_node("Max", ["x", "y"], ["z"])
>>> run_node(node, [np.array([1.0, np.nan]), np.array(2.0)])
Outputs(z=array([ 2., nan]))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx.backend.base import Backend, BackendRep, namedtupledict

from .arrays import as_array
from .errors import ArgumentError, IsocastError, ModelError
from .evaluate import Session
from .opsets import NEWEST
from .types import element_type

Model = onnx.ModelProto | str | Path | bytes


class IsocastRep(BackendRep):
    """A model made ready by `prepare`."""

    def __init__(self, session: Session) -> None:
        self.session = session
        names = [port.name for port in session.outputs]
        self._outputs = namedtupledict("Outputs", names)

    def run(self, inputs: Any, **_options: Any) -> tuple[Any, ...]:
        """The outputs, by number or by name; inputs are one array, arrays in order, or arrays by name."""
        given = inputs if isinstance(inputs, Mapping | list | tuple) else [inputs]
        return self._outputs(*self.session.run(given).values())


class IsocastBackend(Backend):
    """Runs models of the broadcasting operators on the CPU; refuses others, and says which nodes and why."""

    @classmethod
    def is_compatible(cls, model: Model, device: str = "CPU", **_options: Any) -> bool:
        """Whether `prepare` would succeed."""
        try:
            cls.prepare(model, device)
        except IsocastError:
            return False
        return True

    @classmethod
    def prepare(cls, model: Model, device: str = "CPU", **_options: Any) -> IsocastRep:
        """The model, ready to run; a ModelError that lists each node that cannot be run, and why."""
        _check_device(device)
        return IsocastRep(Session(model))

    @classmethod
    def run_model(cls, model: Model, inputs: Any, device: str = "CPU", **_options: Any) -> tuple[Any, ...]:
        """The outputs of a model that is run once."""
        return cls.prepare(model, device).run(inputs)

    @classmethod
    def run_node(
        cls,
        node: onnx.NodeProto,
        inputs: Any,
        device: str = "CPU",
        outputs_info: Sequence[tuple[np.dtype[Any], tuple[int, ...]]] | None = None,
        **options: Any,
    ) -> tuple[Any, ...]:
        """The outputs of one node, at the newest opset or at `opset_version`; `outputs_info` is not needed."""
        del outputs_info
        names = list(dict.fromkeys(name for name in node.input if name))
        given = _by_name(node, names, inputs)
        model = _single_node_model(node, given, options.get("opset_version", NEWEST))
        return cls.prepare(model, device).run(given)

    @classmethod
    def supports_device(cls, device: str) -> bool:
        """Whether a device is the CPU."""
        return device.partition(":")[0] == "CPU"


def _check_device(device: str) -> None:
    if not IsocastBackend.supports_device(device):
        raise ArgumentError(summary=f"isocast runs on the CPU, not on {device}", code="IC409", argument="device")


def _by_name(node: onnx.NodeProto, names: Sequence[str], inputs: Any) -> dict[str, Any]:
    if isinstance(inputs, Mapping):
        return {name: as_array(value, name) for name, value in inputs.items()}
    given = list(inputs) if isinstance(inputs, list | tuple) else [inputs]
    places = [name for name in node.input if name] if len(given) != len(names) else names
    if len(given) != len(places):
        label = f'node "{node.name}" ({node.op_type})' if node.name else f"node {node.op_type}"
        raise ModelError(summary=f"{label} takes {len(places)} inputs, {len(given)} were given", code="IC404")
    return {name: as_array(value, name) for name, value in zip(places, given, strict=True)}


def _single_node_model(node: onnx.NodeProto, given: Mapping[str, Any], opset: int) -> onnx.ModelProto:
    inputs = [
        onnx.helper.make_tensor_value_info(name, element_type(array, name).onnx, array.shape)
        for name, array in given.items()
    ]
    outputs = [onnx.ValueInfoProto(name=name) for name in node.output if name]
    graph = onnx.helper.make_graph([node], "node", inputs, outputs)
    imports = [onnx.helper.make_opsetid(node.domain, opset)]
    return onnx.helper.make_model(graph, opset_imports=imports, ir_version=onnx.IR_VERSION)


is_compatible = IsocastBackend.is_compatible
prepare = IsocastBackend.prepare
run_model = IsocastBackend.run_model
run_node = IsocastBackend.run_node
supports_device = IsocastBackend.supports_device
