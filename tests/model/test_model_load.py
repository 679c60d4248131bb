"""What bad input gets: one clear line and something to do, for every way a model can be unreadable."""

from __future__ import annotations

from pathlib import Path

import pytest
from onnx import ModelProto, TensorProto, helper

from isocast.errors import ArgumentError, FileError, IsocastError, ModelError
from isocast.model import check, load
from tests.onnx_models import adding, cyclic, external, parse, saved, unsorted, with_initializer

_ADDING = adding()
del _ADDING.opset_import[1:]
WHOLE = _ADDING.SerializeToString()


def nested(depth: int) -> bytes:
    """A model of If nodes inside each other, written by hand: protocol buffers refuse to make one this deep."""

    def field(number: int, data: bytes) -> bytes:
        length, size = b"", len(data)
        while size >= 0x80:
            length += bytes([size & 0x7F | 0x80])
            size >>= 7
        return bytes([number << 3 | 2]) + length + bytes([size]) + data

    graph = field(2, b"inner")
    for _ in range(depth):
        attribute = field(1, b"then_branch") + field(6, graph) + b"\xa0\x01\x05"
        graph = field(1, field(4, b"If") + field(5, attribute)) + field(2, b"g")
    return b"\x08\x09" + field(7, graph) + field(8, b"\x10\x12")


