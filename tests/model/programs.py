"""Random models that run: each node is made together with what it computes, so every shape is known for certain.

Inputs declare their sizes as numbers, as names, as placeholders or not at all; `actual` holds NumPy's answers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray
from onnx import ModelProto, TensorProto, helper

Array = NDArray[Any]
_VALUES = {"N": 2, "M": 3, "K": 1, "L": 2, "P": 4}
_BINARY = {"Add": np.add, "Mul": np.multiply, "Sub": np.subtract, "Max": np.maximum, "Min": np.minimum}
_MOST_ELEMENTS = 4096


class Program:
    """A model under construction: its nodes, and what each value is."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.nodes: list[Any] = []
        self.inputs: list[Any] = []
        self.tensors: list[Any] = []
        self.actual: dict[str, Array] = {}
        self.dims: dict[str, int] = {}

    def floats(self) -> list[str]:
        return [name for name, array in self.actual.items() if array.dtype == np.float32]

    def vectors(self) -> list[str]:
        return [name for name, array in self.actual.items() if array.dtype == np.int64 and array.ndim <= 1]

    def pick(self, names: list[str]) -> str:
        return self.draw(st.sampled_from(names))

    def small(self, low: int, high: int) -> int:
        return self.draw(st.integers(low, high))

    def input(self) -> None:
        name = f"x{len(self.inputs)}"
        declared: list[Any] = []
        sizes: list[int] = []
        for axis in range(self.small(0, 3)):
            kind = self.draw(st.sampled_from(["number", "name", "name", "placeholder", "nothing", "negative"]))
            if kind == "name":
                symbol = self.pick(list(_VALUES))
                self.dims[symbol] = _VALUES[symbol]
                declared.append(symbol)
                sizes.append(_VALUES[symbol])
            else:
                size = self.small(1, 4)
                sizes.append(size)
                declared.append({"number": size, "placeholder": "?", "negative": -1}.get(kind))
                if kind != "number":
                    self.dims[f"{name}[{axis}]"] = size
        self.inputs.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, declared))
        self.actual[name] = np.ones(sizes, np.float32)

    def constant(self, values: list[int] | int) -> str:
        name = f"c{len(self.tensors)}"
        array = np.array(values, np.int64)
        self.tensors.append(helper.make_tensor(name, TensorProto.INT64, array.shape, array.flatten().tolist()))
        self.actual[name] = array
        return name

    def node(self, operator: str, inputs: list[str], result: Array | None, **attributes: Any) -> str | None:
        if result is None or result.size > _MOST_ELEMENTS or result.ndim > 5:
            return None
        name = f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, inputs, [name], **attributes))
        self.actual[name] = result
        return name

    def model(self) -> ModelProto:
        graph = helper.make_graph(self.nodes, "g", self.inputs, [], self.tensors)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)


def _tried(compute: Callable[[], Array]) -> Array | None:
    try:
        return compute()
    except ValueError:
        return None


def _binary(program: Program) -> None:
    operator = program.pick(list(_BINARY))
    a, b = program.pick(program.floats()), program.pick(program.floats())
    x, y = program.actual[a], program.actual[b]
    program.node(operator, [a, b], _tried(lambda: _BINARY[operator](x, y)))


def _where(program: Program) -> None:
    a, b, c = (program.pick(program.floats()) for _ in range(3))
    x, y, z = (program.actual[name] for name in (a, b, c))
    condition = _tried(lambda: x > y)
    made = program.node("Greater", [a, b], condition)
    if made is not None and condition is not None:
        program.node("Where", [made, b, c], _tried(lambda: np.where(condition, y, z)))


def _matmul(program: Program) -> None:
    a, b = program.pick(program.floats()), program.pick(program.floats())
    x, y = program.actual[a], program.actual[b]
    if x.ndim and y.ndim:
        program.node("MatMul", [a, b], _tried(lambda: np.asarray(x @ y)))


