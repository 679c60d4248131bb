"""A model made ready once and run many times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray

from ..arrays import as_array
from ..errors import ModelError, TypeMismatchError
from ..shapes import shape_text
from ..types import element_type
from .files import load_model, type_of
from .graph import Array, Monitor, Value
from .planner import plan

Size = int | str | None


@dataclass(frozen=True)
class Port:
    """An input or output as the model declares it: element type and shape are None where it says nothing.

    A size is a number, a name that means one size throughout, or None.
    """

    name: str
    type: str | None
    shape: tuple[Size, ...] | None
    is_optional: bool = False

    def __str__(self) -> str:
        sizes = "" if self.shape is None else f"[{', '.join('?' if s is None else str(s) for s in self.shape)}]"
        return f"{self.name}: {self.type or 'any type'}{sizes}"


class Session:
    """A model, planned: `run` may be called from many threads at once, and keeps nothing.

    >>> node = onnx.helper.make_node("Add", ["x", "y"], ["z"])
    >>> ports = [onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None) for name in "xyz"]
    >>> graph = onnx.helper.make_graph([node], "sums", ports[:2], ports[2:])
    >>> session = Session(onnx.helper.make_model(graph))
    >>> session.run({"x": np.ones((2, 1), np.float32), "y": np.ones(2, np.float32)})["z"].tolist()
    [[2.0, 2.0], [2.0, 2.0]]
    """

    def __init__(self, model: str | Path | bytes | onnx.ModelProto) -> None:
        proto, folder = load_model(model)
        self._graph = plan(proto, folder)
        defaults = {tensor.name for tensor in proto.graph.initializer}
        self.inputs = tuple(_port(value, value.name in defaults) for value in proto.graph.input)
        self.outputs = tuple(_port(value) for value in proto.graph.output)

    def run(
        self, inputs: Mapping[str, Any] | Sequence[Any] = (), *, monitor: Monitor | None = None
    ) -> dict[str, NDArray[Any]]:
        """The outputs by name; inputs are given by name, or in the order of those that have no default."""
        given = self._given(inputs)
        _check(self.inputs, given)
        values = [given.get(port.name) for port in self.inputs]
        results = self._graph.run(values, (), monitor)
        own = [value for value in values if value is not None]
        return {port.name: _released(port, value, own) for port, value in zip(self.outputs, results, strict=True)}

    def _given(self, inputs: Mapping[str, Any] | Sequence[Any]) -> dict[str, Array]:
        if isinstance(inputs, Mapping):
            return {name: as_array(value, f"input {name!r}") for name, value in inputs.items()}
        ports = self.inputs
        if len(inputs) != len(ports):
            ports = tuple(port for port in self.inputs if not port.is_optional)
        if len(inputs) != len(ports):
            raise _input_error(f"the model takes {len(ports)} inputs, {len(inputs)} were given", self.inputs)
        return {port.name: as_array(value, f"input {port.name!r}") for port, value in zip(ports, inputs, strict=True)}


def _port(value: onnx.ValueInfoProto, is_optional: bool = False) -> Port:
    tensor = value.type.tensor_type
    kind = type_of(tensor.elem_type, f"{value.name}").name if tensor.elem_type else None
    shape = tuple(_size(axis) for axis in tensor.shape.dim) if tensor.HasField("shape") else None
    return Port(value.name, kind, shape, is_optional)


def _size(axis: onnx.TensorShapeProto.Dimension) -> Size:
    return axis.dim_value if axis.HasField("dim_value") else axis.dim_param or None


def _check(ports: Sequence[Port], given: Mapping[str, Array]) -> None:
    """Refuses inputs the model does not have, lacks, or declares otherwise."""
    names = {port.name for port in ports}
    unknown = [name for name in given if name not in names]
    if unknown:
        raise _input_error(f"the model has no input {unknown[0]!r}", ports)
    missing = [port.name for port in ports if port.name not in given and not port.is_optional]
    if missing:
        raise _input_error(f"input {missing[0]!r} is not given", ports)
    sizes: dict[str, int] = {}
    for port in ports:
        if port.name in given:
            _check_port(port, given[port.name], sizes)


def _check_port(port: Port, array: Array, sizes: dict[str, int]) -> None:
    found = element_type(array, f"input {port.name!r}").name
    if port.type is not None and found != port.type:
        summary = f"input {port.name!r} is declared {port.type}, and was given {found}"
        raise TypeMismatchError(summary=summary, code="IC408", argument=port.name, types=(port.type, found))
    if port.shape is None:
        return
    is_wrong = len(port.shape) != array.ndim
    for declared, size in zip(port.shape, array.shape, strict=False):
        expected = sizes.setdefault(declared, size) if isinstance(declared, str) else declared
        is_wrong |= expected is not None and expected != size
    if is_wrong:
        known = ", ".join(f"{name} = {size}" for name, size in sizes.items())
        where = f" where {known}" if known else ""
        raise ModelError(
            summary=f"input {port.name!r} is declared {port}{where}, and was given shape {list(array.shape)}",
            code="IC408",
        )


def _input_error(summary: str, ports: Sequence[Port]) -> ModelError:
    rows = [f"{port}{' (has a default)' if port.is_optional else ''}" for port in ports]
    return ModelError(summary=summary, code="IC408", help=f"the inputs are {'; '.join(rows) or 'none'}")


def _released(port: Port, value: Value, inputs: Sequence[Array]) -> Array:
    """A result the caller may write to: neither an input of theirs nor a constant of the model."""
    if value is None:
        raise ModelError(summary=f"output {port.name!r} was left out by the node that makes it", code="IC406")
    if value.flags.writeable and not any(np.may_share_memory(value, array) for array in inputs):
        return value
    try:
        return value.copy()
    except MemoryError:
        summary = f"output {port.name!r} of shape {shape_text(value.shape)} needs more memory than there is"
        raise ModelError(summary=summary, code="IC407") from None
