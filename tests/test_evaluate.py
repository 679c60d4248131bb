"""Graphs that run: our operators, the plumbing around them, branches, loops and functions."""

from __future__ import annotations

import gc
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

from isocast.errors import ArgumentError, BroadcastError, DivisionByZeroError, IsocastError, TypeMismatchError
from isocast.evaluate import Session
from isocast.evaluate.files import to_array
from isocast.evaluate.graph import Step, with_releases
from isocast.reference import OPERATOR_CLASSES
from tests.onnx_models import parse, saved

F32 = np.float32
X = np.arange(-3, 3, dtype=F32).reshape(2, 3)


def run(body: str, *inputs: Any, opset: int = 18, functions: str = "") -> Any:
    """The only output of a graph."""
    (result,) = Session(parse(body, opset, functions)).run(inputs).values()
    return result


PLUMBING = {
    "constants": "(float[2,3] x) => (float[2,3] z) { c = Constant<value_floats = [1.0, 2.0, 3.0]>() z = Mul(x, c) }",
    "scalar constant": "(float[2,3] x) => (float[2,3] z) { c = Constant<value_float = 2.0>() z = Pow(x, c) }",
    "integer constants": "(float[2,3] x) => (float[3,2] z) { s = Constant<value_ints = [3, -1]>() z = Reshape(x, s) }",
    "identity": "(float[2,3] x) => (float[2,3] z) { z = Identity(x) }",
    "shape": "(float[2,3] x) => (int64[2] z) { z = Shape(x) }",
    "shape from": "(float[2,3] x) => (int64[1] z) { z = Shape<start = -1>(x) }",
    "shape to": "(float[2,3] x) => (int64[k] z) { z = Shape<start = -9, end = 1>(x) }",
    "constant of shape": "(float[2,3] x) => (float[2,3] z) { s = Shape(x) z = ConstantOfShape(s) }",
    "ones of shape": """(float[2,3] x) => (int32[2,3] z)
        { s = Shape(x) z = ConstantOfShape<value = int32[1] {7}>(s) }""",
    "reshape keeping": "(float[2,3] x) => (float[2,1,3] z) { s = Constant<value_ints=[0, 1, -1]>() z = Reshape(x, s) }",
    "unsqueeze": "(float[2,3] x) => (float[1,2,3,1] z) { a = Constant<value_ints = [-1, 0]>() z = Unsqueeze(x, a) }",
    "squeeze": """(float[2,3] x) => (float[2,3] z)
        { a = Constant<value_ints = [0]>() b = Unsqueeze(x, a) z = Squeeze(b, a) }""",
    "squeeze all": """(float[2,3] x) => (float[2,3] z)
        { a = Constant<value_ints = [0, 3]>() b = Unsqueeze(x, a) z = Squeeze(b) }""",
    "cast": "(float[2,3] x) => (int8[2,3] z) { z = Cast<to = 3>(x) }",
    "cast to text": "(float[2,3] x) => (string[2,3] z) { z = Cast<to = 8>(x) }",
    "cast like": "(float[2,3] x) => (double[2,3] z) { d = Constant<value = double {1.0}>() z = CastLike(x, d) }",
    "branch": """(float[2,3] x) => (float[2,3] z) {
        c = Constant<value = bool {1}>()
        z = If(c) <then_branch = g () => (float[2,3] a) { a = Add(x, x) },
                   else_branch = h () => (float[2,3] b) { b = Mul(x, x) }>
    }""",
    "other branch": """(float[2,3] x) => (float[2,3] z) {
        c = Constant<value = bool {0}>()
        two = Constant<value_float = 2.0>()
        z = If(c) <then_branch = g () => (float[2,3] a) { a = Add(x, x) },
                   else_branch = h () => (float[2,3] b) { b = Mul(x, two) }>
    }""",
    "loop": """(float[2,3] x) => (float[2,3] z) {
        n = Constant<value_int = 5>()
        go = Constant<value = bool {1}>()
        z, all = Loop(n, go, x) <body = b (int64 i, bool c, float[2,3] old) => (bool d, float[2,3] new, float[2,3] same)
            { d = Identity(c) f = Cast<to = 1>(i) t = Mul(f, x) new = Add(old, t) same = Identity(new) }>
    }""",
    "condition": """(float[2,3] x) => (int64 z) {
        go = Constant<value = bool {1}>()
        zero = Constant<value_int = 0>()
        z = Loop(, go, zero) <body = b (int64 i, bool c, int64 old) => (bool d, int64 new)
            { ten = Constant<value_int = 10>() one = Constant<value_int = 3>() new = Add(old, one) d = Less(new, ten) }>
    }""",
    "branch in loop": """(float[2,3] x) => (float[2,3] z) {
        n = Constant<value_int = 3>()
        go = Constant<value = bool {1}>()
        z = Loop(n, go, x) <body = b (int64 i, bool c, float[2,3] old) => (bool c, float[2,3] new) {
            one = Constant<value_int = 1>()
            odd = Equal(i, one)
            new = If(odd) <then_branch = g () => (float[2,3] u) { u = Mul(old, x) },
                           else_branch = h () => (float[2,3] v) { v = Add(old, x) }>
        }>
    }""",
}


