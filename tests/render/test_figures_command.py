"""`isocast draw`: how shapes are written, where figures go, and what wrong use is told."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from isocast.cli import app
from isocast.errors import FileError, ShapeError
from isocast.files import write_whole
from isocast.render.figures import draw
from isocast.render.figures.written_shapes import WrittenShape, read_shape
from tests.strategies import Shape, shapes
from tools import make_figures


def isocast_draw(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["draw", *arguments])


def in_a_process(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "isocast", "draw", *arguments]
    return subprocess.run(command, capture_output=True, env={**os.environ, **environment}, check=False)


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("3x1", (3, 1)),
        ("3×1", (3, 1)),
        ("3 x 1", (3, 1)),
        ("3,1", (3, 1)),
        ("(3, 1)", (3, 1)),
        ("[3,1]", (3, 1)),
        ("( 3 , 1 , )", (3, 1)),
        ("4", (4,)),
        ("(4,)", (4,)),
        ("(4)", (4,)),
        ("()", ()),
        ("[]", ()),
        ("scalar", ()),
        (" ( ) ", ()),
        ("007", (7,)),
        ("0x0", (0, 0)),
        ("2^40x1", (2**40, 1)),
        ("(2^62,)", (2**62,)),
        ("1^999999999999", (1,)),
        ("9223372036854775807", (2**63 - 1,)),
        ("(N, 3)", ("N", 3)),
        ("batch,?", ("batch", None)),
    ],
)
def test_shapes_that_are_read(text: str, shape: WrittenShape) -> None:
    assert read_shape(text, "shape 0") == shape


@given(shapes(), st.sampled_from(["x", ",", ", "]))
def test_every_shape_can_be_written(shape: Shape, separator: str) -> None:
    bare = separator.join(map(str, shape)) or "()"
    assert read_shape(bare, "shape 0") == shape
    assert read_shape(str(shape), "shape 0") == shape
    assert read_shape(str(list(shape)), "shape 0") == shape


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "3xx1",
        "3x",
        "x3",
        "foo",
        "?",
        "3,,1",
        ",",
        "(3",
        "3)",
        "(3]",
        "((3))",
        "1.5",
        "1e3",
        "3 1",
        "-",
        "٣",
        "2^",
        "a b",
        "N-1",
        "--",
    ],
)
def test_texts_that_are_no_shapes(text: str) -> None:
    with pytest.raises(ShapeError) as raised:
        read_shape(text, "shape 7")
    assert raised.value.argument == "shape 7"
    assert "is not a shape" in raised.value.summary
    assert "3x1" in raised.value.help


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("-3x1", "negative size -3"),
        ("(2, -1)", "negative size -1"),
        ("9223372036854775808", "more than 2^63 - 1"),
        ("2^63", "more than 2^63 - 1"),
        ("2^100", "more than 2^63 - 1"),
        ("9^999999999999999999", "more than 2^63 - 1"),
        ("9" * 100_000, "more than 2^63 - 1"),
    ],
)
def test_sizes_that_no_tensor_has(text: str, says: str) -> None:
    with pytest.raises(ShapeError) as raised:
        read_shape(text, "shape 0")
    assert says in raised.value.summary
    assert len(raised.value.summary) < 120


def test_the_figure_goes_to_the_terminal() -> None:
    run = in_a_process("3x1", "(4,)")
    assert (run.returncode, run.stderr) == (0, b"")
    assert run.stdout.decode() == draw((3, 1), (4,)).text()


def test_a_terminal_without_the_letters_gets_others() -> None:
    run = in_a_process("3x1", "4", PYTHONIOENCODING="ascii")
    assert run.returncode == 0
    assert run.stdout.decode("ascii") == draw((3, 1), (4,)).text(plain=True)


@pytest.mark.parametrize(("name", "start"), [("a.svg", b"<svg "), ("a.PNG", b"\x89PNG"), ("a.txt", b"X0 (3, 1)")])
def test_the_ending_of_a_name_says_the_format(tmp_path: Path, name: str, start: bytes) -> None:
    run = isocast_draw("3x1", "4", "-o", str(tmp_path / name))
    assert run.exit_code == 0
    assert run.stdout == f"{tmp_path / name}: X0 (3, 1) and X1 (4,) broadcast to (3, 4)\n"
    assert (tmp_path / name).read_bytes().startswith(start)
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(("form", "start"), [("svg", b"<svg "), ("png", b"\x89PNG")])
def test_the_format_can_be_asked_for(form: str, start: bytes) -> None:
    assert in_a_process("3", "--format", form).stdout.startswith(start)


@pytest.mark.clause("E1")
def test_what_does_not_broadcast_is_drawn_and_reported(tmp_path: Path) -> None:
    path = tmp_path / "e1.svg"
    run = isocast_draw("2x3", "3x2", "-o", str(path))
    assert run.exit_code == 1
    assert "refused: E1" in path.read_text()
    assert "do not broadcast: E1" in run.stdout


@pytest.mark.clause("B5")
def test_the_profile_decides_about_size_0() -> None:
    assert isocast_draw("0", "1").exit_code == 0
    assert isocast_draw("0", "1", "--profile", "sonnx").exit_code == 1


@pytest.mark.clause("uni-2")
def test_to_one_shape() -> None:
    assert isocast_draw("3", "--to", "2x3").exit_code == 0
    refused = isocast_draw("2x3", "--to", "3")
    assert refused.exit_code == 1
    assert "Step 1 is refused: uni-2" in refused.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["3xx"], "shape 0, '3xx', is not a shape"),
        (["3", "-3x1"], "shape 1 has the negative size -3"),
        (["3", "--profle", "onnx"], "there is no option --profle"),
        (["3", "--to", "3x"], "the target, '3x', is not a shape"),
        (["3", "4", "--to", "4"], "2 shapes are to be broadcast to one"),
        (["3", "-o", "figure"], "does not say what kind of file"),
        (["3", "-o", "figure.jpeg"], "does not say what kind of file"),
        (["3", "-o", "folder.svg"], "is a directory"),
        (["3", "-o", "nowhere/figure.svg"], "has no folder to be written in"),
        (["3", "-o", "there.svg"], "exists already"),
        (["3", "-o", f"{'n' * 300}.svg"], "cannot be written"),
        (["x".join(["1"] * 65)], "65 axes"),
        ([], "Missing argument"),
        (["3", "--profile", "numpy"], "numpy"),
        (["3", "--format", "gif"], "gif"),
    ],
)
def test_wrong_use_is_exit_status_2_and_one_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.svg").mkdir()
    (tmp_path / "there.svg").write_text("mine")
    run = isocast_draw(*arguments)
    error = run.stderr
    assert run.exit_code == 2
    assert says in error
    assert "Traceback" not in error
    assert run.stdout == ""
    assert (tmp_path / "there.svg").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder.svg", "there.svg"]


def test_force_overwrites_a_file(tmp_path: Path) -> None:
    path = tmp_path / "there.svg"
    path.write_text("mine")
    assert isocast_draw("3", "-o", str(path), "--force").exit_code == 0
    assert path.read_text() == draw((3,)).svg()


def test_a_figure_that_cannot_be_written_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(FileError, match="No space left on device"):
        write_whole(tmp_path / "a.svg", b"<svg/>")
    assert list(tmp_path.iterdir()) == []


def test_a_device_is_written_to() -> None:
    write_whole(Path("/dev/null"), b"<svg/>")
    assert Path("/dev/null").is_char_device()


def test_the_documents_show_what_is_drawn() -> None:
    assert make_figures.stale() == []


def test_an_old_figure_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / make_figures.PAGE
    page.parent.mkdir()
    page.write_text("```console\n$ isocast draw 3\nsomething else\n```\n")
    stale = make_figures.stale(tmp_path)
    assert make_figures.PAGE in stale
    assert len(stale) == len(make_figures.FIGURES) + 1
