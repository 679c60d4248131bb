"""What `explicit` inserts before each broadcasting operator: the nodes, one by one."""

from __future__ import annotations

import numpy as np
import pytest
from onnx import TensorProto

from isocast.model import explicit
from isocast.model.changes import Means
from tests.model.rewritten import assert_same_results, floats, lines, rewritten
from tests.onnx_models import parse

CASES = {
    "equal shapes get nothing": (
        "(float[2,3] x, float[2,3] b) => (float[2,3] y) { y = Add(x, b) }",
        ["y = Add(x, b)"],
    ),
    "equal names get nothing": (
        "(float[N,3] x, float[N,3] b) => (float[N,3] y) { y = Add(x, b) }",
        ["y = Add(x, b)"],
    ),
    "known sizes": (
        "(float[2,3] x, float[3] b) => (float[2,3] y) { y = Add(x, b) }",
        ["b.expand = Expand(b, [2, 3])", "y = Add(x, b.expand)"],
    ),
    "both operands": (
        "(float[2,1] x, float[1,3] b) => (float[2,3] y) { y = Sub(x, b) }",
        ["x.expand = Expand(x, [2, 3])", "b.expand = Expand(b, [2, 3])", "y = Sub(x.expand, b.expand)"],
    ),
    "a scalar": (
        "(float[2,3] x, float b) => (float[2,3] y) { y = Mul(b, x) }",
        ["b.expand = Expand(b, [2, 3])", "y = Mul(b.expand, x)"],
    ),
    "size 0": (
        "(float[0,3] x, float[1,3] b) => (float[0,3] y) { y = Add(x, b) }",
        ["b.expand = Expand(b, [0, 3])", "y = Add(x, b.expand)"],
    ),
    "a symbolic size: the other operand's shape": (
        "(float[N,3] x, float[3] b) => (float[N,3] y) { y = Add(x, b) }",
        ["x.shape = Shape(x)", "b.expand = Expand(b, x.shape)", "y = Add(x, b.expand)"],
    ),
    "symbolic sizes of two operands": (
        "(float[N,1] x, float[1,M] b) => (float[N,M] y) { y = Add(x, b) }",
        [
            "x.shape = Shape(x)", "x.sizes = Gather(x.shape, [0])", "b.shape = Shape(b)",
            "b.sizes = Gather(b.shape, [1])", "x.target = Concat(x.sizes, b.sizes)",
            "x.expand = Expand(x, x.target)", "b.expand = Expand(b, x.target)", "y = Add(x.expand, b.expand)",
        ],
    ),
    "sizes that may be equal or 1: Expand's own rule": (
        "(float[N] x, float[M] b) => (float[K] y) { y = Add(x, b) }",
        [
            "b.shape = Shape(b)", "x.expand = Expand(x, b.shape)", "x.shape = Shape(x.expand)",
            "b.expand = Expand(b, x.shape)", "y = Add(x.expand, b.expand)",
        ],
    ),
    "a size that has to be 4 or 1": (
        "(float[N] x, float[4] b) => (float[4] y) { y = Add(x, b) }",
        ["x.expand = Expand(x, [4])", "y = Add(x.expand, b)"],
    ),
    "unknown ranks": (
        "(float x, float z) => (float[K] y) { a = own.C(x) b = own.C(z) y = Add(a, b) }",
        [
            "a = C(x)", "b = C(z)", "b.shape = Shape(b)", "a.expand = Expand(a, b.shape)",
            "a.shape = Shape(a.expand)", "b.expand = Expand(b, a.shape)", "y = Add(a.expand, b.expand)",
        ],
    ),
    "three operands, known": (
        "(bool[3] c, float[2,1] x, float y) => (float[2,3] z) { z = Where(c, x, y) }",
        [
            "c.expand = Expand(c, [2, 3])", "x.expand = Expand(x, [2, 3])", "y.expand = Expand(y, [2, 3])",
            "z = Where(c.expand, x.expand, y.expand)",
        ],
    ),
    "three operands, unknown": (
        "(float x) => (float[K] z) { a = own.C(x) b = own.C(x) c = own.C(x) z = Max(a, b, c) }",
        [
            "a = C(x)", "b = C(x)", "c = C(x)", "b.shape = Shape(b)", "a.expand = Expand(a, b.shape)",
            "c.shape = Shape(c)", "a.expand_1 = Expand(a.expand, c.shape)", "a.shape = Shape(a.expand_1)",
            "b.expand = Expand(b, a.shape)", "c.expand = Expand(c, a.shape)", "z = Max(a.expand_1, b.expand, c.expand)",
        ],
    ),
    "one operand": ("(float[2] x) => (float[2] y) { y = Sum(x) }", ["y = Sum(x)"]),
    "MatMul, known": (
        "(float[7,2,3] x, float[3,400] w) => (float[7,2,400] y) { y = MatMul(x, w) }",
        ["w.expand = Expand(w, [7, 3, 400])", "y = MatMul(x, w.expand)"],
    ),
    "MatMul, symbolic": (
        "(float[N,2,3] x, float[3,4] w) => (float[N,2,4] y) { y = MatMul(x, w) }",
        [
            "x.shape = Shape(x)", "x.sizes = Slice(x.shape, [0], [-2])", "w.target = Concat(x.sizes, [3, 4])",
            "w.expand = Expand(w, w.target)", "y = MatMul(x, w.expand)",
        ],
    ),
    "MatMul, symbolic matrices": (
        "(float[5,M,K] x, float[K,L] w) => (float[5,M,L] y) { y = MatMul(x, w) }",
        [
            "w.shape = Shape(w)", "w.sizes_1 = Slice(w.shape, [-2], [9223372036854775807])",
            "w.target = Concat([5], w.sizes_1)", "w.expand = Expand(w, w.target)", "y = MatMul(x, w.expand)",
        ],
    ),
    "MatMul, a matrix and no known rank": (
        "(float x, float[3,4] w) => (float[K] y) { a = own.C(x) y = MatMul(a, w) }",
        [
            "a = C(x)", "a.shape = Shape(a)", "a.sizes = Slice(a.shape, [0], [-2])",
            "w.target = Concat(a.sizes, [3, 4])", "w.expand = Expand(w, w.target)", "y = MatMul(a, w.expand)",
        ],
    ),
    "MatMul of matrices and vectors": (
        "(float[2,3] x, float[3] v) => (float[2] y) { y = MatMul(x, v) }",
        ["y = MatMul(x, v)"],
    ),
    "MatMul, a vector against a batch": (
        "(float[5,2,3] x, float[3] v) => (float[5,2] y) { y = MatMul(x, v) }",
        [
            "v.lift = Unsqueeze(v, [1])", "v.expand = Expand(v.lift, [5, 3, 1])", "y.matmul = MatMul(x, v.expand)",
            "y = Squeeze(y.matmul, [-1])",
        ],
    ),
    "MatMul, a vector first": (
        "(float[3] v, float[5,3,4] x) => (float[5,4] y) { y = MatMul(v, x) }",
        [
            "v.lift = Unsqueeze(v, [0])", "v.expand = Expand(v.lift, [5, 1, 3])", "y.matmul = MatMul(v.expand, x)",
            "y = Squeeze(y.matmul, [-2])",
        ],
    ),
    "Gemm, known": (
        "(float[3,2] a, float[4,3] b, float[4] c) => (float[2,4] y) { y = Gemm <transA = 1, transB = 1> (a, b, c) }",
        ["c.expand = Expand(c, [2, 4])", "y = Gemm(a, b, c.expand)"],
    ),
    "Gemm, symbolic and transposed": (
        "(float[3,M] a, float[L,3] b, float c) => (float[M,L] y) { y = Gemm <transA = 1, transB = 1> (a, b, c) }",
        [
            "a.shape = Shape(a)", "a.sizes = Gather(a.shape, [1])", "b.shape = Shape(b)",
            "b.sizes = Gather(b.shape, [0])", "c.target = Concat(a.sizes, b.sizes)", "c.expand = Expand(c, c.target)",
            "y = Gemm(a, b, c.expand)",
        ],
    ),
    "Gemm, an unknown operand": (
        "(float x, float[3,4] b, float[4] c) => (float[2,4] y) { a = own.C(x) y = Gemm(a, b, c) }",
        [
            "a = C(x)", "a.shape = Shape(a)", "a.sizes = Gather(a.shape, [0])", "b.shape = Shape(b)",
            "b.sizes = Gather(b.shape, [1])", "c.target = Concat(a.sizes, b.sizes)", "c.expand = Expand(c, c.target)",
            "y = Gemm(a, b, c.expand)",
        ],
    ),
    "Gemm without C": (
        "(float[2,3] a, float[3,4] b) => (float[2,4] y) { y = Gemm(a, b) }",
        ["y = Gemm(a, b)"],
    ),
    "Gemm with C left out": (
        '(float[2,3] a, float[3,4] b) => (float[2,4] y) { y = Gemm(a, b, "") }',
        ["y = Gemm(a, b, )"],
    ),
    "PRelu, known": (
        "(float[2,3,4] x, float[3,1] s) => (float[2,3,4] y) { y = PRelu(x, s) }",
        ["s.expand = Expand(s, [2, 3, 4])", "y = PRelu(x, s.expand)"],
    ),
    "PRelu, symbolic": (
        "(float[N,3,4] x, float[3,1] s) => (float[N,3,4] y) { y = PRelu(x, s) }",
        ["x.shape = Shape(x)", "s.expand = Expand(s, x.shape)", "y = PRelu(x, s.expand)"],
    ),
    "PRelu, unknown": (
        "(float z, float[3,1] s) => (float[K] y) { x = own.C(z) y = PRelu(x, s) }",
        ["x = C(z)", "x.shape = Shape(x)", "s.expand = Expand(s, x.shape)", "y = PRelu(x, s.expand)"],
    ),
    "PRelu, a slope that has to be X's or 1": (
        "(float[N,3] x, float[M,3] s) => (float[N,3] y) { y = PRelu(x, s) }",
        ["x.shape = Shape(x)", "s.expand = Expand(s, x.shape)", "y = PRelu(x, s.expand)"],
    ),
    "Gemm, a C that has to be the product's or 1": (
        "(float[M,3] a, float[3,4] b, float[P,Q] c) => (float[M,4] y) { y = Gemm(a, b, c) }",
        [
            "a.shape = Shape(a)", "a.sizes = Gather(a.shape, [0])", "c.target = Concat(a.sizes, [4])",
            "c.expand = Expand(c, c.target)", "y = Gemm(a, b, c.expand)",
        ],
    ),
    "a shape that is only stated is not made a number": (
        "(float[2,3] x, float[3] b) => (float[2,3] y) <float[2,3] a> { a = own.C(x) y = Add(a, b) }",
        ["a = C(x)", "a.shape = Shape(a)", "b.expand = Expand(b, a.shape)", "y = Add(a, b.expand)"],
    ),
}  # fmt: skip