@pytest.mark.parametrize("body", PLUMBING.values(), ids=PLUMBING)
def test_plumbing_agrees_with_the_reference_evaluator(body: str) -> None:
    model = parse(body)
    outputs = Session(model).run({"x": X})
    for (name, ours), theirs in zip(outputs.items(), ReferenceEvaluator(model).run(None, {"x": X}), strict=True):
        assert ours.shape == theirs.shape, name
        assert ours.dtype == theirs.dtype or (ours.dtype == object and theirs.dtype.kind == "U"), name
        assert np.array_equal(ours, theirs), name


OLD_PLUMBING = {
    "reshape": (1, "(float[2,3] x) => (float[3,2] z) { z = Reshape<shape = [3, -1]>(x) }", X.reshape(3, 2)),
    "unsqueeze": (11, "(float[2,3] x) => (float[2,1,3] z) { z = Unsqueeze<axes = [1]>(x) }", X[:, None]),
    "squeeze": (6, "(float[2,3] x) => (float[2,3] z) { a = Unsqueeze<axes = [0]>(x) z = Squeeze<axes = [0]>(a) }", X),
    "cast": (1, '(float[2,3] x) => (double[2,3] z) { z = Cast<to = "DOUBLE">(x) }', X.astype(float)),
    "constant": (1, "(float[2,3] x) => (float[2,3] z) { c = Constant<value = float[1] {1.0}>() "
                    "z = Add<broadcast = 1>(x, c) }", X + 1),
    "axis": (6, "(float[2,3] x, float[2] y) => (float[2,3] z) { z = Add<broadcast = 1, axis = 0>(x, y) }",
             X + np.array([[1], [2]])),
    "gemm": (6, "(float[2,3] x, float[2] y) => (float[2,2] z) { z = Gemm<broadcast = 1, transB = 1>(x, x, y) }",
             X @ X.T + np.array([1, 2])),
}  # fmt: skip


@pytest.mark.clause("legacy-axis")
@pytest.mark.parametrize(("opset", "body", "expected"), OLD_PLUMBING.values(), ids=OLD_PLUMBING)
def test_old_opsets(opset: int, body: str, expected: Any) -> None:
    model = parse(body, opset)
    inputs = [X, np.array([1, 2], F32)][: len(model.graph.input)]
    (result,) = Session(model).run(inputs).values()
    assert result.dtype == expected.astype(result.dtype).dtype
    assert np.array_equal(result, expected)


