"""Two models run on the same inputs: equal, different, refusing, crashing, endless, and what no engine can run."""

from __future__ import annotations

import tracemalloc
from hashlib import sha256
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
from onnx import TensorProto, helper

from isocast.errors import ArgumentError
from isocast.model import load, verify
from isocast.model.verdicts import Outcome
from isocast.model.verify.engines import ENGINES, make
from isocast.model.verify.records import record
from isocast.model.verify.structure import compare_structure
from tests.model.pairs import model, pair, verified

PORTS = "(float[2,3] x, float[3] b) => (float[2,3] y)"
ADD = "y = Add(x, b)"
EXPANDED = "s = Shape(x) e = Expand(b, s) y = Add(x, e)"


def test_equal_models_are_verified() -> None:
    found = verified(PORTS, ADD, EXPANDED)
    assert found.passed
    assert found.notes == ()
    assert [run.outcome for run in found.runs] == [Outcome.EQUAL, Outcome.EQUAL]
    assert {run.engine.split()[0] for run in found.runs} == {"onnxruntime"}
    assert [run.seed for run in found.runs] == [0, 1]
    assert found.runs[0].inputs != found.runs[1].inputs


def test_inputs_and_outputs_are_recorded_by_their_hashes() -> None:
    """These hashes are part of the interface: evidence is replayed by them, on any machine and with any NumPy."""
    (run, _) = verified(PORTS, ADD, EXPANDED).runs
    assert [(tensor.name, tensor.type, tensor.shape, tensor.source) for tensor in run.inputs] == [
        ("x", "float", (2, 3), "seed 0"),
        ("b", "float", (3,), "seed 0"),
    ]
    assert [tensor.sha256[:16] for tensor in (*run.inputs, *run.outputs)] == HASHES


HASHES = ["1c8df5fc19bbf58e", "9f5f212c7fd0820d", "41b230238ffbc022"]


def test_symbols_get_telling_sizes() -> None:
    ports = "(float[batch,N] x, float[4] b) => (float[batch,M] y)"
    found = verified(ports, ADD, "s = Shape(b) r = Shape(x) f = Expand(x, s) e = Expand(b, r) y = Add(f, e)", runs=3)
    assert found.passed
    sizes = [run.dims["N"] for run in found.runs if run.outcome is Outcome.EQUAL]
    assert set(sizes) == {1, 4}  # and no other: [batch, 3] does not broadcast with [4]
    assert any(run.outcome is Outcome.REJECTED for run in found.runs)
    assert "refused" in found.notes[0]


def test_sizes_that_are_computed_follow_their_names() -> None:
    ports = '(float["past"] x, float["past + 1"] b) => (float["past + past + 1"] y)'
    found = verified(ports, "z = Concat<axis = 0>(x, b) y = Neg(z)", "z = Concat<axis = 0>(x, b) y = Neg(z)")
    assert [tensor.shape for tensor in found.runs[0].inputs] == [(2,), (3,)]


@pytest.mark.parametrize(
    ("explicit", "outcome", "says"),
    [
        ("s = Shape(x) e = Expand(b, s) y = Sub(x, e)", Outcome.DIFFERENT, '"y" at [0, 0] is '),
        ("c = Cast<to = 11>(x) d = Cast<to = 11>(b) y = Add(c, d)", Outcome.DIFFERENT, '"y" is double, not float'),
        ("a = Constant<value_ints = [1]>() z = Add(x, b) y = Unsqueeze(z, a)", Outcome.DIFFERENT, "shape [2, 1, 3]"),
        ("t = Constant<value_ints = [4, 3]>() e = Expand(b, t) y = Add(x, e)", Outcome.BROKEN, "the explicit model: "),
    ],
)  # fmt: skip
def test_other_results_are_seen(explicit: str, outcome: Outcome, says: str) -> None:
    before, after = pair(PORTS, ADD, explicit)
    for proto in (before, after):
        proto.graph.output[0].ClearField("type")
        proto.graph.output[0].type.tensor_type.elem_type = TensorProto.DOUBLE if "11" in explicit else TensorProto.FLOAT
    before.graph.output[0].type.tensor_type.elem_type = TensorProto.FLOAT
    found = verify(before, after, runs=1)
    assert not found.passed
    assert found.runs[0].outcome is outcome
    assert says in found.runs[0].message