def _unary(program: Program) -> None:
    a = program.pick(program.floats())
    program.node(program.pick(["Relu", "Identity", "Neg"]), [a], program.actual[a])


def _transpose(program: Program) -> None:
    a = program.pick(program.floats())
    order = program.draw(st.permutations(range(program.actual[a].ndim)))
    if order:
        program.node("Transpose", [a], program.actual[a].transpose(order), perm=list(order))


def _shape(program: Program) -> None:
    a = program.pick(program.floats())
    start = program.small(-2, 2)
    program.node("Shape", [a], np.array(program.actual[a].shape[start:], np.int64), start=start)


def _size(program: Program) -> None:
    a = program.pick(program.floats())
    program.node("Size", [a], np.array(program.actual[a].size, np.int64))


def _gather(program: Program) -> None:
    vectors = [name for name in program.vectors() if program.actual[name].size and program.actual[name].ndim]
    if vectors:
        a = program.pick(vectors)
        length = len(program.actual[a])
        index = program.draw(
            st.one_of(st.integers(-length, length - 1), st.lists(st.integers(0, length - 1), max_size=3))
        )
        program.node("Gather", [a, program.constant(index)], program.actual[a][np.array(index, np.int64)])


def _arithmetic(program: Program) -> None:
    if program.vectors():
        operator = program.pick(["Add", "Sub", "Mul", "Div", "Max", "Min", "Mod"])
        a = program.pick(program.vectors())
        b = program.pick(program.vectors()) if program.draw(st.booleans()) else program.constant(program.small(1, 3))
        x, y = program.actual[a], program.actual[b]
        if operator in ("Div", "Mod") and not np.all(y > 0):
            return
        compute: dict[str, Any] = {**_BINARY, "Div": lambda p, q: np.trunc(p / q).astype(np.int64), "Mod": np.mod}
        program.node(operator, [a, b], _tried(lambda: compute[operator](x, y)))


def _choose(program: Program) -> None:
    if program.vectors():
        a, b = program.pick(program.vectors()), program.constant(program.small(-1, 2))
        x, y = program.actual[a], program.actual[b]
        made = program.node("Equal", [a, b], x == y)
        if made is not None:
            program.node("Where", [made, b, a], np.where(x == y, y, x))


def _join(program: Program) -> None:
    vectors = [name for name in program.vectors() if program.actual[name].ndim == 1]
    if vectors:
        parts = [program.pick(vectors) for _ in range(program.small(1, 3))]
        program.node("Concat", parts, np.concatenate([program.actual[name] for name in parts]), axis=0)


def _concat(program: Program) -> None:
    a, b = program.pick(program.floats()), program.pick(program.floats())
    x, y = program.actual[a], program.actual[b]
    if x.ndim and x.ndim == y.ndim:
        axis = program.small(0, x.ndim - 1)
        program.node("Concat", [a, b], _tried(lambda: np.concatenate([x, y], axis)), axis=axis)


def _lift(program: Program) -> None:
    name = program.pick([*program.floats(), *program.vectors()])
    array = program.actual[name]
    axis = program.small(0, array.ndim)
    made = program.node("Unsqueeze", [name, program.constant([axis])], np.expand_dims(array, axis))
    if made is not None and program.draw(st.booleans()):
        program.node("Squeeze", [made, program.constant([axis])], array)


def _vector_slice(program: Program) -> None:
    vectors = [name for name in program.vectors() if program.actual[name].ndim == 1]
    if vectors:
        a = program.pick(vectors)
        start, end, step = program.small(-3, 3), program.small(-3, 4), program.draw(st.sampled_from([1, 1, 2, -1]))
        constants = [program.constant([value]) for value in (start, end, 0, step)]
        program.node("Slice", [a, *constants], program.actual[a][start:end:step])


