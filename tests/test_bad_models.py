"""Models and inputs that cannot be run: one clear line with the node's name, and nothing half done."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import AttributeProto, TensorProto, helper

from isocast.errors import ArgumentError, FileError, IsocastError, ModelError, ShapeError, TypeMismatchError
from isocast.evaluate import Session
from tests.onnx_models import adding, cyclic, external, parse, saved, unsorted, with_initializer

F32 = np.float32
ONES = np.ones((2, 3), F32)


def wrong_attribute() -> onnx.ModelProto:
    model = parse("(float[2] x) => (float[2] z) { [rest] z = Mod<fmod = 1>(x, x) }")
    model.graph.node[0].attribute[0].CopyFrom(AttributeProto(name="fmod", type=AttributeProto.FLOAT, f=1.0))
    return model


def wrong_opset(version: int | None) -> onnx.ModelProto:
    model = adding()
    del model.opset_import[:]
    if version is not None:
        model.opset_import.append(helper.make_opsetid("", version))
    return model


def twice_made() -> onnx.ModelProto:
    model = adding()
    model.graph.node.append(model.graph.node[0])
    return model


def sparse() -> onnx.ModelProto:
    model = adding()
    values = helper.make_tensor("W", TensorProto.FLOAT, [1], [1.0])
    indices = helper.make_tensor("", TensorProto.INT64, [1], [0])
    model.graph.sparse_initializer.append(helper.make_sparse_tensor(values, indices, [2]))
    return model


def recursive() -> onnx.ModelProto:
    functions = '<domain: "own", opset_import: ["own": 1]> f (a) => (b) { [again] b = own.f(a) }'
    return parse("(float[2] x) => (float[2] z) { [call] z = own.f(x) }", functions=functions)


def deep() -> onnx.ModelProto:
    calls = [f'<domain: "own", opset_import: ["own": 1]> f{n} (a) => (b) {{ b = own.f{n + 1}(a) }}' for n in range(99)]
    return parse("(float[2] x) => (float[2] z) { z = own.f0(x) }", functions="".join(calls))


def repeated_initializer() -> onnx.ModelProto:
    model = with_initializer(short(float_data=[1.0, 2.0]))
    model.graph.initializer.append(model.graph.initializer[0])
    return model


def short(**fields: Any) -> TensorProto:
    return TensorProto(data_type=TensorProto.FLOAT, dims=[2], **fields)


MODELS: dict[str, tuple[Callable[[], onnx.ModelProto], type[IsocastError], str]] = {
    "unsorted": (unsorted, ModelError, "node \"late\" (Mul): reads 'a' before it is made: the graph is not sorted"),
    "cyclic": (cyclic, ModelError, "node \"one\" (Add): reads 'b' before it is made: the graph has a cycle"),
    "unknown value": (lambda: parse("(float x) => (float z) { [sum] z = Add(x, nothing) }"), ModelError,
                      "node \"sum\" (Add): reads 'nothing', which nothing makes"),
    "unknown output": (lambda: parse("(float x) => (float w) { z = Add(x, x) }"), ModelError,
                       "output 'w': reads 'w', which nothing makes"),
    "made twice": (twice_made, ModelError, "node \"sum\" (Add): makes 'z', which exists already"),
    "attribute of the wrong type": (wrong_attribute, ArgumentError,
                                    'node "rest" (Mod): Mod-13 takes attribute fmod of kind INT, not FLOAT'),
    "unknown attribute": (lambda: parse("(float x) => (float z) { [sum] z = Add<axis = 1>(x, x) }"), ArgumentError,
                          'node "sum" (Add): Add-14 has no attribute axis'),
    "missing attribute": (lambda: parse("(uint8 x) => (uint8 z) { [move] z = BitShift(x, x) }"), ArgumentError,
                          'node "move" (BitShift): BitShift-11 needs attribute direction'),
    "too many operands": (lambda: parse("(float x) => (float z) { [sum] z = Add(x, x, x) }"), ArgumentError,
                          'node "sum" (Add): Add-14 takes 2 operands, not 3'),
    "too few operands": (lambda: parse("(float x) => (float z) { [sum] z = Add(x) }"), ArgumentError,
                         'node "sum" (Add): Add-14 takes 2 operands, not 1'),
    "too many results": (lambda: parse("(float x) => (float z) { [sum] z, y = Add(x, x) }"), ModelError,
                         'node "sum" (Add): Add-14 has 1 result, not 2'),
    "newer IR": (lambda: adding(ir_version=99), FileError,
                 f"the model has IR version 99, the installed onnx describes 1 to {onnx.IR_VERSION}"),
    "newer opset": (lambda: wrong_opset(99), ArgumentError, "opset 99 is not known here: the installed onnx describes"),
    "no opset": (lambda: wrong_opset(None), ModelError, "the model does not say which opset of ONNX it uses"),
    "operator of a later opset": (lambda: parse("(int8 x) => (int8 z) { [bits] z = BitwiseAnd(x, x) }", opset=17),
                                  ModelError, 'node "bits" (BitwiseAnd): BitwiseAnd does not exist at opset 17'),
    "no model": (onnx.ModelProto, FileError, "the model is not an ONNX model"),
    "sparse": (sparse, ModelError, 'initializer "W" is sparse'),
    "short raw data": (lambda: with_initializer(short(raw_data=b"1234567")), ModelError,
                       'initializer "W" has 7 bytes of data, its shape [2] needs 8'),
    "short data": (lambda: with_initializer(short(float_data=[1.0])), ModelError,
                   'initializer "W" has 1 values of data, its shape [2] needs 2'),
    "no data": (lambda: with_initializer(short()), ModelError, 'initializer "W" has 0 values of data'),
    "negative size": (lambda: with_initializer(TensorProto(data_type=1, dims=[-2])), ModelError,
                      'initializer "W" has a negative size in its shape [-2]'),
    "type not ours": (lambda: with_initializer(TensorProto(data_type=17, dims=[0])), TypeMismatchError,
                      'initializer "W" has element type float8e4m3fn, which no broadcasting operator takes'),
    "no such type": (lambda: with_initializer(TensorProto(data_type=99, dims=[0])), TypeMismatchError,
                     'initializer "W" has element type number 99'),
    "bytes that are no text": (lambda: with_initializer(TensorProto(data_type=8, dims=[1], string_data=[b"\xff"])),
                               ModelError, 'initializer "W" holds a string that is not UTF-8'),
    "external data without a folder": (lambda: with_initializer(external("w.bin")), ModelError,
                                       'initializer "W" has external data, and the model was not read from a file'),
    "two constants": (lambda: parse("() => (float z) { [two] z = Constant<value_int = 1, value_float = 1.0>() }"),
                      ArgumentError, 'node "two" (Constant): Constant-13 takes one attribute with its value, not'),
    "cast to nothing of ours": (
        lambda: parse("(float x) => (float z) { [to8] z = Cast<to = 17>(x) }"),
        TypeMismatchError, 'node "to8" (Cast): attribute to of Cast-13 has element type float8e4m3fn'),
    "old cast to nothing": (
        lambda: parse('(float x) => (float z) { [to] z = Cast<to = "FLOOAT">(x) }', opset=1),
        ArgumentError, "node \"to\" (Cast): Cast-1 takes the name of a type as attribute to, not 'FLOOAT'"),
    "two initializers of one name": (
        repeated_initializer, ModelError, 'initializer "W" exists twice'),
    "functions without end": (deep, ModelError, "functions call each other more than 50 deep"),
    "a function that calls itself": (
        recursive, ModelError, 'node "call" (f): node "again" (f): function f calls itself'),
    "an unknown attribute of a function": (
        lambda: parse("(float x) => (float z) { [call] z = own.f<k = 1>(x) }",
                      functions='<domain: "own", opset_import: ["": 18]> f (a) => (b) { b = Add(a, a) }'),
        ModelError, 'node "call" (f): function f has no attribute k'),
    "a function with fewer inputs": (
        lambda: parse("(float x) => (float z) { [call] z = own.f(x, x) }",
                      functions='<domain: "own", opset_import: ["": 18]> f (a) => (b) { b = Add(a, a) }'),
        ModelError, 'node "call" (f): function f has 1 operands and 1 results, not 2 and 1'),
    "a branch with too few results": (
        lambda: parse("(bool c, float x) => (float y, float z) { [fork] y, z = If(c) <"
                      "then_branch = g () => (float a) { a = Add(x, x) }, "
                      "else_branch = h () => (float b) { b = Add(x, x) }> }"),
        ModelError, 'node "fork" (If): the then_branch of If makes 1 values, 2 are wanted'),
    "a loop body with other inputs": (
        lambda: parse("(int64 n, float x) => (float z) { [turn] z = Loop(n, , x) "
                      "<body = b (int64 i, bool c) => (bool c, float y) { y = Add(x, x) }> }"),
        ModelError, 'node "turn" (Loop): the body of Loop takes 2 values, and the node gives 3'),
    "a shadowed name": (
        lambda: parse("(int64 n, float x) => (float z) { [turn] z = Loop(n, , x) <body = b (int64 i, bool c, float x)"
                      " => (bool c, float y) { y = Add(x, x) }> }"),
        ModelError, 'node "turn" (Loop), body: '),
}  # fmt: skip


@pytest.mark.parametrize(("make", "error", "says"), MODELS.values(), ids=MODELS)
def test_models_that_are_refused(make: Callable[[], onnx.ModelProto], error: type[IsocastError], says: str) -> None:
    with pytest.raises(error) as caught:
        Session(make())
    first = str(caught.value).splitlines()[0]
    assert says in first
    assert len(first) < 250 or make is deep


EXTERNAL: dict[str, tuple[TensorProto, str]] = {
    "missing": (external("gone.bin"), "gone.bin, which does not exist"),
    "outside": (external("../secret.bin"), "has external data outside the model's folder: ../secret.bin"),
    "absolute": (external("/etc/passwd"), "has external data outside the model's folder: /etc/passwd"),
    "nowhere": (external(""), "has external data outside the model's folder: no location"),
    "short": (external("seven.bin"), "has 7 bytes of data in"),
    "shorter than it says": (external("seven.bin", length=8), "has 7 bytes of data in"),
    "past the end": (external("seven.bin", offset=100), "has 0 bytes of data in"),
    "negative offset": (external("seven.bin", offset=-1), "has external data with a malformed offset or length"),
}


@pytest.mark.parametrize(("tensor", "says"), EXTERNAL.values(), ids=EXTERNAL)
def test_external_data_that_is_refused(tensor: TensorProto, says: str, tmp_path: Path) -> None:
    (tmp_path / "seven.bin").write_bytes(b"1234567")
    with pytest.raises(ModelError) as caught:
        Session(saved(with_initializer(tensor), tmp_path))
    assert str(caught.value).startswith('initializer "W" ')
    assert says in str(caught.value)


FILES: dict[str, tuple[bytes | None, str]] = {
    "missing": (None, "does not exist"),
    "empty": (b"", "is empty"),
    "text": (b"this is not a model\n" * 10, "is a text file, not an ONNX model"),
    "truncated": (adding().SerializeToString()[:-3], "is cut off: 3 bytes are missing at the end"),
    "Git LFS": (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
                "is a Git LFS pointer (63 bytes), not an ONNX model"),
}  # fmt: skip


@pytest.mark.parametrize(("data", "says"), FILES.values(), ids=FILES)
def test_files_that_are_refused(data: bytes | None, says: str, tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(FileError) as caught:
        Session(path)
    assert str(caught.value).startswith(f"{path} {says}")
    assert caught.value.path == str(path)


def test_a_folder_is_no_model(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="is a directory, not a model"):
        Session(tmp_path)


INPUTS: dict[str, tuple[Any, type[IsocastError], str]] = {
    "too few": ([ONES], ModelError, "the model takes 2 inputs, 1 were given"),
    "too many": ([ONES] * 3, ModelError, "the model takes 2 inputs, 3 were given"),
    "unknown name": ({"x": ONES, "w": ONES}, ModelError, "the model has no input 'w'"),
    "missing name": ({"x": ONES}, ModelError, "input 'y' is not given"),
    "wrong type": ([ONES, ONES.astype(float)], TypeMismatchError, "input 'y' is declared float, and was given double"),
    "no type of ours": ([ONES, ONES.astype("M8[s]")], TypeMismatchError, "input 'y' has element type datetime64[s]"),
    "wrong rank": ([ONES[0], ONES], ModelError, "input 'x' is declared x: float[2, n], and was given shape [3]"),
    "wrong size": ([ONES.T, ONES], ModelError,
                   "input 'x' is declared x: float[2, n] where n = 2, and was given shape [3, 2]"),
    "two sizes for one name": ([ONES, ONES[:, :2]], ModelError,
                               "input 'y' is declared y: float[2, n] where n = 3, and was given shape [2, 2]"),
    "ragged": ([ONES, [[1.0], [1.0, 2.0]]], ArgumentError, "input 'y' is a list that no tensor has the shape of"),
    "no tensor": ([ONES, object()], ArgumentError, "input 'y' is of type object"),
}  # fmt: skip


@pytest.mark.parametrize(("inputs", "error", "says"), INPUTS.values(), ids=INPUTS)
def test_inputs_that_are_refused(inputs: Any, error: type[IsocastError], says: str) -> None:
    with pytest.raises(error) as caught:
        Session(adding()).run(inputs)
    assert str(caught.value).splitlines()[0].startswith(says)


RUNS: dict[str, tuple[str, list[Any], type[IsocastError], str]] = {
    "reshape to another number": ("(float[6] x, int64[k] s) => (float[a,b] z) { [fold] z = Reshape(x, s) }",
                                  [np.ones(6, F32), np.array([4, 2])], ShapeError,
                                  "Reshape-14 cannot take (4, 2): the input (6,) has 6 elements"),
    "reshape with two unknowns": ("(float[6] x, int64[k] s) => (float[a,b] z) { [fold] z = Reshape(x, s) }",
                                  [np.ones(6, F32), np.array([-1, -1])], ShapeError, "but for one -1"),
    "reshape that does not divide": ("(float[6] x, int64[k] s) => (float[a,b] z) { [fold] z = Reshape(x, s) }",
                                     [np.ones(6, F32), np.array([4, -1])], ShapeError, "has 6 elements"),
    "reshape copying nothing": ("(float[6] x, int64[k] s) => (float[a,b] z) { [fold] z = Reshape(x, s) }",
                                [np.ones(6, F32), np.array([6, 0])], ShapeError, "a 0 copies a size"),
    "reshape with 0 and -1": ("(float[0] x, int64[k] s) => (float[a,b] z) { [fold] z = Reshape<allowzero = 1>(x, s) }",
                              [np.ones(0, F32), np.array([0, -1])], ShapeError, "0 and -1 cannot stand together"),
    "squeeze of a thick axis": ("(float[6] x, int64[k] s) => (float z) { [fold] z = Squeeze(x, s) }",
                                [np.ones(6, F32), np.array([0])], ShapeError, "axis 0 of (6,), which is not of size 1"),
    "squeeze of no axis": ("(float[6] x, int64[k] s) => (float z) { [fold] z = Squeeze(x, s) }",
                           [np.ones(6, F32), np.array([3])], ShapeError, "axis 3, where axes go from -1 to 0"),
    "unsqueeze twice": ("(float[6] x, int64[k] s) => (float[a,b,c] z) { [fold] z = Unsqueeze(x, s) }",
                        [np.ones(6, F32), np.array([0, -3])], ShapeError, "which name an axis twice"),
    "unsqueeze past the rank": ("(float[6] x, int64[k] s) => (float[a] z) { [fold] z = Unsqueeze(x, s) }",
                                [np.ones(6, F32), np.arange(64)], ShapeError, "65 axes, more than the 64"),
    "a shape with two axes": ("(float[6] x, int64[k,j] s) => (float[a] z) { [fold] z = Reshape(x, s) }",
                              [np.ones(6, F32), np.ones((1, 1), int)], ShapeError, "takes shape with 1 axis, not 2"),
    "a negative size": ("(int64[k] s) => (float[a] z) { [fold] z = ConstantOfShape(s) }",
                        [np.array([2, -1])], ShapeError, "a negative size in (2, -1)"),
    "a size no machine has": ("(int64[k] s) => (float[a] z) { [fold] z = ConstantOfShape(s) }",
                              [np.array([2**62, 2**62])], IsocastError, "more than an address can reach"),
    "a type its schema does not have": ("(float[6] x) => (float[6] z) { [fold] z = ConstantOfShape(x) }",
                                        [np.ones(6, F32)], TypeMismatchError, "not take input of element type float"),
    "a condition that is no condition": (
        "(float[6] x) => (float[6] z) { [fold] z = If(x) <then_branch = g () => (float[6] a) { a = Add(x, x) },"
        " else_branch = h () => (float[6] b) { b = Add(x, x) }> }",
        [np.ones(6, F32)], TypeMismatchError, "If-16 does not take cond of element type float"),
    "a condition of many elements": (
        "(bool[6] x) => (bool[6] z) { [fold] z = If(x) <then_branch = g () => (bool[6] a) { a = And(x, x) },"
        " else_branch = h () => (bool[6] b) { b = Or(x, x) }> }",
        [np.ones(6, bool)], ShapeError, "If takes cond with one element, not shape (6,)"),
    "scans of different shapes": (
        "(float[1] x, int64 n) => (float[k,j] z) { [fold] last, z = Loop(n, , x) <body = "
        "b (int64 i, bool c, float[j] o) => (bool c, float[j] p, float[j] q) "
        "{ s = Constant<value_ints = [2]>() p = Expand(o, s) q = Identity(o) }> }",
        [np.ones(1, F32), np.array(2)], ShapeError,
        "scan output q is float32 (1,) in one iteration, float32 (2,) in another"),
}  # fmt: skip


@pytest.mark.parametrize(("body", "inputs", "error", "says"), RUNS.values(), ids=RUNS)
def test_runs_that_are_refused(body: str, inputs: list[Any], error: type[IsocastError], says: str) -> None:
    session = Session(parse(body))
    with pytest.raises(error) as caught:
        session.run(inputs)
    first = str(caught.value).splitlines()[0]
    assert first.startswith('node "fold" (')
    assert says in first


def test_a_result_larger_than_memory_is_refused_with_its_node() -> None:
    session = Session(parse("(int64[k] s) => (float[a] z) { [big] z = ConstantOfShape(s) }"))
    with pytest.raises(IsocastError) as caught:
        session.run([np.array([2**40, 2**10])])
    assert "memory" in str(caught.value)