def test_a_sign_of_zero_is_a_difference() -> None:
    before, after = pair("(float[3] x) => (float[3] y)", "y = Mul(x, z)", "y = Mul(x, z)")
    for proto, zero in ((before, 0.0), (after, -0.0)):
        proto.graph.initializer.append(helper.make_tensor("z", TensorProto.FLOAT, [3], [zero] * 3))
    found = verify(before, after, runs=1)
    assert found.runs[0].outcome is Outcome.DIFFERENT
    assert "in their bits alone" in found.runs[0].message


DIVIDE = "(int32[2,3] x, int32[3] b) => (int32[2,3] y)"


def test_a_model_that_ends_the_process_is_said_to() -> None:
    """ONNX Runtime divides the least integer by -1, and the system ends it for that."""
    inputs = {"x": np.full((2, 3), -(2**31), np.int32), "b": np.full(3, -1, np.int32)}
    models = pair(DIVIDE, "y = Div(x, b)", "s = Shape(x) e = Expand(b, s) y = Div(x, e)")
    found = verify(*models, runs=1, inputs=inputs)
    assert found.passed  # our evaluator runs it: the standard lets it wrap around
    assert {run.engine.split()[0] for run in found.runs} == {"isocast"}
    assert "it ended the process: SIGFPE" in found.notes[0]


def test_an_explicit_model_that_ends_the_process_is_broken() -> None:
    inputs = {"x": np.full((2, 3), -(2**31), np.int32), "b": np.full(3, -1, np.int32)}
    found = verify(*pair(DIVIDE, "y = Add(x, b)", "s = Shape(x) e = Expand(b, s) y = Div(x, e)"), runs=1, inputs=inputs)
    assert found.runs[0].outcome is Outcome.BROKEN
    assert "the explicit model: it ended the process: SIGFPE" in found.runs[0].message


def test_divisors_are_not_zero() -> None:
    text = "y = Div(x, b)"
    assert verified(DIVIDE, text, "s = Shape(x) e = Expand(b, s) y = Div(x, e)", runs=4).passed


ENDLESS = "(float[2] x, float[1] b) => (float[2] y)"
LOOP = """c = Constant<value = bool {1}>() n = Constant<value = int64 {9223372036854775807}>()
y = Loop(n, c, x)<body = g (int64 i, bool k, float[2] v) => (bool l, float[2] w) { l = Identity(k) %s }>"""


def test_an_endless_model_is_stopped() -> None:
    found = verified(ENDLESS, LOOP % "w = Add(v, b)", LOOP % "s = Shape(v) e = Expand(b, s) w = Add(v, e)", timeout=0.5)
    assert not found.passed
    assert found.structure.passed
    assert "no answer within 0.5 seconds" in " ".join(found.notes)


def test_ranges_are_tried_until_the_model_takes_one() -> None:
    """An index into two rows that the graph hides behind an addition."""
    ports = "(int64[2] i, float[2,3] x, float[3] b) => (float[2,3] y)"
    original = "z = Constant<value_ints = [0]>() j = Add(i, z) g = Gather(x, j) y = Add(g, b)"
    explicit = "z = Constant<value_ints = [0]>() r = Shape(i) f = Expand(z, r) j = Add(i, f) g = Gather(x, j)"
    found = verified(ports, original, f"{explicit} s = Shape(g) e = Expand(b, s) y = Add(g, e)")
    assert found.passed
    assert {tensor.source for tensor in found.runs[0].inputs} == {"seed 0 binary"}


def test_nothing_that_runs_is_not_verified() -> None:
    ports = "(float[N] x, float[1] b) => (float[N] y)"
    original = "t = Constant<value_ints = [999983, 7]>() r = Reshape(x, t) q = Reshape(r, u) y = Add(q, b)"
    explicit = original.replace("y = Add(q, b)", "s = Shape(q) e = Expand(b, s) y = Add(q, e)")
    before, after = pair(ports, f"u = Shape(x) {original}", f"u = Shape(x) {explicit}")
    found = verify(before, after, runs=1)
    assert found.structure.passed
    assert not found.passed
    assert found.compared == 0
    assert "refused 96 sets of inputs" in found.notes[0]


BRANCHES = "(bool c, float[2] x, float[1] b) => (float[2] y)"
IF = "y = If(c)<then_branch = g () => (float[2] p) { %s }, else_branch = h () => (float[2] q) { q = Neg(x) }>"


def test_branches_that_were_not_taken_are_not_covered() -> None:
    models = pair(BRANCHES, IF % "p = Add(x, b)", IF % "s = Shape(x) e = Expand(b, s) p = Add(x, e)")
    found = verify(*models, runs=2, inputs={"c": np.array(True)})
    assert found.passed
    assert (found.coverage.subgraphs, found.coverage.reached) == (2, 1)
    assert found.coverage.missed == ("graph main > node 0 (If) else_branch",)
    assert verify(*models, runs=8).coverage.missed == ()


