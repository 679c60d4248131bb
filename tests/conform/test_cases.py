"""The cases are complete, unique, tagged with clauses that exist, and valid models wherever they have a result."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

import onnx
import pytest
from onnx.shape_inference import infer_shapes

from isocast.clauses import BY_TAG
from isocast.conform.case import Case, Refusal
from isocast.conform.cases import all_cases
from isocast.conform.expectation import expected
from isocast.conform.model import make_model
from isocast.conform.report import uncovered
from isocast.conform.schemas import NEWEST
from isocast.conform.selection import select
from isocast.errors import ArgumentError
from isocast.spec import Tensor
from isocast.spec.schemas import EVERY, OPERATORS


@cache
def cases() -> list[Case]:
    return all_cases()


@cache
def answers() -> dict[str, Tensor | Refusal]:
    return {case.id: expected(case) for case in cases()}


def result_types(schema: onnx.defs.OpSchema, variable: str) -> set[str]:
    texts = next(row.allowed_type_strs for row in schema.type_constraints if row.type_param_str == variable)
    return {kind for kind in EVERY if f"tensor({kind})" in texts}


def test_ids_are_unique_and_made_of_plain_letters() -> None:
    ids = [case.id for case in cases()]
    assert len(set(ids)) == len(ids)
    assert all(id_.isascii() and " " not in id_ and id_.count("/") == 2 for id_ in ids)


def test_the_number_of_cases_is_worth_a_minute() -> None:
    assert 3000 < len(cases()) < 10000


@pytest.mark.clause("schema-types")
@pytest.mark.parametrize("operator", OPERATORS)
def test_every_version_and_type_is_there(operator: str) -> None:
    found: dict[tuple[int, str], set[bool]] = defaultdict(set)
    for case in cases():
        if case.operator == operator:
            found[case.version, case.type].add(isinstance(answers()[case.id], Tensor))
    history = [s for s in onnx.defs.get_all_schemas_with_history() if s.name == operator and s.domain == ""]
    for schema in history:
        allowed = result_types(schema, "T")
        for kind in EVERY:
            has_result = True in found[schema.since_version, kind]
            assert has_result == (kind in allowed), (operator, schema.since_version, kind)
            assert found[schema.since_version, kind]


def test_pow_has_every_pair_of_types() -> None:
    pairs = {case.types for case in cases() if case.operator == "Pow" and case.version == 15}
    schema = onnx.defs.get_schema("Pow", 15, "")
    wanted = {(x, y) for x in result_types(schema, "T") for y in result_types(schema, "T1")}
    assert wanted <= pairs


def test_every_opset_of_every_operator_is_there() -> None:
    for operator in OPERATORS:
        first = min(case.version for case in cases() if case.operator == operator)
        seen = {case.opset for case in cases() if case.operator == operator}
        assert seen == set(range(first, NEWEST + 1)), operator


def test_a_name_says_whether_a_case_is_refused() -> None:
    wrong = [case.id for case in cases() if case.what.startswith("refused") != isinstance(answers()[case.id], Refusal)]
    assert wrong == []


def test_clauses_exist_and_only_those_that_nobody_can_see_from_outside_have_no_case() -> None:
    assert {tag for case in cases() for tag in case.clauses} <= set(BY_TAG)
    assert all(case.clauses for case in cases())
    sources = {BY_TAG[tag].source for tag in uncovered()}
    assert "E1" not in uncovered()
    assert "002" not in sources  # ONNX's own page is covered completely


def test_models_are_valid_and_inference_agrees_on_the_shape() -> None:
    wrong = []
    for case in cases():
        answer = answers()[case.id]
        if isinstance(answer, Refusal):
            continue
        model = make_model(case, answer)
        onnx.checker.check_model(model)
        model.graph.output[0].type.tensor_type.ClearField("shape")
        shape = infer_shapes(model).graph.output[0].type.tensor_type.shape
        sizes = tuple(axis.dim_value for axis in shape.dim)
        if all(axis.HasField("dim_value") for axis in shape.dim) and shape.dim and sizes != answer.shape:
            wrong.append((case.id, sizes, answer.shape))
    assert wrong == []


def test_cases_are_the_same_whenever_they_are_made() -> None:
    assert all_cases() == cases()


@pytest.mark.parametrize(
    ("words", "number"),
    [
        (["Add"], None),
        (["type=int8"], None),
        (["clause=Where"], None),
        (["opset=28"], None),
        (["Add,Sub", "float", "opset=7", "id=*/row"], 2),
        (["Add-14/float/row"], 1),
        (["id=Pow-15/int32,double/refused-nan"], 1),
    ],
)
def test_selection(words: list[str], number: int | None) -> None:
    chosen = select(cases(), words)
    assert 0 < len(chosen) < len(cases())
    assert number in (None, len(chosen))


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("Greatr", "did you mean Greater?"),
        ("operator=Conv", "there is no operator Conv"),
        ("type=float32", "there is no type float32"),
        ("opset=99", "there is no opset 99"),
        ("clause=E2", "there is no clause E2"),
        ("colour=red", "there is nothing called colour"),
        ("id=nothing", "no case is selected by id=nothing"),
    ],
)
def test_a_selection_that_means_nothing_is_refused(word: str, says: str) -> None:
    with pytest.raises(ArgumentError, match=says.replace("?", r"\?")):
        select(cases(), [word])