@pytest.mark.clause("multi-1", "multi-2", "multi-3", "uni-1", "uni-2", "uni-3", "R4", "step1", "step2")
@pytest.mark.parametrize(("body", "expected"), CASES.values(), ids=CASES)
def test_what_is_inserted(body: str, expected: list[str]) -> None:
    assert lines(rewritten(body).model.graph) == expected


_BINARY = ["Add", "Sub", "Mul", "Div", "Pow", "Max", "Min", "Mean", "Sum"]
_COMPARED = ["Equal", "Greater", "GreaterOrEqual", "Less", "LessOrEqual"]
_LOGICAL = ["And", "Or", "Xor"]
_INTEGER = ["BitwiseAnd", "BitwiseOr", "BitwiseXor", "Mod", 'BitShift <direction = "LEFT">']


@pytest.mark.clause("multi-operators", "004.C1")
@pytest.mark.parametrize("operator", [*_BINARY, *_COMPARED, *_LOGICAL, *_INTEGER])
def test_every_operator_with_two_operands(operator: str) -> None:
    given = "bool" if operator in _LOGICAL else "uint32" if operator in _INTEGER else "float"
    result = "bool" if operator in (*_LOGICAL, *_COMPARED) else given
    name = operator.partition(" ")[0]
    body = f"({given}[4,1,3] a, {given}[2,1] b) => ({result}[4,2,3] y) {{ y = {operator} (a, b) }}"
    found = rewritten(body)
    assert lines(found.model.graph)[-1] == f"y = {name}(a.expand, b.expand)"
    assert [change.means for change in found.changes] == [Means.EXPAND, Means.EXPAND]
    assert [(change.old_shape, change.new_shape) for change in found.changes] == [
        ((4, 1, 3), (4, 2, 3)),
        ((2, 1), (4, 2, 3)),
    ]
    random = np.random.default_rng(3)
    type_ = {"bool": np.bool_, "uint32": np.uint32, "float": np.float32}[given]
    feed = {"a": random.integers(1, 5, (4, 1, 3)).astype(type_), "b": random.integers(1, 5, (2, 1)).astype(type_)}
    assert assert_same_results(parse(body), found.model, [feed]) == 1


