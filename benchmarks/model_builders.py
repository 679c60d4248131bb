"""Models of any number of nodes, as exporters write them, to be measured. Weights hold no data: shapes are enough."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import onnx
from onnx import TensorProto, helper


class Builder:
    """Nodes and tensors of a model under construction."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.tensors: list[Any] = []

    def node(self, operator: str, *inputs: str, **attributes: Any) -> str:
        output = f"v{len(self.nodes)}"
        name = f"/{operator}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, list(inputs), [output], name=name, **attributes))
        return output

    def integers(self, *values: int) -> str:
        name = f"shape_{len(self.tensors)}"
        self.tensors.append(helper.make_tensor(name, TensorProto.INT64, [len(values)], list(values)))
        return name

    def weight(self, *sizes: int) -> str:
        """A tensor whose data is not there: shapes are all that anybody looks at."""
        name = f"weight_{len(self.tensors)}"
        self.tensors.append(TensorProto(name=name, data_type=TensorProto.FLOAT, dims=sizes))
        return name

    def model(self, inputs: Sequence[Any], output: str) -> onnx.ModelProto:
        outputs = [helper.make_tensor_value_info(output, TensorProto.FLOAT, None)]
        graph = helper.make_graph(self.nodes, "main", inputs, outputs, self.tensors)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)


def attention(nodes: int) -> onnx.ModelProto:
    """Blocks as exporters write them: heads split by computed shapes, masks, normalisation, a gate; sizes open."""
    build = Builder()
    x = "x"
    while len(build.nodes) < nodes:
        query, key, value = (_heads(build, x) for _ in range(3))
        scores = build.node("MatMul", query, build.node("Transpose", key, perm=[0, 1, 3, 2]))
        scores = build.node("Add", build.node("Div", scores, build.weight()), "mask")
        mixed = build.node("MatMul", build.node("Softmax", scores, axis=-1), value)
        mixed = build.node("Reshape", build.node("Transpose", mixed, perm=[0, 2, 1, 3]), build.integers(0, 0, 64))
        x = _normalised(build, build.node("Add", x, _linear(build, mixed, 64, 64)))
        hidden = _linear(build, x, 64, 128)
        gate = build.node("Mul", hidden, build.node("Sigmoid", build.node("Mul", hidden, build.weight())))
        x = _normalised(build, build.node("Add", x, _linear(build, gate, 128, 64)))
    inputs: list[tuple[str, list[str | int | None]]] = [
        ("x", ["batch", "length", 64]),
        ("mask", ["batch", 1, 1, "length"]),
    ]
    return build.model([helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in inputs], x)


def _linear(build: Builder, x: str, rows: int, columns: int) -> str:
    return build.node("Add", build.node("MatMul", x, build.weight(rows, columns)), build.weight(columns))


def _heads(build: Builder, x: str) -> str:
    shape = build.node("Shape", x)
    batch = build.node("Gather", shape, build.integers(0), axis=0)
    length = build.node("Gather", shape, build.integers(1), axis=0)
    target = build.node("Concat", batch, length, build.integers(8, 8), axis=0)
    return build.node("Transpose", build.node("Reshape", _linear(build, x, 64, 64), target), perm=[0, 2, 1, 3])


def _normalised(build: Builder, x: str) -> str:
    centred = build.node("Sub", x, build.node("ReduceMean", x, build.integers(-1)))
    variance = build.node("ReduceMean", build.node("Mul", centred, centred), build.integers(-1))
    scale = build.node("Sqrt", build.node("Add", variance, build.weight()))
    return build.node("Add", build.node("Mul", build.node("Div", centred, scale), build.weight(64)), build.weight(64))


def convolution(nodes: int) -> onnx.ModelProto:
    """Blocks of convolutions with a channel bias, a slope and a shortcut, fixed sizes."""
    build = Builder()
    x = "x"
    while len(build.nodes) < nodes:
        y = build.node("Conv", x, build.weight(32, 32, 3, 3), kernel_shape=[3, 3], pads=[1, 1, 1, 1])
        y = build.node("PRelu", build.node("Add", y, build.weight(32, 1, 1)), build.weight(32, 1, 1))
        y = build.node("BatchNormalization", y, *(build.weight(32) for _ in range(4)))
        x = build.node("Relu", build.node("Add", x, build.node("Mul", y, build.weight(1, 32, 1, 1))))
    return build.model([helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 32, 56, 56])], x)


def elementwise(nodes: int) -> onnx.ModelProto:
    """The lightest nodes there are: a bias, an activation, a square."""
    build = Builder()
    x = "x"
    while len(build.nodes) < nodes:
        x = build.node("Sigmoid", build.node("Add", x, build.weight(64)))
        x = build.node("Mul", x, x)
    return build.model([helper.make_tensor_value_info("x", TensorProto.FLOAT, ["N", 16, 64])], x)


MODELS: dict[str, Callable[[int], onnx.ModelProto]] = {
    "attention": attention,
    "convolution": convolution,
    "elementwise": elementwise,
}
