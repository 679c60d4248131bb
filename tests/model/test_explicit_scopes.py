"""`explicit` in subgraphs, functions and graphs for training: what can be read where, and what may be shared."""

from __future__ import annotations

import numpy as np
import onnx
import pytest
from onnx import ModelProto, TrainingInfoProto, helper

from isocast.errors import ModelError
from isocast.model import explicit
from isocast.model.changes import Means
from tests.model.rewritten import assert_done, assert_same_results, floats, lines, rewritten
from tests.onnx_models import parse


def branch(model: ModelProto, operator: str, name: str) -> onnx.GraphProto:
    node = next(node for node in model.graph.node if node.op_type == operator)
    return next(attribute.g for attribute in node.attribute if attribute.name == name)


IF = """(bool c, float[N,3] x, float[3] b) => (float[N,3] y) {{
    {before}
    y = If (c) <then_branch = t () => (float[N,3] u) {{ u = Add(x, b) }},
                else_branch = e () => (float[N,3] v) {{ w = Mul(x, b) v = Sub(w, b) }}>
}}"""


def test_branches_are_rewritten_with_what_stands_outside() -> None:
    body = IF.format(before="")
    found = rewritten(body)
    expected = ["x.shape = Shape(x)", "b.expand = Expand(b, x.shape)", "u = Add(x, b.expand)"]
    assert lines(branch(found.model, "If", "then_branch")) == expected
    inner = ["x.shape_1 = Shape(x)", "b.expand_1 = Expand(b, x.shape_1)", "w = Mul(x, b.expand_1)"]
    assert lines(branch(found.model, "If", "else_branch")) == [*inner, "v = Sub(w, b.expand_1)"]
    assert lines(found.model.graph) == ["y = If(c)"]
    assert [str(change.place.graph) for change in found.changes] == [
        "graph main > node 0 (If) then_branch", *["graph main > node 0 (If) else_branch"] * 2,
    ]  # fmt: skip
    feeds = [floats(1, x=(n, 3), b=(3,)) | {"c": np.array(c)} for n in (0, 1, 4) for c in (True, False)]
    assert assert_same_results(parse(body), found.model, feeds) == 6


def test_what_was_inserted_before_a_node_is_used_inside_it() -> None:
    found = rewritten(IF.format(before="z = Add(x, b)"))
    assert lines(branch(found.model, "If", "then_branch")) == ["u = Add(x, b.expand)"]
    assert [change.means for change in found.changes] == [Means.EXPAND, *[Means.SHARED] * 3]


def test_what_is_inserted_inside_a_node_is_not_used_outside() -> None:
    body = IF.format(before="").replace("y = If", "p = If").replace("=> (float[N,3] y) {", "=> (float[N,3] y) {", 1)
    found = rewritten(body.rstrip().removesuffix("}") + " y = Add(x, b) }")
    assert lines(found.model.graph)[-1] == "y = Add(x, b.expand_2)"


def test_a_name_that_means_another_value_inside_is_another_value() -> None:
    model = parse(IF.format(before="z = Add(x, b)"))
    inner = branch(model, "If", "then_branch")
    inner.node.insert(0, helper.make_node("Neg", ["b"], ["b2"]))
    inner.node.insert(1, helper.make_node("Relu", ["b2"], ["x"]))  # a vector now, and another one
    inner.node[2].input[:] = ["z", "x"]
    found = explicit(model)
    assert lines(branch(found.model, "If", "then_branch"))[-1] == "u = Add(z, x.expand)"
    shared = [node for node in found.model.graph.node if node.op_type == "Expand"]
    assert [list(node.input) for node in shared] == [["b", "x/isocast_shape"]]


LOOP = """(int64 n, float[2,3] x, float[3] b) => (float[2,3] y, float[K,2,3] s) {
    t = Constant <value = bool {1}> ()
    y, s = Loop (n, t, x) <body = g (int64 i, bool c, float[2,3] u) => (bool d, float[2,3] v, float[2,3] w) {
        d = Identity(c) v = Add(u, b) w = Mul(v, b)
    }>
}"""


