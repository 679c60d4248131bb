"""Builds a small, realistic model in which much is broadcast implicitly: `python examples/demo_model.py model.onnx`.

It looks at a picture and at words: a convolution with a bias for each channel, a PRelu and a gate; a block of a
transformer with an attention mask, normalisation written out, a function of the model's own and an If that broadcasts
in both branches. Batch and length are symbolic. Its weights are fractions that every machine computes alike.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import FunctionProto, GraphProto, ModelProto, NodeProto, TensorProto, helper, numpy_helper

OPSET, IR_VERSION = 18, 9
WIDTH, HEADS, CHANNELS, LETTERS, SIDE = 32, 4, 8, 16, 16


class Builder:
    """Nodes and weights of a graph; every node is named after what it does."""

    def __init__(self) -> None:
        self.nodes: list[NodeProto] = []
        self.weights: list[TensorProto] = []

    def node(self, operator: str, name: str, *inputs: str, domain: str = "", **attributes: Any) -> str:
        """Adds a node, and returns the name of its result."""
        self.nodes.append(helper.make_node(operator, list(inputs), [name], f"/{name}", domain=domain, **attributes))
        return name

    def weight(self, name: str, *shape: int) -> str:
        """A tensor of fractions between -1/2 and 1/2, the same on every machine."""
        steps = (np.arange(prod(shape)) * 7919 + len(self.weights) * 31) % 127 - 63
        values = (steps / 128).astype(np.float32).reshape(shape)
        self.weights.append(numpy_helper.from_array(values, name))
        return name

    def constant(self, name: str, values: object, type_: Any = np.float32) -> str:
        """A tensor with these values."""
        self.weights.append(numpy_helper.from_array(np.array(values, type_), name))
        return name

    def linear(self, x: str, name: str, rows: int, columns: int) -> str:
        """A matrix and a bias: both are broadcast over the batch."""
        product = self.node("MatMul", f"{name}/product", x, self.weight(f"{name}.weight", rows, columns))
        return self.node("Add", name, product, self.weight(f"{name}.bias", columns))


def picture(build: Builder) -> str:
    """The features of the picture, and from them one vector for each item of the batch."""
    weight = build.weight("conv.weight", CHANNELS, 3, 3, 3)
    x = build.node("Conv", "conv", "picture", weight, kernel_shape=[3, 3], pads=[1, 1, 1, 1])
    x = build.node("Add", "conv/biased", x, build.weight("conv.bias", CHANNELS, 1, 1))
    x = build.node("Mul", "conv/windowed", x, window(build))
    slope = build.node("Mul", "slope", build.weight("conv.slope", CHANNELS, 1, 1), build.constant("slope.scale", 0.25))
    x = build.node("PRelu", "conv/activated", x, slope)
    gate = build.node("Sigmoid", "gate", build.node("GlobalAveragePool", "gate/pooled", x))
    build.node("Mul", "features", x, gate)
    axes = build.constant("picture.axes", [2, 3], np.int64)
    pooled = build.node("ReduceMean", "features/mean", "features", axes, keepdims=0)
    matrix, bias = build.weight("context.weight", CHANNELS, WIDTH), build.weight("context.bias", WIDTH)
    return build.node("Gemm", "context", pooled, matrix, bias)


def window(build: Builder) -> str:
    """What fades the picture towards its edges: a column and a row make a plane, the same for every channel."""
    column, row = build.weight("window.column", SIDE, 1), build.weight("window.row", 1, SIDE)
    return build.node("Add", "window", column, row)


def normalised(build: Builder, x: str, name: str) -> str:
    """Layer normalisation as exporters write it out."""
    axes = build.constant(f"{name}.axes", [-1], np.int64)
    centred = build.node("Sub", f"{name}/centred", x, build.node("ReduceMean", f"{name}/mean", x, axes))
    square = build.node("Pow", f"{name}/square", centred, "two")
    variance = build.node("ReduceMean", f"{name}/variance", square, axes)
    safe = build.node("Add", f"{name}/safe", variance, "epsilon")
    scaled = build.node("Div", f"{name}/scaled", centred, build.node("Sqrt", f"{name}/deviation", safe))
    product = build.node("Mul", f"{name}/product", scaled, build.weight(f"{name}.weight", WIDTH))
    return build.node("Add", name, product, build.weight(f"{name}.bias", WIDTH))


def heads(build: Builder, x: str, name: str) -> str:
    """The heads of the attention: from [batch, length, width] to [batch, heads, length, part]."""
    target = build.constant(f"{name}.heads", [0, 0, HEADS, WIDTH // HEADS], np.int64)
    split = build.node("Reshape", f"{name}/split", build.linear(x, name, WIDTH, WIDTH), target)
    return build.node("Transpose", f"{name}/heads", split, perm=[0, 2, 1, 3])


def attention(build: Builder, x: str) -> str:
    """Attention under a mask that is broadcast over heads and queries."""
    query, key, value = (heads(build, x, name) for name in ("query", "key", "value"))
    turned = build.node("Transpose", "key/turned", key, perm=[0, 1, 3, 2])
    scores = build.node("MatMul", "scores/raw", query, turned)
    scores = build.node("Div", "scores/scaled", scores, build.constant("scores.scale", float(np.sqrt(WIDTH // HEADS))))
    mask = build.node("Unsqueeze", "mask/wide", "mask", build.constant("mask.axes", [1, 2], np.int64))
    masked = build.node("Where", "scores", mask, scores, build.constant("scores.never", -1e9))
    mixed = build.node("MatMul", "mixed/heads", build.node("Softmax", "weights", masked, axis=-1), value)
    mixed = build.node("Transpose", "mixed/turned", mixed, perm=[0, 2, 1, 3])
    target = build.constant("mixed.shape", [0, 0, WIDTH], np.int64)
    return build.linear(build.node("Reshape", "mixed", mixed, target), "attention", WIDTH, WIDTH)


def gelu() -> FunctionProto:
    """A function of the model's own, with numbers that are broadcast wherever it is called."""
    text = f"""
    <domain: "demo", opset_import: ["" : {OPSET}]>
    Gelu (x) => (y)
    {{
        half = Constant <value = float {{0.5}}> ()
        one = Constant <value = float {{1.0}}> ()
        root = Constant <value = float {{1.4142135}}> ()
        scaled = Div (x, root)
        error = Erf (scaled)
        shifted = Add (error, one)
        product = Mul (x, shifted)
        y = Mul (product, half)
    }}"""
    function: FunctionProto = onnx.parser.parse_function(text)
    for node in function.node:
        node.name = f"/Gelu/{node.output[0]}"
    return function


