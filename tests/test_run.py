"""`isocast run`: tensors from files, outputs to files, a bar for long runs, and nothing half written."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import onnx
import pytest
from onnx import TensorProto, numpy_helper
from rich.console import Console

from isocast import cli
from isocast import run as running
from isocast.errors import ArgumentError, FileError, IsocastError
from isocast.progress import RunProgress
from tests.onnx_models import adding, external, parse, saved, unsorted, with_initializer

X = np.arange(6, dtype=np.float32).reshape(2, 3)
Y = np.full((2, 3), 10, np.float32)


def isocast(*arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "isocast", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False)


def proto(array: Any, name: str, path: Path) -> Path:
    path.write_bytes(numpy_helper.from_array(array, name).SerializeToString())
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the model that adds, and its inputs in every form."""
    saved(adding(), tmp_path)
    np.save(tmp_path / "x.npy", X)
    np.save(tmp_path / "y.npy", Y)
    np.savez(tmp_path / "both.npz", x=X, y=Y)
    np.savez(tmp_path / "one.npz", anything=Y)
    proto(X, "x", tmp_path / "input_0.pb")
    proto(Y, "", tmp_path / "y.pb")
    return tmp_path


@pytest.mark.parametrize(
    "inputs",
    [
        ["x=x.npy", "y=y.npy"],
        ["both.npz"],
        ["x=both.npz", "y=one.npz"],
        ["input_0.pb", "y.pb"],
        ["y=y.pb", "x=input_0.pb"],
        ["x=x.npy", "y=y.pb"],
    ],
    ids=" ".join,
)
def test_inputs_come_from_files_of_every_kind(inputs: list[str], folder: Path) -> None:
    given = [f"{name}={folder / file}" if file else str(folder / name) for name, _, file in map(_split, inputs)]
    (written,) = running.run(folder / "model.onnx", given, folder / "out")
    assert written == running.Written("z", folder / "out/z.npy", "float", (2, 3))
    assert np.array_equal(np.load(written.path), X + Y)


def _split(argument: str) -> tuple[str, str, str]:
    return argument.partition("=")


def test_the_command_says_what_it_wrote_or_why_not(folder: Path) -> None:
    result = isocast("run", "model.onnx", "-i", "x=x.npy", "--input", "y=y.npy", "--output-dir", "deep/out", cwd=folder)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == "z  float [2, 3]  deep/out/z.npy\n"
    assert os.listdir(folder / "deep") == ["out"]
    again = isocast("run", "model.onnx", "-i", "both.npz", "--output-dir", "deep/out", "--format", "pb", cwd=folder)
    assert again.returncode == 0
    assert sorted(os.listdir(folder / "deep/out")) == ["z.npy", "z.pb"]
    tensor = onnx.load_tensor(folder / "deep/out/z.pb")
    assert tensor.name == "z"
    assert np.array_equal(numpy_helper.to_array(tensor), X + Y)
    refused = isocast("run", "model.onnx", "-i", "x=gone.npy", "--output-dir", "other", cwd=folder)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == "isocast: gone.npy does not exist\nNothing was written.\n"
    assert not (folder / "other").exists()


BAD: dict[str, tuple[list[str], str]] = {
    "no model": (["gone.onnx"], "gone.onnx does not exist"),
    "not a model": (["x.npy"], "x.npy is not an ONNX model"),
    "no inputs": (["model.onnx"], "input 'x' is not given"),
    "unknown input": (["model.onnx", "-i", "w=x.npy"], "the model has no input 'w'"),
    "given twice": (["model.onnx", "-i", "x=x.npy", "-i", "both.npz"], "input 'x' is given twice"),
    "no name": (["model.onnx", "-i", "x.npy"], "--input x.npy has no name"),
    "no file": (["model.onnx", "-i", "x=gone.npy"], "gone.npy does not exist"),
    "other kind": (["model.onnx", "-i", "x=x.txt"], "--input x=x.txt is of a kind not known here"),
    "pickled": (["model.onnx", "-i", "x=objects.npy"], "objects.npy is not a NumPy file of plain numbers or strings"),
    "cut off": (["model.onnx", "-i", "x=short.npy"], "short.npy is not a NumPy file"),
    "cut off archive": (["model.onnx", "-i", "x=short.npz"], "short.npz is not a NumPy archive"),
    "array as archive": (["model.onnx", "-i", "array.npz"], "array.npz is not a NumPy archive"),
    "archive as array": (["model.onnx", "-i", "x=archive.npy"], "archive.npy is not a NumPy file"),
    "other names": (["model.onnx", "-i", "z=both.npz"], "both.npz holds no array 'z', only x, y"),
    "no tensor": (["model.onnx", "-i", "x=text.pb"], "text.pb is not an ONNX tensor"),
    "a model as tensor": (["model.onnx", "-i", "x=model.pb"], "model.pb is not an ONNX tensor"),
    "short tensor": (["model.onnx", "-i", "x=short.pb"], "short.pb has 4 bytes of data, its shape [2, 3] needs 24"),
    "wrong type": (["model.onnx", "-i", "x=x.npy", "-i", "y=doubles.npy"],
                   "input 'y' is declared float, and was given double"),
    "wrong shape": (["model.onnx", "-i", "x=x.npy", "-i", "y=row.npy"], "input 'y' is declared y: float[2, n]"),
    "unsorted": (["unsorted.onnx", "-i", "x=row.npy"], "node \"late\" (Mul): reads 'a' before it is made"),
    "missing data": (["external.onnx", "-i", "x=row.npy"],
                     'initializer "W" has external data in gone.bin, which does not'),
    "not broadcastable": (["row.onnx", "-i", "x=x.npy", "-i", "y=four.npy"], 'node "sum" (Add): Add cannot broadcast'),
    "division by zero": (["div.onnx", "-i", "x=zeros.npy"], 'node "ratio" (Div): '),
    "not ours": (["relu.onnx", "-i", "x=x.npy"], 'node "clip" (Relu): isocast does not implement Relu'),
    "output in a file's place": (["model.onnx", "-i", "both.npz", "--output-dir", "x.npy"],
                                 "x.npy cannot be written: "),
}  # fmt: skip


