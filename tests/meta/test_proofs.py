"""The driver of the provers is honest: whatever is not proved, not covered or gone is said, and ends with status 1."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from proofs import faults, theories, wp
from proofs.inspection import Function, Inspection
from proofs.results import Goal, Unit
from proofs.tools import Tools
from tests.meta import prover_stubs

ROOT = Path(__file__).parents[2]


class Tree:
    """A small tree with one C file and one theory, and provers that answer from files."""

    def __init__(self, path: Path) -> None:
        self.path = path
        prover_stubs.install(path / "bin")
        prover_stubs.write_c(path, "sum")
        prover_stubs.write_theory(path)
        self.cover({"csrc/src/sum.c": "proved"})

    def cover(self, files: dict[str, str]) -> None:
        lines = ["[files]", *(f'"{name}" = "{state}"' for name, state in files.items())]
        (self.path / "proofs/coverage.toml").write_text("\n".join(lines))

    def prove(self, *arguments: str, path: str | None = None) -> subprocess.CompletedProcess[str]:
        where = ["--tree", str(self.path), "--work", str(self.path / "work")]
        environment = {**os.environ, "PATH": path or f"{self.path}/bin:{os.environ['PATH']}"}
        command = [sys.executable, "-m", "proofs", *where, *arguments]
        return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment, check=False)

    @property
    def report(self) -> dict[str, object]:
        data: dict[str, object] = json.loads((self.path / "work/report.json").read_text())
        return data


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path)


def test_everything_proved(tree: Tree) -> None:
    run = tree.prove()
    assert (run.returncode, run.stderr.count("\n")) == (0, 3), run.stdout + run.stderr
    assert run.stdout.splitlines()[-1] == "3/3 goals proved"
    assert "csrc/src/sum.c     isc_sum   f        2/2" in run.stdout
    assert "proofs/why3/m.mlw  M.small   B5       1/1    cvc4" in run.stdout
    assert (tree.report["goals"], tree.report["proved"], tree.report["complaints"]) == (3, 3, [])


def test_what_was_proved_is_kept_and_what_changed_is_proved_again(tree: Tree) -> None:
    tree.prove()
    assert "proofs/why3/m.mlw: 1/1 goals, kept" in tree.prove().stderr
    prover_stubs.write_theory(tree.path, cvc4="Timeout (4.00s)")
    theory = tree.path / "proofs/why3/m.mlw"
    theory.write_text(theory.read_text() + "(* changed *)\n")
    assert tree.prove().returncode == 1


@pytest.mark.parametrize("changed", ["csrc/src/sum.c", "csrc/src/core.h"])
def test_a_c_file_is_proved_again_where_it_or_a_header_changed(tree: Tree, changed: str) -> None:
    header = tree.path / "csrc/src/core.h"
    header.write_text("/* nothing */\n")
    source = tree.path / "csrc/src/sum.c"
    source.write_text('#include "core.h"\n' + source.read_text())
    tree.prove()
    answer = source.with_suffix(".json")
    answer.write_text(answer.read_text().replace('"valid": 1', '"valid": 0'))
    kept = tree.prove()
    assert (kept.returncode, "csrc/src/sum.c: 2/2 goals, kept" in kept.stderr) == (0, True), kept.stdout
    path = tree.path / changed
    path.write_text(path.read_text() + "/* changed */\n")
    assert tree.prove().returncode == 1


def test_the_second_solver_is_asked_where_the_first_fails(tree: Tree) -> None:
    prover_stubs.write_theory(tree.path, cvc4="Timeout (4.00s)", z3="Valid (0.20s)")
    run = tree.prove()
    assert run.returncode == 0
    assert "1/1    z3" in run.stdout


def test_a_goal_of_a_theory_that_is_not_proved(tree: Tree) -> None:
    prover_stubs.write_theory(tree.path, cvc4="Unknown (sat)", z3="High failure (1.2s)")
    run = tree.prove()
    assert run.returncode == 1
    assert "NOT PROVED proofs/why3/m.mlw: M.small: lemma 3:15-19" in run.stdout
    assert run.stdout.splitlines()[-1] == "2/3 goals proved"


@pytest.mark.parametrize(
    ("seen", "says"),
    [
        ({"valid": 0}, "csrc/src/sum.c: isc_sum: isc_sum_ensures_E1"),
        ({"contract": ""}, "csrc/src/sum.c: isc_sum has no contract"),
        ({"contract": "/*@ logic integer p(integer n) = n; */\n"}, "csrc/src/sum.c: isc_sum has no contract"),
        ({"contract": prover_stubs.CONTRACT + "\n"}, "csrc/src/sum.c: isc_sum has no contract"),
        ({"loops": 1}, "csrc/src/sum.c: isc_sum: 0 of 1 loops have a variant"),
        ({"unknown": "isc_gone (1 call);"}, "csrc/src/sum.c: calls isc_gone, which has neither body nor contract"),
        ({"borrowed": "isc_far (2 calls);"}, "csrc/src/sum.c: calls isc_far, which no file of csrc defines"),
        ({"contract": "/*@ admit ensures 0 == 1; */\n"}, "csrc/src/sum.c: isc_sum admits something without"),
        ({"declared": "/*@ axiom wishful: 0 == 1; */\n"}, "csrc/src/sum.c: axiom wishful is assumed, not proved"),
    ],
)
def test_what_is_wrong_with_a_c_file(tree: Tree, seen: dict[str, object], says: str) -> None:
    prover_stubs.write_c(tree.path, "sum", **seen)
    run = tree.prove()
    assert run.returncode == 1
    assert f"NOT PROVED {says}" in run.stdout


@pytest.mark.parametrize(("said", "again"), [("1 / 2", ["g"]), ("1 / 3", ["f", "g"]), ("nothing", ["f", "g"])])
def test_only_functions_that_have_the_goals_left_are_asked_again(said: str, again: list[str]) -> None:
    functions = [Function(Path("sum.c"), name, 0, "") for name in ("f", "g")]
    units = {name: Unit("sum.c", name, goals=[Goal(name, prover)]) for name, prover in (("f", "qed"), ("g", None))}
    left = wp._to_ask_again(functions, units, f"[wp] Proved goals:  {said}")
    assert [function.name for function in left] == again


def test_a_file_asks_for_simplifications_and_a_first_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last of several options of one name counts."""
    source = tmp_path / "sum.c"
    source.write_text("/* WP: Typed -wp-ground -wp-timeout 2 */")
    asked: list[list[str]] = []
    monkeypatch.setattr(wp, "call", lambda arguments, _: asked.append(arguments) or "")
    task = wp._Task(Inspection(source, tmp_path, "", []), [Function(source, "f", 0, "")], (), (5, 30))
    for timeout in task.timeouts:
        wp._ask(task, timeout, Tools({}, tmp_path / "why3.conf", tmp_path))
    assert all(words.index("-wp-no-ground") < words.index("-wp-ground") for words in asked)
    limits = [[words[at + 1] for at, word in enumerate(words) if word == "-wp-timeout"] for words in asked]
    assert limits == [["2"], ["2", "30"]]


