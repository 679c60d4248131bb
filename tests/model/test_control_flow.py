"""If, Loop, Scan and functions: all of them is looked at, with its path, and nothing is assumed of what varies."""

from __future__ import annotations

import pytest
from onnx import ModelProto

from isocast.model import check, load
from isocast.model.infer import Inference
from tests.model.test_never_wrong import Listener
from tests.onnx_models import parse


def found(model: ModelProto, **options: object) -> list[tuple[str, str]]:
    return [(f.code, str(f.place.graph)) for f in check(model, **options).findings]  # type: ignore[arg-type]


def shape(model: ModelProto, name: str = "y") -> tuple[str, ...] | None:
    sizes = Inference(load(model), Listener()).run().values[name].shape
    return None if sizes is None else tuple(map(str, sizes))


def branches(one: str, other: str) -> ModelProto:
    return parse(
        "(bool c, float[N,3] x, float[3] b) => (float[] y) { y = If (c) <then_branch = t () => (float[] p) { p = "
        f"{one} }}, else_branch = e () => (float[] q) {{ q = {other} }}> }}"
    )


def test_both_branches_are_looked_at_and_see_what_is_around_them() -> None:
    model = branches("Add(x, b)", "Mul(x, x)")
    assert found(model) == [("IC101", "graph main > node 0 (If) then_branch")]
    assert shape(model) == ("N", "3")


def test_what_branches_do_not_agree_on_is_unknown() -> None:
    assert shape(branches("Relu(x)", "Transpose(x)")) == ("?", "?")
    assert shape(branches("Relu(x)", "Relu(b)")) is None


def loop(body: str, outputs: str = "y", start: str = "x") -> ModelProto:
    return parse(
        f"(int64 n, bool c, float[N,3] x, float[3] b) => (float[] y) {{ {outputs} = Loop (n, c, {start}) <body = l "
        f"(int64 i, bool go, float[] s) => {body}> }}"
    )


def test_a_loop_that_keeps_a_shape_keeps_it_outside_too() -> None:
    model = loop("(bool again, float[] t) { again = Identity(go) t = Add(s, x) }")
    assert found(model) == []
    assert shape(model) == ("N", "3")


def test_a_loop_that_changes_a_shape_loses_it() -> None:
    model = loop("(bool again, float[] t) { again = Identity(go) t = Concat <axis=0> (s, x) }")
    assert shape(model) is None
    model = loop("(bool again, float[] t) { again = Identity(go) u = Add(s, b) t = Concat <axis=0> (u, x) }")
    assert found(model) == [("IC303", "graph main > node 0 (Loop) body")]


def test_a_finding_in_a_loop_is_reported_once() -> None:
    model = loop("(bool again, float[] t) { again = Identity(go) t = Add(s, b) }")
    assert found(model) == [("IC101", "graph main > node 0 (Loop) body")]


def test_what_each_iteration_gives_is_stacked_and_its_own_sizes_end_there() -> None:
    body = "(bool again, float[] t, float[] each) { again = Identity(go) t = Identity(s) each = Add(s, x) }"
    assert shape(loop(body, "z, y")) == ("?", "N", "3")
    body = "(bool again, float[] t, int64[] each) { again = Identity(go) t = Identity(s) each = NonZero(s) }"
    model = loop(body, "z, y")
    inside = Inference(load(model), Listener())
    sizes = inside.run().values["y"].shape
    assert sizes is not None
    assert len(set(sizes)) == len(sizes) == 3


def test_what_a_body_states_of_its_input_is_only_stated() -> None:
    model = parse(
        "(int64 n, bool c, float[1] x) => (float[] y) { y = Loop (n, c, x) <body = l (int64 i, bool go, float[K] s) => "
        "(bool again, float[] t) { again = Identity(go) u = Add(s, s) t = Concat <axis=0> (u, s) }> }"
    )
    codes = [code for code, _ in found(model)]
    assert "IC305" in codes