FILES = {
    "empty": (b"", "is empty"),
    "pointer": (
        b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n",
        "is a Git LFS pointer (63 bytes)",
    ),
    "text": (b'ir_version: 9\ngraph { name: "g" }\n', "is a text file"),
    "utf-8 text": ("größe ✓ 形状\n".encode() * 999, "is a text file"),
    "zip": (b"PK\x03\x04" + b"\0" * 99, "is a ZIP archive"),
    "gzip": (b"\x1f\x8b\x08" + b"\0" * 99, "is compressed with gzip"),
    "noise": (bytes(range(255, 0, -1)) * 9, "is not an ONNX model"),
    "zeros": (b"\0" * 64, "is not an ONNX model"),
    "cut off": (WHOLE[: len(WHOLE) // 2], "is cut off"),
    "cut off between fields": (WHOLE[: WHOLE.rindex(b"\x42")], "does not say which operator set"),
    "nested 10,000 deep": (nested(10_000), "nested deeper than protocol buffers allow"),
    "another protocol buffer": (helper.make_tensor("t", 1, [1], [1.0]).SerializeToString(), "is not an ONNX model"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_no_model_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    data, says = FILES[name]
    path = tmp_path / "m.onnx"
    path.write_bytes(data)
    with pytest.raises(FileError) as refusal:
        load(path)
    assert says in refusal.value.summary
    assert refusal.value.summary.startswith(f"{path} ")
    assert "\n" not in refusal.value.summary
    assert refusal.value.help
    assert path.read_bytes() == data
    with pytest.raises(FileError, match="the model "):
        load(data)


@pytest.mark.parametrize("cut", range(1, len(WHOLE), 3))
def test_every_cut_of_a_file_is_refused(cut: int) -> None:
    with pytest.raises(IsocastError):
        load(WHOLE[:cut])


def test_what_is_not_there_or_not_a_file_is_refused(tmp_path: Path) -> None:
    for path, says in ((tmp_path / "none.onnx", "does not exist"), (tmp_path, "is a directory")):
        with pytest.raises(FileError, match=says):
            load(path)
    with pytest.raises(FileError, match="is not a path"):
        load("a\0b")
    with pytest.raises(ArgumentError, match="not int"):
        load(7)  # type: ignore[arg-type]


def test_a_file_beyond_a_protocol_buffer_is_refused_without_reading_it(tmp_path: Path) -> None:
    path = tmp_path / "huge.onnx"
    with path.open("wb") as file:
        file.truncate(5 * 2**30)
    with pytest.raises(FileError, match="more than the 2 GiB"):
        load(path)


def duplicate_output() -> ModelProto:
    return parse("(float[2] x) => (float[2] z) { z = Add(x, x) z = Mul(x, x) }")


def duplicate_input() -> ModelProto:
    model = adding()
    model.graph.input.add().CopyFrom(model.graph.input[0])
    return model


def duplicate_initializer() -> ModelProto:
    model = with_initializer(helper.make_tensor("W", TensorProto.FLOAT, [2], [1.0, 2.0]))
    model.graph.initializer.add().CopyFrom(model.graph.initializer[0])
    return model


def recursive(names: str) -> ModelProto:
    """Functions that call each other in a ring."""
    model = parse("(float[2] x) => (float[2] y) { y = own.a(x) }")
    for name, other in zip(names, names[1:] + names[0], strict=True):
        body = [helper.make_node(other, ["x"], ["y"], domain="own")]
        model.functions.append(helper.make_function("own", name, ["x"], ["y"], body, [helper.make_opsetid("own", 1)]))
    return model


def chained(length: int) -> ModelProto:
    model = parse(f"(float[2] x) => (float[2] y) {{ y = own.f{length - 1}(x) }}")
    for number in range(length):
        inner = helper.make_node(f"f{number - 1}", ["x"], ["y"], domain="own")
        body = [inner if number else helper.make_node("Relu", ["x"], ["y"])]
        imports = [helper.make_opsetid("", 18), helper.make_opsetid("own", 1)]
        model.functions.append(helper.make_function("own", f"f{number}", ["x"], ["y"], body, imports))
    return model


def dangling_in_subgraph() -> ModelProto:
    branches = (
        "then_branch = t () => (float[2] a) { a = Add(x, later) }, else_branch = e () => (float[2] b) { b = Relu(x) }"
    )
    return parse(
        f"(bool c, float[2] x) => (float[2] z) {{ y = If (c) <{branches}> later = Relu(x) z = Add(y, later) }}"
    )


def two_functions() -> ModelProto:
    model = recursive("a")
    model.functions.add().CopyFrom(model.functions[0])
    return model


def lying_tensor() -> ModelProto:
    return with_initializer(TensorProto(data_type=TensorProto.FLOAT, dims=[2**40], raw_data=b"\0" * 8))


STRUCTURES = {
    "unsorted": (unsorted(), 'reads "a", which node 1 "early" (Add) makes only later'),
    "cyclic": (cyclic(), "the graph has a cycle"),
    "dangling": (parse("(float[2] x) => (float[2] z) { z = Add(x, nothing) }"), 'reads "nothing", which nothing makes'),
    "output": (parse("(float[2] x) => (float[2] z) { y = Relu(x) }"), 'has an output "z" that nothing makes'),
    "subgraph": (dangling_in_subgraph(), 'node 0 (If) then_branch node 0 (Add) reads "later"'),
    "duplicate output": (duplicate_output(), 'makes "z", which exists already'),
    "duplicate input": (duplicate_input(), 'two inputs called "x"'),
    "duplicate initializer": (duplicate_initializer(), 'two initializers called "W"'),
    "two functions": (two_functions(), "has two functions own:a"),
    "recursive function": (recursive("a"), "functions call themselves: own:a calls own:a"),
    "recursive functions": (recursive("abc"), "functions call themselves"),
    "long chain of functions": (chained(500), "functions call each other 500 deep"),
    "huge shape": (
        parse(f"(float[{2**31}, {2**31}] x) => (float z) {{ z = Relu(x) }}"),
        "more than an address can reach",
    ),
    "lying tensor": (lying_tensor(), "with less data than its shape asks for"),
    "negative tensor": (
        with_initializer(TensorProto(data_type=TensorProto.FLOAT, dims=[-2])),
        "with a negative size",
    ),
    "no opset": (adding(), "does not say which operator set"),
}
del STRUCTURES["no opset"][0].opset_import[:]


@pytest.mark.parametrize("name", STRUCTURES)
def test_a_model_that_does_not_hold_together_is_refused(name: str) -> None:
    model, says = STRUCTURES[name]
    before = model.SerializeToString(deterministic=True)
    with pytest.raises((ModelError, FileError)) as refusal:
        check(model, name="m.onnx")
    assert says in refusal.value.summary
    assert refusal.value.summary.startswith("m.onnx")
    assert model.SerializeToString(deterministic=True) == before


LOCATIONS = {
    "/etc/passwd": "outside the model's folder",
    "../w.bin": "outside the model's folder",
    "a/../../w.bin": "outside the model's folder",
    "C:\\w.bin": "outside the model's folder",
    "": "outside the model's folder",
    "missing.bin": "which does not exist",
    "link.bin": "a link out of the model's folder",
    "short.bin": "needs 8 bytes of short.bin, which has 4",
}


@pytest.mark.parametrize("location", LOCATIONS)
def test_external_data_is_looked_for_and_kept_inside(location: str, tmp_path: Path) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    (tmp_path / "w.bin").write_bytes(b"\0" * 8)
    (folder / "link.bin").symlink_to(tmp_path / "w.bin")
    (folder / "short.bin").write_bytes(b"\0" * 4)
    path = saved(with_initializer(external(location)), folder)
    with pytest.raises(ModelError) as refusal:
        check(path)
    assert refusal.value.code == "IC905"
    assert LOCATIONS[location] in refusal.value.summary


def test_external_data_that_is_there_is_not_read(tmp_path: Path) -> None:
    data = tmp_path / "weights.bin"
    with data.open("wb") as file:
        file.truncate(2**33)  # no blocks behind it: reading would take minutes and 8 GiB
    tensor = external("weights.bin", offset=2**32, length=8)
    report = check(saved(with_initializer(tensor), tmp_path))
    assert report.findings == ()
    assert check(with_initializer(tensor)).findings == ()  # without a folder there is nothing to look for


def test_many_calls_of_nested_functions_are_walked_once_each() -> None:
    """Each function calls the one before twice: 2^40 nodes if they were unrolled."""
    model = parse("(float[2] x) => (float[2] y) { y = own.f39(x) }")
    imports = [helper.make_opsetid("", 18), helper.make_opsetid("own", 1)]
    for number in range(40):
        body = [helper.make_node("Relu", ["x"], ["z"]), helper.make_node("Relu", ["z"], ["y"])]
        if number:
            names = (("x", "z"), ("z", "y"))
            body = [helper.make_node(f"f{number - 1}", [a], [b], domain="own") for a, b in names]
        model.functions.append(helper.make_function("own", f"f{number}", ["x"], ["y"], body, imports))
    assert check(model).findings == ()


def test_a_loaded_model_can_be_checked_again() -> None:
    model = load(adding(), name="twice")
    assert check(model).summary == check(model).summary == "twice: nothing to report in 1 node of 1 graph"


def test_functions_are_graphs_too() -> None:
    assert check(chained(20)).graphs == 21