def test_a_prover_that_fell_over_is_asked_again(tree: Tree) -> None:
    prover_stubs.write_c(tree.path, "sum", valid=0)
    cache = tree.path / "work/wp-cache"
    cache.mkdir(parents=True)
    for verdict in ("valid", "timeout", "failed"):
        (cache / f"{verdict}.json").write_text(f'{{ "prover": "Z3:4.8.12", "verdict": "{verdict}" }}')
    assert tree.prove().returncode == 1
    assert sorted(path.stem for path in cache.iterdir()) == ["timeout", "valid"]


def test_a_function_is_called_by_the_contract_that_is_proved(tree: Tree) -> None:
    prover_stubs.write_c(tree.path, "far")
    tree.cover({"csrc/src/far.c": "proved", "csrc/src/sum.c": "proved"})
    declared = prover_stubs.CONTRACT + "int isc_far(int n);\n\n"
    prover_stubs.write_c(tree.path, "sum", borrowed="isc_far (1 call);", declared=declared)
    assert tree.prove().returncode == 0
    prover_stubs.write_c(tree.path, "sum", borrowed="isc_far (1 call);", declared=declared.replace("0 <= n", "true"))
    assert "calls isc_far by another contract than the one that is proved" in tree.prove().stdout


def test_files_that_are_not_covered(tree: Tree) -> None:
    prover_stubs.write_c(tree.path, "new")
    assert "csrc/src/new.c: in neither list of proofs/coverage.toml" in tree.prove().stdout
    tree.cover({"csrc/src/sum.c": "proved", "csrc/src/new.c": "not yet"})
    assert 'csrc/src/new.c: "not yet" in proofs/coverage.toml is neither' in tree.prove().stdout
    tree.cover({"csrc/src/sum.c": "proved", "csrc/src/new.c": "not yet: loops are missing", "csrc/src/old.c": "proved"})
    assert "csrc/src/old.c: listed in proofs/coverage.toml, and not there" in tree.prove().stdout
    tree.cover({"csrc/src/sum.c": "proved", "csrc/src/new.c": "not yet: loops are missing"})
    run = tree.prove()
    assert run.returncode == 0
    assert "not yet: csrc/src/new.c (loops are missing)" in run.stdout
    assert "1 of 2 C files proved, 1 not yet" in run.stdout