def test_functions_have_their_own_opsets_and_attributes() -> None:
    functions = """
    <domain: "own", opset_import: ["": 18]> twice (a) => (b) { b = Add(a, a) }
    <domain: "own", opset_import: ["": 6]> along <axis> (a, c) => (b)
    { b = Add<broadcast = 1, axis: int = @axis>(a, c) }
    <domain: "own", opset_import: ["": 28, "own": 1]>
    power <factor: float = 3.0> (a) => (b)
    { k = Constant<value_float: float = @factor>() t = own.twice(a) b = Pow(t, k) }
    """
    body = """(float[2,3] x, float[2] y) => (float[2,3] a, float[2,3] b, float[2,3] c, float[2,3] d) {
        a = own.twice(x) b = own.along<axis = 0>(x, y) c = own.power(x) d = own.power<factor = 2.0>(x)
    }"""
    y = np.array([10, 20], F32)
    results = Session(parse(body, functions=functions)).run([X, y])
    assert np.array_equal(results["a"], X + X)
    assert np.array_equal(results["b"], X + y[:, None])
    assert np.array_equal(results["c"], (2 * X) ** 3)
    assert np.array_equal(results["d"], (2 * X) ** 2)


def test_optional_inputs_may_be_left_out_of_functions_and_nodes() -> None:
    functions = '<domain: "own", opset_import: ["": 18]> product (a, b, c) => (d) { d = Gemm(a, b, c) }'
    body = "(float[2,3] x, float[3,2] y) => (float[2,2] z, float[2,2] w) { z = own.product(x, y) w = Gemm(x, y, ) }"
    results = Session(parse(body, functions=functions)).run([X, X.T])
    assert np.array_equal(results["z"], X @ X.T)
    assert np.array_equal(results["w"], X @ X.T)


def test_a_loop_stacks_its_scans_even_if_there_are_none() -> None:
    body = """(float[2,3] x, int64 n) => (float[2,3] z, float[k,2,3] s) {
        z, s = Loop(n, , x) <body = b (int64 i, bool c, float[2,3] old) => (bool c, float[2,3] new, float[2,3] out)
            { new = Add(old, x) out = Sub(new, old) }>
    }"""
    session = Session(parse(body))
    for turns in (0, -1):
        results = session.run([X, np.array(turns)])
        assert np.array_equal(results["z"], X)
        assert (results["s"].shape, results["s"].dtype) == ((0, 2, 3), F32)
    three = session.run([X, np.array(3)])
    assert np.array_equal(three["z"], 4 * X)
    assert np.array_equal(three["s"], np.stack([X, X, X]))


def test_a_loop_without_an_end_is_refused() -> None:
    body = """(float[2] x) => (float[2] z) {
        z = Loop( , , x) <body = b (int64 i, bool c, float[2] old) => (bool c, float[2] new) { new = Add(old, x) }>
    }"""
    with pytest.raises(IsocastError, match=r"node 0 \(Loop\): Loop has neither a trip count nor a condition"):
        Session(parse(body))


def test_initializers_are_constants_and_defaults() -> None:
    model = parse("(float[2,3] x, float[3] w) => (float[2,3] z) { z = Add(x, w) }")
    model.graph.initializer.append(numpy_helper.from_array(np.array([1, 2, 3], F32), "w"))
    session = Session(model)
    assert [port.is_optional for port in session.inputs] == [False, True]
    assert np.array_equal(session.run([X])["z"], X + np.array([1, 2, 3]))
    assert np.array_equal(session.run([X, np.ones(3, F32)])["z"], X + 1)
    assert np.array_equal(session.run({"x": X})["z"], X + np.array([1, 2, 3]))


def test_results_are_the_caller_s_own() -> None:
    model = parse("""(float[2,3] x) => (float[2,3] a, float[3] b, float[6] c, float[2,3] d)
        { a = Identity(x) b = Identity(w) s = Shape(a) c = Reshape(x, m) d = ConstantOfShape(s) }""")
    model.graph.initializer.append(numpy_helper.from_array(np.array([1, 2, 3], F32), "w"))
    model.graph.initializer.append(numpy_helper.from_array(np.array([-1]), "m"))
    session, x = Session(model), X.copy()
    for _ in range(2):
        for result in session.run([x]).values():
            result[...] = 7
    assert np.array_equal(x, X)
    assert session.run([x])["b"].tolist() == [1, 2, 3]


