"""The committed vectors: up to date, readable, complete, and what the library answers."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest

import isocast as ic
from isocast.errors import IsocastError
from isocast.spec import Tensor
from isocast.spec.literals import decode_number
from isocast.spec.numbers import FORMATS
from isocast.types import ELEMENT_TYPES
from tests.crosscheck.equality import same
from tests.tensors import to_array, to_tensor
from tools.make_vectors import FOLDER, NAMES, stale
from tools.vector_lines import Case, Refusal, read_case, refusal, write_case

_PYTHON_NAMES = {"And": "and_", "Or": "or_", "PRelu": "prelu", "BitShift": "bit_shift"}
_ONNX_KINDS = {f"tensor({name})": name for name in ELEMENT_TYPES}


def lines(name: str) -> list[str]:
    return [line for line in (FOLDER / f"{name}.txt").read_text().splitlines() if not line.startswith("#")]


def python_name(operator: str) -> str:
    words = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in operator)
    return _PYTHON_NAMES.get(operator, words.lstrip("_"))


def attributes(case: Case) -> dict[str, Any]:
    """The attributes of a vector as the library's keywords."""
    read: dict[str, Any] = {}
    for name, value in case.attributes:
        if name in ("alpha", "beta"):
            read[name] = decode_number(FORMATS["float"], int(value, 16))
        elif name == "direction":
            read[name] = value
        else:
            read[{"transA": "trans_a", "transB": "trans_b"}.get(name, name)] = bool(int(value))
    return read


def call(case: Case, **more: Any) -> Any:
    operands: list[Any] = [to_array(given) for given in case.inputs]
    if case.operator == "Expand":
        operands[1] = tuple(int(str(size)) for size in case.inputs[1].values)
    return getattr(ic, python_name(case.operator))(*operands, **attributes(case), **more)


def agrees(case: Case, expected: Tensor, got: Any) -> bool:
    inexact = case.operator == "Pow" and expected.type in FORMATS
    copies = case.operator in ("Where", "Expand", "Broadcast")
    return same(expected, to_tensor(got), ulps=1 if inexact else 0, bit_copy=copies)


def complaint(case: Case) -> str | None:
    """What the library does wrong with a case, or None."""
    try:
        answer = call(case)
    except IsocastError as error:
        found = refusal(error)
        return None if found == case.expected else f"raises {found}"
    if isinstance(case.expected, Refusal):
        return "answers"
    results = answer if case.operator == "Broadcast" else (answer,)
    wrong = [i for i, (e, g) in enumerate(zip(case.expected, results, strict=True)) if not agrees(case, e, g)]
    return f"answers {to_tensor(results[wrong[0]])}" if wrong else None


def is_about_a_tensor_of_sizes(case: Case) -> bool:
    """Expand's shape is a tensor in ONNX and a tuple in Python, where its element type is no question."""
    return case.operator == "Expand" and case.inputs[1].type != "int64"


@pytest.mark.clause("bit-copy", "exact", "schema-types", "E1", "B6", "rank", "int-div", "pow-int", "pow-float", "gemm")
@pytest.mark.parametrize("name", NAMES)
def test_the_library_answers_as_the_vectors_say(name: str) -> None:
    cases = [read_case(line) for line in lines(name)]
    wrong = [
        f"{write_case(case)[:200]}: {found}"
        for case in cases
        if not is_about_a_tensor_of_sizes(case) and (found := complaint(case))
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("line", "sound"),
    [
        ("Add - int8[2]:0102 int8[]:01 -> int8[2]:0203", True),
        ("Add - int8[2]:0102 int8[]:01 -> int8[2]:0204", False),
        ("Add - int8[2]:0102 int8[]:01 -> int8[2,1]:0203", False),
        ("Add - int8[2]:0102 int8[]:01 ! E1 tensor=0 axis=0", False),
        ("Div - int8[2]:0102 int8[2]:0100 ! division index=1", True),
        ("Div - int8[2]:0102 int8[2]:0100 ! division index=0", False),
        ("Pow - float[1]:40000000 float[]:3f800000 -> float[1]:40000001", True),
        ("Pow - float[1]:40000000 float[]:3f800000 -> float[1]:40000002", False),
    ],
)
def test_a_wrong_answer_would_be_noticed(line: str, sound: bool) -> None:
    assert (complaint(read_case(line)) is None) == sound


@pytest.mark.clause("int-div", "mod", "pow-int", "schema-types", "E1")
@pytest.mark.parametrize("name", [name for name in NAMES if name != "Broadcast"])
def test_a_refused_call_leaves_out_as_it_was(name: str) -> None:
    for case in map(read_case, lines(name)):
        shapes = [given.shape for given in case.inputs]
        if isinstance(case.expected, Refusal) and case.expected.kind in ("division", "range"):
            out = np.full(np.broadcast_shapes(*shapes), 77, to_array(case.inputs[0]).dtype)
            with pytest.raises(IsocastError):
                call(case, out=out)
            assert (out == 77).all()


def test_the_vectors_are_what_the_specification_makes() -> None:
    assert stale() == []


def test_every_line_reads_and_writes_as_itself() -> None:
    for name in NAMES:
        for line in lines(name):
            assert write_case(read_case(line)) == line


def test_they_are_small_enough_to_live_in_a_repository() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 2_000_000


@pytest.mark.clause("schema-types")
@pytest.mark.parametrize("name", [name for name in NAMES if name != "Broadcast"])
def test_every_type_of_the_newest_schema_is_there(name: str) -> None:
    schema = onnx.defs.get_schema(name)
    main = schema.inputs[1 if name == "Where" else 0].type_str
    wanted = next(c.allowed_type_strs for c in schema.type_constraints if c.type_param_str == main)
    accepted = [case for case in map(read_case, lines(name)) if not isinstance(case.expected, Refusal)]
    present = {case.inputs[1 if name == "Where" else 0].type for case in accepted}
    assert present == {_ONNX_KINDS[kind] for kind in wanted}