def test_loops_and_what_is_inside_them_are_covered_if_entered() -> None:
    inner = (
        "w = If(k)<then_branch = a () => (float[2] p) {{ {} }}, else_branch = d () => (float[2] q) {{ q = Neg(v) }}>"
    )
    loop = """c = Constant<value = bool {{1}}>() n = Constant<value = int64 {{{}}}>()
    y = Loop(n, c, x)<body = g (int64 i, bool k, float[2] v) => (bool l, float[2] w) {{ l = Not(k) {} }}>"""
    texts = inner.format("p = Add(v, b)"), inner.format("s = Shape(v) e = Expand(b, s) p = Add(v, e)")
    found = verified(ENDLESS, loop.format(3, texts[0]), loop.format(3, texts[1]))
    assert found.passed
    assert len(found.coverage.missed) == 1  # the loop ends after its first turn, in which the condition is true
    assert found.coverage.missed[0].endswith("else_branch")
    none = verified(ENDLESS, loop.format(0, texts[0]), loop.format(0, texts[1]))
    assert len(none.coverage.missed) == none.coverage.subgraphs == 3


@pytest.mark.parametrize("node", ["r = RandomNormalLike(x)", "r = Bernoulli(x)"])
def test_random_results_are_not_comparable(node: str) -> None:
    found = verified(PORTS, f"{node} z = Add(r, b) y = Add(x, z)", f"{node} z = Add(r, b) y = Add(x, z)")
    assert not found.passed
    assert found.runs == ()
    assert "draws random numbers without a seed: outputs are not comparable" in found.notes[0]


def test_seeded_random_results_are_comparable() -> None:
    node = "r = RandomNormalLike<seed = 7.0>(x)"
    explicit = f"{node} s = Shape(x) e = Expand(b, s) z = Add(r, e) y = Add(x, z)"
    assert verified(PORTS, f"{node} z = Add(r, b) y = Add(x, z)", explicit).passed


def test_what_onnx_runtime_lacks_runs_on_our_evaluator() -> None:
    ports = "(bfloat16[2,3] x, bfloat16[3] b) => (bfloat16[2,3] y)"
    found = verified(ports, ADD, EXPANDED)
    assert found.passed
    assert {run.engine.split()[0] for run in found.runs} == {"isocast"}
    assert "onnxruntime" in found.notes[0]
    assert found.runs[0].inputs[0].type == "bfloat16"


def test_old_operators_among_others_run_node_by_node() -> None:
    """ONNX Runtime has no Add of before opset 7, and our evaluator no Softplus."""
    ports = "(float[2,3] x, float[3] b) => (float[2,3] y)"
    before = model(f"{ports} {{ z = Softplus(x) y = Add<broadcast = 1>(z, b) }}", opset=6, ir=3)
    after = model(f"{ports} {{ z = Softplus(x) s = Shape(z) e = Expand(b, s) y = Add(z, e) }}", opset=8, ir=3)
    found = verify(before, after, runs=2)
    assert found.passed
    assert "node by node" in found.runs[0].engine
    assert len(found.notes) == 2


def test_rounding_of_the_engine_is_told_from_the_model() -> None:
    """ONNX Runtime multiplies one row by a matrix in another order when there is a batch of matrices."""
    ports = "(float[B,1,64] x, float[64,32] w) => (float[B,1,32] y)"
    explicit = "h = Shape<end = -2>(x) t = Shape(w) s = Concat<axis = 0>(h, t) e = Expand(w, s) y = MatMul(x, e)"
    found = verified(ports, "y = MatMul(x, w)", explicit, runs=3)
    assert found.passed
    again = [run for run in found.runs if "node by node" in run.engine]
    assert again
    assert all("rounds differently" in run.message for run in again)


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_runs_a_node_with_attributes(engine: str) -> None:
    proto = model(
        "(bool c, float[2,3] a, float[3,4] b, float[4] d) => (float[2,4] y) { y = If(c)<"
        "then_branch = g () => (float[2,4] p) { p = Gemm<alpha = 0.5, beta = 2.0>(a, b, d) },"
        " else_branch = h () => (float[2,4] q) { q = Gemm<transA = 0>(a, b, d) }> }"
    )
    ones = {"a": np.ones((2, 3), np.float32), "b": np.ones((3, 4), np.float32), "d": np.ones(4, np.float32)}
    found = make(engine, proto.SerializeToString()).run({"c": np.array(True), **ones})
    assert np.array_equal(found["y"], np.full((2, 4), 3.5, np.float32))


