"""NumPy, ONNX's reference evaluator and ONNX Runtime against the specification; PyTorch: `crosscheck/test_torch.py`.

Where they differ, `crosscheck/known_differences.py` says why; nothing else may differ, and nothing listed may stop to.
"""

from __future__ import annotations

import pytest

from tests.crosscheck.cases import all_cases
from tests.crosscheck.judges import JUDGES
from tests.crosscheck.known_differences import DIFFERENCES
from tests.crosscheck.verdicts import surprises

CASES = all_cases()


@pytest.mark.clause("int-wrap", "int-div", "mod", "pow-int", "max-min", "sum-mean", "compare", "bit-shift", "logic")
def test_the_library_never_differs() -> None:
    assert surprises("isocast", CASES) == ([], set())


@pytest.mark.clause("int-wrap", "int-div", "mod", "pow-int", "max-min", "sum-mean", "compare", "bit-shift", "logic")
@pytest.mark.parametrize("who", ["numpy", "reference", "onnxruntime"])
def test_others_differ_exactly_where_it_is_known(who: str) -> None:
    wrong, seen = surprises(who, CASES)
    assert wrong == []
    assert [entry for entry in DIFFERENCES if entry.who == who and entry not in seen] == []


def test_the_list_names_a_reason_for_every_difference() -> None:
    assert all(len(entry.reason) > 10 and entry.cases for entry in DIFFERENCES)
    assert len(set(DIFFERENCES)) == len(DIFFERENCES)


@pytest.mark.parametrize(("name", "instead"), [("Add/same/float", "refuses"), ("Div/by-zero/int8", "refuses")])
def test_a_difference_that_appears_or_disappears_is_noticed(
    monkeypatch: pytest.MonkeyPatch, name: str, instead: str
) -> None:
    chosen = [case for case in CASES if case.name == name]
    assert surprises("numpy", chosen)[0] == []
    monkeypatch.setitem(JUDGES, "numpy", lambda _: instead)
    [wrong] = surprises("numpy", chosen)[0]
    assert wrong.startswith(name)
