"""Stated shapes are compared, not believed; placeholders and negative sizes are unknown; names are one size each."""

from __future__ import annotations

import pytest
from onnx import ModelProto, TensorProto, helper

from isocast.model import check, load
from isocast.model.infer import Inference
from isocast.model.values import is_placeholder
from tests.model.test_never_wrong import Listener
from tests.onnx_models import parse


def codes(model: ModelProto, **options: object) -> list[str]:
    return [finding.code for finding in check(model, **options).findings]  # type: ignore[arg-type]


def add(a: list[str | int | None], b: list[str | int | None]) -> ModelProto:
    """A model that adds two inputs with these sizes."""
    inputs = [helper.make_tensor_value_info(name, TensorProto.FLOAT, sizes) for name, sizes in (("a", a), ("b", b))]
    outputs = [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)]
    graph = helper.make_graph([helper.make_node("Add", ["a", "b"], ["y"])], "g", inputs, outputs)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)


@pytest.mark.parametrize("name", ["?", "", "-1", "*", "_", "??", "None", "unknown", "unk", "-"])
def test_placeholders_are_unknown_sizes_and_not_equal(name: str) -> None:
    assert is_placeholder(name)
    assert "IC301" in codes(add([name], [name]))


@pytest.mark.parametrize("name", ["N", "batch", "batch_size", "unk__1", "s0", "2*s0", "dim_0", "größe"])
def test_names_are_one_size(name: str) -> None:
    assert not is_placeholder(name)
    assert codes(add([name], [name])) == []


def test_negative_sizes_are_unknown_and_said_to_be_wrong() -> None:
    found = check(add([-1, 3], [-1, 3])).findings
    assert [finding.code for finding in found] == ["IC306", "IC306", "IC301"]
    assert found[2].condition == "a[0] = b[0], or a[0] is 1, or b[0] is 1"
    assert codes(add([-1, 3], [-1, 3]), dims={"a[0]": 4, "b[0]": 4}, ignore=["IC306"]) == []


def test_a_repeated_placeholder_is_reported_once() -> None:
    found = check(add(["?", "?"], ["?", 4])).findings
    assert [finding.code for finding in found] == ["IC306", "IC301"]
    assert found[0].message == '"?" stands for 3 sizes, which are taken to be unknown and not equal'


@pytest.mark.clause("condition2")
def test_a_statement_that_contradicts_is_found_and_not_believed() -> None:
    model = parse("(float[2,3] a) => (float[2,3] y) <float[2,4] b> { b = Relu(a) y = Add(a, b) }")
    (finding,) = check(model).findings
    assert (finding.code, finding.place.value) == ("IC107", "b")
    assert finding.message == '"b" is stated to be [2, 4], and is [2, 3]'


def test_a_statement_of_another_rank_or_type_contradicts() -> None:
    assert codes(parse("(float[2,3] a) => (float[6] y) { y = Relu(a) }")) == ["IC107"]
    assert codes(parse("(float[2] a) => (int64[2] y) { y = Relu(a) }")) == ["IC204"]
    assert codes(parse("(float[2] a) => (seq(float[2]) y) { y = Relu(a) }")) == ["IC204"]


def test_a_statement_for_one_size_of_many_is_a_condition() -> None:
    (finding,) = check(parse("(float[N,3] a) => (float[4,3] y) { y = Relu(a) }")).findings
    assert (finding.code, finding.condition) == ("IC302", "N is 4")
    assert codes(parse("(float[N,3] a) => (float[4,3] y) { y = Relu(a) }"), dims={"N": 4}) == []


def test_an_initializer_contradicts_the_input_it_is_the_default_of() -> None:
    model = parse("(float[2,3] a, float[4] w) => (float[] y) { y = Add(a, w) }")
    model.graph.initializer.append(helper.make_tensor("w", TensorProto.FLOAT, [3], [0.0] * 3))
    assert codes(model) == ["IC107", "IC101"]


def test_a_default_that_a_caller_may_replace_is_no_constant() -> None:
    """Since IR version 4; before, every initializer was an input."""
    model = parse("(float[6] x, int64[2] s) => (float[] y) { y = Reshape(x, s) }")
    model.graph.initializer.append(helper.make_tensor("s", TensorProto.INT64, [2], [2, 3]))
    assert _shape(model) == ("?", "?")
    model.ir_version = 3
    assert _shape(model) == ("2", "3")
    model.ir_version = 9
    del model.graph.input[1:]
    assert _shape(model) == ("2", "3")


def _shape(model: ModelProto) -> tuple[str, ...] | None:
    shape = Inference(load(model), Listener()).run().values["y"].shape
    return None if shape is None else tuple(map(str, shape))


