"""A path, bytes or a ModelProto made into a `Model` whose structure holds; anything else is one clear refusal.

Data outside the file is looked for, never read. The input is never changed.
"""

from __future__ import annotations

from math import prod
from os import PathLike
from pathlib import Path
from typing import Final

from onnx import ModelProto, TensorProto, ValueInfoProto

from ..errors import ArgumentError, ModelError
from ..model_files import parse_model, read_model, refused
from .external import check_external_data, tensor_bytes
from .findings import GraphPath, Step
from .graphs import Graph, Model, build, function_key, function_name, opset_versions
from .structure import check_structure

Source = str | PathLike[str] | bytes | ModelProto

MOST_ELEMENTS: Final = 2**62  # a tensor with more has no address for its elements, whatever their type


def load(source: Source, name: str | None = None) -> Model:
    """The model; `name` is what reports call it, by default its path.

    Raises FileError for what cannot be read as a model and ModelError for a model that breaks ONNX's structure.
    """
    if isinstance(source, ModelProto):
        shown, folder, proto = name or "the model", None, source
    elif isinstance(source, bytes):
        shown, folder = name or "the model", None
        proto = parse_model(source, shown)
    elif isinstance(source, str | PathLike):
        path = Path(source)
        shown, folder = name or str(path), path.parent
        proto = read_model(path, shown)
    else:
        found = type(source).__name__
        raise ArgumentError(
            summary=f"a model is a path, bytes or a ModelProto, not {found}", code="IC910", argument="model"
        )
    _check_header(proto, shown)
    model = _model(proto, shown)
    check_structure(model)
    _check_shapes(model)
    check_external_data(model, folder)
    return model


def _check_header(proto: ModelProto, name: str) -> None:
    if not proto.HasField("graph"):
        raise refused(name, "has no graph", "give a complete ModelProto")
    if not proto.opset_import:
        problem = "does not say which operator set it is written for: it is cut off, or was never complete"
        raise refused(name, problem, "fetch or export it again")
    texts = [row.domain for row in proto.opset_import]
    for function in proto.functions:
        texts += [function.domain, function.name, *(row.domain for row in function.opset_import)]
    if not {type(text) for text in texts} <= {str}:
        raise refused(name, "is damaged: a name in it is not UTF-8", "fetch it again")


def _model(proto: ModelProto, name: str) -> Model:
    opsets = opset_versions(proto)
    functions: dict[tuple[str, str, str], Graph] = {}
    for function in proto.functions:
        key = function_key(function)
        if key in functions:
            raise ModelError(summary=f"{name} has two functions {function_name(key)}", code="IC906")
        functions[key] = build(function, GraphPath(function_name(key)), {**opsets, **opset_versions(function)})
    training = [
        build(graph, GraphPath(steps=(Step(number, "", "", kind),)), opsets)
        for number, info in enumerate(proto.training_info)
        for kind, graph in (("initialization", info.initialization), ("algorithm", info.algorithm))
        if graph.node
    ]
    return Model(name, proto, build(proto.graph, GraphPath(), opsets), functions, training)


def _check_shapes(model: Model) -> None:
    """Refuses declared sizes whose product no address reaches, and tensors with less data than their shape asks for."""
    seen: set[bytes] = set()
    for graph in model.graphs():
        proto = graph.proto
        infos: list[ValueInfoProto] = list(getattr(proto, "value_info", ()))
        if not graph.is_function:
            infos += [*proto.input, *proto.output]
            for tensor in proto.initializer:
                _check_tensor(model, graph, tensor)
        for info in infos:
            key = info.type.SerializeToString()
            if key not in seen:
                seen.add(key)
                dims = info.type.tensor_type.shape.dim
                _check_elements(model, graph, info.name, [dim.dim_value for dim in dims if dim.dim_value > 0])


def _check_tensor(model: Model, graph: Graph, tensor: TensorProto) -> None:
    sizes = list(tensor.dims)
    if prod(sizes) >= MOST_ELEMENTS:
        _check_elements(model, graph, tensor.name, sizes)
    is_short = tensor.HasField("raw_data") and tensor.ByteSize() < tensor_bytes(tensor)
    if is_short or min(sizes, default=0) < 0:
        problem = "less data than its shape asks for" if is_short else "a negative size"
        raise ModelError(
            summary=f'{model.name}: {graph.path} has a tensor "{tensor.name}" with {problem}: {sizes}',
            code="IC905",
            help="the file is damaged: fetch or export it again",
        )


def _check_elements(model: Model, graph: Graph, name: str, sizes: list[int]) -> None:
    if prod(sizes) >= MOST_ELEMENTS:
        raise ModelError(
            summary=f'{model.name}: {graph.path} declares "{name}" with {" x ".join(map(str, sizes))} elements,'
            " more than an address can reach",
            code="IC908",
            help="no machine holds such a tensor: correct its shape",
        )