@pytest.fixture
def bad(folder: Path) -> Path:
    """The same folder, with everything in it that can go wrong."""
    np.save(folder / "objects.npy", np.array([{}, []], object), allow_pickle=True)
    np.save(folder / "doubles.npy", Y.astype(float))
    np.save(folder / "row.npy", X[0, :2])
    np.save(folder / "four.npy", np.zeros(4, np.float32))
    np.save(folder / "zeros.npy", np.zeros(4, np.int32))
    for name, source in {"short.npy": "x.npy", "short.npz": "both.npz"}.items():
        (folder / name).write_bytes((folder / source).read_bytes()[:-50])
    (folder / "array.npz").write_bytes((folder / "x.npy").read_bytes())
    (folder / "archive.npy").write_bytes((folder / "both.npz").read_bytes())
    (folder / "text.pb").write_text("hello, this is text")
    (folder / "model.pb").write_bytes(adding().SerializeToString())
    (folder / "short.pb").write_bytes(TensorProto(data_type=1, dims=[2, 3], raw_data=b"1234").SerializeToString())
    saved(unsorted(), folder, "unsorted.onnx")
    saved(with_initializer(external("gone.bin")), folder, "external.onnx")
    saved(parse("(float[a,b] x, float[c] y) => (float[a,b] z) { [sum] z = Add(x, y) }"), folder, "row.onnx")
    saved(parse("(int32[n] x) => (int32[n] z) { [ratio] z = Div(x, x) }"), folder, "div.onnx")
    saved(parse("(float[a,b] x) => (float[a,b] z) { [clip] z = Relu(x) }"), folder, "relu.onnx")
    return folder


