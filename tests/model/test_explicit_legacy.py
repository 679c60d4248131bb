"""`explicit` on models of before opset 8: attributes become shapes, `axis` is honoured, and what changed is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from onnx import ModelProto, helper

from isocast import backend
from isocast.errors import ModelError
from isocast.model import explicit
from isocast.model.changes import Means
from isocast.model.explicit.lifting import means_the_same
from isocast.model.graphs import Node
from tests.model.rewritten import assert_done, lines
from tests.onnx_models import parse

Shape = tuple[int, ...]


def assert_same_as_before(before: ModelProto, after: ModelProto, shapes: list[Shape], type_: Any = np.float32) -> None:
    """Our evaluator, which knows the old rules, gives the same bits for both."""
    random = np.random.default_rng(7)
    arrays = [random.integers(1, 6, shape).astype(type_) for shape in shapes]
    wanted, found = backend.run_model(before, arrays), backend.run_model(after, arrays)
    for a, b in zip(wanted, found, strict=True):
        assert (a.shape, a.dtype, a.tobytes()) == (b.shape, b.dtype, b.tobytes())


LIMITED = {
    "at the end": ("float[2,3,4,5] x, float[4,5] b", "broadcast = 1", ["b.expand = Expand(b, [2, 3, 4, 5])"]),
    "in the middle": (
        "float[2,3,4,5] x, float[3,4] b", "broadcast = 1, axis = 1",
        ["b.lift = Unsqueeze(b)", "b.expand = Expand(b.lift, [2, 3, 4, 5])"],
    ),
    "at the beginning": (
        "float[2,3,4,5] x, float[2] b", "broadcast = 1, axis = 0",
        ["b.lift = Unsqueeze(b)", "b.expand = Expand(b.lift, [2, 3, 4, 5])"],
    ),
    "a scalar": ("float[2,3] x, float b", "broadcast = 1", ["b.expand = Expand(b, [2, 3])"]),
    "one element": ("float[2,3] x, float[1,1] b", "broadcast = 1, axis = 1", ["b.expand = Expand(b, [2, 3])"]),
    "the same shape": ("float[2,3] x, float[2,3] b", "broadcast = 1", []),
    "a symbolic size": (
        "float[N,3,4] x, float[3] b", "broadcast = 1, axis = 1",
        ["b.lift = Unsqueeze(b)", "x.shape = Shape(x)", "b.expand = Expand(b.lift, x.shape)"],
    ),
    "a symbolic size of the operand": (
        "float[N,C,4] x, float[C] b", "broadcast = 1, axis = 1",
        ["b.lift = Unsqueeze(b)", "x.shape = Shape(x)", "b.expand = Expand(b.lift, x.shape)"],
    ),
}  # fmt: skip


@pytest.mark.clause("legacy-axis")
@pytest.mark.parametrize("opset", [1, 5, 6])
@pytest.mark.parametrize(("ports", "attributes", "expected"), LIMITED.values(), ids=LIMITED)
def test_attributes_become_axes_and_shapes(ports: str, attributes: str, expected: list[str], opset: int) -> None:
    model = parse(f"({ports}) => (float[] y) {{ y = Add <{attributes}> (x, b) }}", opset)
    found = explicit(model)
    assert_done(found.model)
    operand = "b.expand" if expected else "b"
    assert lines(found.model.graph) == [*expected, f"y = Add(x, {operand})"]
    assert [(change.means, change.clause) for change in found.changes] == [(Means.LIFTED, "legacy-axis")]
    assert found.opsets == ({"": 8} if expected else {})
    assert found.model.opset_import[0].version == (8 if expected else opset)
    assert not found.model.graph.node[-1].attribute
    sizes = {"N": 2, "C": 3}
    shapes = [
        tuple(dim.dim_value or sizes[dim.dim_param] for dim in info.type.tensor_type.shape.dim)
        for info in model.graph.input
    ]
    assert_same_as_before(model, found.model, shapes)


_TYPES = {"And": np.bool_, "Or": np.bool_, "Xor": np.bool_, "Equal": np.int32}


@pytest.mark.parametrize(
    "operator", ["Add", "Sub", "Mul", "Div", "Pow", "And", "Or", "Xor", "Equal", "Greater", "Less"]
)
def test_every_operator_that_had_the_attributes(operator: str) -> None:
    type_ = _TYPES.get(operator, np.float32)
    word = {np.bool_: "bool", np.int32: "int32", np.float32: "float"}[type_]
    result = word if operator in ("Add", "Sub", "Mul", "Div", "Pow") else "bool"
    model = parse(
        f"({word}[2,3,4] x, {word}[3] b) => ({result}[2,3,4] y) {{ y = {operator} <broadcast = 1, axis = 1> (x, b) }}",
        6,
    )
    found = explicit(model)
    assert_done(found.model)
    assert_same_as_before(model, found.model, [(2, 3, 4), (3,)], type_)


@pytest.mark.clause("prelu", "legacy-axis")
@pytest.mark.parametrize(
    ("x", "slope"),
    [((2, 3, 4, 5), (3,)), ((2, 3), (3,)), ((2, 3, 4), (1,)), ((2, 3, 4), (1, 1)), ((2, 3, 4), (2, 3, 4))],
)
def test_a_slope_per_channel(x: Shape, slope: Shape) -> None:
    ports = f"(float{list(x)} x, float{list(slope)} s) => (float{list(x)} y)"
    model = parse(f"{ports} {{ z = Neg(x) y = PRelu(z, s) }}", 6)
    found = explicit(model)
    assert_done(found.model)
    assert len(found.changes) == (x != slope)
    if found.changes:
        numbers = (np.arange(np.prod(x)).reshape(x) - 3).astype(np.float32)
        values = np.arange(np.prod(slope)).reshape(slope).astype(np.float32)
        old = parse(f"{ports} {{ y = PRelu(x, s) }}", 6)
        new = explicit(old).model
        (wanted,), (got,) = backend.run_model(old, [numbers, values]), backend.run_model(new, [numbers, values])
        assert wanted.tobytes() == got.tobytes()


@pytest.mark.clause("gemm", "legacy-axis")
@pytest.mark.parametrize("c", [(4,), (1,), (), (2, 4)])
def test_the_c_of_an_old_gemm(c: Shape) -> None:
    ports = f"(float[3,2] a, float[3,4] b, float{list(c) if c else ''} c) => (float[2,4] y)"
    model = parse(f"{ports} {{ y = Gemm <transA = 1, broadcast = 1> (a, b, c) }}", 6)
    found = explicit(model)
    assert_done(found.model)
    assert [attribute.name for attribute in found.model.graph.node[-1].attribute] == ["transA"]
    assert_same_as_before(model, found.model, [(3, 2), (3, 4), c])


def test_opset_7_broadcasts_as_today_and_has_no_expand() -> None:
    model = parse("(float[N,3] x, float[3] b, float[N,3] c) => (float[N,3] z) { y = Add(x, b) z = Max(y, c) }", 7)
    found = explicit(model)
    assert_done(found.model)
    assert (found.opsets, [change.means for change in found.changes]) == ({"": 8}, [Means.EXPAND])
    assert_same_as_before(model, found.model, [(2, 3), (3,), (2, 3)])


def test_what_needs_no_expand_keeps_its_opset() -> None:
    model = parse("(float[2,3] x) => (float[2,3] y) <float[3] w = {1, 2, 3}> { y = Mul <broadcast = 1> (x, w) }", 6)
    found = explicit(model)
    assert_done(found.model)
    assert (found.opsets, found.model.opset_import[0].version) == ({}, 6)
    assert lines(found.model.graph) == [f"w.full = Constant({[[1.0, 2.0, 3.0]] * 2})", "y = Mul(x, w.full)"]
    assert_same_as_before(model, found.model, [(2, 3)])


def test_operators_that_took_one_shape_do_not_begin_to_broadcast() -> None:
    body = """(float[N] x, float[M] z, float[3] b, float[2,3] c) => (float[] y, float[] u, float[] w) {
        y = Add(x, z) u = Max(x, z) w = Mul <broadcast = 1> (c, b)
    }"""
    found = explicit(parse(body, 6))
    assert_done(found.model)  # Add and Max broadcast in opset 8: their operands have to be the same there, and are
    assert_same_as_before(parse(body, 6), found.model, [(4,), (4,), (3,), (2, 3)])


def test_attributes_without_meaning_are_taken_away_with_the_old_opset() -> None:
    model = parse(
        """(float[2,3] x, float[3] b) => (float[2,3] y) {
            u = Relu <consumed_inputs = [0]> (x) v = Add <broadcast = 1, consumed_inputs = [0, 0]> (u, b)
            w = Dropout <is_test = 1, ratio = 0.5> (v) y = Mul <axis = 0, broadcast = 0> (w, v)
        }""",
        1,
    )
    found = explicit(model)
    assert_done(found.model)
    attributes = {node.op_type: [a.name for a in node.attribute] for node in found.model.graph.node}
    assert (attributes["Relu"], attributes["Add"], attributes["Dropout"], attributes["Mul"]) == ([], [], ["ratio"], [])


IN_THE_WAY = {
    "Reshape-1": "y = Reshape <shape = [6]> (z)",
    "Cast-1": 'y = Cast <to = "DOUBLE"> (z)',
    "Pad-1": "y = Pad <paddings = [0, 0, 1, 1]> (z)",
    "Selu-1": "y = Selu(z)",
    "Concat-1": "y = Concat(z, z)",
    "Dropout-1": "y = Dropout(z)",
}


@pytest.mark.parametrize(("name", "node"), IN_THE_WAY.items(), ids=IN_THE_WAY)
def test_operators_that_changed_stand_in_the_way(name: str, node: str) -> None:
    model = parse(f"(float[2,3] x, float[3] b) => (float[] y) {{ z = Add <broadcast = 1> (x, b) {node} }}", 1)
    with pytest.raises(ModelError, match=f"and {name} means something else in opset 8") as caught:
        explicit(model)
    assert caught.value.code == "IC911"


def test_an_axis_and_no_known_rank_cannot_be_lifted() -> None:
    model = parse("(float z, float[3] b) => (float[] y) { x = own.C(z) y = Add <broadcast = 1, axis = 1> (x, b) }", 6)
    with pytest.raises(ModelError, match="from axis 1 on, and the number of axes is not known"):
        explicit(model)
    plain = parse("(float z, float[3] b) => (float[] y) { x = own.C(z) y = Add <broadcast = 1> (x, b) }", 6)
    assert lines(explicit(plain).model.graph)[-1] == "y = Add(x, b.expand)"


@pytest.mark.clause("legacy-axis")
def test_size_1_is_not_stretched_before_opset_7() -> None:
    model = parse("(float[2,3] x, float[2,1] b) => (float[2,3] y) { y = Add <broadcast = 1> (x, b) }", 6)
    with pytest.raises(ModelError, match="size 1 is not stretched") as caught:
        explicit(model)
    assert caught.value.code == "IC105"


def test_a_function_has_an_opset_of_its_own() -> None:
    function = '<opset_import: ["": 7], domain: "own"> Shift (x, b) => (y) { y = Add(x, b) }'
    model = parse("(float[2,3] x, float[3] b) => (float[2,3] y) { y = own.Shift(x, b) }", 18, function)
    found = explicit(model)
    assert_done(found.model)
    assert found.opsets == {"own:Shift": 8}
    assert [row.version for row in found.model.functions[0].opset_import] == [8]
    assert found.model.opset_import[0].version == 18


@pytest.mark.parametrize(
    ("operator", "attributes", "opset", "expected"),
    [
        ("Relu", {}, 1, True), ("Relu", {"consumed_inputs": [0]}, 1, True), ("Conv", {}, 1, True),
        ("BatchNormalization", {"is_test": 1}, 6, True), ("BatchNormalization", {}, 6, False),
        ("AveragePool", {"kernel_shape": [2]}, 1, True), ("MaxPool", {"kernel_shape": [2]}, 1, True),
        ("Clip", {"min": 0.0}, 1, True), ("Concat", {"axis": 0}, 1, True), ("Concat", {}, 1, False),
        ("Selu", {"alpha": 1.0, "gamma": 2.0}, 1, True), ("Selu", {"alpha": 1.0}, 1, False),
        ("LSTM", {"hidden_size": 2}, 1, False), ("Upsample", {"height_scale": 2.0}, 1, False), ("Tile", {}, 1, False),
        ("Softmax", {}, 1, True), ("Softmax", {}, 7, True), ("Nonexistent", {}, 7, False),
    ],
)  # fmt: skip
def test_what_means_the_same_in_opset_8(operator: str, attributes: dict[str, Any], opset: int, expected: bool) -> None:
    node = Node(0, helper.make_node(operator, ["x"], ["y"], **attributes))
    assert means_the_same(node, opset) is expected
