"""`isocast trace` shows what the provers said, and says when they have not run or the file has changed since."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from isocast import trace
from isocast.errors import ArgumentError

LEMMA = """module E
  (* Clauses: E1, B5 *)
  let lemma exact (x: int) = ()

  (* Clauses: E1 *)
  predicate e1 = true
end
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    for folder in ("src/isocast", "tests", "csrc/src", "proofs/why3", "build/proofs"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "src/isocast/clauses.py").touch()
    (tmp_path / "proofs/why3/e.mlw").write_text(LEMMA)
    (tmp_path / "csrc/src/a.c").write_text(
        "/* Clauses: E1 */\n/*@ requires p(n);\n    ensures E1: q(\\result); */\nint isc_a(int n) { return n; }\n"
    )
    return tmp_path


def write_report(source: Path, proved: bool = True, admitted: str | None = None) -> None:
    goals = [{"name": "a", "prover": "cvc4", "seconds": 0.1}, {"name": "b", "prover": "z3" if proved else None}]
    files = {"proofs/why3/e.mlw": "E.exact", "csrc/src/a.c": "isc_a"}
    units = [
        {"file": file, "name": name, "clauses": ["E1"], "goals": goals, "admitted": admitted}
        for file, name in files.items()
    ]
    hashes = {file: hashlib.sha256((source / file).read_bytes()).hexdigest() for file in files}
    (source / "build/proofs/report.json").write_text(json.dumps({"units": units, "hashes": hashes}))


def proofs(source: Path, tag: str = "E1") -> list[trace.Place]:
    return next(row for row in trace.trace(source) if row.clause.tag == tag).places["proofs"]


def test_without_a_report_nothing_counts_as_proved(source: Path) -> None:
    assert [str(place) for place in proofs(source)] == ["proofs/why3/e.mlw:3 exact (not run)"]
    assert not any(place.proved for place in proofs(source))


def test_what_the_report_says(source: Path) -> None:
    write_report(source)
    assert [str(place) for place in proofs(source)] == [
        "proofs/why3/e.mlw:3 E.exact (2/2 goals proved)",
        "csrc/src/a.c:4 isc_a (2/2 goals proved)",
    ]
    assert all(place.proved for place in proofs(source))


def test_what_is_not_proved(source: Path) -> None:
    write_report(source, proved=False)
    assert [place.state for place in proofs(source)] == ["1/2 goals proved"] * 2
    write_report(source, admitted="rounding")
    assert [place.state for place in proofs(source)] == ["admitted: rounding"] * 2
    assert not any(place.proved for place in proofs(source))


def test_a_file_that_has_changed_since(source: Path) -> None:
    write_report(source)
    (source / "csrc/src/a.c").write_text((source / "csrc/src/a.c").read_text() + "\n")
    assert [place.proved for place in proofs(source)] == [True, False]
    assert "changed since" in proofs(source)[1].state


def test_a_report_that_is_none_is_refused(source: Path) -> None:
    (source / "build/proofs/report.json").write_text("{}")
    with pytest.raises(ArgumentError, match="not a report of the provers"):
        trace.trace(source)


def test_contracts_are_passed_over_when_a_comment_is_tied_to_a_function(source: Path) -> None:
    row = next(row for row in trace.trace(source) if row.clause.tag == "E1")
    assert [str(place) for place in row.places["library"]] == ["csrc/src/a.c:1 isc_a"]