def test_symbolic_models_give_the_same_for_every_size() -> None:
    body = "(float[N,4,P] x, float[M,1] b, float[K,N,1,1] c) => (float[K,N,4,P] y) { y = Sum(x, b, c) }"
    found = rewritten(body)
    feeds = [
        floats(1, x=(n, 4, p), b=(m, 1), c=(k, n, 1, 1))
        for n in (0, 1, 3)
        for p in (0, 1, 2)
        for m in (1, 3, 4)
        for k in (0, 1, 2)
    ]
    assert assert_same_results(parse(body), found.model, feeds) == 54  # M has to be 4 or 1


def test_matmul_gives_the_same_for_every_size() -> None:
    body = (
        "(float[A,B,2,K] x, float[C,K,3] w, float[K] v) => (float[] y, float[] z) { y = MatMul(x, w) z = MatMul(x, v) }"
    )
    found = rewritten(body)
    feeds = [
        floats(1, x=(a, b, 2, k), w=(c, k, 3), v=(k,)) for a in (1, 3) for b in (1, 2) for c in (1, 2) for k in (1, 4)
    ]
    whole = [
        {name: np.round(4 * array) for name, array in feed.items()} for feed in feeds
    ]  # sums in any order are equal
    assert assert_same_results(parse(body), found.model, whole) == 16


