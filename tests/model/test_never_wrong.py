"""What is said of a model is never wrong: compared with what its nodes really compute, for random models."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings

from isocast.model import Graph, Inference, Node, check
from isocast.model.infer import Values
from isocast.model.load import load
from isocast.model.rules import JUDGED
from isocast.model.stated import Contradiction
from isocast.model.values import Value
from isocast.sizes import Size
from tests.model.programs import Program, programs


class Listener:
    """An observer that keeps everything."""

    operators = JUDGED

    def __init__(self) -> None:
        self.problems: list[str] = []

    def node(self, graph: Graph, node: Node, inputs: Values, outputs: Sequence[Value]) -> None:
        pass

    def contradiction(self, graph: Graph, node: Node | None, name: str, found: Contradiction) -> None:
        self.problems.append(f"{name}: {found}")

    def refused(self, graph: Graph, node: Node) -> None:
        self.problems.append(f"refused {node.operator}")


@settings(max_examples=400)
@given(programs())
def test_every_shape_and_content_is_what_the_nodes_compute(program: Program) -> None:
    listener = Listener()
    inference = Inference(load(program.model()), listener)
    values = inference.run().values
    assert listener.problems == []
    meaning: dict[Size, int] = {}
    known = {inference.pool.symbol(name): size for name, size in program.dims.items() if "[" not in name}
    for name, array in program.actual.items():
        value = values[name]
        assert value.element
        if value.shape is not None:
            assert len(value.shape) == array.ndim, name
            _agrees(inference, known, meaning, zip(value.shape, array.shape, strict=True))
        if value.content is not None:
            pairs = zip(value.content, array.flatten().tolist(), strict=True)
            _agrees(inference, known, meaning, ((size, actual) for size, actual in pairs if size is not None))


def _agrees(inference: Inference, known: dict, meaning: dict, pairs) -> None:  # type: ignore[no-untyped-def,type-arg]
    for size, actual in pairs:
        assert inference.pool.amounts.value(size, known) in (None, actual), (str(size), actual)
        # An unknown is one size wherever it stands: it never stands for two.
        assert meaning.setdefault(size, actual) == actual, (str(size), actual)


@settings(max_examples=300)
@given(programs())
def test_with_every_size_given_everything_is_known(program: Program) -> None:
    inference = Inference(load(program.model()), Listener(), program.dims)
    values = inference.run().values
    # Integers are followed through scalars and short vectors only.
    depends_on_data = {
        name
        for name, array in program.actual.items()
        if array.dtype == np.int64 and (array.ndim > 1 or array.size > 64)
    }
    for node in program.nodes:
        if depends_on_data.intersection(node.input):
            depends_on_data.update(node.output)
    for name, array in program.actual.items():
        if name not in depends_on_data:
            assert values[name].shape == array.shape, (name, values[name].shape)


@settings(max_examples=300)
@given(programs())
@pytest.mark.clause("E1", "R4", "multi-operators")
def test_no_broadcast_goes_unseen_and_none_that_runs_is_called_impossible(program: Program) -> None:
    findings = check(program.model()).findings
    assert not {finding.code for finding in findings} & {"IC105", "IC106", "IC107", "IC108", "IC201", "IC202"}
    seen = {finding.place.node: finding.code for finding in findings}
    for number, node in enumerate(program.nodes):
        shapes = [program.actual[name].shape for name in node.input]
        if node.op_type == "MatMul":
            shapes = [shape[:-2] for shape in shapes]
        if node.op_type in JUDGED - {"Expand"} and len(set(shapes)) > 1:
            assert number in seen, (node.op_type, shapes)


@settings(max_examples=200)
@given(programs())
@pytest.mark.clause("R2", "strict-shapes")
def test_with_every_size_given_the_strict_profile_reports_exactly_the_differing_shapes(program: Program) -> None:
    report = check(program.model(), profile="sonnx", dims=program.dims, select=["IC1", "IC301", "IC303"])
    depends_on_data = any(node.op_type == "NonZero" for node in program.nodes)
    seen = {finding.place.node for finding in report.findings}
    for number, node in enumerate(program.nodes):
        shapes = [program.actual[name].shape for name in node.input]
        if node.op_type == "MatMul":
            shapes = [shape[:-2] for shape in shapes]
        if node.op_type in JUDGED - {"Expand"} and not depends_on_data:
            assert (number in seen) == (len(set(shapes)) > 1), (node.op_type, shapes)
