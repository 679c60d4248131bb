"""What `check` costs on whole models: against onnx's own shape inference, and how it grows with the number of nodes.

Run with `python -m benchmarks.models`. Both read the same file; weights are left at a few elements, so that neither is
measured by how fast it copies them. Must not be imported by the tests everybody runs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import onnx
from onnx import TensorProto, helper
from rich.console import Console
from rich.table import Table

from isocast.model import check

SIZES = (1_000, 10_000, 100_000)
GOAL = 2.0  # times onnx's own inference, at 10,000 nodes


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


def best(statement: Callable[[], object], rounds: int) -> float:
    """Processor seconds of the fastest of several calls: both use one core, and others may be using it too."""
    seconds = []
    for _ in range(rounds):
        start = process_time()
        statement()
        seconds.append(process_time() - start)
    return min(seconds)


def measure(kind: str, nodes: int, rounds: int) -> tuple[int, float, float]:
    """Nodes, seconds of onnx's inference and of `check`, interleaved, each from the file to the answer."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "model.onnx"
        path.write_bytes(MODELS[kind](nodes).SerializeToString())

        def infer() -> object:
            return onnx.shape_inference.infer_shapes(onnx.load(path), data_prop=True)

        theirs, ours = float("inf"), float("inf")
        for _ in range(rounds):
            theirs = min(theirs, best(infer, 1))
            ours = min(ours, best(lambda: check(path), 1))
        return check(path).nodes, theirs, ours


def main(argv: Sequence[str] | None = None) -> int:
    """Prints the table; 1 if the goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.models", description=__doc__)
    parser.add_argument("--nodes", type=int, nargs="*", default=SIZES)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args(argv)
    table = Table(title="isocast check against onnx.shape_inference, from file to answer")
    for column in ("model", "nodes", "onnx ms", "check ms", "ratio", "check µs/node"):
        table.add_column(column, justify="left" if column == "model" else "right")
    missed = False
    for kind in MODELS:
        for wanted in arguments.nodes:
            nodes, theirs, ours = measure(kind, wanted, arguments.rounds)
            missed |= wanted == 10_000 and ours > GOAL * theirs
            cells = (f"{theirs * 1e3:.1f}", f"{ours * 1e3:.1f}", f"{ours / theirs:.2f}", f"{ours / nodes * 1e6:.2f}")
            table.add_row(kind, str(nodes), *cells)
    Console().print(table)
    print(f"goal at 10,000 nodes, at most {GOAL:g} times onnx: {'missed' if missed else 'kept'}")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