def test_a_session_runs_in_many_threads_at_once() -> None:
    session = Session(parse(PLUMBING["loop"]))
    inputs = [X * n for n in range(20)]
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda x: session.run([x])["z"], inputs))
    for x, result in zip(inputs, results, strict=True):
        assert np.array_equal(result, session.run([x])["z"])


def test_slots_are_emptied_by_their_last_reader() -> None:
    calls = [Step("a", len, (0, 2), (3,)), Step("b", len, (3, 3), (4, 1)), Step("c", len, (2, 4), (5,))]  # type: ignore[arg-type]
    assert [sorted(step.releases) for step in with_releases(calls, frozenset((0, 5)))] == [[], [1, 3], [2, 4]]


def test_values_do_not_outlive_their_last_reader() -> None:
    alive: list[int] = []
    made: list[weakref.ref[Any]] = []

    class Watch:
        def begin(self, _node: str, _number: int, _total: int) -> None:
            gc.collect()
            alive.append(sum(reference() is not None for reference in made))

        def iterate(self, _node: str, _number: int, _total: int | None) -> None:
            raise AssertionError("there is no loop")

    session = Session(
        parse("(float[2,3] x) => (float[2,3] z) { a = Add(x, x) b = Mul(a, a) c = Add(b, b) z = Sub(c, x) }")
    )
    graph = session._graph
    for step in graph.steps:

        def call(values: Any, monitor: Any, inner: Any = step.call) -> Any:
            results = inner(values, monitor)
            made.extend(map(weakref.ref, results))
            return results

        object.__setattr__(step, "call", call)
    session.run([X], monitor=Watch())
    assert alive == [0, 1, 1, 1]


def test_ports_say_what_a_model_declares() -> None:
    session = Session(parse("(float[2, n] x, string s) => (float[2, n] z) { z = Add(x, x) }"))
    assert [str(port) for port in session.inputs] == ["x: float[2, n]", "s: string[]"]
    ((x, s), (z,)) = session.inputs, session.outputs
    assert (x.type, x.shape, s.shape, z.name) == ("float", (2, "n"), (), "z")


def test_every_type_passes_through(tmp_path: Path) -> None:
    for number in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16):
        name = TensorProto.DataType.Name(number).lower()
        value = np.array(["a", "ü\0"], object) if name == "string" else helper.tensor_dtype_to_np_dtype(number).type(1)
        model = parse(f"({name}[k] x) => ({name}[k] z) {{ c = Constant<value_ints = [2]>() z = Expand(x, c) }}")
        x = np.asarray(value).reshape(-1)
        result = Session(saved(model, tmp_path)).run([x])["z"]
        assert result.dtype == x.dtype
        assert np.array_equal(result, np.broadcast_to(x, 2)), name


@pytest.mark.clause("int-div", "E1")
def test_errors_name_the_node() -> None:
    body = "(int32[2] x, int32[k] y) => (int32[2] z) { [one] a = Add(x, y) [two] z = Div(x, a) }"
    session = Session(parse(body))
    with pytest.raises(DivisionByZeroError, match=r'^node "two" \(Div\): ') as division:
        session.run([np.array([1, 2], np.int32), np.array([0, -2], np.int32)])
    assert division.value.index == 1
    with pytest.raises(BroadcastError, match=r'^node "one" \(Add\): Add cannot broadcast') as broadcast:
        session.run([np.array([1, 2], np.int32), np.array([0, -2, 3], np.int32)])
    assert (broadcast.value.code, broadcast.value.axis) == ("E1", 0)


def test_errors_in_graphs_within_graphs_name_the_way() -> None:
    functions = '<domain: "own", opset_import: ["": 18]> both (a, b) => (c) { [inner] c = And(a, b) }'
    body = """(float[2] x, int64 n) => (float[2] z) {
        [outer] z = Loop(n, , x) <body = b (int64 i, bool c, float[2] old) => (bool d, float[2] new)
            { [call] d = own.both(c, old) new = Add(old, x) }>
    }"""
    session = Session(parse(body, functions=functions))
    with pytest.raises(TypeMismatchError) as caught:
        session.run([np.ones(2, F32), np.array(1)])
    assert caught.value.summary.startswith('node "outer" (Loop): node "outer" (Loop), body: node "call" (both)')
    assert 'node "inner" (And): And-7 does not take B of element type float' in caught.value.summary