@pytest.mark.parametrize(("arguments", "says"), BAD.values(), ids=BAD)
def test_bad_input_is_one_clear_line_exit_status_2_and_nothing_written(
    arguments: list[str], says: str, bad: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(os.listdir(bad))
    where = [] if "--output-dir" in arguments else ["--output-dir", "out"]
    monkeypatch.chdir(bad)
    monkeypatch.setattr(sys, "argv", ["isocast", "run", *arguments, *where])
    with pytest.raises(SystemExit) as exit_:
        cli.main()
    shown = capsys.readouterr()
    first, *_, last = shown.err.splitlines()
    assert (exit_.value.code, shown.out) == (2, "")
    assert first.startswith(f"isocast: {says}")
    assert last == "Nothing was written."
    assert sorted(os.listdir(bad)) == before


@pytest.mark.parametrize("arguments", [[], ["model.onnx"], ["model.onnx", "--output-dir", "o", "--format", "hdf5"]])
def test_wrong_use_is_exit_status_2(arguments: list[str], folder: Path) -> None:
    result = isocast("run", *arguments, cwd=folder)
    assert result.returncode == 2
    assert "Usage: " in result.stderr
    assert "Traceback" not in result.stderr


def test_types_that_numpy_files_do_not_know_are_written_as_onnx_tensors(tmp_path: Path) -> None:
    body = "(bfloat16[n] b, string[n] s, float16[n] h) => (bfloat16[n] p, string[n] t, float16[n] u) "
    model = saved(parse(body + "{ p = Add(b, b) t = Identity(s) u = Mul(h, h) }"), tmp_path)
    np.save(tmp_path / "b.npy", np.array([1.5, -2], ml_dtypes.bfloat16))
    np.save(tmp_path / "s.npy", np.array(["long text", ""]))
    proto(np.array([2, 3], np.float16), "h", tmp_path / "h.pb")
    inputs = [f"b={tmp_path / 'b.npy'}", f"s={tmp_path / 's.npy'}", str(tmp_path / "h.pb")]
    written = {output.name: output for output in running.run(model, inputs, tmp_path / "out")}
    assert {name: output.path.name for name, output in written.items()} == {"p": "p.pb", "t": "t.pb", "u": "u.npy"}
    assert {name: output.type for name, output in written.items()} == {"p": "bfloat16", "t": "string", "u": "float16"}
    back = running.read_inputs([str(written["p"].path), str(written["t"].path)])
    assert back["p"].tolist() == [3, -4]
    assert back["t"].tolist() == ["long text", ""]


def test_output_names_become_safe_and_distinct_file_names(tmp_path: Path) -> None:
    names = ["a/b:0", "a_b_0", "..", ".hidden", "ok", "OK", "", "x" * 300, "ü"]
    results = {name: np.array(number) for number, name in enumerate(names)}
    written = running.write_outputs(results, tmp_path / "out")
    files = [output.path.name for output in written]
    assert files[:2] == ["a_b_0.npy", "a_b_0-2.npy"]
    assert files[3] == "hidden.npy"
    assert len({file.lower() for file in files}) == len(names) == len(os.listdir(tmp_path / "out"))
    assert all(output.path.parent == tmp_path / "out" and len(output.path.name) < 120 for output in written)
    assert [int(np.load(output.path)) for output in written] == list(range(len(names)))


def test_a_failure_while_writing_leaves_the_old_outputs_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "out"
    running.write_outputs({"a": np.array(1), "b": np.array(2)}, folder)
    save, calls = np.save, []

    def failing(path: Path, array: Any, **options: Any) -> None:
        calls.append(path)
        if len(calls) == 2:
            raise OSError(28, "No space left on device")
        save(path, array, **options)

    monkeypatch.setattr(np, "save", failing)
    with pytest.raises(FileError, match="out cannot be written: No space left on device"):
        running.write_outputs({"a": np.array(3), "b": np.array(4)}, folder)
    assert [int(np.load(folder / f"{name}.npy")) for name in "ab"] == [1, 2]
    assert os.listdir(tmp_path) == ["out"]


def test_a_folder_in_an_output_s_place_is_refused_before_anything_moves(tmp_path: Path) -> None:
    (tmp_path / "out/b.npy").mkdir(parents=True)
    with pytest.raises(FileError, match=r"b\.npy is a folder, where an output is to be written"):
        running.write_outputs({"a": np.array(1), "b": np.array(2)}, tmp_path / "out")
    assert os.listdir(tmp_path / "out") == ["b.npy"]


LOOP = """(float x, int64 n) => (float z) {
    [turn] z = Loop(n, , x) <body = b (int64 i, bool c, float old) => (bool c, float new) { new = Add(old, x) }>
}"""


def test_a_bar_appears_when_a_run_takes_long(tmp_path: Path) -> None:
    model = saved(parse(LOOP), tmp_path)
    inputs = {"x": np.array(1, np.float32), "n": np.array(40000)}
    for name, value in inputs.items():
        np.save(tmp_path / f"{name}.npy", value)
    given = [f"{name}={tmp_path / name}.npy" for name in inputs]
    for delay, appears in ((0.05, True), (60, False)):
        shown = io.StringIO()
        with RunProgress(Console(file=shown, force_terminal=True, width=100), delay) as progress:
            running.run(model, given, tmp_path / "out", monitor=progress)
        assert ('node "turn" (Loop) iteration' in shown.getvalue()) == appears
    assert np.load(tmp_path / "out/z.npy") == 40001


def test_a_bar_appears_during_one_long_node() -> None:
    shown = io.StringIO()
    with RunProgress(Console(file=shown, force_terminal=True, width=100), delay=0.05) as progress:
        progress.begin("node [3] (Gemm)", 3, 7)
        time.sleep(0.4)
    assert "node (3) (Gemm)" in shown.getvalue()
    assert "3/7" in shown.getvalue()


def test_no_bar_where_nobody_looks() -> None:
    shown = io.StringIO()
    with RunProgress(Console(file=shown), delay=0.0) as progress:
        progress.begin("node 0 (Add)", 0, 1)
        time.sleep(0.1)
    assert shown.getvalue() == ""


def test_the_bar_goes_away_when_a_run_fails() -> None:
    shown = io.StringIO()
    for delay in (0.0, 60):
        progress = RunProgress(Console(file=shown, force_terminal=True), delay)
        with pytest.raises(IsocastError):
            _fail_after(0.1, progress)
        assert not progress._bar.live.is_started
    assert "node 0" in shown.getvalue()


def _fail_after(seconds: float, progress: RunProgress) -> None:
    with progress:
        progress.begin("node 0 (Add)", 0, 1)
        time.sleep(seconds)
        raise ArgumentError(summary="no", code="IC408")
