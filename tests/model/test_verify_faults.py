"""Seeded faults: random models are made explicit and pass; with one thing changed further, they no longer do."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from onnx import ModelProto, NodeProto, helper, numpy_helper

from isocast.errors import ModelError
from isocast.model import explicit
from isocast.model.rules import JUDGED
from tests.model.pairs import structure
from tests.model.programs import Program, programs

Choose = Callable[[int], int]
Fault = Callable[[ModelProto, set[str], Choose], bool]


def rewritten(program: Program, dims: dict[str, int]) -> tuple[ModelProto, ModelProto]:
    """A model and its explicit form, in which something changed."""
    model = program.model()
    for name in program.actual:
        if name.startswith("v"):
            model.graph.output.append(helper.make_empty_tensor_value_info(name))
    try:
        found = explicit(model, dims=dims)
    except ModelError:  # what `check` finds wrong, or a rank nobody knows
        assume(False)
    assume(bool(found.changes))
    return model, found.model


@settings(max_examples=60)
@given(programs(), st.booleans())
def test_explicit_models_have_the_structure_of_their_originals(program: Program, is_fixed: bool) -> None:
    dims = program.dims if is_fixed else {}
    found = structure(*rewritten(program, dims), **dims)
    assert found.differences == ()
    assert found.passed


def kept(model: ModelProto, old: set[str]) -> list[NodeProto]:
    return [node for node in model.graph.node if any(name in old for name in node.output)]


def inserted(model: ModelProto, old: set[str], operator: str) -> list[NodeProto]:
    return [node for node in model.graph.node if node.op_type == operator and node.output[0] not in old]


def swap_operands(model: ModelProto, old: set[str], choose: Choose) -> bool:
    """Operands of Sub change places."""
    nodes = [node for node in kept(model, old) if len(node.input) > 1 and len(set(node.input)) > 1]
    if not nodes:
        return False
    node = nodes[choose(len(nodes))]
    node.input[0], node.input[1] = node.input[1], node.input[0]
    return node.input[0] != node.input[1]


def change_operator(model: ModelProto, old: set[str], choose: Choose) -> bool:
    nodes = [node for node in kept(model, old) if node.op_type in ("Add", "Mul", "Max", "Min")]
    if nodes:
        nodes[choose(len(nodes))].op_type = "Sub"
    return bool(nodes)


def change_attribute(model: ModelProto, old: set[str], choose: Choose) -> bool:
    nodes = kept(model, old)
    nodes[choose(len(nodes))].attribute.append(helper.make_attribute("unheard_of", 1))
    return True


def change_initializer(model: ModelProto, _old: set[str], choose: Choose) -> bool:
    tensors = [tensor for tensor in model.graph.initializer if 0 not in tensor.dims]
    if tensors:
        tensor = tensors[choose(len(tensors))]
        array = numpy_helper.to_array(tensor).copy()
        array.reshape(-1)[0] += 1
        tensor.CopyFrom(numpy_helper.from_array(array, tensor.name))
    return bool(tensors)


def take_expansion_out(model: ModelProto, old: set[str], choose: Choose) -> bool:
    """An operand is the original's again: something is implicit, or the Expand is read by nothing."""
    nodes = inserted(model, old, "Expand")
    if not nodes:
        return False
    gone = nodes[choose(len(nodes))]
    for node in model.graph.node:
        for place, name in enumerate(node.input):
            if name == gone.output[0]:
                node.input[place] = gone.input[0]
    return True


def stretch_further(model: ModelProto, old: set[str], choose: Choose) -> bool:
    """A constant target gets one axis more, of size 2."""
    constants = {node.output[0]: node for node in inserted(model, old, "Constant")}
    nodes = [node for node in inserted(model, old, "Expand") if node.input[1] in constants]
    if not nodes:
        return False
    tensor = constants[nodes[choose(len(nodes))].input[1]].attribute[0].t
    sizes = [2, *numpy_helper.to_array(tensor).tolist()]
    tensor.CopyFrom(helper.make_tensor("", tensor.data_type, [len(sizes)], sizes))
    return True


def change_fold(model: ModelProto, old: set[str], choose: Choose) -> bool:
    """An element of a constant that was written in full."""
    read = {name for node in kept(model, old) if node.op_type in JUDGED for name in node.input}
    nodes = [node for node in inserted(model, old, "Constant") if node.output[0] in read]
    if not nodes:
        return False
    tensor = nodes[choose(len(nodes))].attribute[0].t
    array = numpy_helper.to_array(tensor).copy()
    if array.size:
        array.reshape(-1)[-1] += 1
        tensor.CopyFrom(numpy_helper.from_array(array))
    return bool(array.size)


FAULTS: list[Fault] = [
    swap_operands,
    change_operator,
    change_attribute,
    change_initializer,
    take_expansion_out,
    stretch_further,
    change_fold,
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_fault_is_never_missed(fault: Fault) -> None:
    tried = 0

    @settings(max_examples=40)
    @given(program=programs(), is_fixed=st.booleans(), data=st.data())
    def run(program: Program, is_fixed: bool, data: st.DataObject) -> None:
        nonlocal tried
        dims = program.dims if is_fixed else {}
        before, after = rewritten(program, dims)
        old = {name for node in before.graph.node for name in node.output}
        faulty = ModelProto()
        faulty.CopyFrom(after)
        if fault(faulty, old, lambda count: data.draw(st.integers(0, count - 1))):
            tried += 1
            assert not structure(before, faulty, **dims).passed

    run()
    assert tried > 5
