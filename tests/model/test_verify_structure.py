"""The structure of an explicit model: what may be inserted, and every way in which a model can be something else."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import onnx
import pytest
from onnx import ModelProto, NodeProto, TensorProto, helper, numpy_helper

from tests.model.pairs import model, pair, structure

PORTS = "(float[2,3] x, float[3] b) => (float[2,3] y)"
ADD = "y = Add(x, b)"
EXPANDED = "s = Shape(x) e = Expand(b, s) y = Add(x, e)"
OPEN = "(float[N,4] x, float[M,1] b) => (float[K,4] y)"

ACCEPTED = {
    "the other's shape": (PORTS, ADD, EXPANDED),
    "a constant target": (PORTS, ADD, "s = Constant<value_ints = [2, 3]>() e = Expand(b, s) y = Add(x, e)"),
    "nothing was implicit": ("(float[3] x) => (float[3] y)", "y = Add(x, x)", "y = Add(x, x)"),
    "both ways, whatever the sizes": (
        OPEN,
        ADD,
        "s = Shape(x) r = Shape(b) e = Expand(b, s) f = Expand(x, r) y = Add(f, e)",
    ),
    "unknown ranks": (
        "(float x, float b) => (float y)",
        ADD,
        "s = Shape(x) r = Shape(b) e = Expand(b, s) f = Expand(x, r) y = Add(f, e)",
    ),
    "a shared expansion": (
        "(float[2,3] x, float[3] b) => (float[2,3] y, float[2,3] z)",
        "y = Add(x, b) z = Mul(x, b)",
        "s = Shape(x) e = Expand(b, s) y = Add(x, e) z = Mul(x, e)",
    ),
    "batches": (
        "(float[B,2,3] x, float[3,4] w) => (float[B,2,4] y)",
        "y = MatMul(x, w)",
        "h = Shape<end = -2>(x) t = Shape(w) s = Concat<axis = 0>(h, t) e = Expand(w, s) y = MatMul(x, e)",
    ),
    "a vector": (
        "(float[5,2,3] x, float[3] v) => (float[5,2] y)",
        "y = MatMul(x, v)",
        """a = Constant<value_ints = [1]>() u = Unsqueeze(v, a) t = Constant<value_ints = [5, 3, 1]>()
        e = Expand(u, t) inner = MatMul(x, e) l = Constant<value_ints = [-1]>() y = Squeeze(inner, l)""",
    ),
    "C": (
        "(float[N,3] a, float[3,4] b, float[4] c) => (float[N,4] y)",
        "y = Gemm(a, b, c)",
        """s = Shape(a) o = Constant<value_ints = [0]>() m = Gather<axis = 0>(s, o) n = Constant<value_ints = [4]>()
        t = Concat<axis = 0>(m, n) e = Expand(c, t) y = Gemm(a, b, e)""",
    ),
    "a slope": (
        "(float[N,3] x, float[3] b) => (float[N,3] y)",
        "y = PRelu(x, b)",
        "s = Shape(x) e = Expand(b, s) y = PRelu(x, e)",
    ),
    "in a branch, expanded outside": (
        "(bool c, float[2,3] x, float[3] b) => (float[2,3] y)",
        "y = If(c)<then_branch = g () => (float[2,3] p) { p = Add(x, b) },"
        " else_branch = h () => (float[2,3] q) { q = Identity(x) }>",
        "s = Shape(x) e = Expand(b, s) y = If(c)<then_branch = g () => (float[2,3] p) { p = Add(x, e) },"
        " else_branch = h () => (float[2,3] q) { q = Identity(x) }>",
    ),
}


@pytest.mark.parametrize("case", ACCEPTED, ids=str)
def test_an_explicit_model_is_the_original_with_operands_expanded(case: str) -> None:
    found = structure(*pair(*ACCEPTED[case]))
    assert (found.differences, found.remaining, found.unproved) == ((), (), ())
    assert found.passed


REFUSED = {
    "nothing was done": (PORTS, ADD, ADD, "IC101"),
    "an extra node": (PORTS, ADD, f"{EXPANDED} z = Relu(e)", "node 3 (Relu) is not in the original"),
    "a node that nothing reads": (PORTS, ADD, f"{EXPANDED} z = Shape(e)", "nothing reads what it makes"),
    "another operator": (PORTS, ADD, EXPANDED.replace("Add", "Sub"), "its op_type is 'Sub', not 'Add'"),
    "swapped operands": (PORTS, ADD, EXPANDED.replace("Add(x, e)", "Add(e, x)"), 'operand 0: "b" is read, not "x"'),
    "the wrong operand": (
        "(float[2,3] x, float[3] b, float[3] c) => (float[2,3] y)",
        "y = Add(x, b)",
        "s = Shape(x) e = Expand(c, s) y = Add(x, e)",
        'operand 1: "c" is read, not "b"',
    ),
    "the wrong target": (
        PORTS,
        ADD,
        "s = Constant<value_ints = [4, 2, 3]>() e = Expand(b, s) y = Add(x, e)",
        '"b" is expanded to [4, 2, 3], and Add stretches it to [2, 3]',
    ),
    "a target that is short": (
        "(float[2,2,3] x, float[3] b) => (float[2,2,3] y)",
        ADD,
        "s = Constant<value_ints = [2, 3]>() e = Expand(b, s) y = Add(x, e)",
        '"b" is expanded to [2, 3], and Add stretches it to [2, 2, 3]',
    ),
    "a target of other sizes than declared": (
        "(float[N,3] x, float[3] b) => (float[N,3] y)",
        ADD,
        "s = Constant<value_ints = [2, 3]>() e = Expand(b, s) y = Add(x, e)",
        "IC301",
    ),
    "one of two": (
        "(float[2,3] x, float[3] b) => (float[2,3] y)",
        "z = Add(x, b) y = Mul(z, b)",
        "s = Shape(x) e = Expand(b, s) z = Add(x, e) y = Mul(z, b)",
        "IC101",
    ),
    "what does not broadcast": (
        "(float[3] x) => (float[N,3] y)",
        "y = Relu(x)",
        "s = Constant<value_ints = [2, 3]>() e = Expand(x, s) y = Relu(e)",
        "Relu does not broadcast it",
    ),
    "an attribute": (
        "(float[2,3] x, float[3,4] w, float[2,4] c) => (float[2,4] y)",
        "y = Gemm<alpha = 1.0>(x, w, c)",
        "y = Gemm<alpha = 2.0>(x, w, c)",
        "attribute alpha is not the original's",
    ),
    "a sign of zero": (
        "(float[2,3] x, float[3,4] w, float[2,4] c) => (float[2,4] y)",
        "y = Gemm<beta = 0.0>(x, w, c)",
        "y = Gemm<beta = -0.0>(x, w, c)",
        "attribute beta is not the original's",
    ),
    "an attribute more": (
        "(float[2,3] x, float[3,4] w) => (float[2,4] y)",
        "y = Gemm(x, w)",
        "y = Gemm<transA = 0>(x, w)",
        "attribute transA was added",
    ),
    "another order": (
        "(float[3] x) => (float[3] y, float[3] z)",
        "y = Relu(x) z = Neg(x)",
        "z = Neg(x) y = Relu(x)",
        "is not where it is in the original",
    ),
    "a node less": ("(float[3] x) => (float[3] y)", "z = Neg(x) y = Relu(x)", "y = Relu(x)", "node 0 (Neg) is missing"),
    "another output": ("(float[3] x) => (float[3] y)", "z = Relu(x) y = Neg(x)", "y = Relu(x)", "is missing"),
    "a vector made a matrix": (
        "(float[5,2,3] x, float[3] v) => (float[] y)",
        "y = MatMul(x, v)",
        "a = Constant<value_ints = [1]>() u = Unsqueeze(v, a) t = Constant<value_ints = [5, 3, 1]>()"
        " e = Expand(u, t) y = MatMul(x, e)",
        '"v" is passed through Unsqueeze first',
    ),
    "the wrong axis taken again": (
        "(float[2,2,3] x, float[3] v) => (float[] y)",
        "y = MatMul(x, v)",
        """a = Constant<value_ints = [1]>() u = Unsqueeze(v, a) t = Constant<value_ints = [2, 3, 1]>()
        e = Expand(u, t) inner = MatMul(x, e) l = Constant<value_ints = [0]>() y = Squeeze(inner, l)""",
        "is a vector and was made [3, 1]",
    ),
    "an axis taken that was not given": (
        "(float[1,2,3] x, float[1,3,4] w) => (float[] y)",
        "y = MatMul(x, w)",
        "inner = MatMul(x, w) l = Constant<value_ints = [0]>() y = Squeeze(inner, l)",
        "takes an axis from a result that got none",
    ),
    "a result read before its axis is taken": (
        "(float[5,2,3] x, float[3] v) => (float[5,2] y, float[] z)",
        "y = MatMul(x, v) z = Neg(y)",
        """a = Constant<value_ints = [1]>() u = Unsqueeze(v, a) t = Constant<value_ints = [5, 3, 1]>()
        e = Expand(u, t) inner = MatMul(x, e) l = Constant<value_ints = [-1]>() y = Squeeze(inner, l) z = Neg(inner)""",
        '"inner" is read elsewhere',
    ),
    "a branch": (
        "(bool c, float[2,3] x, float[3] b) => (float[2,3] y)",
        "y = If(c)<then_branch = g () => (float[2,3] p) { p = Add(x, b) },"
        " else_branch = h () => (float[2,3] q) { q = Relu(x) }>",
        "y = If(c)<then_branch = g () => (float[2,3] p) { s = Shape(x) e = Expand(b, s) p = Add(x, e) },"
        " else_branch = h () => (float[2,3] q) { q = Neg(x) }>",
        "graph main > node 0 (If) else_branch  node 0 (Relu): its op_type is 'Neg', not 'Relu'",
    ),
}


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_whatever_else_was_changed_is_named(case: str) -> None:
    *texts, reason = REFUSED[case]
    found = structure(*pair(*texts))
    assert not found.passed
    words = [*found.differences, *(finding.code for finding in found.remaining)]
    assert any(reason in word for word in words), words


def changed(change: Callable[[ModelProto], object], original: str = f"{PORTS} {{ {ADD} }}") -> list[str]:
    """The differences of an explicit model that was changed further."""
    before = model(original)
    after = model(f"{PORTS} {{ {EXPANDED} }}") if original == f"{PORTS} {{ {ADD} }}" else model(original)
    assert structure(before, after).differences == ()
    change(after)
    return list(structure(before, after).differences)


def _set(path: str, value: object) -> Callable[[ModelProto], None]:
    def change(proto: ModelProto) -> None:
        *way, last = path.split(".")
        holder = proto
        for step in way:
            holder = holder[int(step)] if step.isdigit() else getattr(holder, step)  # type: ignore[index]
        setattr(holder, last, value)

    return change


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("producer_name", "other", "the model's producer_name is not the original's"),
        ("model_version", 7, "the model's model_version is not the original's"),
        ("doc_string", "text", "the model's doc_string is not the original's"),
        ("ir_version", 10, "the IR version is 10, the original's 9"),
        ("opset_import.0.version", 19, "the model asks for version 19 of ONNX's operator set, the original for 18"),
        ("graph.name", "other", "graph main: its name is not the original's"),
        ("graph.doc_string", "text", "graph main: its doc_string is not the original's"),
        ("graph.node.2.name", "other", "graph main  node 0 (Add): its name is 'other', not ''"),
        ("graph.node.2.domain", "other", "graph main  node 0 (Add): its domain is 'other', not ''"),
        ("graph.node.2.doc_string", "text", "graph main  node 0 (Add): its doc_string is 'text', not ''"),
        ("graph.input.0.doc_string", "text", 'graph main: input "x" is not declared as in the original'),
        ("graph.output.0.type.tensor_type.elem_type", 11, 'graph main: output "y" is not declared as in the original'),
    ],
)  # fmt: skip
def test_everything_around_the_nodes_is_compared(path: str, value: object, says: str) -> None:
    assert says in changed(_set(path, value))


def test_metadata_and_statements_are_compared() -> None:
    def more_metadata(proto: ModelProto) -> None:
        proto.metadata_props.add(key="k", value="v")

    def a_statement(name: str) -> Callable[[ModelProto], None]:
        info = helper.make_tensor_value_info(name, TensorProto.FLOAT, [2, 3])
        return lambda proto: proto.graph.value_info.append(info)

    assert changed(more_metadata) == ["the model's metadata_props is not the original's"]
    assert changed(a_statement("e")) == []
    assert changed(a_statement("x")) == ['graph main: something is stated of "x", the original states nothing']


WEIGHTS = "(float[2,3] x) => (float[2,3] y) <float[2,3] w = {1,2,3,4,5,6}> { y = Add(x, w) }"


def test_initializers_are_compared_by_their_elements() -> None:
    def other_element(proto: ModelProto) -> None:
        proto.graph.initializer[0].float_data[5] = 6.000001

    def other_form(proto: ModelProto) -> None:
        tensor = proto.graph.initializer[0]
        raw = numpy_helper.to_array(tensor).tobytes()
        del tensor.float_data[:]
        tensor.raw_data = raw

    assert changed(other_element, WEIGHTS) == ['graph main: initializer "w" is not the original\'s']
    assert changed(other_form, WEIGHTS) == []
    unread = helper.make_tensor("z", TensorProto.FLOAT, [1], [1.0])
    more = changed(lambda proto: proto.graph.initializer.append(unread), WEIGHTS)
    assert more == ['graph main: initializer "z" is not in the original, and nothing reads it']


def folded(values: list[float], shape: list[int], type_: int = TensorProto.FLOAT) -> tuple[ModelProto, ModelProto]:
    before = model("(float[2,3] x) => (float[2,3] y) <float[3] w = {1,2,3}> { y = Add(x, w) }")
    after = ModelProto()
    after.CopyFrom(before)
    tensor = helper.make_tensor("full", type_, shape, values)
    after.graph.node.insert(0, helper.make_node("Constant", [], ["full"], value=tensor))
    after.graph.node[1].input[1] = "full"
    return before, after


@pytest.mark.parametrize("keeps_old", [True, False])
def test_a_constant_written_in_full_is_the_original_one(keeps_old: bool) -> None:
    before, after = folded([1, 2, 3, 1, 2, 3], [2, 3])
    if not keeps_old:
        del after.graph.initializer[:]
    assert structure(before, after).passed
    assert structure(before, after).unproved == ()


@pytest.mark.parametrize(
    ("values", "shape", "says"),
    [
        ([1, 2, 3, 1, 2, 4], [2, 3], "whose elements are not those of"),
        ([1, 2, 3], [3], "IC101"),
        ([1, 2, 3, 4, 5, 6], [3, 2], "does not broadcast"),
        ([1, 2, 3] * 4, [2, 2, 3], "is expanded to [2, 2, 3], and Add stretches it to [2, 3]"),
    ],
)
def test_a_constant_that_is_not_the_original_one_is_refused(values: list[float], shape: list[int], says: str) -> None:
    found = structure(*folded(values, shape))
    assert any(says in text for text in [*found.differences, *(finding.code for finding in found.remaining)])


def test_an_input_is_no_constant() -> None:
    """Since IR version 4 a caller may replace an initializer that is also an input: it must not be written in full."""
    before, after = folded([1, 2, 3, 1, 2, 3], [2, 3])
    for proto in (before, after):
        proto.graph.input.append(helper.make_tensor_value_info("w", TensorProto.FLOAT, [3]))
    assert 'not "w", which is no constant' in structure(before, after).differences[0]


def test_names_of_inserted_values_are_new() -> None:
    """An inserted value with a name of the original, in a subgraph, would hide it."""
    ports = "(bool c, float[2,3] x, float[3] b) => (float[2,3] y)"
    branch = "y = If(c)<then_branch = g () => (float[2,3] p) {{ {} }}, else_branch = h () => (float[2,3] q)"
    branch += " {{ q = Identity(x) }}>"
    inside = branch.format("s = Shape(x) b = Expand(b, s) p = Add(x, b)")
    found = structure(*pair(ports, branch.format("p = Add(x, b)"), inside))
    assert any('makes "b", a name that is taken' in text for text in found.differences)


def test_names_of_initializers_are_new() -> None:
    ports = "(bool c, float[2,3] x) => (float[2,3] y)"
    text = "y = If(c)<then_branch = g () => (float[2,3] p) { p = Neg(x) },"
    before, after = pair(ports, *[f"{text} else_branch = h () => (float[2,3] q) {{ q = Relu(x) }}>"] * 2)
    inner = after.graph.node[0].attribute[0].g
    inner.initializer.append(helper.make_tensor("x", TensorProto.FLOAT, [2, 3], [0.0] * 6))
    assert any('initializer "x" has a name that is taken' in text for text in structure(before, after).differences)


def test_an_attribute_given_twice_is_seen() -> None:
    before, after = pair("(float[2,3] x, float[3,4] w) => (float[2,4] y)", *["y = Gemm<transA = 0>(x, w)"] * 2)
    after.graph.node[0].attribute.insert(0, helper.make_attribute("transA", 1))
    assert "graph main  node 0 (Gemm): it has an attribute twice" in structure(before, after).differences


def test_sizes_may_be_fixed_only_as_asked() -> None:
    before = model("(float[N,3] x, float[3] b) => (float[N,3] y) { y = Add(x, b) }")
    text = "{ s = Constant<value_ints = [4, 3]>() e = Expand(b, s) y = Add(x, e) }"
    after = model(f"(float[4,3] x, float[3] b) => (float[4,3] y) {text}")
    assert structure(before, after, N=4).passed
    assert 'input "x" is not declared' in structure(before, after).differences[0]
    assert 'input "x" is not declared' in structure(before, after, N=5).differences[0]


OLD = "(float[2,3,4] x, float[3] b) => (float[2,3,4] y)"
OLD_ADD = "y = Add<broadcast = 1, axis = 1>(x, b)"


@pytest.mark.clause("legacy-axis")
def test_broadcasting_of_before_opset_7_is_aligned_as_axis_says() -> None:
    before = model(f"{OLD} {{ {OLD_ADD} }}", opset=6, ir=3)
    lifted = "u = Unsqueeze<axes = [{}]>(b) t = Constant<value = int64[3] {{2, 3, 4}}>() e = Expand(u, t) y = Add(x, e)"
    found = structure(before, model(f"{OLD} {{ {lifted.format(1)} }}", opset=8, ir=3))
    assert (found.differences, found.unproved) == ((), ())
    square = "(float[2,3,3] x, float[3] b) => (float[2,3,3] y)"
    before = model(f"{square} {{ {OLD_ADD} }}", opset=6, ir=3)
    wrong = model(f"{square} {{ {lifted.format(0).replace(', 4', ', 3')} }}", opset=8, ir=3)
    assert "was made [1, 3], and Add takes it as [3, 1]" in structure(before, wrong).differences[0]
    by_shape = model(f"{square} {{ t = Shape(x) e = Expand(b, t) y = Add(x, e) }}", opset=8, ir=3)
    assert "was made [3], and Add takes it as [3, 1]" in structure(before, by_shape).differences[0]
    unlifted = lifted.format(1).replace("u = Unsqueeze<axes = [1]>(b)", "").replace("(u, t)", "(b, t)")
    wrong = model(f"{square} {{ {unlifted.replace(', 4', ', 3')} }}", opset=8, ir=3)
    assert "was made [3], and Add takes it as [3, 1]" in structure(before, wrong).differences[0]


def test_an_operator_of_another_version_is_left_to_the_runs() -> None:
    ports = "(float[2,3,4] x, float[3] b) => (float[2,3,4] y)"
    before = model(f"{ports} {{ z = Dropout<is_test = 1>(x) {OLD_ADD.replace('x,', 'z,')} }}", opset=6, ir=3)
    after = model(
        f"{ports} {{ z = Dropout(x) u = Unsqueeze<axes = [1]>(b) t = Shape(z) e = Expand(u, t) y = Add(z, e) }}",
        opset=8,
        ir=3,
    )
    found = structure(before, after)
    assert found.differences == ()
    (text,) = found.unproved
    assert text.startswith("graph main  node 0 (Dropout): Dropout of opset 6 became that of opset 7")


FUNCTION = """<ir_version: 9, opset_import: ["": 18, "own": 1]> m (float[2,3] x, float[3] b) => (float[2,3] y)
{{ y = own.f(x, b) }}
<domain: "own", opset_import: ["": 18]> f (p, q) => (r) {{ {} }}"""


def test_functions_are_compared_too() -> None:
    before = onnx.parser.parse_model(FUNCTION.format("r = Add(p, q)"))
    after = onnx.parser.parse_model(FUNCTION.format("s = Shape(p) e = Expand(q, s) r = Add(p, e)"))
    assert structure(before, after).passed
    wrong = onnx.parser.parse_model(FUNCTION.format("s = Shape(p) e = Expand(q, s) r = Mul(p, e)"))
    assert "function own:f  node 0 (Add): its op_type is 'Mul', not 'Add'" in structure(before, wrong).differences
    assert "function own:f is missing" in structure(before, model(f"{PORTS} {{ {EXPANDED} }}")).differences


def test_a_tensor_in_an_attribute_is_compared_bit_by_bit() -> None:
    text = "(float[2] x) => (float[2] y) { c = Constant<value = float[2] {1.0, 0.0}>() y = Add(x, c) }"
    before, after = model(text), model(text)
    node: NodeProto = after.graph.node[0]
    node.attribute[0].t.CopyFrom(numpy_helper.from_array(np.array([1.0, -0.0], np.float32)))
    assert "attribute value is not the original's" in structure(before, after).differences[0]
