"""The models of the onnx wheel: what `explicit` makes of all of them is the original, and a sample of them is run."""

from __future__ import annotations

from pathlib import Path

import pytest

from isocast.model import explicit
from tests.real_models.wheel import DATA, FILES, name_of, node_models, rewritten, structure, verification

RUN = [
    "simple/test_expand_shape_model1",
    "simple/test_sign_model",
    "pytorch-converted/test_PReLU_2d_multiparam",
    "pytorch-converted/test_Linear",
    "pytorch-converted/test_Softsign",
    "pytorch-operator/test_operator_addmm",
    "pytorch-operator/test_operator_mm",
]
STEP = 7  # of the node tests, every seventh; `make real-models` looks at all


def test_every_explicit_model_has_the_structure_of_its_original() -> None:
    found = list(rewritten(FILES))
    assert len(found) > 15
    wrong = {name_of(path): structure(path, rewriting) for path, rewriting in found}
    assert {name: one.differences for name, one in wrong.items() if not one.passed} == {}
    assert {name: one.unproved for name, one in wrong.items() if one.unproved} == {}


def test_node_tests_have_the_structure_of_their_originals() -> None:
    wrong = []
    for name, model in node_models()[::STEP]:
        found = structure(model, explicit(model))
        if not found.passed:
            wrong.append((name, found.differences, found.remaining))
    assert wrong == []


@pytest.mark.parametrize("name", RUN)
def test_a_sample_computes_the_same(name: str, tmp_path: Path) -> None:
    path = DATA / name / "model.onnx"
    found = verification(path, explicit(path), tmp_path, runs=1)
    expected = explicit(path).changes != ()
    assert found.structure.passed
    assert found.passed, (found.runs, found.notes)
    assert (found.structure.inserted > 0) == expected
