"""What `explicit` leaves alone: everything in a model that is not an operand of a broadcasting node, bit by bit."""

from __future__ import annotations

import numpy as np
import onnx
from onnx import ModelProto, SparseTensorProto, TensorAnnotation, TrainingInfoProto, helper, numpy_helper

from isocast.model import explicit
from tests.model.rewritten import assert_done, serialised
from tests.onnx_models import parse

FUNCTION = '<opset_import: ["": 18], domain: "own"> Twice (x) => (y) { y = Add(x, x) }'


def kitchen_sink() -> ModelProto:
    """A model with something in every field that a model has."""
    model = parse(
        """(float[N,3] x, float[3] b, bool c) => (float[N,3] y, float z) {
            t = Add(x, b)
            u = If (c) <then_branch = f () => (float[N,3] p) { p = own.Twice(x) },
                        else_branch = g () => (float[N,3] q) { q = own.Unknown <a = 1, s = "text"> (t, x) }>
            v = elsewhere.Thing(u)
            y = Identity(v)
            z = ReduceSum <keepdims = 0> (y)
        }""",
        functions=FUNCTION,
    )
    model.opset_import.append(helper.make_opsetid("elsewhere", 3))
    model.producer_name, model.producer_version, model.model_version = "someone", "9.9", 7
    model.domain, model.doc_string = "org.example", "a model with everything"
    helper.set_model_props(model, {"license": "none", "isocast": "not a mark"})
    graph = model.graph
    graph.doc_string, graph.name = "its graph", "everything"
    graph.metadata_props.add(key="k", value="v")
    graph.initializer.append(numpy_helper.from_array(np.arange(6, dtype=np.int8), "unused"))
    values = numpy_helper.from_array(np.array([1.5], np.float32), "sparse")
    places = numpy_helper.from_array(np.array([2], np.int64), "places")
    graph.sparse_initializer.append(SparseTensorProto(values=values, indices=places, dims=[4]))
    annotation = TensorAnnotation(tensor_name="x")
    annotation.quant_parameter_tensor_names.add(key="SCALE_TENSOR", value="unused")
    graph.quantization_annotation.append(annotation)
    graph.value_info.append(helper.make_tensor_value_info("t", 1, ["N", 3]))
    for number, node in enumerate(graph.node):
        node.name, node.doc_string = f"node {number}", "words"
        node.metadata_props.add(key="pkg", value=str(number))
    model.training_info.append(TrainingInfoProto())
    model.training_info[0].update_binding.add(key="w", value="t")
    return model


def with_unknown_fields(model: ModelProto) -> ModelProto:
    """The model as a later version of the format may write it: with fields that nobody here has heard of."""
    tail = b"\xfa\x3f\x03new"  # field 1023, of bytes
    model.graph.node[0].MergeFromString(tail)
    model.graph.MergeFromString(tail)
    model.MergeFromString(tail)
    return model


def undone(model: ModelProto) -> bytes:
    """The model with the two inserted nodes and their statements taken out by hand."""
    own = ModelProto()
    own.CopyFrom(model)
    assert [node.name for node in own.graph.node[:2]] == ["x/isocast_shape", "b/isocast_expand"]
    del own.graph.node[:2]
    own.graph.node[0].input[1] = "b"
    assert [info.name for info in own.graph.value_info[1:]] == ["x/isocast_shape", "b/isocast_expand"]
    del own.graph.value_info[1:]
    return serialised(own)


def test_everything_else_is_as_it_was() -> None:
    model = with_unknown_fields(kitchen_sink())
    before = serialised(model)
    assert before.count(b"\xfa\x3f\x03new") == 3
    found = explicit(model)
    assert len(found.changes) == 1
    assert serialised(model) == before
    assert undone(found.model) == before
    assert_done(found.model)


def test_a_model_with_nothing_to_do_is_the_same_to_the_last_bit() -> None:
    model = with_unknown_fields(kitchen_sink())
    model.graph.node[0].input[1] = "x"
    assert serialised(explicit(model).model) == serialised(model)


def test_the_result_is_a_model_that_onnx_accepts() -> None:
    model = explicit(parse("(float[N,3] x, float[3] b) => (float[N,3] y) { y = Add(x, b) }")).model
    onnx.checker.check_model(model, full_check=True)


def test_the_name_of_a_node_need_not_be_text() -> None:
    model = parse("(float[N,3] x, float[3] b) => (float[N,3] y) { y = Add(x, b) }")
    plain = model.SerializeToString()
    assert len(explicit(plain).changes) == 1
    model.graph.node[0].name = "??"
    named = model.SerializeToString().replace(b"\x1a\x02??", b"\x1a\x02\xff\xfe")
    assert b"\xff\xfe" in explicit(named).model.SerializeToString()