def _slice(program: Program) -> None:
    floats = [name for name in program.floats() if program.actual[name].ndim]
    if floats:
        a = program.pick(floats)
        array = program.actual[a]
        axis, end = program.small(0, array.ndim - 1), program.draw(st.sampled_from([1, 2, 3, 2**63 - 1]))
        limit = program.constant([end])
        lengths = [name for name in program.vectors() if program.actual[name].shape == (1,)]
        if lengths and program.draw(st.booleans()):
            limit = program.pick(lengths)
            end = int(program.actual[limit][0])
        if end >= 0:
            part = array[(slice(None),) * axis + (slice(0, end),)]
            program.node("Slice", [a, program.constant([0]), limit, program.constant([axis])], part)


def _reshape(program: Program) -> None:
    a = program.pick(program.floats())
    array = program.actual[a]
    target = program.draw(st.lists(st.sampled_from([0, -1, 1, 2, 3]), max_size=3))
    name = program.constant(target)
    if program.vectors() and program.draw(st.booleans()):
        name = program.pick(program.vectors())
        target = program.actual[name].flatten().tolist() if program.actual[name].ndim else [-1, -1]
    copied = [array.shape[axis] if size == 0 and axis < array.ndim else size for axis, size in enumerate(target)]
    if all(size >= -1 and size != 0 for size in copied):
        program.node("Reshape", [a, name], _tried(lambda: array.reshape(copied)))


def _expand(program: Program) -> None:
    vectors = [name for name in program.vectors() if program.actual[name].ndim]
    if vectors:
        a, target = program.pick(program.floats()), program.pick(vectors)
        sizes = program.actual[target]
        if np.all(sizes >= 0) and np.prod(sizes, dtype=float) <= _MOST_ELEMENTS:
            x = program.actual[a]
            program.node("Expand", [a, target], _tried(lambda: x * np.ones(sizes.tolist(), np.float32)))


def _filled(program: Program) -> None:
    vectors = [name for name in program.vectors() if program.actual[name].ndim]
    if vectors:
        target = program.pick(vectors)
        sizes = program.actual[target]
        if np.all(sizes >= 0) and np.prod(sizes, dtype=float) <= _MOST_ELEMENTS and len(sizes) <= 4:
            program.node("ConstantOfShape", [target], np.zeros(sizes.tolist(), np.float32))


def _range(program: Program) -> None:
    scalars = [name for name in program.vectors() if program.actual[name].ndim == 0]
    if scalars:
        limit = program.pick(scalars)
        start = program.small(0, 2)
        numbers = np.arange(start, min(int(program.actual[limit]), 1000), dtype=np.int64)
        program.node("Range", [program.constant(start), limit, program.constant(1)], numbers)


def _nonzero(program: Program) -> None:
    a = program.pick(program.floats())
    array = program.actual[a]
    found = program.node("NonZero", [a], np.array(np.nonzero(array), np.int64)) if array.ndim else None
    if found is not None:
        array = program.actual[found].astype(np.float32)
        program.node("Cast", [found], array, to=TensorProto.FLOAT)


def _flatten(program: Program) -> None:
    a = program.pick(program.floats())
    array = program.actual[a]
    axis = program.small(0, array.ndim)
    rows = int(np.prod(array.shape[:axis], dtype=np.int64))
    program.node("Flatten", [a], array.reshape(rows, array.size // rows) if rows else None, axis=axis)


_MAKERS = (
    _binary, _binary, _where, _matmul, _unary, _transpose, _shape, _shape, _size, _gather, _gather, _arithmetic,
    _arithmetic, _choose, _join, _concat, _lift, _vector_slice, _slice, _reshape, _reshape, _expand, _filled, _range,
    _nonzero, _flatten,
)  # fmt: skip


@st.composite
def programs(draw: st.DrawFn, most_nodes: int = 25) -> Program:
    """A model with one to three inputs and some nodes; `actual` says what every value of it is."""
    program = Program(draw)
    for _ in range(draw(st.integers(1, 3))):
        program.input()
    for maker in draw(st.lists(st.sampled_from(_MAKERS), min_size=3, max_size=most_nodes)):
        maker(program)
    return program