def test_a_change_says_what_an_auditor_needs() -> None:
    (change,) = rewritten("(float[N,3] x, float[3] b) => (float[N,3] y) { y = Add(x, b) }").changes
    assert str(change.place) == "graph main  node 0 (Add)  input B"
    assert (change.means, change.clause, change.type, change.target) == (Means.EXPAND, "multi-2", "float", "computed")
    assert (change.old_value, change.new_value) == ("b", "b/isocast_expand")
    assert (change.old_shape, change.new_shape) == ((3,), ("N", 3))
    assert change.inserted == ("x/isocast_shape", "b/isocast_expand")
    assert (change.elements, change.bytes) == ("3·N", "12·N")


def test_inserted_values_are_stated() -> None:
    found = rewritten("(float[N,3] x, float[3] b, float[2,1] c) => (float[N,3] y) { z = Add(x, b) y = Add(x, c) }")
    infos = {info.name: info.type.tensor_type for info in found.model.graph.value_info}
    assert {name for node in found.model.graph.node for name in node.output} - set(infos) == {"y", "z"}
    sizes = [dim.dim_param or dim.dim_value for dim in infos["b/isocast_expand"].shape.dim]
    assert (infos["b/isocast_expand"].elem_type, sizes) == (TensorProto.FLOAT, ["N", 3])
    assert infos["x/isocast_shape"].elem_type == TensorProto.INT64


def test_an_expand_that_does_not_settle_it_is_not_taken_for_one() -> None:
    batch = "s = Shape(a) z = Constant <value_ints = [0]> () m = Constant <value_ints = [-2]> () k = Slice(s, z, m)"
    sizes = "n = Constant <value_ints = [3, 4]> () t = Concat <axis = 0> (k, n)"
    body = "(float[N,2,3] a, float[M,3,4] b) => (float[] y) {{ {} c = Expand(b, t) y = MatMul(a, c) }}"
    found = rewritten(body.format(f"{batch} {sizes}"))  # c has the larger batch of the two, and a may have to grow
    assert [change.old_value for change in found.changes] == ["a"]
    one_sided = "(float[N] a, float[M] b) => (float[] y) { s = Shape(a) c = Expand(b, s) y = Add(a, c) }"
    assert [change.old_value for change in rewritten(one_sided).changes] == ["a"]


def test_identical_expands_are_shared() -> None:
    found = rewritten(
        "(float[N,3] x, float[3] b) => (float[N,3] z)"
        " { y = Add(x, b) u = Relu(y) v = Mul(x, b) w = Add(u, b) z = Sub(v, w) }"
    )
    assert [node.op_type for node in found.model.graph.node].count("Expand") == 1
    assert [change.means for change in found.changes] == [Means.EXPAND, Means.SHARED, Means.SHARED]
    assert found.changes[1].inserted == ()


def test_names_that_are_taken_are_not_used() -> None:
    found = rewritten(
        '(float[N,3] x, float[3] b, float[1] "b/isocast_expand", float[1] "x/isocast_shape") => (float[N,3] y)'
        ' { y = Sum(x, b, "b/isocast_expand", "x/isocast_shape") }'
    )
    names = [name for node in found.model.graph.node for name in node.output]
    assert len(set(names)) == len(names)
    assert not set(names) & {"b/isocast_expand", "x/isocast_shape"}


def test_inserted_nodes_are_marked() -> None:
    body = "(float[N,3] x, float[3] b) => (float[N,3] y) { y = Add(x, b) }"
    for node in rewritten(body).model.graph.node:
        marks = {entry.key: entry.value for entry in node.metadata_props}
        assert marks == ({} if node.op_type == "Add" else {"isocast": node.op_type.lower()})
        assert ("/isocast_" in node.name) == (node.op_type != "Add")
    old = parse(body)
    old.ir_version = 9
    assert all(not node.metadata_props for node in explicit(old).model.graph.node)


def test_sizes_that_are_fixed_are_fixed_in_the_model_too() -> None:
    model = parse("(float[N,Q] x, float[M] b) => (float[N,M] y) <float[N,M] z> { z = Relu(x) y = Add(z, b) }")
    model.graph.input[0].type.tensor_type.shape.dim[1].ClearField("dim_param")
    found = explicit(model, dims={"N": 2, "x[1]": 3, "M": 3})
    shapes = {
        info.name: [dim.dim_value for dim in info.type.tensor_type.shape.dim]
        for info in (*found.model.graph.input, *found.model.graph.output, *found.model.graph.value_info)
    }
    assert (shapes["x"], shapes["b"], shapes["y"], shapes["z"]) == ([2, 3], [3], [2, 3], [2, 3])
    assert found.changes[0].target == "constant"