@pytest.mark.clause("sum-mean", "prelu", "max-min")
def test_the_reference_evaluator_computes_exactly_with_our_classes() -> None:
    assert [cls.__name__ for cls in OPERATOR_CLASSES][:3] == ["Add", "And", "BitShift"]
    body = """(float16[n] x, float16[n] y) => (float16[n] s, float16[n] m, float16[n] p, float16[n] e) {
        s = Sum(x, y, y) m = Mean(x, y) p = PRelu(x, y) e = Neg(x)
    }"""
    x, y = np.array([2048, -0.0, 65504], np.float16), np.array([1, -2, 65504], np.float16)
    ours = ReferenceEvaluator(parse(body), new_ops=OPERATOR_CLASSES).run(None, {"x": x, "y": y})
    with np.errstate(over="ignore"):
        plain = ReferenceEvaluator(parse(body)).run(None, {"x": x, "y": y})
    assert ours[0].tolist() == [2050, -4, np.inf] != plain[0].tolist()
    assert ours[1].tolist()[2] == 65504 != plain[1].tolist()[2]
    assert np.signbit(ours[2][1])
    assert np.array_equal(ours[3], plain[3])


def test_the_reference_evaluator_keeps_opsets_attributes_and_errors() -> None:
    functions = '<domain: "own", opset_import: ["": 18]> rest <how> (a, b) => (c) { c = Mod<fmod: int = @how>(a, b) }'
    model = parse("(int8[n] x, int8[m] y) => (int8[n] z) { z = own.rest<how = 1>(x, y) }", functions=functions)
    x, y = np.array([-7, 7], np.int8), np.array([3], np.int8)
    assert ReferenceEvaluator(model, new_ops=OPERATOR_CLASSES).run(None, {"x": x, "y": y})[0].tolist() == [-1, 1]
    old = parse(OLD_PLUMBING["axis"][1], opset=6)
    feeds = {"x": X, "y": np.array([1, 2], F32)}
    assert np.array_equal(
        ReferenceEvaluator(old, new_ops=OPERATOR_CLASSES).run(None, feeds)[0], OLD_PLUMBING["axis"][2]
    )
    named = parse("(float[2] x) => (bool[2] z) { [both] z = And(x, x) }")
    with pytest.raises(TypeMismatchError, match=r'node "both" \(And\): And-7 does not take A of element type float'):
        ReferenceEvaluator(named, new_ops=OPERATOR_CLASSES).run(None, {"x": np.ones(2, F32)})
    with pytest.raises(ArgumentError, match="Add-14 has no attribute"):
        ReferenceEvaluator(parse(OLD_PLUMBING["axis"][1]), new_ops=OPERATOR_CLASSES).run(None, feeds)


def test_a_model_is_a_path_bytes_or_a_message(tmp_path: Path) -> None:
    model = parse(PLUMBING["identity"])
    path = saved(model, tmp_path)
    for source in (model, model.SerializeToString(), path, str(path)):
        assert np.array_equal(Session(source).run([X])["z"], X)


def test_external_data_is_read_from_beside_the_model(tmp_path: Path) -> None:
    model = parse("(float[3] x) => (float[3] z) { z = Add(x, w) }")
    model.graph.initializer.append(numpy_helper.from_array(np.array([1, 2, 3], F32), "w"))
    path = tmp_path / "model.onnx"
    onnx.save(model, path, save_as_external_data=True, location="weights.bin", size_threshold=0)
    assert (tmp_path / "weights.bin").stat().st_size >= 12
    assert Session(path).run([np.ones(3, F32)])["z"].tolist() == [2, 3, 4]


def test_strings_of_a_file_keep_the_zero_characters_at_their_end() -> None:
    tensor = onnx.TensorProto(data_type=onnx.TensorProto.STRING, dims=[2], string_data=[b"a\0", b""])
    assert to_array(tensor, "a tensor").tolist() == ["a\0", ""]