@pytest.mark.parametrize(
    ("nodes", "expected"),
    [
        ("s = Shape(x) y = ConstantOfShape(s)", ("N", "S", "64")),
        ("s = Shape <start=1> (x) y = ConstantOfShape(s)", ("S", "64")),
        ("t = Constant <value_ints=[0, -1]> () y = Reshape(x, t)", ("N", "64·S")),
        ("t = Constant <value_ints=[-1, 16]> () y = Reshape(x, t)", ("4·N·S", "16")),
        ("t = Constant <value_ints=[0, 0, 8, -1]> () y = Reshape(x, t)", ("N", "S", "8", "8")),
        ("s = Shape(x) two = Constant <value_int=2> () t = Mul(s, two) y = Expand(one, t)", ("2·N", "2·S", "128")),
        ("n = Size(x) o = Constant <value_int=0> () d = Constant <value_int=1> () y = Range(o, n, d)", ("64·N·S",)),
        ("y = Concat <axis=1> (x, x)", ("N", "2·S", "64")),
        ("z = Concat <axis=1> (x, p) y = Relu(z)", ("N", "S + 5", "64")),
        ("y = Flatten <axis=2> (x)", ("N·S", "64")),
        ("i = Constant <value_int=1> () s = Shape(x) g = Gather(s, i) a = Constant <value_ints=[0]> () "
         "u = Unsqueeze(g, a) st = Constant <value_ints=[0]> () y = Slice(mask, st, u, a)", ("min(1024, S)",)),
        ("s = Shape(x) o = Constant <value_ints=[-1]> () e = Equal(s, o) k = Constant <value_ints=[7]> () "
         "w = Where(e, k, s) y = Expand(one, w)", ("N", "S", "64")),
        ("s = Shape(x) h = Constant <value_ints=[1, 2, 1]> () q = Div(s, h) m = Mul(q, h) y = ConstantOfShape(m)",
         ("N", "2·(S/2)", "64")),
        ("s = Shape(x) c = Cast <to=6> (s) d = Cast <to=7> (c) y = ConstantOfShape(d)", ("N", "S", "64")),
        ("t = Constant <value_ints=[2, 1, 3]> () y = Tile(x, t)", ("2·N", "S", "192")),
        ("y = Transpose <perm=[2, 0, 1]> (x)", ("64", "N", "S")),
    ],
)  # fmt: skip
def test_sizes_are_followed_through_arithmetic(nodes: str, expected: tuple[str, ...]) -> None:
    inputs = "float[N,S,64] x, float[N,5,64] p, float[1] one, float[1024] mask"
    model = parse(f"({inputs}) => (float[] y) {{ {nodes} }}")
    assert _shape(model) == expected


@pytest.mark.parametrize(
    ("nodes", "opset", "expected"),
    [
        ("u = Unsqueeze <axes = [0, 3]> (x) y = Squeeze <axes = [0]> (u)", 11, ("N", "S", "1", "64")),
        ("y = Slice <axes = [2], starts = [0], ends = [9]> (x)", 9, ("N", "S", "9")),
        ("y = Concat (x, x)", 3, ("N", "2·S", "64")),
        ("y = ReduceSum <axes = [1], keepdims = 0> (x)", 11, ("N", "64")),
    ],
)
def test_older_opsets_have_attributes_where_newer_ones_have_operands(
    nodes: str, opset: int, expected: tuple[str, ...]
) -> None:
    assert _shape(parse(f"(float[N,S,64] x) => (float[] y) {{ {nodes} }}", opset)) == expected


def test_half_a_size_twice_is_not_the_size() -> None:
    """Integer division truncates: 2·(N/2) is N only for even N, so it must not be taken for N."""
    model = parse(
        "(float[N] x) => (float[] y) { s = Shape(x) two = Constant <value_ints=[2]> () h = Div(s, two) d = Mul(h, two)"
        " z = ConstantOfShape(d) y = Add(x, z) }"
    )
    (finding,) = check(model).findings
    assert finding.code == "IC301"
    assert finding.condition == "N = 2·(N/2), or N is 1, or 2·(N/2) is 1"


def test_data_dependent_sizes_are_never_equal() -> None:
    model = parse("(float[4] x) => (int64[] y) { a = NonZero(x) b = NonZero(x) y = Add(a, b) }")
    assert codes(model) == ["IC303"]
    same = parse("(float[4] x) => (int64[] y) { a = NonZero(x) b = Identity(a) y = Add(a, b) }")
    assert codes(same) == []
