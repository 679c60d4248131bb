"""Operators at every opset: what each version takes and refuses, and what the old ones compute."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from isocast import opsets
from isocast.errors import ArgumentError, BroadcastError, IsocastError, ShapeError, TypeMismatchError
from isocast.opsets import Broadcasting, OperatorVersion
from isocast.spec.legacy import legacy_broadcast
from isocast.spec.operators import OPERATORS as ORACLE
from isocast.spec.operators import apply as spec_apply
from isocast.spec.operators import tensor as spec_tensor
from isocast.types import ELEMENT_TYPES
from tests.crosscheck.equality import same
from tests.strategies import shapes
from tests.tensors import to_array as array
from tests.tensors import to_tensor as tensor

VERSIONS = {
    "Add": [1, 6, 7, 13, 14], "Sub": [1, 6, 7, 13, 14], "Mul": [1, 6, 7, 13, 14], "Div": [1, 6, 7, 13, 14],
    "And": [1, 7], "Or": [1, 7], "Xor": [1, 7], "Equal": [1, 7, 11, 13, 19], "Greater": [1, 7, 9, 13],
    "Less": [1, 7, 9, 13], "GreaterOrEqual": [12, 16], "LessOrEqual": [12, 16], "Max": [1, 6, 8, 12, 13],
    "Min": [1, 6, 8, 12, 13], "Mean": [1, 6, 8, 13], "Sum": [1, 6, 8, 13], "Pow": [1, 7, 12, 13, 15],
    "Where": [9, 16], "Gemm": [1, 6, 7, 9, 11, 13], "PRelu": [1, 6, 7, 9, 16], "Mod": [10, 13, 28],
    "BitShift": [11, 28], "BitwiseAnd": [18], "BitwiseOr": [18], "BitwiseXor": [18], "Expand": [8, 13],
}  # fmt: skip
EVERY_VERSION = [version for name in opsets.OPERATORS for version in opsets.versions(name)]
LIMITED = [version for version in EVERY_VERSION if version.broadcasting is Broadcasting.LIMITED]
LIMITED_PAIRS = [version for version in LIMITED if version.name != "Gemm"]
F32 = np.float32


def zeros(*shape: int, dtype: Any = F32) -> Any:
    return np.zeros(shape, dtype)


def counting(shape: tuple[int, ...], kind: str, start: int = 1) -> Any:
    """An array of a shape and type with values that differ: 1, 2, 3… or alternating, or letters."""
    numbers = range(start, start + prod(shape))
    values: list[object] = list(numbers)
    if kind in {"bool", "string"}:
        values = [bool(n % 2) for n in numbers] if kind == "bool" else [f"text {n}" for n in numbers]
    return array(spec_tensor(kind, shape, values))


@pytest.mark.clause("schema-types", "multi-operators", "uni-operators")
def test_the_table_has_every_operator_and_version() -> None:
    found = {name: [version.since for version in opsets.versions(name)] for name in opsets.OPERATORS}
    assert set(found) == set(VERSIONS) == set(ORACLE)
    assert {name: since[: len(VERSIONS[name])] for name, since in found.items()} == VERSIONS
    assert [type_pairs(opset) for opset in (26, 27, 28)] == [305, 305, 309]


def type_pairs(opset: int) -> int:
    """How many operator and type pairs an opset has; a base and an exponent of Pow are one."""
    rows = [opsets.lookup(name, opset) for name in opsets.OPERATORS]
    return sum(len(row.types["T"]) * (len(row.types["T1"]) if row.name == "Pow" else 1) for row in rows)


def test_versions_follow_each_other_up_to_the_newest_opset() -> None:
    for name in opsets.OPERATORS:
        history = opsets.versions(name)
        assert [version.since for version in history[1:]] == [version.until + 1 for version in history[:-1]]
        assert history[-1].until == opsets.NEWEST >= 28
        assert all(opsets.lookup(name, v.since) is opsets.lookup(name, v.until) is v for v in history)


@pytest.mark.clause("schema-types")
@pytest.mark.parametrize("name", opsets.OPERATORS)
def test_the_newest_schema_agrees_with_the_specification(name: str) -> None:
    ours, oracle = opsets.lookup(name), ORACLE[name]
    assert ours.types["T"] == set(oracle.types["T"])
    assert [operand.name.removesuffix("_0") for operand in ours.operands] == [operand for operand, _ in oracle.operands]
    assert len(ours.attributes) == len(oracle.attributes)


@pytest.mark.clause("schema-types")
@pytest.mark.parametrize("version", EVERY_VERSION, ids=str)
def test_each_version_takes_the_types_of_its_schema_and_no_other(version: OperatorVersion) -> None:
    for kind in ELEMENT_TYPES:
        operands, attributes = operands_of(version, kind)
        kernel = opsets.bind(version.name, version.since, attributes)
        if kind in version.types["T"]:
            result = kernel(*operands)
            expected = spec_apply(version.name, *map(tensor, operands), **oracle_attributes(version, attributes))
            assert same(expected, tensor(result), ulps=int(version.name in {"Pow", "Gemm"})), kind
        elif kind != "real":
            with pytest.raises(TypeMismatchError) as caught:
                kernel(*operands)
            assert caught.value.code == "schema-types"
            assert kind in caught.value.types


def operands_of(version: OperatorVersion, kind: str) -> tuple[list[Any], dict[str, Any]]:
    """Operands of one shape for a version, its T standing for a type, and the attributes it needs."""
    real = kind if kind != "real" else "float"
    a, b = counting((2, 2), real), counting((2, 2), real, start=2)
    attributes: dict[str, Any] = {"BitShift": {"direction": "LEFT"}}.get(version.name, {})
    if version.name == "Mod" and version.since < 28 and ELEMENT_TYPES[kind].kind == "float":
        attributes = {"fmod": 1}
    if version.name == "Pow" and version.since >= 12:
        b = counting((2, 2), "uint8")
    special = {"Where": [counting((2, 2), "bool"), a, b], "Expand": [a, np.array([3, 1, 2])], "Gemm": [a, b, b]}
    return special.get(version.name, [a, b]), attributes


def oracle_attributes(version: OperatorVersion, attributes: dict[str, Any]) -> dict[str, Any]:
    return {"fmod": attributes.get("fmod", 0)} if version.name == "Mod" else attributes


@pytest.mark.clause("schema-types")
@pytest.mark.parametrize(
    ("name", "opset", "taken", "refused"),
    [
        ("Add", 6, "int32", "int8"), ("Add", 13, "bfloat16", "int8"), ("Add", 14, "int8", "bool"),
        ("Equal", 7, "bool", "float"), ("Equal", 13, "bfloat16", "string"), ("Equal", 19, "string", "complex64"),
        ("Greater", 8, "float", "int32"), ("Greater", 9, "int32", "bfloat16"), ("Max", 11, "float", "int32"),
        ("Max", 12, "int32", "bfloat16"), ("Mean", 28, "bfloat16", "int32"), ("Sum", 28, "double", "int64"),
        ("Pow", 11, "float", "int32"), ("Pow", 12, "int32", "bfloat16"), ("Pow", 28, "int64", "uint8"),
        ("Where", 9, "string", "bfloat16"), ("Where", 16, "bfloat16", "real"), ("PRelu", 8, "float", "int32"),
        ("BitShift", 11, "uint16", "int16"), ("BitShift", 28, "int16", "float"), ("And", 28, "bool", "int8"),
        ("Gemm", 8, "float", "int32"), ("Gemm", 12, "int32", "bfloat16"), ("Expand", 8, "complex64", "bfloat16"),
        ("BitwiseXor", 18, "uint64", "bool"), ("LessOrEqual", 15, "int8", "bfloat16"),
    ],
)  # fmt: skip
def test_types_come_and_go_with_the_opsets(name: str, opset: int, taken: str, refused: str) -> None:
    assert taken in opsets.lookup(name, opset).types["T"]
    assert refused not in opsets.lookup(name, opset).types["T"]


@pytest.mark.clause("schema-types")
def test_two_types_meet_only_where_the_schema_has_two() -> None:
    x, y = np.array([2.0, 3.0], F32), np.array([3, 2], np.int64)
    assert opsets.apply("Pow", 12, x, y).tolist() == [8.0, 9.0]
    with pytest.raises(TypeMismatchError, match="Pow-7 does not take Y of element type int64"):
        opsets.apply("Pow", 11, x, y)
    with pytest.raises(TypeMismatchError, match="Pow-7 takes Y of element type float here, as its other operands"):
        opsets.apply("Pow", 11, x, y.astype(np.float64))
    with pytest.raises(TypeMismatchError, match="Max-13 takes data_2 of element type float here"):
        opsets.apply("Max", 13, x, x, x.astype(np.float64))
    with pytest.raises(TypeMismatchError, match="Where-16 does not take condition of element type uint8"):
        opsets.apply("Where", 16, x.astype(np.uint8), x, x)
    with pytest.raises(TypeMismatchError, match="Expand-13 does not take shape of element type int32"):
        opsets.apply("Expand", 13, x, np.array([2], np.int32))


@pytest.mark.clause("schema-types")
def test_types_seen_before_do_not_excuse_other_types() -> None:
    kernel = opsets.bind("Add", 13)
    kernel(zeros(2), zeros(2))
    with pytest.raises(TypeMismatchError):
        kernel(zeros(2, dtype=np.int8), zeros(2, dtype=np.int8))
    equal = opsets.bind("Equal", 19)
    assert equal(np.array(["a"], object), np.array(["a"], object)).tolist() == [True]
    with pytest.raises(TypeMismatchError):
        equal(np.array([1], object), np.array([1], object))


@pytest.mark.clause("legacy-axis")
@pytest.mark.parametrize("version", LIMITED_PAIRS, ids=str)
@given(
    a=shapes(4, st.integers(0, 3)),
    b=shapes(4, st.integers(0, 3)),
    broadcast=st.sampled_from([0, 1]),
    axis=st.sampled_from([None, -1, 0, 1, 2, 3]),
    cut=st.tuples(st.integers(0, 4), st.integers(0, 4)),
    is_run=st.booleans(),
)
def test_the_old_attributes_mean_what_the_oracle_says(  # noqa: PLR0917
    version: OperatorVersion,
    a: tuple[int, ...],
    b: tuple[int, ...],
    broadcast: int,
    axis: int | None,
    cut: tuple[int, int],
    is_run: bool,
) -> None:
    b = a[min(cut) : max(cut)] if is_run else b  # a run of A's axes, so that many cases are accepted
    kind = min(version.types["T"])
    first, second = counting(a, kind), counting(b, kind, start=3)
    given_attributes = {"broadcast": broadcast} | ({} if axis is None else {"axis": axis})
    try:
        stretched = legacy_broadcast(tensor(first), tensor(second), broadcast, axis)
    except BroadcastError:
        with pytest.raises(BroadcastError) as caught:
            opsets.apply(version.name, version.since, first, second, **given_attributes)
        assert caught.value.code == "legacy-axis"
        assert caught.value.shapes == (a, b)
        return
    result = opsets.apply(version.name, version.since, first, second, **given_attributes)
    expected = spec_apply(version.name, tensor(first), stretched)
    assert result.shape == a
    assert same(expected, tensor(result), ulps=int(version.name == "Pow"))


@pytest.mark.clause("legacy-axis")
@pytest.mark.parametrize(
    ("shape", "attributes"),
    [((), {}), ((1, 1), {}), ((5,), {}), ((4, 5), {}), ((3, 4), {"axis": 1}), ((2,), {"axis": 0})],
)
def test_the_examples_of_the_old_text(shape: tuple[int, ...], attributes: dict[str, int]) -> None:
    a, b = zeros(2, 3, 4, 5), counting(shape, "float")
    result = opsets.apply("Add", 6, a, b, broadcast=1, **attributes)
    axes = range(attributes.get("axis", 4 - len(shape)), 4)
    first = tuple(slice(None) if axis in list(axes)[: len(shape)] else 0 for axis in range(4))
    assert result.shape == (2, 3, 4, 5)
    assert np.array_equal(result[first].reshape(-1)[: b.size], b.reshape(-1))
    with pytest.raises(BroadcastError, match="attribute broadcast is not 1"):
        opsets.apply("Add", 6, a, b)


@pytest.mark.clause("legacy-axis")
@pytest.mark.parametrize(
    ("b", "axis", "says"),
    [
        ((1, 3), None, "size 1 is not stretched"),
        ((2, 1), 0, "size 1 is not stretched"),
        ((3,), 0, "from axis 0 on its sizes must be (2,)"),
        ((2, 3), 1, "2 axes do not fit into 2 from axis 1"),
        ((3,), -1, "do not fit"),
        ((1, 2, 3), None, "3 axes do not fit into 2"),
    ],
)
def test_what_the_old_text_refuses(b: tuple[int, ...], axis: int | None, says: str) -> None:
    attributes = {} if axis is None else {"axis": axis}
    with pytest.raises(BroadcastError) as caught:
        opsets.apply("Mul", 6, zeros(2, 3), zeros(*b), broadcast=1, **attributes)
    assert says in caught.value.summary
    assert caught.value.summary.startswith("Mul-6 cannot broadcast B")


@pytest.mark.clause("legacy-axis")
@pytest.mark.parametrize("name", ["Max", "Min", "Mean", "Sum"])
def test_before_opset_8_variadic_operators_do_not_broadcast(name: str) -> None:
    a, b = counting((2, 3), "float"), counting((3,), "float")
    for opset in (1, 6, 7):
        with pytest.raises(BroadcastError, match=r"data_2 \(3,\) to data_0 \(2, 3\): before opset 8") as caught:
            opsets.apply(name, opset, a, a, b)
        assert (caught.value.code, caught.value.tensor) == ("legacy-axis", 2)
        assert opsets.apply(name, opset, a, a).shape == (2, 3)
        assert opsets.apply(name, opset, a).tolist() == a.tolist()
    assert opsets.apply(name, 8, a, a, b).shape == (2, 3)


@pytest.mark.clause("gemm", "legacy-axis")
def test_gemm_before_opset_7_broadcasts_only_when_asked() -> None:
    a, b = counting((2, 3), "float"), counting((3, 4), "float")
    full, row, one = counting((2, 4), "float"), counting((4,), "float"), counting((1,), "float")
    product = a @ b
    for opset in (1, 6):
        assert np.array_equal(opsets.apply("Gemm", opset, a, b, full, beta=2.0), product + 2 * full)
        assert np.array_equal(opsets.apply("Gemm", opset, a, b, row, broadcast=1, alpha=0.5), product / 2 + row)
        assert np.array_equal(opsets.apply("Gemm", opset, a, b, one, broadcast=1), product + 1)
        assert np.array_equal(
            opsets.apply("Gemm", opset, a.T, b.T, row, broadcast=1, transA=1, transB=1), product + row
        )
        for c, broadcast in ((row, 0), (one, 0), (counting((2, 1), "float"), 1), (counting((1, 4), "float"), 1)):
            with pytest.raises(BroadcastError, match=r"to A·B \(2, 4\)"):
                opsets.apply("Gemm", opset, a, b, c, broadcast=broadcast)
        with pytest.raises(ArgumentError, match=f"Gemm-{opset} takes 3 operands, not 2"):
            opsets.apply("Gemm", opset, a, b)
    assert np.array_equal(opsets.apply("Gemm", 7, a, b, counting((2, 1), "float")), product + np.array([[1], [2]]))
    with pytest.raises(ArgumentError, match="Gemm-9 takes 3 operands, not 2"):
        opsets.apply("Gemm", 10, a, b, None)
    assert np.array_equal(opsets.apply("Gemm", 11, a, b), product)
    assert np.array_equal(opsets.apply("Gemm", 11, a, b, None), product)
    with pytest.raises(ArgumentError, match="Gemm-7 has no attribute broadcast"):
        opsets.apply("Gemm", 7, a, b, full, broadcast=1)


@pytest.mark.clause("prelu", "legacy-axis")
def test_prelu_before_opset_7_takes_a_slope_per_channel() -> None:
    x, slope = -np.ones((2, 3, 3), F32), np.array([1, 2, 3], F32)
    old, new = opsets.apply("PRelu", 6, x, slope), opsets.apply("PRelu", 7, x, slope)
    assert old[0].tolist() == [[-1] * 3, [-2] * 3, [-3] * 3]
    assert new[0].tolist() == [[-1, -2, -3]] * 3
    for shape in ((), (1,), (1, 1), (2, 3, 3)):
        assert opsets.apply("PRelu", 1, x, np.full(shape, 2, F32)).tolist() == (2 * x).tolist()
    for shape in ((2,), (3, 1), (3, 3), (1, 3, 1, 1)):
        with pytest.raises(BroadcastError, match="PRelu-6 cannot broadcast slope"):
            opsets.apply("PRelu", 6, x, np.ones(shape, F32))
    line = -np.ones(3, F32)
    assert opsets.apply("PRelu", 6, line, slope).tolist() == [-1, -2, -3]
    with pytest.raises(BroadcastError, match="or the shape of X"):
        opsets.apply("PRelu", 6, line, np.ones(2, F32))


@pytest.mark.clause("mod")
@pytest.mark.parametrize("kind", ["float16", "bfloat16", "float", "double"])
def test_mod_of_floats_needs_fmod_before_opset_28(kind: str) -> None:
    a, b = counting((3,), kind, start=-4), counting((3,), kind, start=2)
    for opset in (13, 27):
        with pytest.raises(TypeMismatchError, match=f"Mod-13 does not take A of element type {kind} with fmod 0"):
            opsets.apply("Mod", opset, a, b)
        assert np.array_equal(opsets.apply("Mod", opset, a, b, fmod=1).astype(F32), [-0.0, -0.0, -2.0])
    assert np.array_equal(opsets.apply("Mod", 28, a, b).astype(F32), [0.0, 0.0, 2.0])


@pytest.mark.clause("bit-shift")
def test_bit_shift_takes_signed_types_from_opset_28_on() -> None:
    x, y = np.array([-8, 5], np.int8), np.array([1, 9], np.int8)
    assert opsets.apply("BitShift", 28, x, y, direction="RIGHT").tolist() == [-4, 0]
    with pytest.raises(TypeMismatchError, match="BitShift-11 does not take X of element type int8"):
        opsets.apply("BitShift", 27, x, y, direction="RIGHT")
    unsigned = np.array([128], np.uint8), np.array([8], np.uint8)
    assert opsets.apply("BitShift", 11, *unsigned, direction=b"LEFT").tolist() == [0]


@pytest.mark.parametrize(
    ("name", "opset", "attributes", "says"),
    [
        ("BitShift", 28, {}, "BitShift-28 needs attribute direction"),
        ("BitShift", 28, {"direction": "UP"}, "BitShift-28 takes LEFT or RIGHT as attribute direction, not 'UP'"),
        ("BitShift", 28, {"direction": 1}, "takes a value of kind STRING as attribute direction, not 1"),
        ("Mod", 28, {"fmod": 2}, "Mod-28 takes 0 or 1 as attribute fmod, not 2"),
        ("Mod", 28, {"fmod": True}, "takes a value of kind INT"),
        ("Mod", 28, {"fmod": 1.0}, "takes a value of kind INT"),
        ("Gemm", 13, {"alpha": "1"}, "Gemm-13 takes a value of kind FLOAT as attribute alpha, not '1'"),
        ("Add", 7, {"broadcast": 1}, "Add-7 has no attribute broadcast"),
        ("Add", 7, {"axis": 1}, "Add-7 has no attribute axis"),
        ("Add", 6, {"consumed_inputs": [0, 0]}, "Add-6 has no attribute consumed_inputs"),
    ],
)
def test_attributes_that_are_refused(name: str, opset: int, attributes: dict[str, Any], says: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        opsets.bind(name, opset, attributes)
    assert says in caught.value.summary
    assert caught.value.code == "IC403"


def test_the_oldest_versions_take_the_attribute_of_an_old_optimization() -> None:
    a = counting((2,), "float")
    assert opsets.apply("Add", 1, a, a, consumed_inputs=[0, 0]).tolist() == [2.0, 4.0]


@pytest.mark.parametrize(
    ("name", "opset", "code", "says"),
    [
        ("Relu", 13, "IC401", "Relu is not a broadcasting operator"),
        ("GreaterOrEqual", 11, "IC402", "GreaterOrEqual does not exist at opset 11, it came with opset 12"),
        ("Where", 8, "IC402", "it came with opset 9"),
        ("Add", 0, "IC402", "opset 0 is not known here"),
        ("Add", opsets.NEWEST + 1, "IC402", f"describes opsets 1 to {opsets.NEWEST}"),
    ],
)
def test_operators_that_do_not_exist(name: str, opset: int, code: str, says: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        opsets.bind(name, opset)
    assert says in caught.value.summary
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("name", "operands", "error"),
    [
        ("Add", [zeros(2)], ArgumentError),
        ("Add", [zeros(2)] * 3, ArgumentError),
        ("Add", [zeros(2), None], ArgumentError),
        ("Max", [], ArgumentError),
        ("Max", [zeros(2), None, zeros(2)], ArgumentError),
        ("Expand", [zeros(2), np.array([[2]])], ShapeError),
        ("Expand", [zeros(2), np.array([-2])], IsocastError),
        ("Expand", [zeros(2), np.array([3])], BroadcastError),
    ],
)
def test_operands_that_are_refused(name: str, operands: list[Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        opsets.apply(name, opsets.NEWEST, *operands)


def test_out_receives_the_result() -> None:
    a, b, out = counting((2, 3), "float"), counting((2,), "float"), zeros(2, 3)
    result = opsets.apply("Add", 6, a, b, out=out, broadcast=1, axis=0)
    assert result is out
    assert np.array_equal(out, a + b[:, None])
