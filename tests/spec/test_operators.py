"""The operators on tensors: types exactly as in ONNX's schemas, every pair runs, everything else is refused."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

import onnx
import pytest

from isocast.errors import ArgumentError, BroadcastError, ShapeError, TypeMismatchError
from isocast.spec import Tensor, operators
from isocast.spec.literals import numbers, tensor
from isocast.spec.operators import OPERATORS, apply, equal, expand, max_, mean, prelu, sum_
from isocast.spec.schemas import EVERY, Operator

SAMPLES: dict[str, list[object]] = {
    **{type_: [1, 0, 2] for type_ in EVERY},
    "bool": [True, False, True],
    "string": ["a", "", "é"],
    "real": [1, Fraction(1, 2), 2],
}
ATTRIBUTES: dict[str, dict[str, object]] = {"BitShift": {"direction": "LEFT"}}
ALL_TYPES = (*EVERY, "real")


def sample(type_: str, shape: tuple[int, ...] = (3,)) -> Tensor:
    values = SAMPLES[type_] if shape == (3,) else [SAMPLES[type_][0]] * (shape[0] * shape[1])
    return tensor(type_, shape, values)


def operands(operator: Operator, type_: str, second: str | None = None) -> tuple[Tensor, ...]:
    """Operands the operator takes, of this type where the schema leaves the choice."""
    if operator.name == "Gemm":
        return sample(type_, (2, 3)), sample(type_, (3, 2)), sample(type_, (2, 2))
    if operator.name == "Where":
        return tensor("bool", (3,), [True, False, True]), sample(type_), sample(type_)
    if operator.name == "Expand":
        return sample(type_), tensor("int64", (2,), [2, 3])
    if operator.name in ("Div", "Mod"):
        return sample(type_), Tensor((3,), sample(type_).values[:1] * 3, type_)  # no zero among the divisors
    return sample(type_), sample(second or type_)


def schema(name: str, opset: int) -> onnx.defs.OpSchema:
    return onnx.defs.get_schema(name, opset, "")


def schema_types(name: str, opset: int = 28) -> dict[str, set[str]]:
    constraints = schema(name, opset).type_constraints
    return {c.type_param_str: {t[len("tensor(") : -1] for t in c.allowed_type_strs} for c in constraints}


@pytest.mark.parametrize("name", OPERATORS)
@pytest.mark.clause("schema-types")
def test_types_operands_and_attributes_are_those_of_onnx(name: str) -> None:
    ours, theirs = OPERATORS[name], schema(name, 28)
    assert {variable: set(types) for variable, types in ours.types.items() if variable != "Shape"} == schema_types(name)
    assert all(len(set(types)) == len(types) for types in ours.types.values())
    assert [variable for _, variable in ours.operands if variable != "Shape"] == [
        i.type_str for i in theirs.inputs if i.type_str != "tensor(int64)"
    ]
    assert ours.result == theirs.outputs[0].type_str
    assert (ours.least, ours.is_variadic) == (theirs.min_input, theirs.max_input == 2**31 - 1)
    spelled = {name.replace("trans_a", "transA").replace("trans_b", "transB") for name in ours.attributes}
    assert spelled == set(theirs.attributes)


@pytest.mark.clause("schema-types")
def test_the_number_of_operator_and_type_pairs() -> None:
    # 305 is the count up to opset 27, where BitShift has four unsigned types; opset 28 gives it the signed ones.
    def count(opset: int) -> int:
        types = {name: schema_types(name, opset) for name in OPERATORS}
        return sum(len(t["T"]) * (len(t["T1"]) if name == "Pow" else 1) for name, t in types.items())

    assert count(26) == count(27) == 305
    assert count(28) == sum(operator.pairs for operator in OPERATORS.values()) == 309


PAIRS = [
    (name, type_, second)
    for name, operator in OPERATORS.items()
    for type_ in operator.types["T"]
    for second in (operator.types["T1"] if name == "Pow" else [None])
]


def test_all_309_pairs_are_listed() -> None:
    assert len(PAIRS) == 309


@pytest.mark.parametrize(("name", "type_", "second"), PAIRS)
@pytest.mark.clause("schema-types")
def test_every_pair_runs_and_has_the_type_of_the_schema(name: str, type_: str, second: str | None) -> None:
    operator = OPERATORS[name]
    result = apply(name, *operands(operator, type_, second), **ATTRIBUTES.get(name, {}))
    expected = "bool" if operator.types[operator.result] == ("bool",) else type_
    assert result.type == expected
    assert len(result.values) > 0
    assert numbers(result)  # every value is one of its type, or decoding it would fail


@pytest.mark.parametrize("name", [name for name, operator in OPERATORS.items() if operator.reals])
@pytest.mark.clause("B9")
def test_reals_run_where_they_mean_something(name: str) -> None:
    inputs = operands(OPERATORS[name], "real") if name != "Pow" else (sample("real"), tensor("real", (), [2]))
    assert apply(name, *inputs).type == ("bool" if OPERATORS[name].result == "T1" and name != "Pow" else "real")


@pytest.mark.parametrize("name", OPERATORS)
@pytest.mark.clause("schema-types", "logic")
def test_every_other_type_is_refused(name: str) -> None:
    operator = OPERATORS[name]
    allowed = {*operator.types["T"], *(["real"] if operator.reals else [])}
    for type_ in set(ALL_TYPES) - allowed:
        with pytest.raises(TypeMismatchError) as error:
            apply(name, *operands(operator, type_), **ATTRIBUTES.get(name, {}))
        assert error.value.code == "schema-types"
        assert type_ in error.value.types


@pytest.mark.parametrize("name", [name for name, operator in OPERATORS.items() if name not in ("Pow", "Expand")])
@pytest.mark.clause("schema-types")
def test_operands_of_different_types_are_refused(name: str) -> None:
    operator = OPERATORS[name]
    allowed = [*operator.types["T"], *(["real"] if operator.reals else [])]
    for first, other in product(allowed[:3], allowed[-3:]):
        if first != other:
            good = operands(operator, first)
            bad = (*good[:-1], operands(operator, other)[-1])
            with pytest.raises(TypeMismatchError) as error:
                apply(name, *bad, **ATTRIBUTES.get(name, {}))
            assert error.value.types == tuple(x.type for x in bad)


@pytest.mark.parametrize(
    ("name", "types", "code"),
    [
        ("Pow", ("int8", "int32"), "schema-types"),
        ("Pow", ("float", "bool"), "schema-types"),
        ("Pow", ("real", "int32"), "schema-types"),
        ("Pow", ("int32", "real"), "schema-types"),
        ("Where", ("uint8", "float", "float"), "Where-condition"),
        ("Where", ("real", "real", "real"), "Where-condition"),
        ("Expand", ("float", "int32"), "schema-types"),
        ("Expand", ("float", "real"), "schema-types"),
    ],
)
@pytest.mark.clause("schema-types", "Where-condition")
def test_types_of_particular_operands_are_refused(name: str, types: tuple[str, ...], code: str) -> None:
    with pytest.raises(TypeMismatchError) as error:
        apply(name, *map(sample, types))
    assert error.value.code == code


@pytest.mark.parametrize(
    ("name", "count"),
    [("Add", 0), ("Add", 1), ("Add", 3), ("Max", 0), ("Sum", 0), ("Where", 2), ("PRelu", 3), ("Gemm", 1), ("Gemm", 4)],
)
def test_a_wrong_number_of_operands_is_refused(name: str, count: int) -> None:
    with pytest.raises(ArgumentError, match=f"{name} takes .*, not {count}"):
        apply(name, *[sample("float")] * count)


@pytest.mark.parametrize(
    ("name", "attributes", "argument"),
    [("Add", {"axis": 1}, "axis"), ("Mod", {"direction": "LEFT"}, "direction"), ("Gemm", {"transC": 1}, "transC")],
)
def test_an_unknown_attribute_is_refused(name: str, attributes: dict[str, object], argument: str) -> None:
    with pytest.raises(ArgumentError) as error:
        apply(name, *operands(OPERATORS[name], "float"), **attributes)
    assert error.value.argument == argument


def test_an_unknown_operator_is_refused() -> None:
    with pytest.raises(ArgumentError, match="Conv is not one of the operators"):
        apply("Conv", sample("float"))


MULTIDIRECTIONAL = [name for name in OPERATORS if name not in ("Gemm", "PRelu", "Expand")]


@pytest.mark.parametrize("name", MULTIDIRECTIONAL)
@pytest.mark.clause("multi-operators", "E1")
def test_multidirectional_operators_broadcast_every_operand(name: str) -> None:
    operator = OPERATORS[name]
    type_ = operator.types["T"][-1]
    first, *rest = operands(operator, type_)
    column = Tensor((3, 1), first.values, first.type)
    assert apply(name, column, *rest, **ATTRIBUTES.get(name, {})).shape == (3, 3)
    with pytest.raises(BroadcastError) as error:
        apply(name, Tensor((2,), first.values[:2], first.type), *rest, **ATTRIBUTES.get(name, {}))
    assert error.value.code == "E1"


@pytest.mark.clause("prelu", "uni-operators")
def test_prelu_never_grows_x() -> None:
    x = tensor("float", (2, 3), [-1, 2, -3, 4, -5, 6])
    assert numbers(prelu(x, tensor("float", (2, 1), [10, 100]))) == (-10, 2, -30, 4, -500, 6)
    for shape in ((4, 3), (1, 2, 3), (2,), (2, 3, 1)):
        with pytest.raises(BroadcastError) as error:
            prelu(x, tensor("float", shape, [1] * prod(shape)))
        assert error.value.shapes == ((2, 3), shape)


@pytest.mark.clause("compare")
def test_strings_are_equal_byte_for_byte() -> None:
    composed, decomposed = "\u00e9", "e\u0301"
    a = tensor("string", (4,), ["a", "", composed, "a\0"])
    b = tensor("string", (4,), ["a", "", decomposed, "a"])
    assert equal(a, b).values == (True, True, False, False)


@pytest.mark.clause("logic", "compare")
def test_truth_tables() -> None:
    a, b = tensor("bool", (2, 1), [False, True]), tensor("bool", (2,), [False, True])
    assert apply("And", a, b).values == (False, False, False, True)
    assert apply("Or", a, b).values == (False, True, True, True)
    assert apply("Xor", a, b).values == (False, True, True, False)
    assert apply("Equal", a, b).values == (True, False, False, True)


@pytest.mark.clause("B9", "max-min", "sum-mean", "prelu")
def test_reals_are_exact() -> None:
    a, b, c = (tensor("real", (), [value]) for value in (Fraction(1, 3), Fraction(1, 7), -2))
    assert sum_(a, b, c).values == (Fraction(-32, 21),)
    assert mean(a, b, c).values == (Fraction(-32, 63),)
    assert max_(a, b, c).values == (Fraction(1, 3),)
    assert max_(a).values == (Fraction(1, 3),)
    assert apply("Div", a, b).values == (Fraction(7, 3),)
    assert prelu(c, b).values == (Fraction(-2, 7),)


@pytest.mark.clause("sum-mean", "max-min")
def test_many_inputs_broadcast_together() -> None:
    inputs = [tensor("float", (), [1]), tensor("float", (2, 1), [10, 20]), tensor("float", (3,), [100, 200, 300])]
    assert numbers(sum_(*inputs)) == (111, 211, 311, 121, 221, 321)
    assert numbers(mean(inputs[1], inputs[2])) == (55, 105, 155, 60, 110, 160)


@pytest.mark.parametrize(
    ("shape", "target", "result"),
    [
        ((3, 1), (2, 1, 6), (2, 3, 6)),
        ((3, 1), (1,), (3, 1)),
        ((2, 3), (), (2, 3)),
        ((), (2, 2), (2, 2)),
        ((1, 3), (0, 1), (0, 3)),
        ((3,), (3,), (3,)),
    ],
)
@pytest.mark.clause("bit-copy")
def test_expand_is_a_two_way_broadcast(
    shape: tuple[int, ...], target: tuple[int, ...], result: tuple[int, ...]
) -> None:
    assert expand(tensor("int8", shape, range(prod(shape))), target).shape == result


@pytest.mark.parametrize("type_", ALL_TYPES)
@pytest.mark.clause("bit-copy", "B7")
def test_expand_copies_the_very_values(type_: str) -> None:
    patterns: dict[str, object] = {
        "float16": 0xFD01,
        "bfloat16": 0x7F81,
        "float": 0x80000000,
        "double": 0xFFF0 << 48 | 1,
    }
    value = patterns.get(type_, (0x7F800000, 0x7FC00001) if type_.startswith("complex") else SAMPLES[type_][0])
    result = expand(Tensor((1,), (value,), type_), (2, 2))
    assert result.type == type_
    assert all(copy is value for copy in result.values)


@pytest.mark.parametrize(
    "sizes", [Tensor((1,), (-1,), "int64"), Tensor((), (3,), "int64"), Tensor((1, 1), (3,), "int64")]
)
@pytest.mark.clause("bit-copy")
def test_what_is_no_shape_is_refused(sizes: Tensor) -> None:
    with pytest.raises(ShapeError) as error:
        expand(sample("float"), sizes)
    assert error.value.argument == "shape"


def test_expand_refuses_sizes_that_contradict() -> None:
    with pytest.raises(BroadcastError):
        expand(sample("float"), (2,))


def test_each_operator_has_a_function_of_its_own() -> None:
    functions = [name for name in operators.__all__ if name not in ("OPERATORS", "apply", "numbers", "tensor")]
    assert len(functions) == len(OPERATORS) == 26
    inputs = sample("uint8"), tensor("uint8", (), [1])
    for function, name in [("add", "Add"), ("sub", "Sub"), ("mul", "Mul"), ("div", "Div"), ("mod", "Mod"),
                           ("min_", "Min"), ("greater", "Greater"), ("greater_or_equal", "GreaterOrEqual"),
                           ("less", "Less"), ("less_or_equal", "LessOrEqual"), ("bitwise_and", "BitwiseAnd"),
                           ("bitwise_or", "BitwiseOr"), ("bitwise_xor", "BitwiseXor")]:  # fmt: skip
        assert getattr(operators, function)(*inputs) == apply(name, *inputs)
    flags = tensor("bool", (2, 1), [False, True]), tensor("bool", (2,), [False, True])
    for function, name in [("and_", "And"), ("or_", "Or"), ("xor", "Xor")]:
        assert getattr(operators, function)(*flags) == apply(name, *flags)
    assert operators.bit_shift(*inputs, direction="LEFT").values == (2, 0, 4)