def test_bodies_of_loops_are_rewritten() -> None:
    found = rewritten(LOOP)
    inner = branch(found.model, "Loop", "body")
    assert lines(inner)[1:] == ["b.expand = Expand(b, [2, 3])", "v = Add(u, b.expand)", "w = Mul(v, b.expand)"]
    feeds = [floats(1, x=(2, 3), b=(3,)) | {"n": np.array(count)} for count in (0, 1, 3)]
    assert assert_same_results(parse(LOOP), found.model, feeds) == 3


def test_a_loop_whose_shapes_grow_gets_computed_targets() -> None:
    body = """(int64 n, float[1,3] x, float[3] b) => (float[] y) {
        t = Constant <value = bool {1}> ()
        y = Loop (n, t, x) <body = g (int64 i, bool c, float u) => (bool d, float v) {
            d = Identity(c) w = Add(u, b) v = Concat <axis = 0> (w, w)
        }>
    }"""
    model = parse(body)
    inner = branch(model, "Loop", "body")
    inner.input[2].type.tensor_type.ClearField("shape")
    inner.output[1].type.tensor_type.ClearField("shape")
    found = explicit(model)
    assert_done(found.model)
    assert [change.target for change in found.changes] == ["computed"] * 2
    feeds = [floats(1, x=(1, 3), b=(3,)) | {"n": np.array(count)} for count in (0, 1, 3)]
    assert assert_same_results(model, found.model, feeds) == 3


def test_bodies_of_scans_are_rewritten() -> None:
    body = """(float[N,3] x, float[1] b) => (float[3] f, float[N,3] y) {
        z = Constant <value_floats = [0.0, 0.0, 0.0]> ()
        f, y = Scan (z, x) <num_scan_inputs = 1, body = g (float[3] s, float[3] e) => (float[3] t, float[3] o) {
            t = Add(s, e) o = Mul(t, b)
        }>
    }"""
    found = rewritten(body)
    assert lines(branch(found.model, "Scan", "body"))[-1] == "o = Mul(t, b.expand)"
    assert assert_same_results(parse(body), found.model, [floats(1, x=(n, 3), b=(1,)) for n in (1, 4)]) == 2


SHIFT = '<opset_import: ["": 18], domain: "own"> Shift (x, b) => (y) { y = Add(x, b) }'


def test_a_function_called_with_one_kind_of_shapes_gets_its_numbers() -> None:
    found = rewritten(
        "(float[2,3] x, float[3] b) => (float[2,3] y) { u = own.Shift(x, b) y = own.Shift(u, b) }", functions=SHIFT
    )
    assert lines(found.model.functions[0]) == ["b.expand = Expand(b, [2, 3])", "y = Add(x, b.expand)"]


def test_a_function_called_with_different_shapes_is_right_for_each() -> None:
    body = """(float[2,3] x, float[N,M] z, float[M] c, float[3] b) => (float[2,3] y, float[N,M] w) {
        y = own.Shift(x, b) w = own.Shift(z, c)
    }"""
    found = rewritten(body, functions=SHIFT)
    expected = ["x.shape = Shape(x)", "b.expand = Expand(b, x.shape)", "y = Add(x, b.expand)"]
    assert lines(found.model.functions[0]) == expected
    assert [(change.old_shape, change.new_shape) for change in found.changes] == [(None, None)]
    feeds = [floats(1, x=(2, 3), z=(n, m), c=(m,), b=(3,)) for n in (1, 4) for m in (1, 5)]
    assert assert_same_results(parse(body, functions=SHIFT), found.model, feeds) == 4


