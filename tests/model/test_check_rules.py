"""Every rule: its example is found, its fixed form is not, its page says so; and the cases the examples leave out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from onnx import ModelProto, SparseTensorProto, TensorProto, helper
from onnx.parser import parse_model

from isocast.clauses import BY_TAG
from isocast.errors import ArgumentError
from isocast.model import Finding, Severity, check
from isocast.model.rules import RULES
from isocast.render.pages import index, page
from tests.onnx_models import parse

ROOT = Path(__file__).parents[2]
WITH_EXAMPLE = [code for code, rule in RULES.items() if rule.example]


def codes(model: ModelProto, **options: object) -> list[str]:
    return [finding.code for finding in check(model, **options).findings]  # type: ignore[arg-type]


def only(model: ModelProto, code: str, **options: object) -> Finding:
    """The one finding with a code."""
    (finding,) = (f for f in check(model, **options).findings if f.code == code)  # type: ignore[arg-type]
    return finding


@pytest.mark.parametrize("code", WITH_EXAMPLE)
def test_the_example_of_a_rule_is_found_and_its_fixed_form_is_not(code: str) -> None:
    rule = RULES[code]
    profile = "onnx" if rule.severity is not None else "sonnx"
    finding = next(f for f in check(parse_model(rule.example), profile=profile).findings if f.code == code)
    assert finding.severity is rule.weight(profile)
    assert finding.help
    assert finding.clause in BY_TAG
    assert code not in codes(parse_model(rule.fixed), profile=profile)


@pytest.mark.parametrize("code", RULES)
def test_every_rule_has_a_page_that_is_kept(code: str) -> None:
    text = page(code)
    assert text.startswith(f"# {code}: {RULES[code].title}\n")
    assert (ROOT / f"docs/rules/{code}.md").read_text(encoding="utf-8") == text


def test_the_pages_are_those_of_the_rules_and_no_others() -> None:
    folder = ROOT / "docs/rules"
    assert {path.stem for path in folder.glob("IC*.md")} == set(RULES)
    assert (folder / "README.md").read_text(encoding="utf-8") == index()
    run = subprocess.run([sys.executable, "tools/rule_pages.py", "--check"], cwd=ROOT, check=False)
    assert run.returncode == 0


MULTIDIRECTIONAL = (
    "Add", "And", "Div", "Equal", "Greater", "Less", "Max", "Mean", "Min", "Mul", "Or", "Pow", "Sub", "Sum", "Where",
    "Xor", "GreaterOrEqual", "LessOrEqual", "Mod", "BitShift", "BitwiseAnd", "BitwiseOr", "BitwiseXor",
)  # fmt: skip


def element_of(operator: str) -> str:
    if operator in ("And", "Or", "Xor"):
        return "bool"
    return "uint64" if operator in ("Mod", "BitShift", "BitwiseAnd", "BitwiseOr", "BitwiseXor") else "float"


@pytest.mark.clause("multi-operators", "R4", "R2")
@pytest.mark.parametrize("operator", MULTIDIRECTIONAL)
def test_every_multidirectional_operator_is_looked_at(operator: str) -> None:
    type_ = element_of(operator)
    attributes = ' <direction = "LEFT">' if operator == "BitShift" else ""
    inputs = f"{type_}[2, 3] a, {type_}[3] b"
    arguments = "c, a, b" if operator == "Where" else "a, b"
    condition = "bool[2, 3] c, " if operator == "Where" else ""
    model = parse(f"({condition}{inputs}) => (float[] y) {{ y = {operator}{attributes}({arguments}) }}")
    model.graph.output[0].ClearField("type")
    finding = only(model, "IC101")
    assert finding.severity is Severity.WARNING
    assert finding.result == (2, 3)
    assert finding.operands[-1].elements == 6
    same = parse(
        f"({condition}{type_}[2, 3] a) => (float[] y) {{ y = {operator}{attributes}({arguments.replace('b', 'a')}) }}"
    )
    same.graph.output[0].ClearField("type")
    assert codes(same) == []
    assert only(model, "IC101", profile="sonnx").severity is Severity.ERROR
    assert only(model, "IC101", profile="sonnx").clause == "R4"


@pytest.mark.clause("uni-operators", "gemm")
@pytest.mark.parametrize(
    ("a", "b", "c", "attributes", "found"),
    [
        ("2,3", "3,4", "2,4", "", []),
        ("3,2", "4,3", "2,4", "<transA=1, transB=1>", []),
        ("2,3", "3,4", "4", "", ["IC102"]),
        ("2,3", "3,4", "", "", ["IC102"]),
        ("2,3", "3,4", "1,4", "", ["IC102"]),
        ("2,3", "3,4", "2,1", "", ["IC102"]),
        ("2,3", "3,4", "3", "", ["IC106"]),
        ("2,3", "3,4", "1,2,4", "", ["IC106"]),
        ("1,3", "3,4", "2,4", "", ["IC106"]),
        ("N,3", "3,4", "N,4", "", []),
        ("N,3", "3,4", "M,4", "", ["IC301"]),
        ("N,3", "3,4", "2,4", "", ["IC301"]),
    ],
)
def test_gemm_is_judged_by_its_product(a: str, b: str, c: str, attributes: str, found: list[str]) -> None:
    c_type = f"float[{c}]" if c else "float"
    model = parse(f"(float[{a}] a, float[{b}] b, {c_type} c) => (float[] y) {{ y = Gemm {attributes} (a, b, c) }}")
    assert codes(model) == found


@pytest.mark.clause("prelu", "uni-2", "uni-3")
@pytest.mark.parametrize(
    ("x", "slope", "found"),
    [
        ("2,3", "2,3", []),
        ("2,3", "3", ["IC102"]),
        ("2,3", "1,1", ["IC102"]),
        ("2,3", "2", ["IC106"]),
        ("3", "2,3", ["IC106"]),
        ("1", "3", ["IC106"]),
        ("N,3", "N,3", []),
        ("N,3", "N,1", ["IC102"]),
        ("N,3", "M,3", ["IC301"]),
    ],
)
def test_prelu_is_judged_by_x(x: str, slope: str, found: list[str]) -> None:
    assert codes(parse(f"(float[{x}] x, float[{slope}] s) => (float[{x}] y) {{ y = PRelu(x, s) }}")) == found


@pytest.mark.clause("multi-2")
@pytest.mark.parametrize(
    ("a", "b", "found"),
    [
        ("2,3", "3,4", []),
        ("3", "3", []),
        ("3", "3,4", []),
        ("7,2,3", "7,3,4", []),
        ("7,2,3", "3,4", ["IC103"]),
        ("7,2,3", "3", ["IC103"]),
        ("7,1,2,3", "5,3,4", ["IC103"]),
        ("7,2,3", "6,3,4", ["IC105"]),
        ("N,2,3", "N,3,4", []),
        ("N,2,3", "M,3,4", ["IC301"]),
        ("2,3", "4,5", ["IC108"]),
    ],
)
def test_matmul_is_judged_by_its_batch_axes(a: str, b: str, found: list[str]) -> None:
    assert codes(parse(f"(float[{a}] a, float[{b}] b) => (float[] y) {{ y = MatMul(a, b) }}")) == found


def test_matmul_says_what_the_whole_operand_would_take() -> None:
    finding = only(parse("(float[N,2,3] a, float16[3,4] b) => (float[] y) { y = MatMul(a, b) }"), "IC103")
    assert (finding.operands[1].elements, finding.operands[1].bytes) == ("12·N", "24·N")
    assert finding.operands[1].note == "stretched to [N, 3, 4]"


@pytest.mark.clause("legacy-axis")
@pytest.mark.parametrize(
    ("a", "b", "attributes", "found"),
    [
        ("2,3,4,5", "3,4", "<broadcast=1, axis=1>", ["IC411"]),
        ("2,3,4,5", "5", "<broadcast=1>", ["IC411"]),
        ("2,3,4,5", "1,1", "<broadcast=1>", ["IC411"]),
        ("2,3", "2,1", "<broadcast=1>", ["IC105", "IC411"]),
        ("2,3", "3,3", "<broadcast=1, axis=1>", ["IC105", "IC411"]),
        ("2,3", "2,3", "", []),
        ("2,3", "3", "", ["IC105"]),
        ("N,3", "M,3", "", ["IC303"]),
    ],
)
def test_old_opsets_are_judged_by_their_own_rules(a: str, b: str, attributes: str, found: list[str]) -> None:
    model = parse(f"(float[{a}] a, float[{b}] b) => (float[{a}] y) {{ y = Add {attributes} (a, b) }}", opset=6)
    assert codes(model) == found


@pytest.mark.clause("legacy-axis", "prelu", "gemm")
def test_other_operators_of_old_opsets() -> None:
    assert codes(parse("(float[2] a, float[3] b) => (float[2] y) { y = Max(a, b) }", opset=6)) == ["IC105"]
    assert codes(parse("(float[2,3,4] x, float[3] s) => (float[2,3,4] y) { y = PRelu(x, s) }", opset=6)) == ["IC102"]
    assert codes(parse("(float[2,3,4] x, float[4] s) => (float[2,3,4] y) { y = PRelu(x, s) }", opset=6)) == ["IC105"]
    gemm = "(float[2,3] a, float[3,4] b, float[4] c) => (float[2,4] y) {{ y = Gemm {} (a, b, c) }}"
    assert codes(parse(gemm.format("<broadcast=1>"), opset=6)) == ["IC411"]
    assert codes(parse(gemm.format(""), opset=6)) == ["IC105"]


@pytest.mark.clause("schema-types", "R3", "mod")
@pytest.mark.parametrize(
    ("body", "opset", "found"),
    [
        ("(float[2] a, int32[2] b) => (float[2] y) { y = Pow(a, b) }", 18, []),
        ("(float[2] a, int32[2] b) => (float[2] y) { y = Pow(a, b) }", 11, ["IC202"]),
        ("(string[2] a, string[2] b) => (bool[2] y) { y = Equal(a, b) }", 19, []),
        ("(string[2] a, string[2] b) => (bool[2] y) { y = Equal(a, b) }", 18, ["IC202", "IC202"]),
        ("(uint8[2] c, float[2] a) => (float[2] y) { y = Where(c, a, a) }", 18, ["IC202"]),
        ("(bool[2] c, float[2] a, int32[2] b) => (float[2] y) { y = Where(c, a, b) }", 18, ["IC201"]),
        ("(float[2] a) => (float[2] y) { y = Mod(a, a) }", 18, ["IC202"]),
        ("(float[2] a) => (float[2] y) { y = Mod <fmod = 1> (a, a) }", 18, []),
        ("(float[2] a) => (float[2] y) { y = Mod(a, a) }", 28, []),
    ],
)
def test_element_types_are_those_of_the_opset(body: str, opset: int, found: list[str]) -> None:
    assert codes(parse(body, opset)) == found


@pytest.mark.clause("R3", "strict-explicit")
def test_the_strict_profile_asks_for_more() -> None:
    power = parse("(float[2] a, int32[2] b) => (float[2] y) { y = Pow(a, b) }")
    assert codes(power, profile="sonnx") == ["IC201"]
    gemm = parse("(float[2,3] a, float[3,4] b) => (float[2,4] y) { y = Gemm <alpha=2.0, transA=0> (a, b) }")
    finding = only(gemm, "IC412", profile="sonnx")
    assert finding.message == "Gemm leaves beta and transB to the default"
    assert finding.help == "write beta=1.0 and transB=0 into the node"
    assert codes(gemm) == []


@pytest.mark.clause("B5", "E1")
def test_size_zero_parts_the_profiles() -> None:
    model = parse("(float[0] a, float[1] b) => (float[0] y) { y = Add(a, b) }")
    assert codes(model) == ["IC101"]
    assert codes(model, profile="sonnx") == ["IC105"]


@pytest.mark.clause("R1")
def test_sparse_tensors_are_found() -> None:
    model = parse("(float[2] x) => (float[2] y) { y = Add(x, w) }")
    sparse = SparseTensorProto(dims=[2])
    sparse.values.CopyFrom(helper.make_tensor("w", TensorProto.FLOAT, [1], [1.0]))
    sparse.indices.CopyFrom(helper.make_tensor("", TensorProto.INT64, [1], [0]))
    model.graph.sparse_initializer.append(sparse)
    assert codes(model) == ["IC203"]
    assert codes(model, profile="sonnx") == ["IC203", "IC203"]
    unread = parse("(float[2] x) => (float[2] y) { y = Relu(x) }")
    unread.graph.sparse_initializer.append(sparse)
    assert codes(unread) == []
    assert codes(unread, profile="sonnx") == ["IC203"]


def test_a_sequence_is_no_operand() -> None:
    model = parse("(float[2] x) => (float[2] y) { s = SequenceConstruct(x) y = Add(s, x) }")
    assert "IC202" in codes(model)


def test_an_opset_from_the_future_is_judged_by_the_newest_known() -> None:
    model = parse("(float[2,3] a, float[3] b) => (float[2,3] y) { y = Add(a, b) }", opset=999)
    assert codes(model) == ["IC402", "IC101"]
    newer = parse("(float[2] a) => (float[2] y) { y = Relu(a) }")
    newer.ir_version = 999
    assert [finding.message for finding in check(newer).findings] == [
        "IR version 999 is not known here: what came with it is not seen"
    ]


def test_an_attribute_of_another_kind_is_not_used() -> None:
    model = parse(
        "(float[2,3] a, float[2] b) => (float[2,3] y) { y = Add <broadcast = 1, axis = 0.5> (a, b) }", opset=6
    )
    assert codes(model) == ["IC105", "IC403", "IC411"]


def test_codes_are_chosen_by_their_beginning() -> None:
    model = parse("(float[2,3] a, double[3] b) => (float[2,3] y) { y = Add(a, b) }")
    assert codes(model) == ["IC101", "IC201"]
    assert codes(model, select=["IC1"]) == ["IC101"]
    assert codes(model, select=["IC1", "IC201"], ignore=["IC10"]) == ["IC201"]
    assert codes(model, ignore=["IC"]) == []
    for wrong in ("IC7", "E1", ""):
        with pytest.raises(ArgumentError, match="there is no rule"):
            check(model, select=[wrong])


def test_wrong_use_is_refused() -> None:
    model = parse("(float[N] a) => (float[N] y) { y = Relu(a) }")
    with pytest.raises(ArgumentError, match="there is no profile 'x'"):
        check(model, profile="x")  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="has no size M") as refusal:
        check(model, dims={"M": 2})
    assert refusal.value.help == "its symbolic sizes are: N"
    for value in (-1, True, 1.5, 2**63):
        with pytest.raises(ArgumentError, match="size N cannot be"):
            check(model, dims={"N": value})  # type: ignore[dict-item]


def test_a_thousand_operands() -> None:
    inputs = ", ".join(f"float[{3 if i % 2 else 1}] x{i}" for i in range(1000))
    model = parse(f"({inputs}) => (float[3] y) {{ y = Sum({', '.join(f'x{i}' for i in range(1000))}) }}")
    finding = only(model, "IC101")
    assert len(finding.operands) == 1000
    assert finding.operands[2].label == "data_2"