def branch(name: str, operator: str, *shape: int) -> GraphProto:
    """One way of the If: the words with a weight of the branch's own."""
    build = Builder()
    build.node(operator, f"{name}/words", "words", build.weight(f"{name}.weight", *shape))
    output = helper.make_tensor_value_info(f"{name}/words", TensorProto.FLOAT, ["batch", "length", WIDTH])
    return helper.make_graph(build.nodes, name, [], [output], build.weights)


def model() -> ModelProto:
    """The whole model."""
    build = Builder()
    build.constant("two", 2.0)
    build.constant("epsilon", 1e-5)
    context = picture(build)
    step = build.constant("context.axes", [1], np.int64)
    x = build.node("Add", "seen", "embedded", build.node("Unsqueeze", "context/wide", context, step))
    x = build.node("Add", "attended", x, attention(build, normalised(build, x, "norm1")))
    hidden = build.linear(normalised(build, x, "norm2"), "hidden", WIDTH, 2 * WIDTH)
    hidden = build.node("Gelu", "hidden/activated", hidden, domain="demo")
    build.node("Add", "words", x, build.linear(hidden, "forward", 2 * WIDTH, WIDTH))
    then, otherwise = branch("tuned", "Mul", WIDTH), branch("plain", "Add", 1, 1, WIDTH)
    build.node("If", "chosen", "is_tuned", then_branch=then, else_branch=otherwise)
    build.linear("chosen", "letters", WIDTH, LETTERS)
    graph = helper.make_graph(build.nodes, "demo", _ports(INPUTS), _ports(OUTPUTS), build.weights)
    imports = [helper.make_opsetid("", OPSET), helper.make_opsetid("demo", 1)]
    return helper.make_model(
        graph, opset_imports=imports, ir_version=IR_VERSION, functions=[gelu()], producer_name="isocast demo"
    )


Port = tuple[str, Any, Sequence[int | str]]
INPUTS: tuple[Port, ...] = (
    ("picture", TensorProto.FLOAT, ("batch", 3, SIDE, SIDE)),
    ("embedded", TensorProto.FLOAT, ("batch", "length", WIDTH)),
    ("mask", TensorProto.BOOL, ("batch", "length")),
    ("is_tuned", TensorProto.BOOL, ()),
)
OUTPUTS: tuple[Port, ...] = (
    ("letters", TensorProto.FLOAT, ("batch", "length", LETTERS)),
    ("features", TensorProto.FLOAT, ("batch", CHANNELS, SIDE, SIDE)),
)


def _ports(rows: Sequence[Port]) -> list[onnx.ValueInfoProto]:
    return [helper.make_tensor_value_info(name, type_, shape) for name, type_, shape in rows]


def main(arguments: Sequence[str]) -> int:
    """Writes the model to the path given."""
    if len(arguments) != 1:
        print("usage: python examples/demo_model.py model.onnx", file=sys.stderr)
        return 2
    path = Path(arguments[0])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(model().SerializeToString(deterministic=True))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
