"""Small models written as text, and broken ones, shared by the tests of the ONNX side."""

from __future__ import annotations

from pathlib import Path

import onnx
from onnx import TensorProto, helper

IR_VERSION = 10


def parse(body: str, opset: int = 18, functions: str = "") -> onnx.ModelProto:
    """The model of a graph in ONNX's text form: `(float[2] x) => (float[2] y) { y = Add(x, x) }`."""
    imports = f'"": {opset}, "own": 1'
    return onnx.parser.parse_model(f"<ir_version: {IR_VERSION}, opset_import: [{imports}]> graph {body} {functions}")


def adding(**changes: int) -> onnx.ModelProto:
    """A model that adds `x` and `y`, both `float [2, n]`, into `z`; `changes` set fields of the model."""
    model = parse("(float[2, n] x, float[2, n] y) => (float[2, n] z) { z = Add(x, y) }")
    model.graph.node[0].name = "sum"
    for field, value in changes.items():
        setattr(model, field, value)
    return model


def with_initializer(tensor: TensorProto) -> onnx.ModelProto:
    """A model that adds its input to a tensor it holds."""
    model = parse("(float[2] x) => (float[2] z) { z = Add(x, W) }")
    tensor.name = "W"
    model.graph.initializer.append(tensor)
    return model


def external(location: str, **details: int) -> TensorProto:
    """A float tensor of 2 elements whose data lies in another file."""
    tensor = TensorProto(name="W", data_type=TensorProto.FLOAT, dims=[2], data_location=TensorProto.EXTERNAL)
    for key, value in {"location": location, **details}.items():
        tensor.external_data.add(key=key, value=str(value))
    return tensor


def unsorted() -> onnx.ModelProto:
    """A graph whose first node reads what its second makes."""
    model = parse("(float[2] x) => (float[2] z) { a = Add(x, x) z = Mul(a, x) }")
    first, second = model.graph.node
    del model.graph.node[:]
    second.name, first.name = "late", "early"
    model.graph.node.extend([second, first])
    return model


def cyclic() -> onnx.ModelProto:
    """A graph of two nodes that read each other's results."""
    nodes = [helper.make_node("Add", ["x", "b"], ["a"], name="one"), helper.make_node("Mul", ["x", "a"], ["b"])]
    ports = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [2]) for name in "xb"]
    graph = helper.make_graph(nodes, "cycle", ports[:1], ports[1:])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=IR_VERSION)


def saved(model: onnx.ModelProto, folder: Path, name: str = "model.onnx") -> Path:
    """The path of a model written to a folder."""
    path = folder / name
    path.write_bytes(model.SerializeToString())
    return path