def test_a_function_that_stretches_now_one_operand_and_now_the_other() -> None:
    body = """(float[2,3] x, float[3] b, float[N] s, float[M,N] t) => (float[2,3] y, float[M,N] z) {
        y = own.Shift(x, b) z = own.Shift(s, t)
    }"""
    found = explicit(parse(body, functions=SHIFT))
    # One body for both calls: in each of them one of the targets is smaller than the operand, which is said (IC104).
    assert_done(found.model, allowed={"IC104"})
    assert lines(found.model.functions[0]) == [
        "b.shape = Shape(b)", "x.expand = Expand(x, b.shape)", "x.shape = Shape(x.expand)",
        "b.expand = Expand(b, x.shape)", "y = Add(x.expand, b.expand)",
    ]  # fmt: skip
    feeds = [floats(1, x=(2, 3), b=(3,), s=(n,), t=(m, n)) for n in (1, 4) for m in (0, 5)]
    assert assert_same_results(parse(body, functions=SHIFT), found.model, feeds) == 4


def test_a_function_that_nothing_calls_is_rewritten_too() -> None:
    found = rewritten("(float[2] x) => (float[2] y) { y = Relu(x) }", functions=SHIFT)
    assert lines(found.model.functions[0])[-1] == "y = Add(x.expand, b.expand)"


def test_static_refuses_a_function_called_with_different_shapes() -> None:
    body = """(float[2,3] x, float[3] b, float[4] s, float t) => (float[] y, float[] z) {
        y = own.Shift(x, b) z = own.Shift(s, t)
    }"""
    with pytest.raises(ModelError, match="is not known") as caught:
        explicit(parse(body, functions=SHIFT), static=True)
    assert "different shapes" in caught.value.help


def test_attributes_of_a_call_reach_the_body() -> None:
    product = (
        '<opset_import: ["": 18], domain: "own"> Product <turn: int = 0> (a, b, c) => (y)'
        " { y = Gemm <transA: int = @turn> (a, b, c) }"
    )
    call = "(float[M,3] a, float[3,4] b, float[4] c) => (float[M,4] y) { y = own.Product(a, b, c) }"
    found = rewritten(call, functions=product)
    assert "a.sizes = Gather(a.shape, [0])" in lines(found.model.functions[0])
    turned = "(float[3,M] a, float[3,4] b, float[4] c) => (float[M,4] y) { y = own.Product <turn = 1> (a, b, c) }"
    assert "a.sizes = Gather(a.shape, [1])" in lines(rewritten(turned, functions=product).model.functions[0])
    both = """(float[M,3] a, float[3,N] d, float[3,4] b, float[4] c) => (float[M,4] y, float[N,4] z) {
        y = own.Product(a, b, c) z = own.Product <turn = 1> (d, b, c)
    }"""
    with pytest.raises(ModelError, match="differ from call to call"):
        explicit(parse(both, functions=product))


def test_functions_keep_their_constants_as_nodes() -> None:
    body = "{ w = Constant <value_floats = [1.0, 2.0]> () y = Mul(x, w) }"
    scale = f'<opset_import: ["": 18], domain: "own"> Scale (x) => (y) {body}'
    found = rewritten("(float[3,2] x) => (float[3,2] y) { y = own.Scale(x) }", functions=scale)
    assert [change.means for change in found.changes] == [Means.FOLDED]
    assert not found.model.functions[0].value_info


def test_graphs_for_training_are_rewritten() -> None:
    model = parse("(float[2,3] x, float[3] b) => (float[2,3] y) { y = Add(x, b) }")
    shapes = {"p": [4, 3], "q": [3], "r": [4, 3]}
    ports = [helper.make_tensor_value_info(name, 1, shape) for name, shape in shapes.items()]
    graph = helper.make_graph([helper.make_node("Sub", ["p", "q"], ["r"])], "step", ports[:2], ports[2:])
    model.training_info.append(TrainingInfoProto(algorithm=graph))
    found = explicit(model)
    assert_done(found.model)
    assert lines(found.model.training_info[0].algorithm) == ["q.expand = Expand(q, [4, 3])", "r = Sub(p, q.expand)"]


def test_a_function_that_stands_in_for_an_operator_is_no_operator() -> None:
    model = parse("(float[2,3] x, float[3] b) => (float[2,3] y) { y = Add(x, b) }", functions=SHIFT)
    model.functions[0].domain, model.functions[0].name = "", "Add"
    model.functions[0].node[0].op_type = "Identity"
    del model.functions[0].node[0].input[1]
    assert explicit(model).changes == ()
