"""Every clause of the standard has a specification and a test, and every tag in the sources is a clause."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from isocast import trace
from isocast.clauses import CLAUSES
from isocast.errors import ArgumentError

SOURCE = trace.find_source(Path(__file__).parents[2])


def isocast(*arguments: str, cwd: Path = SOURCE) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "isocast", *arguments], capture_output=True, text=True, cwd=cwd, check=False
    )


def test_every_clause_is_specified_and_tested() -> None:
    missing = {row.clause.tag: row.missing for row in trace.trace(SOURCE) if row.missing}
    assert missing == {}


def test_tags_are_unique() -> None:
    assert len({clause.tag for clause in CLAUSES}) == len(CLAUSES)


def test_a_clause_without_a_test_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "src/isocast/spec").mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    (tmp_path / "src/isocast/clauses.py").touch()
    (tmp_path / "src/isocast/spec/x.py").write_text('def f() -> None:\n    """Say.\n\n    Clauses: E1, R1\n    """\n')
    (tmp_path / "tests/test_x.py").write_text('@pytest.mark.clause("E1")\ndef test_x(): pass\n')
    rows = {row.clause.tag: row for row in trace.trace(tmp_path)}
    assert rows["E1"].missing == []
    assert [str(place) for place in rows["E1"].places["spec"]] == ["src/isocast/spec/x.py:1 f"]
    assert rows["R1"].missing == ["tests"]
    assert rows["R2"].missing == ["spec", "tests"]
    run = isocast("trace", "--source", str(tmp_path))
    assert run.returncode == 1
    assert "R1 (tests)" in run.stdout


def test_comments_in_c_and_why3_are_read(tmp_path: Path) -> None:
    for folder in ("src/isocast", "tests", "csrc/src", "proofs/why3"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "src/isocast/clauses.py").touch()
    (tmp_path / "csrc/src/a.c").write_text(
        "/* Adds.\n * Clauses: int-wrap. */\nstatic int isc_add(int a) { return a; }\n"
    )
    (tmp_path / "proofs/why3/a.mlw").write_text("(* Clauses: E1 *)\nlet lemma e1_exact (x: int) = ()\n")
    rows = {row.clause.tag: row for row in trace.trace(tmp_path)}
    assert [str(place) for place in rows["int-wrap"].places["library"]] == ["csrc/src/a.c:2 isc_add"]
    assert [place.name for place in rows["E1"].places["proofs"]] == ["e1_exact"]


def test_a_tag_that_is_no_clause_is_refused(tmp_path: Path) -> None:
    (tmp_path / "src/isocast").mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    (tmp_path / "src/isocast/clauses.py").write_text('"""Clauses: E99"""\n')
    with pytest.raises(ArgumentError, match="E99, which does not exist"):
        trace.trace(tmp_path)


def test_the_command_line_shows_every_clause() -> None:
    text, data = isocast("trace"), isocast("trace", "--format", "json")
    assert (text.returncode, data.returncode) == (0, 0)
    rows = json.loads(data.stdout)
    assert [row["tag"] for row in rows] == [clause.tag for clause in CLAUSES]
    assert all(clause.tag in text.stdout for clause in CLAUSES)
    assert set(rows[0]) == {"tag", "title", "source", "section", "spec", "library", "tests", "proofs"}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["trace", "E99"], "there is no clause E99"),
        (["trace", "--source", "/"], "not a source tree"),
        (["trace", "--format", "xml"], "xml"),
        (["tarce"], "tarce"),
    ],
)
def test_wrong_use_is_exit_status_2_without_a_traceback(arguments: list[str], says: str) -> None:
    run = isocast(*arguments)
    assert run.returncode == 2
    assert says in run.stderr
    assert "Traceback" not in run.stderr