def test_a_header_nobody_includes(tree: Tree) -> None:
    (tree.path / "csrc/src/lost.h").write_text("static int isc_lost(void) { return 0; }\n")
    run = tree.prove()
    assert run.returncode == 1
    assert "csrc/src/lost.h: no C file includes it" in run.stdout


def test_goals_that_are_gone(tree: Tree) -> None:
    assert tree.prove("--record").returncode == 0
    recorded = tree.path / "proofs/expected.json"
    assert json.loads(recorded.read_text()) == {"csrc/src/sum.c": 2, "proofs/why3/m.mlw": 1}
    recorded.write_text(json.dumps({"csrc/src/sum.c": 3, "proofs/why3/m.mlw": 1}))
    run = tree.prove()
    assert run.returncode == 1
    assert "csrc/src/sum.c: 2 goals, and 3 were recorded" in run.stdout


def test_an_admitted_function_is_listed_and_not_counted(tree: Tree) -> None:
    source = tree.path / "csrc/src/sum.c"
    source.write_text("/* Admitted: floating point, rounding */\n/*@ ensures p(1); */\n" + source.read_text())
    run = tree.prove()
    assert run.returncode == 0
    assert "none   -       0.00 s, admitted: floating point, rounding" in run.stdout
    assert "1 functions admitted" in run.stdout
    assert run.stdout.splitlines()[-1] == "1/1 goals proved"


@pytest.mark.parametrize("place", ["csrc/src/sum.c", "csrc/src/sum.h"])
def test_what_the_tools_could_prove_is_not_admitted_in_a_proved_file(tree: Tree, place: str) -> None:
    (tree.path / "csrc/src/sum.h").touch()
    source = tree.path / "csrc/src/sum.c"
    source.write_text('#include "sum.h"\n' + source.read_text())
    admitted = tree.path / place
    admitted.write_text("/* Admitted: not proved yet */\nint isc_sum(int n);\n" + admitted.read_text())
    run = tree.prove()
    assert run.returncode == 1
    assert 'isc_sum is admitted ("not proved yet"), which is not beyond the tools' in run.stdout
    tree.cover({"csrc/src/sum.c": "not yet: isc_sum is open"})
    assert tree.prove().returncode == 0


def test_missing_provers_are_named(tree: Tree) -> None:
    for tool in ("z3", "why3"):
        (tree.path / "bin" / tool).unlink()
    run = tree.prove(path=f"{tree.path}/bin")
    assert run.returncode == 1
    assert "why3, z3 not found" in run.stderr
    assert run.stderr.endswith("Nothing was proved.\n")


@pytest.mark.parametrize("valid", [0, 1])
def test_a_fault_is_noticed_only_by_a_goal_that_is_proved_without_it(tree: Tree, valid: int) -> None:
    prover_stubs.write_c(tree.path, "sum", valid=valid)
    fault = {"what": "no sum", "file": "csrc/src/sum.c", "old": "return n;", "new": "return 0;", "fails": "isc_sum"}
    lines = ["[[fault]]", *(f'{key} = "{value}"' for key, value in fault.items())]
    (tree.path / "proofs/faults.toml").write_text("\n".join(lines))
    run = tree.prove("--faults")
    assert run.returncode == 1
    assert "NOT NOTICED no sum (csrc/src/sum.c)" in run.stdout
    assert run.stdout.splitlines()[-1] == "0/1 seeded faults noticed"
    assert tree.prove("--faults", "--quick").stdout.endswith("0/1 seeded faults noticed, one of each file\n")
    nothing = tree.prove("--faults", "product")
    assert (nothing.returncode, nothing.stdout) == (1, "0/0 seeded faults noticed\n")


def test_every_seeded_fault_applies() -> None:
    for fault in faults.read(ROOT):
        text = (ROOT / fault.file).read_text(encoding="utf-8")
        assert text.count(fault.old) == 1, fault.what
        assert fault.new != fault.old, fault.what


def test_every_theory_says_which_clauses_its_lemmas_carry() -> None:
    for path in sorted((ROOT / "proofs/why3").glob("*.mlw")):
        assert theories.clauses(path.read_text(encoding="utf-8")), path.name


def test_no_theory_assumes_anything() -> None:
    for path in sorted((ROOT / "proofs/why3").glob("*.mlw")):
        text = path.read_text(encoding="utf-8")
        assert not [word for word in ("axiom", "val ", "assume", "admit") if f"  {word}" in text], path.name


def test_the_driver_needs_the_standard_library_only() -> None:
    for path in (ROOT / "proofs").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            assert all(name.split(".")[0] in sys.stdlib_module_names for name in names), path.name