def test_scan_sees_slices_and_stacks_what_it_gives() -> None:
    model = parse(
        "(float[N] s0, float[T, N] xs) => (float[] s, float[] y) { s, y = Scan <num_scan_inputs = 1, body = b "
        "(float[] s_in, float[] x) => (float[] s_out, float[] each) { s_out = Add(s_in, x) each = Mul(s_in, x) }>"
        " (s0, xs) }"
    )
    assert found(model) == []
    assert shape(model) == ("T", "N")
    assert shape(model, "s") == ("N",)


def test_a_function_is_judged_for_each_kind_of_call() -> None:
    model = parse(
        "(float[N,3] x, float[3] b) => (float[] y) "
        "{ p = own.plus(x, x) q = own.plus(x, b) r = own.plus(x, b) y = own.plus(p, q) }",
        functions='<domain: "own", opset_import: ["": 18]> plus (u, v) => (w) { w = Add(u, v) }',
    )
    (finding,) = check(model).findings
    assert finding.code == "IC101"
    assert str(finding.place.graph) == "function own:plus"
    assert finding.place.caller == "graph main node 1"
    assert finding.operands[1].shape == (3,)
    assert shape(model) == ("N", "3")


def test_a_function_that_is_not_called_is_looked_at_too() -> None:
    functions = '<domain: "own", opset_import: ["": 18]> plus (u, v) => (w) { w = Add(u, v) }'
    model = parse("(float[2] x) => (float[2] y) { y = Relu(x) }", functions=functions)
    assert found(model) == [("IC303", "function own:plus")]


def test_attributes_of_a_call_reach_the_body() -> None:
    functions = (
        '<domain: "own", opset_import: ["": 18]> turn <order: ints = [0, 1]> (u) => (w) '
        "{ w = Transpose <perm: ints = @order> (u) }"
    )
    model = parse("(float[2,3] x) => (float[] y) { y = own.turn <order = [1, 0]> (x) }", functions=functions)
    assert shape(model) == ("3", "2")
    model = parse("(float[2,3] x) => (float[] y) { y = own.turn (x) }", functions=functions)
    assert shape(model) == ("2", "3")


def test_a_size_that_a_function_makes_is_another_one_in_each_call() -> None:
    functions = '<domain: "own", opset_import: ["": 18]> where (u) => (w) { w = NonZero(u) }'
    model = parse(
        "(float[4] x) => (int64[] y) { a = own.where(x) b = own.where(x) y = Add(a, b) }", functions=functions
    )
    assert found(model) == [("IC303", "graph main")]


def test_a_function_may_have_an_operators_name() -> None:
    """It is the model's own then, and not looked at as ONNX's."""
    functions = '<domain: "own", opset_import: ["": 18]> Add (u, v) => (w) { w = Relu(u) }'
    model = parse("(float[2,3] x, float[3] b) => (float[2,3] y) { y = own.Add(x, b) }", functions=functions)
    assert found(model) == []


def test_graphs_for_training_are_looked_at_too() -> None:
    model = parse("(float[2,3] x) => (float[2,3] y) { y = Relu(x) }")
    step = parse("(float[3] rate) => (float[2,3] z) { z = Mul(y, rate) }")
    del step.graph.output[:]
    model.training_info.add().algorithm.CopyFrom(step.graph)
    assert found(model) == [("IC101", "graph main > training 0 algorithm")]
    assert check(model).graphs == 2


def test_unknown_operators_make_unknown_values() -> None:
    model = parse("(float[2] x) => (float[2] y) { a = own.Mystery(x) y = Add(x, a) }")
    assert found(model) == [("IC303", "graph main")]


@pytest.mark.parametrize("depth", [1, 6, 20])
def test_loops_inside_loops_take_no_longer_than_they_should(depth: int) -> None:
    body = "t = Add(s, b)"
    for level in range(depth):
        inner = f"(int64 i{level}, bool go{level}, float[] s{level}) => (bool again{level}, float[] t{level})"
        body = (
            f"r{level} = Loop (n, c, x) <body = l{level} {inner} {{ again{level} = Identity(go{level}) "
            f"{body.replace('t =', f'k{level} =')} t{level} = Identity(s{level}) }}>"
        )
    model = parse(f"(int64 n, bool c, float[N,3] x, float[3] b, float[N,3] s) => (float[] r{depth - 1}) {{ {body} }}")
    assert [code for code, _ in found(model)] == ["IC101"]