def test_what_engines_say_names_no_folder(tmp_path: Path) -> None:
    """Evidence holds it, and has to be the same wherever it is made."""
    ports = "(float[2] x) => (float[2] y)"
    unknown = model(f"{ports} {{ y = nowhere.Op(x) }}", imports=', "nowhere": 1')
    path = tmp_path / "model.onnx"
    path.write_bytes(unknown.SerializeToString())
    found = verify(path, path, runs=1)
    assert not found.passed
    assert len(found.notes) == len(ENGINES)
    assert str(tmp_path) not in " ".join(found.notes)


def test_inputs_can_be_given() -> None:
    values = np.arange(6, dtype=np.float32).reshape(2, 3)
    found = verify(*pair(PORTS, ADD, EXPANDED), runs=2, inputs={"x": values}, sources={"x": "x.npy"})
    assert found.passed
    assert [run.inputs[0].source for run in found.runs] == ["x.npy", "x.npy"]
    assert found.runs[0].inputs[0].sha256 == found.runs[1].inputs[0].sha256
    assert found.runs[0].inputs[1].sha256 != found.runs[1].inputs[1].sha256
    with pytest.raises(ArgumentError, match="has no input 'z'"):
        verify(*pair(PORTS, ADD, EXPANDED), inputs={"z": values})


def test_strings_bools_and_sequences_are_made_too() -> None:
    ports = "(bool[2] c, string[2] x, string[1] b) => (string[2] y)"
    assert verified(ports, "y = Where(c, x, b)", "s = Shape(x) e = Expand(b, s) y = Where(c, x, e)").passed
    before, after = pair(
        PORTS, f"z = ConcatFromSequence<axis = 0>(q) {ADD}", f"z = ConcatFromSequence<axis = 0>(q) {EXPANDED}"
    )
    for proto in (before, after):
        info = helper.make_tensor_sequence_value_info("q", TensorProto.FLOAT, ["N", 2])
        proto.graph.input.append(info)
    found = verify(before, after, runs=1)
    assert found.passed
    assert [tensor.name for tensor in found.runs[0].inputs] == ["x", "b", "q[0]", "q[1]"]


def test_maps_are_said_not_to_be_made() -> None:
    before = model("(float[2] x) => (float[2] y) { y = Neg(x) }")
    info = before.graph.input.add(name="m")
    info.type.map_type.key_type = TensorProto.INT64
    info.type.map_type.value_type.tensor_type.elem_type = TensorProto.FLOAT
    found = verify(before, before)
    assert not found.passed
    assert found.notes == ('input "m" is of a kind that is not made here (map_type)',)


def with_data(folder: Path, name: str, count: int, values: bytes) -> Path:
    """A model whose weights of `count` elements lie in another file; the file has holes but for its end."""
    proto = model("(float[1] x) => (float[1] y) { t = Constant<value_ints = [0]>() g = Gather(w, t) y = Add(x, g) }")
    tensor = TensorProto(name="w", data_type=TensorProto.FLOAT, dims=[count], data_location=TensorProto.EXTERNAL)
    for key, value in {"location": f"{name}.bin", "offset": "0", "length": str(4 * count)}.items():
        tensor.external_data.add(key=key, value=value)
    proto.graph.initializer.append(tensor)
    with (folder / f"{name}.bin").open("wb") as file:
        file.seek(4 * count - len(values))
        file.write(values)
    path = folder / f"{name}.onnx"
    path.write_bytes(proto.SerializeToString())
    return path


def test_external_data_is_compared_in_pieces(tmp_path: Path) -> None:
    count = 1 << 26  # 256 MiB of holes
    a, b, c = (with_data(tmp_path, name, count, end) for name, end in (("a", b"\1\2"), ("b", b"\1\2"), ("c", b"\1\3")))
    tracemalloc.start()
    same, other = (compare_structure(load(a), load(path), (tmp_path, tmp_path), {}) for path in (b, c))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert same.passed
    assert other.differences == ('graph main: initializer "w" is not the original\'s',)
    assert peak < 32 << 20


def test_types_that_share_bytes_are_hashed_element_by_element() -> None:
    (one,) = record("x", np.array([1, -2], ml_dtypes.int4))
    assert (one.type, one.shape, one.sha256) == ("int4", (2,), sha256(b"\x01\x0e").hexdigest())
